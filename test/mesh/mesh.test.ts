import type { MeshData } from 'pliant';
import { createMesh } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { expectRefused } from './expect-refused.js';

const POSITIONS = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);
const TRIANGLES = Uint32Array.of(0, 1, 2);

/** What callers without types may pass. */
function expectBad(
  data: unknown,
  ...expected: [code: 'bad-type' | 'bad-count' | 'bad-number' | 'bad-index', ...string[]]
) {
  const [code, ...parts] = expected;
  expectRefused(() => createMesh(data as MeshData), code, 'createMesh: ', ...parts);
}

describe('createMesh', () => {
  it('keeps the arrays and counts them', () => {
    const mesh = createMesh({ positions: POSITIONS, triangles: TRIANGLES });
    expect(mesh).toEqual({ positions: POSITIONS, triangles: TRIANGLES, vertexCount: 3, triangleCount: 1 });
    expect(mesh.positions).toBe(POSITIONS);
    expect(mesh.triangles).toBe(TRIANGLES);
  });

  it('widens narrow indices', () => {
    for (const triangles of [Uint16Array.of(2, 1, 0), Uint8Array.of(2, 1, 0)]) {
      expect(createMesh({ positions: POSITIONS, triangles }).triangles).toEqual(Uint32Array.of(2, 1, 0));
    }
  });

  it('makes a record that can be cloned to a worker', () => {
    const mesh = createMesh({ positions: POSITIONS, triangles: TRIANGLES });
    expect(structuredClone(mesh)).toEqual(mesh);
  });

  it('accepts degenerate triangles and unused vertices', () => {
    const positions = Float32Array.of(0, 0, 0, 0, 0, 0, 9, 9, 9);
    expect(createMesh({ positions, triangles: Uint32Array.of(0, 0, 1) }).triangleCount).toBe(1);
  });

  it.each([
    [undefined, 'got undefined'],
    [null, 'got null'],
    [7, 'got 7'],
    [{}, 'positions is undefined'],
    [{ positions: [0, 0, 0], triangles: TRIANGLES }, 'positions is an Array'],
    [{ positions: new Float64Array(9), triangles: TRIANGLES }, 'positions is a Float64Array'],
    [{ positions: POSITIONS }, 'triangles is undefined'],
    [{ positions: POSITIONS, triangles: [0, 1, 2] }, 'triangles is an Array'],
    [{ positions: POSITIONS, triangles: new Int32Array(3) }, 'triangles is an Int32Array'],
    [{ positions: POSITIONS, triangles: new Float32Array(3) }, 'triangles is a Float32Array'],
  ])('refuses %o for its type', (data, message) => {
    expectBad(data, 'bad-type', message, 'pass');
  });

  it('refuses empty meshes and incomplete triples', () => {
    expectBad({ positions: new Float32Array(0), triangles: TRIANGLES }, 'bad-count', 'positions is empty');
    expectBad({ positions: POSITIONS, triangles: new Uint32Array(0) }, 'bad-count', 'triangles is empty');
    expectBad(
      { positions: new Float32Array(10), triangles: TRIANGLES },
      'bad-count',
      'positions has 10',
      'multiple of 3',
    );
    expectBad({ positions: POSITIONS, triangles: new Uint32Array(4) }, 'bad-count', 'triangles has 4', 'multiple of 3');
  });

  it.each([NaN, Infinity, -Infinity])('refuses a coordinate that is %s, naming it', (bad) => {
    const positions = POSITIONS.slice();
    positions[7] = bad;
    expectBad({ positions, triangles: TRIANGLES }, 'bad-number', `y of vertex 2 is ${bad}`);
  });

  it('refuses an index out of range, naming the triangle and the vertex', () => {
    const triangles = Uint32Array.of(0, 1, 2, 0, 3, 1);
    expectBad({ positions: POSITIONS, triangles }, 'bad-index', 'triangle 1 uses vertex 3, but there are 3 vertices');
    expectBad({ positions: POSITIONS, triangles: Uint32Array.of(0, 1, -1) }, 'bad-index', 'uses vertex 4294967295');
  });
});
