/**
 * Rays in the space of a mesh: six numbers, origin and direction. Written out, as what describes hits is: after other work, code has to
 * come from memory as much as data has, and the methods of three.js that do the same are several times as long.
 */
import { Matrix4, Ray as ThreeRay } from 'three';
import type { Ray } from 'three';
import { isExactlyAffine } from './affine.js';

/** Numbers of a ray. */
export const LOCAL_RAY_LENGTH = 6;

// Written and read within one call, in which nobody else's code runs.
const toLocal = new Matrix4();
const projected = new ThreeRay();

/** Writes a ray that is in the space of the mesh. */
export function writeRay({ direction, origin }: Ray, out: Float64Array): void {
  out[0] = origin.x;
  out[1] = origin.y;
  out[2] = origin.z;
  out[3] = direction.x;
  out[4] = direction.y;
  out[5] = direction.z;
}

/**
 * Writes a ray that is in the world, its direction with length 1, as three.js has it. Answers false where the matrix has no inverse:
 * there is nothing to hit then.
 */
export function writeLocalRay(ray: Ray, toWorld: Matrix4, out: Float64Array): boolean {
  const { elements: m } = toWorld;
  if (!isExactlyAffine(m)) return writeProjectedRay(ray, toWorld, out);
  const { direction, origin } = ray;
  const ax = m[0];
  const ay = m[1];
  const az = m[2];
  const bx = m[4];
  const by = m[5];
  const bz = m[6];
  const cx = m[8];
  const cy = m[9];
  const cz = m[10];
  // Rows of the adjugate are products of two columns each: its product with a vector, over the determinant, is that of the inverse.
  const bcX = by * cz - bz * cy;
  const bcY = bz * cx - bx * cz;
  const bcZ = bx * cy - by * cx;
  const caX = cy * az - cz * ay;
  const caY = cz * ax - cx * az;
  const caZ = cx * ay - cy * ax;
  const abX = ay * bz - az * by;
  const abY = az * bx - ax * bz;
  const abZ = ax * by - ay * bx;
  const determinant = ax * bcX + ay * bcY + az * bcZ;
  if (!(Math.abs(determinant) > 0)) return false;
  const ox = origin.x - m[12];
  const oy = origin.y - m[13];
  const oz = origin.z - m[14];
  out[0] = (bcX * ox + bcY * oy + bcZ * oz) / determinant;
  out[1] = (caX * ox + caY * oy + caZ * oz) / determinant;
  out[2] = (abX * ox + abY * oy + abZ * oz) / determinant;
  const dx = (bcX * direction.x + bcY * direction.y + bcZ * direction.z) / determinant;
  const dy = (caX * direction.x + caY * direction.y + caZ * direction.z) / determinant;
  const dz = (abX * direction.x + abY * direction.y + abZ * direction.z) / determinant;
  const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
  out[3] = dx / length;
  out[4] = dy / length;
  out[5] = dz / length;
  return true;
}

/** The same through a matrix that is not affine. */
function writeProjectedRay(ray: Ray, toWorld: Matrix4, out: Float64Array): boolean {
  if (!(Math.abs(toWorld.determinant()) > 0)) return false;
  writeRay(projected.copy(ray).applyMatrix4(toLocal.copy(toWorld).invert()), out);
  return true;
}
