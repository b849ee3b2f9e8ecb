/**
 * The bones of a skinned mesh, read off its skeleton when a query runs. Everything that transforms depend on is kept in the memory
 * of the kernels: comparing it with what the skeleton has says whether anything changed, and a kernel multiplies it.
 *
 * Every governor (see skin-weights.ts) is left · world · bound: `left` the inverse of the bind matrix, `world` where the bone is,
 * `bound` its inverse when it was bound, times the bind matrix. A bone that is stretched by c away from the translation of
 * `left` has c times the same `world`; the anchor, which takes everything to that translation, has zeros.
 */
import type { Matrix4, Skeleton, SkinnedMesh } from 'three';
import { BLEND_MODEL } from '../deform/blend.js';
import { TRANSFORM_STRIDE } from '../deform/pose.js';
import { PliantError } from '../errors.js';
import { BONES, BOUND_LENGTH, WORLD_LENGTH } from '../kernels/bone-layout.js';
import type { Arena } from '../kernels/arena.js';
import type { Kernels } from '../kernels/kernels.js';
import {
  MATRIX_LENGTH,
  areFinite,
  copyColumns,
  copyIfChanged,
  isAffine,
  multiplyColumns,
  multiplyToRows,
} from './affine.js';
import type { DeformSurface } from './record.js';

const IDENTITY = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
const TRANSFORM_BYTES = TRANSFORM_STRIDE * 4;

/** Where something is that the kernel composes: in the space of the mesh, and in another. */
interface Room {
  readonly state: number;
  /** In doubles. */
  readonly left: number;
  /** In bytes. */
  readonly transforms: number;
}

/** Reads the skeleton of one mesh. Holds memory. */
export class BoneReader {
  /** Gives the memory back. It knows nothing of the mesh: whoever keeps it does not keep the mesh. */
  readonly memory: { dispose(): void };
  readonly #kernels: Kernels;
  readonly #mesh: SkinnedMesh;
  readonly #boneCount: number;
  readonly #governorCount: number;
  /** Of each governor that is a bone and moves anything: which bone, and how far it is stretched. */
  readonly #bones: Uint32Array;
  readonly #stretches: Float64Array;
  readonly #seenBind = new Float64Array(MATRIX_LENGTH);
  readonly #seenInverses: Float64Array;
  readonly #own: Room;
  readonly #other: Room;
  /** In doubles. */
  readonly #worlds: number;
  readonly #bounds: number;

  constructor(kernels: Kernels, mesh: SkinnedMesh, { boneCount, model, stretch }: DeformSurface) {
    this.#kernels = kernels;
    this.#mesh = mesh;
    this.#boneCount = boneCount;
    const used = model.kind === BLEND_MODEL ? model.usedGovernors : new Uint32Array(0);
    const isAnchored = used.includes(boneCount);
    // The anchor comes last, behind the bones that are read.
    const governors = used.filter((governor) => governor !== boneCount);
    this.#governorCount = model.kind === BLEND_MODEL ? model.governorCount : 0;
    this.#bones = governors.map((governor) => governor % (boneCount + 1));
    this.#stretches = Float64Array.from(governors, (governor) => (governor > boneCount ? stretch : 1));
    this.#seenInverses = new Float64Array(governors.length * MATRIX_LENGTH);

    const count = governors.length + (isAnchored ? 1 : 0);
    const { arena } = kernels;
    const transformsBytes = this.#governorCount * TRANSFORM_BYTES;
    const stateBytes = roundUp(BONES.wordCount * 4);
    const leftBytes = roundUp(WORLD_LENGTH * 8);
    const worldsBytes = roundUp(count * WORLD_LENGTH * 8);
    const boundsBytes = count * BOUND_LENGTH * 8;
    const roomBytes = roundUp(stateBytes + leftBytes + transformsBytes);
    const start = arena.allocate(2 * roomBytes + worldsBytes + boundsBytes + count * 4);
    this.memory = memoryAt(arena, start);
    const worlds = start + 2 * roomBytes;
    const bounds = worlds + worldsBytes;
    const outs = bounds + boundsBytes;
    this.#worlds = worlds >>> 3;
    this.#bounds = bounds >>> 3;
    const rooms = [start, start + roomBytes].map((state): Room => {
      const left = state + stateBytes;
      const transforms = left + leftBytes;
      const words = [left, worlds, bounds, outs, transforms, count];
      arena.u32.set(words, state >>> 2);
      for (let governor = 0; governor < this.#governorCount; governor++) {
        for (let k = 0; k < 3; k++) arena.f32[((transforms + governor * TRANSFORM_BYTES) >>> 2) + k * 5] = 1;
      }
      return { state, left: left >>> 3, transforms };
    });
    [this.#own, this.#other] = rooms;
    [...governors, boneCount].slice(0, count).forEach((governor, i) => {
      arena.u32[(outs >>> 2) + i] = governor * TRANSFORM_BYTES;
    });
  }

  /**
   * Reads the skeleton; answers whether anything has changed, or `isFirst`. After an error, the next time is a first one.
   *
   * @throws PliantError when the skeleton is missing or too small, and for numbers that are not finite.
   */
  read(isFirst: boolean): boolean {
    const mesh = this.#mesh;
    const skeleton = requireSkeleton('DeformTree', mesh, this.#boneCount);
    const { f64 } = this.#kernels.arena;
    const isRebound = this.#readBind(mesh, isFirst);
    let isChanged = this.#readLeft(f64, mesh) || isRebound;
    const bones = this.#bones;
    for (let i = 0; i < bones.length; i++) {
      const bone = bones[i];
      const world = (skeleton.bones[bone] as { matrixWorld: Matrix4 } | undefined)?.matrixWorld.elements ?? IDENTITY;
      if (!isAffine(world)) refuseBone(skeleton, bone, 'matrixWorld');
      if (copyColumns(f64, this.#worlds + i * WORLD_LENGTH, world, this.#stretches[i])) isChanged = true;
      const inverse = skeleton.boneInverses[bone].elements;
      if (!copyIfChanged(this.#seenInverses, i * MATRIX_LENGTH, inverse) && !isRebound) continue;
      isChanged = true;
      if (!areFinite(inverse)) refuseBone(skeleton, bone, 'boneInverse');
      multiplyToRows(f64, this.#bounds + i * BOUND_LENGTH, inverse, mesh.bindMatrix.elements);
    }
    if (!isChanged) return false;
    const composed = this.#kernels.run.composeBones(this.#own.state);
    if (composed < bones.length) refuseBone(skeleton, bones[composed], 'matrixWorld');
    return true;
  }

  /** Transforms of all governors, in the space of the mesh, as rows. Read it anew after anything was created. */
  get transforms(): Float32Array {
    return this.#view(this.#own);
  }

  /**
   * Transforms of all governors in another space, as rows, which hold until the next call; undefined where float32 cannot hold
   * them.
   */
  place(matrix: ArrayLike<number>): Float32Array | undefined {
    const { arena, run } = this.#kernels;
    multiplyColumns(arena.f64, this.#other.left, matrix, this.#mesh.bindMatrixInverse.elements);
    const composed = run.composeBones(this.#other.state);
    return composed < this.#bones.length ? undefined : this.#view(this.#other);
  }

  #readBind({ bindMatrix: { elements } }: SkinnedMesh, isFirst: boolean): boolean {
    if (!copyIfChanged(this.#seenBind, 0, elements) && !isFirst) return false;
    if (!isAffine(elements)) refuseBind('bindMatrix');
    return true;
  }

  #readLeft(f64: Float64Array, { bindMatrixInverse: { elements } }: SkinnedMesh): boolean {
    if (!isAffine(elements)) refuseBind('bindMatrixInverse');
    return copyColumns(f64, this.#own.left, elements, 1);
  }

  #view({ transforms }: Room): Float32Array {
    return new Float32Array(this.#kernels.arena.f32.buffer, transforms, this.#governorCount * TRANSFORM_STRIDE);
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

/** Disposing of it twice does no harm. */
function memoryAt(arena: Arena, start: number): { dispose(): void } {
  let isHeld = true;
  return {
    dispose() {
      if (isHeld) arena.free(start);
      isHeld = false;
    },
  };
}

/** To cache lines. */
function roundUp(byteLength: number): number {
  return ((byteLength + 63) >>> 6) * 64;
}
