// slow: lists all regions anew after each of hundreds of cuts
/** Regions of shapes that are cut, against those that are listed anew, and how much of them was found anew. */
import type { Shape } from 'pliant';
import { type Random, createRandom } from 'pliant/exact';
import { type Mesh, buildTree, createBdTree, createLinearModel, cutShape } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { type Regions, areRegionsKnown, listRegions } from '../../src/bounds/regions/regions.js';
import { CORNER_BIT, NODE, NO_EDGE, REGION } from '../../src/kernels/layout/regions.js';
import { sheet, tangledMesh } from '../mesh/make-meshes.js';
import { expectedOf, randomCut } from '../bounds/make-cuts.js';
import { randomPiece } from './make-pieces.js';

/** The regions of a shape, listed from its triangles alone. */
function listAnew({ bounds }: Shape): Regions {
  return listRegions({ ...bounds, triangles: bounds.triangles.slice() });
}

function shapeOf(random: Random, mesh: Mesh): Shape {
  const model = createLinearModel(mesh, []);
  return { mesh, model, bounds: createBdTree(mesh, model, buildTree(mesh, { leafSize: 1 + random.integer(8) })) };
}

/** The points of a node. */
function pointsOf({ nodes }: Regions, node: number): readonly [number, number] {
  const first = nodes[node * NODE.wordCount + NODE.firstPoint];
  return [first, first + nodes[node * NODE.wordCount + NODE.pointCount]];
}

/** The edges of a node's border, each with what lies across it. */
function edgesOf(regions: Regions, node: number): string[] {
  const [first, end] = pointsOf(regions, node);
  const edges: string[] = [];
  for (let i = first; i < end; i++) {
    if (regions.across[i] === NO_EDGE) continue;
    const [a, b] = [regions.vertices[i], regions.vertices[i + 1]].map((vertex) => (vertex & ~CORNER_BIT) >>> 0);
    edges.push(`${a} ${b} ${regions.across[i]}`);
  }
  return edges.sort();
}

/** Vertices where not just two edges of tiles' borders meet. */
function cornersOf(regions: Regions): Set<number> {
  const edges = new Set<string>();
  for (let tile = 0; tile < regions.tiles.tileCount; tile++) {
    for (const edge of edgesOf(regions, tile)) edges.add(edge.split(' ').slice(0, 2).sort().join(' '));
  }
  const degrees = new Map<number, number>();
  for (const vertex of [...edges].flatMap((edge) => edge.split(' ').map(Number))) {
    degrees.set(vertex, (degrees.get(vertex) ?? 0) + 1);
  }
  return new Set([...degrees].filter(([, degree]) => degree !== 2).map(([vertex]) => vertex));
}

function expectSameRegions(shape: Shape, what: string): void {
  const found = listRegions(shape.bounds);
  const expected = listAnew(shape);
  expect(found.tiles, what).toEqual(expected.tiles);
  expect(namesOf(found), what).toEqual(namesOf(expected));
  const corners = cornersOf(expected);
  for (let node = 0; node < expected.tiles.nodeCount; node++) {
    const at = node * NODE.wordCount;
    const here = `${what}, node ${node}`;
    for (const key of ['slot', 'firstTile', 'endTile', 'bits'] as const) {
      expect(found.nodes[at + NODE[key]], `${here}, ${key}`).toBe(expected.nodes[at + NODE[key]]);
    }
    expect(edgesOf(found, node), here).toEqual(edgesOf(expected, node));
    const [first, end] = pointsOf(found, node);
    for (let i = first; i < end; i++) {
      const vertex = (found.vertices[i] & ~CORNER_BIT) >>> 0;
      if (corners.has(vertex)) expect(found.vertices[i] >= CORNER_BIT, `${here}, corner ${vertex}`).toBe(true);
    }
  }
}

/** Regions by their nodes, and what is known of them. */
function namesOf({ regions }: Regions): string[] {
  return Array.from({ length: regions.length / REGION.wordCount }, (_, region) =>
    regions.subarray(region * REGION.wordCount, (region + 1) * REGION.wordCount).join(' '),
  );
}

const MESHES: Readonly<Record<string, (random: Random) => Mesh>> = {
  'a large sheet': (random) => sheet(20 + random.integer(20), 20 + random.integer(20)),
  'a piece': (random) => randomPiece(random).mesh,
  'a tangle': (random) => tangledMesh(random),
};

describe('regions after cuts', () => {
  it.each(Object.keys(MESHES))('are those that are listed anew: %s', (name) => {
    for (let seed = 0; seed < 12; seed++) {
      const random = createRandom(8300 + seed);
      let shape = shapeOf(random, MESHES[name](random));
      const expected = expectedOf(random, shape.mesh, 'rigid');
      let what = `seed ${8300 + seed}`;
      listRegions(shape.bounds);
      for (let round = 0; round < 8; round++) {
        const { cut, what: kind } = randomCut(random, expected);
        what += `, ${kind}`;
        const after = cutShape(shape, cut);
        expect(areRegionsKnown(after.shape.bounds), what).toBe(true);
        expectSameRegions(after.shape, what);
        shape = after.shape;
      }
    }
  });
});
