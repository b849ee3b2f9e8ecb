/**
 * A deforming body whose bounds follow its pose directly: a node is evaluated when a walk first reaches it, a vertex is
 * posed when its triangle is touched, and both are remembered until the pose or the placement changes. When a walk has
 * spent about what deforming and refitting everything would cost, it is cheaper to do just that, and the walk goes on
 * with exact boxes: {@link LazyBody.refit}.
 *
 * What is particular to a kind of deformation is in its rule: linear-rule.ts, blend-rule.ts.
 */
import { BLEND_MODEL } from '../deform/blend.js';
import { fieldBlockCount } from '../deform/linear.js';
import { poseReach, requireReach } from '../deform/model.js';
import type { Model } from '../deform/model.js';
import { createPose, setMatrices, setPoints, setTransforms, setWeights } from '../deform/pose.js';
import type { Pose } from '../deform/pose.js';
import { PliantError } from '../errors.js';
import type { Kernels } from '../kernels/kernels.js';
import {
  BLEND,
  BODY,
  BOXES,
  LANES,
  LEAF_BIT,
  ORIENTED_BYTES,
  RECORD,
  SPHERES,
  recordOf,
} from '../kernels/lazy-layout.js';
import type { Mesh } from '../mesh/mesh.js';
import type { BdTree } from './bd-tree.js';
import { BlendRule } from './blend-rule.js';
import type { BlendTree } from './blend-tree.js';
import { forgetStars, giveStarsBack, haveStars } from './body-stars.js';
import { createPlacement } from './driver.js';
import type { LazyRule } from './driver.js';
import { ROW, giveLazyMemoryBack, takeLazyMemory, writePatches, writeBlockWords } from './lazy-memory.js';
import type { LazyMemoryPlan } from './lazy-memory.js';
import { requireLazyOptions } from './lazy-options.js';
import type { LazyBodyOptions, Strategy } from './lazy-options.js';
import { LinearRule } from './linear-rule.js';
import { MATRIX_LENGTH, requireRigid } from './placement.js';
import { addWalk, createSwitchMemory, isRefitWorthwhile, takeStock, turnToPose } from './switch-rule.js';

const BOX_BYTES = 32;
const FLOAT32_MAX = 3.4028234663852886e38;
const LAST_STAMP = 0xffffffff;

/** One instance of a deforming mesh, evaluated where it is asked. Holds memory: `dispose()` it when done. */
export class LazyBody {
  /** The mesh at rest. */
  readonly mesh: Mesh;
  /** How it deforms. */
  readonly model: Model;
  /** Its bounds at rest, and what they follow. */
  readonly coefficients: BdTree | BlendTree;
  /** When to deform and refit everything. May be changed at any time. */
  strategy: Strategy;
  /**
   * Where the kernels find the body.
   * @internal
   */
  readonly header: number;

  /**
   * The block that walks begin with. The first one holds the root alone; where a block is summed from coefficients, looking at the
   * root's children at once costs no more and says more.
   * @internal
   */
  readonly topBlock: number;

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

  readonly #pose: Pose;
  /** Whether the kernels have transforms that the pose does not have yet. */
  #areTransformsAhead = false;
  readonly #rule: LazyRule;
  readonly #memory: LazyMemoryPlan;
  readonly #placement = createPlacement();
  /** Views of the arena, and the whole of it as it was when they were made: it is replaced when memory grows. */
  #viewedMemory: Float32Array;
  #posedView: Float32Array;
  #cornersView: Uint32Array;
  #freshAt = -1;
  #stamp = 0;
  #disposed = false;
  /** Positions in the order of the mesh, made when they are asked for, and of which pose and vertices they are. */
  #inMeshOrder: Float32Array | undefined;
  #orderedAt = -1;
  #orderedCount = 0;

  /** Use {@link createLazyBody}. */
  constructor(kernels: Kernels, options: LazyBodyOptions) {
    const { mesh, model, bounds } = options;
    this.mesh = mesh;
    this.model = model;
    this.coefficients = bounds;
    this.strategy = options.strategy ?? 'adaptive';
    this.#pose = createPose(model.poseLayout);
    this.kernels = kernels;
    const coherence = options.coherence ?? 0;
    this.#rule = ruleOf(model, bounds, coherence);
    this.#memory = planMemory(bounds, this.#rule.memory);
    this.header = takeLazyMemory(kernels, this.#memory);
    if (this.#pose.transforms.length > 0) kernels.arena.f32.set(this.#pose.transforms, this.transformsAt >>> 2);
    this.topBlock = bounds.shape === BLEND || bounds.words[0] >= LEAF_BIT ? 0 : bounds.words[0];
    writeBlockWords(kernels.arena.u32, this.header >>> 2, bounds.words);
    if (bounds.shape === BLEND) writePatches(kernels.arena.u32, this.header >>> 2, bounds.patches);
    kernels.arena.f32[(this.header >>> 2) + BODY.looseness] = coherence;
    this.#viewedMemory = kernels.arena.f32;
    this.#posedView = this.#viewPosed();
    this.#cornersView = this.#viewCorners();
  }

  /** The numbers that drive this instance. */
  get pose(): Pose {
    if (this.#areTransformsAhead) {
      const at = this.transformsAt >>> 2;
      const { transforms } = this.#pose;
      transforms.set(this.kernels.arena.f32.subarray(at, at + transforms.length));
      this.#areTransformsAhead = false;
    }
    return this.#pose;
  }

  /**
   * Where the kernels read the transforms of a skin, in bytes: whoever writes others there calls {@link takeTransforms}.
   * @internal
   */
  get transformsAt(): number {
    return this.kernels.arena.u32[(this.header >>> 2) + BODY.transforms];
  }

  /**
   * {@link setTransforms} for a kernel that has written all of them where the kernels read them, all finite.
   * @internal
   */
  takeTransforms(): void {
    this.#requireAlive();
    this.#areTransformsAhead = true;
    this.#pose.stamp++;
  }

  /** Sets the weights of all fields at once, each rounded to float32. The next query sees them. */
  setWeights(weights: ArrayLike<number>): void {
    this.#requireAlive();
    setWeights(this.#pose, weights);
  }

  /** Sets the transforms of all governors of a skin: rows of 3 x 4 matrices, twelve numbers each. */
  setTransforms(transforms: ArrayLike<number>): void {
    this.#requireAlive();
    setTransforms(this.#pose, transforms);
    this.#areTransformsAhead = false;
  }

  /** Sets the transforms of all governors of a skin from 4 x 4 matrices, sixteen numbers each, column by column. */
  setMatrices(matrices: ArrayLike<number>): void {
    this.#requireAlive();
    setMatrices(this.#pose, matrices);
    this.#areTransformsAhead = false;
  }

  /** Sets the points of an embedding or a cage, three coordinates each. */
  setPoints(points: ArrayLike<number>): void {
    this.#requireAlive();
    setPoints(this.#pose, points);
  }

  /** Places the body in the world: a rotation and a translation, sixteen numbers column by column. */
  setPlacement(matrix: ArrayLike<number>): void {
    this.#requireAlive();
    requireRigid('LazyBody.setPlacement', matrix);
    for (let i = 0; i < MATRIX_LENGTH; i++) this.#placement.matrix[i] = matrix[i];
    this.#placement.isPlaced = true;
    this.#placement.isMoved = true;
  }

  /**
   * Adds what a walk has spent, in nanoseconds of the switch rule, and refits the body if that is now worthwhile.
   * @internal
   */
  spend(nanoseconds: number): void {
    if (this.strategy === 'lazy') return;
    const { isRefitted, switchMemory } = this;
    const { prices } = this.#rule;
    addWalk(switchMemory, prices, nanoseconds, isRefitted);
    if (isRefitted) return;
    this.#takeStock();
    if (isRefitWorthwhile(switchMemory, prices)) this.refit();
  }

  /** Forgets what was evaluated in another pose or placement. Queries call it; it costs as many numbers as drive the body. */
  refresh(): void {
    this.#requireAlive();
    if (this.#isFresh()) return;
    this.#measureReach();
    this.#takeStock();
    turnToPose(this.switchMemory, this.#rule.prices);
    this.#rule.writePose(this.kernels, this.header, this.#pose, this.#placement);
    this.#advanceStamp();
    const { u32 } = this.kernels.arena;
    const header = this.header >>> 2;
    u32[header + BODY.shape] = this.coefficients.shape === BLEND ? BOXES : this.coefficients.shape;
    u32[header + BODY.blocksEvaluated] = 0;
    u32[header + BODY.blocksCarried] = 0;
    u32[header + BODY.verticesPosed] = 0;
    this.#freshAt = this.#pose.stamp;
    this.#placement.isMoved = false;
    const { canBound, largestReach } = this.#rule;
    if (this.strategy === 'refit' || !canBound || !(this.worldReach[0] <= largestReach)) this.refit();
  }

  /** Grows with every change of pose or placement that a query has seen. */
  get stamp(): number {
    return this.#stamp;
  }

  /** Whether all vertices have been posed, and all bounds refitted, in the present pose. */
  get isRefitted(): boolean {
    if (!this.#isFresh()) return false;
    const { u32 } = this.kernels.arena;
    const header = this.header >>> 2;
    return u32[header + BODY.wholeStamp] === u32[header + BODY.stamp];
  }

  /** Blocks of four bounds that have been evaluated in the present pose. */
  get blocksEvaluated(): number {
    const { u32 } = this.kernels.arena;
    return this.isRefitted ? this.coefficients.blockCount : u32[(this.header >>> 2) + BODY.blocksEvaluated];
  }

  /** Patches of a blend that have been posed and bounded exactly in the present pose; 0 for other models. */
  get patchesBaked(): number {
    if (this.coefficients.shape !== BLEND) return 0;
    const { u32 } = this.kernels.arena;
    return this.isRefitted ? this.coefficients.patchCount : u32[(this.header >>> 2) + BODY.patchesBaked];
  }

  /** Vertices that have been posed in the present pose; where patches are baked, those on their borders once for each. */
  get verticesPosed(): number {
    const { u32 } = this.kernels.arena;
    return this.isRefitted ? this.mesh.vertexCount : u32[(this.header >>> 2) + BODY.verticesPosed];
  }

  /** Poses all vertices and refits all bounds to exact boxes, for as long as the pose stays. */
  refit(): void {
    this.refresh();
    if (this.isRefitted) return;
    const { kernels } = this;
    this.#rule.poseAll(kernels, this.header);
    kernels.run.refitBlocks(this.header, 0, this.coefficients.blockCount);
    const { u32 } = kernels.arena;
    const header = this.header >>> 2;
    u32[header + BODY.shape] = BOXES;
    u32[header + BODY.wholeStamp] = u32[header + BODY.stamp];
  }

  /**
   * Once it is refitted: has searches with itself find out where neighbours on the surface are certainly no collisions.
   * @internal
   */
  haveStars(): void {
    haveStars(this.kernels, this.header, this.coefficients);
  }

  /** World positions, three per vertex; of the present pose only where a query has touched the mesh, or after `refit()`. */
  get positions(): Float32Array {
    const { posed, verticesPosed } = this;
    this.#inMeshOrder ??= new Float32Array(this.mesh.vertexCount * 3);
    if (this.#orderedAt === this.#stamp && this.#orderedCount === verticesPosed) return this.#inMeshOrder;
    const { vertexOrder } = this.coefficients;
    for (let i = 0; i < vertexOrder.length; i++) {
      const to = vertexOrder[i] * 3;
      for (let axis = 0; axis < 3; axis++) this.#inMeshOrder[to + axis] = posed[i * 3 + axis];
    }
    this.#orderedAt = this.#stamp;
    this.#orderedCount = verticesPosed;
    return this.#inMeshOrder;
  }

  /**
   * {@link positions} in the order in which the corners of `coefficients.triangles` number the vertices.
   * @internal
   */
  get posed(): Float32Array {
    this.#renewViews();
    return this.#posedView;
  }

  /**
   * Three corners per triangle in the order of the leaves, as `coefficients.triangles` has them, but where the kernels have
   * just read them: in a large mesh the other copy would have to come from memory once more.
   * @internal
   */
  get corners(): Uint32Array {
    this.#renewViews();
    return this.#cornersView;
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
    giveStarsBack(this.kernels, this.header, this.coefficients);
    giveLazyMemoryBack(this.kernels, this.#memory, this.header);
  }

  /** Bounds the coordinates before and after the body is placed; refuses a pose or placement that float32 cannot hold. */
  #measureReach(): void {
    const { isPlaced, matrix: m, reach } = this.#placement;
    this.#rule.measureReach(this.kernels, this.header, this.#pose, this.#placement, this.#areTransformsAhead);
    this.worldReach[0] = reach[0];
    if (isPlaced) {
      // As in #placedReach, which would return a double.
      const shift = Math.max(Math.abs(m[12]), Math.abs(m[13]), Math.abs(m[14]));
      this.worldReach[0] = (reach[0] * 1.7320508075688774 + shift) * 1.001;
    }
    if (this.worldReach[0] <= FLOAT32_MAX) return;
    // What walks read may be half written; but every one of them begins, and goes on, with a refresh, and is refused as well.
    requireReach('LazyBody.refresh', reach);
    throw new PliantError(
      'bad-number',
      `LazyBody.refresh: the placement may move a vertex to ${this.worldReach[0]}, beyond what a float32 can hold; ` +
        'keep the world smaller',
    );
  }

  #placedReach(local: number): number {
    const { isPlaced, matrix: m } = this.#placement;
    if (!isPlaced) return local;
    return (local * 1.7320508075688774 + Math.max(Math.abs(m[12]), Math.abs(m[13]), Math.abs(m[14]))) * 1.001;
  }

  /** The kernels' stamp has 32 bits and is never 0. When all are used up, everything forgets what it has seen. */
  #advanceStamp(): void {
    const { u32 } = this.kernels.arena;
    const header = this.header >>> 2;
    if (u32[header + BODY.stamp] === LAST_STAMP) {
      const { blockCount, vertexCount } = this.coefficients;
      for (let block = 0; block < blockCount; block++) u32[recordOf(u32, header, block) + RECORD.stamp] = 0;
      clearWords(u32, u32[header + BODY.vertexStamps], vertexCount);
      this.#rule.forgetStamps(this.kernels, this.header);
      u32[header + BODY.wholeStamp] = 0;
      forgetStars(this.kernels, this.header, this.coefficients);
      u32[header + BODY.stamp] = 0;
    }
    u32[header + BODY.stamp]++;
    this.#stamp++;
  }

  #isFresh(): boolean {
    return this.#freshAt === this.#pose.stamp && !this.#placement.isMoved;
  }

  #takeStock(): void {
    const { u32 } = this.kernels.arena;
    const header = this.header >>> 2;
    const rule = this.#rule;
    takeStock(this.switchMemory, rule.prices, u32[header + BODY.blocksEvaluated], rule.unitsDone(u32, header));
  }

  #renewViews(): void {
    this.#requireAlive();
    if (this.#viewedMemory === this.kernels.arena.f32) return;
    this.#viewedMemory = this.kernels.arena.f32;
    this.#posedView = this.#viewPosed();
    this.#cornersView = this.#viewCorners();
  }

  #viewPosed(): Float32Array {
    const { f32, u32 } = this.kernels.arena;
    return new Float32Array(f32.buffer, u32[(this.header >>> 2) + BODY.positions], this.mesh.vertexCount * 3);
  }

  #viewCorners(): Uint32Array {
    const { u32 } = this.kernels.arena;
    return new Uint32Array(u32.buffer, u32[(this.header >>> 2) + BODY.triangles], this.mesh.triangleCount * 3);
  }

  #requireAlive(): void {
    if (this.#disposed) throw new PliantError('disposed', 'LazyBody: used after dispose(); create a new body');
  }
}

/** Creates an instance of a deforming mesh that is evaluated only where queries reach it. */
export function createLazyBody(kernels: Kernels, options: LazyBodyOptions): LazyBody {
  requireLazyOptions(options);
  return new LazyBody(kernels, options);
}

function ruleOf(model: Model, bounds: BdTree | BlendTree, coherence: number): LazyRule {
  if (model.kind === BLEND_MODEL) return new BlendRule(model, bounds as BlendTree);
  return new LinearRule(model, bounds as BdTree, coherence);
}

/** What every lazy body has, with what its rule adds. */
function planMemory(bounds: BdTree | BlendTree, rule: LazyMemoryPlan): LazyMemoryPlan {
  const { blockCount, triangles, vertexCount } = bounds;
  return {
    shared: { triangles: { words: triangles }, ...rule.shared },
    own: {
      records: blockCount * RECORD.wordCount * 4,
      // Whole SIMD rows: the last block reaches past the last coordinate, and so does a load of the last vertex.
      positions: fieldBlockCount(vertexCount) * ROW + ROW,
      vertexStamps: vertexCount * 4,
      refitBoxes: blockCount * BOX_BYTES,
      ...rule.own,
    },
    numbers: rule.numbers,
  };
}

function clearWords(u32: Uint32Array, at: number, count: number): void {
  u32.fill(0, at >>> 2, (at >>> 2) + count);
}
