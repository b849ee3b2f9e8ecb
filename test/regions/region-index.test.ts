/** Regions found by the nodes they are, nodes by the words of the tree, and which nodes are in one piece. */
import { createRandom } from 'pliant/exact';
import { type Mesh, buildTree, createBdTree, createLinearModel } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { triangleRanges } from '../../src/bounds/normals/normal-bounds.js';
import { findConnected } from '../../src/bounds/regions/connected.js';
import { NO_REGION, indexRegions, nodeOf, regionOf } from '../../src/bounds/regions/region-index.js';
import { listRegions } from '../../src/bounds/regions/regions.js';
import { NO_NODE, REGION } from '../../src/kernels/layout/regions.js';
import { NO_CHILD } from '../../src/kernels/layout/child-words.js';
import { randomPiece } from './make-pieces.js';

function treeOf(mesh: Mesh, leafSize: number): ReturnType<typeof createBdTree> {
  return createBdTree(mesh, createLinearModel(mesh, []), buildTree(mesh, { leafSize }));
}

describe('the index of regions', () => {
  it('finds each region by its two nodes, whichever comes first, and no other', () => {
    const random = createRandom(4401);
    for (let k = 0; k < 25; k++) {
      const tree = treeOf(randomPiece(random).mesh, 1 + random.integer(8));
      const regions = listRegions(tree);
      const index = indexRegions(tree, regions);
      const { nodeCount } = regions.tiles;
      const expected = new Int32Array(nodeCount * nodeCount).fill(NO_REGION);
      for (let region = 0; region < regions.regions.length / REGION.wordCount; region++) {
        const [a, b] = regions.regions.subarray(region * REGION.wordCount, region * REGION.wordCount + 2);
        expected[a * nodeCount + b] = region;
        expected[b * nodeCount + a] = region;
      }
      const found = expected.map((_, pair) => regionOf(index, Math.floor(pair / nodeCount), pair % nodeCount));
      expect(found, `seed 4401, piece ${k}`).toEqual(expected);
    }
  });

  it('finds the node of each word of the tree, and none for those below tiles', () => {
    const random = createRandom(4411);
    for (let k = 0; k < 25; k++) {
      const tree = treeOf(randomPiece(random).mesh, 1 + random.integer(16));
      const regions = listRegions(tree);
      const index = indexRegions(tree, regions);
      const expected = new Map(Array.from(regions.tiles.slots, (slot, node) => [slot, node]));
      tree.words.forEach((word, slot) => {
        if (word === NO_CHILD) return;
        expect(nodeOf(index, word | 0), `seed 4411, piece ${k}, slot ${slot}`).toBe(expected.get(slot) ?? NO_NODE);
      });
    }
  });

  it('knows which nodes are in one piece', () => {
    const random = createRandom(4421);
    let counts = [0, 0];
    for (let k = 0; k < 25; k++) {
      const tree = treeOf(randomPiece(random).mesh, 1 + random.integer(4));
      const ranges = triangleRanges(listRegions(tree).tiles);
      const found = findConnected(tree, ranges);
      for (let node = 0; node < found.length; node++) {
        const isConnected = isInOnePiece(tree.triangles.subarray(ranges[node * 2] * 3, ranges[node * 2 + 1] * 3));
        expect(found[node] === 1, `seed 4421, piece ${k}, node ${node}`).toBe(isConnected);
        counts = [counts[0] + (isConnected ? 0 : 1), counts[1] + (isConnected ? 1 : 0)];
      }
    }
    expect(Math.min(...counts)).toBeGreaterThan(20);
  });
});

/** By spreading from the first triangle until nothing is new. */
function isInOnePiece(corners: Uint32Array): boolean {
  const reached = new Set(corners.subarray(0, 3));
  for (let before = 0; before < reached.size;) {
    before = reached.size;
    for (let at = 0; at < corners.length; at += 3) {
      const three = corners.subarray(at, at + 3);
      if (three.some((vertex) => reached.has(vertex))) for (const vertex of three) reached.add(vertex);
    }
  }
  return corners.every((vertex) => reached.has(vertex));
}
