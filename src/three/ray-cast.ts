/**
 * Rays against a deforming mesh, answered as three.js answers them: the same faces, sides, draw ranges and groups, and hits with
 * the same fields. The walk itself knows nothing of sides; where it finds a face that does not count, it is asked for more.
 */
import { FrontSide, Ray, Vector3 } from 'three';
import type { Intersection, Mesh } from 'three';
import type { BlockTree } from '../bounds/block-tree.js';
import type { LazyBody } from '../bounds/lazy-body.js';
import { createRayHits } from '../query/ray-hits.js';
import type { RayHits } from '../query/ray-hits.js';
import { createRaySearch, findRayHits } from '../query/ray-search.js';
import type { RaySearch } from '../query/ray-search.js';
import type { SearchStatistics } from '../query/statistics.js';
import { describeHit } from './describe-hit.js';
import { findFaceUse } from './face-filter.js';
import type { FaceUse } from './face-filter.js';
import type { RayQuery } from './ray-query.js';
import { writePoint } from './write-point.js';

const FEW = 32;
const GROWTH = 8;

const origin = new Float64Array(3);
const direction = new Float64Array(3);
const along = new Vector3();
const use: FaceUse = { next: 0, side: 0, materialIndex: 0 };

/** Casts rays at one body. */
export class RayCast {
  /** What {@link cast} looks for. */
  readonly query: RayQuery = {
    ray: new Ray(),
    materials: FrontSide,
    near: 0,
    far: Infinity,
    toWorld: undefined,
    origin: new Vector3(),
    firstOnly: false,
  };

  readonly #mesh: Mesh;
  readonly #body: LazyBody;
  /** Made when it is first needed, as is whatever takes memory. */
  #search: RaySearch | undefined;
  readonly #first = createRayHits(1);
  #many = createRayHits(FEW);
  /** Of each face, its place in the order of the leaves. */
  #places: Uint32Array | undefined;

  constructor(mesh: Mesh, body: LazyBody) {
    this.#mesh = mesh;
    this.#body = body;
  }

  /** What the last walk has done. */
  get statistics(): SearchStatistics {
    return (this.#search ??= createRaySearch(this.#body)).statistics;
  }

  /** Appends hits to `found`, nearest first. A ray that is not finite, or has no direction, hits nothing. */
  cast(found: Intersection[]): void {
    const { query } = this;
    const { ray, far, firstOnly } = query;
    writePoint(ray.origin, origin);
    writePoint(ray.direction, direction);
    if (!isRay() || far < 0) return;
    const reach = reachOf(query);
    const search = (this.#search ??= createRaySearch(this.#body));
    if (firstOnly) {
      const count = findRayHits(search, origin, direction, this.#first, reach);
      if (count === 0 || this.#collect(query, this.#first, 0, found)) return;
    }
    let done = 0;
    for (;;) {
      const hits = this.#many;
      const count = findRayHits(search, origin, direction, hits, reach);
      if (this.#collect(query, hits, done, found)) return;
      if (count < hits.triangles.length) return;
      // The order of hits does not depend on how many there is room for: those that were collected come first again.
      done = count;
      this.#many = createRayHits(count * GROWTH);
    }
  }

  /** Appends what counts of the hits from `begin` on; answers whether enough was found. */
  #collect(query: RayQuery, hits: RayHits, begin: number, found: Intersection[]): boolean {
    const mesh = this.#mesh;
    this.#places ??= placesOf(this.#body.coefficients);
    for (let i = begin; i < hits.count; i++) {
      const face = hits.triangles[i];
      use.next = 0;
      while (findFaceUse(mesh.geometry, query.materials, face, use)) {
        // The walk has posed its corners: they are in the caches, and what they were posed from need not be.
        const hit = describeHit(query, mesh, this.#body, this.#places[face], face, hits.parameters[i], use);
        if (hit === undefined) continue;
        found.push(hit);
        if (query.firstOnly) return true;
      }
    }
    return false;
  }
}

/** Shared by all meshes of a geometry. */
const knownPlaces = new WeakMap<BlockTree, Uint32Array>();

function placesOf(tree: BlockTree): Uint32Array {
  let places = knownPlaces.get(tree);
  if (!places) {
    places = new Uint32Array(tree.triangleOrder.length);
    for (let place = 0; place < places.length; place++) places[tree.triangleOrder[place]] = place;
    knownPlaces.set(tree, places);
  }
  return places;
}

function isRay(): boolean {
  let isDirected = false;
  for (let axis = 0; axis < 3; axis++) {
    if (!Number.isFinite(origin[axis]) || !Number.isFinite(direction[axis])) return false;
    if (direction[axis] !== 0) isDirected = true;
  }
  return isDirected;
}

/** How far to look along the ray, in its own parameter, and a little farther: what is too far is told by the distance. */
function reachOf({ ray, far, toWorld }: RayQuery): number {
  along.copy(ray.direction);
  if (toWorld) {
    const { elements: m } = toWorld;
    const { x, y, z } = ray.direction;
    along.set(m[0] * x + m[4] * y + m[8] * z, m[1] * x + m[5] * y + m[9] * z, m[2] * x + m[6] * y + m[10] * z);
  }
  const reach = (far / along.length()) * (1 + 1e-9);
  return reach >= 0 ? reach + 1e-30 : Infinity;
}
