/** A mesh of three.js as a body of Pliant: in the space of the mesh, and, to meet others, in theirs. */
import type { Matrix4, Mesh } from 'three';
import { createBody } from '../index.js';
import type { Body, Strategy } from '../index.js';
import { TRANSFORM_STRIDE } from '../parts.js';
import { PliantError } from '../errors.js';
import { MATRIX_LENGTH, copyIfChanged, isAffine } from './affine.js';
import { PoseReader } from './pose-reader.js';
import { placeableOf } from './record.js';
import type { DeformRecord, PlaceableRecord } from './record.js';
import { sharedKernels } from './shared-kernels.js';

/** One mesh, with the memory that its queries need. */
export class DeformBody {
  /** In the space of the mesh. Its pose is that of the last {@link refresh}. */
  readonly body: Body;
  /**
   * Everything that holds memory. A list of its own: whoever keeps it to give the memory back keeps neither the mesh nor its
   * tree.
   */
  readonly memory: { dispose(): void }[] = [];

  readonly #reader: PoseReader;
  readonly #record: DeformRecord;
  #readAt = -1;
  /** In the space of whoever asked last, with the matrix that leads there. */
  #placed: Body | undefined;
  #placedAt = -1;
  readonly #placement = new Float64Array(MATRIX_LENGTH).fill(NaN);

  constructor(mesh: Mesh, record: DeformRecord, strategy: Strategy) {
    this.#record = record;
    this.#reader = new PoseReader(sharedKernels(), mesh, record);
    if (this.#reader.bones) this.memory.push(this.#reader.bones.memory);
    try {
      this.body = this.#create(record, strategy);
    } catch (error) {
      this.dispose();
      throw error;
    }
  }

  /** Reads bones and influences, and poses the body where they have changed. */
  refresh(): void {
    const reader = this.#reader;
    reader.read(this.body.transformsAt);
    if (reader.stamp === this.#readAt) return;
    this.#readAt = -1;
    if (reader.bones) this.body.takeTransforms();
    if (reader.weights.length > 0) this.body.setWeights(reader.weights);
    this.#readAt = reader.stamp;
  }

  /**
   * The body in another space, by any affine matrix: it is multiplied into the transforms of the governors, so that mirrored
   * and stretched spaces are as good as others. It holds until the next call. Call {@link refresh} first.
   */
  place(matrix: Matrix4): Body {
    const { elements } = matrix;
    if (!isAffine(elements)) refusePlacement();
    this.#placed ??= this.#create(placeableOf(this.#record), this.body.strategy);
    this.#placed.strategy = this.body.strategy;
    const isMoved = copyIfChanged(this.#placement, elements);
    const { bones, stamp, weights } = this.#reader;
    if (!isMoved && stamp === this.#placedAt) return this.#placed;
    this.#placedAt = -1;
    if (!bones) this.#placed.setTransforms(rowsOf(elements) ?? refusePlacement());
    else if (bones.place(elements, this.#placed.transformsAt)) this.#placed.takeTransforms();
    else refusePlacement();
    this.#placed.setWeights(weights);
    this.#placedAt = stamp;
    return this.#placed;
  }

  /** Gives all memory back. */
  dispose(): void {
    for (const held of this.memory) held.dispose();
  }

  #create({ mesh, model, bounds }: DeformRecord | PlaceableRecord, strategy: Strategy): Body {
    const body = createBody(sharedKernels(), { mesh, model, bounds }, { strategy });
    this.memory.push(body);
    return body;
  }
}

/** The one transform of a mesh without bones; undefined where float32 cannot hold it. */
function rowsOf(elements: ArrayLike<number>): Float32Array | undefined {
  const rows = Float32Array.from({ length: TRANSFORM_STRIDE }, (_, i) => elements[(i % 4) * 4 + (i >> 2)]);
  return rows.every(Number.isFinite) ? rows : undefined;
}

function refusePlacement(): never {
  throw new PliantError(
    'bad-number',
    'DeformTree.collide: otherToThis is not an affine matrix of numbers that a float32 can hold; look for NaN, and for a ' +
      'mesh with a scale of 0',
  );
}
