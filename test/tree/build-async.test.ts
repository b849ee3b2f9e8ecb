import { createRandom } from 'pliant/exact';
import { type BuildOptions, buildTree, buildTreeAsync } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { SAMPLE_MESHES, soup } from '../support/sample-meshes.js';
import { expectSameTree } from './check-tree.js';
import { giveWay } from '../../src/long-work.js';

const LARGE = soup(createRandom(81), 60_000, 0.01);

describe('building a tree in slices', () => {
  it.each(Object.keys(SAMPLE_MESHES))('gives the same tree over %s', async (name) => {
    const mesh = SAMPLE_MESHES[name]();
    for (const options of [{}, { split: 'mean', leafSize: 1, arity: 2 }] as BuildOptions[]) {
      expectSameTree(await buildTreeAsync(mesh, options), buildTree(mesh, options));
    }
  });

  it('gives the same tree when it is interrupted many times, also beside another build', async () => {
    const other = soup(createRandom(82), 50_000, 0.01);
    const [tree, otherTree] = await Promise.all([buildTreeAsync(LARGE), buildTreeAsync(other)]);
    expectSameTree(tree, buildTree(LARGE));
    expectSameTree(otherTree, buildTree(other));
  });

  it('reports progress from 0 to 1, never falling, 1 once at the end, and gives way in between', async () => {
    const shares: number[] = [];
    let turns = 0;
    const timer = setInterval(() => turns++, 0);
    await buildTreeAsync(LARGE, { leafSize: 1, onProgress: (share) => shares.push(share) });
    clearInterval(timer);
    expect(shares[0]).toBe(0);
    expect(shares.at(-1)).toBe(1);
    expect(shares.length).toBeGreaterThan(4);
    expect(shares.indexOf(1)).toBe(shares.length - 1);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(turns, 'other work came to its turn').toBeGreaterThan(1);
  });

  it('is called off before it begins', async () => {
    const reason = new Error('too late');
    let progress = 0;
    const options = { signal: AbortSignal.abort(reason), onProgress: (share: number) => (progress = share) };
    await expect(buildTreeAsync(LARGE, options)).rejects.toBe(reason);
    expect(progress).toBe(0);
  });

  it('is called off in the middle, and does not go on after that', async () => {
    const controller = new AbortController();
    const reason = { because: 'the page was left' };
    let calls = 0;
    const work = buildTreeAsync(LARGE, {
      signal: controller.signal,
      onProgress: (share) => {
        calls++;
        if (share > 0) controller.abort(reason);
      },
    });
    await expect(work).rejects.toBe(reason);
    const callsThen = calls;
    for (let turns = 0; turns < 10; turns++) await giveWay();
    expect(calls).toBe(callsThen);
  });

  it('passes on what the progress callback throws', async () => {
    const fault = new Error('in the callback');
    const onProgress = (): never => {
      throw fault;
    };
    await expect(buildTreeAsync(LARGE, { onProgress })).rejects.toBe(fault);
  });

  it('refuses bad options with a rejected promise, never by throwing', async () => {
    const call = buildTreeAsync(LARGE, { leafSize: 0 });
    await expect(call).rejects.toMatchObject({ code: 'bad-count', message: /^buildTreeAsync: leafSize is 0/ });
  });
});
