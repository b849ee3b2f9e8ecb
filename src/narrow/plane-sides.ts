/**
 * On which side of a triangle's plane the three vertices of another triangle lie: three exact signs from one normal.
 */
import { powerOfTwo } from '../math/big.js';
import { orient3dFloat32 } from '../math/predicates.js';
import type { Sign } from '../math/predicates.js';

/** All three vertices strictly above, strictly below, or on the plane: packed as by `sidesOfPlane`. */
export const ALL_ABOVE = 0b10_10_10;
/** See `ALL_ABOVE`. */
export const ALL_BELOW = 0b00_00_00;
/** See `ALL_ABOVE`. */
export const ALL_ON = 0b01_01_01;

/**
 * Shewchuk (1997, section 4.3) bounds the error of det[a - d; b - d; c - d], computed from rounded differences as a sum
 * of three entries times 2 x 2 minors, by (7 + 56·2^-53)·2^-53 times the permanent computed alongside. He expands along
 * a column, we along the row a - d: the transposed matrix goes through the same operations, so the bound is the same,
 * and 8·2^-53 = 2^-50 exceeds it. Multiplying by a power of two is exact wherever it is done. Nothing underflows:
 * float32 coordinates are far inside the window of predicates.ts.
 */
const ERROR_BOUND = powerOfTwo(-50);

/**
 * The sides of the vertices p0, p1, p2 of `points` against the plane through q0, q1, q2 of `plane`, two bits each, p0
 * lowest; read them with `sideOf`. Above is the side from which q0, q1, q2 turn counter-clockwise. Against collinear
 * q0, q1, q2 every vertex is on the plane.
 */
export function sidesOfPlane(
  points: Float32Array,
  p0: number,
  p1: number,
  p2: number,
  plane: Float32Array,
  q0: number,
  q1: number,
  q2: number,
): number {
  const dx = plane[3 * q0];
  const dy = plane[3 * q0 + 1];
  const dz = plane[3 * q0 + 2];
  const bx = plane[3 * q1] - dx;
  const by = plane[3 * q1 + 1] - dy;
  const bz = plane[3 * q1 + 2] - dz;
  const cx = plane[3 * q2] - dx;
  const cy = plane[3 * q2 + 1] - dy;
  const cz = plane[3 * q2 + 2] - dz;
  const bycz = by * cz;
  const bzcy = bz * cy;
  const bzcx = bz * cx;
  const bxcz = bx * cz;
  const bxcy = bx * cy;
  const bycx = by * cx;
  const nx = bycz - bzcy;
  const ny = bzcx - bxcz;
  const nz = bxcy - bycx;
  const boundX = (Math.abs(bycz) + Math.abs(bzcy)) * ERROR_BOUND;
  const boundY = (Math.abs(bzcx) + Math.abs(bxcz)) * ERROR_BOUND;
  const boundZ = (Math.abs(bxcy) + Math.abs(bycx)) * ERROR_BOUND;

  // Written out three times: a loop over the vertices costs 15 % of a triangle pair.
  const x0 = points[3 * p0] - dx;
  const y0 = points[3 * p0 + 1] - dy;
  const z0 = points[3 * p0 + 2] - dz;
  const height0 = x0 * nx + y0 * ny + z0 * nz;
  const bound0 = Math.abs(x0) * boundX + Math.abs(y0) * boundY + Math.abs(z0) * boundZ;
  const side0 = height0 > bound0 ? 1 : height0 < -bound0 ? -1 : sideOfPlane(points, p0, plane, q0, q1, q2);
  const x1 = points[3 * p1] - dx;
  const y1 = points[3 * p1 + 1] - dy;
  const z1 = points[3 * p1 + 2] - dz;
  const height1 = x1 * nx + y1 * ny + z1 * nz;
  const bound1 = Math.abs(x1) * boundX + Math.abs(y1) * boundY + Math.abs(z1) * boundZ;
  const side1 = height1 > bound1 ? 1 : height1 < -bound1 ? -1 : sideOfPlane(points, p1, plane, q0, q1, q2);
  const x2 = points[3 * p2] - dx;
  const y2 = points[3 * p2 + 1] - dy;
  const z2 = points[3 * p2 + 2] - dz;
  const height2 = x2 * nx + y2 * ny + z2 * nz;
  const bound2 = Math.abs(x2) * boundX + Math.abs(y2) * boundY + Math.abs(z2) * boundZ;
  const side2 = height2 > bound2 ? 1 : height2 < -bound2 ? -1 : sideOfPlane(points, p2, plane, q0, q1, q2);
  return (side0 + 1) | ((side1 + 1) << 2) | ((side2 + 1) << 4);
}

/** The side of one vertex against a plane, as in `sidesOfPlane`: 1 above, -1 below, 0 on it. */
export function sideOfPlane(
  points: Float32Array,
  p: number,
  plane: Float32Array,
  q0: number,
  q1: number,
  q2: number,
): Sign {
  return orientVertices(points, p, plane, q1, plane, q2, plane, q0);
}

/**
 * `orient3d` of four vertices, each an index into an array of its own. The first, filtered stage stands here although
 * robust-predicates has one too: handing it twelve doubles puts each of them on the heap, indices stay in registers.
 */
export function orientVertices(
  positionsA: Float32Array,
  a: number,
  positionsB: Float32Array,
  b: number,
  positionsC: Float32Array,
  c: number,
  positionsD: Float32Array,
  d: number,
): Sign {
  const dx = positionsD[3 * d];
  const dy = positionsD[3 * d + 1];
  const dz = positionsD[3 * d + 2];
  const ax = positionsA[3 * a] - dx;
  const ay = positionsA[3 * a + 1] - dy;
  const az = positionsA[3 * a + 2] - dz;
  const bx = positionsB[3 * b] - dx;
  const by = positionsB[3 * b + 1] - dy;
  const bz = positionsB[3 * b + 2] - dz;
  const cx = positionsC[3 * c] - dx;
  const cy = positionsC[3 * c + 1] - dy;
  const cz = positionsC[3 * c + 2] - dz;
  const bycz = by * cz;
  const bzcy = bz * cy;
  const bzcx = bz * cx;
  const bxcz = bx * cz;
  const bxcy = bx * cy;
  const bycx = by * cx;
  const volume = ax * (bycz - bzcy) + ay * (bzcx - bxcz) + az * (bxcy - bycx);
  const bound =
    ERROR_BOUND *
    (Math.abs(ax) * (Math.abs(bycz) + Math.abs(bzcy)) +
      Math.abs(ay) * (Math.abs(bzcx) + Math.abs(bxcz)) +
      Math.abs(az) * (Math.abs(bxcy) + Math.abs(bycx)));
  if (volume > bound) return 1;
  if (volume < -bound) return -1;
  return orient3dFloat32(
    positionsA[3 * a],
    positionsA[3 * a + 1],
    positionsA[3 * a + 2],
    positionsB[3 * b],
    positionsB[3 * b + 1],
    positionsB[3 * b + 2],
    positionsC[3 * c],
    positionsC[3 * c + 1],
    positionsC[3 * c + 2],
    dx,
    dy,
    dz,
  );
}

/** One of the three signs that `sidesOfPlane` packs; k is 0, 1 or 2. */
export function sideOf(sides: number, k: number): number {
  return ((sides >> (2 * k)) & 3) - 1;
}
