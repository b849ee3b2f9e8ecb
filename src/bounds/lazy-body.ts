/**
 * A deforming body whose bounds follow its pose directly: a node is evaluated when a walk first reaches it, a vertex is
 * posed when its triangle is touched, and both are remembered until the pose or the placement changes. When a walk has
 * spent about what deforming and refitting everything would cost, it is cheaper to do just that, and the walk goes on
 * with exact boxes: {@link LazyBody.refit}.
 */
import { describe, requireOneOf } from '../checks.js';
import { FIELD_BLOCK, fieldBlockCount } from '../deform/linear.js';
import type { LinearModel } from '../deform/linear.js';
import { measureReach, poseReach, requireReachable } from '../deform/model.js';
import { createPose, setWeights } from '../deform/pose.js';
import type { Pose } from '../deform/pose.js';
import { PliantError } from '../errors.js';
import type { Kernels } from '../kernels/kernels.js';
import {
  BODY,
  BOXES,
  CACHE_BYTES,
  LANES,
  ORIENTED,
  ORIENTED_BYTES,
  PLACEMENT,
  SPHERES,
} from '../kernels/lazy-layout.js';
import type { Mesh } from '../mesh/mesh.js';
import type { BdTree } from './bd-tree.js';
import { writeWeights } from './body-words.js';
import { MATRIX_LENGTH, requireRigid, writePlacement } from './placement.js';
import { HISTORY_LENGTH, addPose, createPoseHistory } from './pose-history.js';
import type { PoseHistory } from './pose-history.js';
import { createSizeTerms, setSizeTerms } from './size-terms.js';
import type { SizeTerms } from './size-terms.js';
import { addWalk, createSwitchMemory, isRefitWorthwhile, takeStock, turnToPose } from './switch-rule.js';
import type { BodySize } from './switch-rule.js';

/** What a body is made of. All three are shared by as many bodies as you like. */
export interface LazyBodyOptions {
  /** The mesh at rest. */
  readonly mesh: Mesh;
  /** How it deforms. */
  readonly model: LinearModel;
  /** The coefficients of its bounds. */
  readonly bounds: BdTree;
  /**
   * `adaptive` evaluates lazily and refits a pose when that has become cheaper; `lazy` never refits, `refit` always
   * does. The answers are the same. Default `adaptive`.
   */
  readonly strategy?: Strategy;
  /**
   * Which share of its size a bound may grow by when it is carried over from one of the last poses, in constant time,
   * instead of being evaluated anew; 0, the default, carries nothing over. It pays only where motion is slow: see
   * pose-history.ts for what was measured.
   */
  readonly coherence?: number;
}

/** When to deform and refit everything. */
export type Strategy = 'adaptive' | 'lazy' | 'refit';

/** Bytes of a SIMD register. */
const ROW = FIELD_BLOCK * 4;
const BOX_BYTES = 32;
/** Coordinates beyond this are left to refitted boxes: sums of centres could overflow. */
const LARGEST_LAZY = 8.507059173023462e37;
const FLOAT32_MAX = 3.4028234663852886e38;
const LAST_STAMP = 0xffffffff;

/** One instance of a deforming mesh, evaluated where it is asked. Holds memory: `dispose()` it when done. */
export class LazyBody {
  /** The mesh at rest. */
  readonly mesh: Mesh;
  /** How it deforms. */
  readonly model: LinearModel;
  /** The coefficients of its bounds. */
  readonly coefficients: BdTree;
  /** When to deform and refit everything. May be changed at any time. */
  strategy: Strategy;
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
   * What the rule that chooses between lazy and refit remembers.
   * @internal
   */
  readonly switchMemory = createSwitchMemory();
  /**
   * A bound on the world coordinates as of the last {@link refresh}; in an array, since doubles that are returned may go to
   * the heap.
   * @internal
   */
  readonly worldReach = new Float64Array(1);

  readonly #rowBytes: number;
  readonly #own: number;
  readonly #refitBoxes: number;
  #positionsView: Float32Array;
  #freshAt = -1;
  #placedAt = 0;
  #freshPlacedAt = -1;
  #stamp = 0;
  #disposed = false;
  readonly #matrix = new Float64Array(MATRIX_LENGTH);
  /** A bound on the coordinates before the body is placed. */
  readonly #localReach = new Float64Array(1);
  readonly #size: BodySize;
  readonly #terms: SizeTerms;
  readonly #history: PoseHistory | undefined;

  /** Use {@link createLazyBody}. */
  constructor(kernels: Kernels, options: LazyBodyOptions) {
    const { mesh, model, bounds } = options;
    this.mesh = mesh;
    this.model = model;
    this.coefficients = bounds;
    this.strategy = options.strategy ?? 'adaptive';
    this.pose = createPose(model.poseLayout);
    this.kernels = kernels;
    this.#rowBytes = bounds.rowCount * ROW;
    this.#size = {
      vertexCount: mesh.vertexCount,
      triangleCount: mesh.triangleCount,
      blockCount: bounds.blockCount,
    };
    this.#terms = createSizeTerms(model.fieldCount);
    const coherence = options.coherence ?? 0;
    if (coherence > 0) this.#history = createPoseHistory(model.fieldCount);
    const { arena, uploads } = kernels;
    const shared = uploads.acquireAll(this.#shared());
    const { fieldCount, vertexCount } = model;
    const sizes = {
      header: BODY.wordCount * 4,
      activeRows: fieldCount * 4,
      activeWeights: fieldCount * 4,
      activeFields: fieldCount * 4,
      activeWeights64: fieldCount * 8,
      sizeRows: fieldCount * 8,
      sizeWeights: fieldCount * 8,
      placement: PLACEMENT.wordCount * 4,
      placement64: 12 * 8,
      cache: bounds.blockCount * CACHE_BYTES,
      blockStamps: bounds.blockCount * 4,
      // Whole SIMD rows: the last block reaches past the last coordinate, and so does a load of the last vertex.
      positions: fieldBlockCount(vertexCount) * ROW + ROW,
      vertexStamps: vertexCount * 4,
      refitBoxes: bounds.blockCount * BOX_BYTES,
      oriented: bounds.shape === ORIENTED ? bounds.blockCount * ORIENTED_BYTES : 0,
      bases: coherence > 0 ? bounds.blockCount * CACHE_BYTES : 0,
      baseStamps: coherence > 0 ? bounds.blockCount * 4 : 0,
      distances: HISTORY_LENGTH * 4,
    };
    try {
      this.#own = arena.allocate(Object.values(sizes).reduce((sum, size) => sum + roundUpToRow(size), 0));
    } catch (error) {
      this.#releaseShared();
      throw error;
    }
    const at: Record<string, number> = {};
    let next = this.#own;
    for (const [name, size] of Object.entries(sizes)) {
      at[name] = next;
      next += roundUpToRow(size);
    }
    this.header = at.header;
    this.#refitBoxes = at.refitBoxes;
    const header: Partial<Record<keyof typeof BODY, number>> = {
      rule: bounds.shape,
      shape: bounds.shape,
      activeRows: at.activeRows,
      activeWeights: at.activeWeights,
      activeFields: at.activeFields,
      activeWeights64: at.activeWeights64,
      blockBytes: (fieldCount + 1) * this.#rowBytes,
      cache: at.cache,
      blockStamps: at.blockStamps,
      fieldBlockBytes: fieldCount * ROW,
      positions: at.positions,
      vertexStamps: at.vertexStamps,
      placement: at.placement,
      placement64: at.placement64,
      rest: shared[0],
      fields: shared[1],
      words: shared[2],
      rows: shared[3],
      triangles: shared[4],
      axes: shared[5],
      rates: shared[6],
      sizeRows: bounds.morph ? at.sizeRows : 0,
      sizeWeights: at.sizeWeights,
      oriented: at.oriented,
      bases: coherence > 0 ? at.bases : 0,
      baseStamps: at.baseStamps,
      distances: at.distances,
    };
    for (const [name, value] of Object.entries(header)) {
      arena.u32[(this.header >>> 2) + BODY[name as keyof typeof BODY]] = value;
    }
    arena.f32[(this.header >>> 2) + BODY.looseness] = coherence;
    for (let axis = 0; axis < 4; axis++) this.#matrix[axis * 5] = 1;
    this.#positionsView = this.#viewPositions();
  }

  /** Sets the weights of all fields at once, each rounded to float32. The next query sees them. */
  setWeights(weights: ArrayLike<number>): void {
    this.#requireAlive();
    setWeights(this.pose, weights);
  }

  /** Places the body in the world: a rotation and a translation, sixteen numbers column by column. */
  setPlacement(matrix: ArrayLike<number>): void {
    this.#requireAlive();
    requireRigid('LazyBody.setPlacement', matrix);
    for (let i = 0; i < MATRIX_LENGTH; i++) this.#matrix[i] = matrix[i];
    this.#placedAt++;
  }

  /**
   * Adds what a walk has spent, in nanoseconds of the switch rule, and refits the body if that is now worthwhile.
   * @internal
   */
  spend(nanoseconds: number): void {
    if (this.strategy === 'lazy') return;
    const { isRefitted, switchMemory } = this;
    addWalk(switchMemory, nanoseconds, isRefitted);
    if (isRefitted) return;
    this.#takeStock();
    if (isRefitWorthwhile(switchMemory)) this.refit();
  }

  /** Forgets what was evaluated in another pose or placement. Queries call it; it costs as many numbers as drive the body. */
  refresh(): void {
    this.#requireAlive();
    if (this.#freshAt === this.pose.stamp && this.#freshPlacedAt === this.#placedAt) return;
    this.#measureReach();
    this.#takeStock();
    turnToPose(this.switchMemory);
    const { f32, f64, u32 } = this.kernels.arena;
    const header = this.header >>> 2;
    // What bounds are widened by depends on the pose, but only where the body is placed.
    if (this.#freshPlacedAt !== this.#placedAt || this.#placedAt > 0) {
      const at = u32[header + BODY.placement] >>> 2;
      const at64 = u32[header + BODY.placement64] >>> 3;
      writePlacement(this.#matrix, this.#localReach, f32, at, f64, at64);
      u32[header + BODY.placed] = this.#placedAt > 0 ? 1 : 0;
    }
    writeWeights(this.kernels.arena, this.header, this.pose.weights, this.#rowBytes);
    if (this.coefficients.morph) this.#writeSizeTerms();
    this.#advanceStamp();
    if (this.#history) {
      const distances = u32[header + BODY.distances] >>> 2;
      u32[header + BODY.distanceCount] = addPose(this.#history, this.pose.weights, f32, distances);
    }
    u32[header + BODY.shape] = u32[header + BODY.rule];
    u32[header + BODY.blocksEvaluated] = 0;
    u32[header + BODY.blocksCarried] = 0;
    u32[header + BODY.verticesPosed] = 0;
    this.#freshAt = this.pose.stamp;
    this.#freshPlacedAt = this.#placedAt;
    if (this.strategy === 'refit' || !(this.worldReach[0] <= LARGEST_LAZY)) this.refit();
  }

  /** Grows with every change of pose or placement that a query has seen. */
  get stamp(): number {
    return this.#stamp;
  }

  /** Whether all vertices have been posed, and all bounds refitted, in the present pose. */
  get isRefitted(): boolean {
    if (this.#freshAt !== this.pose.stamp || this.#freshPlacedAt !== this.#placedAt) return false;
    const { u32 } = this.kernels.arena;
    const header = this.header >>> 2;
    return u32[header + BODY.wholeStamp] === u32[header + BODY.stamp];
  }

  /** Blocks of four bounds that have been evaluated in the present pose. */
  get blocksEvaluated(): number {
    const { u32 } = this.kernels.arena;
    return this.isRefitted ? this.coefficients.blockCount : u32[(this.header >>> 2) + BODY.blocksEvaluated];
  }

  /** Vertices that have been posed in the present pose. */
  get verticesPosed(): number {
    const { u32 } = this.kernels.arena;
    return this.isRefitted ? this.mesh.vertexCount : u32[(this.header >>> 2) + BODY.verticesPosed];
  }

  /** Poses all vertices and refits all bounds to exact boxes, for as long as the pose stays. */
  refit(): void {
    this.refresh();
    if (this.isRefitted) return;
    const { arena, run } = this.kernels;
    const { u32 } = arena;
    const header = this.header >>> 2;
    const { model } = this;
    run.deformLinear(
      u32[header + BODY.rest],
      u32[header + BODY.fields],
      u32[header + BODY.activeFields],
      u32[header + BODY.activeWeights64],
      u32[header + BODY.activeCount],
      model.fieldCount,
      fieldBlockCount(model.vertexCount),
      u32[header + BODY.positions],
    );
    if (u32[header + BODY.placed] !== 0) {
      run.placeVertices(u32[header + BODY.positions], model.vertexCount, u32[header + BODY.placement64]);
    }
    run.refitBlocks(this.header, this.coefficients.blockCount, this.#refitBoxes);
    u32[header + BODY.shape] = BOXES;
    u32[header + BODY.wholeStamp] = u32[header + BODY.stamp];
  }

  /** World positions, three per vertex; of the present pose only where a query has touched the mesh, or after `refit()`. */
  get positions(): Float32Array {
    this.#requireAlive();
    if (this.#positionsView.buffer !== this.kernels.arena.f32.buffer) this.#positionsView = this.#viewPositions();
    return this.#positionsView;
  }

  /** A bound on the absolute value of every world coordinate in the present pose. */
  get reach(): number {
    return this.#placedReach(poseReach(this.model, this.pose));
  }

  /**
   * The world box around the whole body in the present pose: lowest corner, then highest, six numbers. It is that of
   * the root's bound, so it costs one evaluation however large the mesh is. Both corners are exact float32 sums
   * widened by more than their rounding to float64.
   */
  rootBox(out: Float64Array): void {
    this.refresh();
    const { arena, run } = this.kernels;
    const root = run.evaluateBlock(this.header, 0) >>> 2;
    const { f32, u32 } = arena;
    const isSphere = u32[(this.header >>> 2) + BODY.shape] === SPHERES;
    for (let axis = 0; axis < 3; axis++) {
      const center = f32[root + axis * LANES];
      const size = f32[root + (isSphere ? 3 : 3 + axis) * LANES];
      const rounding = (Math.abs(center) + size) * Number.EPSILON;
      out[axis] = center - size - rounding;
      out[axis + 3] = center + size + rounding;
    }
  }

  /**
   * Where the oriented boxes of a block are, in words, once it has been evaluated: three rows for each axis, then
   * three of half extents.
   * @internal
   */
  orientedBoxes(block: number): number {
    return (this.kernels.arena.u32[(this.header >>> 2) + BODY.oriented] + block * ORIENTED_BYTES) >>> 2;
  }

  /** Gives the memory back. Calling it twice does no harm; any other use afterwards is refused. */
  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#releaseShared();
    this.kernels.arena.free(this.#own);
  }

  /** Bounds the coordinates before and after the body is placed; refuses a pose or placement that float32 cannot hold. */
  #measureReach(): void {
    requireReachable('LazyBody.refresh', this.model, this.pose);
    measureReach(this.model, this.pose, this.#localReach);
    this.worldReach[0] = this.#localReach[0];
    if (this.#placedAt === 0) return;
    // As in #placedReach, which would return a double.
    const m = this.#matrix;
    const shift = Math.max(Math.abs(m[12]), Math.abs(m[13]), Math.abs(m[14]));
    this.worldReach[0] = (this.#localReach[0] * 1.7320508075688774 + shift) * 1.001;
    if (this.worldReach[0] <= FLOAT32_MAX) return;
    throw new PliantError(
      'bad-number',
      `LazyBody.refresh: the placement may move a vertex to ${this.worldReach[0]}, beyond what a float32 can hold; ` +
        'keep the world smaller',
    );
  }

  #placedReach(local: number): number {
    if (this.#placedAt === 0) return local;
    const m = this.#matrix;
    return (local * 1.7320508075688774 + Math.max(Math.abs(m[12]), Math.abs(m[13]), Math.abs(m[14]))) * 1.001;
  }

  /** The kernels' stamp has 32 bits and is never 0. When all are used up, everything forgets what it has seen. */
  #advanceStamp(): void {
    const { u32 } = this.kernels.arena;
    const header = this.header >>> 2;
    if (u32[header + BODY.stamp] === LAST_STAMP) {
      const { blockCount, vertexCount } = this.coefficients;
      clearWords(u32, u32[header + BODY.blockStamps], blockCount);
      clearWords(u32, u32[header + BODY.vertexStamps], vertexCount);
      if (this.#history) clearWords(u32, u32[header + BODY.baseStamps], blockCount);
      u32[header + BODY.wholeStamp] = 0;
      u32[header + BODY.stamp] = 0;
    }
    u32[header + BODY.stamp]++;
    this.#stamp++;
  }

  #writeSizeTerms(): void {
    const terms = this.#terms;
    setSizeTerms(terms, this.pose.weights);
    const { f32, u32 } = this.kernels.arena;
    const header = this.header >>> 2;
    const rows = u32[header + BODY.sizeRows] >>> 2;
    const weights = u32[header + BODY.sizeWeights] >>> 2;
    const targetBytes = this.coefficients.shape === SPHERES ? ROW : 3 * ROW;
    for (let k = 0; k < terms.count; k++) {
      u32[rows + k] = (terms.fields[k] + 1) * this.#rowBytes + 3 * ROW + terms.isTarget[k] * targetBytes;
      f32[weights + k] = terms.weights[k];
    }
    u32[header + BODY.sizeCount] = terms.count;
    f32[header + BODY.restShare] = terms.restShare;
  }

  #takeStock(): void {
    const { u32 } = this.kernels.arena;
    const header = this.header >>> 2;
    takeStock(
      this.switchMemory,
      this.#size,
      u32[header + BODY.blocksEvaluated],
      u32[header + BODY.verticesPosed],
      u32[header + BODY.activeCount],
    );
  }

  #shared() {
    return [
      { words: this.model.rest, padding: ROW },
      { words: this.model.fields },
      { words: this.coefficients.words },
      { words: this.coefficients.rows },
      { words: this.coefficients.triangles },
      { words: this.coefficients.axes },
      { words: this.coefficients.rates },
    ];
  }

  #releaseShared(): void {
    for (const { words } of this.#shared()) this.kernels.uploads.release(words);
  }

  #viewPositions(): Float32Array {
    const { f32, u32 } = this.kernels.arena;
    return new Float32Array(f32.buffer, u32[(this.header >>> 2) + BODY.positions], this.mesh.vertexCount * 3);
  }

  #requireAlive(): void {
    if (this.#disposed) throw new PliantError('disposed', 'LazyBody: used after dispose(); create a new body');
  }
}

/** Creates an instance of a deforming mesh that is evaluated only where queries reach it. */
export function createLazyBody(kernels: Kernels, options: LazyBodyOptions): LazyBody {
  const { mesh, model, bounds, strategy = 'adaptive' } = options ?? {};
  if (!mesh || !model || !bounds) {
    throw new PliantError(
      'bad-type',
      `createLazyBody: mesh, model and bounds are needed, got ${describe(mesh)}, ${describe(model)}, ${describe(bounds)}`,
    );
  }
  if (
    model.vertexCount !== mesh.vertexCount ||
    bounds.fieldCount !== model.fieldCount ||
    bounds.modelChecksum !== model.checksum ||
    bounds.vertexCount !== mesh.vertexCount ||
    bounds.triangles.length !== mesh.triangleCount * 3 ||
    !hasTriangles(mesh, bounds)
  ) {
    throw new PliantError(
      'mismatch',
      'createLazyBody: mesh, model and bounds do not belong together; create them from one mesh',
    );
  }
  requireOneOf('createLazyBody', 'strategy', strategy, ['adaptive', 'lazy', 'refit'] as const);
  const { coherence = 0 } = options;
  if (typeof coherence !== 'number' || !(coherence >= 0) || !Number.isFinite(coherence)) {
    throw new PliantError(
      'bad-number',
      `createLazyBody: coherence is ${describe(coherence)}; pass a finite share, zero or more`,
    );
  }
  return new LazyBody(kernels, options);
}

/** Whether the bounds were made for these triangles: with others, vertices would be read that nobody has posed. */
function hasTriangles(mesh: Mesh, bounds: BdTree): boolean {
  const { triangles, triangleOrder } = bounds;
  for (let i = 0; i < triangles.length; i++) {
    if (triangles[i] !== mesh.triangles[triangleOrder[Math.floor(i / 3)] * 3 + (i % 3)]) return false;
  }
  return true;
}

function roundUpToRow(byteLength: number): number {
  return ((byteLength + ROW - 1) >>> 4) * ROW;
}

function clearWords(u32: Uint32Array, at: number, count: number): void {
  u32.fill(0, at >>> 2, (at >>> 2) + count);
}
