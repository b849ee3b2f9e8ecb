/**
 * The frame of three points: e0 along their normal n = (q1 - q0) x (q2 - q0), e1 from q0 to q1, e2 along (q1 - q0) x n (Mendoza & O'Sullivan 2005, equations 4 to 6).
 *
 * How flat three points lie is told by the height over their longest side, as a share of that side: |n| / L². It is 0 for points in a line and for two at one place, whichever comes
 * first, and never more than √3 / 2.
 */

/** 2^-20: below this flatness three points have no frame. Their normal would be right to some 2^-30 still: the edge is far from what rounding blurs. */
const NO_FRAME = 9.5367431640625e-7;

/** How flat three points lie: from 0, in a line, to 0.87. Not-a-number for three points at one place. */
export function flatnessOf(points: Readonly<ArrayLike<number>>, p0: number, p1: number, p2: number): number {
  measure(points, p0 * 3, p1 * 3, p2 * 3);
  return Math.sqrt(scratch[NORMAL_SQUARED]) / scratch[LONGEST_SQUARED];
}

/**
 * Writes the frame of three points, which are given by their numbers: e0, e1, e2, three coordinates each. Returns false, and writes nothing, where they lie in a line, and where anything is
 * not a number.
 *
 * The axes are orthonormal within some units of float64, however flat the triangle is: e1 is an edge, e2 is at right angles to it because a product of that edge and n cancels nothing,
 * and e0 is taken from both.
 */
export function writeFrame(
  points: Readonly<ArrayLike<number>>,
  p0: number,
  p1: number,
  p2: number,
  out: Float64Array,
  at: number,
): boolean {
  measure(points, p0 * 3, p1 * 3, p2 * 3);
  const least = NO_FRAME * scratch[LONGEST_SQUARED];
  if (!(scratch[NORMAL_SQUARED] > least * least)) return false;
  const x = scratch[0];
  const y = scratch[1];
  const z = scratch[2];
  const nx = scratch[3];
  const ny = scratch[4];
  const nz = scratch[5];
  const length = Math.sqrt(x * x + y * y + z * z);
  const x1 = x / length;
  const y1 = y / length;
  const z1 = z / length;
  const x2 = y1 * nz - z1 * ny;
  const y2 = z1 * nx - x1 * nz;
  const z2 = x1 * ny - y1 * nx;
  const across = Math.sqrt(x2 * x2 + y2 * y2 + z2 * z2);
  out[at + 3] = x1;
  out[at + 4] = y1;
  out[at + 5] = z1;
  out[at + 6] = x2 / across;
  out[at + 7] = y2 / across;
  out[at + 8] = z2 / across;
  out[at] = out[at + 7] * z1 - out[at + 8] * y1;
  out[at + 1] = out[at + 8] * x1 - out[at + 6] * z1;
  out[at + 2] = out[at + 6] * y1 - out[at + 7] * x1;
  return true;
}

/** The edge from q0 to q1, the normal, its square, and the square of the longest side. */
const scratch = new Float64Array(8);
const NORMAL_SQUARED = 6;
const LONGEST_SQUARED = 7;

function measure(points: Readonly<ArrayLike<number>>, p0: number, p1: number, p2: number): void {
  const ax = points[p1] - points[p0];
  const ay = points[p1 + 1] - points[p0 + 1];
  const az = points[p1 + 2] - points[p0 + 2];
  const bx = points[p2] - points[p0];
  const by = points[p2 + 1] - points[p0 + 1];
  const bz = points[p2 + 2] - points[p0 + 2];
  const cx = points[p2] - points[p1];
  const cy = points[p2 + 1] - points[p1 + 1];
  const cz = points[p2 + 2] - points[p1 + 2];
  const nx = ay * bz - az * by;
  const ny = az * bx - ax * bz;
  const nz = ax * by - ay * bx;
  scratch[0] = ax;
  scratch[1] = ay;
  scratch[2] = az;
  scratch[3] = nx;
  scratch[4] = ny;
  scratch[5] = nz;
  scratch[NORMAL_SQUARED] = nx * nx + ny * ny + nz * nz;
  scratch[LONGEST_SQUARED] = Math.max(
    ax * ax + ay * ay + az * az,
    bx * bx + by * by + bz * bz,
    cx * cx + cy * cy + cz * cz,
  );
}
