/** Who moves what: the governors of a vertex, and the strongest of many vertices. */
import { requireInteger } from '../checks.js';
import { BLEND_MODEL } from './blend.js';
import { LINEAR_MODEL, fieldIndex } from './linear.js';
import type { Model } from './model.js';

/** What moves one vertex, ascending. */
export interface VertexGovernors {
  /** Bones or points of a blended model, displacement fields of a linear one. */
  readonly governors: Uint32Array;
  /** How much: the weights of a blended model, which sum to 1; the lengths of the displacements of a linear one. */
  readonly weights: Float64Array;
}

/** The strongest governors of a set of vertices. Created once, and filled any number of times without allocating. */
export interface GovernorRanking {
  /** Strongest first, and of equally strong ones the lower number first. */
  readonly governors: Uint32Array;
  /** The weight of each, on average over the vertices. */
  readonly weights: Float64Array;
  /** How many there are of them. */
  count: number;
  /** Sums of weights, of all governors; zero between calls. */
  readonly totals: Float64Array;
  /** Governors in the order in which they were met. */
  readonly met: Uint32Array;
}

/** The governors of one vertex. Those of a blended model are views of it: leave them unchanged. */
export function governorsOf(model: Model, vertex: number): VertexGovernors {
  requireInteger('governorsOf', 'vertex', vertex, 0, model.vertexCount - 1);
  switch (model.kind) {
    case LINEAR_MODEL: {
      const lengths = Float64Array.from({ length: model.fieldCount }, (_, field) => fieldLength(model, field, vertex));
      const governors = Uint32Array.from(lengths.keys()).filter((field) => lengths[field] > 0);
      return { governors, weights: lengths.filter((length) => length > 0) };
    }
    case BLEND_MODEL: {
      const begin = model.influenceOffsets[vertex];
      const end = model.influenceOffsets[vertex + 1];
      return { governors: model.governors.subarray(begin, end), weights: model.weights.subarray(begin, end) };
    }
  }
}

/** Room for the `capacity` strongest governors of a model. */
export function createGovernorRanking(model: Model, capacity: number): GovernorRanking {
  requireInteger('createGovernorRanking', 'capacity', capacity, 1, 0xffff);
  const governorCount = model.kind === BLEND_MODEL ? model.governorCount : model.fieldCount;
  return {
    governors: new Uint32Array(capacity),
    weights: new Float64Array(capacity),
    count: 0,
    totals: new Float64Array(governorCount),
    met: new Uint32Array(governorCount),
  };
}

/**
 * Finds the governors with the largest sums of weights over the first `vertexCount` of some vertices, as many as the
 * ranking has room for, and returns how many there are. A vertex that is listed twice counts twice: the corners of a set of
 * triangles weigh each vertex by its triangles.
 */
export function strongestGovernors(
  model: Model,
  vertices: Uint32Array,
  vertexCount: number,
  ranking: GovernorRanking,
): number {
  const metCount = addTotals(model, vertices, vertexCount, ranking);
  const { governors, weights, totals, met } = ranking;
  let count = 0;
  for (let i = 0; i < metCount; i++) {
    const governor = met[i];
    const total = totals[governor];
    totals[governor] = 0;
    let place = count;
    while (
      place > 0 &&
      (weights[place - 1] < total || (weights[place - 1] === total && governors[place - 1] > governor))
    ) {
      place--;
    }
    if (place === governors.length) continue;
    if (count < governors.length) count++;
    for (let later = count - 1; later > place; later--) {
      governors[later] = governors[later - 1];
      weights[later] = weights[later - 1];
    }
    governors[place] = governor;
    weights[place] = total;
  }
  for (let i = 0; i < count; i++) weights[i] /= vertexCount;
  ranking.count = count;
  return count;
}

/** Adds the weights of all vertices to the totals; lists who has any, and returns how many those are. */
function addTotals(model: Model, vertices: Uint32Array, vertexCount: number, ranking: GovernorRanking): number {
  const { totals, met } = ranking;
  let count = 0;
  for (let i = 0; i < vertexCount; i++) {
    const vertex = vertices[i];
    if (model.kind === BLEND_MODEL) {
      for (
        let influence = model.influenceOffsets[vertex];
        influence < model.influenceOffsets[vertex + 1];
        influence++
      ) {
        const governor = model.governors[influence];
        if (totals[governor] === 0) met[count++] = governor;
        totals[governor] += model.weights[influence];
      }
    } else {
      for (let field = 0; field < model.fieldCount; field++) {
        const length = fieldLength(model, field, vertex);
        if (length === 0) continue;
        if (totals[field] === 0) met[count++] = field;
        totals[field] += length;
      }
    }
  }
  return count;
}

/** How far a unit of weight of a field moves a vertex. */
function fieldLength(model: Model, field: number, vertex: number): number {
  const x = model.fields[fieldIndex(model.fieldCount, field, vertex * 3)];
  const y = model.fields[fieldIndex(model.fieldCount, field, vertex * 3 + 1)];
  const z = model.fields[fieldIndex(model.fieldCount, field, vertex * 3 + 2)];
  return Math.sqrt(x * x + y * y + z * z);
}
