/** How cuts are numbered, what of a body stays as it was, and what is refused. */
import {
  type Body,
  type PliantError,
  type PliantErrorCode,
  type Shape,
  beginSelf,
  createBody,
  createHits,
  createPairHits,
  createSearch,
  createShape,
  findRayHits,
  findSelfHits,
  step,
} from 'pliant';
import {
  type Cut,
  collectCut,
  createCageModel,
  createCuttableBody,
  createMesh,
  createNormalBounds,
  cutBody,
  findVertexTriangles,
  fitRegions,
} from 'pliant/parts';
import { beforeEach, describe, expect, it } from 'vitest';
import { sheet } from '../mesh/make-meshes.js';
import { pairsInOrder, sortedPairs, sortedTriangles } from '../query/check-hits.js';
import { BACKENDS } from '../support/sample-bodies.js';

const mesh = sheet(40, 30);
const { triangleCount, vertexCount } = mesh;
const room = { vertices: 4, triangles: 10 };

function skinned(): Shape {
  return createShape(mesh, {
    joints: Uint16Array.from({ length: vertexCount * 2 }, (_, i) => i % 3),
    weights: Float32Array.from({ length: vertexCount * 2 }, (_, i) => 1 + (i % 5)),
    influencesPerVertex: 2,
  });
}

const shape = skinned();
const one = Float32Array.of(0, 0, 0);
const skin = { joints: Uint16Array.of(0), weights: Float32Array.of(1), influencesPerVertex: 1 };

function selfHits(body: Body): string[] {
  const hits = createPairHits(1000);
  findSelfHits(body, hits);
  return sortedPairs(hits);
}

describe('a body that is cut', () => {
  it('keeps the numbers of triangles, never gives one again, and counts on behind all that ever were', () => {
    const small = sheet(2, 1);
    const body = createCuttableBody(BACKENDS.wasm, createShape(small));
    expect(cutBody(body, { remove: [2, 0], add: [0, 1, 2] })).toMatchObject({ firstTriangle: 4, firstVertex: 6 });
    expect(cutBody(body, { remove: [4], add: [3, 4, 5, 0, 1, 2] }).firstTriangle).toBe(5);
    expect(body.mesh.triangleCount).toBe(7);
    const { mesh: left, sources } = collectCut(body);
    expect([...sources]).toEqual([1, 3, 5, 6]);
    expect([...left.triangles.subarray(6)]).toEqual([3, 4, 5, 0, 1, 2]);
    const hits = createHits(10);
    for (const triangle of sources) {
      const center = [0, 1, 2].map((axis) =>
        [0, 1, 2].reduce((sum, k) => sum + small.positions[body.mesh.triangles[triangle * 3 + k] * 3 + axis] / 3, 0),
      );
      findRayHits(body, [center[0], center[1], center[2] + 5], [0, 0, -1], hits);
      expect(sortedTriangles(hits)).toContain(triangle);
      expect(sortedTriangles(hits).every((found) => sources.includes(found))).toBe(true);
    }
    body.dispose();
  });

  it('has indices that can be drawn: triangles that are not there have one vertex three times', () => {
    const body = createCuttableBody(BACKENDS.wasm, shape, { room });
    cutBody(body, { remove: [7], add: [0, 1, 40] });
    const { triangles } = body.mesh;
    const isNone = (triangle: number): boolean =>
      new Set(triangles.subarray(triangle * 3, triangle * 3 + 3)).size === 1;
    expect([6, 7, 8, triangleCount, triangleCount + 1].map(isNone)).toEqual([false, true, false, false, true]);
    body.dispose();
  });

  it('moves new vertices as it is told', () => {
    const small = sheet(2, 1);
    const body = createCuttableBody(BACKENDS.wasm, createShape(small, { fields: [small.positions.map(() => 1)] }));
    const { firstVertex } = cutBody(body, {
      add: [0, 1, small.vertexCount],
      vertices: { positions: Float32Array.of(5, 6, 7), deformation: { fields: [Float32Array.of(1, 2, 3)] } },
    });
    body.setWeights([2]);
    body.refit();
    expect([...body.positions.subarray(firstVertex * 3, firstVertex * 3 + 3)]).toEqual([7, 10, 13]);
    expect(body.positions[0]).toBe(small.positions[0] + 2);
    body.dispose();
  });

  it('leaves its shape and the bodies that share it as they were', () => {
    const before = skinned();
    const copy = structuredClone(before);
    const [body, other] = [createBody, createCuttableBody].map((create) =>
      create(BACKENDS.wasm, before, { pruning: 'always' }),
    );
    const found = selfHits(body);
    cutBody(other, { remove: [7, 8, 9], add: [0, 700, 300] });
    expect(selfHits(other)).not.toEqual(found);
    expect(selfHits(body)).toEqual(found);
    expect(before).toEqual(copy);
    body.dispose();
    other.dispose();
  });

  it('refuses searches that were under way', () => {
    const body = createCuttableBody(BACKENDS.wasm, shape, { room });
    const search = createSearch();
    beginSelf(search, body, createPairHits(10));
    step(search, 1);
    cutBody(body, { remove: [5] });
    expect(() => step(search)).toThrow(/pose/);
    body.dispose();
  });

  it('goes on as a shape of its own by what is collected of it, and is refused as one as it is', () => {
    const body = createCuttableBody(BACKENDS.wasm, shape, { room });
    cutBody(body, { remove: [7, 8, 9], add: [0, 700, 300] });
    const { mesh: left, model, sources } = collectCut(body);
    const anew = createBody(BACKENDS.wasm, structuredClone(createShape(left, model)));
    const hits = createPairHits(1000);
    findSelfHits(anew, hits);
    for (let i = 0; i < hits.count * 2; i++) hits.pairs[i] = sources[hits.pairs[i]];
    expect(sortedPairs(hits)).toEqual(selfHits(body));
    expect(() => createBody(BACKENDS.wasm, body)).toThrow(/do not belong together/);
    expect(() => createNormalBounds(body)).toThrow(/may be cut/);
    expect(() => fitRegions(body)).toThrow(/may be cut/);
    expect(() => createCuttableBody(BACKENDS.wasm, body)).toThrow(/do not belong together/);
    anew.dispose();
    body.dispose();
  });

  it('takes as little memory when it is disposed of as before it was created', () => {
    const { arena } = BACKENDS.wasm;
    const before = arena.usedBytes;
    const body = createCuttableBody(BACKENDS.wasm, shape, { pruning: 'always', room });
    cutBody(body, { remove: [1], add: [0, 5, 9] });
    selfHits(body);
    cutBody(body, { remove: [2] });
    body.dispose();
    expect(arena.usedBytes).toBe(before);
    expect(() => cutBody(body, { remove: [3] })).toThrow(/after dispose/);
  });
});

describe('a cut is refused, and leaves the body as it was,', () => {
  let body: Body;
  let found: string[];
  beforeEach(() => {
    body = createCuttableBody(BACKENDS.wasm, shape, { pruning: 'always', room });
    cutBody(body, { remove: [10] });
    found = selfHits(body);
    return () => body.dispose();
  });

  const cases: readonly [string, unknown, PliantErrorCode, RegExp][] = [
    [
      'a triangle that is not there',
      { remove: [triangleCount] },
      'bad-index',
      /remove\[0\] is 2400, but .* up to 2399/,
    ],
    ['a triangle before the first', { remove: [1, -1] }, 'bad-index', /remove\[1\] is -1/],
    ['half a triangle', { remove: [0.5] }, 'bad-index', /remove\[0\] is 0\.5/],
    ['a triangle that is no number', { remove: [NaN] }, 'bad-index', /remove\[0\] is NaN/],
    ['a triangle twice', { remove: [3, 4, 3] }, 'bad-index', /remove\[2\] is triangle 3 once more/],
    ['a triangle that went before', { remove: [3, 10] }, 'bad-index', /remove\[1\] is triangle 10, which was removed/],
    [
      'all triangles',
      { remove: Array.from({ length: triangleCount }, (_, i) => i).filter((i) => i !== 10) },
      'bad-count',
      /all 2399 triangles would go/,
    ],
    ['a vertex that is not there', { add: [0, 1, vertexCount] }, 'bad-index', /add\[2\] is 1271, but there are 1271/],
    ['a vertex that is no number', { add: [0, NaN, 1] }, 'bad-index', /add\[1\] is NaN/],
    ['a part of a triangle', { add: [0, 1] }, 'bad-count', /add has 2 vertices/],
    [
      'more triangles than there is room for',
      { add: Array.from({ length: 36 }, (_, i) => i) },
      'bad-count',
      /room for 10 more triangles, but 12 come/,
    ],
    ['no list', { remove: 5 }, 'bad-type', /remove is 5/],
    ['no list to add', { add: 'all' }, 'bad-type', /add is "all"/],
    ['no cut', undefined, 'bad-type', /the cut is undefined/],
    ['a misspelt name', { removed: [1] }, 'unsupported', /no option removed/],
    [
      'vertices nobody moves',
      { vertices: { positions: one } },
      'bad-type',
      /deformation is undefined; say how the 1 new/,
    ],
    [
      'vertices that are not finite',
      { vertices: { positions: Float32Array.of(0, NaN, 0), deformation: skin } },
      'bad-number',
      /y of vertex 0/,
    ],
    [
      'vertices far away',
      { vertices: { positions: Float32Array.of(0, 1e6, 0), deformation: skin } },
      'bad-number',
      /outside of twice the box/,
    ],
    [
      'more vertices than there is room for',
      {
        vertices: {
          positions: new Float32Array(15),
          deformation: { joints: new Uint16Array(5), weights: new Float32Array(5).fill(1), influencesPerVertex: 1 },
        },
      },
      'bad-count',
      /room for 4 more vertices, but 5 come/,
    ],
    [
      'another kind of motion',
      { vertices: { positions: one, deformation: { fields: [] } } },
      'mismatch',
      /follow a linear deformation with 0 fields, the others a blend/,
    ],
    [
      'joints that are not there',
      { vertices: { positions: one, deformation: { ...skin, joints: Uint16Array.of(3) } } },
      'mismatch',
      /follow 4 joints, the others 3/,
    ],
    [
      'a model of other vertices',
      {
        vertices: {
          positions: one,
          deformation: createCageModel(sheet(1, 1), { points: one, weights: Float64Array.of(1, 1, 1, 1) }),
        },
      },
      'bad-count',
      /moves 4 vertices, but 1 are new/,
    ],
    [
      'points instead of joints',
      { vertices: { positions: one, deformation: { points: one, weights: Float64Array.of(1) } } },
      'mismatch',
      /follow 1 points, the others 3 joints/,
    ],
  ];
  it.each(cases)('that names %s', (_, cut, code, message) => {
    const run = (): unknown => cutBody(body, cut as Cut);
    expect(run).toThrow(message);
    expect(run).toThrow(expect.objectContaining({ code }) as PliantError);
    expect(selfHits(body)).toEqual(found);
  });
});

describe('bodies that cannot be cut are refused:', () => {
  it('those of createBody, of spheres, and what is none', () => {
    const plain = createBody(BACKENDS.wasm, shape);
    expect(() => cutBody(plain, { remove: [0] })).toThrow(/pass what createCuttableBody gave/);
    expect(() => collectCut(plain)).toThrow(/pass what createCuttableBody gave/);
    expect(() => cutBody(undefined as never, {})).toThrow(/pass what createCuttableBody gave/);
    plain.dispose();
    const proxies = createShape(mesh, { fields: [] }, { proxies: {} });
    expect(() => createCuttableBody(BACKENDS.wasm, proxies as never)).toThrow(/spheres that stand for a mesh/);
    expect(() => createCuttableBody(BACKENDS.wasm, {} as never)).toThrow(/mesh, model and bounds are needed/);
    expect(() => createCuttableBody({} as never, shape)).toThrow(/kernels and a shape are needed/);
  });

  it.each([
    [{ vertices: -1 }, /room\.vertices/],
    [{ triangles: 1.5 }, /room\.triangles/],
    [{ triangles: 20_000 }, /room\.triangles/],
    [{ corners: 1 }, /no option corners/],
  ])('room of %o', (wanted, message) => {
    expect(() => createCuttableBody(BACKENDS.wasm, shape, { room: wanted as never })).toThrow(message);
  });

  it('and options that mean nothing', () => {
    expect(() => createCuttableBody(BACKENDS.wasm, shape, { pruned: true } as never)).toThrow(/no option pruned/);
  });
});

it('stars that were unfolded say nothing of triangles that come to their vertices', () => {
  const waves = sheet(30, 30);
  const flat = createMesh({
    positions: waves.positions.map((value, i) => (i % 3 === 2 ? 0 : value)),
    triangles: waves.triangles,
  });
  const body = createCuttableBody(BACKENDS.wasm, createShape(flat), { strategy: 'refit', pruning: 'never', room });
  const hits = createPairHits(1000);
  findSelfHits(body, hits);
  const before = hits.count;
  // Two triangles around a vertex, one next to the other: a third one over both has an edge in common with each.
  const middle = 15 * 31 + 15;
  const { starts, triangles } = findVertexTriangles(flat);
  const [first, ...others] = Array.from(triangles.subarray(starts[middle], starts[middle + 1]), (triangle) =>
    [...flat.triangles.subarray(triangle * 3, triangle * 3 + 3)].filter((vertex) => vertex !== middle),
  );
  const next = others.find((pair) => pair.includes(first[1]))!;
  const far = next.find((vertex) => vertex !== first[1])!;
  cutBody(body, { add: [middle, first[0], far] });
  findSelfHits(body, hits);
  const anew = createBody(BACKENDS.wasm, createShape(collectCut(body).mesh), { pruning: 'never' });
  const expected = createPairHits(1000);
  findSelfHits(anew, expected);
  expect(pairsInOrder(hits).length).toBeGreaterThan(before);
  expect(sortedPairs(hits)).toEqual(sortedPairs(expected));
  anew.dispose();
  body.dispose();
});
