/** Is it a sound solid, and if not, what is wrong where? Volumes are judged by exact signs. */
import { type Sign, orient3dFloat32 } from '../math/predicates.js';
import { requireSolid } from './require-tetrahedra.js';
import { type TetrahedronFaces, SIDE_CORNERS, findTetrahedronFaces, hasRepeatedPoint } from './tetrahedron-faces.js';
import type { TetrahedralMesh } from './tetrahedral-mesh.js';

/** Where a tetrahedral mesh falls short. The length of a list says how often, its first number where first. */
export interface TetrahedraReport {
  /** Tetrahedra whose volume is negative: their corners come in the other order. Ascending. */
  readonly flipped: Uint32Array;
  /** Tetrahedra without volume: their points lie in a plane, or are not four. Ascending. */
  readonly flat: Uint32Array;
  /** Tetrahedra with the same four points as an earlier one. Ascending. */
  readonly duplicated: Uint32Array;
  /** Points that no tetrahedron uses. Ascending. */
  readonly unusedPoints: Uint32Array;
  /** Faces that three or more tetrahedra have, duplicated ones counted once: three points each, ascending. */
  readonly crowdedFaces: Uint32Array;
  /** Whether all lists are empty. */
  readonly isSound: boolean;
}

/**
 * The sign of the volume of the tetrahedron whose corners begin at `at`: 1 where the first three turn counter-clockwise as seen from
 * the fourth, which is when `(b - a) · ((c - a) × (d - a))` is positive. Exact.
 */
export function signOfVolume({ points, tetrahedra }: TetrahedralMesh, at: number): Sign {
  const a = tetrahedra[at] * 3;
  const b = tetrahedra[at + 1] * 3;
  const c = tetrahedra[at + 2] * 3;
  const d = tetrahedra[at + 3] * 3;
  return orient3dFloat32(
    points[b],
    points[b + 1],
    points[b + 2],
    points[c],
    points[c + 1],
    points[c + 2],
    points[d],
    points[d + 1],
    points[d + 2],
    points[a],
    points[a + 1],
    points[a + 2],
  );
}

/**
 * Examines a tetrahedral mesh.
 *
 * @throws PliantError `bad-type`, `bad-count`, `bad-number` or `bad-index` where it is none at all.
 */
export function inspectTetrahedra(solid: TetrahedralMesh): TetrahedraReport {
  const pointCount = requireSolid('inspectTetrahedra', solid);
  const { tetrahedra } = solid;
  const flipped: number[] = [];
  const flat: number[] = [];
  const isUsed = new Uint8Array(pointCount);
  for (let tetrahedron = 0; tetrahedron < tetrahedra.length / 4; tetrahedron++) {
    const sign = signOfVolume(solid, tetrahedron * 4);
    if (sign < 0) flipped.push(tetrahedron);
    else if (sign === 0) flat.push(tetrahedron);
    for (let k = 0; k < 4; k++) isUsed[tetrahedra[tetrahedron * 4 + k]] = 1;
  }
  const unused: number[] = [];
  for (let point = 0; point < pointCount; point++) if (isUsed[point] === 0) unused.push(point);
  const faces = findTetrahedronFaces(tetrahedra, pointCount);
  const duplicated = findDuplicates(tetrahedra, faces);
  const crowded = findCrowded(tetrahedra, faces, duplicated);
  return {
    flipped: Uint32Array.from(flipped),
    flat: Uint32Array.from(flat),
    duplicated,
    unusedPoints: Uint32Array.from(unused),
    crowdedFaces: crowded,
    isSound: [flipped, flat, duplicated, unused, crowded].every((list) => list.length === 0),
  };
}

/**
 * The first thing that is wrong with a tetrahedral mesh, in words for an error message: how many, and where first. Undefined when it is sound. Crowded faces
 * are no fault for whoever does not mind: a lattice has them where pieces of a surface part.
 */
export function findTetrahedraProblem(report: TetrahedraReport): string | undefined {
  const { flipped, flat, duplicated, unusedPoints, crowdedFaces } = report;
  if (flipped.length > 0) return tellOf(flipped, 'tetrahedron', 'tetrahedra', 'flipped');
  if (flat.length > 0) return tellOf(flat, 'tetrahedron', 'tetrahedra', 'flat');
  if (duplicated.length > 0) return tellOf(duplicated, 'tetrahedron', 'tetrahedra', 'duplicated');
  if (unusedPoints.length > 0) return tellOf(unusedPoints, 'point', 'points', 'unused');
  if (crowdedFaces.length === 0) return undefined;
  const first = `that of points ${crowdedFaces[0]}, ${crowdedFaces[1]} and ${crowdedFaces[2]}`;
  if (crowdedFaces.length === 3) return `a face has three tetrahedra or more, ${first}`;
  return `${crowdedFaces.length / 3} faces have three tetrahedra or more, first ${first}`;
}

function tellOf(list: Uint32Array, noun: string, nouns: string, fault: string): string {
  if (list.length === 1) return `${noun} ${list[0]} is ${fault}`;
  return `${list.length} ${nouns} are ${fault}, first ${noun} ${list[0]}`;
}

/**
 * Tetrahedra that have the same four points as an earlier one, ascending. All of them share each of their faces, so the rows of their first sides list them.
 */
export function findDuplicates(tetrahedra: ArrayLike<number>, faces: TetrahedronFaces): Uint32Array {
  const isDuplicate = new Uint8Array(tetrahedra.length / 4);
  forEachCrowd(faces, 2, (first, end) => {
    // Nearly all rows have two sides.
    if (end - first === 2 && tetrahedra[faces.sides[first]] !== tetrahedra[faces.sides[first + 1]]) return;
    const apexes = new Set<number>();
    for (let i = first; i < end; i++) {
      // The corner that the side lies opposite of.
      const apex = tetrahedra[faces.sides[i]];
      if (apexes.has(apex)) isDuplicate[faces.sides[i] >>> 2] = 1;
      apexes.add(apex);
    }
  });
  // A tetrahedron with a repeated point has no sides: compared as a sorted list.
  const seen = new Set<string>();
  for (let tetrahedron = 0; tetrahedron < isDuplicate.length; tetrahedron++) {
    if (!hasRepeatedPoint(tetrahedra, tetrahedron * 4)) continue;
    const corners = [0, 1, 2, 3].map((k) => tetrahedra[tetrahedron * 4 + k]);
    const key = corners.sort((a, b) => a - b).join(' ');
    if (seen.has(key)) isDuplicate[tetrahedron] = 1;
    seen.add(key);
  }
  return placesOf(isDuplicate);
}

function findCrowded(tetrahedra: ArrayLike<number>, faces: TetrahedronFaces, duplicated: Uint32Array): Uint32Array {
  const isDuplicate = new Uint8Array(tetrahedra.length / 4);
  for (const tetrahedron of duplicated) isDuplicate[tetrahedron] = 1;
  const crowded: number[] = [];
  forEachCrowd(faces, 3, (first, end) => {
    let count = 0;
    for (let i = first; i < end; i++) count += 1 - isDuplicate[faces.sides[i] >>> 2];
    if (count < 3) return;
    const side = faces.sides[first];
    const corners = [0, 1, 2].map((k) => tetrahedra[side - (side % 4) + SIDE_CORNERS[(side % 4) * 3 + k]]);
    crowded.push(...corners.sort((a, b) => a - b));
  });
  return Uint32Array.from(crowded);
}

/** Tells of the rows with at least so many sides. */
function forEachCrowd(faces: TetrahedronFaces, least: number, tell: (first: number, end: number) => void): void {
  for (let face = 0; face < faces.faceCount; face++) {
    if (faces.starts[face + 1] - faces.starts[face] >= least) tell(faces.starts[face], faces.starts[face + 1]);
  }
}

function placesOf(marks: Uint8Array): Uint32Array {
  const places: number[] = [];
  for (let i = 0; i < marks.length; i++) if (marks[i] === 1) places.push(i);
  return Uint32Array.from(places);
}
