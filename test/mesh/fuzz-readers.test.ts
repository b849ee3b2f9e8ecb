import { PliantError } from 'pliant';
import { createRandom } from 'pliant/exact';
import { type Mesh, createMesh, readObj, readPly } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { type WrittenElement, writePly } from './write-ply.js';

const SEED = 404;

const VERTEX: WrittenElement = {
  name: 'vertex',
  properties: [
    ['float32', 'x'],
    ['float64', 'y'],
    ['float32', 'z'],
    ['uint8', 'int16', 'tags'],
  ],
  rows: [
    [0, 0, 0.25, [1, 2]],
    [1, 0, 0, []],
    [0, 1, 0, [3]],
    [1, 1, -1.5, [4, 5, 6]],
  ],
};
const FACE: WrittenElement = {
  name: 'face',
  properties: [
    ['uint8', 'int32', 'vertex_indices'],
    ['uint8', 'colour'],
  ],
  rows: [
    [[0, 1, 2], 7],
    [[0, 1, 3, 2], 8],
  ],
};

const ply = (format: 'ascii' | 'binary_little_endian' | 'binary_big_endian'): Uint8Array =>
  writePly([VERTEX, FACE], { format });

const OBJ = new TextEncoder().encode(
  '# small\r\nv 0 0 0.25\nv 1 0 0\nv 0 1e0 0\nv 1 1 -1.5\nvt 0.5 0.5\nf 1/1 2/1 3/1\nf -4 -3 \\\n -1 -2\n',
);

const FILES: readonly (readonly [name: string, bytes: Uint8Array, read: (bytes: Uint8Array) => Mesh])[] = [
  ['OBJ', OBJ, readObj],
  ['PLY as text', ply('ascii'), readPly],
  ['PLY, little-endian', ply('binary_little_endian'), readPly],
  ['PLY, big-endian', ply('binary_big_endian'), readPly],
];

/** The mesh, which must stand the full check, or undefined when the bytes were refused. Anything else that is thrown fails the test. */
function readOrRefuse(read: (bytes: Uint8Array) => Mesh, bytes: Uint8Array): Mesh | undefined {
  try {
    return createMesh(read(bytes));
  } catch (error) {
    if (!(error instanceof PliantError)) throw error;
    return undefined;
  }
}

describe.each(FILES)('a damaged file (%s)', (_name, bytes, read) => {
  it('is whole before the damage', () => {
    expect(readOrRefuse(read, bytes)?.triangleCount).toBe(3);
  });

  it('is refused, or gives a valid mesh, wherever it is cut', () => {
    const isBinary = bytes.includes(0);
    for (let length = 0; length < bytes.length; length++) {
      const mesh = readOrRefuse(read, bytes.slice(0, length));
      // A text may well end one digit early without anyone being able to tell; binary data may not.
      if (isBinary) expect(mesh, `cut at ${length}`).toBeUndefined();
      else expect(mesh?.vertexCount ?? 4, `cut at ${length}`).toBeLessThanOrEqual(4);
    }
  });

  it('is refused, or gives a valid mesh, whatever bytes are changed', () => {
    const random = createRandom(SEED);
    let refused = 0;
    for (let round = 0; round < 20_000; round++) {
      const damaged = bytes.slice();
      for (let k = random.integer(4); k >= 0; k--) {
        const at = random.integer(bytes.length);
        damaged[at] = random.integer(2) === 0 ? random.integer(256) : damaged[at] ^ (1 << random.integer(8));
      }
      if (readOrRefuse(read, damaged) === undefined) refused++;
    }
    expect(refused, `seed ${SEED}`).toBeGreaterThan(1000);
  });

  it('is refused, or gives a valid mesh, whatever is left out or repeated', () => {
    const random = createRandom(SEED);
    let refused = 0;
    for (let round = 0; round < 5000; round++) {
      const from = random.integer(bytes.length);
      const to = random.integer(bytes.length);
      const damaged = Uint8Array.from([...bytes.subarray(0, from), ...bytes.subarray(to)]);
      if (readOrRefuse(read, damaged) === undefined) refused++;
    }
    expect(refused, `seed ${SEED}`).toBeGreaterThan(1000);
  });
});
