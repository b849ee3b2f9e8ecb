/** The weights of a skin, vertex by vertex in the order of a tree, and who moves a run of triangles. */
import type { BlendModel } from '../../deform/blend.js';

/** Influences in compressed rows. */
export interface SkinWeights {
  /** Row of vertex v: from `starts[v]` up to, not including, `starts[v + 1]`. */
  readonly starts: Uint32Array;
  readonly governors: Uint32Array;
  readonly weights: Float64Array;
  /** The governors that move any triangle of a run, or any that has a vertex in common with one of it, ascending. */
  readonly governorsAround: (first: number, end: number) => Uint32Array;
}

/** The weights of a model, in the order of a tree whose triangles have `corners`. */
export function createSkinWeights(model: BlendModel, vertexOrder: Uint32Array, corners: Uint32Array): SkinWeights {
  const starts = new Uint32Array(vertexOrder.length + 1);
  const governors = new Uint32Array(model.governors.length);
  const weights = new Float64Array(model.weights.length);
  let next = 0;
  vertexOrder.forEach((vertex, i) => {
    for (let k = model.influenceOffsets[vertex]; k < model.influenceOffsets[vertex + 1]; k++) {
      governors[next] = model.governors[k];
      weights[next++] = model.weights[k];
    }
    starts[i + 1] = next;
  });
  const around = governorsOfStars(starts, governors, corners);
  return {
    starts,
    governors,
    weights,
    governorsAround: (first, end) => {
      const found = new Set<number>();
      for (let corner = first * 3; corner < end * 3; corner++) {
        for (const governor of around[corners[corner]]) found.add(governor);
      }
      return Uint32Array.from(found).sort();
    },
  };
}

/** For each vertex the governors of all vertices that it shares a triangle with. */
function governorsOfStars(starts: Uint32Array, governors: Uint32Array, corners: Uint32Array): number[][] {
  const around: number[][] = Array.from({ length: starts.length - 1 }, () => []);
  for (let corner = 0; corner < corners.length; corner++) {
    const first = corner - (corner % 3);
    const list = around[corners[corner]];
    for (let other = first; other < first + 3; other++) {
      const vertex = corners[other];
      for (let k = starts[vertex]; k < starts[vertex + 1]; k++) {
        if (!list.includes(governors[k])) list.push(governors[k]);
      }
    }
  }
  return around;
}
