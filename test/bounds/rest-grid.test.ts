/** Boxes in steps of a grid hold what they are made from, in exact arithmetic, and are hardly larger. */
import { type Random, createRandom } from 'pliant/exact';
import { describe, expect, it } from 'vitest';
import { GRID, createRestGrid, displacementSteps, halfSteps, middleStep } from '../../src/bounds/blend/rest-grid.js';

const bits = new DataView(new ArrayBuffer(8));

/** A finite double as a whole multiple of 2^-1074. */
function exact(value: number): bigint {
  bits.setFloat64(0, value);
  const high = bits.getUint32(0);
  const exponent = (high >>> 20) & 0x7ff;
  const fraction = (BigInt(high & 0xfffff) << 32n) + BigInt(bits.getUint32(4));
  const magnitude = exponent === 0 ? fraction : (fraction + (1n << 52n)) << BigInt(exponent - 1);
  return value < 0 ? -magnitude : magnitude;
}

/** Scales and places of meshes: near and far, tiny and huge. */
const MESHES = [
  [1, 0],
  [1, 1000],
  [1e-3, 1e6],
  [1, 16_777_216],
  [1e-6, 0],
  [1e-44, 0],
  [1e-40, 1e-38],
  [1e20, 1e22],
  [1e37, 0],
] as const;

function randomRest(random: Random, scale: number, shift: number): Float32Array {
  return Float32Array.from({ length: 90 }, () => random.range(-1, 1) * scale + shift);
}

function ascending(count: number): Uint32Array {
  return Uint32Array.from({ length: count }, (_, i) => i);
}

describe('a box at rest on the grid of its mesh', () => {
  it.each(MESHES)(
    'holds the interval that it is made from, less than two steps larger: scale %d, shift %d',
    (scale, shift) => {
      const random = createRandom(801);
      const rest = randomRest(random, scale, shift);
      const grid = createRestGrid(rest, ascending(30));
      const step = exact(grid[GRID.step]);
      for (let round = 0; round < 300; round++) {
        const axis = round % 3;
        const [a, b] = [rest[random.integer(30) * 3 + axis], rest[random.integer(30) * 3 + axis]];
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        const center = middleStep(grid, axis, low, high);
        const half = halfSteps(grid, axis, low, high, center);
        const what = `seed 801, round ${round}: ${low} to ${high} as ${center} ± ${half}`;
        const middle = exact(grid[GRID.middle + axis]);
        const lowest = middle + BigInt(center - half) * step;
        const highest = middle + BigInt(center + half) * step;
        expect(lowest <= exact(low) && highest >= exact(high), what).toBe(true);
        expect(exact(low) - lowest < 2n * step && highest - exact(high) < 2n * step, what).toBe(true);
        // Sixteen bits with a sign.
        expect(Math.max(Math.abs(center), half), what).toBeLessThanOrEqual(32767);
        expect(Math.abs(center) + half, what).toBeLessThanOrEqual(grid[GRID.reach]);
      }
    },
  );

  it('lies in the middle where all vertices are in one place, and nowhere far where some are not used', () => {
    const rest = Float32Array.of(7, 8, 9, 7, 8, 9, 1e30, 1e30, 1e30);
    const grid = createRestGrid(rest, Uint32Array.of(0, 1, 0));
    expect([...grid]).toEqual([1, 7, 8, 9, 0]);
    expect(middleStep(grid, 1, 8, 8)).toBe(0);
    expect(createRestGrid(rest, new Uint32Array(0))[GRID.step]).toBe(1);
  });

  it('has steps of which float32 can count those of the largest displacement', () => {
    const grid = createRestGrid(Float32Array.of(0, 0, 0, 1e-40, 0, 0), Uint32Array.of(0, 1, 1), 1e5);
    const steps = new Float64Array(2);
    displacementSteps(grid, -1e5, 1e5, steps);
    expect(Math.fround(steps[1])).toBeLessThan(Infinity);
    expect(steps[1] * grid[GRID.step]).toBeGreaterThanOrEqual(1e5);
  });
});

describe('displacements on the grid of a mesh', () => {
  it.each(MESHES)('are held by their box, which hardly grows: scale %d, shift %d', (scale, shift) => {
    const random = createRandom(802);
    const grid = createRestGrid(randomRest(random, scale, shift), ascending(30));
    const step = exact(grid[GRID.step]);
    const steps = new Float64Array(2);
    for (let round = 0; round < 300; round++) {
      const size = scale * 10 ** random.range(-6, 1);
      const [a, b] = [Math.fround(random.range(-size, size)), Math.fround(random.range(-size, size))];
      const [low, high] = [Math.min(a, b), Math.max(a, b)];
      displacementSteps(grid, low, high, steps);
      const [center, half] = steps;
      const what = `seed 802, round ${round}: ${low} to ${high} as ${center} ± ${half}`;
      // In units that make the product of a step and a number of steps whole.
      const unit = 1n << 1074n;
      expect((exact(center) - exact(half)) * step <= exact(low) * unit, what).toBe(true);
      expect((exact(center) + exact(half)) * step >= exact(high) * unit, what).toBe(true);
      expect(Math.fround(half), what).toBe(half);
      expect(half * grid[GRID.step], what).toBeLessThanOrEqual(
        ((high - low) / 2) * 1.001 + Math.abs(high + low) * 1e-6,
      );
    }
  });
});
