/** How blended transforms pose vertices: the governors' matrices, placed, in the two precisions that kernels read. */
import type { BlendModel } from '../deform/blend.js';
import { TRANSFORM_STRIDE } from '../deform/pose.js';
import type { Pose } from '../deform/pose.js';
import type { Kernels } from '../kernels/kernels.js';
import { BODY, MATRIX64_BYTES, MATRIX_BYTES } from '../kernels/lazy-layout.js';
import { writeWeights } from './body-words.js';
import type { Driver, Placement } from './driver.js';
import { ROW } from './lazy-memory.js';
import type { LazyMemoryPlan } from './lazy-memory.js';

/** What a blend does to each vertex, in whatever order the vertices are kept. */
export interface BlendVertices {
  /** What the transforms are applied to, three numbers per vertex. */
  readonly rest: Float32Array;
  /** Displacement fields in blocks. */
  readonly fields: Float32Array;
  /** Where the influences of each vertex begin, and behind the last their number. */
  readonly influenceOffsets: Uint32Array;
  /** Of each influence: how many bytes into the matrices its governor's is. */
  readonly influenceMatrices: Uint32Array;
  /** Of each influence: its weight. */
  readonly influenceWeights: Float64Array;
}

/** Makes up for the float64 arithmetic of a reach and for rounding it to float32. */
const REACH_SLACK = 1 + 1e-6;
/** 2^-100: so that what is denormal does not count. */
const SMALLEST_REACH = 7.888609052210118e-31;
/** 2^-120: the same for rest coordinates, which a matrix may scale up, and for matrices, which large ones may. */
const SMALLEST_FACTOR = 7.52316384526264e-37;
/** Bounds are products and sums in float32: larger matrices or rest coordinates could exceed what that holds. */
const LARGEST_FACTOR = 1e30;

/** The vertices of models in the order of the mesh, made when first asked for. */
const verticesOf = new WeakMap<BlendModel, BlendVertices>();

/** The vertices of a model in the order of its mesh; the same object every time. */
export function blendVerticesOf(model: BlendModel): BlendVertices {
  let vertices = verticesOf.get(model);
  if (!vertices) {
    const { fields, governors, influenceOffsets, rest, weights } = model;
    const influenceMatrices = governors.map((governor) => governor * MATRIX64_BYTES);
    vertices = { rest, fields, influenceOffsets, influenceMatrices, influenceWeights: weights };
    verticesOf.set(model, vertices);
  }
  return vertices;
}

/** Drives the vertices of a blend model. */
export class BlendDriver implements Driver {
  readonly memory: LazyMemoryPlan;
  /** Whether the pose that was last written has no numbers that are too large for bounds in float32. */
  canBound = true;
  readonly #model: BlendModel;
  /** Twelve numbers: the rows of the transform under way, before and after it is placed. */
  readonly #transform = new Float64Array(TRANSFORM_STRIDE);
  readonly #placed = new Float64Array(TRANSFORM_STRIDE);
  /** A bound on the coordinates that the transforms are applied to. */
  readonly #restReach = new Float64Array(1);

  constructor(model: BlendModel, vertices: BlendVertices) {
    this.#model = model;
    const { fieldCount, governorCount } = model;
    this.memory = {
      shared: {
        rest: { words: vertices.rest, padding: ROW },
        fields: { words: vertices.fields },
        influenceOffsets: { words: vertices.influenceOffsets },
        influenceMatrices: { words: vertices.influenceMatrices },
        influenceWeights: { words: vertices.influenceWeights },
      },
      own: {
        activeRows: fieldCount * 4,
        activeWeights: fieldCount * 4,
        activeFields: fieldCount * 4,
        activeWeights64: fieldCount * 8,
        fieldWeights: fieldCount * 4,
        matrices: governorCount * MATRIX_BYTES,
        matrices64: governorCount * MATRIX64_BYTES,
      },
      numbers: { fieldBlockBytes: fieldCount * ROW },
    };
  }

  writePose(kernels: Kernels, header: number, pose: Pose, placement: Placement): void {
    const { poseLayout, usedGovernors } = this.#model;
    writeWeights(kernels.arena, header, pose.weights, 0);
    this.#writeFieldWeights(kernels, header, pose.weights);
    this.canBound = this.#restReach[0] <= LARGEST_FACTOR;
    const hasPoints = poseLayout.pointCount > 0;
    for (let i = 0; i < usedGovernors.length; i++) {
      const governor = usedGovernors[i];
      const from = governor * TRANSFORM_STRIDE;
      if (!hasPoints && !placement.isPlaced) {
        this.#writeMatrices(kernels, header >>> 2, governor, pose.transforms, from);
        continue;
      }
      if (hasPoints) this.#readPoint(pose.points, governor * 3);
      else this.#readTransform(pose.transforms, from);
      this.#place(placement);
      this.#writeMatrices(kernels, header >>> 2, governor, this.#placed, 0);
    }
  }

  poseAll(kernels: Kernels, header: number): void {
    kernels.run.poseBlendVertices(header, 0, this.#model.vertexCount);
  }

  #writeFieldWeights({ arena }: Kernels, header: number, weights: Float32Array): void {
    const { f32, u32 } = arena;
    const { fieldReach, restReach } = this.#model;
    const at = u32[(header >>> 2) + BODY.fieldWeights] >>> 2;
    this.#restReach[0] = restReach;
    for (let j = 0; j < weights.length; j++) {
      f32[at + j] = weights[j];
      this.#restReach[0] += fieldReach[j] * Math.abs(weights[j]);
    }
  }

  #readTransform(transforms: Float32Array, from: number): void {
    for (let i = 0; i < TRANSFORM_STRIDE; i++) this.#transform[i] = transforms[from + i];
  }

  /** A point governs by carrying along what it moves. */
  #readPoint(points: Float32Array, from: number): void {
    const transform = this.#transform;
    for (let row = 0; row < 3; row++) {
      for (let column = 0; column < 3; column++) transform[row * 4 + column] = row === column ? 1 : 0;
      transform[row * 4 + 3] = points[from + row];
    }
  }

  /** Multiplied in float64, so that a vertex is rounded once, in the world. */
  #place(placement: Placement): void {
    const from = this.#transform;
    const to = this.#placed;
    const { matrix } = placement;
    if (!placement.isPlaced) {
      for (let i = 0; i < TRANSFORM_STRIDE; i++) to[i] = from[i];
      return;
    }
    for (let row = 0; row < 3; row++) {
      for (let column = 0; column < 4; column++) {
        to[row * 4 + column] =
          matrix[row] * from[column] + matrix[4 + row] * from[4 + column] + matrix[8 + row] * from[8 + column];
      }
      to[row * 4 + 3] += matrix[12 + row];
    }
  }

  /** Written out: this runs for every governor of every pose, and is most of what a single ray costs. */
  #writeMatrices({ arena }: Kernels, at: number, governor: number, m: Float32Array | Float64Array, from: number): void {
    const { f32, f64, u32 } = arena;
    const columns = (u32[at + BODY.matrices] + governor * MATRIX_BYTES) >>> 2;
    const doubles = (u32[at + BODY.matrices64] + governor * MATRIX64_BYTES) >>> 3;
    f32[columns] = f64[doubles] = m[from];
    f32[columns + 1] = f64[doubles + 1] = m[from + 4];
    f32[columns + 2] = f64[doubles + 8] = m[from + 8];
    f32[columns + 4] = f64[doubles + 2] = m[from + 1];
    f32[columns + 5] = f64[doubles + 3] = m[from + 5];
    f32[columns + 6] = f64[doubles + 9] = m[from + 9];
    f32[columns + 8] = f64[doubles + 4] = m[from + 2];
    f32[columns + 9] = f64[doubles + 5] = m[from + 6];
    f32[columns + 10] = f64[doubles + 10] = m[from + 10];
    f32[columns + 12] = f64[doubles + 6] = m[from + 3];
    f32[columns + 13] = f64[doubles + 7] = m[from + 7];
    f32[columns + 14] = f64[doubles + 11] = m[from + 11];
    const restReach = this.#restReach[0] + SMALLEST_FACTOR;
    for (let row = 0; row < 3; row++) {
      const r = from + row * 4;
      const stretch = Math.abs(m[r]) + Math.abs(m[r + 1]) + Math.abs(m[r + 2]);
      if (stretch > LARGEST_FACTOR) this.canBound = false;
      const reach = (stretch + SMALLEST_FACTOR) * restReach + Math.abs(m[r + 3]);
      f32[columns + 16 + row] = Math.max(reach * REACH_SLACK, SMALLEST_REACH);
    }
  }
}
