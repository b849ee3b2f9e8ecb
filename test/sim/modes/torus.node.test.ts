// slow: forty modes of four thousand tetrahedra
import { findRodModes, findVibrationModes } from 'pliant/sim';
import { describe, expect, it } from 'vitest';
import { readReducedTorus } from '../../../bench/reduced-torus.js';
import { RUBBER } from '../../support/blocks.js';
import { sharedData } from '../../support/shared-data.js';

const FOLDER = sharedData('tet/reduced_torus');
const TORUS = FOLDER === undefined ? undefined : readReducedTorus(FOLDER);

describe('the shared torus', () => {
  it.skipIf(!TORUS)('has the masses and frequencies that others have found of it, as springs along its edges', () => {
    const { eigenvalues, masses, points, tetrahedra } = TORUS!;
    const rods = findRodModes({ points, tetrahedra }, { stiffness: 1, density: 1 }, { modeCount: 40 });
    expect(rods.rigidCount).toBe(6);
    const heavier = masses[0] / rods.masses[0];
    rods.masses.forEach((mass, p) => expect((mass * heavier) / masses[p]).toBeCloseTo(1, 5));
    const stiffer = eigenvalues[0] / rods.eigenvalues[0];
    rods.eigenvalues.forEach((x, k) => expect((x * stiffer) / eigenvalues[k], `mode ${k}`).toBeCloseTo(1, 6));
  });

  it.skipIf(!TORUS)('has modes as a solid too, orthonormal and in the same order of size', () => {
    const { eigenvalues, points, tetrahedra } = TORUS!;
    const modes = findVibrationModes({ points, tetrahedra }, RUBBER);
    expect(modes.rigidCount).toBe(6);
    expect(Math.max(...modes.residuals)).toBeLessThan(1e-6);
    const scale = modes.eigenvalues[0] / eigenvalues[0];
    modes.eigenvalues.forEach((x, k) =>
      expect(Math.abs(x / eigenvalues[k] / scale - 1), `mode ${k}`).toBeLessThan(0.2),
    );
  });
});
