// slow: builds trees over fifteen surfaces again and again, and compares them with brute force in big integers
import { createRandom } from 'pliant/exact';
import type { Mesh } from 'pliant/parts';
import { createSphereTree } from 'pliant/sim';
import type { SphereTree, SphereTreeOptions } from 'pliant/sim';
import { describe, expect, it } from 'vitest';
import { exactVertices, missingNodes } from './exact-balls.js';
import { signedDistance } from './brute-distance.js';
import { SURFACES, box, insideOut, sheet, torus, without } from './sample-surfaces.js';

const NAMES = Object.keys(SURFACES);

/** The nodes that stand for a level: its own, and the leaves above. */
function nodesOf(tree: SphereTree, level: number): number[] {
  const nodes: number[] = [];
  for (let node = 0; node < tree.levelStart[level + 1]; node++) {
    if (node >= tree.levelStart[level] || tree.childCount[node] === 0) nodes.push(node);
  }
  return nodes;
}

describe('a tree of spheres', () => {
  it.each(NAMES)('has children side by side, levels one behind the other, and parts that add up, over %s', (name) => {
    const mesh = SURFACES[name]();
    const tree = createSphereTree(mesh, { depth: 2 });
    expect(tree.levelStart[0]).toBe(0);
    expect(tree.levelStart.at(-1)).toBe(tree.nodeCount);
    expect(tree.spheres.length).toBe(4 * tree.nodeCount);
    expect(tree.levelErrors.length).toBe(tree.levelStart.length - 1);
    expect(tree.parts[0]).toBe(0);
    expect(tree.parts[1]).toBe(tree.pieceTriangles.length);
    let next = 1;
    for (let node = 0; node < tree.nodeCount; node++) {
      const count = tree.childCount[node];
      if (count === 0) {
        expect(tree.firstChild[node]).toBe(0);
        continue;
      }
      expect(tree.firstChild[node]).toBe(next);
      expect(count).toBeGreaterThan(1);
      expect(count).toBeLessThanOrEqual(8);
      let at = tree.parts[2 * node];
      for (let child = next; child < next + count; child++) {
        expect(tree.parts[2 * child]).toBe(at);
        expect(tree.parts[2 * child + 1]).toBeGreaterThan(0);
        at += tree.parts[2 * child + 1];
        expect(tree.errors[child]).toBeLessThanOrEqual(tree.errors[node]);
      }
      expect(at).toBe(tree.parts[2 * node] + tree.parts[2 * node + 1]);
      next += count;
    }
    expect(next).toBe(tree.nodeCount);
  });

  it.each(NAMES)('has pieces that fill every triangle of %s', (name) => {
    const mesh = SURFACES[name]();
    const { pieceCorners, pieceTriangles } = createSphereTree(mesh, { depth: 3 });
    const areas = new Float64Array(mesh.triangleCount);
    for (let piece = 0; piece < pieceTriangles.length; piece++) {
      const [ax, ay, bx, by, cx, cy] = pieceCorners.subarray(6 * piece, 6 * piece + 6);
      const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
      expect(area).toBeGreaterThan(0);
      areas[pieceTriangles[piece]] += area;
    }
    // Areas are exact, and so is their sum.
    expect([...areas]).toEqual([...areas].map(() => 1));
  });

  it.each(NAMES)('covers %s on every level, in exact arithmetic', (name) => {
    const mesh = SURFACES[name]();
    const tree = createSphereTree(mesh, { depth: 3 });
    expect(missingNodes(tree, mesh, tree.spheres, exactVertices(mesh.positions))).toEqual([]);
  });

  it.each(NAMES)('has any point of %s in some sphere of every level', (name) => {
    const mesh = SURFACES[name]();
    const tree = createSphereTree(mesh, { depth: 3 });
    const random = createRandom(31);
    for (let level = 0; level < tree.levelErrors.length; level++) {
      const nodes = nodesOf(tree, level);
      for (let i = 0; i < 200; i++) {
        const [x, y, z] = randomPoint(mesh, random.integer(mesh.triangleCount), random.next(), random.next());
        // The point itself is rounded.
        const slack = 1e-12 * Math.max(1, Math.abs(x), Math.abs(y), Math.abs(z));
        const isCovered = nodes.some((node) => {
          const [cx, cy, cz, radius] = tree.spheres.subarray(4 * node, 4 * node + 4);
          return Math.hypot(x - cx, y - cy, z - cz) <= radius + slack;
        });
        expect(isCovered, `seed 31, level ${level}, point ${i}`).toBe(true);
      }
    }
  });

  it.each(NAMES)('reports errors for %s that no point of a sphere exceeds, and that never grow', (name) => {
    const mesh = SURFACES[name]();
    const options: SphereTreeOptions = { depth: 2, holes: 0 };
    const tree = createSphereTree(mesh, options);
    const random = createRandom(32);
    for (let level = 0; level < tree.levelErrors.length; level++) {
      const bound = tree.levelErrors[level];
      if (level > 0) expect(bound).toBeLessThanOrEqual(tree.levelErrors[level - 1]);
      expect(tree.levelErrorsFound[level]).toBeLessThanOrEqual(bound);
      const nodes = nodesOf(tree, level);
      for (let i = 0; i < 150; i++) {
        const node = nodes[random.integer(nodes.length)];
        const distance = signedDistance(mesh, randomOnSphere(tree, node, random.range(-1, 1), random.range(0, 6.3)));
        const slack = 1e-9 * (1 + Math.abs(tree.spheres[4 * node]));
        expect(distance, `seed 32, level ${level}, node ${node}`).toBeLessThanOrEqual(bound + slack);
        expect(distance).toBeLessThanOrEqual(tree.errors[node] + slack);
      }
    }
  });

  it('reports errors that are reached', () => {
    const mesh = torus(24, 12);
    const tree = createSphereTree(mesh, { depth: 2 });
    const random = createRandom(33);
    for (const level of [0, 1]) {
      const nodes = nodesOf(tree, level);
      let largest = 0;
      for (let i = 0; i < 3000; i++) {
        const node = nodes[i % nodes.length];
        largest = Math.max(
          largest,
          signedDistance(mesh, randomOnSphere(tree, node, random.range(-1, 1), random.range(0, 6.3))),
        );
      }
      expect(largest).toBeGreaterThan(0.8 * tree.levelErrors[level]);
      expect(tree.levelErrorsFound[level]).toBeGreaterThan(0.95 * tree.levelErrors[level]);
    }
  });

  it('gets much better from level to level, and more so where there is an inside', () => {
    const tree = createSphereTree(torus(64, 32), { depth: 2 });
    // A sphere around the whole, then eight around a ring as thick as 0.7.
    expect(tree.levelErrors[1]).toBeLessThan(tree.levelErrors[0] / 6);
    expect(tree.levelErrors[2]).toBeLessThan(tree.levelErrors[1] / 6);
  });

  it('is centred inside of closed surfaces, however they are oriented, and on open ones', () => {
    for (const mesh of [torus(), insideOut(torus())]) {
      const tree = createSphereTree(mesh, { depth: 1 });
      for (let node = 1; node < tree.nodeCount; node++) {
        expect(signedDistance(mesh, tree.spheres.subarray(4 * node, 4 * node + 3))).toBeLessThan(-0.2);
      }
    }
    const flat = createSphereTree(sheet(), { depth: 1 });
    for (let node = 0; node < flat.nodeCount; node++) expect(Math.abs(flat.spheres[4 * node + 2])).toBeLessThan(0.02);
  });

  it('takes small holes as closed, and large ones only when it is told to', () => {
    const holed = without(torus(), (triangle) => triangle < 100 || triangle > 103);
    const whole = createSphereTree(torus(), { depth: 2 });
    const closed = createSphereTree(holed, { depth: 2 });
    const open = createSphereTree(holed, { depth: 2, holes: 0 });
    expect(closed.levelErrors[2]).toBeLessThan(1.5 * whole.levelErrors[2]);
    expect(open.levelErrors[2]).toBeGreaterThan(3 * whole.levelErrors[2]);
  });

  it('is not inflated by long thin triangles', () => {
    // Twelve triangles, four of them as long as the box: a sphere around one of them had a radius of 2.
    const tree = createSphereTree(box(2, 0.1, 0.1), { depth: 2 });
    const last = nodesOf(tree, 2);
    for (const node of last) expect(tree.spheres[4 * node + 3]).toBeLessThan(0.5);
  });

  it('stops at the tolerance, at the depth, and at what cannot be split', () => {
    const coarse = createSphereTree(torus(), { depth: 4, tolerance: 0.1 });
    expect(coarse.levelErrors.at(-1)).toBeLessThanOrEqual(0.1);
    for (let node = 0; node < coarse.nodeCount; node++) {
      if (coarse.childCount[node] > 0) expect(coarse.errors[node]).toBeGreaterThan(0.1);
    }
    expect(createSphereTree(torus(), { depth: 0 }).nodeCount).toBe(1);
    expect(createSphereTree(SURFACES['a point'](), { depth: 5 }).nodeCount).toBe(1);
  });

  it('has as many children at most as it is told', () => {
    for (const branching of [2, 3, 12]) {
      const tree = createSphereTree(torus(), { depth: 2, branching });
      expect(Math.max(...tree.childCount)).toBeLessThanOrEqual(branching);
      expect(Math.max(...tree.childCount)).toBeGreaterThan(1);
    }
  });

  it.each([
    [{ depth: -1 }, 'bad-count', 'depth is -1'],
    [{ depth: 2.5 }, 'bad-count', 'depth is 2.5'],
    [{ branching: 1 }, 'bad-count', 'branching is 1'],
    [{ tolerance: Number.NaN }, 'bad-number', 'tolerance is NaN'],
    [{ holes: -0.1 }, 'bad-number', 'holes is -0.1'],
    [{ holes: 'all' }, 'bad-type', 'holes is "all"'],
    [{ levels: 3 }, 'unsupported', 'there is no option levels here'],
  ])('refuses %o', (options, code, message) => {
    const call = (): unknown => createSphereTree(torus(8, 6), options as SphereTreeOptions);
    expect(call).toThrow(`createSphereTree: ${message}`);
    expect(call).toThrow(expect.objectContaining({ code }));
  });
});

function randomPoint({ positions, triangles }: Mesh, triangle: number, s: number, t: number): number[] {
  const [v, w] = s + t > 1 ? [1 - s, 1 - t] : [s, t];
  const [a, b, c] = triangles.subarray(3 * triangle, 3 * triangle + 3);
  return [0, 1, 2].map(
    (axis) => (1 - v - w) * positions[3 * a + axis] + v * positions[3 * b + axis] + w * positions[3 * c + axis],
  );
}

function randomOnSphere({ spheres }: SphereTree, node: number, height: number, angle: number): Float64Array {
  const [x, y, z, radius] = spheres.subarray(4 * node, 4 * node + 4);
  const across = radius * Math.sqrt(1 - height * height);
  return Float64Array.of(x + across * Math.cos(angle), y + across * Math.sin(angle), z + height * radius);
}
