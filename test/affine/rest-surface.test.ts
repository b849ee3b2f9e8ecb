/** What lies across the sides of a surface at rest. */
import { createRandom } from 'pliant/exact';
import { describe, expect, it } from 'vitest';
import { createRestSurface } from '../../src/bounds/affine/rest-surface.js';
import { NO_INDEX } from '../../src/mesh/mesh.js';

/** By comparing all sides with each other. */
function acrossByBruteForce(corners: Uint32Array): number[] {
  const ends = (side: number): [number, number] => [corners[side], corners[side % 3 === 2 ? side - 2 : side + 1]];
  return Array.from(corners, (_, side) => {
    const [a, b] = ends(side);
    const others = Array.from(corners.keys()).filter((other) => {
      const [c, d] = ends(other);
      return other !== side && ((a === c && b === d) || (a === d && b === c));
    });
    return others.length === 1 && ends(others[0])[0] === b && a !== b ? Math.floor(others[0] / 3) : NO_INDEX;
  });
}

describe('the triangle across a side', () => {
  it('is the one other triangle on it, where that runs through it the other way', () => {
    const seed = 1690;
    const random = createRandom(seed);
    let found = 0;
    for (let k = 0; k < 60; k++) {
      const vertexCount = 4 + random.integer(12);
      const corners = Uint32Array.from({ length: 3 * (1 + random.integer(30)) }, () => random.integer(vertexCount));
      const positions = Float32Array.from({ length: vertexCount * 3 }, () => random.range(-1, 1));
      const { neighbours } = createRestSurface(corners, positions);
      const expected = acrossByBruteForce(corners);
      expect([...neighbours], `seed ${seed}, mesh ${k}`).toEqual(expected);
      found += expected.filter((triangle) => triangle !== NO_INDEX).length;
    }
    expect(found).toBeGreaterThan(100);
  });
});
