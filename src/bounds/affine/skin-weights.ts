/** The weights of a skin, vertex by vertex in the order of a tree, and who moves a run of triangles. */
import type { BlendModel } from '../../deform/blend.js';
import type { LongWork } from '../../long-work.js';
import { inStretches, staying } from './stretches.js';

/** Influences in compressed rows. */
export interface SkinWeights {
  readonly governorCount: number;
  /** Row of vertex v: from `starts[v]` up to, not including, `starts[v + 1]`. */
  readonly starts: Uint32Array;
  readonly governors: Uint32Array;
  readonly weights: Float64Array;
  /** The governors that move any triangle of a run, or any that has a vertex in common with one of it, ascending. */
  readonly governorsAround: (first: number, end: number) => Uint32Array;
}

/** What of a model is needed. */
export type Influences = Pick<BlendModel, 'governorCount' | 'influenceOffsets' | 'governors' | 'weights'>;

/** Vertices or corners between two chances to give way. */
const STRETCH = 32768;

/** The weights of a model, in the order of a tree whose triangles have `corners`, step by step. */
export function* skinWeightsSteps(
  model: Influences,
  vertexOrder: Uint32Array,
  corners: Uint32Array,
): LongWork<SkinWeights> {
  const vertexCount = vertexOrder.length;
  const starts = new Uint32Array(vertexCount + 1);
  const governors = new Uint32Array(model.governors.length);
  const weights = new Float64Array(model.weights.length);
  let next = 0;
  yield* inStretches(vertexCount, STRETCH / 4, (from, to) => {
    for (let i = from; i < to; i++) {
      const vertex = vertexOrder[i];
      for (let k = model.influenceOffsets[vertex]; k < model.influenceOffsets[vertex + 1]; k++) {
        governors[next] = model.governors[k];
        weights[next++] = model.weights[k];
      }
      starts[i + 1] = next;
    }
  });
  // The triangles around each vertex: a counting sort.
  const rows = new Uint32Array(vertexCount + 1);
  const around = new Uint32Array(corners.length);
  yield* staying(
    inStretches(corners.length, STRETCH, (from, to) => {
      for (let corner = from; corner < to; corner++) rows[corners[corner] + 1]++;
    }),
    1,
  );
  for (let vertex = 0; vertex < vertexCount; vertex++) rows[vertex + 1] += rows[vertex];
  const filled = rows.slice();
  yield* staying(
    inStretches(corners.length, STRETCH, (from, to) => {
      for (let corner = from; corner < to; corner++) around[filled[corners[corner]]++] = Math.floor(corner / 3);
    }),
    1,
  );
  const { governorCount } = model;
  const isFound = new Uint8Array(governorCount);
  const found = new Uint32Array(governorCount);
  const seen = new Uint32Array(vertexCount);
  let mark = 0;
  const governorsAround = (first: number, end: number): Uint32Array => {
    // Vertices of the run have the higher mark, those next to them alone the lower one.
    mark += 2;
    let count = 0;
    for (let corner = first * 3; corner < end * 3; corner++) {
      const vertex = corners[corner];
      if (seen[vertex] === mark) continue;
      seen[vertex] = mark;
      for (let row = rows[vertex]; row < rows[vertex + 1]; row++) {
        for (let other = around[row] * 3; other < around[row] * 3 + 3; other++) {
          const next = corners[other];
          if (seen[next] >= mark - 1 && next !== vertex) continue;
          if (next !== vertex) seen[next] = mark - 1;
          for (let k = starts[next]; k < starts[next + 1]; k++) {
            if (isFound[governors[k]] === 1) continue;
            isFound[governors[k]] = 1;
            found[count++] = governors[k];
          }
        }
      }
    }
    const sorted = found.slice(0, count).sort();
    for (let i = 0; i < count; i++) isFound[sorted[i]] = 0;
    return sorted;
  };
  return { governorCount, starts, governors, weights, governorsAround };
}
