import { type Random, createRandom } from 'pliant/exact';
import { describe, expect, it } from 'vitest';
import { runNow } from '../../src/long-work.js';
import { symmetricEigensystem } from '../../src/math/eigen.js';

const SEED = 41;

function randomSymmetric(random: Random, size: number, scaleOf: (row: number) => number = () => 1): Float64Array {
  const matrix = new Float64Array(size * size);
  for (let row = 0; row < size; row++) {
    for (let column = row; column < size; column++) {
      const value = random.range(-1, 1) * scaleOf(row) * scaleOf(column);
      matrix[row * size + column] = matrix[column * size + row] = value;
    }
  }
  return matrix;
}

/** H diag(values) H with H = I - 2 h hᵀ / hᵀh, a reflection: symmetric, and its eigenvalues are known. */
function withEigenvalues(random: Random, values: readonly number[]): Float64Array {
  const size = values.length;
  const h = Array.from(values, () => random.range(-1, 1));
  const length = h.reduce((sum, x) => sum + x * x, 0);
  const reflection = (i: number, j: number): number => (i === j ? 1 : 0) - (2 * h[i] * h[j]) / length;
  const matrix = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    for (let j = i; j < size; j++) {
      const sum = values.reduce((total, value, k) => total + reflection(i, k) * value * reflection(k, j), 0);
      matrix[i * size + j] = matrix[j * size + i] = sum;
    }
  }
  return matrix;
}

/** A v = λ v, |v| = 1, v · w = 0 and values in falling order, relative to the largest element. */
function expectEigensystem(matrix: Float64Array, size: number, what: string): Float64Array {
  const before = matrix.slice();
  const { values, vectors } = runNow(symmetricEigensystem(matrix, size));
  expect([...matrix], `${what}: the input is left alone`).toEqual([...before]);
  expect([values.length, vectors.length]).toEqual([size, size * size]);
  const scale = matrix.reduce((largest, x) => Math.max(largest, Math.abs(x)), 0) * size;
  let worstResidual = 0;
  let worstProduct = 0;
  for (let k = 0; k < size; k++) {
    if (k > 0) expect(values[k], `${what}: order`).toBeLessThanOrEqual(values[k - 1]);
    for (let row = 0; row < size; row++) {
      let sum = 0;
      for (let column = 0; column < size; column++) sum += matrix[row * size + column] * vectors[k * size + column];
      worstResidual = Math.max(worstResidual, Math.abs(sum - values[k] * vectors[k * size + row]));
    }
    for (let other = 0; other <= k; other++) {
      let sum = 0;
      for (let row = 0; row < size; row++) sum += vectors[k * size + row] * vectors[other * size + row];
      worstProduct = Math.max(worstProduct, Math.abs(sum - (other === k ? 1 : 0)));
    }
  }
  expect(worstResidual, `${what}: A v = λ v`).toBeLessThanOrEqual(scale * 1e-14);
  expect(worstProduct, `${what}: orthonormal`).toBeLessThan(size * 1e-14);
  return values;
}

describe('eigenvalues of a symmetric matrix', () => {
  it.each([1, 2, 3, 5, 12, 40, 110])('solve a random matrix of size %d', (size) => {
    const random = createRandom(SEED + size);
    for (let round = 0; round < (size > 20 ? 1 : 50); round++) {
      expectEigensystem(randomSymmetric(random, size), size, `seed ${SEED + size}, round ${round}`);
    }
  });

  it('are found where they are known, repeated and zero ones included', () => {
    const random = createRandom(SEED);
    for (const known of [
      [5, 5, 5, 5],
      [3, 3, 1, 0, 0],
      [2, 1, 0, -1, -2],
      [1, 1e-8, 1e-16],
      [0, 0, -7],
      [1e5, 1, 1],
    ]) {
      for (let round = 0; round < 20; round++) {
        const values = expectEigensystem(withEigenvalues(random, known), known.length, `${known.join(' ')}, ${round}`);
        known.forEach((value, k) => {
          expect(Math.abs(values[k] - value)).toBeLessThan(Math.abs(Math.max(known[0], -known.at(-1)!)) * 1e-14);
        });
      }
    }
  });

  it('are the elements of a diagonal matrix, exactly', () => {
    const values = expectEigensystem(Float64Array.of(-1, 0, 0, 0, 7, 0, 0, 0, 1e-300), 3, 'diagonal');
    expect([...values]).toEqual([7, 1e-300, -1]);
  });

  it('of the zero matrix are zero, of a single number that number', () => {
    expect([...expectEigensystem(new Float64Array(16), 4, 'zero')]).toEqual([0, 0, 0, 0]);
    expect([...expectEigensystem(Float64Array.of(-3), 1, 'single')]).toEqual([-3]);
    expect(runNow(symmetricEigensystem(new Float64Array(0), 0)).values.length).toBe(0);
  });

  it('of a swap are 1 and -1', () => {
    const values = expectEigensystem(Float64Array.of(0, 1, 1, 0), 2, 'swap');
    expect(values[0]).toBeCloseTo(1, 15);
    expect(values[1]).toBeCloseTo(-1, 15);
  });

  it('are right for rows of very different scale', () => {
    const random = createRandom(SEED);
    for (let round = 0; round < 50; round++) {
      const matrix = randomSymmetric(random, 6, (row) => 10 ** (-3 * row));
      expectEigensystem(matrix, 6, `round ${round}`);
    }
  });

  it.each([1e-300, 1e-150, 1e100, 1e150, 1e200, 1e300])('scale with the matrix, by %d', (scale) => {
    const matrix = randomSymmetric(createRandom(SEED), 5).map((value) => value * scale);
    expectEigensystem(matrix, 5, `scale ${scale}`);
  });

  it('of inner products keep small ones accurate beside large ones', () => {
    // Graded and positive definite: Jacobi's rotations keep the relative accuracy of every eigenvalue.
    const values = expectEigensystem(Float64Array.of(1e20, 1e9, 1e9, 1), 2, 'graded');
    const determinant = 1e20 - 1e18;
    expect(Math.abs((values[0] * values[1]) / determinant - 1)).toBeLessThan(1e-13);
  });
});
