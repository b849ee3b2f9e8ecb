import { createRandom } from 'pliant/exact';
import type { PliantError } from 'pliant';
import type { TetrahedralMesh } from 'pliant/parts';
import { createMaterial, findRodModes, findVibrationModes, findVibrationModesAsync, frequenciesOf } from 'pliant/sim';
import type { Material, VibrationModes, VibrationOptions } from 'pliant/sim';
import { describe, expect, it } from 'vitest';
import { RUBBER, createBlock, twice } from '../../support/blocks.js';
import { countBelow, denseRods, denseSolid } from './dense-oracle.js';

const SEED = 77;
const BLOCK = createBlock([3, 2, 2], [0.3, 0.2, 0.22]);
const TETRAHEDRON = {
  points: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1),
  tetrahedra: Uint8Array.of(0, 1, 2, 3),
};

/** Every eigenvalue must be where the dense matrix has one, and none may be missing below it. */
function expectLowest(modes: VibrationModes, dense: Float64Array, what: string): void {
  modes.eigenvalues.forEach((eigenvalue, k) => {
    const count = modes.rigidCount + k;
    expect(countBelow(dense, eigenvalue * (1 - 1e-8)), `${what}: below mode ${k}`).toBeLessThanOrEqual(count);
    expect(countBelow(dense, eigenvalue * (1 + 1e-8)), `${what}: up to mode ${k}`).toBeGreaterThan(count);
  });
}

function expectOrthonormal({ masses, shapes }: VibrationModes): void {
  shapes.forEach((a, i) => {
    for (let j = 0; j <= i; j++) {
      const product = a.reduce((sum, x, k) => sum + masses[Math.floor(k / 3)] * x * shapes[j][k], 0);
      expect(Math.abs(product - (i === j ? 1 : 0)), `modes ${i} and ${j}`).toBeLessThan(1e-12);
    }
  });
}

/** The same block with its inner points moved at random. */
function shaken(cells: readonly number[], seed: number): TetrahedralMesh {
  const random = createRandom(seed);
  const { points, tetrahedra } = createBlock(
    cells,
    cells.map((count) => count * 0.1),
  );
  return { points: points.map((x) => x + random.range(-0.015, 0.015)), tetrahedra };
}

describe('findVibrationModes', () => {
  it('finds the lowest modes and misses none, by the signs of pivots of the dense matrix', () => {
    for (let k = 0; k < 6; k++) {
      const solid = shaken([2 + (k % 3), 2, 1 + (k % 2)], SEED + k);
      const material = createMaterial({ young: 1e5, poisson: [-0.4, 0, 0.3, 0.45][k % 4] });
      const pinned = k % 2 === 0 ? [] : [0, 1, 3];
      const modes = findVibrationModes(solid, material, { modeCount: 12, pinned });
      expectLowest(modes, denseSolid(solid, material, pinned), `seed ${SEED + k}`);
    }
  });

  it('finds modes of the same frequency, as symmetric solids and equal pieces have them', () => {
    const cube = createBlock([2, 2, 2], [1, 1, 1]);
    const both = twice(cube, 5);
    const modes = findVibrationModes(both, RUBBER, { modeCount: 20 });
    const alone = findVibrationModes(cube, RUBBER, { modeCount: 10 });
    expect(modes.rigidCount).toBe(12);
    modes.eigenvalues.forEach((eigenvalue, k) => expect(eigenvalue / alone.eigenvalues[k >> 1]).toBeCloseTo(1, 8));
    expectOrthonormal(modes);
  });

  it('gives orthonormal modes that solve the equation, by rising frequency', () => {
    const modes = findVibrationModes(BLOCK, RUBBER, { modeCount: 30 });
    expectOrthonormal(modes);
    expect(Math.max(...modes.residuals)).toBeLessThan(1e-8);
    expect([...modes.eigenvalues]).toEqual([...modes.eigenvalues].sort((a, b) => a - b));
    frequenciesOf(modes).forEach((frequency, k) => {
      expect((2 * Math.PI * frequency) ** 2 / modes.eigenvalues[k]).toBeCloseTo(1, 12);
    });
    const mass = modes.masses.reduce((sum, part) => sum + part, 0);
    expect(mass / (1000 * 0.3 * 0.2 * 0.22)).toBeCloseTo(1, 6);
  });

  it('finds all modes there are, down to a single tetrahedron', () => {
    const modes = findVibrationModes(TETRAHEDRON, RUBBER, { modeCount: 6 });
    expect(modes.rigidCount).toBe(6);
    expectLowest(modes, denseSolid(TETRAHEDRON, RUBBER, []), 'one tetrahedron');
    expect(() => findVibrationModes(TETRAHEDRON, RUBBER, { modeCount: 7 })).toThrow(
      /modeCount is 7, but there are only 6 modes beside 6 rigid motions; ask for fewer/,
    );
  });

  it.each([
    [[], 6],
    [[0], 3],
    [[0, 1], 1],
    [[0, 1, 2], 1],
    [[0, 1, 4], 0],
  ])('leaves out the rigid motions that pinned points %j allow: %d', (pinned, rigidCount) => {
    const modes = findVibrationModes(BLOCK, RUBBER, { modeCount: 5, pinned });
    expect(modes.rigidCount).toBe(rigidCount);
    expectLowest(modes, denseSolid(BLOCK, RUBBER, pinned), 'pinned');
    for (const point of pinned) {
      for (const shape of modes.shapes) expect([...shape.subarray(point * 3, point * 3 + 3)]).toEqual([0, 0, 0]);
    }
  });

  it('counts the turn of two tetrahedra about their common edge among rigid motions', () => {
    const points = Float32Array.of(0, 0, 0, 0, 0, 1, 1, 0, 0, 0.4, 1, 0.3, -1, 0.1, 0, -0.5, -1, 0.4);
    const solid = { points, tetrahedra: Uint32Array.of(0, 1, 2, 3, 0, 1, 4, 5) };
    expect(findVibrationModes(solid, RUBBER, { modeCount: 5 }).rigidCount).toBe(7);
  });

  it('comes to the frequencies of a bar that stretches, with the square of the size of elements', () => {
    // Without Poisson's ratio, cos(k pi x / L) along x moves nothing sideways: w = k pi / L sqrt(E / density).
    const material = createMaterial({ young: 1e5, poisson: 0, density: 1000 });
    const errors = [6, 12, 24].map((cells) => {
      const modes = findVibrationModes(createBlock([cells, 1, 1], [1, 0.3, 0.3]), material, { modeCount: 12 });
      const along = modes.shapes.map((shape) =>
        modes.masses.reduce((sum, mass, p) => sum + mass * shape[p * 3] ** 2, 0),
      );
      const mode = along.findIndex((share) => share > 0.9);
      return Math.abs(modes.eigenvalues[mode] / (100 * Math.PI * Math.PI) - 1);
    });
    expect(errors[0]).toBeLessThan(0.05);
    for (const k of [1, 2]) expect(errors[k - 1] / errors[k]).toBeGreaterThan(3.3);
  });

  it('comes to Lamé’s mode of a cube: w^2 = 2 mu pi^2 / (density a^2), whatever Poisson’s ratio is', () => {
    for (const poisson of [0.1, 0.35]) {
      const material = createMaterial({ young: 1e5, poisson, density: 1000 });
      const exact = (2 * material.mu * Math.PI * Math.PI) / 1000;
      const errors = [3, 6].map((cells) => {
        const modes = findVibrationModes(createBlock([cells, cells, cells], [1, 1, 1]), material, { modeCount: 16 });
        return Math.abs(lameEigenvalue(modes, cells) / exact - 1);
      });
      expect(errors[1], `Poisson's ratio ${poisson}`).toBeLessThan(0.12);
      expect(errors[0] / errors[1], `Poisson's ratio ${poisson}`).toBeGreaterThan(2.5);
    }
  });

  it('scales with stiffness, density and fill as it must', () => {
    const options: VibrationOptions = { modeCount: 8 };
    const modes = findVibrationModes(BLOCK, RUBBER, options);
    const others: [Material, number, number, number?][] = [
      [createMaterial({ young: 4e5, poisson: 0.3, density: 1000 }), 4, 1],
      [createMaterial({ young: 1e5, poisson: 0.3, density: 250 }), 4, 0.25],
      [RUBBER, 1, 0.5, 0.5],
    ];
    for (const [material, stiffer, heavier, fill] of others) {
      const fills = fill === undefined ? undefined : new Float64Array(BLOCK.tetrahedra.length / 4).fill(fill);
      const other = findVibrationModes(BLOCK, material, { ...options, ...(fills && { fills }) });
      other.eigenvalues.forEach((x, k) => expect(x / modes.eigenvalues[k] / stiffer).toBeCloseTo(1, 9));
      other.masses.forEach((x, k) => expect(x / modes.masses[k] / heavier).toBeCloseTo(1, 12));
    }
  });

  it('tells what the material’s own damping takes, which is as much of the stiffness when both constants are', () => {
    const { density, lambda, mu } = RUBBER;
    const damped = createMaterial({ lambda, mu, density, phi: 0.01 * lambda, psi: 0.01 * mu });
    const modes = findVibrationModes(BLOCK, damped, { modeCount: 8 });
    modes.dampings.forEach((damping, k) => expect(damping / modes.eigenvalues[k]).toBeCloseTo(0.01, 10));
  });

  it('comes to the same bits in slices, tells how far it is, and can be called off', async () => {
    const now = findVibrationModes(BLOCK, RUBBER);
    const shares: number[] = [];
    const later = await findVibrationModesAsync(BLOCK, RUBBER, { onProgress: (share) => shares.push(share) });
    expect(later).toEqual(now);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect([shares[0], shares.at(-1)]).toEqual([0, 1]);
    const controller = new AbortController();
    const onProgress = (): void => controller.abort(new Error('enough'));
    const large = createBlock([12, 12, 12], [1, 1, 1]);
    await expect(findVibrationModesAsync(large, RUBBER, { onProgress, signal: controller.signal })).rejects.toThrow(
      'enough',
    );
  });

  const flipped = { ...BLOCK, tetrahedra: BLOCK.tetrahedra.slice() };
  flipped.tetrahedra.set([flipped.tetrahedra[21], flipped.tetrahedra[20]], 20);
  const flat = { points: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0), tetrahedra: Uint32Array.of(0, 1, 2, 3) };
  const doubled = { ...BLOCK, tetrahedra: Uint32Array.of(...BLOCK.tetrahedra, ...BLOCK.tetrahedra.subarray(8, 12)) };
  it.each<[string, TetrahedralMesh, Material, VibrationOptions, string, RegExp]>([
    ['a flat tetrahedron', flat, RUBBER, {}, 'bad-number', /tetrahedron 0 is flat, with a volume of 0; /],
    ['a flipped one', flipped, RUBBER, {}, 'bad-number', /tetrahedron 5 is flipped, .*orientTetrahedra/],
    ['one that is there twice', doubled, RUBBER, {}, 'mismatch', /tetrahedron 72 is duplicated; .*dropDuplicated/],
    [
      'a point without one',
      { ...BLOCK, points: Float32Array.of(...BLOCK.points, 9, 9, 9) },
      RUBBER,
      {},
      'mismatch',
      /point 36 is unused; .*mass/,
    ],
    [
      'a point that is not there',
      { ...BLOCK, points: BLOCK.points.slice(3) },
      RUBBER,
      {},
      'bad-index',
      /uses point 35, but there are 35/,
    ],
    [
      'a point that is nowhere',
      { ...BLOCK, points: BLOCK.points.map((x, i) => (i === 4 ? NaN : x)) },
      RUBBER,
      {},
      'bad-number',
      /points\[4\] is NaN/,
    ],
    ['no stiffness', BLOCK, { ...RUBBER, mu: 0 }, {}, 'bad-number', /material.mu is 0; pass a finite number above 0/],
    ['no mass', BLOCK, { ...RUBBER, density: 0 }, {}, 'bad-number', /material.density is 0/],
    ['an empty fill', BLOCK, RUBBER, { fills: new Float32Array(72) }, 'bad-number', /fills\[0\] is 0; .*above 0/],
    ['fills of another solid', BLOCK, RUBBER, { fills: [1] }, 'bad-count', /fills has 1 numbers; .*72 tetrahedra/],
    ['no modes', BLOCK, RUBBER, { modeCount: 0 }, 'bad-count', /modeCount is 0/],
    [
      'too many modes',
      BLOCK,
      RUBBER,
      { modeCount: 109 },
      'bad-count',
      /modeCount is 109; pass a whole number from 1 to 108/,
    ],
    ['as many modes as coordinates', BLOCK, RUBBER, { modeCount: 108 }, 'bad-count', /only 102 modes beside 6 rigid/],
    ['a pin beside it', BLOCK, RUBBER, { pinned: [36] }, 'bad-index', /pinned\[0\] is 36/],
    ['everything pinned', TETRAHEDRON, RUBBER, { pinned: [0, 1, 2, 3] }, 'mismatch', /all 4 points are pinned/],
    ['another option', BLOCK, RUBBER, { count: 3 } as VibrationOptions, 'unsupported', /no option count/],
  ])('refuses %s', (_name, solid, material, options, code, message) => {
    const find = (): unknown => findVibrationModes(solid, material, options);
    expect(find).toThrow(expect.objectContaining({ code }) as PliantError);
    expect(find).toThrow(message);
  });
});

describe('findRodModes', () => {
  it('finds the lowest modes of springs along all edges', () => {
    for (let k = 0; k < 3; k++) {
      const solid = shaken([2, 2, 2], SEED + k);
      const modes = findRodModes(solid, { stiffness: 10, density: 3 }, { modeCount: 12 });
      expect(modes.rigidCount).toBe(6);
      expectLowest(modes, denseRods(solid, 10, 3), `seed ${SEED + k}`);
      expectOrthonormal(modes);
    }
  });

  it('refuses rods without stiffness or mass', () => {
    expect(() => findRodModes(BLOCK, { stiffness: 0, density: 1 })).toThrow(
      /stiffness is 0; pass a finite number above 0/,
    );
    expect(() => findRodModes(BLOCK, { stiffness: 1, density: -1 })).toThrow(/density is -1/);
  });
});

/** The mean eigenvalue of what Lamé's three modes are made of, each weighed by its part in them. */
function lameEigenvalue({ eigenvalues, masses, shapes }: VibrationModes, cells: number): number {
  const side = cells + 1;
  const weights = eigenvalues.map((_, mode) => {
    let weight = 0;
    for (let axis = 0; axis < 3; axis++) {
      const other = (axis + 1) % 3;
      const product = masses.reduce((sum, mass, point) => {
        const place = [point % side, Math.floor(point / side) % side, Math.floor(point / side / side)];
        const a = (Math.PI * place[axis]) / cells;
        const b = (Math.PI * place[other]) / cells;
        const along = Math.cos(a) * Math.sin(b) * shapes[mode][point * 3 + axis];
        return sum + mass * (along - Math.sin(a) * Math.cos(b) * shapes[mode][point * 3 + other]);
      }, 0);
      weight += product * product;
    }
    return weight;
  });
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  return eigenvalues.reduce((sum, eigenvalue, mode) => sum + eigenvalue * weights[mode], 0) / whole;
}
