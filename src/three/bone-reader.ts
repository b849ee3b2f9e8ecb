/**
 * The bones of a skinned mesh, read off its skeleton when a query runs. Nothing is remembered of them: they are copied to scratch
 * memory, a kernel multiplies them, and says whether that has changed any transform. Of a merged mesh, which takes skeletons as they
 * are, it is remembered how they were bound: where nothing is in the caches, to read that again takes as long as to read the bones.
 *
 * Every governor (see skin-weights.ts) is left · world · bound: `left` the inverse of the bind matrix, `world` where the bone is,
 * `bound` its inverse when it was bound, times the bind matrix. A bone that is stretched by c away from the translation of
 * `left` has c times the same `world`; the anchor, which takes everything to that translation, has zeros.
 */
import type { Matrix4, Object3D, Skeleton, SkinnedMesh } from 'three';
import type { Kernels } from '../index.js';
import { BONE, BONES, behind, doubleAt, point, wordAt } from '../internals.js';
import type { Arena, ByteOffset, DoubleIndex } from '../internals.js';
import { BLEND_MODEL, TRANSFORM_STRIDE } from '../parts.js';
import { PliantError } from '../errors.js';
import { areFinite, copyColumns, copyToRows, isAffine, isIdentity, multiplyColumns, multiplyToRows } from './affine.js';
import { isMerged } from './parts.js';
import type { DeformSurface } from './record.js';

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const TRANSFORM_BYTES = TRANSFORM_STRIDE * 4;
const LEFT_LENGTH = 12;
/** Bones that are copied at a time: few enough that what is copied stays in the caches until it is multiplied. */
const MOST_AT_ONCE = 12;

/** Reads the skeleton of one mesh. Holds memory. */
export class BoneReader {
  /** Gives the memory back. It knows nothing of the mesh: whoever keeps it does not keep the mesh. */
  readonly memory: { dispose(): void };
  readonly #kernels: Kernels;
  readonly #mesh: SkinnedMesh;
  readonly #boneCount: number;
  /** Of each governor that is a bone and moves anything: which bone, and how far it is stretched. */
  readonly #bones: Uint32Array;
  readonly #stretches: Float64Array;
  /** With the anchor, which comes last. */
  readonly #count: number;
  /** In bytes. */
  readonly #state: ByteOffset;
  readonly #outs: ByteOffset;
  /** Bones of a merged mesh, and how they were bound; undefined where both are copied to scratch memory. */
  readonly #records: ByteOffset | undefined;
  /** In doubles. */
  readonly #left: DoubleIndex;
  #isChanged = false;

  constructor(kernels: Kernels, mesh: SkinnedMesh, { boneCount, model, stretch }: DeformSurface) {
    this.#kernels = kernels;
    this.#mesh = mesh;
    this.#boneCount = boneCount;
    const used = model.kind === BLEND_MODEL ? model.usedGovernors : new Uint32Array(0);
    const governors = used.filter((governor) => governor !== boneCount);
    const isAnchored = governors.length < used.length;
    this.#bones = governors.map((governor) => governor % (boneCount + 1));
    this.#stretches = Float64Array.from(governors, (governor) => (governor > boneCount ? stretch : 1));
    this.#count = used.length;

    const { arena } = kernels;
    const leftBytes = LEFT_LENGTH * 8;
    const stateBytes = BONES.wordCount * 4;
    const recordBytes = isMerged(mesh) ? this.#count * BONE.count * 8 : 0;
    const start = arena.allocate(leftBytes + recordBytes + stateBytes + this.#count * 4);
    this.memory = memoryAt(arena, start);
    this.#left = doubleAt(start);
    this.#state = behind(start, leftBytes + recordBytes);
    this.#outs = behind(this.#state, stateBytes);
    this.#records = isMerged(mesh) ? behind(start, leftBytes) : undefined;
    point(arena.u32, wordAt(this.#state) + BONES.left, start);
    [...governors, ...(isAnchored ? [boneCount] : [])].forEach((governor, i) => {
      arena.u32[wordAt(this.#outs) + i] = governor * TRANSFORM_BYTES;
    });
    if (this.#records === undefined) return;
    // Bind matrices are in its inverses already.
    this.#copyBound(mesh.skeleton, 0, this.#count, undefined, doubleAt(this.#records));
  }

  /**
   * Reads the skeleton, and writes where its bones take the mesh, in the space of the mesh, as rows of float32 to `transforms`, in
   * bytes. Answers whether any of them has changed.
   *
   * @throws PliantError when the skeleton is missing or too small, and for numbers that are not finite. Some transforms may have
   * been written by then.
   */
  read(transforms: ByteOffset): boolean {
    const mesh = this.#mesh;
    const skeleton = requireSkeleton('DeformTree', mesh, this.#boneCount);
    const { bindMatrix, bindMatrixInverse } = mesh;
    if (!isAffine(bindMatrixInverse.elements)) refuseBind('bindMatrixInverse');
    if (!isAffine(bindMatrix.elements)) refuseBind('bindMatrix');
    copyColumns(this.#kernels.arena.f64, this.#left, bindMatrixInverse.elements, 1);
    const composed = this.#compose(skeleton, bindMatrix, transforms);
    if (composed === this.#count) return this.#isChanged;
    // The anchor depends on nothing else.
    const isAnchor = composed === this.#bones.length;
    if (isAnchor || !areFinite(bindMatrixInverse.elements)) refuseBind('bindMatrixInverse');
    if (!areFinite(bindMatrix.elements)) refuseBind('bindMatrix');
    refuseBone(skeleton, this.#bones[composed]);
  }

  /** {@link read} for another space, that `matrix` leads to; answers whether float32 can hold where the bones take the mesh there. */
  place(matrix: ArrayLike<number>, transforms: ByteOffset): boolean {
    const { bindMatrix, bindMatrixInverse, skeleton } = this.#mesh;
    multiplyColumns(this.#kernels.arena.f64, this.#left, matrix, bindMatrixInverse.elements);
    return this.#compose(skeleton, bindMatrix, transforms) === this.#count;
  }

  /** Returns how many governors were composed: fewer than there are if the next one leads where float32 does not. */
  #compose(skeleton: Skeleton, bind: Matrix4, transforms: ByteOffset): number {
    const { arena, run, scratch } = this.#kernels;
    const { u32 } = arena;
    const state = wordAt(this.#state);
    const bindElements = isIdentity(bind) ? undefined : bind.elements;
    point(u32, state + BONES.transforms, transforms);
    this.#isChanged = false;
    for (let first = 0; first < this.#count; first += MOST_AT_ONCE) {
      const count = Math.min(MOST_AT_ONCE, this.#count - first);
      const bones = this.#records === undefined ? scratch : behind(this.#records, first * BONE.count * 8);
      this.#copyWorld(skeleton, first, first + count, doubleAt(bones));
      if (this.#records === undefined) this.#copyBound(skeleton, first, first + count, bindElements, doubleAt(bones));
      point(u32, state + BONES.bones, bones);
      point(u32, state + BONES.outs, behind(this.#outs, first * 4));
      u32[state + BONES.count] = count;
      const composed = run.composeBones(this.#state);
      if (u32[state + BONES.isChanged] === 1) this.#isChanged = true;
      if (composed < count) return first + composed;
    }
    return this.#count;
  }

  /** Copies where governors are, to `at` in doubles. */
  #copyWorld(skeleton: Skeleton, first: number, end: number, at: number): void {
    const { f64 } = this.#kernels.arena;
    const { bones } = skeleton;
    const governors = this.#bones;
    const stretches = this.#stretches;
    for (let i = first; i < end; i++, at += BONE.count) {
      if (i === governors.length) {
        f64.fill(0, at + BONE.world, at + BONE.bound);
        continue;
      }
      const bone = governors[i];
      const world = (bones[bone] as { matrixWorld: Matrix4 } | undefined)?.matrixWorld.elements ?? IDENTITY;
      if (!isAffine(world)) refuseBone(skeleton, bone);
      copyColumns(f64, at + BONE.world, world, stretches[i]);
    }
  }

  /** Copies how governors were bound, to `at` in doubles. */
  #copyBound(
    { boneInverses }: Skeleton,
    first: number,
    end: number,
    bind: ArrayLike<number> | undefined,
    at: number,
  ): void {
    const { f64 } = this.#kernels.arena;
    const governors = this.#bones;
    for (let i = first; i < end; i++, at += BONE.count) {
      if (i === governors.length) f64.fill(0, at + BONE.bound, at + BONE.count);
      else if (bind) multiplyToRows(f64, at + BONE.bound, boneInverses[governors[i]].elements, bind);
      else copyToRows(f64, at + BONE.bound, boneInverses[governors[i]].elements);
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

function refuseBone(skeleton: Skeleton, bone: number): never {
  const what = areFinite(skeleton.boneInverses[bone].elements) ? 'matrixWorld' : 'boneInverse';
  const object = skeleton.bones[bone] as Object3D | undefined;
  const name = object?.name ?? '';
  // What a merged mesh is made of may stand for its own bone.
  const whose = object && 'isMesh' in object ? `the mesh "${name}"` : `bone ${bone} ("${name}")`;
  throw new PliantError(
    'bad-number',
    `DeformTree: the ${what} of ${whose} is not an affine matrix of numbers that a float32 can hold; ` +
      'look for NaN in its position, rotation and scale',
  );
}

function refuseBind(what: string): never {
  throw new PliantError(
    'bad-number',
    `DeformTree: the ${what} of the mesh is not affine, not finite in float32, or has been inverted although it has no inverse; ` +
      'look for NaN in its place, and for a scale of 0',
  );
}

/** Disposing of it twice does no harm. */
function memoryAt(arena: Arena, start: ByteOffset): { dispose(): void } {
  let isHeld = true;
  return {
    dispose() {
      if (isHeld) arena.free(start);
      isHeld = false;
    },
  };
}
