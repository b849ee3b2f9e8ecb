/**
 * Picks the surface of a model as it is now, through `pliant/three`: each mesh has a deform tree, and a twin that is never drawn,
 * whose tree is refitted as a whole whenever it is asked, to compare with.
 */
import { Raycaster, Vector3 } from 'three';
import type { BufferGeometry, Intersection, Material, Mesh } from 'three';
import { governorsOf } from 'pliant';
import type { Strategy } from 'pliant';
import type { AnimatedScene } from 'pliant/audit';
import { acceleratedDeformRaycast, computeDeformTree, computeDeformTreeAsync, disposeDeformTree } from 'pliant/three';
import type { Ray } from '../model/question.js';
import type { ModelObject } from './model-object.js';

/** A place on a surface. */
export interface SurfaceHit {
  /** Index of the object, its triangle, and how far away it is. */
  readonly object: number;
  readonly triangle: number;
  readonly distance: number;
  /** In the world. */
  readonly point: Vector3;
  readonly corners: readonly Vector3[];
  /** Name of the joint that moves the place most. */
  readonly bone: string;
  /** As three.js has it. */
  readonly intersection: Intersection;
}

/** What a ray gave, and what it cost: of the way that was chosen, and of both for time and nodes. */
export interface PickResult {
  readonly hit: SurfaceHit | undefined;
  readonly strategy: Strategy;
  readonly isRefitted: boolean;
  readonly verticesPosed: number;
  readonly nodesVisited: number;
  readonly lazyMs: number;
  readonly refitMs: number;
  /** Nodes of all trees, which a refit computes, and those that were computed otherwise. */
  readonly refitNodes: number;
  readonly lazyNodes: number;
}

/** A refit that takes longer is not measured in every frame: so many milliseconds of it a frame are enough. */
const REFIT_MS_PER_FRAME = 2;
/** Nodes that are computed at once. */
const BLOCK = 4;

interface Pickable {
  readonly model: ModelObject;
  readonly mesh: Mesh<BufferGeometry, Material>;
  readonly twin: Mesh<BufferGeometry, Material>;
}

/** Picks objects of a model. */
export class ModelPicker {
  readonly #scene: AnimatedScene;
  readonly #pickables: readonly Pickable[];
  readonly #raycaster = new Raycaster();
  #refitMs = 0;
  #refitNodes = 0;
  #framesToRefit = 0;

  constructor(scene: AnimatedScene, objects: readonly ModelObject[]) {
    this.#scene = scene;
    this.#raycaster.firstHitOnly = true;
    this.#pickables = objects.map((model) => {
      const twin = model.make(model.geometry, model.mesh.material);
      for (const mesh of [model.mesh, twin]) mesh.raycast = acceleratedDeformRaycast;
      return { model, mesh: model.mesh, twin };
    });
  }

  /** Makes the trees of all objects, away from the page, until called off. */
  async prepare(signal: AbortSignal): Promise<void> {
    // All at once: they go to one worker, one after the other.
    await Promise.all(
      this.#pickables.map(async ({ mesh, twin }) => {
        await computeDeformTreeAsync(mesh, { strategy: 'lazy', signal });
        // It shares what was computed for the mesh.
        computeDeformTree.call(twin, { strategy: 'refit' });
      }),
    );
  }

  /** Where a ray first hits. Objects must have been posed; `isOtherPose` says that they were since the last time. */
  pick(ray: Ray, strategy: Strategy, hidden: ReadonlySet<number>, isOtherPose: boolean): PickResult {
    const shown = this.#shown(hidden);
    this.#raycaster.set(new Vector3().fromArray(ray.origin), new Vector3().fromArray(ray.direction));
    if (isOtherPose && (strategy === 'refit' || --this.#framesToRefit < 0)) {
      const twins = shown.map(({ twin }) => twin);
      const start = performance.now();
      this.#raycaster.intersectObjects(twins, false);
      this.#refitMs = performance.now() - start;
      this.#refitNodes = twins.reduce(
        (sum, { deformTree }) => sum + (deformTree?.body.coefficients.blockCount ?? 0) * BLOCK,
        0,
      );
      this.#framesToRefit = Math.floor(this.#refitMs / REFIT_MS_PER_FRAME);
    }
    const meshes = shown.map(({ mesh }) => mesh);
    for (const { deformTree } of meshes) if (deformTree !== undefined) deformTree.strategy = strategy;
    const start = performance.now();
    const [first] = this.#raycaster.intersectObjects(meshes, false);
    const lazyMs = performance.now() - start;
    let [nodesVisited, verticesPosed, lazyNodes] = [0, 0, 0];
    let isRefitted = false;
    for (const { deformTree } of meshes) {
      if (deformTree === undefined) continue;
      const { statistics } = deformTree;
      nodesVisited += statistics.nodesVisited;
      verticesPosed += statistics.verticesPosed;
      lazyNodes += statistics.blocksEvaluated * BLOCK;
      isRefitted ||= statistics.isRefitted;
    }
    return {
      hit: first === undefined ? undefined : this.#describe(first),
      strategy,
      isRefitted,
      verticesPosed,
      nodesVisited,
      lazyMs,
      refitMs: this.#refitMs,
      refitNodes: this.#refitNodes,
      lazyNodes,
    };
  }

  dispose(): void {
    for (const { mesh, twin } of this.#pickables) for (const part of [mesh, twin]) disposeDeformTree.call(part);
  }

  #shown(hidden: ReadonlySet<number>): Pickable[] {
    return this.#pickables.filter(({ mesh, model }) => !hidden.has(model.object.id) && mesh.deformTree !== undefined);
  }

  #describe(intersection: Intersection): SurfaceHit {
    const { distance, faceIndex, point } = intersection;
    const { mesh, model } = this.#pickables.find((pickable) => pickable.mesh === intersection.object)!;
    const triangle = faceIndex!;
    const { object } = model;
    const vertices = [...object.mesh.triangles.subarray(triangle * 3, triangle * 3 + 3)];
    return {
      object: object.id,
      triangle,
      distance,
      point,
      corners: vertices.map((vertex) => mesh.getVertexPosition(vertex, new Vector3()).applyMatrix4(mesh.matrixWorld)),
      bone: this.#boneOf(model, vertices),
      intersection,
    };
  }

  /** The joint with the largest weights at the corners of a triangle. */
  #boneOf({ object }: ModelObject, vertices: readonly number[]): string {
    if (object.skin === undefined) return this.#scene.nodes[object.node].name || object.name;
    const sums = new Map<number, number>();
    for (const vertex of vertices) {
      const { governors, weights } = governorsOf(object.model, vertex);
      governors.forEach((governor, i) => sums.set(governor, (sums.get(governor) ?? 0) + weights[i]));
    }
    const [strongest] = [...sums].sort((a, b) => b[1] - a[1])[0];
    const node = object.skin.joints[strongest];
    return this.#scene.nodes[node].name || `node ${node}`;
  }
}
