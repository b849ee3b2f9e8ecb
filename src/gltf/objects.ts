/** The nodes of a scene that have a surface, each with the surface, what moves it, and its name. */
import type { GLTF } from '@gltf-transform/core';
import { PliantError } from '../errors.js';
import type { GltfNumbers } from './accessors.js';
import type { GltfJson } from './needed.js';
import { hasSurface, modeOf, shownNodes } from './needed.js';
import { refuseFor } from './refusal.js';
import type { SceneObject, SceneSkin, SceneWarning } from './scene.js';
import type { Surface } from './surface.js';
import { readSurface } from './surface.js';

/** Reads all objects of the default scene. Nodes that show the same mesh share its surface. */
export function readObjects(
  json: GltfJson,
  numbers: GltfNumbers,
  dataBytes: number,
  warnings: SceneWarning[],
): SceneObject[] {
  const objects: SceneObject[] = [];
  const surfaces = new Map<string, Surface | undefined>();
  for (const index of shownNodes(json)) {
    const node = json.nodes![index];
    if (node.mesh === undefined) continue;
    const mesh = json.meshes![node.mesh];
    const skin = node.skin === undefined ? undefined : readSkin(json, numbers, node.skin);
    const notChecked = mesh.primitives.flatMap(describeUnchecked);
    notChecked.forEach((message) => warnings.push({ code: 'not-checked', pointer: `/nodes/${index}`, message }));

    const key = `${node.mesh} ${skin?.joints.length ?? ''}`;
    if (!surfaces.has(key)) {
      const found = withPointer(`/meshes/${node.mesh}`, () =>
        readSurface(json, numbers, node.mesh!, skin?.joints.length, dataBytes, warnings),
      );
      surfaces.set(key, found);
    }
    const surface = surfaces.get(key);
    if (surface === undefined) continue;
    objects.push({
      id: objects.length,
      name: node.name || mesh.name || `node ${index}`,
      node: index,
      ...surface,
      skin,
      defaultWeights: defaultWeights(node, mesh, surface.model.fieldCount),
      notChecked,
    });
  }
  return objects;
}

function readSkin(json: GltfJson, numbers: GltfNumbers, index: number): SceneSkin {
  const { joints, inverseBindMatrices } = json.skins![index];
  if (inverseBindMatrices !== undefined) {
    return { joints, inverseBinds: numbers.floats(inverseBindMatrices).subarray(0, joints.length * 16) };
  }
  const inverseBinds = new Float32Array(joints.length * 16);
  for (let i = 0; i < inverseBinds.length; i++) inverseBinds[i] = (i % 16) % 5 === 0 ? 1 : 0;
  return { joints, inverseBinds };
}

function defaultWeights(node: GLTF.INode, mesh: GLTF.IMesh, count: number): Float32Array {
  const weights = node.weights ?? mesh.weights ?? [];
  return Float32Array.from({ length: count }, (_, target) => weights[target] ?? 0);
}

const MODES = ['points', 'lines', 'a line loop', 'a line strip'];

function describeUnchecked(primitive: GLTF.IMeshPrimitive, index: number): string[] {
  if (hasSurface(primitive)) return [];
  const mode = modeOf(primitive);
  return [`primitive ${index} ${mode < MODES.length ? `is ${MODES[mode]}` : 'has no positions'}`];
}

/** Refusals of the core know vertices and joints; this adds where in the file they are. */
function withPointer<Result>(pointer: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof PliantError) || error.message.startsWith('readGltf')) throw error;
    return refuseFor('mesh-data', pointer, error.message, error.code);
  }
}
