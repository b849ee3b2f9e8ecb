/**
 * The motion around a particle, from where its neighbours are: the gradient that fits their displacements best, by least squares weighted by
 * distance (moving least squares; Müller et al. 2004, section 3.2). With x_j from particle k to neighbour j at rest, u displacements, w kernels:
 *
 *     G = Σ_j (u_j - u_k) c_jᵀ,   c_j = w_j M⁻¹ x_j,   M = Σ_j w_j x_j x_jᵀ.
 *
 * All c_j are known at rest, so a motion is a sum over neighbours. Where u is an affine map, G is its gradient, since Σ_j x_j c_jᵀ is the identity.
 */
import { PliantError } from '../../errors.js';
import { runNow } from '../../long-work.js';
import { symmetricEigensystem } from '../../math/eigen.js';
import type { Eigensystem } from '../../math/eigen.js';
import { FLOAT32_ROUNDOFF } from '../../math/float.js';
import { kernel, squaredBetween } from './kernel.js';

/** Who tells how each particle turns and stretches. */
export interface MotionFits {
  /** Neighbours of particle k: from `neighbourStarts[k]` up to, not including, `neighbourStarts[k + 1]`. */
  readonly neighbourStarts: Uint32Array;
  /** Particles, ascending for each. */
  readonly neighbours: Uint32Array;
  /** The three numbers of c for each neighbour. */
  readonly coefficients: Float64Array;
}

/** Neighbours are weighed by a kernel that reaches so much further than the last one that is wanted. */
const REACH = 1.5;
/** Of the spread of neighbours along their three axes, squared, the least over the largest. From here on it is good, and no more are taken. */
const WELL_SPREAD = 0.02;
/** Below this they lie in a plane as far as motions can tell: what is off by one part there would be a thousand in the fit. */
const FLAT = 1e-6;
/** A spread has to be so much larger than the rounding of coordinates. */
const ABOVE_ROUNDING = 64;

/** Neighbours of a particle, and how they are spread. */
interface Neighbourhood {
  readonly radius: number;
  readonly spread: number;
  readonly eigensystem: Eigensystem;
}

/**
 * Fits for all particles. Each takes the `wanted` nearest others, those at the same distance too, and more where they do not span space.
 *
 * @throws PliantError where all particles together do not.
 */
export function fitMotions(caller: string, points: Float32Array, wanted: number): MotionFits {
  const count = points.length / 3;
  const neighbourStarts = new Uint32Array(count + 1);
  const neighbours: number[] = [];
  const coefficients: number[] = [];
  for (let particle = 0; particle < count; particle++) {
    const { radius, eigensystem } = findNeighbourhood(caller, points, particle, wanted);
    for (let other = 0; other < count; other++) {
      const weight = other === particle ? 0 : kernel(squaredBetween(points, other, points, particle), radius);
      if (weight === 0) continue;
      neighbours.push(other);
      coefficients.push(...solve(eigensystem, points, particle, other, weight, radius));
    }
    neighbourStarts[particle + 1] = neighbours.length;
  }
  return {
    neighbourStarts,
    neighbours: Uint32Array.from(neighbours),
    coefficients: Float64Array.from(coefficients),
  };
}

/** The nearest neighbours that are well spread, or the best spread of all numbers of them that were tried. */
function findNeighbourhood(caller: string, points: Float32Array, particle: number, wanted: number): Neighbourhood {
  const count = points.length / 3;
  const squares = new Float64Array(count);
  for (let other = 0; other < count; other++) squares[other] = squaredBetween(points, other, points, particle);
  const rising = squares.slice().sort();
  let best: Neighbourhood | undefined;
  // The first of them is the particle itself.
  for (let last = Math.min(wanted, count - 1); ; last = Math.min(Math.ceil(last * 1.5), count - 1)) {
    if (rising[last] > 0) {
      const found = measure(points, particle, squares, REACH * Math.sqrt(rising[last]));
      if (best === undefined || found.spread > best.spread) best = found;
    }
    if (last === count - 1 || (best !== undefined && best.spread >= WELL_SPREAD)) break;
  }
  if (best !== undefined && best.spread >= FLAT) return best;
  throw new PliantError(
    'bad-number',
    `${caller}: particle ${particle} and all ${count - 1} others lie in one plane, or too near to one, so how they turn and stretch across it ` +
      'is unknown; add particles off that plane',
  );
}

/** How the neighbours within a radius are spread; distances are counted in radii, so that no product is too large or too small. */
function measure(points: Float32Array, particle: number, squares: Float64Array, radius: number): Neighbourhood {
  const matrix = new Float64Array(9);
  let sum = 0;
  let reach = 0;
  for (let other = 0; other < squares.length; other++) {
    const weight = other === particle ? 0 : kernel(squares[other], radius);
    if (weight === 0) continue;
    sum += weight;
    for (let row = 0; row < 3; row++) {
      reach = Math.max(reach, Math.abs(points[other * 3 + row]));
      const along = (points[other * 3 + row] - points[particle * 3 + row]) / radius;
      for (let column = 0; column < 3; column++) {
        matrix[row * 3 + column] +=
          (weight * along * (points[other * 3 + column] - points[particle * 3 + column])) / radius;
      }
    }
  }
  const eigensystem = runNow(symmetricEigensystem(matrix, 3));
  const [largest, , least] = eigensystem.values;
  const rounding = (ABOVE_ROUNDING * FLOAT32_ROUNDOFF * reach) / radius;
  const spread = least > rounding * rounding * sum ? least / largest : 0;
  return { radius, spread, eigensystem };
}

/** c = w M⁻¹ x of one neighbour, by the axes of M. */
function solve(
  { values, vectors }: Eigensystem,
  points: Float32Array,
  particle: number,
  other: number,
  weight: number,
  radius: number,
): number[] {
  const out = [0, 0, 0];
  for (let axis = 0; axis < 3; axis++) {
    let along = 0;
    for (let k = 0; k < 3; k++) {
      along += (vectors[axis * 3 + k] * (points[other * 3 + k] - points[particle * 3 + k])) / radius;
    }
    const scaled = (weight * along) / (values[axis] * radius);
    for (let k = 0; k < 3; k++) out[k] += scaled * vectors[axis * 3 + k];
  }
  return out;
}
