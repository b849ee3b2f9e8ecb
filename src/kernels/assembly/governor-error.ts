/** How far governors lead from M, and what rounding adds to that. Twin: ../twin/governor-error.ts, with the proof. */
import {
  AFFINE_FRAME_BYTES,
  AFFINE_FRAME_COUNT,
  AFFINE_FRAME_MATRICES,
  AFFINE_FRAME_MIDDLE,
  AFFINE_FRAME_SLOPES,
  AFFINE_GOVERNOR_BYTES,
  AFFINE_GOVERNOR_MATRIX,
  AFFINE_GOVERNOR_SLOPE,
  AFFINE_TERM_BYTES,
  AFFINE_TERM_PRODUCTS,
  AFFINE_TERM_WEIGHTS,
  BLEND_POSE_GOVERNING,
  BLEND_POSE_MATRICES64,
  GOVERNING_STRETCH,
  GOVERNOR_MATRIX_ROUNDING,
  THIRD,
} from './generated/layout';

/** The error of a region by the terms of its list, but for rounding; or infinity where that is not below a limit. */
// @ts-ignore: decorator
@inline
export function governorError(
  body: usize,
  frameA: usize,
  frameB: usize,
  terms: usize,
  end: usize,
  y0: f64,
  y1: f64,
  y2: f64,
  y3: f64,
  y4: f64,
  y5: f64,
  y6: f64,
  y7: f64,
  y8: f64,
  limit: f64,
): f64 {
  const middleX = (<f64>load<f32>(frameA, AFFINE_FRAME_MIDDLE) + <f64>load<f32>(frameB, AFFINE_FRAME_MIDDLE)) * 0.5;
  const middleY = (<f64>load<f32>(frameA, AFFINE_FRAME_MIDDLE + 4) + <f64>load<f32>(frameB, AFFINE_FRAME_MIDDLE + 4)) * 0.5;
  const middleZ = (<f64>load<f32>(frameA, AFFINE_FRAME_MIDDLE + 8) + <f64>load<f32>(frameB, AFFINE_FRAME_MIDDLE + 8)) * 0.5;
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
    if (!(error < limit)) return Infinity;
    if (isLast) break;
    const otherProducts = <f64>load<f32>(other, AFFINE_TERM_PRODUCTS);
    const otherWeights = <f64>load<f32>(other, AFFINE_TERM_WEIGHTS);
    error += f64x2.extract_lane(norms, 1) * otherProducts + f64x2.extract_lane(lengths, 1) * otherWeights;
    if (!(error < limit)) return Infinity;
  }
  return error;
}

/** What else may be off, beside |Y|. */
// @ts-ignore: decorator
@inline
export function governorOff(
  body: usize,
  frameA: usize,
  frameB: usize,
  terms: usize,
  end: usize,
  rough: f64,
  reach: f64,
): f64 {
  let products: f64 = 0;
  let weights: f64 = 0;
  for (let term = terms; term < end; term += AFFINE_TERM_BYTES) {
    products += <f64>load<f32>(term, AFFINE_TERM_PRODUCTS);
    weights += <f64>load<f32>(term, AFFINE_TERM_WEIGHTS);
  }
  const stretch = load<f64>(load<usize>(body, BLEND_POSE_GOVERNING), GOVERNING_STRETCH);
  products += max<f64>(<f64>load<f32>(frameA, AFFINE_FRAME_MATRICES), <f64>load<f32>(frameB, AFFINE_FRAME_MATRICES));
  weights += max<f64>(<f64>load<f32>(frameA, AFFINE_FRAME_SLOPES), <f64>load<f32>(frameB, AFFINE_FRAME_SLOPES));
  return rough + GOVERNOR_MATRIX_ROUNDING * (stretch * products + reach * weights);
}

/** Writes M of a frame. */
export function writeGovernorMatrix(body: usize, frame: usize, posed: usize): void {
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
