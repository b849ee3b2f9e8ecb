/**
 * The coefficients of contact proxies and of the nodes above them.
 *
 * A proxy p wraps its triangles' vertices as a node of a BD-Tree does. A coarser node n must wrap its *proxies*, or walks
 * would miss contacts between spheres that stick out of it. For every q it does with
 *
 *     R_n = max_p(|c_p - c_n| + R_p)        dR_nj = max_p(|Ubar_pj - Ubar_nj| + dR_pj)
 *
 * since |c'_p - c'_n| + R'_p ≤ |c_p - c_n| + R_p + Σ_j |q_j| (|Ubar_pj - Ubar_nj| + dR_pj).
 *
 * Float32 safety of the coarser nodes; that of the proxies is proved in ../bd/bd-tree.ts. All of c, Ubar_j, R, dR_j and q are
 * float32 numbers, and c', R' are float32 sums of at most M + 1 terms. With u = 2^-24 and ε = (M+1)u / (1-(M+1)u) a
 * computed centre is off by at most ε(|c| + Σ|Ubar_j||q_j|), a computed R'_p is at most (1+ε)(R_p + Σ dR_pj|q_j|), and a
 * computed R'_n is at least (1-ε)(R_n + Σ dR_nj|q_j|). Products that are denormal are off by 2^-150 each besides: on six
 * coordinates and two radii less than M·2^-147 in all. So it is enough that, term by term,
 *
 *     (1-ε) R_n   ≥ max_p(|c_p - c_n| + ε|c_p| + (1+ε) R_p) + ε|c_n| + M·2^-147
 *     (1-ε) dR_nj ≥ max_p(|Ubar_pj - Ubar_nj| + ε|Ubar_pj| + (1+ε) dR_pj) + ε|Ubar_nj|
 *
 * in which R_p and dR_pj are the numbers as stored. A vertex v is a proxy of size zero whose own rounding is κ|v|, so one
 * function serves both: a ball around balls.
 */
import { FLOAT32_ROUNDOFF as U } from '../../math/float.js';
import { fieldIndex } from '../../deform/linear.js';
import type { LinearModel } from '../../deform/linear.js';
import { LANES } from '../../kernels/layout/child-words.js';
import { roundUp32 } from '../../math/round.js';
import { BALL_STRIDE, fitBallAroundBalls } from '../bd/ball-of-balls.js';

/** Rows of a block for one slot: x, y, z, radius. */
export const PROXY_ROWS = 4;
/** A posed vertex is summed in float64 and rounded to float32 once. */
const KAPPA = 1.001 * U;
/** 2^-147 */
const TINY = 5.605193857299268e-45;
/** Makes up for the float64 arithmetic of the coefficients themselves. */
const WIDEN = 1 + 1e-12;

/** Writes the coefficients of one node after the other into `rows`. */
export class ProxyFit {
  /** How far any sphere reaches from the origin: at rest, and by how much more for each field. */
  readonly reaches: Float64Array;
  readonly #model: LinearModel;
  readonly #rows: Float32Array;
  readonly #slotCount: number;
  readonly #epsilon: number;
  readonly #ball = new Float64Array(BALL_STRIDE);
  #balls = new Float64Array(BALL_STRIDE * 64);

  constructor(model: LinearModel, rows: Float32Array, slotCount: number) {
    this.#model = model;
    this.#rows = rows;
    this.#slotCount = slotCount;
    this.#epsilon = (slotCount * U) / (1 - slotCount * U);
    this.reaches = new Float64Array(slotCount);
  }

  /** The node in `nodeSlot` (four times its block, plus its lane) is a proxy: wraps vertices. */
  aroundVertices(nodeSlot: number, vertices: Uint32Array, count: number): void {
    const { fieldCount, fields, rest } = this.#model;
    const balls = this.#room(count);
    for (let slot = 0; slot < this.#slotCount; slot++) {
      for (let i = 0; i < count; i++) {
        const ball = i * BALL_STRIDE;
        for (let axis = 0; axis < 3; axis++) {
          const coordinate = vertices[i] * 3 + axis;
          balls[ball + axis] = slot === 0 ? rest[coordinate] : fields[fieldIndex(fieldCount, slot - 1, coordinate)];
        }
        balls[ball + 3] = KAPPA * length(balls[ball], balls[ball + 1], balls[ball + 2]);
      }
      this.#store(nodeSlot, slot, balls, count);
    }
  }

  /** The node in `nodeSlot` is coarser: wraps the proxies from `first` to before `end`. */
  aroundProxies(nodeSlot: number, proxySlots: Uint32Array, first: number, end: number): void {
    const rows = this.#rows;
    const balls = this.#room(end - first);
    for (let slot = 0; slot < this.#slotCount; slot++) {
      for (let proxy = first; proxy < end; proxy++) {
        const row = this.#rowOf(proxySlots[proxy], slot);
        const ball = (proxy - first) * BALL_STRIDE;
        for (let axis = 0; axis < 3; axis++) balls[ball + axis] = rows[row + axis * LANES];
        const centerSize = length(balls[ball], balls[ball + 1], balls[ball + 2]);
        balls[ball + 3] = this.#epsilon * centerSize + (1 + this.#epsilon) * rows[row + 3 * LANES];
      }
      this.#store(nodeSlot, slot, balls, end - first);
    }
  }

  #store(nodeSlot: number, slot: number, balls: Float64Array, count: number): void {
    const ball = this.#ball;
    fitBallAroundBalls(balls, count, ball);
    const row = this.#rowOf(nodeSlot, slot);
    for (let axis = 0; axis < 3; axis++) this.#rows[row + axis * LANES] = ball[axis];
    const centerSize = length(ball[0], ball[1], ball[2]);
    const extra = slot === 0 ? this.#model.fieldCount * TINY : 0;
    const size = roundUp32(((ball[3] + extra + this.#epsilon * centerSize) / (1 - this.#epsilon)) * WIDEN);
    this.#rows[row + 3 * LANES] = size;
    this.reaches[slot] = Math.max(this.reaches[slot], centerSize + size);
  }

  #rowOf(nodeSlot: number, slot: number): number {
    return ((nodeSlot >>> 2) * this.#slotCount + slot) * PROXY_ROWS * LANES + (nodeSlot & 3);
  }

  #room(count: number): Float64Array {
    if (this.#balls.length < count * BALL_STRIDE) this.#balls = new Float64Array(count * BALL_STRIDE * 2);
    return this.#balls;
  }
}

function length(x: number, y: number, z: number): number {
  return Math.sqrt(x * x + y * y + z * z);
}
