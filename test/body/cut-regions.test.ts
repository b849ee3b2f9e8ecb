/** Borders and regions after cuts, against what follows from the triangles that are left alone; and that nothing else is written. */
import { type Body, createPairHits, createSearch, createShape } from 'pliant';
import { type Random, createRandom } from 'pliant/exact';
import { createCuttableBody, cutBody, subdivideLoop } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { type Regions, listRegions } from '../../src/bounds/regions/regions.js';
import { LANES, NO_CHILD } from '../../src/kernels/layout/child-words.js';
import {
  CORNER_BIT,
  HAS_LOOPS,
  IS_UNTESTED,
  NODE,
  NOTHING_ACROSS,
  NO_EDGE,
  REGION,
} from '../../src/kernels/layout/regions.js';
import { sheet } from '../mesh/make-meshes.js';
import { runSelf } from '../query/run-searches.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { MESHES, ROOM, randomCut, shapeOf } from './make-cuts.js';

/** Which triangles of what was built are there, in the order of the leaves. */
function presentPlaces({ bounds, mesh }: Body, count: number): boolean[] {
  return Array.from({ length: count }, (_, place) => {
    const triangle = bounds.triangleOrder[place];
    const corners = [0, 1, 2].map((k) => mesh.triangles[triangle * 3 + k]);
    return corners.every((vertex, k) => vertex === bounds.vertexOrder[bounds.triangles[place * 3 + k]]);
  });
}

/** Of each edge, by its two vertices, how the triangles at it run through it, and in which tile they are. */
type Edges = ReadonlyMap<string, readonly { readonly from: number; readonly tile: number }[]>;

function edgesOf({ bounds }: Body, isThere: readonly boolean[], tileOf: readonly number[]): Edges {
  const edges = new Map<string, { from: number; tile: number }[]>();
  isThere.forEach((there, place) => {
    if (!there) return;
    const corners = bounds.triangles.subarray(place * 3, place * 3 + 3);
    if (new Set(corners).size < 3) return;
    corners.forEach((from, k) => {
      const to = corners[(k + 1) % 3];
      const name = from < to ? `${from} ${to}` : `${to} ${from}`;
      edges.set(name, [...(edges.get(name) ?? []), { from, tile: tileOf[place] }]);
    });
  });
  return edges;
}

/** The border of a set of tiles: edges that have one of their triangles, as it runs through them, with the tile across. Nothing where an edge has more than two, or two in the same direction. */
function borderOf(edges: Edges, isIn: (tile: number) => boolean): string[] | undefined {
  const border: string[] = [];
  for (const [name, list] of edges) {
    const own = list.filter(({ tile }) => isIn(tile));
    if (own.length === 0) continue;
    if (list.length > 2 || (list.length === 2 && list[0].from === list[1].from)) return undefined;
    if (own.length !== 1) continue;
    const across = list.find(({ tile }) => !isIn(tile))?.tile ?? NOTHING_ACROSS;
    const [low, high] = name.split(' ').map(Number);
    border.push(`${own[0].from} ${own[0].from === low ? high : low} ${across}`);
  }
  return border.sort();
}

/** Whether a border is anything but one loop that comes to no vertex twice. */
function hasLoops(border: readonly string[]): boolean {
  const next = new Map<number, number>();
  for (const edge of border) {
    const [from, to] = edge.split(' ').map(Number);
    if (next.has(from)) return true;
    next.set(from, to);
  }
  const [home] = next.keys();
  let length = 1;
  for (let at = next.get(home); at !== home && at !== undefined; at = next.get(at)) length++;
  return length < border.length;
}

function listedBorder({ across, nodes, vertices }: Regions, node: number): string[] {
  const first = nodes[node * NODE.wordCount + NODE.firstPoint];
  const end = first + nodes[node * NODE.wordCount + NODE.pointCount];
  const edges: string[] = [];
  for (let i = first; i < end; i++) {
    if (across[i] === NO_EDGE) continue;
    const [from, to] = [vertices[i], vertices[i + 1]].map((vertex) => (vertex & ~CORNER_BIT) >>> 0);
    edges.push(`${from} ${to} ${across[i]}`);
  }
  return edges.sort();
}

function expectBorders(body: Body, builtCount: number, what: string): number {
  const regions = listRegions(body.bounds);
  const { nodeCount, starts, tileCount } = regions.tiles;
  const tileOf: number[] = [];
  for (let tile = 0; tile < tileCount; tile++) for (let p = starts[tile]; p < starts[tile + 1]; p++) tileOf.push(tile);
  const edges = edgesOf(body, presentPlaces(body, builtCount), tileOf);
  const has = (node: number, tile: number): boolean =>
    tile >= regions.nodes[node * NODE.wordCount + NODE.firstTile] &&
    tile < regions.nodes[node * NODE.wordCount + NODE.endTile];
  let tested = 0;
  for (let node = 0; node < nodeCount; node++) {
    // Kernels write to the block in that slot, whether anything is left of the node or not.
    const { words } = body.bounds;
    const word = words[regions.nodes[node * NODE.wordCount + NODE.slot]];
    if (words[words[0] * LANES] !== NO_CHILD) expect(word, `${what}, node ${node}`).not.toBe(NO_CHILD);
    if ((regions.nodes[node * NODE.wordCount + NODE.bits] & IS_UNTESTED) !== 0) continue;
    const border = borderOf(edges, (tile) => has(node, tile));
    expect(border, `${what}, node ${node}: an odd edge`).toBeDefined();
    expect(listedBorder(regions, node), `${what}, node ${node}`).toEqual(border);
    tested++;
  }
  for (let at = 0; at < regions.regions.length; at += REGION.wordCount) {
    const [a, b] = regions.regions.subarray(at + REGION.nodeA, at + REGION.nodeB + 1);
    const bits = regions.regions[at + REGION.children];
    const border = borderOf(edges, (tile) => has(a, tile) || has(b, tile));
    if ((bits & IS_UNTESTED) !== 0 || border?.length === 0) continue;
    expect(border, `${what}, nodes ${a} and ${b}: an odd edge`).toBeDefined();
    expect((bits & HAS_LOOPS) !== 0, `${what}, nodes ${a} and ${b}: loops`).toBe(hasLoops(border!));
  }
  return tested;
}

describe('borders of a body that is cut again and again', () => {
  it.each(['a sheet', 'a piece', 'a tangle', 'a ball'])('are those of the triangles that are left: %s', (name) => {
    let tested = 0;
    for (let seed = 0; seed < 3; seed++) {
      const random = createRandom(8300 + seed);
      const { expected, shape } = shapeOf(random, MESHES[name](random), 'rigid');
      const body = createCuttableBody(BACKENDS.wasm, shape, { pruning: 'always', room: ROOM });
      let what = `seed ${8300 + seed}`;
      for (let round = 0; round < 6; round++) {
        const { cut, what: kind } = randomCut(random, expected);
        what += `, ${kind}`;
        cutBody(body, cut);
        tested += expectBorders(body, shape.mesh.triangleCount, what);
      }
      body.dispose();
    }
    if (name !== 'a tangle') expect(tested).toBeGreaterThan(20);
  });
});

describe('a cut', () => {
  const mesh = sheet(80, 80);
  const shape = createShape(mesh, { fields: [mesh.positions.map((value, i) => (i % 3 === 2 ? 0.1 : value * 0.05))] });

  function cutOne(random: Random, count: number): { changedNodes: number; changedRegions: number; body: Body } {
    const body = createCuttableBody(BACKENDS.wasm, shape, { pruning: 'always', room: ROOM });
    const { nodes, regions } = listRegions(body.bounds);
    const [nodesBefore, regionsBefore] = [nodes.slice(), regions.slice()];
    const first = random.integer(mesh.triangleCount - count);
    const remove = Array.from({ length: count }, (_, i) => first + i);
    const { rebuilt } = cutBody(body, { remove });
    const changed = (now: Uint32Array, before: Uint32Array, size: number): number => {
      const found = new Set<number>();
      now.forEach((word, i) => {
        if (word !== before[i]) found.add(Math.floor(i / size));
      });
      return found.size;
    };
    const changedNodes = changed(nodes, nodesBefore, NODE.wordCount);
    const changedRegions = changed(regions, regionsBefore, REGION.wordCount);
    expect(changedNodes).toBeLessThanOrEqual(rebuilt.borders);
    expect(changedRegions).toBeLessThanOrEqual(rebuilt.regions);
    expect(rebuilt.nodes).toBe(0);
    return { changedNodes, changedRegions, body };
  }

  it('changes few borders and regions of thousands', () => {
    const random = createRandom(5);
    for (let round = 0; round < 20; round++) {
      const { body, changedNodes, changedRegions } = cutOne(random, 3);
      expect(changedNodes).toBeGreaterThan(0);
      expect(changedNodes).toBeLessThan(60);
      expect(changedRegions).toBeLessThan(400);
      body.dispose();
    }
  });

  it('leaves bounds of what was built as they were, but that of the root', () => {
    const body = createCuttableBody(BACKENDS.wasm, shape, { room: ROOM });
    if (!('rates' in body.bounds)) throw new Error('a linear body has coefficients');
    const { blockCount, rows } = body.bounds;
    const size = rows.length / blockCount;
    const before = rows.slice();
    const far = Float32Array.of(mesh.positions[0], mesh.positions[1], 9);
    const { firstVertex, rebuilt } = cutBody(body, {
      remove: [900],
      add: [0, 1, mesh.vertexCount],
      vertices: { positions: far, deformation: { fields: [Float32Array.of(0, 0, 1)] } },
    });
    expect(firstVertex).toBe(mesh.vertexCount);
    expect(rebuilt.nodes).toBeLessThan(4);
    const changed = new Set<number>();
    rows.forEach((value, i) => {
      if (value !== before[i]) changed.add(Math.floor(i / size));
    });
    // The root, its children, and one block beside.
    expect(changed.size).toBe(3);
    body.dispose();
  });

  it('leaves most of a surface proved free of collisions', () => {
    const control = sheet(8, 8);
    const surface = subdivideLoop(control, { levels: 3 });
    const body = createCuttableBody(BACKENDS.wasm, createShape(surface.mesh, surface.model), {
      pruning: 'always',
      strategy: 'refit',
      room: ROOM,
    });
    body.setPoints(surface.points);
    const search = createSearch();
    const hits = createPairHits(100);
    runSelf(search, body, hits);
    const before = search.statistics.triangleTests;
    cutBody(body, { remove: [4000, 4001, 4002] });
    runSelf(search, body, hits);
    expect(hits.count).toBe(0);
    expect(search.statistics.regionsFree).toBeGreaterThan(0);
    expect(search.statistics.triangleTests).toBeLessThan(before + 500);
    body.dispose();
  });
});
