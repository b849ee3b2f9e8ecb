/** What a soft body is made of: how stiff it is, how much it weighs, and how soon it stops moving. */
import { describe, requireNames } from '../checks.js';
import { PliantError } from '../errors.js';

/** Stiffness, either as engineers measure it or by Lamé's constants; density; and damping. */
export interface MaterialOptions {
  /** Young's modulus, in pascals: how hard it is to stretch. Above 0. Default 1e5, a soft rubber. */
  readonly young?: number;
  /** Poisson's ratio: how much thinner it gets when it is stretched. Above -1 and below 0.5, where nothing could change its volume. Default 0.3. */
  readonly poisson?: number;
  /** Lamé's first constant, in pascals, instead of `young` and `poisson`; together with `mu`. */
  readonly lambda?: number;
  /** Lamé's second constant, the shear modulus, in pascals. Above 0; `lambda` above `-2/3 mu`. */
  readonly mu?: number;
  /** Mass by volume, in kilograms per cubic metre. Above 0. Default 1000, water. */
  readonly density?: number;
  /** Damping of changes of volume, in pascal seconds. 0 or more. Default 0. */
  readonly phi?: number;
  /** Damping of all other strain, in pascal seconds. 0 or more. Default 0. */
  readonly psi?: number;
}

/** An isotropic material: stress is `lambda tr(strain) + 2 mu strain`, and the same of the strain rate with `phi` and `psi`. */
export interface Material {
  /** Lamé's first constant, in pascals. */
  readonly lambda: number;
  /** Lamé's second constant, in pascals. */
  readonly mu: number;
  /** Mass by volume, in kilograms per cubic metre. */
  readonly density: number;
  /** Damping of changes of volume, in pascal seconds. */
  readonly phi: number;
  /** Damping of all other strain, in pascal seconds. */
  readonly psi: number;
}

/** Used where {@link MaterialOptions} are left out. */
export const MATERIAL_DEFAULTS: Omit<Required<MaterialOptions>, 'lambda' | 'mu'> = {
  young: 1e5,
  poisson: 0.3,
  density: 1000,
  phi: 0,
  psi: 0,
};

const NAMES = ['young', 'poisson', 'lambda', 'mu', 'density', 'phi', 'psi'];

/**
 * Makes a material, and refuses what no matter can be: stretched, it would have to gain energy.
 *
 * @throws PliantError `bad-number`, `bad-type` or `mismatch`, naming the constant and its range.
 */
export function createMaterial(options: MaterialOptions = {}): Material {
  requireNames('createMaterial', options, NAMES);
  const { density = MATERIAL_DEFAULTS.density, phi = MATERIAL_DEFAULTS.phi, psi = MATERIAL_DEFAULTS.psi } = options;
  const { lambda, mu } = stiffnessOf(options);
  requireWithin('density', density, density > 0, 'above 0');
  requireWithin('phi', phi, phi >= 0, 'of 0 or more');
  requireWithin('psi', psi, psi >= 0, 'of 0 or more');
  return { lambda, mu, density, phi, psi };
}

/**
 * Refuses a material that was put together by hand, and is none.
 *
 * @throws PliantError `bad-number` or `bad-type`, naming the constant and its range.
 */
export function requireMaterial(caller: string, material: Material): void {
  if (typeof material !== 'object' || material === null) {
    throw new PliantError('bad-type', `${caller}: material is ${describe(material)}; make one by createMaterial`);
  }
  for (const name of ['lambda', 'mu', 'density', 'phi', 'psi'] as const) {
    if (typeof material[name] === 'number') continue;
    throw new PliantError(
      'bad-type',
      `${caller}: material.${name} is ${describe(material[name])}; make a material by createMaterial`,
    );
  }
  const { density, lambda, mu, phi, psi } = material;
  try {
    createMaterial({ density, lambda, mu, phi, psi });
  } catch (error) {
    if (!(error instanceof PliantError)) throw error;
    throw new PliantError(error.code, error.message.replace('createMaterial: ', `${caller}: material.`));
  }
}

function stiffnessOf(options: MaterialOptions): { readonly lambda: number; readonly mu: number } {
  const { lambda, mu } = options;
  if (lambda === undefined && mu === undefined) return stiffnessOfYoung(options);
  if (options.young !== undefined || options.poisson !== undefined) {
    throw new PliantError(
      'mismatch',
      'createMaterial: both Lamé constants and Young’s modulus are given; pass lambda and mu, or young and poisson',
    );
  }
  requireWithin('mu', mu, mu! > 0, 'above 0');
  // Below, a body that is pressed from all sides would grow.
  requireWithin('lambda', lambda, lambda! > (-2 / 3) * mu!, 'above -2/3 mu');
  return { lambda: lambda!, mu: mu! };
}

function stiffnessOfYoung(options: MaterialOptions): { readonly lambda: number; readonly mu: number } {
  const { young = MATERIAL_DEFAULTS.young, poisson = MATERIAL_DEFAULTS.poisson } = options;
  requireWithin('young', young, young > 0, 'above 0');
  requireWithin('poisson', poisson, poisson > -1 && poisson < 0.5, 'above -1 and below 0.5');
  const mu = young / (2 * (1 + poisson));
  return { lambda: (2 * mu * poisson) / (1 - 2 * poisson), mu };
}

function requireWithin(name: string, value: unknown, isWithin: boolean, range: string): void {
  if (typeof value !== 'number') {
    throw new PliantError('bad-type', `createMaterial: ${name} is ${describe(value)}; pass a number ${range}`);
  }
  if (isWithin && Number.isFinite(value)) return;
  throw new PliantError('bad-number', `createMaterial: ${name} is ${value}; pass a finite number ${range}`);
}
