/** The governors of a node, and how their weights run over its triangles. */
import type { BlendModel } from '../../deform/blend.js';
import { FLOAT64_ROUNDOFF } from '../../math/float.js';
import { clearEnclosure, createEnclosure, meet } from './enclosure.js';
import type { Enclosure } from './enclosure.js';
import type { NodeAtRest, RestSurface } from './surface.js';
import { FRAME } from './triangle-frames.js';

/** Entries of a governor's gradient: four rows of three. */
export const ENTRIES = 12;

/** Governors in hand, with room to work in. */
export interface NodeGovernors {
  readonly model: BlendModel;
  /** The governors of the node, ascending. */
  readonly found: number[];
  /** Of each governor of the model its place in `found`, plus one; or 0. */
  readonly places: Uint32Array;
  /** By place: the mean of its weights at a triangle's corners, from and to, and their sum; its gradient; and how large that can be. */
  means: Enclosure;
  shares: Float64Array;
  gradients: Enclosure;
  /** Three numbers by place: the largest sum over corners of |w - w̄| |g|, per column. */
  spreads: Float64Array;
  /** By place: how many triangles it moves. */
  moved: Uint32Array;
  /** By place: its weights at the corners of the triangle in hand. */
  weights: Float64Array;
  /** The places whose weights are not zero there. */
  readonly here: number[];
}

/** Room for the governors of any node. */
export function createNodeGovernors(model: BlendModel): NodeGovernors {
  return {
    model,
    found: [],
    places: new Uint32Array(model.governorCount),
    means: createEnclosure(0),
    shares: new Float64Array(0),
    gradients: createEnclosure(0),
    spreads: new Float64Array(0),
    moved: new Uint32Array(0),
    weights: new Float64Array(0),
    here: [],
  };
}

/** Finds the governors of some triangles. */
export function findGovernors(work: NodeGovernors, { corners }: RestSurface, first: number, end: number): void {
  const { found, model, places } = work;
  for (const governor of found) places[governor] = 0;
  found.length = 0;
  for (let corner = first * 3; corner < end * 3; corner++) {
    const vertex = corners[corner];
    for (let i = model.influenceOffsets[vertex]; i < model.influenceOffsets[vertex + 1]; i++) {
      if (places[model.governors[i]] > 0) continue;
      places[model.governors[i]] = 1;
      found.push(model.governors[i]);
    }
  }
  found.sort((a, b) => a - b);
  found.forEach((governor, place) => (places[governor] = place + 1));
}

/**
 * Measures the governors that were found. w̄ is the mean of a governor's weights at the three corners, as float64 has it: bounds hold for any number in its place, since
 * what it leaves out inside a triangle is what the gradient Σ_v (w_v - w̄) (r_v - origin, 1) g_vᵀ has.
 */
export function measureGovernors(
  work: NodeGovernors,
  surface: RestSurface,
  { end, first }: NodeAtRest,
  origin: ArrayLike<number>,
): void {
  makeRoom(work);
  const { gradients, here, means, model, moved, shares, spreads, weights } = work;
  const { corners, frames } = surface;
  const g = frames.numbers;
  const { rest } = model;
  for (let triangle = first; triangle < end; triangle++) {
    readWeights(work, corners, triangle);
    const frame = triangle * FRAME.count;
    for (let i = 0; i < here.length; i++) {
      const place = here[i];
      const mean = (weights[place * 3] + weights[place * 3 + 1] + weights[place * 3 + 2]) / 3;
      meet(means, place, mean);
      shares[place] += mean;
      moved[place]++;
      for (let column = 0; column < 3; column++) {
        const ga = g[frame + FRAME.a + column];
        const gb = g[frame + FRAME.b + column];
        let x = 0;
        let y = 0;
        let z = 0;
        let sum = 0;
        let spread = 0;
        for (let corner = 0; corner < 3; corner++) {
          const share = (weights[place * 3 + corner] - mean) * (corner === 0 ? ga : corner === 1 ? gb : -(ga + gb));
          const vertex = corners[triangle * 3 + corner] * 3;
          x += share * (rest[vertex] - origin[0]);
          y += share * (rest[vertex + 1] - origin[1]);
          z += share * (rest[vertex + 2] - origin[2]);
          sum += share;
          spread += Math.abs(share);
        }
        const entry = place * ENTRIES + column;
        meet(gradients, entry, x);
        meet(gradients, entry + 3, y);
        meet(gradients, entry + 6, z);
        meet(gradients, entry + 9, sum);
        spreads[place * 3 + column] = Math.max(spreads[place * 3 + column], spread);
      }
      weights.fill(0, place * 3, place * 3 + 3);
    }
    here.length = 0;
  }
  settle(work, end - first);
}

/** What a sum of corners' shares is off by, at most, as a share of its spread: differences, products and sums of float64. */
export const SPREAD_ERROR = 32 * FLOAT64_ROUNDOFF;

function makeRoom(work: NodeGovernors): void {
  const count = work.found.length;
  if (work.shares.length < count) {
    const room = count * 2;
    work.means = createEnclosure(room);
    work.shares = new Float64Array(room);
    work.gradients = createEnclosure(room * ENTRIES);
    work.spreads = new Float64Array(room * 3);
    work.moved = new Uint32Array(room);
    work.weights = new Float64Array(room * 3);
  }
  clearEnclosure(work.means, 0, count);
  work.shares.fill(0, 0, count);
  clearEnclosure(work.gradients, 0, count * ENTRIES);
  work.spreads.fill(0, 0, count * 3);
  work.moved.fill(0, 0, count);
}

function readWeights({ here, model, places, weights }: NodeGovernors, corners: Uint32Array, triangle: number): void {
  for (let corner = 0; corner < 3; corner++) {
    const vertex = corners[triangle * 3 + corner];
    for (let i = model.influenceOffsets[vertex]; i < model.influenceOffsets[vertex + 1]; i++) {
      const place = places[model.governors[i]] - 1;
      // A weight is above 0, so that whoever has none so far is not listed.
      if (weights[place * 3] + weights[place * 3 + 1] + weights[place * 3 + 2] === 0) here.push(place);
      weights[place * 3 + corner] = model.weights[i];
    }
  }
}

/** Where a governor moves some triangles alone, it has weights and gradients of zero in the others. */
function settle({ found, gradients, means, moved, shares, spreads }: NodeGovernors, triangleCount: number): void {
  for (let place = 0; place < found.length; place++) {
    shares[place] /= triangleCount;
    for (let column = 0; column < 3; column++) spreads[place * 3 + column] *= 1 + SPREAD_ERROR;
    if (moved[place] === triangleCount) continue;
    meet(means, place, 0);
    for (let entry = place * ENTRIES; entry < (place + 1) * ENTRIES; entry++) meet(gradients, entry, 0);
  }
}
