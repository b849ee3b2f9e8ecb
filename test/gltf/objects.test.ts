/** Surfaces: primitives of every kind as one mesh, and what moves it. */
import { PliantError } from 'pliant';
import { createPose, poseMesh, setTransforms, setWeights } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { createSceneEvaluator, writeObjectPose } from '../../src/gltf/evaluate.js';
import { readGltf } from '../../src/gltf/read-gltf.js';
import type { AnimatedScene } from '../../src/gltf/scene.js';
import { GltfMaker, toBytes } from './make-gltf.js';
import type { Json } from './make-gltf.js';

/** A square of four vertices, and a fifth beside it. */
const SQUARE = new Float32Array([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 2, 2, 0]);

/** World positions of each triangle of the only object, as text. */
function trianglesOf(scene: AnimatedScene): string[] {
  const [object] = scene.objects;
  const evaluator = createSceneEvaluator(scene);
  const pose = createPose(object.model.poseLayout);
  const transforms = new Float32Array(pose.transforms.length);
  const weights = new Float32Array(pose.weights.length);
  writeObjectPose(evaluator, object, transforms, weights);
  setTransforms(pose, transforms);
  setWeights(pose, weights);
  const posed = new Float32Array(object.mesh.positions.length);
  poseMesh(object.model, pose, posed);
  const corner = (vertex: number): string => posed.slice(vertex * 3, vertex * 3 + 2).join(' ');
  return Array.from({ length: object.mesh.triangleCount }, (_, t) =>
    Array.from(object.mesh.triangles.slice(t * 3, t * 3 + 3), corner).join(', '),
  );
}

function onlyMesh(primitives: readonly Json[], node: Json = {}, rest: Json = {}): Json {
  return { nodes: [{ mesh: 0, ...node }], scenes: [{ nodes: [0] }], scene: 0, meshes: [{ primitives }], ...rest };
}

async function expectRefused(bytes: Uint8Array, ...parts: readonly string[]): Promise<void> {
  const error: unknown = await readGltf(bytes).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(PliantError);
  for (const part of parts) expect((error as PliantError).message).toContain(part);
}

describe('a surface', () => {
  it.each([
    ['a list', 4, [0, 1, 2, 0, 2, 3], ['0 0, 1 0, 1 1', '0 0, 1 1, 0 1']],
    ['a list with a corner left over', 4, [0, 1, 2, 3], ['0 0, 1 0, 1 1']],
    ['a strip', 5, [0, 1, 3, 2], ['0 0, 1 0, 0 1', '1 0, 1 1, 0 1']],
    ['a fan', 6, [0, 1, 2, 3], ['0 0, 1 0, 1 1', '0 0, 1 1, 0 1']],
  ])('is %s', async (_, mode, indices, triangles) => {
    const maker = new GltfMaker();
    const POSITION = maker.add('VEC3', SQUARE);
    const scene = await readGltf(
      maker.glb(onlyMesh([{ attributes: { POSITION }, indices: maker.add('SCALAR', new Uint16Array(indices)), mode }])),
    );
    expect(trianglesOf(scene)).toEqual(triangles);
    expect(scene.objects[0].mesh.vertexCount, 'unused vertices are left out').toBeLessThan(5);
  });

  it('may have no indices', async () => {
    const maker = new GltfMaker();
    const POSITION = maker.add('VEC3', SQUARE.slice(0, 12));
    expect(trianglesOf(await readGltf(maker.glb(onlyMesh([{ attributes: { POSITION }, mode: 6 }]))))).toEqual([
      '0 0, 1 0, 1 1',
      '0 0, 1 1, 0 1',
    ]);
  });

  it('is welded across primitives, whose triangles keep their order', async () => {
    const maker = new GltfMaker();
    const first = { POSITION: maker.add('VEC3', SQUARE.slice(0, 9)) };
    const second = {
      POSITION: maker.add('VEC3', new Float32Array([0, 0, 0, 1, 1, 0, 0, 1, 0])),
      TEXCOORD_0: maker.add('VEC2', new Float32Array(6)),
    };
    const scene = await readGltf(
      maker.glb(onlyMesh([{ attributes: first }, { attributes: first, mode: 0 }, { attributes: second }])),
    );
    expect(trianglesOf(scene)).toEqual(['0 0, 1 0, 1 1', '0 0, 1 1, 0 1']);
    expect(scene.objects[0].mesh.vertexCount).toBe(4);
    expect(scene.objects[0].notChecked).toEqual(['primitive 1 is points']);
    expect(scene.warnings.map(({ code, pointer }) => `${code} ${pointer}`)).toContain('not-checked /nodes/0');
  });

  it('shares vertices between primitives that use the same accessors', async () => {
    const maker = new GltfMaker();
    const attributes = { POSITION: maker.add('VEC3', SQUARE) };
    const indices = [
      [0, 1, 2],
      [0, 2, 3],
    ].map((corners) => maker.add('SCALAR', new Uint8Array(corners)));
    const scene = await readGltf(maker.glb(onlyMesh(indices.map((accessor) => ({ attributes, indices: accessor })))));
    expect(trianglesOf(scene)).toEqual(['0 0, 1 0, 1 1', '0 0, 1 1, 0 1']);
  });

  it('keeps vertices apart that morph differently, and adds targets that lack positions as nothing', async () => {
    const maker = new GltfMaker();
    const POSITION = maker.add('VEC3', new Float32Array([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0]));
    const NORMAL = maker.add('VEC3', new Float32Array(18).fill(1 / Math.sqrt(3)));
    const moves = maker.add('VEC3', new Float32Array([0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0]));
    const turns = maker.add('VEC3', new Float32Array(18));
    const targets = [{ NORMAL: turns }, { POSITION: moves }];
    const scene = await readGltf(
      maker.glb(onlyMesh([{ attributes: { POSITION, NORMAL }, targets }], { weights: [1, 0.5] })),
    );
    expect(scene.objects[0].mesh.vertexCount, 'two of six are the same').toBe(5);
    expect([...scene.objects[0].defaultWeights]).toEqual([1, 0.5]);
    expect(trianglesOf(scene)).toEqual(['0 0, 1 0, 1 1', '2.5 0, 1 1, 0 1']);
  });

  it('takes default weights from the mesh where the node has none, and else zeros', async () => {
    const maker = new GltfMaker();
    const POSITION = maker.add('VEC3', SQUARE.slice(0, 9));
    const primitives = [{ attributes: { POSITION }, targets: [{ POSITION }] }];
    const weightsWith = async (mesh: Json): Promise<number[]> => {
      const scene = await readGltf(maker.glb(onlyMesh([], {}, { meshes: [{ primitives, ...mesh }] })));
      return [...scene.objects[0].defaultWeights];
    };
    expect(await weightsWith({ weights: [0.25] })).toEqual([0.25]);
    expect(await weightsWith({})).toEqual([0]);
  });

  it('reads sparse accessors, with and without a base', async () => {
    const maker = new GltfMaker();
    maker.addView(new Uint8Array(12));
    const POSITION = maker.add('VEC3', SQUARE.slice(0, 9), { min: [0, 0, 0], max: [3, 1, 0] });
    // The offset of the base must not be taken for one of the sparse values.
    const indices = maker.addView(new Uint8Array([2]));
    const values = maker.addView(new Uint8Array(new Float32Array([3, 1, 0]).buffer));
    Object.assign(maker.bufferViews[maker.accessors[POSITION].bufferView!], { byteOffset: 0, byteLength: 48 });
    const sparse = {
      count: 1,
      indices: { bufferView: indices, componentType: 5121 as const },
      values: { bufferView: values },
    };
    Object.assign(maker.accessors[POSITION], { byteOffset: 12, sparse });
    maker.accessors.push({ componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [3, 1, 0], sparse });
    const scene = await readGltf(
      maker.glb(onlyMesh([{ attributes: { POSITION }, targets: [{ POSITION: 1 }] }], { weights: [2] })),
    );
    expect(trianglesOf(scene)).toEqual(['0 0, 1 0, 9 3']);
  });

  it('reads quantised positions', async () => {
    const maker = new GltfMaker();
    const shorts = maker.addView(
      new Uint8Array(new Int16Array([0, 0, 0, 0, 32767, 0, 0, 0, -32768, 32767, 0, 0]).buffer),
      {
        byteStride: 8,
      },
    );
    const bounds = { min: [-32768, 0, 0], max: [32767, 32767, 0] };
    maker.accessors.push({
      bufferView: shorts,
      componentType: 5122,
      normalized: true,
      count: 3,
      type: 'VEC3',
      ...bounds,
    });
    const extensions = { extensionsUsed: ['KHR_mesh_quantization'], extensionsRequired: ['KHR_mesh_quantization'] };
    const scene = await readGltf(
      maker.glb(onlyMesh([{ attributes: { POSITION: 0 } }], { scale: [2, 2, 2] }, extensions)),
    );
    expect(trianglesOf(scene)).toEqual(['0 0, 2 0, -2 2']);
  });

  it('is moved by joints, by any number of sets, and not by its own node', async () => {
    const maker = new GltfMaker();
    const attributes = {
      POSITION: maker.add('VEC3', SQUARE.slice(0, 9)),
      JOINTS_0: maker.add('VEC4', new Uint8Array([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])),
      WEIGHTS_0: maker.add('VEC4', new Uint8Array([255, 0, 0, 0, 0, 0, 0, 0, 51, 0, 0, 0]), { normalized: true }),
      JOINTS_1: maker.add('VEC4', new Uint16Array([0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0])),
      WEIGHTS_1: maker.add('VEC4', new Float32Array([0, 0, 0, 0, 1, 0, 0, 0, 0.8, 0, 0, 0])),
    };
    const inverseBinds = [1, 2].flatMap((x) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -x, 0, 0, 1]);
    const inverseBindMatrices = maker.add('MAT4', new Float32Array(inverseBinds));
    const scene = await readGltf(
      maker.glb({
        nodes: [
          { mesh: 0, skin: 0, translation: [100, 0, 0] },
          { translation: [1, 0, 0], children: [2] },
          { matrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 10, 0, 1] },
        ],
        scenes: [{ nodes: [0, 1] }],
        skins: [{ joints: [1, 2], inverseBindMatrices }],
        meshes: [{ primitives: [{ attributes }] }],
      }),
    );
    expect(trianglesOf(scene)).toEqual(['0 0, 1 10, 1 9']);
    expect(scene.warnings).toEqual([]);
  });

  it('has weights divided by their sum, and its first joint where there are none, with a warning', async () => {
    const maker = new GltfMaker();
    const attributes = {
      POSITION: maker.add('VEC3', SQUARE.slice(0, 9)),
      JOINTS_0: maker.add('VEC4', new Uint8Array([0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0])),
      WEIGHTS_0: maker.add('VEC4', new Float32Array([1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0])),
    };
    const scene = await readGltf(
      maker.glb({
        nodes: [{ mesh: 0, skin: 0 }, { children: [2] }, { translation: [0, 4, 0] }],
        scenes: [{ nodes: [0, 1] }],
        skins: [{ joints: [1, 2] }],
        meshes: [{ primitives: [{ attributes }] }],
      }),
    );
    expect(trianglesOf(scene)).toEqual(['0 0, 1 2, 1 5']);
    expect(scene.warnings.map(({ code }) => code)).toEqual(['weights-missing', 'ACCESSOR_WEIGHTS_NON_NORMALIZED']);
  });

  it('is shared by nodes that show the same mesh', async () => {
    const maker = new GltfMaker();
    const POSITION = maker.add('VEC3', SQUARE.slice(0, 9));
    const json = {
      nodes: [{ mesh: 0 }, { mesh: 0, name: 'other' }, {}],
      meshes: [{ name: 'tile', primitives: [{ attributes: { POSITION } }] }],
    };
    const { objects } = await readGltf(maker.glb(json));
    expect(objects.map(({ id, name, node }) => [id, name, node])).toEqual([
      [0, 'tile', 0],
      [1, 'other', 1],
    ]);
    expect(objects[1].mesh).toBe(objects[0].mesh);
  });

  it('counts only in the default scene', async () => {
    const maker = new GltfMaker();
    const POSITION = maker.add('VEC3', SQUARE.slice(0, 9));
    const meshes = [{ primitives: [{ attributes: { POSITION } }] }];
    const nodes = [{ mesh: 0 }, { mesh: 0 }, { children: [0] }];
    const { objects, warnings } = await readGltf(
      maker.glb({ meshes, nodes, scenes: [{ nodes: [1] }, { nodes: [2] }], scene: 1 }),
    );
    expect(objects.map(({ node, name }) => [node, name])).toEqual([[0, 'node 0']]);
    expect(warnings.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual(['outside-scene /nodes/1']);
  });

  it('survives structuredClone, scene and all', async () => {
    const maker = new GltfMaker();
    const POSITION = maker.add('VEC3', SQUARE.slice(0, 9));
    const scene = await readGltf(maker.glb(onlyMesh([{ attributes: { POSITION } }])));
    expect(structuredClone(scene)).toEqual(scene);
  });
});

describe('a file with bad numbers', () => {
  it('is refused for positions that are not finite', async () => {
    const maker = new GltfMaker();
    const POSITION = maker.add('VEC3', new Float32Array([0, 0, 0, NaN, 0, 0, 1, 1, 0]), {
      min: [0, 0, 0],
      max: [1, 1, 0],
    });
    await expectRefused(
      maker.glb(onlyMesh([{ attributes: { POSITION } }])),
      'ACCESSOR_INVALID_FLOAT at /accessors/0: ',
    );
  });

  it('is refused for indices out of range', async () => {
    const maker = new GltfMaker();
    const POSITION = maker.add('VEC3', SQUARE.slice(0, 9));
    const indices = maker.add('SCALAR', new Uint16Array([0, 1, 3]));
    await expectRefused(
      maker.glb(onlyMesh([{ attributes: { POSITION }, indices }])),
      'ACCESSOR_INDEX_OOB at /meshes/0/primitives/0/indices: ',
    );
  });

  it('is refused for an extension that it requires and nobody here knows', async () => {
    const bytes = toBytes({
      asset: { version: '2.0' },
      extensionsUsed: ['ACME_shape'],
      extensionsRequired: ['ACME_shape'],
    });
    await expectRefused(bytes, 'at /extensionsRequired/0: ');
  });
});
