import { createRandom, measureTightness, nodeLevels } from 'pliant';
import { describe, expect, it } from 'vitest';
import { sheet } from '../mesh/make-meshes.js';
import { BACKENDS, SETUPS, makeBody } from '../support/sample-bodies.js';
import { randomFields, soup } from '../support/sample-meshes.js';

const [BOXES, , SPHERES] = SETUPS;

describe('the tightness of bounds', () => {
  it('is 1 on every level for refitted boxes, in any pose', () => {
    const random = createRandom(151);
    const mesh = soup(random, 100, 0.1);
    const body = makeBody(BACKENDS.wasm, mesh, randomFields(random, mesh, 2, 1), BOXES);
    for (const weights of [
      [0, 0],
      [1, -2],
    ]) {
      body.setWeights(weights);
      const levels = measureTightness(body);
      expect(levels.length).toBe(body.tree.depth);
      for (const { meanRatio, largestRatio } of levels) expect([meanRatio, largestRatio]).toEqual([1, 1]);
    }
    body.dispose();
  });

  it('for spheres is radius over the farthest vertex, naively measured', () => {
    const random = createRandom(152);
    const mesh = soup(random, 150, 0.2);
    const body = makeBody(BACKENDS.typescript, mesh, randomFields(random, mesh, 3, 0.5), SPHERES);
    body.setWeights([1, 0.5, -1]);
    const measured = measureTightness(body);
    const { tree, bounds, positions } = body;
    const ratios: number[][] = Array.from({ length: tree.depth }, () => []);
    nodeLevels(tree).forEach((level, node) => {
      const [first, count] = tree.ranges.subarray(node * 2, node * 2 + 2);
      const triangles = tree.triangleOrder.subarray(first, first + count);
      const distances = Array.from(triangles, (triangle) => [
        ...mesh.triangles.subarray(triangle * 3, triangle * 3 + 3),
      ])
        .flat()
        .map((vertex) =>
          Math.hypot(...[0, 1, 2].map((axis) => positions[vertex * 3 + axis] - bounds[node * 4 + axis])),
        );
      ratios[level].push(bounds[node * 4 + 3] / Math.max(...distances));
    });
    measured.forEach(({ nodeCount, meanRatio, largestRatio }, level) => {
      expect(nodeCount).toBe(ratios[level].length);
      expect(meanRatio).toBeCloseTo(ratios[level].reduce((a, b) => a + b) / nodeCount, 10);
      expect(largestRatio).toBeCloseTo(Math.max(...ratios[level]), 10);
      expect(largestRatio).toBeGreaterThanOrEqual(1);
    });
    expect(measured[0].meanRatio, 'layered spheres are loose at the root').toBeGreaterThan(1.01);
    body.dispose();
  });

  it('is 1 where both are nothing, as for flat boxes along an axis', () => {
    const flat = makeBody(BACKENDS.wasm, sheet(1, 1), [], BOXES);
    expect(measureTightness(flat)).toEqual([{ nodeCount: 1, meanRatio: 1, largestRatio: 1 }]);
    const line = sheet(1, 1);
    line.positions.fill(0);
    const point = makeBody(BACKENDS.wasm, line, [], BOXES);
    expect(measureTightness(point)).toEqual([{ nodeCount: 1, meanRatio: 1, largestRatio: 1 }]);
    flat.dispose();
    point.dispose();
  });
});
