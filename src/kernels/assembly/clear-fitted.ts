/** Is a region of a fitted body free of collisions, for certain, by the pose alone? Twin: ../twin/clear-fitted.ts, with the proof. */
import {
  AFFINE_FRAMES,
  AFFINE_LISTS,
  AFFINE_LIST_BYTES,
  AFFINE_LIST_COUNT,
  AFFINE_LIST_ROUGHNESS,
  AFFINE_POSED,
  AFFINE_REACH,
  AFFINE_TERM_BYTES,
  AFFINE_WORDS,
  BLEND,
  DISPLACED_ROUNDINGS,
  FLOAT32_ROUNDOFF,
  GOVERNED_ROUNDINGS,
  HEADER_BOUND_RULE,
  HEADER_STAMP,
  INVERSE_ROUNDING,
  LARGEST_FIT_ERROR,
  NO_AFFINE,
  PAIR_WALK_TRIED,
  PAIR_WALK_UNBENT,
  POSED_FRAME_BYTES,
  POSED_FRAME_STAMP,
  REGIONS_TILE_COUNT,
  SMALLEST_FLOAT32,
} from './generated/layout';
import { fieldOff, normOf, writeFieldMatrix } from './field-error';
import { governorError, governorOff, writeGovernorMatrix } from './governor-error';

/** Whether a region, of the nodes a and b or of one given twice, is free of collisions and defects. */
// @ts-ignore: decorator
@inline
export function clearFitted(body: usize, kept: usize, affine: usize, region: u32, a: u32, b: u32, state: usize): bool {
  return load<u32>(body, HEADER_BOUND_RULE) == BLEND
    ? clearByGovernors(body, kept, affine, region, a, b, state)
    : clearByFields(body, kept, affine, region, a, b, state);
}

function clearByGovernors(body: usize, kept: usize, affine: usize, region: u32, a: u32, b: u32, state: usize): bool {
  return clear(body, kept, affine, region, a, b, state, true);
}

function clearByFields(body: usize, kept: usize, affine: usize, region: u32, a: u32, b: u32, state: usize): bool {
  return clear(body, kept, affine, region, a, b, state, false);
}

/** Both; what is not wanted is left out where it is inlined. */
// @ts-ignore: decorator
@inline
function clear(
  body: usize,
  kept: usize,
  affine: usize,
  region: u32,
  a: u32,
  b: u32,
  state: usize,
  isSkin: bool,
): bool {
  const list = load<u32>(load<usize>(affine, AFFINE_LISTS) + (<usize>region << 2));
  if (list == NO_AFFINE) return false;
  store<u32>(state, load<u32>(state, PAIR_WALK_TRIED) + 1, PAIR_WALK_TRIED);
  const tileCount = load<u32>(kept, REGIONS_TILE_COUNT);
  const frameA = frameAt(affine, a - tileCount);
  const frameB = frameAt(affine, b - tileCount);
  const posedA = poseFrame(body, affine, a - tileCount, frameA, isSkin);
  const posedB = poseFrame(body, affine, b - tileCount, frameB, isSkin);
  const m0 = (load<f64>(posedA) + load<f64>(posedB)) * 0.5;
  const m1 = (load<f64>(posedA, 8) + load<f64>(posedB, 8)) * 0.5;
  const m2 = (load<f64>(posedA, 16) + load<f64>(posedB, 16)) * 0.5;
  const m3 = (load<f64>(posedA, 24) + load<f64>(posedB, 24)) * 0.5;
  const m4 = (load<f64>(posedA, 32) + load<f64>(posedB, 32)) * 0.5;
  const m5 = (load<f64>(posedA, 40) + load<f64>(posedB, 40)) * 0.5;
  const m6 = (load<f64>(posedA, 48) + load<f64>(posedB, 48)) * 0.5;
  const m7 = (load<f64>(posedA, 56) + load<f64>(posedB, 56)) * 0.5;
  const m8 = (load<f64>(posedA, 64) + load<f64>(posedB, 64)) * 0.5;
  const square = m0 * m0 + m1 * m1 + m2 * m2 + m3 * m3 + m4 * m4 + m5 * m5 + m6 * m6 + m7 * m7 + m8 * m8;
  // Y
  const x = m4 * m8 - m5 * m7;
  const y = m5 * m6 - m3 * m8;
  const z = m3 * m7 - m4 * m6;
  const scale: f64 = 1 / (m0 * x + m1 * y + m2 * z);
  const y0 = x * scale;
  const y1 = (m2 * m7 - m1 * m8) * scale;
  const y2 = (m1 * m5 - m2 * m4) * scale;
  const y3 = y * scale;
  const y4 = (m0 * m8 - m2 * m6) * scale;
  const y5 = (m2 * m3 - m0 * m5) * scale;
  const y6 = z * scale;
  const y7 = (m1 * m6 - m0 * m7) * scale;
  const y8 = (m0 * m4 - m1 * m3) * scale;
  const at = load<usize>(affine, AFFINE_WORDS) + (<usize>list << 2);
  const terms = at + AFFINE_LIST_BYTES;
  const end = terms + <usize>load<u32>(at, AFFINE_LIST_COUNT) * AFFINE_TERM_BYTES;
  const error: f64 = isSkin
    ? governorError(body, frameA, frameB, terms, end, y0, y1, y2, y3, y4, y5, y6, y7, y8, LARGEST_FIT_ERROR)
    : 0;
  if (isSkin && !(error < LARGEST_FIT_ERROR)) return false;
  const size = isSkin
    ? sqrt<f64>(y0 * y0 + y1 * y1 + y2 * y2 + y3 * y3 + y4 * y4 + y5 * y5 + y6 * y6 + y7 * y7 + y8 * y8)
    : normOf(y0, y1, y2, y3, y4, y5, y6, y7, y8);
  const reach = load<f64>(affine, AFFINE_REACH);
  const rough = <f64>load<f32>(at, AFFINE_LIST_ROUGHNESS) * ((isSkin ? GOVERNED_ROUNDINGS : DISPLACED_ROUNDINGS) * (<f64>FLOAT32_ROUNDOFF * reach + SMALLEST_FLOAT32));
  const off = isSkin
    ? governorOff(body, frameA, frameB, terms, end, rough, reach)
    : fieldOff(affine, terms, end, rough);
  const o0 = y0 * m0 + y1 * m3 + y2 * m6 - 1;
  const o1 = y0 * m1 + y1 * m4 + y2 * m7;
  const o2 = y0 * m2 + y1 * m5 + y2 * m8;
  const o3 = y3 * m0 + y4 * m3 + y5 * m6;
  const o4 = y3 * m1 + y4 * m4 + y5 * m7 - 1;
  const o5 = y3 * m2 + y4 * m5 + y5 * m8;
  const o6 = y6 * m0 + y7 * m3 + y8 * m6;
  const o7 = y6 * m1 + y7 * m4 + y8 * m7;
  const o8 = y6 * m2 + y7 * m5 + y8 * m8 - 1;
  const offIdentity = sqrt<f64>(o0 * o0 + o1 * o1 + o2 * o2 + o3 * o3 + o4 * o4 + o5 * o5 + o6 * o6 + o7 * o7 + o8 * o8);
  if (!(error + (size * (off + INVERSE_ROUNDING * sqrt<f64>(square)) + offIdentity) < LARGEST_FIT_ERROR)) return false;
  store<u32>(state, load<u32>(state, PAIR_WALK_UNBENT) + 1, PAIR_WALK_UNBENT);
  return true;
}

// @ts-ignore: decorator
@inline
function frameAt(affine: usize, upper: u32): usize {
  const frame = load<u32>(load<usize>(affine, AFFINE_FRAMES) + (<usize>upper << 2));
  return load<usize>(affine, AFFINE_WORDS) + (<usize>frame << 2);
}

/** Sees to it that M of a frame is that of the present pose; returns where it is. */
function poseFrame(body: usize, affine: usize, upper: u32, frame: usize, isSkin: bool): usize {
  const posed = load<usize>(affine, AFFINE_POSED) + <usize>upper * POSED_FRAME_BYTES;
  const now = load<u32>(body, HEADER_STAMP);
  if (load<u32>(posed, POSED_FRAME_STAMP) == now) return posed;
  store<u32>(posed, now, POSED_FRAME_STAMP);
  if (isSkin) writeGovernorMatrix(body, frame, posed);
  else writeFieldMatrix(affine, frame, posed);
  return posed;
}
