/** Joints and weights of vertices, from any number of sets, in an order that lets equal ones be seen. */
import type { GLTF } from '@gltf-transform/core';
import type { GltfNumbers } from './accessors.js';
import { setsOf } from './needed.js';
import { refuseFor } from './refusal.js';
import type { SceneWarning } from './scene.js';

/** What moves each vertex: `perVertex` joints and weights, ascending joints first, then weights of zero with joint 0. */
export interface VertexInfluences {
  readonly joints: Uint32Array;
  readonly weights: Float32Array;
  readonly perVertex: number;
}

/** Where the vertices of a primitive begin among those of its mesh. */
interface PlacedPrimitive {
  readonly primitive: GLTF.IMeshPrimitive;
  readonly first: number;
  readonly count: number;
}

/** The influences of all vertices of a mesh. Without sets of joints, the node alone moves every vertex. */
export function readInfluences(
  numbers: GltfNumbers,
  blocks: readonly PlacedPrimitive[],
  vertexCount: number,
  setCount: number,
  pointer: string,
  warnings: SceneWarning[],
): VertexInfluences {
  if (setCount === 0) {
    return { joints: new Uint32Array(vertexCount), weights: new Float32Array(vertexCount).fill(1), perVertex: 1 };
  }
  const perVertex = 4 * setCount;
  const joints = new Uint32Array(vertexCount * perVertex);
  const weights = new Float32Array(vertexCount * perVertex);
  let weightlessCount = 0;
  for (const { primitive, first, count } of blocks) {
    const jointSets = setsOf(primitive, 'JOINTS').map((accessor) => numbers.integers(accessor));
    const weightSets = setsOf(primitive, 'WEIGHTS').map((accessor) => numbers.floats(accessor));
    if (jointSets.length === 0 || jointSets.length !== weightSets.length) {
      refuseFor(
        'NODE_SKIN_WITH_NON_SKINNED_MESH',
        pointer,
        'a skin moves the mesh, but a primitive has no joints and weights',
      );
    }
    for (let vertex = 0; vertex < count; vertex++) {
      const begin = (first + vertex) * perVertex;
      let end = begin;
      for (let k = 0; k < jointSets.length * 4; k++) {
        const weight = weightSets[k >> 2][vertex * 4 + (k & 3)];
        if (weight === 0) continue;
        const joint = jointSets[k >> 2][vertex * 4 + (k & 3)];
        let place = end++;
        for (; place > begin && joints[place - 1] > joint; place--) {
          joints[place] = joints[place - 1];
          weights[place] = weights[place - 1];
        }
        joints[place] = joint;
        weights[place] = weight;
      }
      if (end > begin) continue;
      // As three.js has it: the first joint takes the vertex.
      joints[begin] = jointSets[0][vertex * 4];
      weights[begin] = 1;
      weightlessCount++;
    }
  }
  if (weightlessCount > 0) {
    const message = `${weightlessCount} vertices have no weight for any joint; their first joint moves them`;
    warnings.push({ code: 'weights-missing', pointer, message });
  }
  return { joints, weights, perVertex };
}
