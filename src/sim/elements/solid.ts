/** Solids: points and tetrahedra that a soft body can be made of. */
import { describe, requireFinite } from '../../checks.js';
import { PliantError } from '../../errors.js';

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
export function requireSolid(caller: string, { points, tetrahedra }: Solid): void {
  if (!(points instanceof Float32Array || points instanceof Float64Array)) {
    throw new PliantError(
      'bad-type',
      `${caller}: points is ${describe(points)}; pass a Float32Array or a Float64Array`,
    );
  }
  if (!(tetrahedra instanceof Uint32Array || tetrahedra instanceof Uint16Array || tetrahedra instanceof Uint8Array)) {
    throw new PliantError(
      'bad-type',
      `${caller}: tetrahedra is ${describe(tetrahedra)}; pass a Uint32Array, a Uint16Array or a Uint8Array`,
    );
  }
  if (points.length % 3 !== 0) {
    throw new PliantError('bad-count', `${caller}: points has ${points.length} numbers; pass three for each point`);
  }
  if (tetrahedra.length === 0 || tetrahedra.length % 4 !== 0) {
    throw new PliantError(
      'bad-count',
      `${caller}: tetrahedra has ${tetrahedra.length} numbers; pass four for each tetrahedron, and at least one`,
    );
  }
  requireFinite(caller, 'points', points);
  requirePointsInUse(caller, tetrahedra, points.length / 3);
  requireVolumes(caller, points, tetrahedra);
  requireNoTwins(caller, tetrahedra, points.length / 3);
}

function requirePointsInUse(caller: string, tetrahedra: Solid['tetrahedra'], pointCount: number): void {
  const isUsed = new Uint8Array(pointCount);
  for (let i = 0; i < tetrahedra.length; i++) {
    if (tetrahedra[i] >= pointCount) {
      throw new PliantError(
        'bad-index',
        `${caller}: tetrahedron ${i >>> 2} uses point ${tetrahedra[i]}, but there are ${pointCount} points; ` +
          'check whether the file counts from 1',
      );
    }
    isUsed[tetrahedra[i]] = 1;
  }
  const unused = isUsed.indexOf(0);
  if (unused < 0) return;
  throw new PliantError(
    'mismatch',
    `${caller}: no tetrahedron uses point ${unused}, so it would have no mass; leave out such points`,
  );
}

function requireVolumes(caller: string, points: Solid['points'], tetrahedra: Solid['tetrahedra']): void {
  for (let i = 0; i < tetrahedra.length; i += 4) {
    const volume = sixfoldVolume(points, tetrahedra, i);
    const longest = longestEdge(points, tetrahedra, i);
    if (volume > FLATTEST * longest * longest * longest) continue;
    const isFlat = volume >= -FLATTEST * longest * longest * longest;
    throw new PliantError(
      'bad-number',
      `${caller}: tetrahedron ${i >>> 2} has a volume of ${volume / 6}; ` +
        (isFlat
          ? 'it is flat: leave it out, or move its points'
          : 'it is turned inside out: exchange two of its points'),
    );
  }
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

/** The same four points twice would be twice as stiff and heavy as anybody meant. */
function requireNoTwins(caller: string, tetrahedra: Solid['tetrahedra'], pointCount: number): void {
  /** Tetrahedra by their lowest point; the next one of the same. */
  const heads = new Int32Array(pointCount).fill(-1);
  const next = new Int32Array(tetrahedra.length / 4);
  const sorted = Uint32Array.from(tetrahedra);
  for (let i = 0; i < next.length; i++) {
    sorted.subarray(i * 4, i * 4 + 4).sort();
    const lowest = sorted[i * 4];
    for (let other = heads[lowest]; other >= 0; other = next[other]) {
      if ([1, 2, 3].some((corner) => sorted[i * 4 + corner] !== sorted[other * 4 + corner])) continue;
      throw new PliantError(
        'mismatch',
        `${caller}: tetrahedra ${other} and ${i} have the same points; leave out one of them`,
      );
    }
    next[i] = heads[lowest];
    heads[lowest] = i;
  }
}
