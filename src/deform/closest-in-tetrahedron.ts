/** Where a point lies in a tetrahedron, or which place of it is nearest, as weights of the four corners. */

/** Numbers of a result: four weights, then the square of the distance. */
export const TETRAHEDRON_RESULT = 5;

/** Where a result keeps the square of the distance. */
export const TETRAHEDRON_DISTANCE_SQUARED = 4;

/** The corners of the face opposite each corner. */
const FACES = [1, 2, 3, 0, 2, 3, 0, 1, 3, 0, 1, 2];

/** The result for one face, written and read within one call. */
const onFace = new Float64Array(TETRAHEDRON_RESULT);

/**
 * A tetrahedron whose volume is below this share of what edges of its length allow is flat: weights would be noise, and
 * its neighbours, or its faces as theirs, are as near.
 */
const FLAT = 9.313225746154785e-10; // 2^-30

/** Whether four points span a volume in which weights mean something. */
export function isSolid(points: Float32Array, corners: ArrayLike<number>, at: number): boolean {
  const a = corners[at] * 3;
  const b = corners[at + 1] * 3;
  const c = corners[at + 2] * 3;
  const d = corners[at + 3] * 3;
  const bx = points[b] - points[a];
  const by = points[b + 1] - points[a + 1];
  const bz = points[b + 2] - points[a + 2];
  const cx = points[c] - points[a];
  const cy = points[c + 1] - points[a + 1];
  const cz = points[c + 2] - points[a + 2];
  const dx = points[d] - points[a];
  const dy = points[d + 1] - points[a + 1];
  const dz = points[d + 2] - points[a + 2];
  const volume = bx * (cy * dz - cz * dy) + by * (cz * dx - cx * dz) + bz * (cx * dy - cy * dx);
  const b2 = bx * bx + by * by + bz * bz;
  const c2 = cx * cx + cy * cy + cz * cz;
  const d2 = dx * dx + dy * dy + dz * dz;
  return Math.abs(volume) > FLAT * Math.sqrt(b2) * Math.sqrt(c2) * Math.sqrt(d2);
}

/**
 * The weights of the corners, none negative, whose combination is the place of a solid tetrahedron nearest to a point, and the
 * square of the distance, which is 0 inside. A corner, edge or face that is nearest has weights of exactly 0 elsewhere.
 */
export function closestInTetrahedron(
  points: Float32Array,
  corners: ArrayLike<number>,
  at: number,
  positions: Float32Array,
  vertex: number,
  out: Float64Array,
): void {
  const a = corners[at] * 3;
  const b = corners[at + 1] * 3;
  const c = corners[at + 2] * 3;
  const d = corners[at + 3] * 3;
  const px = positions[vertex * 3] - points[a];
  const py = positions[vertex * 3 + 1] - points[a + 1];
  const pz = positions[vertex * 3 + 2] - points[a + 2];
  const bx = points[b] - points[a];
  const by = points[b + 1] - points[a + 1];
  const bz = points[b + 2] - points[a + 2];
  const cx = points[c] - points[a];
  const cy = points[c + 1] - points[a + 1];
  const cz = points[c + 2] - points[a + 2];
  const dx = points[d] - points[a];
  const dy = points[d + 1] - points[a + 1];
  const dz = points[d + 2] - points[a + 2];
  const cdx = cy * dz - cz * dy;
  const cdy = cz * dx - cx * dz;
  const cdz = cx * dy - cy * dx;
  const volume = bx * cdx + by * cdy + bz * cdz;
  out[1] = (px * cdx + py * cdy + pz * cdz) / volume;
  out[2] = (px * (dy * bz - dz * by) + py * (dz * bx - dx * bz) + pz * (dx * by - dy * bx)) / volume;
  out[3] = (px * (by * cz - bz * cy) + py * (bz * cx - bx * cz) + pz * (bx * cy - by * cx)) / volume;
  out[0] = 1 - out[1] - out[2] - out[3];
  out[TETRAHEDRON_DISTANCE_SQUARED] = 0;
  if (out[0] >= 0 && out[1] >= 0 && out[2] >= 0 && out[3] >= 0) return;

  // The nearest place lies on a face that has the point on its outer side.
  const outside = (out[0] < 0 ? 1 : 0) | (out[1] < 0 ? 2 : 0) | (out[2] < 0 ? 4 : 0) | (out[3] < 0 ? 8 : 0);
  out[TETRAHEDRON_DISTANCE_SQUARED] = Infinity;
  for (let face = 0; face < 4; face++) {
    if ((outside & (1 << face)) === 0) continue;
    closestOnFace(points, corners, at, face, positions, vertex, onFace);
    if (onFace[TETRAHEDRON_DISTANCE_SQUARED] < out[TETRAHEDRON_DISTANCE_SQUARED]) out.set(onFace);
  }
}

/** {@link closestInTetrahedron} for the triangle opposite a corner. By regions, as Ericson 2005, section 5.1.5. */
function closestOnFace(
  points: Float32Array,
  corners: ArrayLike<number>,
  at: number,
  face: number,
  positions: Float32Array,
  vertex: number,
  out: Float64Array,
): void {
  const first = FACES[face * 3];
  const second = FACES[face * 3 + 1];
  const third = FACES[face * 3 + 2];
  const a = corners[at + first] * 3;
  const b = corners[at + second] * 3;
  const c = corners[at + third] * 3;
  const px = positions[vertex * 3] - points[a];
  const py = positions[vertex * 3 + 1] - points[a + 1];
  const pz = positions[vertex * 3 + 2] - points[a + 2];
  const bx = points[b] - points[a];
  const by = points[b + 1] - points[a + 1];
  const bz = points[b + 2] - points[a + 2];
  const cx = points[c] - points[a];
  const cy = points[c + 1] - points[a + 1];
  const cz = points[c + 2] - points[a + 2];
  const nx = by * cz - bz * cy;
  const ny = bz * cx - bx * cz;
  const nz = bx * cy - by * cx;
  const nn = nx * nx + ny * ny + nz * nz;
  const bb = bx * bx + by * by + bz * bz;
  const bc = bx * cx + by * cy + bz * cz;
  const cc = cx * cx + cy * cy + cz * cz;
  // How far along the edges ab and ac the point is, seen from a, from b and from c.
  const aAlongB = px * bx + py * by + pz * bz;
  const aAlongC = px * cx + py * cy + pz * cz;
  const bAlongB = aAlongB - bb;
  const bAlongC = aAlongC - bc;
  const cAlongB = aAlongB - bc;
  const cAlongC = aAlongC - cc;
  // Weights in the plane. Triple products, because the usual products of the lengths above cancel far from the face.
  const planeB = (nx * (py * cz - pz * cy) + ny * (pz * cx - px * cz) + nz * (px * cy - py * cx)) / nn;
  const planeC = (nx * (by * pz - bz * py) + ny * (bz * px - bx * pz) + nz * (bx * py - by * px)) / nn;
  let u: number;
  let v: number;
  let w: number;
  if (aAlongB <= 0 && aAlongC <= 0) {
    u = 1;
    v = 0;
    w = 0;
  } else if (bAlongB >= 0 && bAlongC <= bAlongB) {
    u = 0;
    v = 1;
    w = 0;
  } else if (cAlongC >= 0 && cAlongB <= cAlongC) {
    u = 0;
    v = 0;
    w = 1;
  } else if (planeC <= 0 && aAlongB >= 0 && bAlongB <= 0) {
    v = aAlongB / bb;
    u = 1 - v;
    w = 0;
  } else if (planeB <= 0 && aAlongC >= 0 && cAlongC <= 0) {
    w = aAlongC / cc;
    u = 1 - w;
    v = 0;
  } else if (planeB + planeC >= 1 && bAlongC >= bAlongB && cAlongB >= cAlongC) {
    w = (bAlongC - bAlongB) / (bAlongC - bAlongB + (cAlongB - cAlongC));
    v = 1 - w;
    u = 0;
  } else {
    v = Math.max(planeB, 0);
    w = Math.max(planeC, 0);
    u = Math.max(1 - v - w, 0);
  }
  const x = px - v * bx - w * cx;
  const y = py - v * by - w * cy;
  const z = pz - v * bz - w * cz;
  out[face] = 0;
  out[first] = u;
  out[second] = v;
  out[third] = w;
  out[TETRAHEDRON_DISTANCE_SQUARED] = x * x + y * y + z * z;
}
