/**
 * A deforming body that is known by its contact proxies alone: spheres that follow its pose, evaluated when a walk first
 * reaches them. It holds neither mesh nor vertices, so thousands of them fit where one mesh would, and what a contact
 * costs does not depend on how fine the mesh is.
 */
import type { ProxyShape } from '../bounds/proxies/proxies.js';
import { requireInteger } from '../checks.js';
import { PROXY_ROWS } from '../bounds/proxies/fit.js';
import { createPose, setWeights } from '../deform/pose.js';
import type { Pose } from '../deform/pose.js';
import { PliantError } from '../errors.js';
import type { Kernels } from '../kernels/kernels.js';
import { LANES, LEAF_BIT, NO_CHILD } from '../kernels/layout/child-words.js';
import { HEADER, PLACEMENT, SPHERES } from '../kernels/layout/header.js';
import { RECORD } from '../kernels/layout/record.js';
import { FLOAT32_MAX, FLOAT64_ROUNDOFF } from '../math/float.js';
import { BODY_MARK, PROXY_BODY } from './body-kinds.js';
import { planRows, writeRows } from './linear/weights.js';
import { ROW, giveMemoryBack, planTails, takeMemory } from './memory.js';
import type { MemoryPlan } from './memory.js';
import { advanceStamp } from './stamps.js';
import { createPlacement, planPlacement, setPlacement, writePlacement } from './placement.js';
import { follow, wordAt } from '../kernels/units.js';
import type { ByteOffset } from '../kernels/units.js';

/** Makes a box around a sphere safe: its corners are float64 sums. */
const WIDEN = 4 * FLOAT64_ROUNDOFF;

/**
 * By how much a proxy may stick out of a node above it since the body was placed, at most: centres are turned in float32,
 * each off by less than 5u(3ρ + |t|), and radii are rounded twice.
 */
export const PROXY_PAD = 0;
/** A bound on every coordinate of every point of every sphere. */
export const PROXY_REACH = 1;

/** One instance of a deforming body, as spheres. Holds memory: `dispose()` it when done. */
export class ProxyBody {
  /** Tells kinds of bodies apart. */
  readonly kind = PROXY_BODY;
  /**
   * Says which layout the body has.
   * @internal
   */
  readonly mark = BODY_MARK;
  /** The coefficients of its spheres, shared by as many bodies as you like. */
  readonly proxies: ProxyShape;
  /**
   * Where the kernels find the body.
   * @internal
   */
  readonly header: ByteOffset;
  /**
   * The kernels that the body lives with.
   * @internal
   */
  readonly kernels: Kernels;
  /**
   * Lengths, right after a refresh: {@link PROXY_PAD} and {@link PROXY_REACH}. In an
   * array, because a number that a function returns may be put on the heap.
   * @internal
   */
  readonly margins = new Float64Array(2);
  readonly #memory: MemoryPlan;
  readonly #pose: Pose;
  readonly #placement = createPlacement();
  readonly #sphere = new Float64Array(4);
  readonly #box = new Float64Array(6);
  #freshAt = -1;
  #stamp = 0;
  #disposed = false;

  /** Use `createBody`. */
  constructor(kernels: Kernels, proxies: ProxyShape) {
    this.kernels = kernels;
    this.proxies = proxies;
    const { blockCount, fieldCount } = proxies;
    this.#pose = createPose({ weightCount: fieldCount, transformCount: 0, pointCount: 0 });
    this.#memory = {
      shared: { rows: { words: proxies.rows }, ...planTails(proxies.words) },
      own: { ...planRows(fieldCount), ...planPlacement(), records: blockCount * RECORD.wordCount * 4 },
      numbers: { boundRule: SPHERES, shape: SPHERES, blockBytes: (fieldCount + 1) * PROXY_ROWS * ROW },
    };
    this.header = takeMemory(kernels, this.#memory);
  }

  /** The numbers that drive this instance. */
  get pose(): Pose {
    this.#requireAlive();
    return this.#pose;
  }

  /** Sets the weights of all fields at once, each rounded to float32. The next query sees them. */
  setWeights(weights: ArrayLike<number>): void {
    this.#requireAlive();
    setWeights(this.#pose, weights);
  }

  /** Places the body in the world: a rotation and a translation, sixteen numbers column by column. */
  setPlacement(matrix: ArrayLike<number>): void {
    this.#requireAlive();
    setPlacement('ProxyBody.setPlacement', this.#placement, matrix);
  }

  /** Forgets what was evaluated in another pose or placement. Queries call it; it takes the time to write the pose, however large the mesh is. */
  refresh(): void {
    this.#requireAlive();
    if (this.#freshAt === this.#pose.stamp && !this.#placement.isMoved) return;
    const { arena } = this.kernels;
    // A pose that is refused leaves nothing that counts as fresh.
    this.#freshAt = -1;
    this.#measureReach();
    if (!(this.margins[PROXY_REACH] <= FLOAT32_MAX)) {
      throw new PliantError(
        'bad-number',
        `ProxyBody.refresh: in this pose spheres reach ${this.margins[PROXY_REACH]}, beyond the float32 range; use ` +
          'smaller weights',
      );
    }
    if (this.#placement.isPlaced) this.#writePlacement();
    writeRows(arena, this.header, this.#pose.weights, PROXY_ROWS * ROW);
    const at = wordAt(this.header);
    advanceStamp(arena.u32, at, this.proxies.blockCount);
    this.#stamp++;
    arena.u32[at + HEADER.blocksEvaluated] = 0;
    this.#freshAt = this.#pose.stamp;
    this.#placement.isMoved = false;
  }

  /** Grows with every change of pose or placement that a query has seen. */
  get stamp(): number {
    this.#requireAlive();
    return this.#stamp;
  }

  /** Blocks of four spheres that have been evaluated since the last pose or placement that a query has seen. */
  get blocksEvaluated(): number {
    this.#requireAlive();
    return this.kernels.arena.u32[wordAt(this.header) + HEADER.blocksEvaluated];
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
    requireInteger('ProxyBody.readProxy', 'proxy', proxy, 0, this.proxies.proxyCount - 1);
    this.#readSlot(this.proxies.slots[proxy], out, offset);
  }

  /** Gives the memory back. Calling it twice does no harm; any other use afterwards is refused. */
  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    giveMemoryBack(this.kernels, this.#memory, this.header);
  }

  #writePlacement(): void {
    const { arena } = this.kernels;
    const { matrix, reach } = this.#placement;
    writePlacement(arena, this.header, matrix, reach);
    this.margins[PROXY_PAD] = arena.f32[follow(arena.u32, wordAt(this.header) + HEADER.placement) + PLACEMENT.pad];
  }

  /** How far the sphere in hand can reach along an axis, with its proxies, and with the rounding of a corner. */
  #outerReach(axis: number): number {
    const radius = this.#sphere[3];
    return radius + (Math.abs(this.#sphere[axis]) + radius) * WIDEN + this.margins[PROXY_PAD];
  }

  #readSlot(slot: number, out: Float64Array, offset: number): void {
    const at = wordAt(this.kernels.run.evaluateBlock(this.header, slot >>> 2)) + (slot & 3);
    const { f32 } = this.kernels.arena;
    for (let row = 0; row < PROXY_ROWS; row++) out[offset + row] = f32[at + row * LANES];
  }

  #measureReach(): void {
    const { reaches } = this.proxies;
    const { weights } = this.#pose;
    const { matrix: m, reach: local } = this.#placement;
    let reach = reaches[0];
    for (let j = 0; j < weights.length; j++) {
      if (weights[j] !== 0) reach += reaches[j + 1] * Math.abs(weights[j]);
    }
    local[0] = reach;
    this.margins[PROXY_REACH] = (reach + Math.max(Math.abs(m[12]), Math.abs(m[13]), Math.abs(m[14]))) * 1.001;
  }

  #requireAlive(): void {
    if (this.#disposed) throw new PliantError('disposed', 'ProxyBody: used after dispose(); create a new body');
  }
}
