/** Searches for the lowest modes until there are enough, tells rigid motions from them, and measures how good they are. */
import { PliantError } from '../../errors.js';
import type { LongWork } from '../../long-work.js';
import type { Factor } from './factor.js';
import { beginKrylov, findCandidates, growKrylov, inner, orthonormalize, writeCandidate } from './krylov.js';
import type { Candidate, Krylov } from './krylov.js';
import { multiply, sumOfMagnitudes } from './system.js';
import type { System } from './system.js';

/** Modes without rigid motions, by rising eigenvalue. */
export interface FoundModes {
  readonly eigenvalues: Float64Array;
  /** Three numbers per row of the system. */
  readonly vectors: readonly Float64Array[];
  readonly residuals: Float64Array;
  readonly rigidCount: number;
}

interface Measured {
  readonly vector: Float64Array;
  readonly eigenvalue: number;
  readonly isRigid: boolean;
}

/** A candidate that the operator bends by a smaller share than this is a mode: its eigenvalue is right to the square of it. */
const CONVERGED = 1e-8;

/** A stiffness below this share of the sum of the magnitudes that it is a sum of may be rounding alone: some thousand units of float64. */
const ROUNDING = 1e-12;

/** Vectors to start with beyond the rigid motions, for modes of the same frequency. */
const SPARE_WIDTH = 4;

/** Searches in a solid of so many pieces. */
export function* searchModes(
  caller: string,
  system: System,
  factor: Factor,
  shift: number,
  modeCount: number,
  pieceCount: number,
): LongWork<FoundModes> {
  const dimension = system.masses.length * 3;
  const width = Math.min(6 * pieceCount + SPARE_WIDTH, dimension);
  const krylov = yield* beginKrylov(system, factor, width);
  // About so many vectors are needed in the end; what is reported in between is a guess.
  const expected = 2 * (modeCount + 6 * pieceCount) + 6 * width;
  let nextLook = Math.min(2 * (modeCount + 6 * pieceCount) + 2 * width, dimension);
  let rigidCount = 0;
  let isWhole = false;
  for (;;) {
    while (!isWhole && krylov.products.length < nextLook) {
      const share = Math.min((0.9 * krylov.products.length) / expected, 0.9);
      isWhole = !(yield* withShare(growKrylov(krylov), share));
    }
    nextLook = krylov.products.length + Math.max(width, Math.floor(0.15 * krylov.products.length));
    const candidates = yield* withShare(findCandidates(krylov), 0.9);
    const seemRigid = candidates.filter(({ value }) => 1 / value - shift < 1e-3 * shift).length;
    const wanted = isWhole ? candidates.length : modeCount + Math.max(seemRigid, rigidCount);
    if (candidates.length < wanted || (!isWhole && !areConverged(candidates, wanted))) continue;
    const measured = yield* withShare(measureCandidates(krylov, system, candidates.slice(0, wanted)), 0.95);
    rigidCount = measured.filter(({ isRigid }) => isRigid).length;
    const elastic = measured.filter(({ isRigid }) => !isRigid).slice(0, modeCount);
    if (elastic.length === modeCount) return finish(system, elastic, rigidCount);
    if (isWhole) {
      throw new PliantError(
        'bad-count',
        `${caller}: modeCount is ${modeCount}, but there are only ${elastic.length} modes beside ${rigidCount} rigid motions; ask for fewer`,
      );
    }
  }
}

function areConverged(candidates: readonly Candidate[], count: number): boolean {
  return candidates.slice(0, count).every(({ residual }) => residual < CONVERGED);
}

/** Part of the work, within which the share that is done stands still. */
function* withShare<Result>(work: LongWork<Result>, share: number): LongWork<Result> {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    yield share;
  }
}

/** Writes the vectors out, and measures their stiffness on the matrix itself. By rising eigenvalue. */
function* measureCandidates(
  krylov: Krylov,
  { stiffness }: System,
  candidates: readonly Candidate[],
): LongWork<Measured[]> {
  const vectors: Float64Array[] = [];
  for (const candidate of candidates) {
    const vector = yield* writeCandidate(krylov, candidate);
    if (orthonormalize(krylov, vectors, vector)) vectors.push(vector);
    yield 0;
  }
  const image = new Float64Array(krylov.masses.length * 3);
  const measured = vectors.map((vector) => {
    multiply(stiffness, vector, image);
    const eigenvalue = vector.reduce((sum, coordinate, k) => sum + coordinate * image[k], 0);
    return { vector, eigenvalue, isRigid: eigenvalue <= ROUNDING * sumOfMagnitudes(stiffness, vector) };
  });
  return measured.sort((a, b) => a.eigenvalue - b.eigenvalue);
}

function finish(system: System, modes: readonly Measured[], rigidCount: number): FoundModes {
  const { masses, stiffness } = system;
  const image = new Float64Array(masses.length * 3);
  const residuals = Float64Array.from(modes, ({ eigenvalue, vector }) => {
    multiply(stiffness, vector, image);
    for (let k = 0; k < image.length; k++) image[k] = image[k] / masses[Math.floor(k / 3)] - eigenvalue * vector[k];
    return Math.sqrt(inner(system, image, image)) / eigenvalue;
  });
  for (const { vector } of modes) chooseSign(vector);
  return {
    eigenvalues: Float64Array.from(modes, ({ eigenvalue }) => eigenvalue),
    vectors: modes.map(({ vector }) => vector),
    residuals,
    rigidCount,
  };
}

/** The first number that is at least half as large as the largest is positive: rounding does not change which one that is, unless it is a near thing. */
function chooseSign(vector: Float64Array): void {
  let largest = 0;
  for (let k = 0; k < vector.length; k++) largest = Math.max(largest, Math.abs(vector[k]));
  const first = vector.find((coordinate) => Math.abs(coordinate) >= 0.5 * largest);
  if (first! > 0) return;
  for (let k = 0; k < vector.length; k++) vector[k] = -vector[k];
}
