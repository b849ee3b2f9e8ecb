import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/math/random.js';
import { cross, distanceSquared, dot, lengthSquared, subtract } from '../../src/math/vec3.js';

const SEED = 3;

describe('vectors on flat arrays', () => {
  it('read and write at their offsets only', () => {
    const a = [9, 1, 2, 3, 9];
    const b = new Float32Array([9, 9, 4, -5, 6]);
    const out = new Float64Array([9, 9, 9, 9, 9]);
    subtract(out, 1, a, 1, b, 2);
    expect([...out]).toEqual([9, -3, 7, -3, 9]);
    cross(out, 1, a, 1, b, 2);
    expect([...out]).toEqual([9, 27, 6, -13, 9]);
    expect(dot(a, 1, b, 2)).toBe(12);
    expect(lengthSquared(a, 1)).toBe(14);
    expect(distanceSquared(a, 1, b, 2)).toBe(67);
  });

  it('may be written over their operands', () => {
    const data = [1, 2, 3, 4, -5, 6];
    cross(data, 0, data, 0, data, 3);
    expect(data).toEqual([27, 6, -13, 4, -5, 6]);
    subtract(data, 3, data, 0, data, 3);
    expect(data).toEqual([27, 6, -13, 23, 11, -19]);
  });

  it('satisfy the identity of Lagrange', () => {
    const random = createRandom(SEED);
    const out = [0, 0, 0];
    for (let i = 0; i < 1000; i++) {
      // Small integers, so that every product is exact.
      const data = Array.from({ length: 6 }, () => random.integer(2001) - 1000);
      cross(out, 0, data, 0, data, 3);
      const product = lengthSquared(data, 0) * lengthSquared(data, 3);
      expect(lengthSquared(out, 0), `seed ${SEED}`).toBe(product - dot(data, 0, data, 3) * dot(data, 0, data, 3));
      expect(dot(out, 0, data, 0)).toBe(0);
      expect(dot(out, 0, data, 3)).toBe(0);
    }
  });
});
