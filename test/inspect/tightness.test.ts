import { createBody } from 'pliant';
import { createRandom } from 'pliant/exact';
import { measureTightness } from 'pliant/inspect';
import { buildTree, createBdTree, createLinearModel } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { CHILD_STRIDE, createOpenedNode, openNode } from '../../src/query/opened-node.js';
import { verticesBySlot } from '../bounds/bd-samples.js';
import { sheet } from '../mesh/make-meshes.js';
import { BACKENDS, SETUPS, makeBody } from '../support/sample-bodies.js';
import { randomFields, soup } from '../support/sample-meshes.js';

const [BOXES, , SPHERES] = SETUPS;

describe('the tightness of bounds', () => {
  it.each([BOXES, SPHERES])('is 1 on every level of a refitted body, in any pose: $bound', (setup) => {
    const random = createRandom(151);
    const mesh = soup(random, 100, 0.1);
    // A body with spheres is refitted to boxes as well, and measured as such.
    const body = makeBody(BACKENDS.wasm, mesh, randomFields(random, mesh, 2, 1), setup);
    for (const weights of [
      [0, 0],
      [1, -2],
    ]) {
      const levels = measureTightness(body, [{ weights }]);
      expect(levels.length).toBe(body.bounds.depth);
      for (const { meanRatio, largestRatio } of levels) {
        expect(meanRatio).toBeGreaterThanOrEqual(1);
        expect(largestRatio).toBeLessThan(1.0001);
      }
    }
    body.dispose();
  });

  it('for spheres is radius over that of the smallest ball, between what is naively measured', () => {
    const random = createRandom(152);
    const mesh = soup(random, 150, 0.2);
    const model = createLinearModel(mesh, randomFields(random, mesh, 3, 0.5));
    const bounds = createBdTree(mesh, model, buildTree(mesh, { leafSize: 1 }), { bound: 'sphere' });
    const body = createBody(BACKENDS.typescript, { mesh, model, bounds }, { strategy: 'lazy' });
    const weights = [1, 0.5, -1];
    const measured = measureTightness(body, [{ weights }]);
    const opened = createOpenedNode();
    const spheres = [...verticesBySlot(body)].map(([slot, vertices]) => {
      openNode(body, slot >>> 2, opened);
      const box = opened.boxes.subarray((slot & 3) * CHILD_STRIDE);
      const center = [0, 1, 2].map((axis) => (box[axis] + box[axis + 3]) / 2);
      return { radius: (box[3] - box[0]) / 2, center, vertices: [...vertices] };
    });
    body.refit();
    const { positions } = body;
    const distance = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
      Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
    const at = (vertex: number): Float32Array => positions.subarray(vertex * 3, vertex * 3 + 3);
    let [lowest, highest] = [0, 0];
    for (const { center, radius, vertices } of spheres) {
      // The smallest ball is not larger than that around the centre, and holds the two vertices that are farthest apart.
      lowest += radius / Math.max(...vertices.map((vertex) => distance(at(vertex), center)));
      const diameter = Math.max(...vertices.map((v) => Math.max(...vertices.map((w) => distance(at(v), at(w))))));
      highest += radius / (diameter / 2);
    }
    expect(measured.reduce((sum, { nodeCount }) => sum + nodeCount, 0)).toBe(spheres.length);
    const sum = measured.reduce((total, { meanRatio, nodeCount }) => total + meanRatio * nodeCount, 0);
    expect(sum).toBeGreaterThan(lowest * 0.9999);
    expect(sum).toBeLessThan(highest * 1.0001);
    for (const { largestRatio, meanRatio } of measured) {
      expect(meanRatio).toBeGreaterThan(0.9999);
      expect(largestRatio).toBeGreaterThanOrEqual(meanRatio);
    }
    expect(measured[0].meanRatio, 'deformed spheres are loose at the root').toBeGreaterThan(1.01);
    body.dispose();
  });

  it('is 1 for a flat box along an axis', () => {
    const flat = makeBody(BACKENDS.wasm, sheet(1, 1), [], BOXES);
    const [{ nodeCount, meanRatio, largestRatio }] = measureTightness(flat, [{}]);
    expect(nodeCount).toBe(1);
    expect(meanRatio).toBeCloseTo(1, 6);
    expect(largestRatio).toBe(meanRatio);
    flat.dispose();
  });
});
