/** Vertices that stand for all that the root of a blend bounds, so that its list can be made anew without looking at all of them. */
import type { BlendModel } from '../../deform/blend.js';
import { fieldIndex } from '../../deform/linear.js';
import type { BlockTree } from '../blocks/block-tree.js';

/** Vertices that stand for all that are below the root: a list made of them holds for all. */
export interface RootSample {
  /** Where the least and the largest of each number is attained, by vertex, or -1. */
  readonly least: Extremes;
  readonly most: Extremes;
  /** Governors that move all vertices so far; and for each other one a vertex that it does not move. */
  alwaysMoving: number[];
  readonly unmoved: Set<number>;
}

interface Extremes {
  readonly values: Float64Array;
  readonly vertices: Int32Array;
}

/**
 * Picks vertices that stand for all below the root. A list depends on the least and the largest of some numbers: weights of each governor, coordinates of what it moves, displacements of each field; and on
 * whether all vertices are moved by a governor. So it is enough to have vertices where those are attained, and for each governor one that it does not move.
 */
export function createRootSample({ triangles, vertexOrder }: BlockTree, model: BlendModel): RootSample {
  const count = model.governorCount * 4 + model.fieldCount * 3;
  const sample: RootSample = {
    least: createExtremes(count),
    most: createExtremes(count),
    alwaysMoving: Array.from({ length: model.governorCount }, (_, governor) => governor),
    unmoved: new Set(),
  };
  const seen = new Uint8Array(vertexOrder.length);
  for (let corner = 0; corner < triangles.length; corner++) {
    const place = triangles[corner];
    if (seen[place] === 0) includeVertex(sample, model, vertexOrder[place]);
    seen[place] = 1;
  }
  return sample;
}

function createExtremes(count: number): Extremes {
  return { values: new Float64Array(count), vertices: new Int32Array(count).fill(-1) };
}

/** Takes one more vertex into account. */
export function includeVertex(sample: RootSample, model: BlendModel, vertex: number): void {
  const { fieldCount, fields, governorCount, governors, influenceOffsets, rest, weights } = model;
  const begin = influenceOffsets[vertex];
  const end = influenceOffsets[vertex + 1];
  for (let k = begin; k < end; k++) {
    const at = governors[k] * 4;
    note(sample, at, weights[k], vertex);
    for (let axis = 0; axis < 3; axis++) note(sample, at + 1 + axis, rest[vertex * 3 + axis], vertex);
  }
  for (let j = 0; j < fieldCount * 3; j++) {
    const displacement = fields[fieldIndex(fieldCount, Math.floor(j / 3), vertex * 3 + (j % 3))];
    note(sample, governorCount * 4 + j, displacement, vertex);
  }
  if (sample.alwaysMoving.length === 0) return;
  const own = governors.subarray(begin, end);
  const left = sample.alwaysMoving.filter((governor) => own.includes(governor));
  if (left.length < sample.alwaysMoving.length) sample.unmoved.add(vertex);
  sample.alwaysMoving = left;
}

function note({ least, most }: RootSample, at: number, value: number, vertex: number): void {
  if (least.vertices[at] < 0 || value < least.values[at]) {
    least.values[at] = value;
    least.vertices[at] = vertex;
  }
  if (most.vertices[at] < 0 || value > most.values[at]) {
    most.values[at] = value;
    most.vertices[at] = vertex;
  }
}

/** The vertices that were picked, each once. */
export function sampledVertices({ least, most, unmoved }: RootSample): Uint32Array {
  const all = new Set<number>([...unmoved, ...least.vertices, ...most.vertices]);
  all.delete(-1);
  return Uint32Array.from(all);
}
