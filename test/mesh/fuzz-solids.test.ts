import { PliantError } from 'pliant';
import { createRandom } from 'pliant/exact';
import { type SolidFile, inspectTetrahedra, readGmsh, readMedit, readVtk } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { TWO_TETRAHEDRA, writeGmsh, writeMedit, writeVtk } from './write-solid.js';

const SEED = 1804;

const FILES: readonly (readonly [name: string, bytes: Uint8Array, read: (bytes: Uint8Array) => SolidFile])[] = [
  ['Gmsh 2.2', writeGmsh(TWO_TETRAHEDRA, { version: 2 }), readGmsh],
  ['Gmsh 4.1', writeGmsh(TWO_TETRAHEDRA, { version: 4 }), readGmsh],
  ['Gmsh 2.2, binary', writeGmsh(TWO_TETRAHEDRA, { version: 2, binary: 'little' }), readGmsh],
  ['Gmsh 4.1, binary', writeGmsh(TWO_TETRAHEDRA, { version: 4, binary: 'big' }), readGmsh],
  ['Medit', writeMedit(TWO_TETRAHEDRA), readMedit],
  ['VTK 3.0', writeVtk(TWO_TETRAHEDRA, { version: 3 }), readVtk],
  ['VTK 5.1', writeVtk(TWO_TETRAHEDRA, { version: 5 }), readVtk],
  ['VTK 3.0, binary', writeVtk(TWO_TETRAHEDRA, { version: 3, binary: true }), readVtk],
  ['VTK 5.1, binary', writeVtk(TWO_TETRAHEDRA, { version: 5, binary: true }), readVtk],
];

/** The solid, which must stand the full check, or undefined when the bytes were refused. Anything else that is thrown fails the test. */
function readOrRefuse(read: (bytes: Uint8Array) => SolidFile, bytes: Uint8Array): SolidFile | undefined {
  let solid: SolidFile;
  try {
    solid = read(bytes);
  } catch (error) {
    if (!(error instanceof PliantError)) throw error;
    return undefined;
  }
  inspectTetrahedra(solid);
  expect(solid.triangles.every((point) => point < solid.points.length / 3)).toBe(true);
  return solid;
}

describe.each(FILES)('a damaged file of tetrahedra (%s)', (_name, bytes, read) => {
  it('is refused, or gives a valid mesh, wherever it is cut', () => {
    expect(readOrRefuse(read, bytes)?.tetrahedra.length).toBe(8);
    for (let length = 0; length < bytes.length; length++) {
      const solid = readOrRefuse(read, bytes.slice(0, length));
      expect(solid?.points.length ?? 15, `cut at ${length}`).toBeLessThanOrEqual(15);
    }
  });

  it('is refused, or gives a valid mesh, whatever bytes are changed, left out or repeated', () => {
    const random = createRandom(SEED);
    let refused = 0;
    for (let round = 0; round < 6000; round++) {
      const damaged = bytes.slice();
      for (let k = random.integer(4); k >= 0; k--) {
        const at = random.integer(bytes.length);
        damaged[at] = random.integer(2) === 0 ? random.integer(256) : damaged[at] ^ (1 << random.integer(8));
      }
      if (readOrRefuse(read, damaged) === undefined) refused++;
      const from = random.integer(bytes.length);
      const moved = Uint8Array.from([...bytes.subarray(0, from), ...bytes.subarray(random.integer(bytes.length))]);
      if (readOrRefuse(read, moved) === undefined) refused++;
    }
    expect(refused, `seed ${SEED}`).toBeGreaterThan(1000);
  });
});
