/** Solids: points and tetrahedra that forces can be computed for. Soft bodies and vibration modes are made of them. */
import { describe, requireFinite } from '../../checks.js';
import { PliantError, type PliantErrorCode } from '../../errors.js';
import { TETRAHEDRA, findDuplicates, findTetrahedronFaces, requireCorners } from '../../internals.js';
import { type TetrahedraReport, findTetrahedraProblem } from '../../parts.js';

/** A tetrahedral mesh at rest. */
export interface Solid {
  /** Three coordinates per point, in metres. */
  readonly points: Float32Array | Float64Array;
  /** Four points per tetrahedron: seen from the fourth, the first three go round against the clock. */
  readonly tetrahedra: Uint32Array | Uint16Array | Uint8Array;
}

/** Six times the volume, as a share of the longest edge cubed, below which a tetrahedron is flat: nothing could be told of its shape. */
const FLATTEST = 1e-9;

/**
 * Refuses what forces cannot be computed for.
 *
 * @throws PliantError `bad-type`, `bad-count`, `bad-number`, `bad-index` or `mismatch`, naming the tetrahedron or point.
 */
export function requireSolid(caller: string, solid: Solid): void {
  if (typeof solid !== 'object' || solid === null) {
    throw new PliantError('bad-type', `${caller}: the solid is ${describe(solid)}; pass { points, tetrahedra }`);
  }
  const { points, tetrahedra } = solid;
  if (!(points instanceof Float32Array || points instanceof Float64Array)) {
    throw new PliantError(
      'bad-type',
      `${caller}: points is ${describe(points)}; pass a Float32Array or a Float64Array`,
    );
  }
  if (points.length % 3 !== 0) {
    throw new PliantError('bad-count', `${caller}: points has ${points.length} numbers; pass three for each point`);
  }
  requireFinite(caller, 'points', points);
  requireCorners(caller, TETRAHEDRA, tetrahedra, points.length / 3);
  const report = inspectSolid(points, tetrahedra);
  const problem = findTetrahedraProblem(report);
  if (problem === undefined) return;
  const [code, remedy] = remedyFor(report);
  const [first] = [...report.flipped, ...report.flat];
  const volume = first === undefined ? '' : `, with a volume of ${sixfoldVolume(points, tetrahedra, first * 4) / 6}`;
  throw new PliantError(code, `${caller}: ${problem}${volume}; ${remedy}`);
}

/**
 * Refuses shares that are none. How full each tetrahedron is scales its mass and stiffness.
 *
 * @throws PliantError `bad-count` or `bad-number`, naming the tetrahedron.
 */
export function requireFills(caller: string, fills: ArrayLike<number> | undefined, elementCount: number): void {
  if (fills === undefined) return;
  requireList(caller, 'fills', fills, 'a share for each tetrahedron');
  if (fills.length !== elementCount) {
    throw new PliantError(
      'bad-count',
      `${caller}: fills has ${fills.length} numbers; pass one for each of ${elementCount} tetrahedra`,
    );
  }
  for (let i = 0; i < fills.length; i++) {
    if (fills[i] > 0 && fills[i] <= 1) continue;
    throw new PliantError(
      'bad-number',
      `${caller}: fills[${i}] is ${describe(fills[i])}; pass a share above 0 and at most 1, and leave out what is empty`,
    );
  }
}

/** Refuses what is no list of anything. */
export function requireList(caller: string, name: string, values: ArrayLike<number>, wanted: string): void {
  if (typeof values === 'object' && values !== null && typeof values.length === 'number') return;
  throw new PliantError('bad-type', `${caller}: ${name} is ${describe(values)}; pass a list: ${wanted}`);
}

/** What `inspectTetrahedra` tells, but in float64 where points are, and flat is what nearly is. Crowded faces are no fault here: pieces may hang together by them. */
function inspectSolid(points: Solid['points'], tetrahedra: Solid['tetrahedra']): TetrahedraReport {
  const pointCount = points.length / 3;
  const flipped: number[] = [];
  const flat: number[] = [];
  const isUsed = new Uint8Array(pointCount);
  for (let first = 0; first < tetrahedra.length; first += 4) {
    for (let i = first; i < first + 4; i++) isUsed[tetrahedra[i]] = 1;
    const volume = sixfoldVolume(points, tetrahedra, first);
    const longest = longestEdge(points, tetrahedra, first);
    if (volume > FLATTEST * longest * longest * longest) continue;
    if (volume < -FLATTEST * longest * longest * longest) flipped.push(first / 4);
    else flat.push(first / 4);
  }
  const duplicated = findDuplicates(tetrahedra, findTetrahedronFaces(tetrahedra, pointCount));
  const unusedPoints = Uint32Array.from(isUsed.keys()).filter((point) => isUsed[point] === 0);
  return {
    flipped: Uint32Array.from(flipped),
    flat: Uint32Array.from(flat),
    duplicated,
    unusedPoints,
    crowdedFaces: new Uint32Array(),
    isSound: flipped.length + flat.length + duplicated.length + unusedPoints.length === 0,
  };
}

/** For the fault that is named first. */
function remedyFor({ duplicated, flat, flipped }: TetrahedraReport): readonly [PliantErrorCode, string] {
  if (flipped.length > 0) return ['bad-number', 'orientTetrahedra of pliant/parts turns such round'];
  if (flat.length > 0) return ['bad-number', 'leave such out (orientTetrahedra of pliant/parts), or move their points'];
  const option = duplicated.length > 0 ? 'dropDuplicated' : 'dropUnused';
  const reason = duplicated.length > 0 ? 'would count twice' : 'would have no mass';
  return ['mismatch', `such ${reason}: leave them out (orientTetrahedra of pliant/parts, ${option})`];
}

function sixfoldVolume(points: Solid['points'], tetrahedra: Solid['tetrahedra'], first: number): number {
  const o = tetrahedra[first] * 3;
  const [a, b, c] = [1, 2, 3].map((corner) => {
    const at = tetrahedra[first + corner] * 3;
    return [points[at] - points[o], points[at + 1] - points[o + 1], points[at + 2] - points[o + 2]];
  });
  return a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
}

function longestEdge(points: Solid['points'], tetrahedra: Solid['tetrahedra'], first: number): number {
  let longest = 0;
  for (let a = first; a < first + 4; a++) {
    for (let b = a + 1; b < first + 4; b++) {
      const [p, q] = [tetrahedra[a] * 3, tetrahedra[b] * 3];
      const [x, y, z] = [points[p] - points[q], points[p + 1] - points[q + 1], points[p + 2] - points[q + 2]];
      longest = Math.max(longest, Math.sqrt(x * x + y * y + z * z));
    }
  }
  return longest;
}
