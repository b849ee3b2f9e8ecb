/** Triangles and tetrahedra over points, as they are given: corners in a row, checked before anything indexes by them. */
import { describe } from '../checks.js';
import { PliantError } from '../errors.js';

/** Numbers of points: three for each triangle, or four for each tetrahedron. */
export type CornerArray = Uint32Array | Uint16Array | Uint8Array;

/** What messages call cells of a kind, and how many corners each has. */
interface CellKind {
  readonly noun: string;
  readonly name: string;
  readonly corners: number;
}

export const TRIANGLES: CellKind = { noun: 'triangle', name: 'triangles', corners: 3 };
export const TETRAHEDRA: CellKind = { noun: 'tetrahedron', name: 'tetrahedra', corners: 4 };

/** Refuses what is not an array of corners, at least those of one cell, each the number of a point that there is. */
export function requireCorners(
  caller: string,
  { corners: perCell, name, noun }: CellKind,
  corners: unknown,
  pointCount: number,
): asserts corners is CornerArray {
  if (!(corners instanceof Uint32Array || corners instanceof Uint16Array || corners instanceof Uint8Array)) {
    throw new PliantError(
      'bad-type',
      `${caller}: ${name} is ${describe(corners)}; pass a Uint32Array, a Uint16Array or a Uint8Array`,
    );
  }
  if (corners.length === 0 || corners.length % perCell !== 0) {
    throw new PliantError(
      'bad-count',
      `${caller}: ${name} has ${corners.length} numbers; pass ${perCell} for each ${noun}`,
    );
  }
  const wrong = corners.findIndex((corner) => corner >= pointCount);
  if (wrong < 0) return;
  throw new PliantError(
    'bad-index',
    `${caller}: ${noun} ${Math.floor(wrong / perCell)} uses point ${corners[wrong]}, but there are ${pointCount} points; ` +
      'check whether the file counts from 1',
  );
}
