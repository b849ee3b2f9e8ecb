/**
 * A character in one piece. Most are several meshes that the same bones move; asked one by one, each of them would read the bones, and be
 * walked, as if it were alone.
 */
import { SkinnedMesh } from 'three';
import type { Intersection, Mesh, Object3D, Raycaster } from 'three';
import { describe } from '../checks.js';
import { PliantError } from '../errors.js';
import { isSkinned } from './geometry-source.js';
import { mergeMeshes } from './merge-meshes.js';
import { requireMesh } from './mesh-methods.js';
import { Parts } from './parts.js';
import type { PartFace } from './parts.js';

/**
 * All meshes of a character as one, for one deform tree: skinned meshes, of one skeleton or of several, and whatever else hangs on it. It is
 * asked, never drawn, and need not be in the scene. It follows its meshes: bones, world matrices, morph influences, materials, groups and draw
 * ranges are theirs, at the time of a query. Vertices, faces, skeletons and bind matrices are taken once; when those change, make it anew.
 *
 * Raycasts answer with hits of its meshes, as if those had been asked. In other queries faces are numbered one mesh after the other;
 * see {@link partAt}. It is in the space of the first skinned mesh.
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

  /**
   * Merges all meshes from an object on down, but for merged ones; or those of a list, as they are.
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
    const { geometry, skeleton, bindMatrix, faceCounts, targetCounts } = mergeMeshes('MergedMesh', meshes, first);
    super(geometry);
    this.meshes = meshes;
    this.parts = new Parts(meshes, faceCounts);
    this.skeleton = skeleton;
    this.bindMatrix = bindMatrix;
    // Not copies: they are where that mesh is, whenever it was moved.
    this.bindMatrixInverse = first.bindMatrixInverse;
    this.matrixWorld = first.matrixWorld;
    this.visible = false;
    if (targetCounts.some((count) => count > 0)) {
      const influences = this.morphTargetInfluences ?? [];
      const get = (): number[] => gatherInfluences(meshes, targetCounts, influences);
      Object.defineProperty(this, 'morphTargetInfluences', { get });
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
    if (this.deformTree) this.deformTree.raycastObject3D(raycaster, intersects);
    else for (const mesh of this.meshes) mesh.raycast(raycaster, intersects);
  }

  /** Does nothing: it is where its meshes are. */
  override updateMatrixWorld(): void {
    // They see to that.
  }

  /** Does nothing: it is where its meshes are. */
  override updateWorldMatrix(): void {
    // They see to that.
  }
}

function collectMeshes(objects: Object3D | readonly Mesh[]): readonly Mesh[] {
  if (Array.isArray(objects)) {
    for (const mesh of objects as Mesh[]) requireMesh('MergedMesh', mesh);
    return [...(objects as readonly Mesh[])];
  }
  if (typeof objects !== 'object' || objects === null || !('isObject3D' in objects)) {
    throw new PliantError(
      'bad-type',
      `MergedMesh: got ${describe(objects)}; pass an object with meshes below it, or a list of meshes`,
    );
  }
  const meshes: Mesh[] = [];
  objects.traverse((object) => {
    if (!('isMesh' in object) || object instanceof MergedMesh) return;
    requireMesh('MergedMesh', object as Mesh);
    meshes.push(object as Mesh);
  });
  return meshes;
}

/** Influences of all meshes in a row. */
function gatherInfluences(meshes: readonly Mesh[], counts: readonly number[], out: number[]): number[] {
  let at = 0;
  for (let i = 0; i < meshes.length; i++) {
    const { morphTargetInfluences } = meshes[i];
    for (let k = 0; k < counts[i]; k++) out[at++] = morphTargetInfluences?.[k] ?? 0;
  }
  return out;
}
