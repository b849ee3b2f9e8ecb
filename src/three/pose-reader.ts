/**
 * What drives a mesh of three.js, read off it when a query runs: the matrices of bones and the influences of morph targets.
 * Comparing them with those of last time costs a few numbers per bone; only when one differs is anything computed.
 */
import type { Matrix4, Mesh, Skeleton, SkinnedMesh } from 'three';
import { describe } from '../checks.js';
import { BLEND_MODEL } from '../deform/blend.js';
import { TRANSFORM_STRIDE } from '../deform/pose.js';
import { PliantError } from '../errors.js';
import { MATRIX_LENGTH, copyIfChanged, isAffine, multiplyColumns, multiplyRows } from './affine.js';
import type { DeformSurface } from './record.js';

/** What is compared of every bone: its matrix in the world, and its inverse when it was bound. */
const BONE_STRIDE = 2 * MATRIX_LENGTH;

const FLOAT32_MAX = 3.4028234663852886e38;

const IDENTITY = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);

/** Reads the pose of one mesh. */
export class PoseReader {
  /** Transforms of all governors in the space of the mesh, as rows; of one that stays where it is, where there are no bones. */
  readonly transforms: Float64Array;
  /** Influences of all morph targets. */
  readonly weights: Float64Array;
  /** Grows with every change. */
  stamp = 0;

  readonly #mesh: Mesh;
  readonly #surface: DeformSurface;
  /** The bones that move anything, ascending, and whether each moves vertices as it is, and stretched. */
  readonly #bones: Uint32Array;
  readonly #isPlain: Uint8Array;
  readonly #isStretched: Uint8Array;
  /** The bind matrix and its inverse. */
  readonly #seenBind = new Float64Array(BONE_STRIDE).fill(NaN);
  readonly #seenBones: Float64Array;
  /** Of each bone the product of its inverse and the bind matrix, which seldom change, as rows. */
  readonly #bound: Float64Array;
  readonly #product = new Float64Array(TRANSFORM_STRIDE);
  #isRead = false;

  constructor(mesh: Mesh, surface: DeformSurface) {
    this.#mesh = mesh;
    this.#surface = surface;
    const { boneCount, model } = surface;
    const governorCount = model.kind === BLEND_MODEL ? model.governorCount : 1;
    this.transforms = new Float64Array(governorCount * TRANSFORM_STRIDE);
    for (let i = 0; i < this.transforms.length; i += TRANSFORM_STRIDE) {
      this.transforms[i] = this.transforms[i + 5] = this.transforms[i + 10] = 1;
    }
    this.weights = new Float64Array(model.fieldCount);
    this.#isPlain = new Uint8Array(boneCount);
    this.#isStretched = new Uint8Array(boneCount);
    for (const governor of model.kind === BLEND_MODEL ? model.usedGovernors : []) {
      if (governor < boneCount) this.#isPlain[governor] = 1;
      else if (governor > boneCount) this.#isStretched[governor - boneCount - 1] = 1;
    }
    const bones = Array.from({ length: boneCount }, (_, bone) => bone);
    this.#bones = Uint32Array.from(bones.filter((bone) => this.#isPlain[bone] + this.#isStretched[bone] > 0));
    this.#seenBones = new Float64Array(this.#bones.length * BONE_STRIDE).fill(NaN);
    this.#bound = new Float64Array(this.#bones.length * TRANSFORM_STRIDE);
  }

  /**
   * Reads the mesh.
   *
   * @throws PliantError when the skeleton is missing or too small, and for numbers that are not finite.
   */
  read(): void {
    // Until everything has been read, nothing counts as seen: after an error, all is read again.
    const wasRead = this.#isRead;
    this.#isRead = false;
    const areWeightsChanged = this.#readWeights();
    const areBonesChanged = this.#surface.boneCount > 0 && this.#readBones(!wasRead);
    if (areWeightsChanged || areBonesChanged || !wasRead) this.stamp++;
    this.#isRead = true;
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

  #readBones(isFirst: boolean): boolean {
    const mesh = this.#mesh as SkinnedMesh;
    const skeleton = requireSkeleton('DeformTree', mesh, this.#surface.boneCount);
    const isBindChanged = this.#readBind(mesh, isFirst);
    const bones = this.#bones;
    const seen = this.#seenBones;
    let isChanged = isBindChanged;
    for (let i = 0; i < bones.length; i++) {
      const bone = bones[i];
      const world = (skeleton.bones[bone] as { matrixWorld: Matrix4 } | undefined)?.matrixWorld.elements ?? IDENTITY;
      const inverse = skeleton.boneInverses[bone].elements;
      const isMoved = copyIfChanged(seen, i * BONE_STRIDE, world);
      const isRebound = copyIfChanged(seen, i * BONE_STRIDE + MATRIX_LENGTH, inverse);
      if (!isMoved && !isRebound && !isBindChanged) continue;
      isChanged = true;
      if (!isAffine(world)) refuseBone(skeleton, bone, 'matrixWorld');
      if (isRebound || isBindChanged) {
        if (!isAffine(inverse)) refuseBone(skeleton, bone, 'boneInverse');
        multiplyColumns(this.#bound, i * TRANSFORM_STRIDE, inverse, mesh.bindMatrix.elements);
      }
      multiplyRows(this.#product, 0, world, this.#bound, i * TRANSFORM_STRIDE);
      this.#setBone(skeleton, bone);
    }
    return isChanged;
  }

  #readBind({ bindMatrix, bindMatrixInverse }: SkinnedMesh, isFirst: boolean): boolean {
    const isBound = copyIfChanged(this.#seenBind, 0, bindMatrix.elements);
    const isUnbound = copyIfChanged(this.#seenBind, MATRIX_LENGTH, bindMatrixInverse.elements);
    if (!isBound && !isUnbound && !isFirst) return false;
    if (!isAffine(bindMatrix.elements)) refuseBind('bindMatrix');
    if (!isAffine(bindMatrixInverse.elements)) refuseBind('bindMatrixInverse');
    this.#setAnchor(this.#surface.boneCount, bindMatrixInverse.elements);
    return true;
  }

  #setAnchor(governor: number, inverse: ArrayLike<number>): void {
    const at = governor * TRANSFORM_STRIDE;
    for (let row = 0; row < 3; row++) {
      for (let column = 0; column < 3; column++) this.transforms[at + row * 4 + column] = 0;
      this.transforms[at + row * 4 + 3] = inverse[12 + row];
    }
  }

  /** Takes what a bone makes of the mesh in the world, which is in `#product`, to the space of the mesh. */
  #setBone(skeleton: Skeleton, bone: number): void {
    const { transforms } = this;
    const unbind = (this.#mesh as SkinnedMesh).bindMatrixInverse.elements;
    const at = bone * TRANSFORM_STRIDE;
    multiplyRows(transforms, at, unbind, this.#product, 0);
    let size = 0;
    for (let i = at; i < at + TRANSFORM_STRIDE; i++) size += Math.abs(transforms[i]);
    // Not written as `size > …`, which NaN is not.
    if (!(size <= FLOAT32_MAX)) refuseBone(skeleton, bone, 'matrixWorld');
    if (this.#isStretched[bone] === 0) return;
    const { boneCount, stretch } = this.#surface;
    const to = (boneCount + 1 + bone) * TRANSFORM_STRIDE;
    for (let i = 0; i < TRANSFORM_STRIDE; i++) {
      const anchor = i % 4 === 3 ? unbind[12 + (i >> 2)] : 0;
      transforms[to + i] = anchor + stretch * (transforms[at + i] - anchor);
    }
  }
}

/** The skeleton of a mesh, if it has all the bones that its geometry needs. */
export function requireSkeleton(caller: string, mesh: SkinnedMesh, boneCount: number): Skeleton {
  const skeleton = mesh.skeleton as Skeleton | undefined;
  if (!skeleton) {
    throw new PliantError('bad-type', `${caller}: the skinned mesh has no skeleton; bind one first`);
  }
  if (skeleton.bones.length < boneCount || skeleton.boneInverses.length < boneCount) {
    throw new PliantError(
      'mismatch',
      `${caller}: the geometry uses bone ${boneCount - 1}, but the skeleton has ${skeleton.bones.length} bones and ` +
        `${skeleton.boneInverses.length} inverses; bind the skeleton that belongs to it`,
    );
  }
  return skeleton;
}

function refuseBone(skeleton: Skeleton, bone: number, what: string): never {
  const name = (skeleton.bones[bone] as { name: string } | undefined)?.name ?? '';
  throw new PliantError(
    'bad-number',
    `DeformTree: the ${what} of bone ${bone} ("${name}") is not an affine matrix of numbers that a float32 can hold; ` +
      'look for NaN in its position, rotation and scale',
  );
}

function refuseBind(what: string): never {
  throw new PliantError(
    'bad-number',
    `DeformTree: the ${what} of the mesh is not affine, or has been inverted although it has no inverse; look for a scale of 0`,
  );
}
