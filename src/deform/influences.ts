/** From weights as users have them — padded, unsorted, repeated, not quite summing to 1 — to those of a blended model. */
import { FLOAT32_ROUNDOFF } from '../math/float.js';
import { describe, requireInteger } from '../checks.js';
import { PliantError } from '../errors.js';
import type { BlendModel } from './blend.js';
import { MOST_NUMBERS } from './pose.js';

/** Numbers of governors, as index buffers keep them. */
export type GovernorArray = Uint8Array | Uint16Array | Uint32Array;

/** Weights as they are given: not negative, and scaled so that those of a vertex sum to 1 if they do not. */
export type WeightArray = Float32Array | Float64Array;

/** The part of a {@link BlendModel} that says who moves what. */
export type Influences = Pick<
  BlendModel,
  'governorCount' | 'influenceOffsets' | 'governors' | 'weights' | 'usedGovernors' | 'normalized'
>;

/** Influences as they are given, and what messages call them. */
export interface GivenInfluences {
  readonly caller: string;
  /** What a governor is called: also the name of the list, with an s. */
  readonly noun: 'joint' | 'point' | 'governor';
  readonly vertexCount: number;
  readonly perVertex: number;
  /** Left out where every vertex has a weight for every governor, in order. */
  readonly governors?: GovernorArray;
  readonly weights: WeightArray;
  /** One more than the highest that is used, when left out. */
  readonly governorCount?: number;
}

/** Each weight may have been rounded to float32 twice, when it was made and when it was scaled. */
const ROUNDING_PER_WEIGHT = 2 * FLOAT32_ROUNDOFF; // 2^-23

/**
 * Checks influences and brings them into the order of a blended model: weights of zero left out, governors ascending,
 * weights of a governor that a vertex names twice added up, all divided by their sum in float64. The sums run over
 * ascending governors, so the order in which a file lists the influences of a vertex does not matter.
 */
export function gatherInfluences(given: GivenInfluences): Influences {
  requireShape(given);
  const { vertexCount, perVertex, weights: givenWeights } = given;
  const governorCount = requireGovernors(given);
  const most = countPositive(givenWeights);
  const influenceOffsets = new Uint32Array(vertexCount + 1);
  const governors = new Uint32Array(most);
  const weights = new Float64Array(most);
  let normalizedCount = 0;
  let largestError = 0;
  let end = 0;
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    const begin = end;
    for (let slot = 0; slot < perVertex; slot++) {
      const weight = givenWeights[vertex * perVertex + slot];
      if (weight === 0) continue;
      const governor = given.governors === undefined ? slot : given.governors[vertex * perVertex + slot];
      let place = end;
      while (place > begin && governors[place - 1] > governor) place--;
      if (place > begin && governors[place - 1] === governor) {
        weights[place - 1] += weight;
        continue;
      }
      governors.copyWithin(place + 1, place, end);
      weights.copyWithin(place + 1, place, end);
      governors[place] = governor;
      weights[place] = weight;
      end++;
    }

    let sum = 0;
    for (let i = begin; i < end; i++) sum += weights[i];
    requireSum(given, vertex, sum);
    const error = Math.abs(sum - 1);
    if (error > (end - begin) * ROUNDING_PER_WEIGHT) normalizedCount++;
    if (error > largestError) largestError = error;

    const behind = end;
    end = begin;
    for (let i = begin; i < behind; i++) {
      const share = weights[i] / sum;
      // Only doubles hundreds of orders of magnitude apart underflow here.
      if (share === 0) continue;
      governors[end] = governors[i];
      weights[end++] = share;
    }
    influenceOffsets[vertex + 1] = end;
  }
  const used = governors.slice(0, end);
  return {
    governorCount,
    influenceOffsets,
    governors: used,
    weights: weights.slice(0, end),
    usedGovernors: Uint32Array.from(new Set(used)).sort(),
    normalized: { vertexCount: normalizedCount, largestError },
  };
}

/** Refuses arrays of the wrong kind or length, so that what follows may index them. */
function requireShape({ caller, noun, vertexCount, perVertex, governors, weights }: GivenInfluences): void {
  requireInteger(caller, 'influencesPerVertex', perVertex, 1, MOST_NUMBERS);
  if (!(weights instanceof Float32Array || weights instanceof Float64Array)) {
    throw new PliantError(
      'bad-type',
      `${caller}: weights is ${describe(weights)}; pass a Float32Array or a Float64Array (normalised integers divided by their largest)`,
    );
  }
  requireLength(caller, 'weights', weights.length, vertexCount, perVertex);
  if (governors === undefined) return;
  if (!(governors instanceof Uint8Array || governors instanceof Uint16Array || governors instanceof Uint32Array)) {
    throw new PliantError(
      'bad-type',
      `${caller}: ${noun}s is ${describe(governors)}; pass a Uint8Array, a Uint16Array or a Uint32Array`,
    );
  }
  requireLength(caller, `${noun}s`, governors.length, vertexCount, perVertex);
}

function countPositive(weights: WeightArray): number {
  let count = 0;
  for (let i = 0; i < weights.length; i++) if (weights[i] > 0) count++;
  return count;
}

function requireLength(caller: string, name: string, length: number, vertexCount: number, perVertex: number): void {
  if (length !== vertexCount * perVertex) {
    throw new PliantError(
      'bad-count',
      `${caller}: ${name} has ${length} numbers, but ${vertexCount} vertices with ${perVertex} influences each need ${vertexCount * perVertex}`,
    );
  }
}

/** Checks each weight, and the governor of each weight that is not zero: files pad with any number. Returns how many. */
function requireGovernors(given: GivenInfluences): number {
  const { caller, noun, perVertex, governors, weights } = given;
  if (given.governorCount !== undefined) requireInteger(caller, `${noun}Count`, given.governorCount, 1, MOST_NUMBERS);
  const limit = given.governorCount ?? MOST_NUMBERS;
  let highest = 0;
  for (let i = 0; i < weights.length; i++) {
    const weight = weights[i];
    if (!(weight >= 0 && weight < Infinity)) {
      throw new PliantError(
        'bad-number',
        `${caller}: weight ${i % perVertex} of vertex ${Math.floor(i / perVertex)} is ${weight}; weights must be finite and not negative`,
      );
    }
    if (weight === 0) continue;
    const governor = governors === undefined ? i % perVertex : governors[i];
    if (governor >= limit) {
      throw new PliantError(
        'bad-index',
        `${caller}: vertex ${Math.floor(i / perVertex)} uses ${noun} ${governor}, but there are ` +
          `${given.governorCount === undefined ? 'at most ' : ''}${limit} ${noun}s; check ${noun}s and ${noun}Count`,
      );
    }
    if (governor > highest) highest = governor;
  }
  return given.governorCount ?? highest + 1;
}

function requireSum({ caller, noun }: GivenInfluences, vertex: number, sum: number): void {
  if (sum > 0 && sum < Infinity) return;
  throw new PliantError(
    'bad-number',
    sum === 0
      ? `${caller}: the weights of vertex ${vertex} are all zero; give it a weight for at least one ${noun}`
      : `${caller}: the weights of vertex ${vertex} add up to ${sum}; use smaller ones`,
  );
}
