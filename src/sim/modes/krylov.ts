/**
 * The lowest modes of K x = w^2 M x: a Lanczos method in bands (Ruhe 1979) on the operator (K + shift M)^-1 M, whose largest eigenvalues 1 / (w^2 + shift) belong to the lowest modes.
 * Every vector is made orthogonal to all others, twice, so that none is found again.
 *
 * Several vectors start it: one alone finds one vector of each eigenvalue, but rigid motions share the eigenvalue 0, and modes of symmetric solids come in twos and threes.
 */
import { createRandom } from '../../exact.js';
import { symmetricEigensystem } from '../../internals.js';
import type { LongWork } from '../../long-work.js';
import { solve } from './factor.js';
import type { Factor } from './factor.js';
import type { System } from './system.js';

/** The space that is searched so far, in the inner product of the masses. */
export interface Krylov {
  readonly factor: Factor;
  readonly masses: Float64Array;
  /** Orthonormal: x^T M y is 1 for one and the same, 0 for two. */
  readonly basis: Float64Array[];
  /** For each basis vector that the operator was applied to, the products of the image with the basis vectors. */
  readonly products: number[][];
  readonly random: () => number;
}

/** A vector of the space, which the operator all but scales. */
export interface Candidate {
  /** By what it is scaled: 1 / (w^2 + shift). */
  readonly value: number;
  /** What the operator adds besides, as a share of `value`. */
  readonly residual: number;
  /** How much it has of each basis vector that the operator was applied to. */
  readonly parts: Float64Array;
}

/** What is left of a vector, as a share of it, is rounding when it is smaller. */
const NOTHING_LEFT = 1e-13;
const SEED = 18;

/** Starts with `width` random vectors. */
export function* beginKrylov({ masses }: System, factor: Factor, width: number): LongWork<Krylov> {
  const random = createRandom(SEED);
  const krylov = { factor, masses, basis: [], products: [], random: () => random.range(-1, 1) };
  for (let k = 0; k < width; k++) {
    const vector = randomVector(krylov);
    // Applied once, it has more of the lowest modes.
    yield* applyOperator(krylov, vector);
    addToBasis(krylov, vector);
    yield 0;
  }
  return krylov;
}

/** Applies the operator to one more basis vector, and adds what is new to the basis. False when the whole space is found. */
export function* growKrylov(krylov: Krylov): LongWork<boolean> {
  const { basis, products } = krylov;
  if (products.length === basis.length && !addToBasis(krylov, randomVector(krylov))) return false;
  const image = basis[products.length].slice();
  yield* applyOperator(krylov, image);
  const row: number[] = [];
  const before = norm(krylov, image);
  for (let round = 0; round < 2; round++) {
    for (let k = 0; k < basis.length; k++) {
      const product = inner(krylov, basis[k], image);
      row[k] = (row[k] ?? 0) + product;
      subtract(image, basis[k], product);
    }
    yield 0;
  }
  const left = norm(krylov, image);
  if (left > NOTHING_LEFT * before) {
    const place = basis.length;
    if (addToBasis(krylov, image)) row[place] = left;
  }
  products.push(row);
  return true;
}

/** The best approximations in the space (Rayleigh and Ritz), lowest modes first. */
export function* findCandidates({ products }: Krylov): LongWork<Candidate[]> {
  const size = products.length;
  const matrix = new Float64Array(size * size);
  for (let j = 0; j < size; j++) {
    // The later of the two has met the other.
    for (let i = 0; i <= j; i++) matrix[i * size + j] = matrix[j * size + i] = products[j][i];
  }
  const { values, vectors } = yield* symmetricEigensystem(matrix, size);
  return Array.from(values, (value, k) => {
    const parts = vectors.slice(k * size, (k + 1) * size);
    return { value, residual: residualOf(products, parts) / value, parts };
  });
}

/** What the operator makes of a candidate outside of the vectors that it is made of. */
function residualOf(products: readonly (readonly number[])[], parts: Float64Array): number {
  const outside: number[] = [];
  products.forEach((row, j) => {
    for (let k = products.length; k < row.length; k++) {
      outside[k - products.length] = (outside[k - products.length] ?? 0) + row[k] * parts[j];
    }
  });
  return Math.sqrt(outside.reduce((sum, part) => sum + part * part, 0));
}

/** The vector of a candidate. */
export function* writeCandidate(krylov: Krylov, { parts }: Candidate): LongWork<Float64Array> {
  const vector = new Float64Array(krylov.masses.length * 3);
  for (let k = 0; k < parts.length; k++) {
    subtract(vector, krylov.basis[k], -parts[k]);
    yield 0;
  }
  // Applied once more, what rounding has left of the highest modes is gone.
  yield* applyOperator(krylov, vector);
  return vector;
}

/** Makes a vector orthogonal to others and of length 1, in the inner product of the masses. False when nothing is left of it. */
export function orthonormalize(
  space: Pick<Krylov, 'masses'>,
  others: readonly Float64Array[],
  vector: Float64Array,
): boolean {
  const before = norm(space, vector);
  for (let round = 0; round < 2; round++) {
    for (const other of others) subtract(vector, other, inner(space, other, vector));
  }
  let length = norm(space, vector);
  if (!(length > NOTHING_LEFT * before)) return false;
  // The less is left, the more of it is rounding, which may lie anywhere.
  if (length < 0.5 * before) {
    for (let k = 0; k < vector.length; k++) vector[k] /= length;
    for (const other of others) subtract(vector, other, inner(space, other, vector));
    length = norm(space, vector);
    if (!(length > 0.5)) return false;
  }
  for (let k = 0; k < vector.length; k++) vector[k] /= length;
  return true;
}

function addToBasis(krylov: Krylov, vector: Float64Array): boolean {
  if (krylov.basis.length >= vector.length || !orthonormalize(krylov, krylov.basis, vector)) return false;
  krylov.basis.push(vector);
  return true;
}

function randomVector({ masses, random }: Krylov): Float64Array {
  return Float64Array.from({ length: masses.length * 3 }, random);
}

function* applyOperator({ factor, masses }: Krylov, vector: Float64Array): LongWork<void> {
  for (let k = 0; k < vector.length; k++) vector[k] *= masses[Math.floor(k / 3)];
  yield* solve(factor, vector);
}

/** x^T M y. */
export function inner({ masses }: Pick<Krylov, 'masses'>, x: Float64Array, y: Float64Array): number {
  let sum = 0;
  for (let row = 0; row < masses.length; row++) {
    const at = row * 3;
    sum += masses[row] * (x[at] * y[at] + x[at + 1] * y[at + 1] + x[at + 2] * y[at + 2]);
  }
  return sum;
}

function norm(space: Pick<Krylov, 'masses'>, vector: Float64Array): number {
  return Math.sqrt(inner(space, vector, vector));
}

function subtract(vector: Float64Array, other: Float64Array, share: number): void {
  for (let k = 0; k < vector.length; k++) vector[k] -= share * other[k];
}
