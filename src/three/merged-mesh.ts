/**
 * A character in one piece. Most are several meshes that the same bones move; asked one by one, each of them would read the bones, and be
 * walked, as if it were alone.
 */
import { SkinnedMesh } from 'three';
import type { Intersection, Mesh, Object3D, Raycaster } from 'three';
import { describe } from '../checks.js';
import { PliantError } from '../errors.js';
import { MATRIX_LENGTH, copyIfChanged } from './affine.js';
import { isSkinned } from './geometry-source.js';
import type { Attribute } from './geometry-source.js';
import { mergeMeshes } from './merge-meshes.js';
import { acceleratedDeformRaycast, hasUsualRaycast, requireMesh } from './mesh-methods.js';
import { Parts, isMerged, partsOf } from './parts.js';
import type { PartFace } from './parts.js';

/**
 * All meshes of a character as one, for one deform tree: skinned meshes, of one skeleton or of several, and whatever else hangs on it. It is
 * asked, never drawn, and need not be in the scene; there, raycasts that go through the scene would hit both it and its meshes. It
 * follows its meshes: bones, world matrices, morph influences, materials, groups and draw ranges are theirs, at the time of a query. Vertices,
 * faces, skeletons, bind modes and matrices are taken once; when those change, make it anew. Layers are its own.
 *
 * Raycasts answer with hits of its meshes, as if those had been asked. In other queries faces are numbered one mesh after the other;
 * see {@link partAt}. It is in the space of the first skinned mesh. Characters that have geometries in common share what is
 * precomputed of them.
 */
export class MergedMesh extends SkinnedMesh {
  /** Tells it from other meshes. */
  readonly isMergedMesh = true;
  /** What it is made of. */
  readonly meshes: readonly Mesh[];
  /**
   * Which face is whose.
   * @internal
   */
  readonly parts: Parts;
  /** The world matrix that `bindMatrixInverse` belongs to. */
  readonly #place = new Float64Array(MATRIX_LENGTH).fill(NaN);

  /**
   * Merges all meshes from an object on down, but for merged ones, those without faces, and those with a `raycast` of their own, which say
   * themselves what is hit; or those of a list.
   *
   * @throws PliantError when there is no skinned mesh, when one of them is bound in detached mode, and for meshes that draw instances.
   */
  constructor(objects: Object3D | readonly Mesh[]) {
    const meshes = collectMeshes(objects);
    const first = meshes.find(isSkinned) as SkinnedMesh | undefined;
    if (!first) {
      throw new PliantError(
        'bad-type',
        `MergedMesh: there is no SkinnedMesh among ${meshes.length} meshes; other meshes have a deform tree each`,
      );
    }
    const { geometry, skeleton, faceCounts, vertexCounts, targetCounts } = mergeMeshes('MergedMesh', meshes);
    super(geometry);
    this.meshes = meshes;
    this.parts = new Parts(meshes, faceCounts, vertexCounts);
    this.skeleton = skeleton;
    // Not a copy: it is where that mesh is, whenever it was moved.
    this.matrixWorld = first.matrixWorld;
    this.visible = false;
    if (targetCounts.some((count) => count > 0)) {
      const influences = this.morphTargetInfluences ?? [];
      const get = (): number[] => gatherInfluences(meshes, targetCounts, influences);
      // three.js may set them anew; they are those of the meshes all the same.
      const set = (): void => {};
      Object.defineProperty(this, 'morphTargetInfluences', { get, set, configurable: true });
    }
  }

  /** Which mesh a face belongs to, and its number there. */
  partAt(faceIndex: number): PartFace {
    if (!Number.isInteger(faceIndex) || faceIndex < 0 || faceIndex >= this.parts.faceCount) {
      throw new PliantError(
        'bad-index',
        `MergedMesh.partAt: got ${describe(faceIndex)}; there are ${this.parts.faceCount} faces`,
      );
    }
    const part = this.parts.indexAt(faceIndex);
    return { mesh: this.meshes[part], faceIndex: faceIndex - this.parts.firstFaces[part] };
  }

  /** Appends the hits of all its meshes; without a deform tree, by asking each of them. */
  override raycast(raycaster: Raycaster, intersects: Intersection[]): void {
    acceleratedDeformRaycast.call(this, raycaster, intersects);
  }

  /**
   * Sees where its first skinned mesh is now. What three.js keeps as the inverse of that may be older than the matrix itself.
   * @internal
   */
  follow(): void {
    if (copyIfChanged(this.#place, this.matrixWorld.elements)) this.bindMatrixInverse.copy(this.matrixWorld).invert();
  }

  /** Leaves its own matrix alone: it is where its meshes are. */
  override updateMatrixWorld(force?: boolean): void {
    for (const child of this.children) child.updateMatrixWorld(force);
  }

  /** Leaves its own matrix alone: it is where its meshes are. */
  override updateWorldMatrix(_updateParents: boolean, updateChildren: boolean): void {
    if (updateChildren) for (const child of this.children) child.updateWorldMatrix(false, true);
  }

  /** Another one of the same meshes. For that of a cloned character, merge its meshes. */
  override clone(): this {
    return new MergedMesh(this.meshes) as this;
  }
}

function collectMeshes(objects: Object3D | readonly Mesh[]): readonly Mesh[] {
  if (Array.isArray(objects)) {
    for (const mesh of objects as Mesh[]) requireMesh('MergedMesh', mesh);
    const meshes = (objects as readonly Mesh[]).flatMap((mesh) => (isMerged(mesh) ? partsOf(mesh).meshes : [mesh]));
    return [...new Set(meshes)];
  }
  if (typeof objects !== 'object' || objects === null || !('isObject3D' in objects)) {
    throw new PliantError(
      'bad-type',
      `MergedMesh: got ${describe(objects)}; pass an object with meshes below it, or a list of meshes`,
    );
  }
  const meshes: Mesh[] = [];
  objects.traverse((object) => {
    const mesh = object as Mesh;
    if (!('isMesh' in object) || isMerged(mesh)) return;
    requireMesh('MergedMesh', mesh);
    if (hasUsualRaycast(mesh) && hasFaces(mesh)) meshes.push(mesh);
  });
  return meshes;
}

function hasFaces({ geometry }: Mesh): boolean {
  const { attributes, index } = geometry;
  const corners = index ?? (attributes['position'] as Attribute | undefined);
  return corners !== undefined && corners.count >= 3;
}

/** Influences of all meshes in a row. */
function gatherInfluences(meshes: readonly Mesh[], counts: readonly number[], out: number[]): number[] {
  let at = 0;
  for (let i = 0; i < meshes.length; i++) {
    const { morphTargetInfluences } = meshes[i];
    for (let k = 0; k < counts[i]; k++) out[at++] = morphTargetInfluences?.[k] ?? 0;
  }
  out.length = at;
  return out;
}
