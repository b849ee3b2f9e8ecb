/** The borders of regions, against edges that are counted one by one. */
import { createRandom } from 'pliant/exact';
import { type BdTree, type Mesh, buildTree, createBdTree, createLinearModel } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { type Regions, listRegions } from '../../src/bounds/regions/regions.js';
import {
  ARE_TWO_LOOPS,
  CORNER_BIT,
  HAS_LOOPS,
  IS_PINCHED,
  IS_UNTESTED,
  NODE,
  NOTHING_ACROSS,
  NO_EDGE,
  REGION,
} from '../../src/kernels/layout/regions.js';
import { meshOf, sheet, tangledMesh } from '../mesh/make-meshes.js';
import { randomPiece } from './make-pieces.js';

function boundsOf(mesh: Mesh, leafSize = 4): BdTree {
  return createBdTree(mesh, createLinearModel(mesh, []), buildTree(mesh, { leafSize }));
}

function word(regions: Regions, node: number, key: keyof typeof NODE): number {
  return regions.nodes[node * NODE.wordCount + NODE[key]];
}

/** The triangles of a node, in the order of the leaves. */
function trianglesOf(regions: Regions, node: number): number[] {
  const { starts } = regions.tiles;
  const first = starts[word(regions, node, 'firstTile')];
  const end = starts[word(regions, node, 'endTile')];
  return Array.from({ length: end - first }, (_, i) => first + i);
}

/** The directed edges of a triangle. One that names a vertex twice has none: it faces nowhere, so no region with it is ever free. */
function edgesOf(corners: Uint32Array, triangle: number): string[] {
  const [a, b, c] = corners.subarray(triangle * 3, triangle * 3 + 3);
  return a === b || b === c || c === a ? [] : [`${a} ${b}`, `${b} ${c}`, `${c} ${a}`];
}

function turned(edge: string): string {
  return edge.split(' ').toReversed().join(' ');
}

/** The directed edges of triangles that no other of them runs through the other way. */
function bareEdges(corners: Uint32Array, triangles: readonly number[]): string[] {
  const edges = new Set(triangles.flatMap((triangle) => edgesOf(corners, triangle)));
  return [...edges].filter((edge) => !edges.has(turned(edge))).sort();
}

/** The vertex of a point. */
function vertexAt(regions: Regions, point: number): number {
  return (regions.vertices[point] & ~CORNER_BIT) >>> 0;
}

/** The directed edges that the points of a node lead along, with what lies across them. */
function listedEdges(regions: Regions, node: number): Map<string, number> {
  const first = word(regions, node, 'firstPoint');
  const edges = new Map<string, number>();
  for (let point = first; point < first + word(regions, node, 'pointCount'); point++) {
    if (regions.across[point] === NO_EDGE) continue;
    edges.set(`${vertexAt(regions, point)} ${vertexAt(regions, point + 1)}`, regions.across[point]);
  }
  return edges;
}

/** The numbers of regions that are pairs, or single nodes. */
function regionsOfKind(regions: Regions, arePairs: boolean): number[] {
  return Array.from({ length: regions.regions.length / REGION.wordCount }, (_, i) => i).filter((i) => {
    const at = i * REGION.wordCount;
    return (regions.regions[at + REGION.nodeA] !== regions.regions[at + REGION.nodeB]) === arePairs;
  });
}

function bitsOf(regions: Regions, region: number): number {
  return regions.regions[region * REGION.wordCount + REGION.children];
}

/** The triangles that run along each directed edge. */
function ownersOf(corners: Uint32Array): Map<string, number[]> {
  const owners = new Map<string, number[]>();
  for (let triangle = 0; triangle < corners.length / 3; triangle++) {
    for (const edge of edgesOf(corners, triangle)) owners.set(edge, [...(owners.get(edge) ?? []), triangle]);
  }
  return owners;
}

/** The triangles with an edge that has three triangles, or two that run through it in one direction. */
function oddTriangles(owners: ReadonlyMap<string, readonly number[]>): Set<number> {
  const odd = [...owners].filter(([, triangles]) => triangles.length > 1);
  return new Set(odd.flatMap(([edge, triangles]) => [...triangles, ...(owners.get(turned(edge)) ?? [])]));
}

describe('the borders of regions', () => {
  it('are the edges with a triangle on one side, loop after loop, with the tile on the other side', () => {
    const seed = 1602;
    const random = createRandom(seed);
    let tested = 0;
    for (let k = 0; k < 150; k++) {
      const { mesh, what } = k % 5 === 0 ? { mesh: tangledMesh(random), what: 'tangle' } : randomPiece(random);
      const bounds = boundsOf(mesh, 1 + random.integer(6));
      const regions = listRegions(bounds);
      const owners = ownersOf(bounds.triangles);
      const odd = oddTriangles(owners);
      for (const region of regionsOfKind(regions, false)) {
        const node = regions.regions[region * REGION.wordCount];
        const triangles = trianglesOf(regions, node);
        const name = `seed ${seed}, piece ${k}: ${what}, node ${node} with ${triangles.length} triangles`;
        if ((bitsOf(regions, region) & IS_UNTESTED) !== 0) continue;
        tested++;
        expect(
          triangles.some((triangle) => odd.has(triangle)),
          name,
        ).toBe(false);
        const listed = listedEdges(regions, node);
        expect([...listed.keys()].sort(), name).toEqual(bareEdges(bounds.triangles, triangles));
        for (const [edge, across] of listed) {
          const owner = owners.get(turned(edge));
          if (across === NOTHING_ACROSS) expect(owner, name).toBeUndefined();
          else expect(trianglesOf(regions, across), name).toEqual(expect.arrayContaining(owner ?? [-1]));
        }
      }
    }
    expect(tested).toBeGreaterThan(500);
  });

  it('of two neighbours are what is left of both, in loops that are counted', () => {
    const random = createRandom(1603);
    let pairs = 0;
    let corners = 0;
    let pinched = 0;
    for (let k = 0; k < 60; k++) {
      const { mesh, what } = randomPiece(random);
      const bounds = boundsOf(mesh, 1 + random.integer(6));
      const regions = listRegions(bounds);
      for (const region of regionsOfKind(regions, true)) {
        const bits = bitsOf(regions, region);
        if ((bits & IS_UNTESTED) !== 0) continue;
        const at = region * REGION.wordCount;
        const [a, b] = [regions.regions[at + REGION.nodeA], regions.regions[at + REGION.nodeB]];
        const left = (node: number, other: number): string[] =>
          [...listedEdges(regions, node)]
            .filter(([, tile]) => tile < word(regions, other, 'firstTile') || tile >= word(regions, other, 'endTile'))
            .map(([edge]) => edge);
        const edges = [...left(a, b), ...left(b, a)].sort();
        const both = [...trianglesOf(regions, a), ...trianglesOf(regions, b)];
        expect(edges, `piece ${k}: ${what}`).toEqual(bareEdges(bounds.triangles, both));
        // Going from edge to edge leads round each loop once; where loops touch, those of the nodes are meant.
        const areTwo = (bits & ARE_TWO_LOOPS) !== 0;
        if (areTwo) corners++;
        const isPinched = new Set(edges.map((edge) => edge.split(' ')[0])).size < edges.length;
        if (!areTwo && !isPinched) expect(countLoops(edges) > 1, `piece ${k}: ${what}`).toBe((bits & HAS_LOOPS) !== 0);
        // Loops that touch in one vertex alone are told; all else that comes to a vertex twice is marked.
        if ((bits & IS_PINCHED) !== 0) pinched++;
        expect(isPinched || (bits & IS_PINCHED) === 0, `piece ${k}: ${what}`).toBe(true);
        if (isPinched) expect(bits & HAS_LOOPS, `piece ${k}: ${what}`).toBe(HAS_LOOPS);
        pairs++;
      }
    }
    expect(pairs).toBeGreaterThan(1000);
    expect(corners).toBeGreaterThan(50);
    expect(pinched).toBeGreaterThan(50);
  });

  it('are not told where an edge has three triangles, or two that run through it in one direction', () => {
    // A sheet, and a fin on an edge inside it; a sheet with a triangle turned over.
    const flat = sheet(2, 2);
    const fin = meshOf([...flat.positions, 0.5, 0.5, 1], [...flat.triangles, 0, 4, 9]);
    const turned = meshOf([...flat.positions], [1, 0, 4, ...flat.triangles.slice(3)]);
    for (const mesh of [fin, turned]) expect(bitsOf(listRegions(boundsOf(mesh)), 0) & IS_UNTESTED).toBe(IS_UNTESTED);
    expect(bitsOf(listRegions(boundsOf(flat)), 0)).toBe(0);
  });

  it('are marked where a border comes to a vertex twice, and not told where it is long', () => {
    // Two triangles that have a corner in common; a comb of many.
    const bow = meshOf([0, 0, 0, 1, 0, 0, 1, 1, 0, -1, 0, 0, -1, -1, 0], [0, 1, 2, 0, 3, 4]);
    expect(bitsOf(listRegions(boundsOf(bow)), 0)).toBe(HAS_LOOPS | IS_PINCHED);
    const teeth = Array.from({ length: 40 }, (_, i) => i);
    const comb = meshOf(
      [...teeth.flatMap((i) => [i, 0, 0, i, 1, 0]), 40, 0, 0],
      teeth.flatMap((i) => [2 * i, 2 * i + 2, 2 * i + 1]),
    );
    expect(bitsOf(listRegions(boundsOf(comb)), 0) & IS_UNTESTED).toBe(IS_UNTESTED);
  });

  it('are missing where a surface is closed', () => {
    const closed = meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3]);
    expect(bitsOf(listRegions(boundsOf(closed)), 0) & IS_UNTESTED).toBe(IS_UNTESTED);
  });
});

function countLoops(edges: readonly string[]): number {
  const next = new Map(edges.map((edge) => edge.split(' ') as [string, string]));
  let loops = 0;
  while (next.size > 0) {
    loops++;
    let [at] = next.keys();
    for (let to = next.get(at); to !== undefined; to = next.get(at)) {
      next.delete(at);
      at = to;
    }
  }
  return loops;
}
