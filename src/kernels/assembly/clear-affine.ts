/** Is a region of a skin free of collisions, for certain, by its governors alone? Twin: ../twin/clear-affine.ts, with the proof. */
import {
  AFFINE_FRAMES,
  AFFINE_FRAME_BYTES,
  AFFINE_FRAME_COUNT,
  AFFINE_FRAME_MATRICES,
  AFFINE_FRAME_MIDDLE,
  AFFINE_FRAME_SLOPES,
  AFFINE_GOVERNOR_BYTES,
  AFFINE_GOVERNOR_MATRIX,
  AFFINE_GOVERNOR_SLOPE,
  AFFINE_LISTS,
  AFFINE_LIST_BYTES,
  AFFINE_LIST_COUNT,
  AFFINE_LIST_ROUGHNESS,
  AFFINE_POSED,
  AFFINE_REACH,
  AFFINE_TERM_BYTES,
  AFFINE_TERM_PRODUCTS,
  AFFINE_TERM_WEIGHTS,
  AFFINE_WORDS,
  BLEND_POSE_GOVERNING,
  BLEND_POSE_MATRICES64,
  GOVERNING_STRETCH,
  HEADER_STAMP,
  NO_AFFINE,
  PAIR_WALK_TRIED,
  PAIR_WALK_UNBENT,
  POSED_FRAME_BYTES,
  POSED_FRAME_STAMP,
  REGIONS_TILE_COUNT,
} from './generated/layout';

/** 2^-24, 2^-149, 2^-42, 2^-45 and 1 - 2^-19 */
const UNIT: f64 = 5.960464477539063e-8;
const SMALLEST: f64 = 1.401298464324817e-45;
const ROUNDING: f64 = 2.2737367544323206e-13;
const PRODUCT_ROUNDING: f64 = 2.842170943040401e-14;
const LIMIT: f64 = 1 - 32 * UNIT;
const THIRD: f64 = 0.33333333333333337;

/** Whether a region, of the nodes a and b or of one given twice, is free of collisions and defects. */
export function clearAffine(body: usize, kept: usize, affine: usize, region: u32, a: u32, b: u32, state: usize): bool {
  const list = load<u32>(load<usize>(affine, AFFINE_LISTS) + (<usize>region << 2));
  if (list == NO_AFFINE) return false;
  store<u32>(state, load<u32>(state, PAIR_WALK_TRIED) + 1, PAIR_WALK_TRIED);
  const tileCount = load<u32>(kept, REGIONS_TILE_COUNT);
  const frameA = frameAt(affine, a - tileCount);
  const frameB = frameAt(affine, b - tileCount);
  const posedA = poseFrame(body, affine, a - tileCount);
  const posedB = poseFrame(body, affine, b - tileCount);
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
  const middleX = (<f64>load<f32>(frameA, AFFINE_FRAME_MIDDLE) + <f64>load<f32>(frameB, AFFINE_FRAME_MIDDLE)) * 0.5;
  const middleY = (<f64>load<f32>(frameA, AFFINE_FRAME_MIDDLE + 4) + <f64>load<f32>(frameB, AFFINE_FRAME_MIDDLE + 4)) * 0.5;
  const middleZ = (<f64>load<f32>(frameA, AFFINE_FRAME_MIDDLE + 8) + <f64>load<f32>(frameB, AFFINE_FRAME_MIDDLE + 8)) * 0.5;
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
  const size = sqrt<f64>(y0 * y0 + y1 * y1 + y2 * y2 + y3 * y3 + y4 * y4 + y5 * y5 + y6 * y6 + y7 * y7 + y8 * y8);
  const at = load<usize>(affine, AFFINE_WORDS) + (<usize>list << 2);
  const terms = at + AFFINE_LIST_BYTES;
  const end = terms + <usize>load<u32>(at, AFFINE_LIST_COUNT) * AFFINE_TERM_BYTES;
  const doubles = load<usize>(body, BLEND_POSE_MATRICES64);
  // The mean: rows 0 and 1 column by column, two numbers at a time, then row 2.
  let meanX = f64x2.splat(0);
  let meanY = f64x2.splat(0);
  let meanZ = f64x2.splat(0);
  let meanT = f64x2.splat(0);
  let meanXY = f64x2.splat(0);
  let meanZT = f64x2.splat(0);
  for (let term = terms; term < end; term += AFFINE_TERM_BYTES) {
    const share = f64x2.splat(<f64>load<f32>(term, 4));
    const transform = doubles + load<usize>(term);
    meanX = f64x2.add(meanX, f64x2.mul(v128.load(transform), share));
    meanY = f64x2.add(meanY, f64x2.mul(v128.load(transform, 16), share));
    meanZ = f64x2.add(meanZ, f64x2.mul(v128.load(transform, 32), share));
    meanT = f64x2.add(meanT, f64x2.mul(v128.load(transform, 48), share));
    meanXY = f64x2.add(meanXY, f64x2.mul(v128.load(transform, 64), share));
    meanZT = f64x2.add(meanZT, f64x2.mul(v128.load(transform, 80), share));
  }
  const x0 = f64x2.splat(middleX);
  const x1 = f64x2.splat(middleY);
  const x2 = f64x2.splat(middleZ);
  let error: f64 = 0;
  let products: f64 = 0;
  let weights: f64 = 0;
  // Two terms at a time, a lane each; where one is left, it is there twice.
  for (let term = terms; term < end; term += 2 * AFFINE_TERM_BYTES) {
    const isLast: bool = term + AFFINE_TERM_BYTES == end;
    const other = isLast ? term : term + AFFINE_TERM_BYTES;
    const p = doubles + load<usize>(term);
    const q = doubles + load<usize>(other);
    const d0 = f64x2.sub(both(p, q), low(meanX));
    const d1 = f64x2.sub(both(p + 16, q + 16), low(meanY));
    const d2 = f64x2.sub(both(p + 32, q + 32), low(meanZ));
    const d3 = f64x2.sub(both(p + 8, q + 8), high(meanX));
    const d4 = f64x2.sub(both(p + 24, q + 24), high(meanY));
    const d5 = f64x2.sub(both(p + 40, q + 40), high(meanZ));
    const d6 = f64x2.sub(both(p + 64, q + 64), low(meanXY));
    const d7 = f64x2.sub(both(p + 72, q + 72), high(meanXY));
    const d8 = f64x2.sub(both(p + 80, q + 80), low(meanZT));
    const movedX = f64x2.add(sum(d0, x0, d1, x1, d2, x2), f64x2.sub(both(p + 48, q + 48), low(meanT)));
    const movedY = f64x2.add(sum(d3, x0, d4, x1, d5, x2), f64x2.sub(both(p + 56, q + 56), high(meanT)));
    const movedZ = f64x2.add(sum(d6, x0, d7, x1, d8, x2), f64x2.sub(both(p + 88, q + 88), high(meanZT)));
    let r0 = f64x2.splat(y0);
    let r1 = f64x2.splat(y1);
    let r2 = f64x2.splat(y2);
    const px = sum(r0, movedX, r1, movedY, r2, movedZ);
    const c0 = sum(r0, d0, r1, d3, r2, d6);
    const c1 = sum(r0, d1, r1, d4, r2, d7);
    const c2 = sum(r0, d2, r1, d5, r2, d8);
    r0 = f64x2.splat(y3);
    r1 = f64x2.splat(y4);
    r2 = f64x2.splat(y5);
    const py = sum(r0, movedX, r1, movedY, r2, movedZ);
    const c3 = sum(r0, d0, r1, d3, r2, d6);
    const c4 = sum(r0, d1, r1, d4, r2, d7);
    const c5 = sum(r0, d2, r1, d5, r2, d8);
    r0 = f64x2.splat(y6);
    r1 = f64x2.splat(y7);
    r2 = f64x2.splat(y8);
    const pz = sum(r0, movedX, r1, movedY, r2, movedZ);
    const c6 = sum(r0, d0, r1, d3, r2, d6);
    const c7 = sum(r0, d1, r1, d4, r2, d7);
    const c8 = sum(r0, d2, r1, d5, r2, d8);
    const norms = normsOf(c0, c1, c2, c3, c4, c5, c6, c7, c8);
    const lengths = f64x2.sqrt(sum(px, px, py, py, pz, pz));
    const steepProducts = <f64>load<f32>(term, AFFINE_TERM_PRODUCTS);
    const steepWeights = <f64>load<f32>(term, AFFINE_TERM_WEIGHTS);
    error += f64x2.extract_lane(norms, 0) * steepProducts + f64x2.extract_lane(lengths, 0) * steepWeights;
    if (!(error < LIMIT)) return false;
    products += steepProducts;
    weights += steepWeights;
    if (isLast) break;
    const otherProducts = <f64>load<f32>(other, AFFINE_TERM_PRODUCTS);
    const otherWeights = <f64>load<f32>(other, AFFINE_TERM_WEIGHTS);
    error += f64x2.extract_lane(norms, 1) * otherProducts + f64x2.extract_lane(lengths, 1) * otherWeights;
    if (!(error < LIMIT)) return false;
    products += otherProducts;
    weights += otherWeights;
  }
  const reach = load<f64>(affine, AFFINE_REACH);
  const stretch = load<f64>(load<usize>(body, BLEND_POSE_GOVERNING), GOVERNING_STRETCH);
  products += max<f64>(<f64>load<f32>(frameA, AFFINE_FRAME_MATRICES), <f64>load<f32>(frameB, AFFINE_FRAME_MATRICES));
  weights += max<f64>(<f64>load<f32>(frameA, AFFINE_FRAME_SLOPES), <f64>load<f32>(frameB, AFFINE_FRAME_SLOPES));
  const rough = <f64>load<f32>(at, AFFINE_LIST_ROUGHNESS) * (1.75 * (UNIT * reach + SMALLEST));
  const rounding = ROUNDING * (stretch * products + reach * weights);
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
  const off = size * (rough + rounding + PRODUCT_ROUNDING * sqrt<f64>(square)) + offIdentity;
  if (!(error + off < LIMIT)) return false;
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
function poseFrame(body: usize, affine: usize, upper: u32): usize {
  const posed = load<usize>(affine, AFFINE_POSED) + <usize>upper * POSED_FRAME_BYTES;
  const now = load<u32>(body, HEADER_STAMP);
  if (load<u32>(posed, POSED_FRAME_STAMP) == now) return posed;
  store<u32>(posed, now, POSED_FRAME_STAMP);
  const frame = frameAt(affine, upper);
  const governors = frame + AFFINE_FRAME_BYTES;
  const end = governors + <usize>load<u32>(frame, AFFINE_FRAME_COUNT) * AFFINE_GOVERNOR_BYTES;
  const middleX = f64x2.splat(<f64>load<f32>(frame, AFFINE_FRAME_MIDDLE));
  const middleY = f64x2.splat(<f64>load<f32>(frame, AFFINE_FRAME_MIDDLE + 4));
  const middleZ = f64x2.splat(<f64>load<f32>(frame, AFFINE_FRAME_MIDDLE + 8));
  const doubles = load<usize>(body, BLEND_POSE_MATRICES64);
  let meanX = f64x2.splat(0);
  let meanY = f64x2.splat(0);
  let meanZ = f64x2.splat(0);
  let meanT = f64x2.splat(0);
  let meanXY = f64x2.splat(0);
  let meanZT = f64x2.splat(0);
  for (let governor = governors; governor < end; governor += AFFINE_GOVERNOR_BYTES) {
    const share = f64x2.splat(<f64>load<f32>(governor, 4));
    const transform = doubles + load<usize>(governor);
    meanX = f64x2.add(meanX, f64x2.mul(v128.load(transform), share));
    meanY = f64x2.add(meanY, f64x2.mul(v128.load(transform, 16), share));
    meanZ = f64x2.add(meanZ, f64x2.mul(v128.load(transform, 32), share));
    meanT = f64x2.add(meanT, f64x2.mul(v128.load(transform, 48), share));
    meanXY = f64x2.add(meanXY, f64x2.mul(v128.load(transform, 64), share));
    meanZT = f64x2.add(meanZT, f64x2.mul(v128.load(transform, 80), share));
  }
  // Rows 0 and 1 side by side, column by column; then row 2.
  let sumX = meanX;
  let sumY = meanY;
  let sumZ = meanZ;
  let lastX = f64x2.extract_lane(meanXY, 0);
  let lastY = f64x2.extract_lane(meanXY, 1);
  let lastZ = f64x2.extract_lane(meanZT, 0);
  for (let governor = governors; governor < end; governor += AFFINE_GOVERNOR_BYTES) {
    const transform = doubles + load<usize>(governor);
    const columnX = f64x2.sub(v128.load(transform), meanX);
    const columnY = f64x2.sub(v128.load(transform, 16), meanY);
    const columnZ = f64x2.sub(v128.load(transform, 32), meanZ);
    const columnT = f64x2.sub(v128.load(transform, 48), meanT);
    const rowXY = f64x2.sub(v128.load(transform, 64), meanXY);
    const rowZT = f64x2.sub(v128.load(transform, 80), meanZT);
    const moved = f64x2.add(
      f64x2.add(f64x2.add(f64x2.mul(columnX, middleX), f64x2.mul(columnY, middleY)), f64x2.mul(columnZ, middleZ)),
      columnT,
    );
    const d6 = f64x2.extract_lane(rowXY, 0);
    const d7 = f64x2.extract_lane(rowXY, 1);
    const d8 = f64x2.extract_lane(rowZT, 0);
    const movedZ =
      d6 * f64x2.extract_lane(middleX, 0) +
      d7 * f64x2.extract_lane(middleY, 0) +
      d8 * f64x2.extract_lane(middleZ, 0) +
      f64x2.extract_lane(rowZT, 1);
    const g0 = <f64>load<f32>(governor, AFFINE_GOVERNOR_MATRIX);
    const g1 = <f64>load<f32>(governor, AFFINE_GOVERNOR_MATRIX + 4);
    const g2 = <f64>load<f32>(governor, AFFINE_GOVERNOR_MATRIX + 8);
    const g3 = <f64>load<f32>(governor, AFFINE_GOVERNOR_MATRIX + 12);
    const g4 = <f64>load<f32>(governor, AFFINE_GOVERNOR_MATRIX + 16);
    const g5 = <f64>load<f32>(governor, AFFINE_GOVERNOR_MATRIX + 20);
    const g6 = <f64>load<f32>(governor, AFFINE_GOVERNOR_MATRIX + 24);
    const g7 = <f64>load<f32>(governor, AFFINE_GOVERNOR_MATRIX + 28);
    const g8 = <f64>load<f32>(governor, AFFINE_GOVERNOR_MATRIX + 32);
    const b0 = <f64>load<f32>(governor, AFFINE_GOVERNOR_SLOPE);
    const b1 = <f64>load<f32>(governor, AFFINE_GOVERNOR_SLOPE + 4);
    const b2 = <f64>load<f32>(governor, AFFINE_GOVERNOR_SLOPE + 8);
    sumX = f64x2.add(sumX, column(columnX, columnY, columnZ, moved, g0, g3, g6, b0));
    sumY = f64x2.add(sumY, column(columnX, columnY, columnZ, moved, g1, g4, g7, b1));
    sumZ = f64x2.add(sumZ, column(columnX, columnY, columnZ, moved, g2, g5, g8, b2));
    lastX += d6 * g0 + d7 * g3 + d8 * g6 + movedZ * b0;
    lastY += d6 * g1 + d7 * g4 + d8 * g7 + movedZ * b1;
    lastZ += d6 * g2 + d7 * g5 + d8 * g8 + movedZ * b2;
  }
  store<f64>(posed, f64x2.extract_lane(sumX, 0));
  store<f64>(posed, f64x2.extract_lane(sumY, 0), 8);
  store<f64>(posed, f64x2.extract_lane(sumZ, 0), 16);
  store<f64>(posed, f64x2.extract_lane(sumX, 1), 24);
  store<f64>(posed, f64x2.extract_lane(sumY, 1), 32);
  store<f64>(posed, f64x2.extract_lane(sumZ, 1), 40);
  store<f64>(posed, lastX, 48);
  store<f64>(posed, lastY, 56);
  store<f64>(posed, lastZ, 64);
  return posed;
}

/** Two rows of a column of D G + d bᵀ. */
// @ts-ignore: decorator
@inline
function column(x: v128, y: v128, z: v128, t: v128, gx: f64, gy: f64, gz: f64, b: f64): v128 {
  return f64x2.add(
    f64x2.add(f64x2.add(f64x2.mul(x, f64x2.splat(gx)), f64x2.mul(y, f64x2.splat(gy))), f64x2.mul(z, f64x2.splat(gz))),
    f64x2.mul(t, f64x2.splat(b)),
  );
}

/** The doubles at two places. */
// @ts-ignore: decorator
@inline
function both(p: usize, q: usize): v128 {
  return v128.load_lane<f64>(q, v128.load_splat<f64>(p), 1);
}

// @ts-ignore: decorator
@inline
function low(pair: v128): v128 {
  return v128.shuffle<f64>(pair, pair, 0, 0);
}

// @ts-ignore: decorator
@inline
function high(pair: v128): v128 {
  return v128.shuffle<f64>(pair, pair, 1, 1);
}

/** a x + b y + c z. */
// @ts-ignore: decorator
@inline
function sum(a: v128, x: v128, b: v128, y: v128, c: v128, z: v128): v128 {
  return f64x2.add(f64x2.add(f64x2.mul(a, x), f64x2.mul(b, y)), f64x2.mul(c, z));
}

/** Bounds on the norms of two matrices. */
// @ts-ignore: decorator
@inline
function normsOf(a: v128, b: v128, c: v128, d: v128, e: v128, f: v128, g: v128, h: v128, i: v128): v128 {
  const third = f64x2.splat(THIRD);
  const xx = sum(a, a, d, d, g, g);
  const yy = sum(b, b, e, e, h, h);
  const zz = sum(c, c, f, f, i, i);
  const xy = sum(a, b, d, e, g, h);
  const xz = sum(a, c, d, f, g, i);
  const yz = sum(b, c, e, f, h, i);
  const trace = f64x2.add(f64x2.add(xx, yy), zz);
  const square = f64x2.add(sum(xx, xx, yy, yy, zz, zz), f64x2.mul(sum(xy, xy, xz, xz, yz, yz), f64x2.splat(2)));
  const off = f64x2.sub(square, f64x2.mul(f64x2.mul(trace, trace), third));
  const root = f64x2.sqrt(f64x2.mul(f64x2.max(off, f64x2.splat(0)), f64x2.splat(2 * THIRD)));
  return f64x2.sqrt(f64x2.add(f64x2.mul(trace, third), root));
}
