/** What a cut finds out about regions is what it touches: all else is taken over as it was. */
import { type Shape, createShape } from 'pliant';
import { createRandom } from 'pliant/exact';
import { type Cut, cutShape } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { type Regions, listRegions } from '../../src/bounds/regions/regions.js';
import { NODE, REGION } from '../../src/kernels/layout/regions.js';
import { sheet } from '../mesh/make-meshes.js';

/** A bit that nothing means. */
const MARK = 0x1000000;

function countUnmarked(words: Uint32Array, first: number, step: number): number {
  let count = 0;
  for (let at = first; at < words.length; at += step) if ((words[at] & MARK) === 0) count++;
  return count;
}

/** The triangles of each node by their numbers before the cut, as one name; those that were added have names of their own. */
function namesOf({ bounds }: Shape, { nodes, tiles }: Regions, sources?: Uint32Array): string[] {
  return Array.from({ length: tiles.nodeCount }, (_, node) => {
    const first = tiles.starts[nodes[node * NODE.wordCount + NODE.firstTile]];
    const end = tiles.starts[nodes[node * NODE.wordCount + NODE.endTile]];
    return [...bounds.triangleOrder.subarray(first, end)].map((triangle) => sources?.[triangle] ?? triangle).join(' ');
  });
}

/** Which nodes are not as they were, or have a vertex in common with a tile that is not: found from the triangles of each. */
function touchedNodes(before: Shape, after: Shape, sources: Uint32Array): Set<number> {
  const [old, now] = [listRegions(before.bounds), listRegions(after.bounds)];
  const [oldNames, names] = [namesOf(before, old), namesOf(after, now, sources)];
  const vertices = new Set<number>();
  const touch = ({ bounds }: Shape, { starts }: Regions['tiles'], tile: number): void => {
    for (let corner = starts[tile] * 3; corner < starts[tile + 1] * 3; corner++) vertices.add(bounds.triangles[corner]);
  };
  const oldTiles = new Set(oldNames.slice(0, old.tiles.tileCount));
  const newTiles = new Set(names.slice(0, now.tiles.tileCount));
  for (let tile = 0; tile < oldTiles.size; tile++) if (!newTiles.has(oldNames[tile])) touch(before, old.tiles, tile);
  for (let tile = 0; tile < newTiles.size; tile++) if (!oldTiles.has(names[tile])) touch(after, now.tiles, tile);
  const oldNodes = new Set(oldNames);
  const found = new Set<number>();
  names.forEach((name, node) => {
    const first = now.tiles.starts[now.nodes[node * NODE.wordCount + NODE.firstTile]];
    const end = now.tiles.starts[now.nodes[node * NODE.wordCount + NODE.endTile]];
    const corners = after.bounds.triangles.subarray(first * 3, end * 3);
    if (!oldNodes.has(name) || corners.some((vertex) => vertices.has(vertex))) found.add(node);
  });
  return found;
}

const CUTS: Readonly<Record<string, Cut>> = {
  'one triangle goes': { remove: [2000] },
  'one triangle comes': { add: [300, 301, 365] },
  'a triangle is turned over': { remove: [4000], add: [2005, 2007, 2006] },
  'a slit is cut': { remove: Array.from({ length: 30 }, (_, i) => 3000 + i) },
  'a new vertex comes': {
    remove: [100],
    add: [20, 21, 3721, 21, 60, 3721],
    vertices: { positions: Float32Array.of(9, 9, 9) },
  },
  nothing: {},
};

describe('what a cut finds out about regions', () => {
  it.each(Object.keys(CUTS))('is what it touches, and marks on all else stay: %s', (name) => {
    const before = createShape(sheet(60, 60));
    const old = listRegions(before.bounds);
    for (let at = REGION.children; at < old.regions.length; at += REGION.wordCount) old.regions[at] |= MARK;
    for (let at = NODE.bits; at < old.nodes.length; at += NODE.wordCount) old.nodes[at] |= MARK;
    const { rebuilt, shape, sources } = cutShape(before, CUTS[name]);
    const now = listRegions(shape.bounds);
    expect(countUnmarked(now.nodes, NODE.bits, NODE.wordCount)).toBe(rebuilt.borders);
    expect(countUnmarked(now.regions, REGION.children, REGION.wordCount)).toBe(rebuilt.regions);
    const touched = touchedNodes(before, shape, sources);
    expect(rebuilt.borders).toBeLessThanOrEqual(touched.size);
    let regions = 0;
    for (let at = 0; at < now.regions.length; at += REGION.wordCount) {
      if (touched.has(now.regions[at + REGION.nodeA]) || touched.has(now.regions[at + REGION.nodeB])) regions++;
    }
    expect(rebuilt.regions).toBeLessThanOrEqual(regions);
    expect(rebuilt.regions * 4).toBeLessThan(now.regions.length / REGION.wordCount);
    expect(rebuilt.borders * 4).toBeLessThan(now.tiles.nodeCount);
  });

  it('is as much on a large sheet as on a small one', () => {
    const counts = [40, 80].map((side) => {
      const shape = createShape(sheet(side, side));
      listRegions(shape.bounds);
      const random = createRandom(8400);
      const rounds = Array.from({ length: 20 }, () => random.integer(shape.mesh.triangleCount));
      return Math.max(...rounds.map((triangle) => cutShape(shape, { remove: [triangle] }).rebuilt.regions));
    });
    // A level more of the tree, not four times as many.
    expect(counts[1]).toBeLessThan(2 * counts[0]);
  });
});
