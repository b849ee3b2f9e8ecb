/** Bodies that are known by their proxies: when what they have evaluated is forgotten. */
import { createBody } from 'pliant';
import { createRandom } from 'pliant/exact';
import { QUINLAN_TREE, buildTree, createLinearModel, createProxyShape } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { HEADER } from '../../src/kernels/layout/header.js';
import { expectRefused } from '../mesh/expect-refused.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { randomFields, soup } from '../support/sample-meshes.js';
import { wordAt } from '../../src/kernels/units.js';

const random = createRandom(5301);
const mesh = soup(random, 40, 0.2);
const model = createLinearModel(mesh, randomFields(random, mesh, 2, 0.5));
const proxies = createProxyShape(mesh, model, buildTree(mesh, QUINLAN_TREE), { level: 3 });

describe.each(Object.values(BACKENDS))('a body of proxies on $backend', (kernels) => {
  it('forgets what it has evaluated where stamps run out of bits', () => {
    const body = createBody(kernels, proxies);
    const { u32 } = kernels.arena;
    const stamp = wordAt(body.header) + HEADER.stamp;
    const [sphere, expected] = [new Float64Array(4), new Float64Array(4)];
    const poses = [0, 1, 2, 3, 4, 5].map((frame) => [(frame % 3) - 1, frame / 3]);
    const expectPosed = (weights: readonly number[], what: string): void => {
      const fresh = createBody(kernels, proxies);
      fresh.setWeights(weights);
      body.setWeights(weights);
      for (let proxy = 0; proxy < proxies.proxyCount; proxy++) {
        body.readProxy(proxy, sphere);
        fresh.readProxy(proxy, expected);
        expect([...sphere], `${what}, proxy ${proxy}`).toEqual([...expected]);
      }
      fresh.dispose();
    };
    // Blocks get the stamps 1, 2 and 3, which come again after the last one.
    for (const [frame, weights] of poses.slice(0, 3).entries()) expectPosed(weights, `frame ${frame}`);
    expect(u32[stamp]).toBe(3);
    u32[stamp] = 0xfffffffe;
    const seen: number[] = [];
    for (const [frame, weights] of poses.toReversed().entries()) {
      expectPosed(weights, `frame ${frame} near the end`);
      seen.push(u32[stamp]);
    }
    expect(seen).toEqual([0xffffffff, 1, 2, 3, 4, 5]);
    body.dispose();
  });

  it('says how many blocks it has evaluated in the pose that a query has seen last', () => {
    const body = createBody(kernels, proxies);
    const sphere = new Float64Array(4);
    expect(body.blocksEvaluated).toBe(0);
    const blocks = new Set<number>();
    for (let round = 0; round < 2; round++) {
      for (let proxy = 0; proxy < proxies.proxyCount; proxy++) {
        body.readProxy(proxy, sphere);
        blocks.add(proxies.slots[proxy] >>> 2);
        expect(body.blocksEvaluated).toBe(blocks.size);
      }
    }
    body.setWeights([1, 0]);
    body.readProxy(0, sphere);
    expect(body.blocksEvaluated).toBe(1);
    body.dispose();
    expect(() => body.blocksEvaluated).toThrow(/disposed|dispose/);
  });

  it('does not take blocks for fresh that were evaluated under the same stamp before the stamps began anew', () => {
    const body = createBody(kernels, proxies);
    const { u32 } = kernels.arena;
    const stamp = wordAt(body.header) + HEADER.stamp;
    const sphere = new Float64Array(4);
    const spheresIn = (weights: readonly number[]): number[] => {
      body.setWeights(weights);
      return Array.from({ length: proxies.proxyCount }, (_, proxy) => {
        body.readProxy(proxy, sphere);
        return [...sphere];
      }).flat();
    };
    const first = spheresIn([1, 0]);
    expect(u32[stamp]).toBe(1);
    u32[stamp] = 0xffffffff;
    const second = spheresIn([0, 1]);
    expect(u32[stamp]).toBe(1);
    expect(second).not.toEqual(first);
    const fresh = createBody(kernels, proxies);
    fresh.setWeights([0, 1]);
    fresh.readProxy(0, sphere);
    expect(second.slice(0, 4)).toEqual([...sphere]);
    for (const each of [body, fresh]) each.dispose();
  });
});

describe.each(Object.values(BACKENDS))('a proxy that there is none of, on $backend', (kernels) => {
  it('is refused', () => {
    const body = createBody(kernels, proxies);
    const sphere = new Float64Array(4);
    body.readProxy(proxies.proxyCount - 1, sphere);
    for (const bad of [-1, proxies.proxyCount, 1e6, 0.5, NaN])
      expectRefused(() => body.readProxy(bad, sphere), 'bad-count', 'ProxyBody.readProxy', String(bad));
    body.dispose();
  });
});
