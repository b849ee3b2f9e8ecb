import type { PliantError } from 'pliant';
import { createMaterial } from 'pliant/sim';
import type { MaterialOptions } from 'pliant/sim';
import { describe, expect, it } from 'vitest';

/** Stress of a strain that has no shear, along the three axes. */
function stress({ lambda, mu }: { lambda: number; mu: number }, strain: readonly number[]): number[] {
  const trace = strain[0] + strain[1] + strain[2];
  return strain.map((part) => lambda * trace + 2 * mu * part);
}

describe('createMaterial', () => {
  it.each([
    [1e5, 0.3],
    [2e9, 0],
    [3, -0.9],
    [1e7, 0.49],
  ])('answers a pull along one axis by Young’s modulus %d and Poisson’s ratio %d', (young, poisson) => {
    const material = createMaterial({ young, poisson });
    const [along, ...across] = stress(material, [1e-3, -poisson * 1e-3, -poisson * 1e-3]);
    expect(along / (young * 1e-3)).toBeCloseTo(1, 9);
    for (const side of across) expect(Math.abs(side)).toBeLessThan(1e-9 * young);
  });

  it('takes Lamé’s constants as they are', () => {
    expect(createMaterial({ lambda: -1, mu: 2, density: 3, phi: 4, psi: 5 })).toEqual({
      lambda: -1,
      mu: 2,
      density: 3,
      phi: 4,
      psi: 5,
    });
  });

  it.each<[MaterialOptions, string, RegExp]>([
    [{ poisson: 0.5 }, 'bad-number', /poisson is 0.5; .*below 0.5/],
    [{ poisson: -1 }, 'bad-number', /poisson is -1/],
    [{ young: 0 }, 'bad-number', /young is 0; .*above 0/],
    [{ young: -1e5 }, 'bad-number', /young is -100000/],
    [{ young: Infinity }, 'bad-number', /young is Infinity/],
    [{ density: NaN }, 'bad-number', /density is NaN/],
    [{ phi: -1 }, 'bad-number', /phi is -1/],
    [{ psi: -1 }, 'bad-number', /psi is -1/],
    [{ lambda: -2, mu: 3 }, 'bad-number', /lambda is -2; .*-2\/3 mu/],
    [{ lambda: 1 }, 'bad-type', /mu is undefined/],
    [{ mu: 1, poisson: 0.2 }, 'mismatch', /lambda and mu, or young and poisson/],
    [{ stiffness: 1 } as MaterialOptions, 'unsupported', /no option stiffness/],
  ])('refuses %o', (options, code, message) => {
    const make = (): unknown => createMaterial(options);
    expect(make).toThrow(expect.objectContaining({ code }) as PliantError);
    expect(make).toThrow(message);
  });
});
