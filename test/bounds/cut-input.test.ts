/** How cut shapes are numbered and shared, and what is refused. */
import {
  type PliantError,
  type PliantErrorCode,
  type Shape,
  createBody,
  createPairHits,
  createShape,
  findSelfHits,
} from 'pliant';
import { type Cut, NO_INDEX, cutShape, createCageModel } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { listRegions } from '../../src/bounds/regions/regions.js';
import { LIST } from '../../src/kernels/layout/blend.js';
import { BLEND } from '../../src/kernels/layout/header.js';
import { LANES, NO_CHILD } from '../../src/kernels/layout/child-words.js';
import { sheet } from '../mesh/make-meshes.js';
import { pairsInOrder } from '../query/check-hits.js';
import { BACKENDS } from '../support/sample-bodies.js';

const mesh = sheet(40, 30);

function skinned(): Shape {
  const { vertexCount } = mesh;
  return createShape(mesh, {
    joints: Uint16Array.from({ length: vertexCount * 2 }, (_, i) => i % 3),
    weights: Float32Array.from({ length: vertexCount * 2 }, (_, i) => 1 + (i % 5)),
    influencesPerVertex: 2,
  });
}

function selfHits(shape: Shape): string[] {
  const body = createBody(BACKENDS.wasm, shape, { pruning: 'always' });
  const hits = createPairHits(1000);
  findSelfHits(body, hits);
  body.dispose();
  return pairsInOrder(hits);
}

describe('a cut shape', () => {
  it('has the triangles that stay in their order, then those that were added, and says where they come from', () => {
    const small = sheet(2, 1);
    const { shape, sources } = cutShape(createShape(small), { remove: [2, 0], add: [0, 1, 2] });
    const kept = [1, 3].flatMap((triangle) => [...small.triangles.subarray(triangle * 3, triangle * 3 + 3)]);
    expect([...shape.mesh.triangles]).toEqual([...kept, 0, 1, 2]);
    expect([...sources]).toEqual([1, 3, NO_INDEX]);
    expect(shape.mesh.positions).toBe(small.positions);
  });

  it('numbers new vertices behind the others, and moves them as it is told', () => {
    const small = sheet(2, 1);
    const before = createShape(small, { fields: [small.positions.map(() => 1)] });
    const { shape } = cutShape(before, {
      add: [0, 1, small.vertexCount],
      vertices: { positions: Float32Array.of(5, 6, 7), deformation: { fields: [Float32Array.of(1, 2, 3)] } },
    });
    const body = createBody(BACKENDS.wasm, shape);
    body.setWeights([2]);
    body.refit();
    expect([...body.positions.subarray(small.vertexCount * 3)]).toEqual([7, 10, 13]);
    expect(body.positions[0]).toBe(small.positions[0] + 2);
  });

  it('leaves the shape before and its bodies as they were', () => {
    const before = skinned();
    const copy = structuredClone(before);
    const body = createBody(BACKENDS.wasm, before, { pruning: 'always' });
    const hits = createPairHits(1000);
    findSelfHits(body, hits);
    const found = pairsInOrder(hits);
    const { shape } = cutShape(before, { remove: [7, 8, 9], add: [0, 700, 300] });
    expect(selfHits(shape).length).toBeGreaterThan(0);
    findSelfHits(body, hits);
    expect(pairsInOrder(hits)).toEqual(found);
    expect(before).toEqual(copy);
  });

  it('can be cloned, and cut again as a clone', () => {
    const { shape } = cutShape(skinned(), { remove: [7, 8, 9], add: [0, 700, 300] });
    expect(selfHits(structuredClone(shape))).toEqual(selfHits(shape));
    const again: Cut = { remove: [shape.mesh.triangleCount - 1] };
    expect(selfHits(cutShape(structuredClone(shape), again).shape)).toEqual(selfHits(cutShape(shape, again).shape));
  });

  it('shares with the one before what moves vertices, if none is new', () => {
    const before = skinned();
    const { shape } = cutShape(before, { remove: [4], add: [0, 1, 5] });
    expect(shape.model).toBe(before.model);
    for (const name of ['vertices', 'influences', 'displacements', 'vertexOrder'] as const) {
      expect((shape.bounds as Extract<Shape['bounds'], { vertices: unknown }>)[name]).toBe(
        (before.bounds as Extract<Shape['bounds'], { vertices: unknown }>)[name],
      );
    }
  });

  it('goes on with regions where they are known, and leaves them for later where they are not', () => {
    const before = skinned();
    expect(cutShape(before, { remove: [4] }).rebuilt).toMatchObject({ borders: 0, regions: 0 });
    listRegions(before.bounds);
    const { rebuilt } = cutShape(before, { remove: [4] });
    expect(rebuilt.borders).toBeGreaterThan(0);
    expect(rebuilt.regions).toBeGreaterThan(0);
  });

  it('grows deeper by many cuts in one place, and shallow again when it is built anew', () => {
    let shape = createShape(mesh, { fields: [] });
    for (let round = 0; round < 30; round++) {
      const { triangleCount, triangles, vertexCount } = shape.mesh;
      const [a, b, c] = triangles.subarray(triangleCount * 3 - 3);
      const positions = Float32Array.of(0, 1, 2);
      for (let axis = 0; axis < 3; axis++) {
        positions[axis] = [a, b, c].reduce((sum, vertex) => sum + shape.mesh.positions[vertex * 3 + axis] / 3, 0);
      }
      const n = vertexCount;
      const cut = { remove: [triangleCount - 1], add: [a, b, n, b, c, n, c, a, n], vertices: { positions } };
      shape = cutShape(shape, cut).shape;
    }
    expect(shape.mesh.triangleCount).toBe(mesh.triangleCount + 60);
    const anew = createShape(shape.mesh);
    expect(anew.bounds.depth).toBeLessThan(shape.bounds.depth);
    expect(selfHits(shape).sort()).toEqual(selfHits(anew).sort());
  });
});

describe('what a cut computes', () => {
  it('are coefficients of few nodes of a linear shape: marks on all others stay', () => {
    const before = createShape(mesh, { fields: [mesh.positions.slice()] });
    if (before.bounds.shape !== BLEND) before.bounds.rates.fill(777);
    const { rebuilt, shape } = cutShape(before, { remove: [900], add: [400, 401, 402] });
    if (shape.bounds.shape === BLEND) throw new Error('a linear shape has coefficients');
    const { rates, words } = shape.bounds;
    let unmarked = 0;
    words.forEach((word, slot) => {
      if (word !== NO_CHILD && rates[Math.floor(slot / LANES) * 3 * LANES + (slot % LANES)] !== 777) unmarked++;
    });
    expect(unmarked).toBe(rebuilt.nodes);
    expect(rebuilt.nodes).toBeLessThan(40);
  });

  it('are lists of few nodes of a skin: marks on all others stay', () => {
    const before = skinned();
    const mark = 0x3f800001;
    const listsOf = ({ bounds }: Shape): Uint32Array => (bounds.shape === BLEND ? bounds.lists : new Uint32Array(0));
    const lists = listsOf(before);
    for (let at = LIST.sumWidening; at < lists.length; at += LIST.wordCount) lists[at] = mark;
    const { rebuilt, shape } = cutShape(before, { remove: [900], add: [400, 401, 402] });
    let unmarked = 0;
    for (let slot = 0; slot < listsOf(shape).length / LIST.wordCount; slot++) {
      if (shape.bounds.words[slot] !== NO_CHILD && listsOf(shape)[slot * LIST.wordCount + LIST.sumWidening] !== mark)
        unmarked++;
    }
    expect(unmarked).toBe(rebuilt.nodes);
    expect(rebuilt.nodes).toBeLessThan(30);
  });
});

describe('a cut is refused', () => {
  const shape = skinned();
  const { triangleCount, vertexCount } = mesh;
  const one = Float32Array.of(0, 0, 0);
  const skin = { joints: Uint16Array.of(0), weights: Float32Array.of(1), influencesPerVertex: 1 };
  const cases: readonly [string, unknown, PliantErrorCode, RegExp][] = [
    [
      'a triangle that is not there',
      { remove: [triangleCount] },
      'bad-index',
      /remove\[0\] is 2400, but there are 2400/,
    ],
    ['a triangle before the first', { remove: [1, -1] }, 'bad-index', /remove\[1\] is -1/],
    ['half a triangle', { remove: [0.5] }, 'bad-index', /remove\[0\] is 0\.5/],
    ['a triangle twice', { remove: [3, 4, 3] }, 'bad-index', /remove\[2\] is triangle 3 once more/],
    [
      'all triangles',
      { remove: Array.from({ length: triangleCount }, (_, i) => i) },
      'bad-count',
      /all 2400 triangles would go/,
    ],
    ['a vertex that is not there', { add: [0, 1, vertexCount] }, 'bad-index', /add\[2\] is 1271, but there are 1271/],
    ['a part of a triangle', { add: [0, 1] }, 'bad-count', /add has 2 vertices/],
    ['no list', { remove: 5 }, 'bad-type', /remove is 5/],
    ['no list to add', { add: 'all' }, 'bad-type', /add is "all"/],
    ['no cut', undefined, 'bad-type', /got an Object and undefined/],
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
    ['a misspelt name', { removed: [1] }, 'unsupported', /no option removed/],
  ];
  it.each(cases)('that names %s', (_, cut, code, message) => {
    const run = (): unknown => cutShape(shape, cut as Cut);
    expect(run).toThrow(message);
    expect(run).toThrow(expect.objectContaining({ code }) as PliantError);
  });

  it('of spheres that stand for a mesh, and of what is no shape', () => {
    const proxies = createShape(mesh, { fields: [] }, { proxies: {} });
    expect(() => cutShape(proxies as never, {})).toThrow(/spheres that stand for a mesh cannot be cut/);
    expect(() => cutShape({} as never, {})).toThrow(/pass a shape/);
    expect(() => cutShape({ ...shape, mesh: sheet(1, 1) }, {})).toThrow(/do not belong together/);
  });
});
