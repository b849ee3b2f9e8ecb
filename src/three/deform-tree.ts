/**
 * A mesh of three.js that can be asked while it deforms. A tree belongs to a mesh, not to a geometry; what is precomputed is
 * shared by all meshes of the geometry. There is nothing to refit: bones and morph influences are read when a query runs, and
 * bounds are computed where it looks.
 */
import { FrontSide, Matrix4 } from 'three';
import type { Box3, Intersection, Mesh, Object3D, Ray, Raycaster, SkinnedMesh, Sphere, Vector3 } from 'three';
import { describe, requireOneOf, withDefaults } from '../checks.js';
import type { MeshBody, PairHits, SearchStatistics, Strategy } from '../index.js';
import { createStatistics } from '../internals.js';
import { poseVertex } from '../parts.js';
import { PliantError } from '../errors.js';
import { isIdentity } from './affine.js';
import { Attachment } from './attachment.js';
import type { SurfacePlace } from './attachment.js';
import { requireSkeleton } from './bone-reader.js';
import { writeBoundingBox, writeBoundingSphere } from './bounding.js';
import { Collisions } from './collisions.js';
import { DeformBody } from './deform-body.js';
import { DEFORM_TREE_DEFAULTS } from './deform-tree-options.js';
import type { DeformTreeOptions, DeformTreeStatistics } from './deform-tree-options.js';
import { castByThree, spaceIn } from './cast-by-three.js';
import type { RayOfThree } from './cast-by-three.js';
import type { MaterialOrSide } from './face-filter.js';
import { LOCAL_RAY_LENGTH, writeLocalRay, writeRay } from './local-ray.js';
import { Proximity } from './proximity.js';
import type { HitPointInfo } from './proximity.js';
import { haveWholeFaces, partsOf } from './parts.js';
import type { Parts } from './parts.js';
import { RayCast } from './ray-cast.js';
import { Shapecast } from './shapecast.js';
import type { ShapecastCallbacks } from './shapecast.js';
import { recordOf } from './shared-records.js';
import type { WatchedRecord } from './shared-records.js';

/** What is made anew when the geometry has changed. */
interface State {
  readonly watched: WatchedRecord;
  readonly body: DeformBody;
  readonly rays: RayCast;
  readonly proximity: Proximity;
  readonly shapecast: Shapecast;
  readonly collisions: Collisions;
}

const NOTHING: SearchStatistics = createStatistics();

/** Gives the memory of trees back that were forgotten without `disposeDeformTree()`. */
const forgotten = new FinalizationRegistry((memory: readonly { dispose(): void }[]) => {
  for (const held of memory) held.dispose();
});

// Written and read within one call, in which nobody else's code runs.
const localRay = new Float64Array(LOCAL_RAY_LENGTH);
const toLocal = new Matrix4();

/**
 * The deform tree of a mesh: `mesh.deformTree`, made by `mesh.computeDeformTree()`.
 *
 * All queries and answers are in the space of the mesh, as those of three-mesh-bvh are, and about its pose at the moment of the
 * call, as world matrices of bones and morph influences have it: call `updateMatrixWorld()` after you have moved bones, as before
 * a raycast of three.js. Faces are numbered as three.js does. Except for rays, queries are about all faces, drawn or not.
 */
export class DeformTree {
  /** The mesh that it belongs to. */
  readonly mesh: Mesh;
  /**
   * When it last was in front; see intersect-first.ts.
   * @internal
   */
  firstAt = 0;

  readonly #parts: Parts;
  #state: State | undefined;
  #strategy: Strategy;
  #lastQuery: SearchStatistics = NOTHING;

  /** Use {@link computeDeformTree}. */
  constructor(mesh: Mesh, options: DeformTreeOptions = {}) {
    const { strategy } = withDefaults(DEFORM_TREE_DEFAULTS, options);
    requireOneOf('computeDeformTree', 'strategy', strategy, ['adaptive', 'lazy', 'refit'] as const);
    this.mesh = mesh;
    this.#parts = partsOf(mesh);
    this.#strategy = strategy;
    const watched = recordOf('computeDeformTree', mesh);
    const { boneCount } = watched.record;
    if (boneCount > 0) requireSkeleton('computeDeformTree', mesh as SkinnedMesh, boneCount);
    this.#state = this.#build(watched);
  }

  /** When to compute everything; see {@link DeformTreeOptions}. May be changed at any time. */
  get strategy(): Strategy {
    return this.#strategy;
  }

  /** Answers stay the same, whatever it is. */
  set strategy(strategy: Strategy) {
    requireOneOf('DeformTree', 'strategy', strategy, ['adaptive', 'lazy', 'refit'] as const);
    this.#strategy = strategy;
    if (this.#state) this.#state.body.body.strategy = strategy;
  }

  /** What the last query has cost, and what the present pose has cost so far. */
  get statistics(): DeformTreeStatistics {
    const { body } = this.#requireState().body;
    const { nodesVisited, boundTests, triangleTests } = this.#lastQuery;
    const { verticesPosed, blocksEvaluated, isRefitted } = body;
    return { nodesVisited, boundTests, triangleTests, verticesPosed, blocksEvaluated, isRefitted };
  }

  /** Number of faces, drawn or not. */
  get faceCount(): number {
    return this.#current().body.body.mesh.triangleCount;
  }

  /**
   * The body behind it, in the present pose, for the functions of `pliant`; another one after the geometry has changed. It lives
   * with the kernels of all deform trees, and cannot meet bodies that live with others.
   */
  get body(): MeshBody {
    return this.#ready().body.body;
  }

  /**
   * All faces that a ray hits, nearest first. Point and distance are in the space of the mesh; all other fields are those of
   * three.js. A side, a material, or as many as the geometry's groups want says which faces count.
   */
  raycast(ray: Ray, materialOrSide: MaterialOrSide = FrontSide, near = 0, far = Infinity): Intersection[] {
    const found: Intersection[] = [];
    this.#castLocal(ray, materialOrSide, near, far, false, found);
    return found;
  }

  /** The first face that a ray hits, or null; see {@link raycast}. */
  raycastFirst(ray: Ray, materialOrSide: MaterialOrSide = FrontSide, near = 0, far = Infinity): Intersection | null {
    const found: Intersection[] = [];
    this.#castLocal(ray, materialOrSide, near, far, true, found);
    return found[0] ?? null;
  }

  /** Appends what `mesh.raycast(raycaster, intersects)` of three.js would, in the world; see `raycaster.firstHitOnly`. */
  raycastObject3D(raycaster: Raycaster, intersects: Intersection[]): void {
    const { material, matrixWorld } = this.mesh;
    // As three.js: without a material there is nothing to hit.
    if (material === undefined) return;
    const firstOnly = raycaster.firstHitOnly === true;
    // There is nothing to hit in a space without an inverse, but parts of a merged mesh may be in others.
    if (!writeLocalRay(raycaster.ray, matrixWorld, localRay) || !haveWholeFaces(this.#parts, undefined)) {
      const { ray, near, far } = raycaster;
      const rayOfThree = { ray, near, far, materials: undefined, firstOnly };
      intersects.push(...this.#castByThree(rayOfThree, (part) => part.matrixWorld));
      return;
    }
    const { rays } = this.#ready();
    const { query } = rays;
    this.#lastQuery = rays.statistics;
    for (let i = 0; i < LOCAL_RAY_LENGTH; i++) query.ray[i] = localRay[i];
    query.materials = undefined;
    query.near = raycaster.near;
    query.far = raycaster.far;
    query.toWorld = matrixWorld;
    query.origin = raycaster.ray.origin;
    query.firstOnly = firstOnly;
    rays.cast(intersects);
  }

  /**
   * The point of the surface that is closest to a given one, or null if none is closer than `maxThreshold`. Any point closer
   * than `minThreshold` will do, which ends the search sooner. Of points equally close, the one on the lowest face.
   */
  closestPointToPoint(
    point: Vector3,
    target?: HitPointInfo,
    minThreshold = 0,
    maxThreshold = Infinity,
  ): HitPointInfo | null {
    const { proximity } = this.#ready();
    this.#lastQuery = proximity.statistics;
    return proximity.findClosest(point, target, minThreshold, maxThreshold);
  }

  /** Whether a ball meets the surface: not whether it is inside. An empty sphere, of negative radius, meets nothing. */
  intersectsSphere(sphere: Sphere): boolean {
    const { proximity } = this.#ready();
    this.#lastQuery = proximity.statistics;
    return proximity.meetsSphere(sphere);
  }

  /** Whether a box meets the surface. `boxToMesh`, any affine matrix with an inverse, takes it to the space of the mesh. */
  intersectsBox(box: Box3, boxToMesh?: Matrix4): boolean {
    const { proximity } = this.#ready();
    this.#lastQuery = proximity.statistics;
    return proximity.meetsBox(box, boxToMesh);
  }

  /** A walk that you steer, from the root to the faces; answers whether a callback ended it. */
  shapecast(callbacks: ShapecastCallbacks): boolean {
    const { shapecast } = this.#ready();
    this.#lastQuery = shapecast.statistics;
    return shapecast.run(callbacks);
  }

  /**
   * How many pairs of faces, of this mesh and another one, meet. Without a `target` it looks for one and answers 0 or 1; else it
   * fills `target`, made by `createPairHits` of `pliant`, with a face of this mesh and one of the other for each pair.
   *
   * `otherToThis`, any affine matrix, takes the space of the other mesh to that of this one; left out, both are where their
   * world matrices say.
   */
  collide(other: DeformTree, otherToThis?: Matrix4, target?: PairHits): number {
    if (!(other instanceof DeformTree)) {
      throw new PliantError('bad-type', `DeformTree.collide: got ${describe(other)}; pass the deform tree of a mesh`);
    }
    if (other === this) {
      throw new PliantError('mismatch', 'DeformTree.collide: both are the same tree; use collideSelf');
    }
    const { collisions } = this.#ready();
    const theirs = other.#ready().body;
    const matrix = otherToThis ?? toLocal.copy(this.mesh.matrixWorld).invert().multiply(other.mesh.matrixWorld);
    const count = collisions.countPairs(isIdentity(matrix) ? theirs.body : theirs.place(matrix), target);
    this.#lastQuery = collisions.statistics;
    return count;
  }

  /** How many pairs of faces of the mesh pass through or touch each other; neighbours do not count. See {@link collide}. */
  collideSelf(target?: PairHits): number {
    const { collisions } = this.#ready();
    const count = collisions.countSelf(target);
    this.#lastQuery = collisions.statistics;
    return count;
  }

  /** A box around the surface in its present pose, at the cost of the root: right, though not always the tightest. */
  boundingBox(target: Box3): Box3 {
    return writeBoundingBox(this.#ready().body.body, target);
  }

  /** A sphere around the surface in its present pose, at the cost of the root: right, though not always the tightest. */
  boundingSphere(target: Sphere): Sphere {
    return writeBoundingSphere(this.#ready().body.body, target);
  }

  /** Puts an object where a ray has hit, and keeps it there: call {@link Attachment.update} when the mesh has moved. */
  attach(object: Object3D, hit: SurfacePlace): Attachment {
    const poseFace = (face: number, out: Float32Array): void => {
      // By then, the mesh may have been given another one.
      const tree = this.mesh.deformTree ?? this;
      tree.#poseFace(face, out);
    };
    return new Attachment(this.mesh, this.#parts, poseFace, object, hit, this.faceCount);
  }

  /** Gives the memory back; `mesh.disposeDeformTree()` does it. Any other use afterwards is refused. */
  dispose(): void {
    if (!this.#state) return;
    forgotten.unregister(this);
    this.#state.body.dispose();
    this.#state = undefined;
  }

  /**
   * What is precomputed of the geometry.
   * @internal
   */
  get watchedRecord(): WatchedRecord {
    return this.#current().watched;
  }

  #castLocal(
    ray: Ray,
    materials: MaterialOrSide,
    near: number,
    far: number,
    firstOnly: boolean,
    found: Intersection[],
  ): void {
    if (!haveWholeFaces(this.#parts, materials)) {
      found.push(...this.#castByThree({ ray, near, far, materials, firstOnly }, (part) => spaceIn(this.mesh, part)));
      return;
    }
    const { rays } = this.#ready();
    const { query } = rays;
    this.#lastQuery = rays.statistics;
    writeRay(ray, query.ray);
    query.materials = materials;
    query.near = near;
    query.far = far;
    query.toWorld = undefined;
    query.origin = ray.origin;
    query.firstOnly = firstOnly;
    rays.cast(found);
  }

  #castByThree(ray: RayOfThree, spaceOf: (part: Mesh) => Matrix4): Intersection[] {
    this.#requireState();
    this.#lastQuery = NOTHING;
    return castByThree(this.#parts.meshes, ray, spaceOf);
  }

  #poseFace(face: number, out: Float32Array): void {
    const { mesh, model, pose } = this.#ready().body.body;
    if (face >= mesh.triangleCount) {
      throw new PliantError(
        'bad-index',
        `Attachment.update: the object is on face ${face}, but the geometry was changed and has ${mesh.triangleCount} faces; ` +
          'attach it again',
      );
    }
    for (let k = 0; k < 3; k++) poseVertex(model, pose, mesh.triangles[face * 3 + k], out, k * 3);
  }

  /** Everything as the mesh is now, in its present pose. */
  #ready(): State {
    const state = this.#current();
    state.body.refresh();
    return state;
  }

  /** Everything as the geometry is now. Where it has changed, it is built again: wrong answers would be worse. */
  #current(): State {
    const state = this.#requireState();
    if (state.watched.watch.isUpToDate(this.mesh)) return state;
    const watched = recordOf('DeformTree', this.mesh);
    forgotten.unregister(this);
    state.body.dispose();
    this.#state = this.#build(watched);
    return this.#state;
  }

  #requireState(): State {
    if (this.#state) return this.#state;
    throw new PliantError('disposed', 'DeformTree: used after disposeDeformTree(); compute a new one');
  }

  #build(watched: WatchedRecord): State {
    const body = new DeformBody(this.mesh, watched.record, this.#strategy);
    forgotten.register(this, body.memory, this);
    return {
      watched,
      body,
      rays: new RayCast(this.mesh, this.#parts, body.body),
      proximity: new Proximity(body.body),
      shapecast: new Shapecast(body.body),
      collisions: new Collisions(body.body),
    };
  }
}
