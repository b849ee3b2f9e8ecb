/** Collects points, tetrahedra and triangles of a file, whose numbers are not known beforehand. */
import { PliantError } from '../errors.js';
import type { SolidFile } from './tetrahedral-mesh.js';

/** Numbers that grow in number. */
interface Growing<Numbers extends Float32Array | Uint32Array> {
  values: Numbers;
  count: number;
}

/** A tetrahedral mesh under construction. */
export interface SolidBuilder {
  readonly caller: string;
  readonly points: Growing<Float32Array>;
  readonly tetrahedra: Growing<Uint32Array>;
  readonly triangles: Growing<Uint32Array>;
}

/** Starts an empty mesh. */
export function createSolidBuilder(caller: string): SolidBuilder {
  return {
    caller,
    points: { values: new Float32Array(192), count: 0 },
    tetrahedra: { values: new Uint32Array(256), count: 0 },
    triangles: { values: new Uint32Array(192), count: 0 },
  };
}

/** Number of points so far. */
export function pointCountOf({ points }: SolidBuilder): number {
  return points.count / 3;
}

/** Adds a point. */
export function addPoint({ points }: SolidBuilder, x: number, y: number, z: number): void {
  append(points, (length) => new Float32Array(length), x, y, z);
}

/** Adds the tetrahedron of the first four corners. */
export function addTetrahedron({ tetrahedra }: SolidBuilder, corners: ArrayLike<number>): void {
  append(tetrahedra, (length) => new Uint32Array(length), corners[0], corners[1], corners[2], corners[3]);
}

/** Adds the polygon of the first corners, which fans out into triangles. */
export function addPolygon({ triangles }: SolidBuilder, corners: ArrayLike<number>, count: number): void {
  for (let k = 2; k < count; k++) {
    append(triangles, (length) => new Uint32Array(length), corners[0], corners[k - 1], corners[k]);
  }
}

/** The mesh of all that was added. Without tetrahedra there is none. */
export function finishSolid({ caller, points, tetrahedra, triangles }: SolidBuilder): SolidFile {
  if (tetrahedra.count === 0) {
    const found = `there are ${points.count / 3} points and ${triangles.count / 3} triangles, but no tetrahedra`;
    throw new PliantError(
      'bad-file',
      `${caller}: ${found}; write the inside too, or make tetrahedra with createLattice`,
    );
  }
  return {
    points: points.values.slice(0, points.count),
    tetrahedra: tetrahedra.values.slice(0, tetrahedra.count),
    triangles: triangles.values.slice(0, triangles.count),
  };
}

function append<Numbers extends Float32Array | Uint32Array>(
  list: Growing<Numbers>,
  allocate: (length: number) => Numbers,
  ...values: readonly number[]
): void {
  if (list.count + values.length > list.values.length) {
    const grown = allocate(list.values.length * 2);
    grown.set(list.values);
    list.values = grown;
  }
  for (const value of values) list.values[list.count++] = value;
}
