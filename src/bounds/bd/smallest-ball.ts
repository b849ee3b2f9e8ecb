/**
 * The smallest ball around points. Only its centre matters to the bounds, which measure their radius around whatever
 * centre they get; so a wrong last digit, or giving up on nearly flat sets, costs a little tightness and nothing else.
 *
 * The method: keep the ball of a few *support* points, look for the point that is farthest out, and replace the ball
 * by the smallest one around support and that point (Welzl 1991, with the pivot of Gärtner 1999). The radius grows
 * with every step, so no support comes twice; some five to ten passes over the points are usual, each one tight loop.
 */

/** A step must make the squared radius larger by this factor, or it is not worth another. */
const PROGRESS = 1 + 1e-12;
const MOST_STEPS = 100;
const MOST_SUPPORT = 4;

const support = new Int32Array(MOST_SUPPORT + 1);
const chosen = new Int32Array(MOST_SUPPORT);
const ball = new Float64Array(4);
const candidate = new Float64Array(4);

/**
 * Writes the centre of the smallest ball around the first `count` points (three coordinates each) to `out[0]` …
 * `out[2]` and its squared radius to `out[3]`; returns how many of the points hold it, one to four. There is at least
 * one point.
 */
export function smallestBall(points: Float64Array, count: number, out: Float64Array): number {
  for (let axis = 0; axis < 3; axis++) ball[axis] = points[axis];
  ball[3] = 0;
  support[0] = 0;
  let supportCount = 1;
  for (let step = 0; step < MOST_STEPS; step++) {
    const farthest = farthestFrom(points, count);
    if (!(distanceSquared(points, farthest) > ball[3] * PROGRESS)) break;
    support[supportCount++] = farthest;
    const radiusSquared = ball[3];
    const kept = enclose(points, supportCount);
    if (kept === 0 || !(ball[3] > radiusSquared)) break;
    supportCount = kept;
  }
  out.set(ball);
  return Math.min(supportCount, MOST_SUPPORT);
}

function farthestFrom(points: Float64Array, count: number): number {
  const [x, y, z] = ball;
  let farthest = 0;
  let largest = -1;
  for (let i = 0; i < count; i++) {
    const dx = points[i * 3] - x;
    const dy = points[i * 3 + 1] - y;
    const dz = points[i * 3 + 2] - z;
    const squared = dx * dx + dy * dy + dz * dz;
    if (squared > largest) {
      largest = squared;
      farthest = i;
    }
  }
  return farthest;
}

/**
 * The smallest ball around at most five points, of which the last must be on it: the smallest among those through some
 * of them that encloses all. Leaves it in `ball`, and its points first in `support`; returns how many, or 0 if all
 * sets are degenerate.
 */
function enclose(points: Float64Array, count: number): number {
  const last = support[count - 1];
  let best = 0;
  let bestMask = -1;
  let radiusSquared = Infinity;
  for (let mask = 0; mask < 1 << (count - 1); mask++) {
    let size = 0;
    for (let k = 0; k < count - 1; k++) if ((mask & (1 << k)) !== 0 && size < MOST_SUPPORT) chosen[size++] = support[k];
    if (size >= MOST_SUPPORT) continue;
    chosen[size++] = last;
    if (!ballThrough(points, size) || !(candidate[3] < radiusSquared) || !enclosesSupport(points, count)) continue;
    ball.set(candidate);
    radiusSquared = candidate[3];
    best = size;
    bestMask = mask;
  }
  if (best === 0) return 0;
  let size = 0;
  for (let k = 0; k < count - 1; k++) if ((bestMask & (1 << k)) !== 0) support[size++] = support[k];
  support[size++] = last;
  return size;
}

function enclosesSupport(points: Float64Array, count: number): boolean {
  for (let k = 0; k < count; k++) {
    const at = support[k] * 3;
    const x = points[at] - candidate[0];
    const y = points[at + 1] - candidate[1];
    const z = points[at + 2] - candidate[2];
    if (x * x + y * y + z * z > candidate[3] * (1 + 1e-9)) return false;
  }
  return true;
}

/** The smallest ball that has the `size` chosen points on it, into `candidate`; false where they are degenerate. */
function ballThrough(points: Float64Array, size: number): boolean {
  const o = chosen[0] * 3;
  if (size === 1) return setCandidate(points, o, 0, 0, 0);
  const a = chosen[1] * 3;
  const ax = points[a] - points[o];
  const ay = points[a + 1] - points[o + 1];
  const az = points[a + 2] - points[o + 2];
  const aa = ax * ax + ay * ay + az * az;
  if (size === 2) return setCandidate(points, o, ax / 2, ay / 2, az / 2);
  const b = chosen[2] * 3;
  const bx = points[b] - points[o];
  const by = points[b + 1] - points[o + 1];
  const bz = points[b + 2] - points[o + 2];
  const bb = bx * bx + by * by + bz * bz;
  // a x b
  const nx = ay * bz - az * by;
  const ny = az * bx - ax * bz;
  const nz = ax * by - ay * bx;
  if (size === 3) {
    // (a x b) x (|b|² a - |a|² b) / (2 |a x b|²)
    const scale = 0.5 / (nx * nx + ny * ny + nz * nz);
    const ux = bb * ax - aa * bx;
    const uy = bb * ay - aa * by;
    const uz = bb * az - aa * bz;
    return setCandidate(
      points,
      o,
      (ny * uz - nz * uy) * scale,
      (nz * ux - nx * uz) * scale,
      (nx * uy - ny * ux) * scale,
    );
  }
  const c = chosen[3] * 3;
  const cx = points[c] - points[o];
  const cy = points[c + 1] - points[o + 1];
  const cz = points[c + 2] - points[o + 2];
  const cc = cx * cx + cy * cy + cz * cz;
  // Cramer's rule for 2 (a, b, c)ᵀ m = (|a|², |b|², |c|²).
  const scale = 0.5 / (cx * nx + cy * ny + cz * nz);
  return setCandidate(
    points,
    o,
    (aa * (by * cz - bz * cy) + bb * (cy * az - cz * ay) + cc * nx) * scale,
    (aa * (bz * cx - bx * cz) + bb * (cz * ax - cx * az) + cc * ny) * scale,
    (aa * (bx * cy - by * cx) + bb * (cx * ay - cy * ax) + cc * nz) * scale,
  );
}

function setCandidate(points: Float64Array, o: number, x: number, y: number, z: number): boolean {
  candidate[0] = points[o] + x;
  candidate[1] = points[o + 1] + y;
  candidate[2] = points[o + 2] + z;
  candidate[3] = x * x + y * y + z * z;
  return candidate[3] < Infinity;
}

function distanceSquared(points: Float64Array, point: number): number {
  const x = points[point * 3] - ball[0];
  const y = points[point * 3 + 1] - ball[1];
  const z = points[point * 3 + 2] - ball[2];
  return x * x + y * y + z * z;
}
