/**
 * A deforming body that is known by its contact proxies alone: spheres that follow its pose, evaluated when a walk first
 * reaches them. It holds neither mesh nor vertices, so thousands of them fit where one mesh would, and what a contact
 * costs does not depend on how fine the mesh is.
 */
import { describe } from '../checks.js';
import { createPose, setWeights } from '../deform/pose.js';
import type { Pose } from '../deform/pose.js';
import { PliantError } from '../errors.js';
import type { Kernels } from '../kernels/kernels.js';
import { BODY, LANES, LEAF_BIT, NO_CHILD, PLACEMENT, RECORD, SPHERES } from '../kernels/lazy-layout.js';
import { writeWeights } from './body-words.js';
import { writeBlockWords } from './lazy-memory.js';
import type { ContactProxies } from './contact-proxies.js';
import { MATRIX_LENGTH, requireRigid, writePlacement } from './placement.js';
import { PROXY_ROWS } from './proxy-fit.js';

/** Bytes of a SIMD register. */
const ROW = LANES * 4;
/** Bytes of a cache line. */
const LINE = 64;
const LARGEST_FLOAT32 = 3.4028234663852886e38;
/** Makes a box around a sphere safe: its corners are float64 sums. */
const WIDEN = 4.440892098500626e-16;

/**
 * By how much a proxy may stick out of a node above it since the body was placed, at most: centres are turned in float32,
 * each off by less than 5u(3ρ + |t|), and radii are rounded twice.
 */
export const PROXY_PAD = 0;
/** A bound on every coordinate of every point of every sphere. */
export const PROXY_REACH = 1;
const LOCAL_REACH = 2;

/** One instance of a deforming body, as spheres. Holds memory: `dispose()` it when done. */
export class ProxyBody {
  /** The coefficients of its spheres, shared by as many bodies as you like. */
  readonly proxies: ContactProxies;
  /** The numbers that drive this instance. */
  readonly pose: Pose;
  /**
   * Where the kernels find the body.
   * @internal
   */
  readonly header: number;
  /**
   * The kernels that the body lives with.
   * @internal
   */
  readonly kernels: Kernels;
  /**
   * Lengths, right after a refresh: {@link PROXY_PAD} and {@link PROXY_REACH}, and the latter without the placement. In an
   * array, because a number that a function returns may be put on the heap.
   * @internal
   */
  readonly margins = new Float64Array(3);
  /** The part of the margins that placements need: a view, made once. */
  readonly #localReach = this.margins.subarray(LOCAL_REACH);

  readonly #matrix = new Float64Array(MATRIX_LENGTH);
  readonly #sphere = new Float64Array(4);
  readonly #box = new Float64Array(6);
  #isPlaced = false;
  #isMoved = false;
  #freshAt = -1;
  #stamp = 0;
  #disposed = false;

  /** Use {@link createProxyBody}. */
  constructor(kernels: Kernels, proxies: ContactProxies) {
    this.kernels = kernels;
    this.proxies = proxies;
    this.pose = createPose({ weightCount: proxies.fieldCount, transformCount: 0, pointCount: 0 });
    const { arena, uploads } = kernels;
    const rows = uploads.acquire(proxies.rows);
    const sizes = [
      BODY.wordCount * 4,
      proxies.fieldCount * 4,
      proxies.fieldCount * 4,
      proxies.fieldCount * 4,
      proxies.fieldCount * 8,
      PLACEMENT.wordCount * 4,
      12 * 8,
      proxies.blockCount * RECORD.wordCount * 4,
    ].map((size) => Math.ceil(size / LINE) * LINE);
    try {
      this.header = arena.allocate(sizes.reduce((sum, size) => sum + size, 0));
    } catch (error) {
      uploads.release(proxies.rows);
      throw error;
    }
    let next = this.header;
    const [, activeRows, activeWeights, activeFields, activeWeights64, placement, placement64, records] = sizes.map(
      (size) => (next += size) - size,
    );
    const header: Partial<Record<keyof typeof BODY, number>> = {
      rule: SPHERES,
      shape: SPHERES,
      activeRows,
      activeWeights,
      activeFields,
      activeWeights64,
      rows,
      blockBytes: (proxies.fieldCount + 1) * PROXY_ROWS * ROW,
      records,
      placement,
      placement64,
    };
    for (const [name, value] of Object.entries(header)) {
      arena.u32[(this.header >>> 2) + BODY[name as keyof typeof BODY]] = value;
    }
    writeBlockWords(arena.u32, this.header >>> 2, proxies.words);
    for (let axis = 0; axis < 4; axis++) this.#matrix[axis * 5] = 1;
  }

  /** Sets the weights of all fields at once, each rounded to float32. The next query sees them. */
  setWeights(weights: ArrayLike<number>): void {
    this.#requireAlive();
    setWeights(this.pose, weights);
  }

  /** Places the body in the world: a rotation and a translation, sixteen numbers column by column. */
  setPlacement(matrix: ArrayLike<number>): void {
    this.#requireAlive();
    requireRigid('ProxyBody.setPlacement', matrix);
    for (let i = 0; i < MATRIX_LENGTH; i++) this.#matrix[i] = matrix[i];
    this.#isPlaced = true;
    this.#isMoved = true;
  }

  /** Forgets what was evaluated in another pose or placement. Queries call it; it costs as many numbers as drive the body. */
  refresh(): void {
    this.#requireAlive();
    if (this.#freshAt === this.pose.stamp && !this.#isMoved) return;
    const { arena } = this.kernels;
    this.#measureReach();
    if (!(this.margins[PROXY_REACH] <= LARGEST_FLOAT32)) {
      throw new PliantError(
        'bad-number',
        `ProxyBody.refresh: in this pose spheres reach ${this.margins[PROXY_REACH]}, beyond the float32 range; use ` +
          'smaller weights',
      );
    }
    if (this.#isPlaced) this.#writePlacement();
    writeWeights(arena, this.header, this.pose.weights, PROXY_ROWS * ROW);
    const header = this.header >>> 2;
    this.#stamp++;
    arena.u32[header + BODY.stamp] = this.#stamp;
    arena.u32[header + BODY.blocksEvaluated] = 0;
    this.#freshAt = this.pose.stamp;
    this.#isMoved = false;
  }

  /** Grows with every change of pose or placement that a query has seen. */
  get stamp(): number {
    return this.#stamp;
  }

  /**
   * Writes the lowest and the highest corner of a box around all spheres, in the present pose and placement: what the
   * sphere of the root and the spheres of its children, which all wrap the proxies, have in common.
   */
  rootBox(out: Float64Array): void {
    this.refresh();
    const { words } = this.proxies;
    const sphere = this.#sphere;
    this.#readSlot(0, sphere, 0);
    for (let axis = 0; axis < 3; axis++) {
      out[axis] = sphere[axis] - this.#outerReach(axis);
      out[axis + 3] = sphere[axis] + this.#outerReach(axis);
    }
    if (words[0] >= LEAF_BIT) return;
    const box = this.#box;
    for (let axis = 0; axis < 3; axis++) {
      box[axis] = Infinity;
      box[axis + 3] = -Infinity;
    }
    for (let slot = words[0] * LANES; slot < words[0] * LANES + LANES; slot++) {
      if (words[slot] === NO_CHILD) continue;
      this.#readSlot(slot, sphere, 0);
      for (let axis = 0; axis < 3; axis++) {
        box[axis] = Math.min(box[axis], sphere[axis] - this.#outerReach(axis));
        box[axis + 3] = Math.max(box[axis + 3], sphere[axis] + this.#outerReach(axis));
      }
    }
    for (let axis = 0; axis < 3; axis++) {
      out[axis] = Math.max(out[axis], box[axis]);
      out[axis + 3] = Math.min(out[axis + 3], box[axis + 3]);
    }
  }

  /** Writes centre and radius of a proxy, in the present pose and placement, to `out` from `offset` on. */
  readProxy(proxy: number, out: Float64Array, offset = 0): void {
    this.refresh();
    this.#readSlot(this.proxies.slots[proxy], out, offset);
  }

  /** Gives the memory back. Calling it twice does no harm; any other use afterwards is refused. */
  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.kernels.uploads.release(this.proxies.rows);
    this.kernels.arena.free(this.header);
  }

  #writePlacement(): void {
    const { f32, f64, u32 } = this.kernels.arena;
    const header = this.header >>> 2;
    const at = u32[header + BODY.placement] >>> 2;
    const at64 = u32[header + BODY.placement64] >>> 3;
    writePlacement(this.#matrix, this.#localReach, f32, at, f64, at64);
    u32[header + BODY.placed] = 1;
    this.margins[PROXY_PAD] = f32[at + PLACEMENT.pad];
  }

  /** How far the sphere in hand can reach along an axis, with its proxies, and with the rounding of a corner. */
  #outerReach(axis: number): number {
    const radius = this.#sphere[3];
    return radius + (Math.abs(this.#sphere[axis]) + radius) * WIDEN + this.margins[PROXY_PAD];
  }

  #readSlot(slot: number, out: Float64Array, offset: number): void {
    const at = (this.kernels.run.evaluateBlock(this.header, slot >>> 2) >>> 2) + (slot & 3);
    const { f32 } = this.kernels.arena;
    for (let row = 0; row < PROXY_ROWS; row++) out[offset + row] = f32[at + row * LANES];
  }

  #measureReach(): void {
    const { reaches } = this.proxies;
    const { weights } = this.pose;
    const m = this.#matrix;
    let reach = reaches[0];
    for (let j = 0; j < weights.length; j++) {
      if (weights[j] !== 0) reach += reaches[j + 1] * Math.abs(weights[j]);
    }
    this.margins[LOCAL_REACH] = reach;
    this.margins[PROXY_REACH] = (reach + Math.max(Math.abs(m[12]), Math.abs(m[13]), Math.abs(m[14]))) * 1.001;
  }

  #requireAlive(): void {
    if (this.#disposed) throw new PliantError('disposed', 'ProxyBody: used after dispose(); create a new body');
  }
}

/** Creates an instance of a deforming body that is known by its contact proxies alone. */
export function createProxyBody(kernels: Kernels, proxies: ContactProxies): ProxyBody {
  if (!kernels?.arena || !proxies?.slots) {
    throw new PliantError(
      'bad-type',
      `createProxyBody: kernels and contact proxies are needed, got ${describe(kernels)} and ${describe(proxies)}`,
    );
  }
  return new ProxyBody(kernels, proxies);
}
