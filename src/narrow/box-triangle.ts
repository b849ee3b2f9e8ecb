/**
 * Exact box against triangle, by separating axes. In doubles first, with one error bound for all axes; by exact signs
 * where that does not decide, as for a box that just touches.
 *
 * Thirteen axes suffice: a box and a triangle are disjoint exactly when the origin lies outside the polytope of their
 * differences, and each facet of that is made by a face of the box (3 axes), by the face of the triangle (1), or by an
 * edge of each (9 cross products). The facets of an edge pair touch the triangle along that edge, so the third corner
 * lies on the triangle's side of it. If the triangle is a segment or a point, some of these facets are missing and
 * their axes are zero or repeat others; if the box is flat, thicken it by less than the distance to the triangle: the
 * axes do not change, and what separates the thicker box separates the flat one. A zero axis separates nothing, as
 * separation is strict.
 */
import { powerOfTwo } from '../math/big.js';
import { orient2d, orient2dFloat32, orient3d } from '../math/predicates.js';

const TWO_TO_THE_MINUS_44 = powerOfTwo(-44);
const TWO_TO_THE_MINUS_41 = powerOfTwo(-41);
/** An error bound below this may have lost its digits to underflow. */
const SMALL = powerOfTwo(-900);

/**
 * The box in hand, written and read within one call. A call that is not inlined puts each double it is given on the
 * heap; this way the small public function is inlined, and nothing is allocated.
 */
const box = new Float64Array(6);

/**
 * Whether the closed box and the closed triangle have a point in common: touching counts. A collinear triangle is the
 * segment or point that it covers; the box may be flat. Exact for all finite numbers with min <= max on every axis.
 */
export function boxMeetsTriangle(
  minX: number,
  minY: number,
  minZ: number,
  maxX: number,
  maxY: number,
  maxZ: number,
  positions: Float32Array,
  i0: number,
  i1: number,
  i2: number,
): boolean {
  box[0] = minX;
  box[1] = minY;
  box[2] = minZ;
  box[3] = maxX;
  box[4] = maxY;
  box[5] = maxZ;
  return scratchBoxMeetsTriangle(positions, i0, i1, i2);
}

function scratchBoxMeetsTriangle(positions: Float32Array, i0: number, i1: number, i2: number): boolean {
  const minX = box[0];
  const minY = box[1];
  const minZ = box[2];
  const maxX = box[3];
  const maxY = box[4];
  const maxZ = box[5];
  const ax = positions[3 * i0];
  const ay = positions[3 * i0 + 1];
  const az = positions[3 * i0 + 2];
  const bx = positions[3 * i1];
  const by = positions[3 * i1 + 1];
  const bz = positions[3 * i1 + 2];
  const cx = positions[3 * i2];
  const cy = positions[3 * i2 + 1];
  const cz = positions[3 * i2 + 2];
  if (
    (ax < minX && bx < minX && cx < minX) ||
    (ay < minY && by < minY && cy < minY) ||
    (az < minZ && bz < minZ && cz < minZ) ||
    (ax > maxX && bx > maxX && cx > maxX) ||
    (ay > maxY && by > maxY && cy > maxY) ||
    (az > maxZ && bz > maxZ && cz > maxZ)
  ) {
    return false;
  }
  if (
    (ax >= minX && ay >= minY && az >= minZ && ax <= maxX && ay <= maxY && az <= maxZ) ||
    (bx >= minX && by >= minY && bz >= minZ && bx <= maxX && by <= maxY && bz <= maxZ) ||
    (cx >= minX && cy >= minY && cz >= minZ && cx <= maxX && cy <= maxY && cz <= maxZ)
  ) {
    return true;
  }

  // From here on relative to the centre of the box. Let u = 2^-53, K the largest magnitude among all coordinates and M
  // the largest after centring, M <= 2K. Centred coordinates and half sizes err by at most ε = 4uK, edges by 2uM <= ε.
  const middleX = 0.5 * minX + 0.5 * maxX;
  const middleY = 0.5 * minY + 0.5 * maxY;
  const middleZ = 0.5 * minZ + 0.5 * maxZ;
  const halfX = 0.5 * maxX - 0.5 * minX;
  const halfY = 0.5 * maxY - 0.5 * minY;
  const halfZ = 0.5 * maxZ - 0.5 * minZ;
  let px = ax - middleX;
  let py = ay - middleY;
  let pz = az - middleZ;
  let qx = bx - middleX;
  let qy = by - middleY;
  let qz = bz - middleZ;
  let rx = cx - middleX;
  let ry = cy - middleY;
  let rz = cz - middleZ;
  const spread = Math.max(
    Math.max(Math.abs(px), Math.abs(py), Math.abs(pz)),
    Math.max(Math.abs(qx), Math.abs(qy), Math.abs(qz)),
    Math.max(Math.abs(rx), Math.abs(ry), Math.abs(rz)),
    Math.max(halfX, halfY, halfZ),
  );
  const magnitude = spread + Math.max(Math.abs(middleX), Math.abs(middleY), Math.abs(middleZ));

  // An edge times a coordinate errs by at most 2Mε + Mε + 2uM² <= 5Mε, a sum or difference of two such by 12Mε, and a
  // gap, made of two of those, by less than 32Mε = 128uMK = 2^-46 MK. A component of the normal errs by at most 2(2·2Mε
  // + 4uM²) + 8uM² <= 16Mε, times a coordinate by 8M²ε + 16M²ε + 8uM³ <= 29M²ε, the sum of three by 110M²ε, and the gap
  // by less than 256M²ε = 1024uM²K = 2^-43 M²K. Both bounds are used four times larger, which also covers their own
  // rounding, and terms of the order ε².
  const bound2 = TWO_TO_THE_MINUS_44 * spread * magnitude;
  const bound3 = TWO_TO_THE_MINUS_41 * spread * spread * magnitude;
  if (bound3 > SMALL && bound3 < Infinity) {
    let abx = bx - ax;
    let aby = by - ay;
    let abz = bz - az;
    let bcx = cx - bx;
    let bcy = cy - by;
    let bcz = cz - bz;
    let cax = ax - cx;
    let cay = ay - cy;
    let caz = az - cz;
    let widest = -Infinity;
    // Three edges, by moving everything on to the next: nine calls in a row would be too many to be inlined.
    for (let turns = 0; turns < 3; turns++) {
      widest = Math.max(
        widest,
        gapAcrossEdge(aby, abz, py, pz, ry, rz, halfY, halfZ),
        gapAcrossEdge(abz, abx, pz, px, rz, rx, halfZ, halfX),
        gapAcrossEdge(abx, aby, px, py, rx, ry, halfX, halfY),
      );
      const edgeX = abx;
      abx = bcx;
      bcx = cax;
      cax = edgeX;
      const edgeY = aby;
      aby = bcy;
      bcy = cay;
      cay = edgeY;
      const edgeZ = abz;
      abz = bcz;
      bcz = caz;
      caz = edgeZ;
      const cornerX = px;
      px = qx;
      qx = rx;
      rx = cornerX;
      const cornerY = py;
      py = qy;
      qy = ry;
      ry = cornerY;
      const cornerZ = pz;
      pz = qz;
      qz = rz;
      rz = cornerZ;
    }
    if (widest > bound2) return false;
    const nx = aby * bcz - abz * bcy;
    const ny = abz * bcx - abx * bcz;
    const nz = abx * bcy - aby * bcx;
    const gap =
      Math.abs(nx * px + ny * py + nz * pz) - (halfX * Math.abs(nx) + halfY * Math.abs(ny) + halfZ * Math.abs(nz));
    if (gap > bound3) return false;
    if (widest < -bound2 && gap < -bound3) return true;
  }
  return boxMeetsTriangleExactly(minX, minY, minZ, maxX, maxY, maxZ, positions, i0, i1, i2);
}

/**
 * How far the triangle stays off the box along an edge's axis, in a projection along a coordinate axis: (eu, ev) is the
 * edge, (pu, pv) one of its ends, (ou, ov) the opposite corner. Negative when they overlap there; an edge along the
 * axis of projection has no axis, and counts as overlapping.
 */
function gapAcrossEdge(
  eu: number,
  ev: number,
  pu: number,
  pv: number,
  ou: number,
  ov: number,
  halfU: number,
  halfV: number,
): number {
  if (eu === 0 && ev === 0) return -Infinity;
  const end = eu * pv - ev * pu;
  const opposite = eu * ov - ev * ou;
  const extent = halfV * Math.abs(eu) + halfU * Math.abs(ev);
  return Math.max(Math.min(end, opposite), -Math.max(end, opposite)) - extent;
}

/**
 * The ten axes that are not those of the box, by exact signs at the corners of the box that lie farthest along them.
 */
function boxMeetsTriangleExactly(
  minX: number,
  minY: number,
  minZ: number,
  maxX: number,
  maxY: number,
  maxZ: number,
  positions: Float32Array,
  i0: number,
  i1: number,
  i2: number,
): boolean {
  const ax = positions[3 * i0];
  const ay = positions[3 * i0 + 1];
  const az = positions[3 * i0 + 2];
  const bx = positions[3 * i1];
  const by = positions[3 * i1 + 1];
  const bz = positions[3 * i1 + 2];
  const cx = positions[3 * i2];
  const cy = positions[3 * i2 + 1];
  const cz = positions[3 * i2 + 2];
  const upX = orient2dFloat32(ay, az, by, bz, cy, cz) > 0;
  const upY = orient2dFloat32(az, ax, bz, bx, cz, cx) > 0;
  const upZ = orient2dFloat32(ax, ay, bx, by, cx, cy) > 0;
  const farX = upX ? maxX : minX;
  const farY = upY ? maxY : minY;
  const farZ = upZ ? maxZ : minZ;
  const nearX = upX ? minX : maxX;
  const nearY = upY ? minY : maxY;
  const nearZ = upZ ? minZ : maxZ;
  return (
    orient3d(farX, farY, farZ, bx, by, bz, cx, cy, cz, ax, ay, az) >= 0 &&
    orient3d(nearX, nearY, nearZ, bx, by, bz, cx, cy, cz, ax, ay, az) <= 0 &&
    !anEdgeSeparates(minX, minY, maxX, maxY, ax, ay, bx, by, cx, cy) &&
    !anEdgeSeparates(minY, minZ, maxY, maxZ, ay, az, by, bz, cy, cz) &&
    !anEdgeSeparates(minZ, minX, maxZ, maxX, az, ax, bz, bx, cz, cx)
  );
}

/** Whether the line of an edge separates a rectangle from a triangle, both projected along a coordinate axis. */
function anEdgeSeparates(
  minU: number,
  minV: number,
  maxU: number,
  maxV: number,
  au: number,
  av: number,
  bu: number,
  bv: number,
  cu: number,
  cv: number,
): boolean {
  const side = orient2dFloat32(au, av, bu, bv, cu, cv);
  return (
    theEdgeSeparates(minU, minV, maxU, maxV, au, av, bu, bv, side) ||
    theEdgeSeparates(minU, minV, maxU, maxV, bu, bv, cu, cv, side) ||
    theEdgeSeparates(minU, minV, maxU, maxV, cu, cv, au, av, side)
  );
}

/** For the edge from p to q, with the triangle on `side` of it: 1 left, -1 right, 0 in line with it. */
function theEdgeSeparates(
  minU: number,
  minV: number,
  maxU: number,
  maxV: number,
  pu: number,
  pv: number,
  qu: number,
  qv: number,
  side: number,
): boolean {
  const growsU = qu > pu;
  const growsV = qv > pv;
  const leftmost = orient2d(pu, pv, qu, qv, growsV ? minU : maxU, growsU ? maxV : minV);
  if (leftmost < 0) return side >= 0;
  const rightmost = orient2d(pu, pv, qu, qv, growsV ? maxU : minU, growsU ? minV : maxV);
  return rightmost > 0 && side <= 0;
}
