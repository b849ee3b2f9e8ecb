/** The vibration modes of a solid: how it swings by itself, at which frequencies, from tetrahedra and a material. */
import { requireNames } from '../../checks.js';
import { PI } from '../../exact.js';
import { rescale, runInSlices, runNow } from '../../long-work.js';
import type { LongWork, LongWorkOptions } from '../../long-work.js';
import type { TetrahedralMesh } from '../../parts.js';
import { requireMaterial } from '../material.js';
import type { Material } from '../material.js';
import { measureElements } from './elements.js';
import { solveTied } from './solve-tied.js';
import type { TiedModes, TiedOptions } from './solve-tied.js';
import { measureStrains } from './strain.js';
import { lumpMasses, tieElements } from './system.js';

/** Which modes to find, and of what. */
export interface VibrationOptions extends TiedOptions {
  /** How far each tetrahedron is filled, above 0 and up to 1: it has that share of its stiffness and mass. All are full by default. */
  readonly fills?: ArrayLike<number>;
}

/** The modes of a body at rest: solutions of K x = w^2 M x, for small displacements. Plain data. */
export interface VibrationModes extends TiedModes {
  /** The largest strain anywhere at amplitude 1: in tetrahedra the root of the sum of its squared components, in rods how much longer they get. */
  readonly strains: Float64Array;
  /** What the material's own damping takes: the force against a velocity 1, in 1/s. What it makes of one mode by way of another is left out. */
  readonly dampings: Float64Array;
}

const NAMES = ['modeCount', 'pinned', 'fills', 'signal', 'onProgress'];
const CALLER = 'findVibrationModes';

/**
 * The lowest vibration modes of a solid: linear tetrahedra, linear elasticity, a quarter of each tetrahedron's mass at each of its points. Pieces
 * that do not hang together are fine, and have six rigid motions each.
 *
 * Takes a second or two for 5,000 tetrahedra; use {@link findVibrationModesAsync} for more.
 *
 * @throws PliantError for tetrahedra that are flat, flipped or there twice, points without a tetrahedron, a material without stiffness, and more modes than there are.
 */
export function findVibrationModes(
  solid: TetrahedralMesh,
  material: Material,
  options: VibrationOptions = {},
): VibrationModes {
  return runNow(findSteps(solid, material, options));
}

/** The same in slices that leave the event loop free, with progress and a signal to call it off. */
export async function findVibrationModesAsync(
  solid: TetrahedralMesh,
  material: Material,
  options: VibrationOptions & LongWorkOptions = {},
): Promise<VibrationModes> {
  return runInSlices(findSteps(solid, material, options), options);
}

/** The frequency of each mode, in hertz. */
export function frequenciesOf({ eigenvalues }: VibrationModes): Float64Array {
  return eigenvalues.map((eigenvalue) => Math.sqrt(eigenvalue) / (2 * PI));
}

function* findSteps(solid: TetrahedralMesh, material: Material, options: VibrationOptions): LongWork<VibrationModes> {
  requireNames(CALLER, options, NAMES);
  requireMaterial(CALLER, material);
  const elements = measureElements(CALLER, solid, options.fills);
  yield 0.01;
  const ties = tieElements(elements, material);
  const { mu, density } = material;
  const masses = lumpMasses(elements, material);
  const found = yield* rescale(solveTied(CALLER, solid.points, ties, masses, mu / density, options), 0.01, 0.98);
  return { ...found, ...measureStrains(elements, material, found.shapes) };
}
