/** A body of a pool, as the thread that owns the pool sees it: the numbers that drive it. The workers have the rest. */
import type { Shape } from '../index.js';
import { createPlacement, setPlacement } from '../internals.js';
import { createPose, setMatrices, setPoints, setTransforms, setWeights } from '../parts.js';
import type { Mesh, Model, Pose } from '../parts.js';
import { PliantError } from '../errors.js';
import type { SentPose } from './messages.js';

/** A pose that no longer changes, and may be on its way to a worker. */
export interface CapturedPose extends SentPose {
  /** Grows with every change; 0 is the body as it was created. */
  readonly version: number;
}

/** Poses are captured when a search is asked for, so that the body may be posed anew while workers are at it. */
export class PooledBody {
  /** The mesh at rest. */
  readonly mesh: Mesh;
  /** How it deforms. */
  readonly model: Model;
  /** The numbers that drive this instance. */
  readonly pose: Pose;

  /**
   * What the workers call the body.
   * @internal
   */
  readonly number: number;

  readonly #placement = createPlacement();
  #placedTimes = 0;
  #captured: CapturedPose;
  #capturedStamp = 0;
  #capturedPlacedTimes = 0;
  #searchCount = 0;
  #isDisposed = false;
  readonly #release: () => void;

  /** Use {@link SearchPool.addBody}. `release` frees what the workers have. */
  constructor(number: number, { mesh, model }: Shape, release: () => void) {
    this.mesh = mesh;
    this.model = model;
    this.pose = createPose(model.poseLayout);
    this.number = number;
    this.#release = release;
    this.#captured = this.#copyPose(0);
  }

  /** Sets the weights of all fields at once, each rounded to float32. The next search sees them. */
  setWeights(weights: ArrayLike<number>): void {
    this.requireAlive();
    setWeights(this.pose, weights);
  }

  /** Sets the transforms of all governors of a skin: rows of 3 x 4 matrices, twelve numbers each. */
  setTransforms(transforms: ArrayLike<number>): void {
    this.requireAlive();
    setTransforms(this.pose, transforms);
  }

  /** Sets the transforms of all governors of a skin from 4 x 4 matrices, sixteen numbers each, column by column. */
  setMatrices(matrices: ArrayLike<number>): void {
    this.requireAlive();
    setMatrices(this.pose, matrices);
  }

  /** Sets the points of an embedding or a cage, three coordinates each. */
  setPoints(points: ArrayLike<number>): void {
    this.requireAlive();
    setPoints(this.pose, points);
  }

  /** Places the body in the world: a rotation and a translation, sixteen numbers column by column. */
  setPlacement(matrix: ArrayLike<number>): void {
    this.requireAlive();
    setPlacement('PooledBody.setPlacement', this.#placement, matrix);
    this.#placedTimes++;
  }

  /** Gives the workers' memory back, when the searches that were asked for are done. */
  dispose(): void {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    if (this.#searchCount === 0) this.#release();
  }

  /**
   * The present pose.
   * @internal
   */
  capturePose(): CapturedPose {
    if (this.#capturedStamp !== this.pose.stamp || this.#capturedPlacedTimes !== this.#placedTimes) {
      this.#captured = this.#copyPose(this.#captured.version + 1);
    }
    return this.#captured;
  }

  /**
   * Says that a search of the body has been asked for.
   * @internal
   */
  retain(): void {
    this.#searchCount++;
  }

  /**
   * Says that a search is done with the body.
   * @internal
   */
  letGo(): void {
    this.#searchCount--;
    if (this.#isDisposed && this.#searchCount === 0) this.#release();
  }

  /**
   * Refuses to go on after `dispose()`.
   * @internal
   */
  requireAlive(): void {
    if (this.#isDisposed) throw new PliantError('disposed', 'PooledBody: used after dispose(); add a new body');
  }

  #copyPose(version: number): CapturedPose {
    const { points, stamp, transforms, weights } = this.pose;
    this.#capturedStamp = stamp;
    this.#capturedPlacedTimes = this.#placedTimes;
    return {
      body: this.number,
      weights: weights.slice(),
      transforms: transforms.slice(),
      points: points.slice(),
      placement: this.#placement.isPlaced ? this.#placement.matrix.slice() : new Float64Array(0),
      version,
    };
  }
}
