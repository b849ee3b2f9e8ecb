/**
 * What drives a mesh of three.js, read off it when a query runs: the matrices of bones and the influences of morph targets.
 * Where they are as they were, the body stays in the pose that it has.
 */
import type { Mesh, SkinnedMesh } from 'three';
import { describe } from '../checks.js';
import { PliantError } from '../errors.js';
import type { Kernels } from '../index.js';
import type { ByteOffset } from '../internals.js';
import { BoneReader } from './bone-reader.js';
import { isMerged } from './parts.js';
import type { Merged } from './parts.js';
import type { DeformSurface } from './record.js';

/** Reads the pose of one mesh. */
export class PoseReader {
  /** Its skeleton, where bones move it. */
  readonly bones: BoneReader | undefined;
  /** Influences of all morph targets. */
  readonly weights: Float64Array;
  /** Grows with every change. */
  stamp = 0;

  readonly #mesh: Mesh;
  readonly #merged: Merged | undefined;
  #isRead = false;

  constructor(kernels: Kernels, mesh: Mesh, surface: DeformSurface) {
    this.#mesh = mesh;
    this.#merged = isMerged(mesh) ? mesh : undefined;
    this.bones = surface.boneCount > 0 ? new BoneReader(kernels, mesh as SkinnedMesh, surface) : undefined;
    this.weights = new Float64Array(surface.model.fieldCount);
  }

  /**
   * Reads the mesh, and writes where its bones take it to `transforms` (see {@link BoneReader.read}). Bones have no place in the
   * space of a mesh that is scaled to nothing: it keeps the pose that it had.
   *
   * @throws PliantError when the skeleton is missing or too small, and for numbers that are not finite.
   */
  read(transforms: ByteOffset): void {
    // Until everything has been read, nothing counts as seen: after an error, all is read again.
    const wasRead = this.#isRead;
    this.#isRead = false;
    this.#merged?.follow();
    const areWeightsChanged = this.#readWeights();
    const isPosable = !this.bones || !isScaledToNothing(this.#mesh as SkinnedMesh);
    const areBonesChanged = isPosable && this.bones?.read(transforms) === true;
    if (areWeightsChanged || areBonesChanged || !wasRead) this.stamp++;
    this.#isRead = wasRead || isPosable;
  }

  /** Influences that a mesh does not have are 0, as on the GPU. */
  #readWeights(): boolean {
    const influences = this.#mesh.morphTargetInfluences;
    const { weights } = this;
    let isChanged = false;
    for (let i = 0; i < weights.length; i++) {
      const influence = influences?.[i] ?? 0;
      if (influence === weights[i]) continue;
      if (typeof influence !== 'number' || !Number.isFinite(Math.fround(influence))) {
        throw new PliantError(
          'bad-number',
          `DeformTree: morphTargetInfluences[${i}] is ${describe(influence)}; every influence must be finite`,
        );
      }
      weights[i] = influence;
      isChanged = true;
    }
    return isChanged;
  }
}

/** three.js leaves zeros where the world matrix has no inverse, and then there is nothing to see. */
function isScaledToNothing({ bindMatrixInverse, matrixWorld }: SkinnedMesh): boolean {
  return bindMatrixInverse.elements[15] === 0 && matrixWorld.determinant() === 0;
}
