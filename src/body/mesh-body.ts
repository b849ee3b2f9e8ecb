/**
 * A deforming mesh that is evaluated where it is asked. Its jobs are in files of their own: the numbers that drive it (pose-input.ts), where it is
 * (placement.ts), what has been evaluated and when everything is refitted (evaluation.ts, switch-rule.ts), posed vertices as others
 * read them (posed-positions.ts), its memory (memory.ts), and what is particular to a kind of deformation (driver.ts).
 */
import { hasPatches } from '../bounds/shape.js';
import type { BodyBounds } from '../bounds/shape.js';
import { poseReach } from '../deform/model.js';
import type { Model } from '../deform/model.js';
import { setMatrices, setPoints, setTransforms, setWeights } from '../deform/pose.js';
import type { Pose } from '../deform/pose.js';
import { PliantError } from '../errors.js';
import type { Kernels } from '../kernels/kernels.js';
import { LANES, LEAF_BIT } from '../kernels/layout/child-words.js';
import { HEADER, SPHERES } from '../kernels/layout/header.js';
import { LINEAR_BOUND } from '../kernels/layout/linear.js';
import { PATCHED } from '../kernels/layout/patches.js';
import { ORIENTED_BOX } from '../kernels/layout/record.js';
import { FLOAT64_ROUNDOFF } from '../math/float.js';
import type { Mesh } from '../mesh/mesh.js';
import { BODY_MARK, MESH_BODY } from './body-kinds.js';
import { arePosed, createEvaluation, isRefitted, poseAll, refitAll, refresh, spend } from './evaluation.js';
import type { Evaluation, KeptWithBody } from './evaluation.js';
import { giveMemoryBack, joinPlans, takeMemory } from './memory.js';
import type { MemoryPlan } from './memory.js';
import type { BodyOptions, Pruning, Strategy } from './options.js';
import { planOf } from './parts.js';
import type { BodyParts } from './parts.js';
import { createPlacement, measureWorldReach, setPlacement } from './placement.js';
import { createPoseInput, readPose, takeTransforms, transformsAt } from './pose-input.js';
import { createPosedPositions, positionsInMeshOrder, renewViews } from './posed-positions.js';
import type { PosedPositions } from './posed-positions.js';
import { follow, wordAt } from '../kernels/units.js';
import type { ByteOffset } from '../kernels/units.js';

/** One instance of a deforming mesh, evaluated where it is asked. Holds memory: `dispose()` it when done. */
export class MeshBody {
  /** Tells kinds of bodies apart. */
  readonly kind = MESH_BODY;
  /**
   * Says which layout the body has.
   * @internal
   */
  readonly mark = BODY_MARK;
  /** The mesh at rest. */
  readonly mesh!: Mesh;
  /** How it deforms. */
  readonly model: Model;
  /** Its bounds at rest, and what they follow. */
  readonly bounds!: BodyBounds;
  /** When to deform and refit everything. May be changed at any time. */
  strategy: Strategy;
  /** Whether searches with itself try to prove regions free. May be changed at any time. */
  pruning: Pruning;
  /**
   * Where the kernels find the body.
   * @internal
   */
  readonly header!: ByteOffset;
  /**
   * The block that walks begin with. The first one holds the root alone; where a block is summed from coefficients, looking at the
   * root's children at once costs no more and says more.
   * @internal
   */
  readonly topBlock!: number;
  /**
   * The kernels that the body lives with.
   * @internal
   */
  readonly kernels: Kernels;
  /**
   * A bound on the world coordinates as of the last {@link refresh}.
   * @internal
   */
  readonly worldReach!: Float64Array;

  readonly #placement = createPlacement();
  #memory!: MemoryPlan;
  #evaluation!: Evaluation;
  #positions!: PosedPositions;
  #disposed = false;

  /** Use `createBody`. */
  constructor(
    kernels: Kernels,
    parts: BodyParts,
    { pruning, strategy }: Pick<Required<BodyOptions>, 'pruning' | 'strategy'>,
  ) {
    this.kernels = kernels;
    this.strategy = strategy;
    this.pruning = pruning;
    this.model = parts.model;
    this.take(parts);
  }

  /**
   * Takes memory for its parts, or for other ones in place of them: what was kept with the body is gone then. Searches that are under way see by the stamp that it has changed.
   * @internal
   */
  take(parts: BodyParts): void {
    this.#requireAlive();
    const { kernels } = this;
    const { bounder, bounds, mesh, model, poser } = parts;
    const before = this.#evaluation as Evaluation | undefined;
    const memoryBefore = this.#memory;
    const memory = joinPlans(planOf(bounds), poser.memory, bounder.memory);
    const header = takeMemory(kernels, memory);
    const topBlock = hasPatches(bounds) || bounds.words[0] >= LEAF_BIT ? 0 : bounds.words[0];
    const input = createPoseInput(kernels, header, model.poseLayout);
    const evaluation = createEvaluation({ ...parts, kernels, header, input, placement: this.#placement });
    this.#memory = memory;
    this.#evaluation = evaluation;
    this.#positions = createPosedPositions(kernels, header, bounds);
    // For reading, but for here.
    Object.assign(this, { mesh, bounds, header, topBlock, worldReach: evaluation.worldReach });
    if (!before) return;
    evaluation.stamp = before.stamp;
    this.#giveBack(before, memoryBefore);
  }

  /** The numbers that drive this instance. */
  get pose(): Pose {
    this.#requireAlive();
    return readPose(this.#evaluation.input, this.kernels, this.header);
  }

  /** Sets the weights of all fields at once, each rounded to float32. The next query sees them. */
  setWeights(weights: ArrayLike<number>): void {
    this.#requireAlive();
    setWeights(this.#evaluation.input.pose, weights);
  }

  /** Sets the transforms of all governors of a skin: rows of 3 x 4 matrices, twelve numbers each. */
  setTransforms(transforms: ArrayLike<number>): void {
    this.#requireAlive();
    setTransforms(this.#evaluation.input.pose, transforms);
    this.#evaluation.input.areTransformsAhead = false;
  }

  /** Sets the transforms of all governors of a skin from 4 x 4 matrices, sixteen numbers each, column by column. */
  setMatrices(matrices: ArrayLike<number>): void {
    this.#requireAlive();
    setMatrices(this.#evaluation.input.pose, matrices);
    this.#evaluation.input.areTransformsAhead = false;
  }

  /** Sets the points of an embedding or a cage, three coordinates each. */
  setPoints(points: ArrayLike<number>): void {
    this.#requireAlive();
    setPoints(this.#evaluation.input.pose, points);
  }

  /** Places the body in the world: a rotation and a translation, sixteen numbers column by column. */
  setPlacement(matrix: ArrayLike<number>): void {
    this.#requireAlive();
    setPlacement('Body.setPlacement', this.#placement, matrix);
  }

  /**
   * Where the kernels read the transforms of a skin, in bytes: whoever writes others there calls {@link takeTransforms}.
   * @internal
   */
  get transformsAt(): ByteOffset {
    this.#requireAlive();
    return transformsAt(this.kernels, this.header);
  }

  /**
   * {@link setTransforms} for a kernel that has written all of them where the kernels read them, all finite.
   * @internal
   */
  takeTransforms(): void {
    this.#requireAlive();
    takeTransforms(this.#evaluation.input);
  }

  /** Forgets what was evaluated in another pose or placement. Queries call it; it takes the time to write the pose, however large the mesh is. */
  refresh(): void {
    this.#requireAlive();
    refresh(this.#evaluation, this.strategy);
  }

  /** Poses all vertices and refits all bounds to exact boxes, for as long as the pose stays. */
  refit(): void {
    this.refresh();
    if (!isRefitted(this.#evaluation)) refitAll(this.#evaluation);
  }

  /**
   * Poses all vertices, and leaves bounds as they are. The pose is fresh.
   * @internal
   */
  poseAll(): void {
    this.#requireAlive();
    if (!arePosed(this.#evaluation)) poseAll(this.#evaluation);
  }

  /**
   * Adds what a walk has spent, in nanoseconds of the switch rule, and refits the body if that is now worthwhile.
   * @internal
   */
  spend(nanoseconds: number): void {
    this.#requireAlive();
    if (this.strategy !== 'lazy') spend(this.#evaluation, nanoseconds);
  }

  /** Grows with every change of pose or placement that a query has seen. */
  get stamp(): number {
    this.#requireAlive();
    return this.#evaluation.stamp;
  }

  /** Whether all vertices have been posed, and all bounds refitted, in the present pose. */
  get isRefitted(): boolean {
    this.#requireAlive();
    return isRefitted(this.#evaluation);
  }

  /** Blocks of four bounds that have been evaluated in the present pose. */
  get blocksEvaluated(): number {
    return this.isRefitted ? this.bounds.blockCount : this.#wordAt(HEADER.blocksEvaluated);
  }

  /** Patches that have been posed and bounded exactly in the present pose; 0 where fields move the body, which then has none. */
  get patchesBaked(): number {
    const { bounds, isRefitted } = this;
    if (!hasPatches(bounds)) return 0;
    return isRefitted ? bounds.patchCount : this.#wordAt(PATCHED.patchesBaked);
  }

  /** Vertices that have been posed in the present pose; where patches are baked, those on their borders once for each. */
  get verticesPosed(): number {
    const posed = this.#wordAt(HEADER.verticesPosed);
    return arePosed(this.#evaluation) ? this.mesh.vertexCount : posed;
  }

  /** World positions, three per vertex; of the present pose only where a query has touched the mesh, or after `refit()`. */
  get positions(): Float32Array {
    this.#requireAlive();
    return positionsInMeshOrder(this.#positions, this.#evaluation.stamp, arePosed(this.#evaluation));
  }

  /**
   * {@link positions} in the order in which the corners of `bounds.triangles` number the vertices.
   * @internal
   */
  get posed(): Float32Array {
    this.#requireAlive();
    renewViews(this.#positions);
    return this.#positions.posed;
  }

  /**
   * Three corners per triangle in the order of the leaves, as `bounds.triangles` has them, but where the kernels have
   * just read them: in a large mesh the other copy would have to come from memory once more.
   * @internal
   */
  get corners(): Uint32Array {
    this.#requireAlive();
    renewViews(this.#positions);
    return this.#positions.corners;
  }

  /** A bound on the absolute value of every world coordinate in the present pose. */
  get reach(): number {
    const world = new Float64Array(1);
    measureWorldReach({ ...this.#placement, reach: Float64Array.of(poseReach(this.model, this.pose)) }, world);
    return world[0];
  }

  /**
   * The world box around the whole body in the present pose: lowest corner, then highest, six numbers. It is that of
   * the root's bound, so it costs one evaluation however large the mesh is. Both corners are exact float32 sums
   * widened by more than their rounding to float64.
   */
  rootBox(out: Float64Array): void {
    this.refresh();
    const { arena, run } = this.kernels;
    const root = wordAt(run.evaluateBlock(this.header, 0));
    const { f32, u32 } = arena;
    const isSphere = u32[wordAt(this.header) + HEADER.shape] === SPHERES;
    for (let axis = 0; axis < 3; axis++) {
      const center = f32[root + axis * LANES];
      const size = f32[root + (isSphere ? 3 : 3 + axis) * LANES];
      const rounding = (Math.abs(center) + size) * 2 * FLOAT64_ROUNDOFF;
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
    this.#requireAlive();
    return follow(this.kernels.arena.u32, wordAt(this.header) + LINEAR_BOUND.oriented) + block * ORIENTED_BOX.wordCount;
  }

  /**
   * Keeps something with the body until it is disposed of.
   * @internal
   */
  keep(thing: KeptWithBody): void {
    this.#requireAlive();
    this.#evaluation.kept.push(thing);
  }

  /** Gives the memory back. Calling it twice does no harm; any other use afterwards is refused. */
  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#giveBack(this.#evaluation, this.#memory);
  }

  #giveBack({ header, kept }: Evaluation, memory: MemoryPlan): void {
    for (const thing of kept) thing.dispose();
    giveMemoryBack(this.kernels, memory, header);
  }

  #wordAt(word: number): number {
    this.#requireAlive();
    return this.kernels.arena.u32[wordAt(this.header) + word];
  }

  #requireAlive(): void {
    if (this.#disposed) throw new PliantError('disposed', 'Body: used after dispose(); create a new body');
  }
}
