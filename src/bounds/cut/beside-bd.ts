/** Coefficients of trees beside what was built, and of the root above both. */
import { LANES } from '../../kernels/layout/child-words.js';
import { ORIENTED, SPHERES } from '../../kernels/layout/header.js';
import { BD_TREE_DEFAULTS, createFit } from '../bd/bd-tree.js';
import type { BdTree } from '../bd/bd-tree.js';
import { fitAxes, fitRates, fitSlot, fitTarget, sizeCountOf, widenRates, widenSlot } from '../bd/fit.js';
import type { NodeFit } from '../bd/fit.js';
import { measureRates } from '../bd/rates.js';
import { rowsPerBlock } from './bd-room.js';
import type { BesideNode } from './cuttable.js';
import { noteRange } from './changes.js';
import type { Changes } from './changes.js';

/** Fits the bounds of nodes to their vertices, as bd/bd-tree.ts does for all. */
export function boundBesideLinear(bounds: BdTree, nodes: readonly BesideNode[], changes: Changes): void {
  const { fieldCount, morph, rowCount, triangles } = bounds;
  const { first: begin, count } = nodes[0];
  const numbers = new Map<number, number>();
  for (let corner = begin * 3; corner < (begin + count) * 3; corner++) {
    if (!numbers.has(triangles[corner])) numbers.set(triangles[corner], numbers.size);
  }
  const { fit, rates } = prepare(bounds, [...numbers.keys()]);
  const seenBy = new Int32Array(numbers.size).fill(-1);
  nodes.forEach(({ count: own, first, slot }, node) => {
    fit.count = 0;
    for (let corner = first * 3; corner < (first + own) * 3; corner++) {
      const vertex = numbers.get(triangles[corner])!;
      if (seenBy[vertex] === node) continue;
      seenBy[vertex] = node;
      fit.vertices[fit.count++] = vertex;
    }
    const at = placesOf(bounds, slot);
    if (bounds.shape === ORIENTED) fitAxes(fit, bounds.axes, at.axes);
    for (let k = 0; k <= fieldCount; k++) {
      const row = at.rows + k * rowCount * LANES;
      fitSlot(fit, k, bounds.rows, row);
      if (morph && k > 0) fitTarget(fit, bounds.rows, row + (3 + sizeCountOf(fit.bound)) * LANES);
    }
    fitRates(fit, rates, bounds.rates, at.rates);
  });
  for (const block of new Set(nodes.map(({ slot }) => slot >>> 2))) noteBlock(bounds, block, changes);
}

/** Has the root bound more vertices, given by their places in the order of the bounds. */
export function widenRoot(bounds: BdTree, vertices: readonly number[], changes: Changes): void {
  const { axes, fieldCount, morph, rowCount } = bounds;
  const { fit, rates } = prepare(bounds, vertices);
  fit.count = vertices.length;
  for (let i = 0; i < vertices.length; i++) fit.vertices[i] = i;
  if (bounds.shape === ORIENTED) for (let k = 0; k < 9; k++) fit.axes[k] = axes[k * LANES];
  for (let slot = 0; slot <= fieldCount; slot++) widenSlot(fit, slot, morph, bounds.rows, slot * rowCount * LANES);
  widenRates(fit, rates, bounds.rates, 0);
  noteBlock(bounds, 0, changes);
}

/** What moves some vertices, given by their places, and room to fit bounds to them. */
function prepare(bounds: BdTree, vertices: readonly number[]): { readonly fit: NodeFit; readonly rates: Float64Array } {
  const { displacements, fieldCount, morph, shape } = bounds;
  const stride = (fieldCount + 1) * 3;
  const values = new Float32Array(vertices.length * stride);
  vertices.forEach((vertex, i) =>
    values.set(displacements.subarray(vertex * stride, (vertex + 1) * stride), i * stride),
  );
  const bound = shape === SPHERES ? 'sphere' : shape === ORIENTED ? 'oriented-box' : 'box';
  return {
    fit: createFit(values, vertices.length, fieldCount, bound, BD_TREE_DEFAULTS.center, morph),
    rates: measureRates(values, vertices.length, fieldCount + 1),
  };
}

/** Where the coefficients of a slot begin. */
function placesOf(
  bounds: BdTree,
  slot: number,
): { readonly rows: number; readonly rates: number; readonly axes: number } {
  const counts = rowsPerBlock(bounds);
  const at = (count: number): number => (slot >>> 2) * count * LANES + (slot & 3);
  return { rows: at(counts.rows), rates: at(counts.rates), axes: at(counts.axes) };
}

function noteBlock(bounds: BdTree, block: number, changes: Changes): void {
  const counts = rowsPerBlock(bounds);
  noteRange(changes, bounds.rows, block * counts.rows * LANES, counts.rows * LANES);
  noteRange(changes, bounds.rates, block * counts.rates * LANES, counts.rates * LANES);
  noteRange(changes, bounds.axes, block * counts.axes * LANES, counts.axes * LANES);
}
