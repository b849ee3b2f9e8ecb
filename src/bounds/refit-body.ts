/**
 * The baseline that every lazy method is measured against: deform the whole mesh, then refit all bounds bottom-up, both
 * in one sweep through memory. It costs what the mesh is large, whatever is asked; nothing beats it when most of the
 * mesh is touched.
 *
 * There is no refit to forget: a query asks the body to be fresh, and the body compares stamps.
 */
import { describe, requireOneOf } from '../checks.js';
import { BLEND_MODEL } from '../deform/blend.js';
import { fieldBlockCount } from '../deform/linear.js';
import { requireReach } from '../deform/model.js';
import type { Model } from '../deform/model.js';
import { createPose, setMatrices, setPoints, setTransforms, setWeights } from '../deform/pose.js';
import type { Pose } from '../deform/pose.js';
import { PliantError } from '../errors.js';
import type { Kernels } from '../kernels/kernels.js';
import { BODY } from '../kernels/lazy-layout.js';
import type { Mesh } from '../mesh/mesh.js';
import type { Tree } from '../tree/tree.js';
import { BlendDriver } from './blend-driver.js';
import { blendVerticesOf } from './blend-vertices.js';
import { createPlacement } from './driver.js';
import type { Driver } from './driver.js';
import { ROW, giveLazyMemoryBack, takeLazyMemory } from './lazy-memory.js';
import type { LazyMemoryPlan } from './lazy-memory.js';
import { BOX_BOUND, SPHERE_BOUND, boundStride } from './layout.js';
import type { BoundKind } from './layout.js';
import { LinearDriver } from './linear-driver.js';
import type { PosedBody } from './posed-body.js';
import { refitPlanOf } from './refit-plan.js';
import type { RefitPlan } from './refit-plan.js';

/** What a body is made of. Mesh, model and tree are shared by as many bodies as you like. */
export interface RefitBodyOptions {
  /** The mesh at rest. */
  readonly mesh: Mesh;
  /** How it deforms. */
  readonly model: Model;
  /** A tree over its triangles. */
  readonly tree: Tree;
  /** `box` refits axis-aligned boxes, `sphere` spheres that enclose their children's. Default `box`. */
  readonly bound?: 'box' | 'sphere';
}

/** Refitted bodies are not placed. */
const NOWHERE = createPlacement();

/** One instance of a deforming mesh: its pose, and bounds that follow it. Holds memory: `dispose()` it when done. */
export class RefitBody implements PosedBody {
  /** The mesh at rest. */
  readonly mesh: Mesh;
  /** How it deforms. */
  readonly model: Model;
  /** The tree over its triangles. */
  readonly tree: Tree;
  /** The numbers that drive this instance. */
  readonly pose: Pose;
  /** What its bounds are: boxes or spheres. */
  readonly boundKind: BoundKind;

  readonly #kernels: Kernels;
  readonly #plan: RefitPlan;
  readonly #driver: Driver;
  readonly #memory: LazyMemoryPlan;
  /** Where the driver finds what it needs, and where nodes, leaves and bounds are. */
  readonly #header: number;
  readonly #nodes: number;
  readonly #leafVertices: number;
  readonly #bounds: number;
  readonly #posed: number;
  #boundsView: Float32Array;
  #positionsView: Float32Array;
  #freshAt = -1;
  #disposed = false;

  /** Use {@link createRefitBody}. */
  constructor(kernels: Kernels, options: RefitBodyOptions) {
    const { mesh, model, tree } = options;
    this.mesh = mesh;
    this.model = model;
    this.tree = tree;
    this.pose = createPose(model.poseLayout);
    this.boundKind = options.bound === 'sphere' ? SPHERE_BOUND : BOX_BOUND;
    this.#kernels = kernels;
    this.#plan = refitPlanOf(tree, mesh);
    this.#driver =
      model.kind === BLEND_MODEL ? new BlendDriver(model, blendVerticesOf(model)) : new LinearDriver(model, model);
    const { memory } = this.#driver;
    this.#memory = {
      ...memory,
      shared: { ...memory.shared, nodes: { words: this.#plan.nodes }, triangles: { words: this.#plan.leafVertices } },
      own: {
        ...memory.own,
        // Whole SIMD rows: the last block reaches past the last coordinate, and so does a load of the last vertex.
        positions: fieldBlockCount(model.vertexCount) * ROW + ROW,
        refitBoxes: tree.nodeCount * boundStride(this.boundKind) * 4,
      },
    };
    this.#header = takeLazyMemory(kernels, this.#memory);
    const { u32 } = kernels.arena;
    this.#nodes = u32[(this.#header >>> 2) + BODY.nodes];
    this.#leafVertices = u32[(this.#header >>> 2) + BODY.triangles];
    this.#bounds = u32[(this.#header >>> 2) + BODY.refitBoxes];
    this.#posed = u32[(this.#header >>> 2) + BODY.positions];
    this.#boundsView = this.#viewBounds();
    this.#positionsView = this.#viewPositions();
  }

  /** Sets the weights of all fields at once, each rounded to float32. The next query sees them. */
  setWeights(weights: ArrayLike<number>): void {
    this.#requireAlive();
    setWeights(this.pose, weights);
  }

  /** Sets the transforms of all governors of a skin: rows of 3 x 4 matrices, twelve numbers each. */
  setTransforms(transforms: ArrayLike<number>): void {
    this.#requireAlive();
    setTransforms(this.pose, transforms);
  }

  /** Sets the transforms of all governors of a skin from 4 x 4 matrices, sixteen numbers each, column by column. */
  setMatrices(matrices: ArrayLike<number>): void {
    this.#requireAlive();
    setMatrices(this.pose, matrices);
  }

  /** Sets the points of an embedding or a cage, three coordinates each. */
  setPoints(points: ArrayLike<number>): void {
    this.#requireAlive();
    setPoints(this.pose, points);
  }

  /** Makes positions and bounds those of the present pose. Queries call it; it costs nothing when nothing changed. */
  refresh(): void {
    this.#requireAlive();
    if (this.#freshAt === this.pose.stamp) return;
    this.#driver.measureReach(this.#kernels, this.#header, this.pose, NOWHERE);
    requireReach('RefitBody.refresh', NOWHERE.reach);
    this.#driver.writePose(this.#kernels, this.#header, this.pose, NOWHERE);
    this.#driver.poseAll(this.#kernels, this.#header);
    this.#refit();
    this.#freshAt = this.pose.stamp;
  }

  /** Posed positions as of the last {@link refresh}, three per vertex. Read it anew after creating other bodies. */
  get positions(): Float32Array {
    this.#requireAlive();
    if (this.#positionsView.buffer !== this.#kernels.arena.f32.buffer) this.#positionsView = this.#viewPositions();
    return this.#positionsView;
  }

  /** Three vertices per triangle, in the order of the tree. */
  get corners(): Uint32Array {
    return this.#plan.corners;
  }

  /** Bounds of all nodes as of the last {@link refresh}. Read it anew after creating other bodies. */
  get bounds(): Float32Array {
    this.#requireAlive();
    if (this.#boundsView.buffer !== this.#kernels.arena.f32.buffer) this.#boundsView = this.#viewBounds();
    return this.#boundsView;
  }

  /** Gives the memory back. Calling it twice does no harm; any other use afterwards is refused. */
  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    giveLazyMemoryBack(this.#kernels, this.#memory, this.#header);
  }

  #requireAlive(): void {
    if (this.#disposed) throw new PliantError('disposed', 'RefitBody: used after dispose(); create a new body');
  }

  #refit(): void {
    const { run } = this.#kernels;
    const { arity, nodeCount } = this.tree;
    const refit = this.boundKind === BOX_BOUND ? run.refitBoxes : run.refitSpheres;
    refit(this.#nodes, nodeCount, arity, this.#leafVertices, this.#posed, this.#bounds);
  }

  #viewPositions(): Float32Array {
    return new Float32Array(this.#kernels.arena.f32.buffer, this.#posed, this.mesh.vertexCount * 3);
  }

  #viewBounds(): Float32Array {
    const length = this.tree.nodeCount * boundStride(this.boundKind);
    return new Float32Array(this.#kernels.arena.f32.buffer, this.#bounds, length);
  }
}

/** Creates an instance of a deforming mesh that is deformed whole and refitted when its pose has changed. */
export function createRefitBody(kernels: Kernels, options: RefitBodyOptions): RefitBody {
  const { mesh, model, tree, bound = 'box' } = options;
  requireOneOf('createRefitBody', 'bound', bound, ['box', 'sphere'] as const);
  if (!mesh || !model || !tree) {
    throw new PliantError(
      'bad-type',
      `createRefitBody: mesh, model and tree are needed, got ${describe(mesh)}, ${describe(model)}, ${describe(tree)}`,
    );
  }
  if (model.vertexCount !== mesh.vertexCount) {
    throw new PliantError(
      'mismatch',
      `createRefitBody: the model moves ${model.vertexCount} vertices, the mesh has ${mesh.vertexCount}; create the model from this mesh`,
    );
  }
  if (tree.triangleCount !== mesh.triangleCount) {
    throw new PliantError(
      'mismatch',
      `createRefitBody: the tree holds ${tree.triangleCount} triangles, the mesh has ${mesh.triangleCount}; build the tree from this mesh`,
    );
  }
  return new RefitBody(kernels, options);
}
