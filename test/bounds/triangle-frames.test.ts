/** What gradients at rest are taken by: right for certain, or told to be none. */
import { createRandom } from 'pliant/exact';
import { describe, expect, it } from 'vitest';
import { FRAME, frameTriangles } from '../../src/bounds/normals/triangle-frames.js';
import { SAMPLE_MESHES } from '../support/sample-meshes.js';

/** A double as a whole multiple of 2^-1074, exactly. */
function exactDouble(value: number): bigint {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const exponent = (bits >> 52n) & 0x7ffn;
  const fraction = bits & 0xfffffffffffffn;
  const magnitude = exponent === 0n ? fraction : (fraction | 0x10000000000000n) << (exponent - 1n);
  return bits >> 63n === 0n ? magnitude : -magnitude;
}

/** (g_a x g_b)·m in exact arithmetic, in some unit. */
function exactSign(numbers: Float64Array, triangle: number): bigint {
  const [ax, ay, az, bx, by, bz, mx, my, mz] = Array.from(
    numbers.subarray(triangle * FRAME.count, (triangle + 1) * FRAME.count),
    exactDouble,
  );
  return (ay * bz - az * by) * mx + (az * bx - ax * bz) * my + (ax * by - ay * bx) * mz;
}

describe('frames of triangles', () => {
  it('have the right side for certain, in exact arithmetic, or are told to be none: slivers that float64 cannot tell from lines', () => {
    const seed = 4501;
    const random = createRandom(seed);
    const positions: number[] = [];
    const count = 4000;
    for (let triangle = 0; triangle < count; triangle++) {
      // Along a diagonal, but for a third corner that is off by about what float64 loses of the differences.
      const off = 2 ** random.range(-58, -40);
      const [x, y, z] = [1, 1 + random.integer(3), 1 + random.integer(3)];
      positions.push(x, y, z, 3 * x, 3 * y, 3 * z, off * random.range(-1, 1), off * random.range(-1, 1), off);
    }
    const corners = Uint32Array.from({ length: count * 3 }, (_, corner) => corner);
    const { isOdd, numbers } = frameTriangles(corners, Float32Array.from(positions));
    let odd = 0;
    for (let triangle = 0; triangle < count; triangle++) {
      odd += isOdd[triangle];
      if (isOdd[triangle] === 0) expect(exactSign(numbers, triangle) > 0n, `seed ${seed}, ${triangle}`).toBe(true);
    }
    expect(odd).toBeGreaterThan(count / 10);
    expect(odd).toBeLessThan((count * 9) / 10);
  });

  it.each(Object.keys(SAMPLE_MESHES))('have the right side, or are told to be none, in %s', (name) => {
    const { positions, triangles } = SAMPLE_MESHES[name]();
    const { isOdd, numbers } = frameTriangles(triangles, positions);
    const wrong = Array.from(isOdd.keys()).filter((k) => isOdd[k] === 0 && exactSign(numbers, k) <= 0n);
    expect(wrong).toEqual([]);
    if (name === 'a flat sheet' || name === 'a soup') expect([...isOdd]).not.toContain(1);
  });

  it('are none for a vertex that is named twice, and for three in a line', () => {
    const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 2, 0, 0);
    const { isOdd } = frameTriangles(Uint32Array.of(0, 1, 2, 0, 1, 1, 0, 1, 3, 2, 2, 2), positions);
    expect([...isOdd]).toEqual([0, 1, 1, 1]);
  });
});
