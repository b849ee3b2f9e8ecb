import { type Random, createRandom } from 'pliant/exact';
import { describe, expect, it } from 'vitest';
import { largestStretch } from '../../../src/sim/spheres/stretch.js';

describe('the largest stretch of a matrix', () => {
  it('is an upper bound, and near', () => {
    const random = createRandom(57);
    for (let round = 0; round < 2000; round++) {
      const matrix = randomMatrix(random, round % 5);
      let longest = 0;
      let vector = [random.range(-1, 1), random.range(-1, 1), random.range(-1, 1)];
      // Power iteration over MᵀM; where two values are nearly as large, either will do.
      for (let step = 0; step < 300; step++) {
        const image = [0, 1, 2].map((r) => [0, 1, 2].reduce((sum, c) => sum + matrix[3 * r + c] * vector[c], 0));
        longest = Math.hypot(...image) / Math.hypot(...vector);
        const back = [0, 1, 2].map((c) => [0, 1, 2].reduce((sum, r) => sum + matrix[3 * r + c] * image[r], 0));
        const length = Math.hypot(...back);
        if (!(length > 0)) break;
        vector = back.map((x) => x / length);
      }
      const bound = largestStretch(matrix);
      expect(bound, `seed 57, round ${round}`).toBeGreaterThanOrEqual(longest * (1 - 1e-14));
      expect(bound, `seed 57, round ${round}`).toBeLessThanOrEqual(longest * (1 + 1e-3) + 1e-12);
    }
  });

  it('is 1 for a rotation, to the last digits', () => {
    expect(largestStretch(Float64Array.of(0.6, -0.8, 0, 0.8, 0.6, 0, 0, 0, 1))).toBeLessThan(1 + 1e-12);
    expect(largestStretch(Float64Array.of(0.6, -0.8, 0, 0.8, 0.6, 0, 0, 0, 1))).toBeGreaterThanOrEqual(1);
  });
});

function randomMatrix(random: Random, kind: number): Float64Array {
  const matrix = Float64Array.from({ length: 9 }, () => random.range(-1, 1));
  if (kind === 1) matrix.set(matrix.subarray(0, 3), 3);
  if (kind === 2) return matrix.map((x, i) => x * 1e-9 + (i % 4 === 0 ? 1 : 0));
  if (kind === 3) return matrix.map((_, i) => (i % 4 === 0 ? (i === 8 ? 0.5 : 2) : 0));
  if (kind === 4) return matrix.map((x) => x * 1e5);
  return matrix;
}
