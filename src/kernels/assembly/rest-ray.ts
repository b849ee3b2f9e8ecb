/**
 * A ray against the boxes of children that one governor moves alone, where they are boxes: at rest. Twin: ../twin/rest-ray.ts, with the
 * proof that no child is left out that the ray meets.
 */
import {
  BLEND_BOUND_LISTS,
  BLEND_BOUND_MATRICES,
  HULL_WIDENING,
  LIST_BOX,
  LIST_BYTES,
  LIST_FIRST_FIELD,
  LIST_GOVERNOR_COUNT,
  LIST_MATRIX,
  MATRIX_COLUMN_Y,
  MATRIX_REACH,
  MATRIX_TRANSLATION,
  NO_FIELDS,
  ORIGIN_SHARE,
  RAY_ROUNDING,
  RAY_WALK_DIRECTION64,
  RAY_WALK_ENTRIES,
  RAY_WALK_FAR,
  RAY_WALK_ORIGIN64,
  RAY_WALK_REST64,
  RAY_WALK_REST_GOVERNOR,
  REST_AXIS_BYTES,
  REST_AXIS_INVERSE,
  REST_AXIS_WIDTH,
  REST_RAY_AXES,
  REST_RAY_DETERMINANT,
} from './generated/layout';

const DETERMINANT: usize = RAY_WALK_REST64 + REST_RAY_DETERMINANT;
const AXES: usize = RAY_WALK_REST64 + REST_RAY_AXES;

/** Which of the lanes that a ray enters it can enter indeed; where it does, or before, is brought nearer to the truth in the state. */
export function enterAtRest(body: usize, state: usize, block: u32, met: i32): i32 {
  const lists: usize = load<usize>(body, BLEND_BOUND_LISTS) + <usize>block * (LIST_BYTES * 4);
  const far = <f64>load<f32>(state, RAY_WALK_FAR);
  let entered = met;
  for (let rest = met; rest != 0; rest &= rest - 1) {
    const lane: usize = ctz(rest);
    const list = lists + lane * LIST_BYTES;
    if (load<u32>(list, LIST_GOVERNOR_COUNT) != 1 || load<u32>(list, LIST_FIRST_FIELD) != NO_FIELDS) continue;
    const governor = load<u32>(list, LIST_MATRIX);
    if (governor != load<u32>(state, RAY_WALK_REST_GOVERNOR)) seeAtRest(body, state, governor);
    const determinant = load<f64>(state, DETERMINANT);
    let first: f64 = 0;
    let last = far;
    for (let axis: usize = 0; axis < 3; axis++) {
      const seen = state + axis * REST_AXIS_BYTES;
      const start = load<f64>(seen, AXES) - determinant * <f64>load<i16>(list + (axis << 1), LIST_BOX);
      const half = abs(determinant) * <f64>load<i16>(list + (axis << 1), LIST_BOX + 6) + load<f64>(seen, AXES + REST_AXIS_WIDTH);
      const inverse = load<f64>(seen, AXES + REST_AXIS_INVERSE);
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
    const entry = rounded - rounded * RAY_ROUNDING;
    if (entry > load<f32>(state + (lane << 2), RAY_WALK_ENTRIES)) store<f32>(state + (lane << 2), entry, RAY_WALK_ENTRIES);
  }
  return entered;
}

/** Notes how a governor's rest pose sees the ray. */
function seeAtRest(body: usize, state: usize, governor: u32): void {
  const matrix: usize = load<usize>(body, BLEND_BOUND_MATRICES) + governor;
  store<u32>(state, governor, RAY_WALK_REST_GOVERNOR);
  const ox = load<f64>(state, RAY_WALK_ORIGIN64);
  const oy = load<f64>(state, RAY_WALK_ORIGIN64 + 8);
  const oz = load<f64>(state, RAY_WALK_ORIGIN64 + 16);
  const fromX = ox - <f64>load<f32>(matrix, MATRIX_TRANSLATION);
  const fromY = oy - <f64>load<f32>(matrix, MATRIX_TRANSLATION + 4);
  const fromZ = oz - <f64>load<f32>(matrix, MATRIX_TRANSLATION + 8);
  const wideX = <f64>HULL_WIDENING * <f64>load<f32>(matrix, MATRIX_REACH) + ORIGIN_SHARE * abs(ox);
  const wideY = <f64>HULL_WIDENING * <f64>load<f32>(matrix, MATRIX_REACH + 4) + ORIGIN_SHARE * abs(oy);
  const wideZ = <f64>HULL_WIDENING * <f64>load<f32>(matrix, MATRIX_REACH + 8) + ORIGIN_SHARE * abs(oz);
  const dx = load<f64>(state, RAY_WALK_DIRECTION64);
  const dy = load<f64>(state, RAY_WALK_DIRECTION64 + 8);
  const dz = load<f64>(state, RAY_WALK_DIRECTION64 + 16);
  let determinant: f64 = 0;
  for (let axis: usize = 0; axis < 3; axis++) {
    const b = matrix + ((axis + 1) % 3) * MATRIX_COLUMN_Y;
    const c = matrix + ((axis + 2) % 3) * MATRIX_COLUMN_Y;
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
    const seen = state + axis * REST_AXIS_BYTES;
    store<f64>(seen, rowX * fromX + rowY * fromY + rowZ * fromZ, AXES);
    store<f64>(seen, 1 / (rowX * dx + rowY * dy + rowZ * dz), AXES + REST_AXIS_INVERSE);
    store<f64>(
      seen,
      (abs(by * cz) + abs(bz * cy)) * wideX +
        (abs(bz * cx) + abs(bx * cz)) * wideY +
        (abs(bx * cy) + abs(by * cx)) * wideZ,
      AXES + REST_AXIS_WIDTH,
    );
  }
  store<f64>(state, determinant, DETERMINANT);
}
