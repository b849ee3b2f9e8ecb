/**
 * Where vertices come to after infinitely many levels. A vertex and its neighbours become, level by level, a fixed linear map of themselves; the
 * limit is the combination l that this map keeps: l S = l, with weights that sum to 1. S has no negative entries, so neither has l.
 */
import { otherEnd, walkRing } from './level.js';
import type { LoopLevel } from './level.js';
import { ruleOf, smoothWeight } from './rules.js';
import { addRow } from './rows.js';
import type { RowWriter, WeightRows } from './rows.js';

/** Room for the ring of the vertex with the most neighbours. */
export interface LimitScratch {
  readonly ring: Uint32Array;
  readonly weights: Float64Array;
  readonly pivots: Float64Array;
}

/** Room for a level. */
export function createLimitScratch({ edgeStarts, vertexCount }: LoopLevel): LimitScratch {
  let most = 0;
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    most = Math.max(most, edgeStarts[vertex + 1] - edgeStarts[vertex]);
  }
  return { ring: new Uint32Array(most), weights: new Float64Array(most), pivots: new Float64Array(most) };
}

/** Adds where a vertex comes to. Edges are smooth or sharp for ever: what lasts some levels has to be over. */
export function addLimitPoint(
  writer: RowWriter,
  rows: WeightRows,
  level: LoopLevel,
  vertex: number,
  scratch: LimitScratch,
): void {
  const { edges, edgeStarts, edgesAt, sharpness } = level;
  const [begin, end] = [edgeStarts[vertex], edgeStarts[vertex + 1]];
  const rule = ruleOf(level, vertex, 0);
  if (rule === 'corner') addRow(writer, rows, vertex, 1);
  else if (rule === 'crease') {
    // 3/4, 1/8, 1/8 for the vertex and 1/2, 1/2 for those beside it: a cubic B-spline, which keeps 2/3, 1/6, 1/6.
    addRow(writer, rows, vertex, 2 / 3);
    for (let i = begin; i < end; i++) {
      if (sharpness[edgesAt[i]] > 0) addRow(writer, rows, otherEnd(edges, edgesAt[i], vertex), 1 / 6);
    }
  } else {
    let dart = -1;
    for (let i = begin; i < end; i++) if (sharpness[edgesAt[i]] > 0) dart = edgesAt[i];
    if (dart >= 0) addDartLimit(writer, rows, level, vertex, dart, scratch);
    else addSmoothLimit(writer, rows, level, vertex);
  }
}

/**
 * With 1 for the vertex and x for each of n neighbours, b its weight of each: a neighbour passes on 3/8 + 1/8 + 1/8 of itself to those that come in
 * its ring, and b to the vertex. So x = b + 5/8 x, x = b / (3/8), and x / (1 + n x) when all are divided by their sum.
 */
function addSmoothLimit(writer: RowWriter, rows: WeightRows, level: LoopLevel, vertex: number): void {
  const { edges, edgeStarts, edgesAt } = level;
  const count = edgeStarts[vertex + 1] - edgeStarts[vertex];
  const each = 1 / (0.375 / smoothWeight(count) + count);
  addRow(writer, rows, vertex, 1 - count * each);
  for (let i = edgeStarts[vertex]; i < edgeStarts[vertex + 1]; i++) {
    addRow(writer, rows, otherEnd(edges, edgesAt[i], vertex), each);
  }
}

/**
 * A smooth vertex with one sharp edge, to neighbour 0. With 1 for the vertex and b its weight of each neighbour, the weights x of the others,
 * in their order around it, keep themselves where
 *     5/8 x_j - 1/8 (x_j-1 + x_j+1) = b    with nothing from neighbour 0, which is moved along its edge alone,
 *     1/2 x_0 = b + 1/8 (x_1 + x_n-1).
 * The system dominates by its diagonal, and has positive solutions.
 */
function addDartLimit(
  writer: RowWriter,
  rows: WeightRows,
  level: LoopLevel,
  vertex: number,
  dart: number,
  { pivots, ring, weights }: LimitScratch,
): void {
  const count = walkRing(level, vertex, dart, ring);
  const weight = smoothWeight(count);
  for (let j = 1; j < count; j++) {
    const over = j === 1 ? 0 : 0.125 / pivots[j - 1];
    pivots[j] = 0.625 - 0.125 * over;
    weights[j] = weight + (j === 1 ? 0 : over * weights[j - 1]);
  }
  for (let j = count - 1; j >= 1; j--) {
    weights[j] = (weights[j] + (j === count - 1 ? 0 : 0.125 * weights[j + 1])) / pivots[j];
  }
  weights[0] = 2 * (weight + 0.125 * (weights[1] + weights[count - 1]));
  let sum = 1;
  for (let j = 0; j < count; j++) sum += weights[j];
  addRow(writer, rows, vertex, 1 / sum);
  for (let j = 0; j < count; j++) addRow(writer, rows, otherEnd(level.edges, ring[j], vertex), weights[j] / sum);
}
