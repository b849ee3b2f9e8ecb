/**
 * Rays against a deforming mesh, answered as three.js answers them: the same faces, sides, draw ranges and groups, and hits with
 * the same fields. The walk itself knows nothing of sides; where it finds a face that does not count, it is asked for more.
 */
import { FrontSide, Vector3 } from 'three';
import type { Intersection, Mesh } from 'three';
import { RAY_FAR } from '../exact.js';
import { createHits, createSearch } from '../index.js';
import type { Body, Hits, Search, SearchStatistics } from '../index.js';
import { FLOAT64_ROUNDOFF, findHitsAhead, prepareRay } from '../internals.js';
import type { BlockTree } from '../parts.js';
import { isExactlyAffine } from './affine.js';
import { describeHit } from './describe-hit.js';
import { findFaceUse } from './face-filter.js';
import type { FaceUse, MaterialOrSide } from './face-filter.js';
import { LOCAL_RAY_LENGTH } from './local-ray.js';
import { PartView } from './part-view.js';
import type { Parts } from './parts.js';
import type { RayQuery } from './ray-query.js';

const FEW = 32;
const GROWTH = 8;
/** 2^-46: more than a distance is off by, as a share of the coordinates that it is taken between. */
const ROUNDING = 128 * FLOAT64_ROUNDOFF;

// Written and read within one call, in which nobody else's code runs.
const use: FaceUse = { next: 0, side: 0, materialIndex: 0 };

/** Casts rays at one body. */
export class RayCast {
  /** What {@link cast} looks for. */
  readonly query: RayQuery = {
    ray: new Float64Array(LOCAL_RAY_LENGTH),
    materials: FrontSide,
    near: 0,
    far: Infinity,
    toWorld: undefined,
    origin: new Vector3(),
    firstOnly: false,
  };

  readonly #mesh: Mesh;
  readonly #body: Body;
  /** Whose faces they are. */
  readonly #parts: Parts;
  #partView: PartView | undefined;
  readonly #search: Search = createSearch();
  readonly #first = createHits(1);
  #many = createHits(FEW);
  /** Of each face, its place in the order of the leaves. */
  #places: Uint32Array | undefined;

  constructor(mesh: Mesh, parts: Parts, body: Body) {
    this.#mesh = mesh;
    this.#body = body;
    this.#parts = parts;
  }

  /** What the last walk has done. */
  get statistics(): SearchStatistics {
    return this.#search.statistics;
  }

  /** Appends hits to `found`, nearest first. A ray that is not finite, or has no direction, hits nothing. */
  cast(found: Intersection[]): void {
    const { query } = this;
    if (!canHit(query)) return;
    const search = this.#search;
    const walked = prepareRay('DeformTree.raycast', search, this.#body);
    const { ray } = walked.progress;
    for (let i = 0; i < LOCAL_RAY_LENGTH; i++) ray[i] = query.ray[i];
    const reach = reachOf(query);
    if (query.firstOnly) {
      ray[RAY_FAR] = reach;
      const count = findHitsAhead(search, walked, this.#first);
      if (count === 0 || this.#collect(query, this.#first, 0, found)) return;
    }
    let done = 0;
    for (;;) {
      const hits = this.#many;
      ray[RAY_FAR] = reach;
      const count = findHitsAhead(search, walked, hits);
      if (this.#collect(query, hits, done, found)) return;
      if (count < hits.triangles.length) return;
      // The order of hits does not depend on how many there is room for: those that were collected come first again.
      done = count;
      this.#many = createHits(count * GROWTH);
    }
  }

  /** Appends what counts of the hits from `begin` on; answers whether enough was found. */
  #collect(query: RayQuery, hits: Hits, begin: number, found: Intersection[]): boolean {
    const parts = this.#parts;
    this.#places ??= placesOf(this.#body.bounds);
    for (let i = begin; i < hits.count; i++) {
      const face = hits.triangles[i];
      const part = parts.indexAt(face);
      const mesh = parts.meshes[part];
      const own = face - parts.firstFaces[part];
      if (mesh !== this.#mesh) parts.requireUnchanged(this.#mesh, part, face);
      const materials: MaterialOrSide | undefined = query.materials ?? mesh.material;
      // As three.js: without a material there is nothing to hit.
      if (materials === undefined) continue;
      use.next = 0;
      while (findFaceUse(mesh.geometry, materials, own, use)) {
        const hit = this.#describe(query, mesh, this.#places[face], own, hits.parameters[i]);
        if (hit === undefined) continue;
        found.push(hit);
        if (query.firstOnly) return true;
      }
    }
    return false;
  }

  /** Describes a hit on a face of a part. */
  #describe(query: RayQuery, mesh: Mesh, place: number, face: number, parameter: number): Intersection | undefined {
    // The walk has posed its corners: they are in the caches, and what they were posed from need not be.
    if (isInPlaceOf(mesh, this.#mesh)) return describeHit(query, mesh, this.#body, place, face, parameter, use);
    const view = (this.#partView ??= new PartView(query));
    if (!view.take(query, this.#mesh, mesh, this.#body, place)) return undefined;
    return describeHit(view.query, mesh, view.faces, 0, face, parameter, use);
  }
}

/** Whether both have the same space. */
function isInPlaceOf(part: Mesh, whole: Mesh): boolean {
  return part.matrixWorld === whole.matrixWorld || part.matrixWorld.equals(whole.matrixWorld);
}

/** Shared by all meshes of a geometry, as long as it is there. */
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

/** Whether the ray is finite, has a direction, and does not end before it begins. */
function canHit({ far, ray }: RayQuery): boolean {
  if (far < 0 || (ray[3] === 0 && ray[4] === 0 && ray[5] === 0)) return false;
  // What is infinite or not a number is not nothing when it is taken from itself.
  let sum = 0;
  for (let i = 0; i < LOCAL_RAY_LENGTH; i++) sum += ray[i] - ray[i];
  return sum === 0;
}

/**
 * How far to look along the ray, in its own parameter, and a little farther: what is too far is told by the distance. That is taken in the
 * world, and off by what rounding leaves of coordinates there. In a space that is not affine, distances are in no ratio to parameters.
 */
function reachOf({ far, origin, ray, toWorld }: RayQuery): number {
  let x = ray[3];
  let y = ray[4];
  let z = ray[5];
  let slack = 0;
  if (toWorld) {
    const { elements: m } = toWorld;
    if (!isExactlyAffine(m)) return Infinity;
    x = m[0] * ray[3] + m[4] * ray[4] + m[8] * ray[5];
    y = m[1] * ray[3] + m[5] * ray[4] + m[9] * ray[5];
    z = m[2] * ray[3] + m[6] * ray[4] + m[10] * ray[5];
    const size = Math.abs(origin.x) + Math.abs(origin.y) + Math.abs(origin.z);
    slack = (size + Math.abs(m[12]) + Math.abs(m[13]) + Math.abs(m[14])) * ROUNDING;
  }
  const reach = ((far + slack) / Math.sqrt(x * x + y * y + z * z)) * (1 + 1e-9);
  return reach >= 0 ? reach + 1e-30 : Infinity;
}
