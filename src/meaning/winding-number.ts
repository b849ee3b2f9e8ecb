/**
 * The generalised winding number of a surface around a point (Jacobson, Kavan and Sorkine-Hornung 2013, "Robust inside-outside
 * segmentation using generalized winding numbers"): the solid angle under which the point sees it, over 4π. 1 inside a
 * closed surface with outward normals, 0 outside; in between where the surface is open.
 */
import { PI, acos } from '../math/trigonometry.js';
import { NO_NODE } from '../tree/tree.js';
import { CENTER, DIPOLE, FAR_SQUARED, MOMENT_STRIDE, QUADRUPOLE, SPREAD } from './surface-field.js';
import type { SurfaceField } from './surface-field.js';

/** The product of complex numbers whose angles add up, x and y, and how many whole turns were taken out. */
const turn = new Float64Array(3);

/**
 * The winding number of a field's surface around a point, three doubles. Near triangles count exactly, far sets of them by
 * their moments (surface-field.ts, which also says how far that is off: less than 0.01 as measured). In the surface itself,
 * within rounding, there is no answer, and any number between those of both sides may come.
 */
export function windingNumber(field: SurfaceField, point: Float64Array): number {
  const { corners, moments, stack, tree } = field;
  const { arity, children, ranges } = tree;
  const x = point[0];
  const y = point[1];
  const z = point[2];
  turn[0] = 1;
  turn[1] = 0;
  turn[2] = 0;
  let far = 0;
  let size = 0;
  stack[size++] = 0;
  while (size > 0) {
    const node = stack[--size];
    const at = node * MOMENT_STRIDE;
    const rx = moments[at + CENTER] - x;
    const ry = moments[at + CENTER + 1] - y;
    const rz = moments[at + CENTER + 2] - z;
    const squared = rx * rx + ry * ry + rz * rz;
    if (squared > moments[at + FAR_SQUARED]) {
      // (N·r) / |r|³ and its derivatives for T and S: tr T / |r|³ - 3 rᵀTr / |r|⁵, and
      // 1/2 (-3 (2 NᵀSr + (N·r) tr S) / |r|⁵ + 15 (N·r) rᵀSr / |r|⁷). Written out, as each call would cost five doubles
      // on the heap.
      const nx = moments[at + DIPOLE];
      const ny = moments[at + DIPOLE + 1];
      const nz = moments[at + DIPOLE + 2];
      const sxx = moments[at + SPREAD];
      const syy = moments[at + SPREAD + 1];
      const szz = moments[at + SPREAD + 2];
      const sxy = moments[at + SPREAD + 3];
      const sxz = moments[at + SPREAD + 4];
      const syz = moments[at + SPREAD + 5];
      const txx = moments[at + QUADRUPOLE];
      const tyy = moments[at + QUADRUPOLE + 1];
      const tzz = moments[at + QUADRUPOLE + 2];
      const txy = moments[at + QUADRUPOLE + 3];
      const txz = moments[at + QUADRUPOLE + 4];
      const tyz = moments[at + QUADRUPOLE + 5];
      const inverse = 1 / squared;
      const along = nx * rx + ny * ry + nz * rz;
      const bent = rx * (txx * rx + txy * ry + txz * rz) + ry * (tyy * ry + tyz * rz) + tzz * rz * rz;
      const sx = sxx * rx + sxy * ry + sxz * rz;
      const sy = sxy * rx + syy * ry + syz * rz;
      const sz = sxz * rx + syz * ry + szz * rz;
      const spread =
        7.5 * along * (sx * rx + sy * ry + sz * rz) * inverse -
        1.5 * (2 * (nx * sx + ny * sy + nz * sz) + along * (sxx + syy + szz));
      far += (along + txx + tyy + tzz + (spread - 3 * bent) * inverse) * inverse * Math.sqrt(inverse);
    } else if (children[node * arity] === NO_NODE) {
      const first = ranges[2 * node];
      const end = first + ranges[2 * node + 1];
      for (let i = first; i < end; i++) {
        addAngle(field.positions, corners[3 * i], corners[3 * i + 1], corners[3 * i + 2], point);
      }
    } else {
      for (let slot = node * arity; slot < (node + 1) * arity; slot++) {
        if (children[slot] === NO_NODE) break;
        stack[size++] = children[slot];
      }
    }
  }
  // Half the solid angle of what is near is the angle of the product, in (-π, π], plus whole turns.
  const cosine = turn[0] / Math.sqrt(turn[0] * turn[0] + turn[1] * turn[1]);
  const angle = turn[1] < 0 ? -acos(cosine) : acos(cosine);
  return far / (4 * PI) + angle / (2 * PI) + turn[2];
}

/**
 * Turns by half the solid angle of a triangle: the angle of abc + (a·b)c + (b·c)a + (c·a)b + i det(a, b, c), a, b, c being
 * the corners seen from the point (van Oosterom and Strackee 1983). Angles are added by multiplying, which needs no inverse
 * tangent; both in [0, π] pass π when the product ends below the real axis, both in (-π, 0] when above it.
 */
function addAngle(positions: Float32Array, i0: number, i1: number, i2: number, point: Float64Array): void {
  const ax = positions[3 * i0] - point[0];
  const ay = positions[3 * i0 + 1] - point[1];
  const az = positions[3 * i0 + 2] - point[2];
  const bx = positions[3 * i1] - point[0];
  const by = positions[3 * i1 + 1] - point[1];
  const bz = positions[3 * i1 + 2] - point[2];
  const cx = positions[3 * i2] - point[0];
  const cy = positions[3 * i2 + 1] - point[1];
  const cz = positions[3 * i2 + 2] - point[2];
  const a = Math.sqrt(ax * ax + ay * ay + az * az);
  const b = Math.sqrt(bx * bx + by * by + bz * bz);
  const c = Math.sqrt(cx * cx + cy * cy + cz * cz);
  const real =
    a * b * c +
    (ax * bx + ay * by + az * bz) * c +
    (bx * cx + by * cy + bz * cz) * a +
    (cx * ax + cy * ay + cz * az) * b;
  const imaginary = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  const x = turn[0] * real - turn[1] * imaginary;
  const y = turn[0] * imaginary + turn[1] * real;
  const size = Math.abs(x) + Math.abs(y);
  // Nothing to turn by, as seen from a corner, and not to be divided by.
  if (!(size > 0)) return;
  if (turn[1] >= 0 && imaginary >= 0) {
    if (y < 0) turn[2] += 1;
  } else if (turn[1] < 0 && imaginary < 0 && y >= 0) turn[2] -= 1;
  turn[0] = x / size;
  turn[1] = y / size;
}
