/** The front door: every choice of a shape answers as the parts that it stands for, as brute force does, and what is no choice is refused. */
import {
  type Body,
  type Deformation,
  type Hits,
  type MeshData,
  type Shape,
  type ShapeOptions,
  createBody,
  createHits,
  createShape,
  createShapeAsync,
  findBallHits,
} from 'pliant';
import { createRandom } from 'pliant/exact';
import { bruteBallHits } from 'pliant/oracle';
import { QUINLAN_TREE, buildTree, createLinearModel, createMesh, createProxyShape } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { expectRefused } from '../mesh/expect-refused.js';
import { sheet } from '../mesh/make-meshes.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { randomFields } from '../support/sample-meshes.js';

const KERNELS = BACKENDS.wasm;
const MESH = sheet(9, 7);
const DATA: MeshData = { positions: MESH.positions, triangles: MESH.triangles };
const FIELDS = randomFields(createRandom(7701), MESH, 2, 0.4);
const CUBE = Float32Array.of(-1, -1, -1, 12, -1, -1, -1, 10, -1, -1, -1, 20);

/** Every kind of deformation, and how a body of it is posed. */
const DEFORMATIONS: Readonly<Record<string, readonly [Deformation | undefined, (body: Body) => void]>> = {
  nothing: [undefined, () => {}],
  fields: [{ fields: FIELDS }, (body) => body.setWeights([0.7, -0.4])],
  targets: [
    { targets: FIELDS.map((field) => field.map((value, k) => value + MESH.positions[k])) },
    (body) => body.setWeights([0.5, 0.25]),
  ],
  'a model': [createLinearModel(createMesh(DATA), FIELDS), (body) => body.setWeights([-0.3, 0.6])],
  joints: [
    {
      joints: Uint8Array.from({ length: MESH.vertexCount * 2 }, (_, i) => i % 2),
      weights: Float32Array.from({ length: MESH.vertexCount * 2 }, (_, i) => (i % 2 === 0 ? 0.25 : 0.75)),
      influencesPerVertex: 2,
    },
    (body) => body.setTransforms([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, -1, 0, 2, 1, 0, 0, 0, 0, 0, 1, -1]),
  ],
  'a cage': [
    { points: CUBE, weights: new Float32Array(MESH.vertexCount * 4).fill(0.25) },
    (body) => body.setPoints(CUBE.map((value, i) => value + (i % 5) * 0.3)),
  ],
  tetrahedra: [
    { points: CUBE, tetrahedra: Uint32Array.of(0, 1, 2, 3) },
    (body) => body.setPoints(CUBE.map((value, i) => value * (1 + (i % 4) * 0.1))),
  ],
};

const CHOICES: readonly ShapeOptions[] = [
  {},
  { leafSize: 1, arity: 2, split: 'mean' },
  { bound: 'sphere', center: 'smallest-ball' },
  { bound: 'sphere', center: 'middle' },
  { bound: 'oriented-box' },
  { morph: true },
  { patchSize: 8, leafSize: 3 },
];

/** Balls near the surface, asked lazily; where the vertices are by then is read from a body that poses them all. */
function expectLikeBrute(shape: Shape, pose: (body: Body) => void, what: string): void {
  const random = createRandom(7702);
  const [found, expected] = [createHits(1000), createHits(1000)];
  const body = createBody(KERNELS, shape, { strategy: 'lazy' });
  const posed = createBody(KERNELS, shape);
  for (const each of [body, posed]) pose(each);
  posed.refit();
  const { positions } = posed;
  let hits = 0;
  for (let ball = 0; ball < 20; ball++) {
    const at = random.integer(MESH.vertexCount) * 3;
    const center = [0, 1, 2].map((axis) => positions[at + axis] + random.range(-0.5, 0.5));
    const radius = random.range(0, 1.5);
    hits += findBallHits(body, center, radius, found);
    bruteBallHits(positions, MESH.triangles, center, radius, expected);
    expect(sorted(found), `${what}, ball ${ball}`).toEqual(sorted(expected));
  }
  expect(hits, what).toBeGreaterThan(0);
  for (const each of [body, posed]) each.dispose();
}

function sorted({ count, triangles }: Hits): number[] {
  return [...triangles.subarray(0, count)].toSorted((a, b) => a - b);
}

describe('a shape', () => {
  it.each(Object.keys(DEFORMATIONS))(
    'of %s has bodies that answer as brute force does, stored and sent ones too',
    (name) => {
      const [deformation, pose] = DEFORMATIONS[name];
      const shape = createShape(DATA, deformation);
      for (const used of [shape, structuredClone(shape)]) expectLikeBrute(used, pose, name);
    },
  );

  it.each(CHOICES)('of %j answers as brute force does', (options) => {
    const [deformation, pose] = DEFORMATIONS[options.patchSize === undefined ? 'fields' : 'joints'];
    expectLikeBrute(createShape(DATA, deformation, options), pose, JSON.stringify(options));
  });

  it.each(Object.keys(DEFORMATIONS))(
    'of %s is the same when it is made in slices, and says how far it is',
    async (name) => {
      const [deformation] = DEFORMATIONS[name];
      const shares: number[] = [];
      const shape = await createShapeAsync(DATA, deformation, { onProgress: (share) => shares.push(share) });
      expect(shape).toEqual(createShape(DATA, deformation));
      expect(shares.at(-1)).toBe(1);
      expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    },
  );

  it('of proxies is what createProxyShape makes, at once and in slices', async () => {
    const options = { proxies: { level: 3 } };
    const proxies = createShape(DATA, { fields: FIELDS }, options);
    const mesh = createMesh(DATA);
    expect(proxies).toEqual(
      createProxyShape(mesh, createLinearModel(mesh, FIELDS), buildTree(mesh, QUINLAN_TREE), options.proxies),
    );
    expect(await createShapeAsync(DATA, { fields: FIELDS }, options)).toEqual(proxies);
  });

  it('can be called off', async () => {
    const signal = AbortSignal.abort();
    await expect(createShapeAsync(DATA, { fields: FIELDS }, { signal })).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('what is no shape', () => {
  const [fields] = DEFORMATIONS.fields;
  const [joints] = DEFORMATIONS.joints;

  it('is refused for options that are misspelt, or that mean nothing for the deformation', () => {
    const make = (deformation: Deformation | undefined, options: object) => () =>
      createShape(DATA, deformation, options);
    expectRefused(make(fields, { leafsize: 2 }), 'unsupported', 'createShape', 'leafsize', 'leafSize');
    expectRefused(make(fields, { patchSize: 8 }), 'unsupported', 'patchSize');
    expectRefused(make(fields, { coherence: 0.1 }), 'unsupported', 'coherence');
    expectRefused(make(joints, { bound: 'sphere' }), 'unsupported', 'bound', 'patchSize');
    expectRefused(make(fields, { bound: 'nonsense' }), 'bad-type', 'bound', 'nonsense');
    expectRefused(make(joints, { patchSize: -5 }), 'bad-count', 'patchSize', '-5');
    expectRefused(make(joints, { proxies: { level: 2 } }), 'unsupported', 'proxies');
    expectRefused(make(fields, { proxies: { level: 2 }, bound: 'box' }), 'unsupported', 'bound');
    // Left out in so many words is left out.
    expect(() => createShape(DATA, fields, { patchSize: undefined } as object)).not.toThrow();
  });

  it('is refused for a deformation that is none', () => {
    for (const bad of [{}, 3, null, { bones: [] }])
      expectRefused(() => createShape(DATA, bad as unknown as Deformation), 'bad-type', 'createShape', 'fields');
  });

  it('is refused as a body with options that there are none of', () => {
    const shape = createShape(DATA, fields);
    const proxies = createShape(DATA, fields, { proxies: { level: 2 } });
    expectRefused(
      () => createBody(KERNELS, shape, { stratgy: 'lazy' } as object),
      'unsupported',
      'stratgy',
      'strategy',
    );
    expectRefused(
      () => createBody(KERNELS, proxies as unknown as Shape, { strategy: 'lazy' }),
      'unsupported',
      'createBody',
      'strategy',
    );
  });
});
