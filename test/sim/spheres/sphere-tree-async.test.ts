import { createSphereTree, createSphereTreeAsync } from 'pliant/sim';
import { describe, expect, it } from 'vitest';
import { giveWay } from '../../../src/long-work.js';
import { SURFACES, torus } from './sample-surfaces.js';

const MESH = torus(32, 16);

describe('building a tree of spheres in slices', () => {
  it.each(['a torus', 'a bent sheet', 'two parts, one open', 'a point'])(
    'gives the same tree over %s',
    async (name) => {
      const mesh = SURFACES[name]();
      expect(await createSphereTreeAsync(mesh, { depth: 2 })).toEqual(createSphereTree(mesh, { depth: 2 }));
    },
  );

  it('reports progress from 0 to 1, never falling, 1 once at the end, and gives way in between', async () => {
    const shares: number[] = [];
    let turns = 0;
    const timer = setInterval(() => turns++, 0);
    await createSphereTreeAsync(MESH, { depth: 3, onProgress: (share) => shares.push(share) });
    clearInterval(timer);
    expect(shares[0]).toBe(0);
    expect(shares.at(-1)).toBe(1);
    expect(shares.length).toBeGreaterThan(4);
    expect(shares.indexOf(1)).toBe(shares.length - 1);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(turns, 'other work came to its turn').toBeGreaterThan(1);
  });

  it('is called off before it begins, and in the middle, and does not go on after that', async () => {
    const reason = new Error('too late');
    await expect(createSphereTreeAsync(MESH, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const controller = new AbortController();
    let calls = 0;
    const onProgress = (share: number): void => {
      calls++;
      if (share > 0) controller.abort(reason);
    };
    await expect(createSphereTreeAsync(MESH, { signal: controller.signal, onProgress })).rejects.toBe(reason);
    const callsThen = calls;
    for (let turns = 0; turns < 10; turns++) await giveWay();
    expect(calls).toBe(callsThen);
  });

  it('refuses bad options with a rejected promise, never by throwing', async () => {
    const call = createSphereTreeAsync(MESH, { depth: 13 });
    await expect(call).rejects.toMatchObject({ code: 'bad-count', message: /^createSphereTreeAsync: depth is 13/ });
  });
});
