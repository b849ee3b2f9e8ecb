/** Bounds of a linear model after a cut: coefficients of stale nodes are fitted, all others are taken over. */
import type { LinearModel } from '../../deform/linear.js';
import { NO_SLOT } from '../../kernels/layout/blend.js';
import { LANES, LEAF_BIT } from '../../kernels/layout/child-words.js';
import { ORIENTED, SPHERES } from '../../kernels/layout/header.js';
import { NO_NODE } from '../../tree/tree.js';
import type { Tree } from '../../tree/tree.js';
import { createFit, BD_TREE_DEFAULTS } from '../bd/bd-tree.js';
import type { BdTree } from '../bd/bd-tree.js';
import { fitAxes, fitRates, fitSlot, fitTarget, sizeCountOf } from '../bd/fit.js';
import type { NodeFit } from '../bd/fit.js';
import { measureRates } from '../bd/rates.js';
import { layOutBlocks } from '../blocks/lay-out.js';
import { orderDisplacements } from '../blocks/vertex-order.js';
import { sourcesOfSlots } from './write-tree.js';
import type { EditedTree, TriangleEdits } from './write-tree.js';
import { append, firstNumbers } from './new-vertices.js';

/** Coefficients of four lanes: so many rows of them for each block. */
interface Rows {
  readonly from: Float32Array;
  readonly to: Float32Array;
  readonly count: number;
}

/** The bounds after a cut; `added` is the model of new vertices, if there are any. */
export function cutBdTree(
  before: BdTree,
  model: LinearModel,
  added: LinearModel | undefined,
  edits: TriangleEdits,
  edited: EditedTree,
  isStale: Uint8Array,
): { readonly bounds: BdTree; readonly slotSources: Uint32Array } {
  const { mesh } = edits;
  const { tree } = edited;
  const { blockCount, slots, words } = layOutBlocks(tree);
  const sizeCount = before.shape === SPHERES ? 1 : 3;
  const rowCount = before.rowCount * (before.fieldCount + 1);
  const after: BdTree = {
    ...before,
    vertexCount: mesh.vertexCount,
    modelChecksum: model.checksum,
    blockCount,
    depth: tree.depth,
    words,
    rows: new Float32Array(blockCount * rowCount * LANES),
    rates: new Float32Array(blockCount * sizeCount * LANES),
    axes: new Float32Array(before.shape === ORIENTED ? blockCount * 9 * LANES : 0),
    triangles: edited.triangles,
    triangleOrder: tree.triangleOrder,
    vertexOrder: edits.vertexOrder,
    displacements: added
      ? append(before.displacements, orderDisplacements(added, firstNumbers(added.vertexCount), true))
      : before.displacements,
  };
  const all: Rows[] = [
    { from: before.rows, to: after.rows, count: rowCount },
    { from: before.rates, to: after.rates, count: sizeCount },
    { from: before.axes, to: after.axes, count: before.shape === ORIENTED ? 9 : 0 },
  ];
  takeOver(before, after, edited, isStale, slots, all);
  fitStale(after, tree, isStale, slots);
  return { bounds: after, slotSources: sourcesOfSlots(edited, slots, words.length) };
}

/** Copies what is known of nodes that are not stale: block by block where nothing below it changed. */
function takeOver(
  before: BdTree,
  after: BdTree,
  { isChanged, sources, tree }: EditedTree,
  isStale: Uint8Array,
  slots: Uint32Array,
  all: readonly Rows[],
): void {
  const { arity, children, nodeCount } = tree;
  if (isStale[0] === 0) copyLane(all, sources[0], slots[0]);
  // Blocks are in depth-first order before and after, so there are long runs of them.
  let from = 0;
  let to = 0;
  let count = 0;
  for (let node = 0; node < nodeCount; node++) {
    const block = after.words[slots[node]];
    if (block >= LEAF_BIT) continue;
    if (isChanged[node] === 0) {
      const source = before.words[sources[node]];
      if (source !== from + count || block !== to + count) {
        copyBlocks(all, from, to, count);
        [from, to, count] = [source, block, 0];
      }
      count++;
      continue;
    }
    for (let lane = 0; lane < arity && children[node * arity + lane] !== NO_NODE; lane++) {
      const child = children[node * arity + lane];
      if (isStale[child] === 0 && sources[child] !== NO_SLOT) copyLane(all, sources[child], slots[child]);
    }
  }
  copyBlocks(all, from, to, count);
}

function copyBlocks(all: readonly Rows[], from: number, to: number, count: number): void {
  for (const rows of all) {
    const size = rows.count * LANES;
    rows.to.set(rows.from.subarray(from * size, (from + count) * size), to * size);
  }
}

function copyLane(all: readonly Rows[], from: number, to: number): void {
  for (const rows of all) {
    const source = (from >>> 2) * rows.count * LANES + (from & 3);
    const target = (to >>> 2) * rows.count * LANES + (to & 3);
    for (let row = 0; row < rows.count; row++) rows.to[target + row * LANES] = rows.from[source + row * LANES];
  }
}

/** Fits the coefficients of stale nodes, as bd/bd-tree.ts does for all. */
function fitStale(after: BdTree, tree: Tree, isStale: Uint8Array, slots: Uint32Array): void {
  const { fieldCount, morph, rowCount, shape } = after;
  const bound = shape === SPHERES ? 'sphere' : shape === ORIENTED ? 'oriented-box' : 'box';
  const sizeCount = sizeCountOf(bound);
  const { locals, numbers } = numberStale(after, tree, isStale);
  const stride = (fieldCount + 1) * 3;
  const values = new Float32Array(numbers.length * stride);
  numbers.forEach((vertex, i) =>
    values.set(after.displacements.subarray(vertex * stride, (vertex + 1) * stride), i * stride),
  );
  const fit = createFit(values, numbers.length, fieldCount, bound, BD_TREE_DEFAULTS.center, morph);
  const rates = measureRates(values, numbers.length, fieldCount + 1);
  const seenBy = new Int32Array(numbers.length).fill(-1);
  for (let node = 0; node < tree.nodeCount; node++) {
    if (isStale[node] === 0) continue;
    gatherLocals(fit, after, tree, node, locals, seenBy);
    const block = slots[node] >>> 2;
    const lane = slots[node] & 3;
    if (bound === 'oriented-box') fitAxes(fit, after.axes, block * 9 * LANES + lane);
    for (let slot = 0; slot <= fieldCount; slot++) {
      const at = (block * (fieldCount + 1) + slot) * rowCount * LANES + lane;
      fitSlot(fit, slot, after.rows, at);
      if (morph && slot > 0) fitTarget(fit, after.rows, at + (3 + sizeCount) * LANES);
    }
    fitRates(fit, rates, after.rates, block * sizeCount * LANES + lane);
  }
}

/** Numbers the vertices of all stale nodes: which they are, and of each vertex its number among them, or -1. */
function numberStale(
  { triangles, vertexCount }: BdTree,
  { nodeCount, ranges }: Tree,
  isStale: Uint8Array,
): { readonly numbers: number[]; readonly locals: Int32Array } {
  const locals = new Int32Array(vertexCount).fill(-1);
  const numbers: number[] = [];
  for (let node = 0; node < nodeCount; node++) {
    if (isStale[node] === 0) continue;
    const end = (ranges[node * 2] + ranges[node * 2 + 1]) * 3;
    for (let corner = ranges[node * 2] * 3; corner < end; corner++) {
      const vertex = triangles[corner];
      if (locals[vertex] < 0) locals[vertex] = numbers.push(vertex) - 1;
    }
  }
  return { locals, numbers };
}

/** Has the vertices of a node in the fit, each once. */
function gatherLocals(
  fit: NodeFit,
  { triangles }: BdTree,
  { ranges }: Tree,
  node: number,
  locals: Int32Array,
  seenBy: Int32Array,
): void {
  const end = (ranges[node * 2] + ranges[node * 2 + 1]) * 3;
  fit.count = 0;
  for (let corner = ranges[node * 2] * 3; corner < end; corner++) {
    const vertex = locals[triangles[corner]];
    if (seenBy[vertex] === node) continue;
    seenBy[vertex] = node;
    fit.vertices[fit.count++] = vertex;
  }
}
