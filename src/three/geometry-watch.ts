/** Whether a geometry is still what was read of it. */
import type { BufferAttribute, BufferGeometry, Mesh } from 'three';
import { isSkinned } from './geometry-source.js';
import type { Attribute } from './geometry-source.js';

/** How many corners of the index are compared. */
const SAMPLES = 32;

/** What was read of a geometry, to see whether it has changed since. */
export class GeometryWatch {
  readonly #geometry: BufferGeometry;
  readonly #isRelative: boolean;
  readonly #index: BufferAttribute | null;
  readonly #morphTargets: readonly Attribute[] | undefined;
  readonly #attributes: readonly (Attribute | undefined)[];
  readonly #versions: readonly number[];
  readonly #names: readonly string[];
  /** Corners here and there in the index: three-mesh-bvh sorts it in place, and need not mark it. */
  readonly #corners = new Uint32Array(SAMPLES);
  readonly #places = new Uint32Array(SAMPLES);

  constructor(mesh: Mesh) {
    const { geometry } = mesh;
    this.#geometry = geometry;
    this.#isRelative = geometry.morphTargetsRelative;
    this.#index = geometry.index;
    this.#morphTargets = geometry.morphAttributes['position'];
    this.#names = isSkinned(mesh) ? ['position', 'skinIndex', 'skinWeight'] : ['position'];
    this.#attributes = [
      ...this.#names.map((name) => geometry.attributes[name] as Attribute | undefined),
      ...(this.#morphTargets ?? []),
    ];
    this.#versions = [...this.#attributes.map(versionOf), versionOf(this.#index ?? undefined)];
    const index = geometry.index ?? undefined;
    this.#places.forEach((_, i) => {
      this.#places[i] = Math.floor((i * (index?.count ?? 0)) / SAMPLES);
      this.#corners[i] = index?.array[this.#places[i]] ?? 0;
    });
  }

  /**
   * Whether the mesh has the same geometry with the same attributes, none of which was marked by `needsUpdate` since, and faces in
   * the same order. Other numbers that were changed without a mark are seen neither here nor by the GPU.
   */
  isUpToDate(mesh: Mesh): boolean {
    const { geometry } = mesh;
    if (geometry !== this.#geometry || geometry.index !== this.#index) return false;
    const morphTargets = geometry.morphAttributes['position'] as readonly Attribute[] | undefined;
    if (morphTargets !== this.#morphTargets || geometry.morphTargetsRelative !== this.#isRelative) return false;
    const names = this.#names;
    const known = this.#attributes;
    for (let i = 0; i < names.length; i++) if (geometry.attributes[names[i]] !== known[i]) return false;
    const targetCount = known.length - names.length;
    if ((morphTargets?.length ?? 0) !== targetCount) return false;
    for (let i = 0; i < targetCount; i++) if (morphTargets![i] !== known[names.length + i]) return false;
    for (let i = 0; i < known.length; i++) if (versionOf(known[i]) !== this.#versions[i]) return false;
    if (versionOf(this.#index ?? undefined) !== this.#versions[known.length]) return false;
    return this.#index === null || this.#index.count === 0 || this.#hasSameCorners(this.#index.array);
  }

  /**
   * They lie far apart, in pages that nothing else may have touched for a while. Looked at one right after the other, without a
   * decision in between, they come from memory side by side.
   */
  #hasSameCorners(index: ArrayLike<number>): boolean {
    const places = this.#places;
    const corners = this.#corners;
    let difference = 0;
    for (let i = 0; i < SAMPLES; i++) difference |= index[places[i]] ^ corners[i];
    return difference === 0;
  }
}

function versionOf(attribute: Attribute | undefined): number {
  if (attribute === undefined) return -1;
  return 'data' in attribute ? attribute.data.version : attribute.version;
}
