/**
 * Whether a geometry is still what was read of it. Every query asks that first, often when nothing of it is in the caches: what is
 * compared lies in one object, for each further one would have to be waited for.
 */
import type { BufferAttribute, BufferGeometry, Mesh } from 'three';
import { isSkinned } from './geometry-source.js';
import type { Attribute } from './geometry-source.js';
import { isMerged } from './parts.js';

/**
 * How many corners of an index are compared. Sorting many faces moves nearly all of them; among few, some may stay where they are, but
 * those lie close together and cost little.
 */
const SAMPLES = 16;
const SAMPLES_OF_FEW = 32;
const FEW_CORNERS = 1024;

/** What was read of a geometry, to see whether it has changed since. */
export class GeometryWatch {
  readonly #geometry: BufferGeometry;
  readonly #isSkinned: boolean;
  readonly #isRelative: boolean;
  readonly #index: BufferAttribute | null;
  readonly #position: Attribute | undefined;
  readonly #skinIndex: Attribute | undefined;
  readonly #skinWeight: Attribute | undefined;
  readonly #morphTargets: readonly Attribute[] | undefined;
  readonly #indexVersion: number;
  readonly #positionVersion: number;
  readonly #skinIndexVersion: number;
  readonly #skinWeightVersion: number;
  /** What the list of morph targets held. */
  readonly #targets: readonly Attribute[];
  readonly #targetVersions: readonly number[];
  /** Corners here and there in the index: three-mesh-bvh sorts it in place, and need not mark it. */
  readonly #corners: Uint32Array;
  readonly #places: Uint32Array;

  constructor(mesh: Mesh) {
    const { geometry } = mesh;
    const { attributes, index } = geometry;
    this.#geometry = geometry;
    this.#isSkinned = isSkinned(mesh);
    this.#isRelative = geometry.morphTargetsRelative;
    this.#index = index;
    this.#position = attributes['position'];
    this.#skinIndex = attributes['skinIndex'];
    this.#skinWeight = attributes['skinWeight'];
    this.#morphTargets = geometry.morphAttributes['position'];
    this.#indexVersion = index ? index.version : -1;
    this.#positionVersion = versionOf(this.#position);
    this.#skinIndexVersion = versionOf(this.#skinIndex);
    this.#skinWeightVersion = versionOf(this.#skinWeight);
    this.#targets = [...(this.#morphTargets ?? [])];
    this.#targetVersions = this.#targets.map(versionOf);
    const count = index ? index.count : 0;
    // That of a merged mesh is its own: nobody else sorts it.
    const samples = isMerged(mesh) ? 0 : count <= FEW_CORNERS ? Math.min(count, SAMPLES_OF_FEW) : SAMPLES;
    this.#places = Uint32Array.from({ length: samples }, (_, i) => Math.floor((i * count) / samples));
    this.#corners = this.#places.map((place) => index!.array[place]);
  }

  /**
   * Whether the mesh has the same geometry with the same attributes, none of which was marked by `needsUpdate` since, and faces in
   * the same order. Other numbers that were changed without a mark are seen neither here nor by the GPU.
   */
  isUpToDate(mesh: Mesh): boolean {
    const { geometry } = mesh;
    if (geometry !== this.#geometry) return false;
    const { attributes, index } = geometry;
    if (attributes['position'] !== this.#position || versionOf(this.#position) !== this.#positionVersion) return false;
    if (this.#isSkinned) {
      const { skinIndex, skinWeight } = attributes as Record<string, Attribute | undefined>;
      if (skinIndex !== this.#skinIndex || versionOf(skinIndex) !== this.#skinIndexVersion) return false;
      if (skinWeight !== this.#skinWeight || versionOf(skinWeight) !== this.#skinWeightVersion) return false;
    }
    if (!this.#hasSameTargets(geometry)) return false;
    if (index !== this.#index) return false;
    return index === null || (index.version === this.#indexVersion && this.#hasSameCorners(index.array));
  }

  #hasSameTargets({ morphAttributes, morphTargetsRelative }: BufferGeometry): boolean {
    const now = morphAttributes['position'] as readonly Attribute[] | undefined;
    if (now !== this.#morphTargets || morphTargetsRelative !== this.#isRelative) return false;
    if (now === undefined) return true;
    const targets = this.#targets;
    if (now.length !== targets.length) return false;
    for (let i = 0; i < targets.length; i++) {
      if (now[i] !== targets[i] || versionOf(targets[i]) !== this.#targetVersions[i]) return false;
    }
    return true;
  }

  /**
   * They lie far apart, in pages that nothing else may have touched for a while. Looked at one right after the other, without a
   * decision in between, they come from memory side by side.
   */
  #hasSameCorners(index: ArrayLike<number>): boolean {
    const places = this.#places;
    const corners = this.#corners;
    let difference = 0;
    for (let i = 0; i < places.length; i++) difference |= index[places[i]] ^ corners[i];
    return difference === 0;
  }
}

function versionOf(attribute: Attribute | undefined): number {
  if (attribute === undefined) return -1;
  return 'data' in attribute ? attribute.data.version : attribute.version;
}
