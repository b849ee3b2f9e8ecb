/**
 * Picks the surface of a model as it is now, through `pliant/three`: each mesh has a deform tree, and a twin that is never drawn,
 * whose tree is refitted as a whole whenever it is asked, to compare with.
 */
import { Raycaster, Vector3 } from 'three';
import type { BufferGeometry, Intersection, Material, Mesh } from 'three';
import type { Strategy } from 'pliant';
import { governorsOf } from 'pliant/parts';

import type { AnimatedScene } from 'pliant/audit';
import { computeDeformTree, computeDeformTreeAsync, disposeDeformTree, intersectFirst } from 'pliant/three';
import type { Ray } from '../model/ray.js';
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

type PickMesh = Mesh<BufferGeometry, Material>;

interface Pickable {
  readonly model: ModelObject;
  readonly mesh: PickMesh;
  readonly twin: PickMesh;
}

/** What casting a ray at some meshes gave, and what it cost. */
interface Cast {
  readonly first: Intersection | undefined;
  readonly timeMs: number;
  readonly isRefitted: boolean;
  readonly verticesPosed: number;
  readonly nodesVisited: number;
  readonly nodesComputed: number;
}

/** Picks objects of a model. */
export class ModelPicker {
  readonly #scene: AnimatedScene;
  readonly #pickables: readonly Pickable[];
  readonly #raycaster = new Raycaster();
  /** How many boxes the tree of each twin has. */
  readonly #boxCounts = new Map<PickMesh, number>();
  #refitMs = 0;
  #framesToRefit = 0;

  constructor(scene: AnimatedScene, objects: readonly ModelObject[]) {
    this.#scene = scene;
    this.#pickables = objects.map((model) => {
      const twin = model.make(model.geometry, model.mesh.material);
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
        const { body } = computeDeformTree.call(twin, { strategy: 'refit' });
        this.#boxCounts.set(twin, body.bounds.blockCount * BLOCK);
      }),
    );
  }

  /** Meshes of objects that are not hidden: those that are asked with a strategy. */
  shown(strategy: Strategy, hidden: ReadonlySet<number>): PickMesh[] {
    const pickables = this.#pickables.filter(({ model }) => !hidden.has(model.object.id));
    return pickables
      .map(({ mesh, twin }) => (strategy === 'refit' ? twin : mesh))
      .filter(({ deformTree }) => deformTree !== undefined);
  }

  /** Where a ray first hits. Objects must have been posed; `isOtherPose` says that they were since the last time. */
  pick(ray: Ray, strategy: Strategy, hidden: ReadonlySet<number>, isOtherPose: boolean): PickResult {
    this.#raycaster.set(new Vector3().fromArray(ray.origin), new Vector3().fromArray(ray.direction));
    const isRefit = strategy === 'refit';
    const twins = this.shown('refit', hidden);
    let refitted: Cast | undefined;
    if (isRefit || (isOtherPose && --this.#framesToRefit < 0)) {
      refitted = this.#cast(twins);
      if (isOtherPose) this.#refitMs = refitted.timeMs;
      this.#framesToRefit = Math.floor(this.#refitMs / REFIT_MS_PER_FRAME);
    }
    const meshes = this.shown('lazy', hidden);
    for (const { deformTree } of meshes) deformTree!.strategy = isRefit ? 'lazy' : strategy;
    const lazy = this.#cast(meshes);
    const chosen = isRefit ? refitted! : lazy;
    return {
      hit: chosen.first && this.#describe(chosen.first),
      strategy,
      isRefitted: chosen.isRefitted,
      verticesPosed: chosen.verticesPosed,
      nodesVisited: chosen.nodesVisited,
      lazyMs: lazy.timeMs,
      refitMs: this.#refitMs,
      refitNodes: twins.reduce((sum, twin) => sum + (this.#boxCounts.get(twin) ?? 0), 0),
      lazyNodes: lazy.nodesComputed,
    };
  }

  dispose(): void {
    for (const { mesh, twin } of this.#pickables) for (const part of [mesh, twin]) disposeDeformTree.call(part);
  }

  #cast(meshes: PickMesh[]): Cast {
    const start = performance.now();
    const first = intersectFirst(this.#raycaster, meshes, false) ?? undefined;
    const timeMs = performance.now() - start;
    const all = meshes.map(({ deformTree }) => deformTree!.statistics);
    const sum = (what: 'blocksEvaluated' | 'nodesVisited' | 'verticesPosed'): number =>
      all.reduce((total, statistics) => total + statistics[what], 0);
    return {
      first,
      timeMs,
      isRefitted: all.some(({ isRefitted }) => isRefitted),
      verticesPosed: sum('verticesPosed'),
      nodesVisited: sum('nodesVisited'),
      nodesComputed: sum('blocksEvaluated') * BLOCK,
    };
  }

  #describe(intersection: Intersection): SurfaceHit {
    const { distance, faceIndex, point } = intersection;
    const isHit = ({ mesh, twin }: Pickable): boolean => [mesh, twin].includes(intersection.object as PickMesh);
    const { mesh, model } = this.#pickables.find(isHit)!;
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
