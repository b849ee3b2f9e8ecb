/** The torus of the shared data: a solid of tetrahedra, and the vibration modes that others have found of it. */
import { readFileSync } from 'node:fs';

/** The torus and its modes; all numbers are as the files have them. */
export interface ReducedTorus {
  readonly points: Float32Array;
  readonly tetrahedra: Uint32Array;
  /** Squares of the angular frequencies of 40 modes, rising, rigid motions left out. */
  readonly eigenvalues: Float64Array;
  /** The mass of each point. */
  readonly masses: Float64Array;
}

/** Reads the torus from the folder that has its files. */
export function readReducedTorus(folder: string): ReducedTorus {
  const words = readFileSync(`${folder}/torus_mesh.vtk`, 'utf8').split(/\s+/);
  const points = words.indexOf('POINTS');
  const cells = words.indexOf('CELLS');
  return {
    points: Float32Array.from({ length: Number(words[points + 1]) * 3 }, (_, i) => Number(words[points + 3 + i])),
    // Each cell begins with the number of its points.
    tetrahedra: Uint32Array.from({ length: Number(words[cells + 1]) * 4 }, (_, i) => {
      return Number(words[cells + 3 + Math.floor(i / 4) * 5 + 1 + (i % 4)]);
    }),
    eigenvalues: readNumbers(`${folder}/eigenvalues.bin`),
    masses: readNumbers(`${folder}/M_diag_mat.bin`),
  };
}

/** A count of four bytes, then doubles. */
function readNumbers(file: string): Float64Array {
  const bytes = readFileSync(file);
  return Float64Array.from({ length: bytes.readUInt32LE(0) }, (_, i) => bytes.readDoubleLE(4 + i * 8));
}
