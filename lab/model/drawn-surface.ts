/**
 * What the graphics card needs of an object: the audit's own vertices and triangles in the form that three.js wants. Made in the
 * worker of the model, for large ones take a while.
 */
import { fieldIndex, governorsOf } from 'pliant/parts';
import type { SceneObject } from 'pliant/audit';
import { writeNormals } from './normals.js';
import { isMostlySharp } from './sharp-edges.js';

/** Joints of a vertex that three.js takes into account. */
export const DRAWN_INFLUENCES = 4;

/** One surface. */
export interface DrawnSurface {
  readonly normals: Float32Array;
  /** Whether each triangle is shaded by itself. */
  readonly isSharp: boolean;
  /** For a skin, four joints per vertex, and weights that sum to 1. */
  readonly skin: { readonly joints: Uint16Array; readonly weights: Float32Array } | undefined;
  /** For each morph target, how far it moves each vertex. */
  readonly fields: readonly Float32Array[];
  /** Most joints that move a vertex; above {@link DRAWN_INFLUENCES}, the weakest of them are not drawn. */
  readonly influences: number;
}

/** Makes the surface of an object. */
export function createDrawnSurface(object: SceneObject): DrawnSurface {
  const { mesh, model, skin } = object;
  const normals = new Float32Array(mesh.positions.length);
  writeNormals(model.rest, mesh.triangles, normals);
  let influences = 0;
  for (let vertex = 0; vertex < model.vertexCount; vertex++) {
    influences = Math.max(influences, model.influenceOffsets[vertex + 1] - model.influenceOffsets[vertex]);
  }
  return {
    normals,
    isSharp: isMostlySharp(mesh),
    skin: skin === undefined ? undefined : strongestJoints(object),
    fields: Array.from({ length: model.fieldCount }, (_, field) => {
      const ways = new Float32Array(mesh.positions.length);
      for (let k = 0; k < ways.length; k++) ways[k] = model.fields[fieldIndex(model.fieldCount, field, k)];
      return ways;
    }),
    influences,
  };
}

function strongestJoints({ mesh, model }: SceneObject): { joints: Uint16Array; weights: Float32Array } {
  const joints = new Uint16Array(mesh.vertexCount * DRAWN_INFLUENCES);
  const weights = new Float32Array(joints.length);
  for (let vertex = 0; vertex < mesh.vertexCount; vertex++) {
    const found = governorsOf(model, vertex);
    const order = [...found.weights.keys()];
    if (order.length > DRAWN_INFLUENCES) {
      order.sort((a, b) => found.weights[b] - found.weights[a]);
      order.length = DRAWN_INFLUENCES;
    }
    const sum = order.reduce((total, k) => total + found.weights[k], 0);
    order.forEach((k, i) => {
      joints[vertex * DRAWN_INFLUENCES + i] = found.governors[k];
      weights[vertex * DRAWN_INFLUENCES + i] = found.weights[k] / sum;
    });
  }
  return { joints, weights };
}
