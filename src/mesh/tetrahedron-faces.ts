/** The faces of tetrahedra, and which tetrahedra have them. Built by counting sorts in linear time. */

/**
 * The faces of a tetrahedral mesh, each once. Side s = 4 t + k is the face of tetrahedron t that lies opposite its k-th corner. A
 * tetrahedron that names a point twice has no sides.
 */
export interface TetrahedronFaces {
  /** Number of faces. */
  readonly faceCount: number;
  /** Row of face f: `sides[starts[f]]` up to, not including, `sides[starts[f + 1]]`. */
  readonly starts: Uint32Array;
  /** Sides on each face, ascending in each row. */
  readonly sides: Uint32Array;
}

/** The corners of the side opposite each corner, counter-clockwise as seen from outside when the volume is positive. */
export const SIDE_CORNERS: readonly number[] = [1, 2, 3, 0, 3, 2, 0, 1, 3, 0, 2, 1];

/** Lists the faces and the sides on each. Faces are sorted by their highest point, then the middle one, then the lowest. */
export function findTetrahedronFaces(tetrahedra: ArrayLike<number>, pointCount: number): TetrahedronFaces {
  const tetrahedronCount = tetrahedra.length / 4;
  const keys = new Uint32Array(tetrahedronCount * 12);
  let sides = new Uint32Array(tetrahedronCount * 4);
  let count = 0;
  for (let tetrahedron = 0; tetrahedron < tetrahedronCount; tetrahedron++) {
    if (hasRepeatedPoint(tetrahedra, tetrahedron * 4)) continue;
    for (let k = 0; k < 4; k++) {
      const side = tetrahedron * 4 + k;
      writeSorted(tetrahedra, side, keys);
      sides[count++] = side;
    }
  }
  sides = sides.subarray(0, count);
  // Stable passes, the minor key first.
  for (let digit = 0; digit < 3; digit++) sides = sortBy(sides, keys, digit, pointCount);
  const starts = new Uint32Array(count + 1);
  let faceCount = 0;
  for (let i = 0; i < count; i++) {
    if (i === 0 || !haveSameKeys(keys, sides[i - 1], sides[i])) starts[faceCount++] = i;
  }
  starts[faceCount] = count;
  return { faceCount, starts: starts.slice(0, faceCount + 1), sides };
}

/** Whether a tetrahedron names a point twice. */
export function hasRepeatedPoint(tetrahedra: ArrayLike<number>, at: number): boolean {
  const a = tetrahedra[at];
  const b = tetrahedra[at + 1];
  const c = tetrahedra[at + 2];
  const d = tetrahedra[at + 3];
  return a === b || a === c || a === d || b === c || b === d || c === d;
}

/** Writes the points of a side in ascending order. */
function writeSorted(tetrahedra: ArrayLike<number>, side: number, keys: Uint32Array): void {
  const first = side - (side % 4);
  const k = (side % 4) * 3;
  const a = tetrahedra[first + SIDE_CORNERS[k]];
  const b = tetrahedra[first + SIDE_CORNERS[k + 1]];
  const c = tetrahedra[first + SIDE_CORNERS[k + 2]];
  const low = Math.min(a, b, c);
  const high = Math.max(a, b, c);
  keys[side * 3] = low;
  keys[side * 3 + 1] = a !== low && a !== high ? a : b !== low && b !== high ? b : c;
  keys[side * 3 + 2] = high;
}

function sortBy(sides: Uint32Array, keys: Uint32Array, digit: number, pointCount: number): Uint32Array<ArrayBuffer> {
  const next = new Uint32Array(pointCount + 1);
  for (const side of sides) next[keys[side * 3 + digit] + 1]++;
  for (let point = 0; point < pointCount; point++) next[point + 1] += next[point];
  const sorted = new Uint32Array(sides.length);
  for (const side of sides) sorted[next[keys[side * 3 + digit]]++] = side;
  return sorted;
}

function haveSameKeys(keys: Uint32Array, a: number, b: number): boolean {
  return keys[a * 3] === keys[b * 3] && keys[a * 3 + 1] === keys[b * 3 + 1] && keys[a * 3 + 2] === keys[b * 3 + 2];
}
