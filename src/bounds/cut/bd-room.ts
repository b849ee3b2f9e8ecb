/** Bounds of a linear model with room for more: coefficients of nodes, and what moves vertices. */
import { withSpace } from '../../deform/model-room.js';
import { LANES } from '../../kernels/layout/child-words.js';
import { ORIENTED, SPHERES } from '../../kernels/layout/header.js';
import type { BdTree } from '../bd/bd-tree.js';
import type { BlockTree } from '../blocks/block-tree.js';
import { BUILT_SLOT } from './cuttable.js';
import type { Sizes } from './cuttable.js';

/** Rows of four lanes that a block has of each kind. */
export function rowsPerBlock({ fieldCount, rowCount, shape }: BdTree): {
  readonly rows: number;
  readonly rates: number;
  readonly axes: number;
} {
  return { rows: rowCount * (fieldCount + 1), rates: shape === SPHERES ? 1 : 3, axes: shape === ORIENTED ? 9 : 0 };
}

/** Moves all blocks but the first one further, and makes room behind them; `tree` has room already. */
export function giveBdRoom(tree: BdTree & BlockTree, before: BdTree, { blockCount, vertexCount }: Sizes): BdTree {
  const counts = rowsPerBlock(before);
  const move = (from: Float32Array, count: number): Float32Array => {
    const size = count * LANES;
    const to = new Float32Array(blockCount * size);
    to.set(from.subarray(0, size));
    to.set(from.subarray(size), 2 * size);
    // What was built is bounded below the root as it was at the root.
    for (let row = 0; row < count; row++) to[BUILT_SLOT * count + row * LANES] = from[row * LANES];
    return to;
  };
  const stride = (before.fieldCount + 1) * 3;
  const displacements = withSpace(before.displacements, vertexCount * stride);
  for (let vertex = before.vertexCount; vertex < vertexCount; vertex++) displacements.copyWithin(vertex * stride, 0, 3);
  return {
    ...tree,
    rows: move(before.rows, counts.rows),
    rates: move(before.rates, counts.rates),
    axes: move(before.axes, counts.axes),
    displacements,
  };
}
