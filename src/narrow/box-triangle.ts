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
 * The triangle relative to the middle of the box, and half the box, written and read within one call. In arrays, since a
 * helper that is not inlined would put every double that it is given or returns on the heap.
 */
const corners = new Uint32Array(3);
const centred = new Float64Array(9);
const half = new Float64Array(3);

/**
 * Whether the closed box and the closed triangle have a point in common: touching counts. A collinear triangle is the
 * segment or point that it covers; the box may be flat. Exact for all finite numbers with min <= max on every axis.
 *
 * @param box Lowest and highest corner, six numbers.
 */
export function boxMeetsTriangle(
  box: Float64Array,
  positions: Float32Array,
  i0: number,
  i1: number,
  i2: number,
): boolean {
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
  let spread = 0;
  let shift = 0;
  corners[0] = i0;
  corners[1] = i1;
  corners[2] = i2;
  for (let axis = 0; axis < 3; axis++) {
    const middle = 0.5 * box[axis] + 0.5 * box[axis + 3];
    const size = 0.5 * box[axis + 3] - 0.5 * box[axis];
    half[axis] = size;
    if (size > spread) spread = size;
    if (Math.abs(middle) > shift) shift = Math.abs(middle);
    for (let corner = 0; corner < 3; corner++) {
      const offset = positions[3 * corners[corner] + axis] - middle;
      centred[3 * corner + axis] = offset;
      if (Math.abs(offset) > spread) spread = Math.abs(offset);
    }
  }
  const magnitude = spread + shift;

  // An edge times a coordinate errs by at most 2Mε + Mε + 2uM² <= 5Mε, a sum or difference of two such by 12Mε, and a
  // gap, made of two of those, by less than 32Mε = 128uMK = 2^-46 MK. A component of the normal errs by at most 2(2·2Mε
  // + 4uM²) + 8uM² <= 16Mε, times a coordinate by 8M²ε + 16M²ε + 8uM³ <= 29M²ε, the sum of three by 110M²ε, and the gap
  // by less than 256M²ε = 1024uM²K = 2^-43 M²K. Both bounds are used four times larger, which also covers their own
  // rounding, and terms of the order ε².
  const bound2 = TWO_TO_THE_MINUS_44 * spread * magnitude;
  const bound3 = TWO_TO_THE_MINUS_41 * spread * spread * magnitude;
  if (bound3 > SMALL && bound3 < Infinity) {
    // How far the triangle stays off the box along an edge's axis, in a projection along each coordinate axis; negative
    // when they overlap there. An edge along the axis of projection has no axis, and counts as overlapping.
    let widest = -Infinity;
    for (let corner = 0; corner < 3; corner++) {
      const next = corner === 2 ? 0 : corner + 1;
      const opposite = corner === 0 ? 2 : corner - 1;
      for (let axis = 0; axis < 3; axis++) {
        const u = axis === 2 ? 0 : axis + 1;
        const v = axis === 0 ? 2 : axis - 1;
        const eu = positions[3 * corners[next] + u] - positions[3 * corners[corner] + u];
        const ev = positions[3 * corners[next] + v] - positions[3 * corners[corner] + v];
        if (eu === 0 && ev === 0) continue;
        const atEnd = eu * centred[3 * corner + v] - ev * centred[3 * corner + u];
        const atOpposite = eu * centred[3 * opposite + v] - ev * centred[3 * opposite + u];
        const extent = half[v] * Math.abs(eu) + half[u] * Math.abs(ev);
        const gap = Math.max(Math.min(atEnd, atOpposite), -Math.max(atEnd, atOpposite)) - extent;
        if (gap > widest) widest = gap;
      }
    }
    if (widest > bound2) return false;
    const nx = (by - ay) * (cz - bz) - (bz - az) * (cy - by);
    const ny = (bz - az) * (cx - bx) - (bx - ax) * (cz - bz);
    const nz = (bx - ax) * (cy - by) - (by - ay) * (cx - bx);
    const gap =
      Math.abs(nx * centred[0] + ny * centred[1] + nz * centred[2]) -
      (half[0] * Math.abs(nx) + half[1] * Math.abs(ny) + half[2] * Math.abs(nz));
    if (gap > bound3) return false;
    if (widest < -bound2 && gap < -bound3) return true;
  }
  return boxMeetsTriangleExactly(box, positions, i0, i1, i2);
}

/**
 * The ten axes that are not those of the box, by exact signs at the corners of the box that lie farthest along them.
 */
function boxMeetsTriangleExactly(
  box: Float64Array,
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
  const [minX, minY, minZ, maxX, maxY, maxZ] = box;
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
