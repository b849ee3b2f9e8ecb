/** Which nodes of a tree become contact proxies. */
import { createRandom } from 'pliant/exact';
import { QUINLAN_TREE, buildTree, createLinearModel } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { createProxyShape, createProxyShapeAsync } from '../../src/bounds/proxies/proxies.js';
import { createBody } from '../../src/body/create-body.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { randomFields, soup } from '../support/sample-meshes.js';

describe('where proxies are', () => {
  const mesh = soup(createRandom(340), 300, 0.05);
  const model = createLinearModel(mesh, randomFields(createRandom(341), mesh, 2, 0.1));
  const tree = buildTree(mesh, QUINLAN_TREE);

  it('is every node of the level, and every leaf above it', () => {
    for (let level = 0; level < tree.depth + 2; level++) {
      let expected = 0;
      const count = (node: number, at: number): void => {
        const children = [...tree.children.subarray(node * 2, node * 2 + 2)].filter((child) => child < tree.nodeCount);
        if (at === level || children.length === 0) expected++;
        else for (const child of children) count(child, at + 1);
      };
      count(0, 0);
      const proxies = createProxyShape(mesh, model, tree, { level });
      expect(proxies.proxyCount, `level ${level}`).toBe(expected);
    }
  });

  it('is where the radius at rest has fallen to the error size', () => {
    const errorSize = 0.3;
    const proxies = createProxyShape(mesh, model, tree, { errorSize });
    const body = createBody(BACKENDS.typescript, proxies);
    const sphere = new Float64Array(4);
    let small = 0;
    for (let proxy = 0; proxy < proxies.proxyCount; proxy++) {
      body.readProxy(proxy, sphere);
      if (sphere[3] <= errorSize * (1 + 1e-5)) small++;
      else expect(proxies.ranges[proxy * 2 + 1], `proxy ${proxy}`).toBe(1);
    }
    expect(small).toBeGreaterThan(0);
    expect(proxies.proxyCount).toBeLessThan(mesh.triangleCount);
    expect(proxies.proxyCount).toBeGreaterThan(8);
    body.dispose();
  });

  it('accounts for every triangle once', () => {
    for (const cut of [{ level: 3 }, { errorSize: 0.2 }, {}]) {
      const proxies = createProxyShape(mesh, model, tree, cut);
      let next = 0;
      for (let proxy = 0; proxy < proxies.proxyCount; proxy++) {
        expect(proxies.ranges[proxy * 2]).toBe(next);
        next += proxies.ranges[proxy * 2 + 1];
      }
      expect(next).toBe(mesh.triangleCount);
      expect([...proxies.triangleOrder].sort((a, b) => a - b)).toEqual([...Array(mesh.triangleCount).keys()]);
    }
  });

  it('is the same when computed in slices', async () => {
    const progress: number[] = [];
    const options = { level: 5, onProgress: (share: number): unknown => progress.push(share) };
    expect(await createProxyShapeAsync(mesh, model, tree, options)).toEqual(
      createProxyShape(mesh, model, tree, { level: 5 }),
    );
    expect(progress.at(-1)).toBe(1);
  });
});
