/**
 * A ray against the boxes of children that one governor moves alone, where they are boxes: at rest. Twin: ../twin/rest-ray.ts, with the
 * proof that no child is left out that the ray meets.
 */
import { LISTS, MATRICES } from './lazy-body';

const FAR: usize = 56;
const ORIGIN64: usize = 64;
const DIRECTION64: usize = 88;
const ENTRIES: usize = 128;
const REST_GOVERNOR: usize = 144;
const DETERMINANT: usize = 152;
const AXES64: usize = 160;
const AXIS_BYTES: usize = 24;

const LIST_BYTES: usize = 32;
const MATRIX: usize = 12;
const GOVERNOR_COUNT: usize = 20;
const FIRST_FIELD: usize = 24;
const NO_FIELDS: u32 = 0xffffffff;
const HULL_WIDENING: f64 = 9.119510764321603e-7;
/** 2^-40 */
const ORIGIN_SHARE: f64 = 9.094947017729282e-13;
/** 2^-21 */
const ROUNDING: f32 = 4.76837158203125e-7;

/** Which of the lanes that a ray enters it can enter indeed; where it does, or before, is brought nearer to the truth in the state. */
export function enterAtRest(body: usize, state: usize, block: u32, met: i32): i32 {
  const lists: usize = load<usize>(body, LISTS) + <usize>block * (LIST_BYTES * 4);
  const far = <f64>load<f32>(state, FAR);
  let entered = met;
  for (let rest = met; rest != 0; rest &= rest - 1) {
    const lane: usize = ctz(rest);
    const list = lists + lane * LIST_BYTES;
    if (load<u32>(list, GOVERNOR_COUNT) != 1 || load<u32>(list, FIRST_FIELD) != NO_FIELDS) continue;
    const governor = load<u32>(list, MATRIX);
    if (governor != load<u32>(state, REST_GOVERNOR)) seeAtRest(body, state, governor);
    const determinant = load<f64>(state, DETERMINANT);
    let first: f64 = 0;
    let last = far;
    for (let axis: usize = 0; axis < 3; axis++) {
      const seen = state + axis * AXIS_BYTES;
      const start = load<f64>(seen, AXES64) - determinant * <f64>load<i16>(list + (axis << 1));
      const half = abs(determinant) * <f64>load<i16>(list + (axis << 1), 6) + load<f64>(seen, AXES64 + 16);
      const inverse = load<f64>(seen, AXES64 + 8);
      const a = (-half - start) * inverse;
      const b = (half - start) * inverse;
      first = max(first, min(a, b));
      last = min(last, max(a, b));
    }
    if (first > last) {
      entered ^= 1 << <i32>lane;
      continue;
    }
    const rounded = <f32>first;
    const entry = rounded - rounded * ROUNDING;
    if (entry > load<f32>(state + (lane << 2), ENTRIES)) store<f32>(state + (lane << 2), entry, ENTRIES);
  }
  return entered;
}

/** Notes how a governor's rest pose sees the ray. */
function seeAtRest(body: usize, state: usize, governor: u32): void {
  const matrix: usize = load<usize>(body, MATRICES) + governor;
  store<u32>(state, governor, REST_GOVERNOR);
  const ox = load<f64>(state, ORIGIN64);
  const oy = load<f64>(state, ORIGIN64 + 8);
  const oz = load<f64>(state, ORIGIN64 + 16);
  const fromX = ox - <f64>load<f32>(matrix, 48);
  const fromY = oy - <f64>load<f32>(matrix, 52);
  const fromZ = oz - <f64>load<f32>(matrix, 56);
  const wideX = HULL_WIDENING * <f64>load<f32>(matrix, 64) + ORIGIN_SHARE * abs(ox);
  const wideY = HULL_WIDENING * <f64>load<f32>(matrix, 68) + ORIGIN_SHARE * abs(oy);
  const wideZ = HULL_WIDENING * <f64>load<f32>(matrix, 72) + ORIGIN_SHARE * abs(oz);
  const dx = load<f64>(state, DIRECTION64);
  const dy = load<f64>(state, DIRECTION64 + 8);
  const dz = load<f64>(state, DIRECTION64 + 16);
  let determinant: f64 = 0;
  for (let axis: usize = 0; axis < 3; axis++) {
    const b = matrix + (((axis + 1) % 3) << 4);
    const c = matrix + (((axis + 2) % 3) << 4);
    const bx = <f64>load<f32>(b);
    const by = <f64>load<f32>(b, 4);
    const bz = <f64>load<f32>(b, 8);
    const cx = <f64>load<f32>(c);
    const cy = <f64>load<f32>(c, 4);
    const cz = <f64>load<f32>(c, 8);
    const rowX = by * cz - bz * cy;
    const rowY = bz * cx - bx * cz;
    const rowZ = bx * cy - by * cx;
    if (axis == 0) {
      determinant =
        <f64>load<f32>(matrix) * rowX + <f64>load<f32>(matrix, 4) * rowY + <f64>load<f32>(matrix, 8) * rowZ;
    }
    const seen = state + axis * AXIS_BYTES;
    store<f64>(seen, rowX * fromX + rowY * fromY + rowZ * fromZ, AXES64);
    store<f64>(seen, 1 / (rowX * dx + rowY * dy + rowZ * dz), AXES64 + 8);
    store<f64>(
      seen,
      (abs(by * cz) + abs(bz * cy)) * wideX +
        (abs(bz * cx) + abs(bx * cz)) * wideY +
        (abs(bx * cy) + abs(by * cx)) * wideZ,
      AXES64 + 16,
    );
  }
  store<f64>(state, determinant, DETERMINANT);
}
