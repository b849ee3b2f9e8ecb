/** Surfaces whose borders would take too long to look at: what is listed of them grows no faster than they do. */
import { createBody, createPairHits, createSearch } from 'pliant';
import { cos, sin } from 'pliant/exact';
import { type BdTree, type Mesh, buildTree, createBdTree, createLinearModel } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { type Regions, listRegions } from '../../src/bounds/regions/regions.js';
import { IS_UNTESTED, NODE, NO_EDGE, REGION } from '../../src/kernels/layout/regions.js';
import { meshOf } from '../mesh/make-meshes.js';
import { runSelf } from '../query/run-searches.js';
import { BACKENDS } from '../support/sample-bodies.js';

function boundsOf(mesh: Mesh): BdTree {
  return createBdTree(mesh, createLinearModel(mesh, []), buildTree(mesh, { leafSize: 4 }));
}

/** Triangles around one vertex. */
function fan(count: number): Mesh {
  const rim = Array.from({ length: count }, (_, i) => (2 * Math.PI * i) / count);
  return meshOf(
    [0, 0, 0, ...rim.flatMap((angle) => [cos(angle), sin(angle), 0])],
    rim.flatMap((_, i) => [0, 1 + i, 1 + ((i + 1) % count)]),
  );
}

/** Squares side by side that have no vertex in common. */
function confetti(side: number): Mesh {
  const squares = Array.from({ length: side * side }, (_, i) => [i % side, Math.floor(i / side)]);
  return meshOf(
    squares.flatMap(([x, y]) => [x, y, 0, x + 0.8, y, 0, x + 0.8, y + 0.8, 0, x, y + 0.8, 0]),
    squares.flatMap((_, i) => [0, 1, 2, 0, 2, 3].map((corner) => i * 4 + corner)),
  );
}

/** A strip that goes to and fro in a plane: nearly all its edges are on its border. */
function ribbon(length: number): Mesh {
  const points = Array.from({ length: length + 1 }, (_, i) => [i, 0, 0, i, 1, 0]).flat();
  const strips = Array.from({ length }, (_, i) => [2 * i, 2 * i + 2, 2 * i + 3, 2 * i, 2 * i + 3, 2 * i + 1]);
  return meshOf(points, strips.flat());
}

/** The points of the largest border that is looked at, and the most loops that one has. */
function largestOf({ across, nodes }: Regions): { points: number; loops: number } {
  const largest = { points: 0, loops: 0 };
  for (let at = 0; at < nodes.length; at += NODE.wordCount) {
    const first = nodes[at + NODE.firstPoint];
    const count = nodes[at + NODE.pointCount];
    const loops = across.subarray(first, first + count).filter((tile) => tile === NO_EDGE).length;
    largest.points = Math.max(largest.points, count);
    largest.loops = Math.max(largest.loops, loops);
  }
  return largest;
}

describe('what is listed of regions', () => {
  it('grows with the number of triangles around a vertex, not with its square', () => {
    for (const count of [1000, 4000, 16_000]) {
      const { regions, tiles } = listRegions(boundsOf(fan(count)));
      expect(regions.length / REGION.wordCount, `${count} triangles`).toBeLessThan(8 * tiles.nodeCount);
    }
  });

  it('has no border of many loops: the nodes below are looked at instead', () => {
    const bounds = boundsOf(confetti(30));
    const regions = listRegions(bounds);
    expect(regions.regions[REGION.children] & IS_UNTESTED).toBe(IS_UNTESTED);
    expect(largestOf(regions).loops).toBeLessThanOrEqual(16);
  });

  it('has no border of very many points', () => {
    const regions = listRegions(boundsOf(ribbon(5000)));
    expect(regions.regions[REGION.children] & IS_UNTESTED).toBe(IS_UNTESTED);
    expect(largestOf(regions).points).toBeLessThanOrEqual(8192);
  });

  it('is still of use there', () => {
    const search = createSearch();
    const hits = createPairHits(100);
    for (const mesh of [fan(1000), confetti(30), ribbon(5000)]) {
      const shape = { mesh, model: createLinearModel(mesh, []), bounds: boundsOf(mesh) };
      const body = createBody(BACKENDS.wasm, shape, { pruning: 'always' });
      expect(runSelf(search, body, hits)).toBe(0);
      expect(search.statistics.regionsFree).toBeGreaterThan(0);
      body.dispose();
    }
  });
});
