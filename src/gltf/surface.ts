/** The primitives of a mesh as one surface, and the model that moves it. */
import type { GLTF } from '@gltf-transform/core';
import { createMesh, createSkinModel, dropUnusedVertices, weldVertices } from '../parts.js';
import type { BlendModel, Mesh } from '../parts.js';
import type { GltfNumbers } from './accessors.js';
import { mostExpandedBytes } from './limits.js';
import type { GltfJson } from './needed.js';
import { hasSurface, setsOf } from './needed.js';
import { refuseFor } from './refusal.js';
import type { SceneWarning } from './scene.js';
import { appendTriangles, countTriangles } from './triangles.js';
import { readInfluences } from './vertex-influences.js';

/** A mesh and what moves it. */
export interface Surface {
  readonly mesh: Mesh;
  readonly model: BlendModel;
}

/** Vertices that primitives share: those with the same accessors have the same vertices. */
interface VertexBlock {
  readonly primitive: GLTF.IMeshPrimitive;
  readonly first: number;
  readonly count: number;
}

/**
 * All triangles of a mesh, through its primitives in file order. Vertices are one when their positions, displacements and
 * influences are; normals and texture coordinates do not count. Undefined for a mesh without triangles.
 *
 * @param jointCount Joints of the skin, or undefined where the node moves the mesh.
 */
export function readSurface(
  json: GltfJson,
  numbers: GltfNumbers,
  meshIndex: number,
  jointCount: number | undefined,
  dataBytes: number,
  warnings: SceneWarning[],
): Surface | undefined {
  const pointer = `/meshes/${meshIndex}`;
  const { primitives } = json.meshes![meshIndex];
  const blocks = new Map<string, VertexBlock>();
  let vertexCount = 0;
  let triangleCount = 0;
  let setCount = 0;
  for (const primitive of primitives.filter(hasSurface)) {
    const key = keyOf(primitive);
    const { count } = json.accessors![primitive.attributes['POSITION']];
    if (!blocks.has(key)) {
      blocks.set(key, { primitive, first: vertexCount, count });
      vertexCount += count;
    }
    triangleCount += countTriangles(json, primitive);
    if (jointCount !== undefined) setCount = Math.max(setCount, setsOf(primitive, 'JOINTS').length);
  }
  if (triangleCount === 0) return undefined;
  const targetCount = primitives[0].targets?.length ?? 0;
  const size = 12 * triangleCount + 4 * vertexCount * (3 + 3 * targetCount + 8 * setCount);
  if (size > mostExpandedBytes(dataBytes)) {
    refuseFor('claim-size', pointer, `the mesh claims ${size} bytes, but the file has ${dataBytes} bytes of data`);
  }

  const positions = new Float32Array(vertexCount * 3);
  const targets = Array.from({ length: targetCount }, () => new Float32Array(vertexCount * 3));
  for (const { primitive, first } of blocks.values()) {
    positions.set(numbers.floats(primitive.attributes['POSITION']), first * 3);
    primitive.targets?.forEach((target, t) => {
      if (target['POSITION'] !== undefined) targets[t].set(numbers.floats(target['POSITION']), first * 3);
    });
  }
  const triangles = new Uint32Array(triangleCount * 3);
  let at = 0;
  for (const [p, primitive] of primitives.entries()) {
    if (!hasSurface(primitive)) continue;
    const block = blocks.get(keyOf(primitive))!;
    at = appendTriangles(triangles, at, json, numbers, primitive, block, `${pointer}/primitives/${p}`);
  }
  const influences = readInfluences(numbers, [...blocks.values()], vertexCount, setCount, pointer, warnings);
  return weld(positions, triangles, targets, influences, jointCount ?? 1, pointer, warnings);
}

function keyOf(primitive: GLTF.IMeshPrimitive): string {
  const targets = (primitive.targets ?? []).map((target) => target['POSITION'] ?? '');
  const parts = [
    [primitive.attributes['POSITION']],
    setsOf(primitive, 'JOINTS'),
    setsOf(primitive, 'WEIGHTS'),
    targets,
  ];
  return parts.map((part) => part.join(' ')).join(',');
}

function weld(
  positions: Float32Array,
  triangles: Uint32Array,
  targets: readonly Float32Array[],
  { joints, weights, perVertex }: ReturnType<typeof readInfluences>,
  jointCount: number,
  pointer: string,
  warnings: SceneWarning[],
): Surface {
  const compact = dropUnusedVertices(createMesh({ positions, triangles }));
  const used = compact.originalOf;
  const usedJoints = pick(joints, perVertex, used, new Uint32Array(used.length * perVertex));
  const usedWeights = pick(weights, perVertex, used, new Float32Array(used.length * perVertex));
  const usedTargets = targets.map((target) => pick(target, 3, used, new Float32Array(used.length * 3)));
  const { mesh, originalOf } = weldVertices(compact.mesh, [
    { array: usedJoints, itemSize: perVertex },
    { array: usedWeights, itemSize: perVertex },
    ...usedTargets.map((array) => ({ array, itemSize: 3 })),
  ]);
  const count = originalOf.length;
  const model = createSkinModel(mesh, {
    joints: pick(usedJoints, perVertex, originalOf, new Uint32Array(count * perVertex)),
    weights: pick(usedWeights, perVertex, originalOf, new Float32Array(count * perVertex)),
    influencesPerVertex: perVertex,
    jointCount,
    morphTargets: usedTargets.map((target) => pick(target, 3, originalOf, new Float32Array(count * 3))),
  });
  const { vertexCount, largestError } = model.normalized;
  if (vertexCount > 0) {
    const message = `the weights of ${vertexCount} vertices miss 1 by up to ${largestError}; they are divided by their sum`;
    warnings.push({ code: 'ACCESSOR_WEIGHTS_NON_NORMALIZED', pointer, message });
  }
  return { mesh, model };
}

function pick<Numbers extends Float32Array | Uint32Array>(
  from: Numbers,
  itemSize: number,
  items: Uint32Array,
  out: Numbers,
): Numbers {
  for (let i = 0; i < items.length; i++) {
    for (let k = 0; k < itemSize; k++) out[i * itemSize + k] = from[items[i] * itemSize + k];
  }
  return out;
}
