/**
 * Exact orientation: on which side of a line or plane a point lies, decided without rounding error.
 *
 * The work is done by robust-predicates (Shewchuk 1997, "Adaptive precision floating-point arithmetic and fast robust
 * geometric predicates"), whose proofs suppose that nothing overflows or underflows. When that holds:
 *
 * Let every coordinate be a multiple of 2^g and at most 2^t in magnitude. Rounding a multiple of 2^k to a double gives
 * a multiple of 2^k while k >= -1074. Hence differences, their tails and the halves split off by 2^27 + 1 are multiples
 * of 2^g, products of two with all their tails multiples of 2^2g, products of three of 2^3g: nothing underflows when
 * n·g >= -1074 for the n-dimensional test. Differences are at most 2^(t+1), so sums of products of n of them, the
 * permanents and all partial sums stay below 2^(n(t+1)+4), and what the splitter multiplies, at most a product of n - 1
 * differences, gives less than 2^((n-1)(t+1)+32).
 *
 * Error bounds, down to 9·2^-106 times a permanent P, may be smaller than any product, and a rounded-off bound proves
 * nothing. Two cases. P < 2^(ng+52): every factor of a monomial that is not zero is at least 2^g, so every factor and
 * every product of factors is below 2^53 of its own grid steps and was computed without rounding; a difference that was
 * rounded occurs only in monomials with a factor zero. The determinant is exact from the first stage on, and any bound
 * >= 0 gives its sign. Otherwise P >= 2^(ng+52), the bounds are at least 2^(ng-54), and they are normal numbers with
 * the relative error that the proofs suppose when ng >= -960.
 *
 * The windows below keep to this with room: n = 2: g >= -452, t <= 500 (ng = -904, sums below 2^1006); n = 3: g >=
 * -302, t <= 300 (ng = -906, sums below 2^907). A double of magnitude 2^m or more is a multiple of 2^(m-52). Float32
 * coordinates, subnormal ones included, have g = -149 and t = 128: always inside, ng = -298 and -447.
 */
import { orient2d as robustOrient2d, orient3d as robustOrient3d } from 'robust-predicates';
import { commonExponent, gridExponent, powerOfTwo, signOfBig, toBig, ZERO_GRID_EXPONENT } from './big.js';
import type { Sign } from './big.js';

export type { Sign } from './big.js';

const TOP_2D = 500;
const GRID_2D = -452;
const LEAST_2D = powerOfTwo(GRID_2D + 52);
const MOST_2D = powerOfTwo(TOP_2D);

const TOP_3D = 300;
const GRID_3D = -302;
const LEAST_3D = powerOfTwo(GRID_3D + 52);
const MOST_3D = powerOfTwo(TOP_3D);

/**
 * The orientation of three points of the plane, x to the right and y up: 1 when a, b, c turn counter-clockwise, -1 when
 * clockwise, 0 when they lie on one line. The sign of (b - a) × (c - a). Exact for all finite doubles.
 */
export function orient2d(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): Sign {
  if (inWindow2d(ax) && inWindow2d(ay) && inWindow2d(bx) && inWindow2d(by) && inWindow2d(cx) && inWindow2d(cy)) {
    return orient2dFloat32(ax, ay, bx, by, cx, cy);
  }
  return orient2dFar(ax, ay, bx, by, cx, cy);
}

/**
 * The orientation of four points: the sign of det[a - d; b - d; c - d] = (a - d) · ((b - d) × (c - d)). 1 when a lies
 * on the side of the plane through d, b, c from which d, b, c turn counter-clockwise (right-handed axes); 0 when the
 * four lie in one plane. Exact for all finite doubles.
 */
export function orient3d(
  ax: number,
  ay: number,
  az: number,
  bx: number,
  by: number,
  bz: number,
  cx: number,
  cy: number,
  cz: number,
  dx: number,
  dy: number,
  dz: number,
): Sign {
  if (
    inWindow3d(ax) &&
    inWindow3d(ay) &&
    inWindow3d(az) &&
    inWindow3d(bx) &&
    inWindow3d(by) &&
    inWindow3d(bz) &&
    inWindow3d(cx) &&
    inWindow3d(cy) &&
    inWindow3d(cz) &&
    inWindow3d(dx) &&
    inWindow3d(dy) &&
    inWindow3d(dz)
  ) {
    return orient3dFloat32(ax, ay, az, bx, by, bz, cx, cy, cz, dx, dy, dz);
  }
  return orient3dFar(ax, ay, az, bx, by, bz, cx, cy, cz, dx, dy, dz);
}

/** `orient2d` for coordinates that are float32 numbers: exact for all of them, and no range is checked. */
export function orient2dFloat32(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): Sign {
  // robust-predicates counts clockwise as positive in these axes.
  const clockwise = robustOrient2d(ax, ay, bx, by, cx, cy);
  return clockwise < 0 ? 1 : clockwise > 0 ? -1 : 0;
}

/** `orient3d` for coordinates that are float32 numbers: exact for all of them, and no range is checked. */
export function orient3dFloat32(
  ax: number,
  ay: number,
  az: number,
  bx: number,
  by: number,
  bz: number,
  cx: number,
  cy: number,
  cz: number,
  dx: number,
  dy: number,
  dz: number,
): Sign {
  const volume = robustOrient3d(ax, ay, az, bx, by, bz, cx, cy, cz, dx, dy, dz);
  return volume > 0 ? 1 : volume < 0 ? -1 : 0;
}

function inWindow2d(value: number): boolean {
  const magnitude = Math.abs(value);
  return (magnitude >= LEAST_2D && magnitude <= MOST_2D) || value === 0;
}

function inWindow3d(value: number): boolean {
  const magnitude = Math.abs(value);
  return (magnitude >= LEAST_3D && magnitude <= MOST_3D) || value === 0;
}

function orient2dFar(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): Sign {
  const lowest = commonExponent(ax, ay, bx, by, cx, cy);
  const shift = TOP_2D - topExponent(ax, ay, bx, by, cx, cy);
  if (lowest + shift >= GRID_2D) {
    return orient2dFloat32(
      timesPowerOfTwo(ax, shift),
      timesPowerOfTwo(ay, shift),
      timesPowerOfTwo(bx, shift),
      timesPowerOfTwo(by, shift),
      timesPowerOfTwo(cx, shift),
      timesPowerOfTwo(cy, shift),
    );
  }
  const originX = toBig(cx, lowest);
  const originY = toBig(cy, lowest);
  return signOfBig(
    (toBig(ax, lowest) - originX) * (toBig(by, lowest) - originY) -
      (toBig(ay, lowest) - originY) * (toBig(bx, lowest) - originX),
  );
}

function orient3dFar(
  ax: number,
  ay: number,
  az: number,
  bx: number,
  by: number,
  bz: number,
  cx: number,
  cy: number,
  cz: number,
  dx: number,
  dy: number,
  dz: number,
): Sign {
  const lowest = commonExponent(ax, ay, az, bx, by, bz, cx, cy, cz, dx, dy, dz);
  const shift = TOP_3D - topExponent(ax, ay, az, bx, by, bz, cx, cy, cz, dx, dy, dz);
  if (lowest + shift >= GRID_3D) {
    return orient3dFloat32(
      timesPowerOfTwo(ax, shift),
      timesPowerOfTwo(ay, shift),
      timesPowerOfTwo(az, shift),
      timesPowerOfTwo(bx, shift),
      timesPowerOfTwo(by, shift),
      timesPowerOfTwo(bz, shift),
      timesPowerOfTwo(cx, shift),
      timesPowerOfTwo(cy, shift),
      timesPowerOfTwo(cz, shift),
      timesPowerOfTwo(dx, shift),
      timesPowerOfTwo(dy, shift),
      timesPowerOfTwo(dz, shift),
    );
  }
  const originX = toBig(dx, lowest);
  const originY = toBig(dy, lowest);
  const originZ = toBig(dz, lowest);
  const px = toBig(ax, lowest) - originX;
  const py = toBig(ay, lowest) - originY;
  const pz = toBig(az, lowest) - originZ;
  const qx = toBig(bx, lowest) - originX;
  const qy = toBig(by, lowest) - originY;
  const qz = toBig(bz, lowest) - originZ;
  const rx = toBig(cx, lowest) - originX;
  const ry = toBig(cy, lowest) - originY;
  const rz = toBig(cz, lowest) - originZ;
  return signOfBig(px * (qy * rz - qz * ry) + py * (qz * rx - qx * rz) + pz * (qx * ry - qy * rx));
}

/** The least exponent e known from the format for which all magnitudes are below 2^e. */
function topExponent(...values: readonly number[]): number {
  let exponent = -1074;
  for (const value of values) {
    const grid = gridExponent(value);
    if (grid !== ZERO_GRID_EXPONENT) exponent = Math.max(exponent, grid);
  }
  return exponent + 53;
}

/** `value` · 2^exponent; exact here, as the caller has made sure that the result lies in its window. */
function timesPowerOfTwo(value: number, exponent: number): number {
  // One factor may exceed the range of a double (from 2^-1074 up to 2^300), two halves never do; both steps go the same
  // way, so the one between cannot leave the range that start and end lie in.
  const half = exponent >> 1;
  return value * powerOfTwo(half) * powerOfTwo(exponent - half);
}
