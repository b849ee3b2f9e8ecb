/** The bounds of a block from its coefficients, before the body is placed. Twin: ../twin/sum-block.ts. */
import {
  BOUNDS_CENTER_Y,
  BOUNDS_CENTER_Z,
  BOUNDS_SIZE_X,
  BOUNDS_SIZE_Y,
  BOUNDS_SIZE_Z,
  LINEAR_BOUND_ACTIVE_ROWS,
  LINEAR_BOUND_ACTIVE_ROW_COUNT,
  LINEAR_BOUND_ACTIVE_WEIGHTS,
  LINEAR_BOUND_BLOCK_BYTES,
  LINEAR_BOUND_REST_SHARE,
  LINEAR_BOUND_ROWS,
  LINEAR_BOUND_SIZE_COUNT,
  LINEAR_BOUND_SIZE_ROWS,
  LINEAR_BOUND_SIZE_WEIGHTS,
  ROW_BYTES,
} from './generated/layout';

/** c' = c + Σ Ubar_j q_j and R' = R + Σ dR_j |q_j|, for four spheres at once. */
export function sumSpheres(body: usize, block: u32, out: usize): void {
  const rows = load<usize>(body, LINEAR_BOUND_ROWS) + <usize>block * load<usize>(body, LINEAR_BOUND_BLOCK_BYTES);
  if (load<usize>(body, LINEAR_BOUND_SIZE_ROWS)) {
    sumCenters(body, rows, out);
    sumRadii(body, rows, out);
    return;
  }
  let x = v128.load(rows);
  let y = v128.load(rows, BOUNDS_CENTER_Y);
  let z = v128.load(rows, BOUNDS_CENTER_Z);
  let r = v128.load(rows, BOUNDS_SIZE_X);
  let offset: usize = load<usize>(body, LINEAR_BOUND_ACTIVE_ROWS);
  let weight: usize = load<usize>(body, LINEAR_BOUND_ACTIVE_WEIGHTS);
  const end = weight + ((<usize>load<u32>(body, LINEAR_BOUND_ACTIVE_ROW_COUNT)) << 2);
  for (; weight < end; weight += 4) {
    const row = rows + load<u32>(offset);
    const q = v128.load32_splat(weight);
    x = f32x4.add(x, f32x4.mul(v128.load(row), q));
    y = f32x4.add(y, f32x4.mul(v128.load(row, BOUNDS_CENTER_Y), q));
    z = f32x4.add(z, f32x4.mul(v128.load(row, BOUNDS_CENTER_Z), q));
    r = f32x4.add(r, f32x4.mul(v128.load(row, BOUNDS_SIZE_X), f32x4.abs(q)));
    offset += 4;
  }
  v128.store(out, x);
  v128.store(out, y, BOUNDS_CENTER_Y);
  v128.store(out, z, BOUNDS_CENTER_Z);
  v128.store(out, r, BOUNDS_SIZE_X);
}

/** c' as for spheres and h' = h + Σ dH_j |q_j| on each axis, for four boxes at once. */
export function sumBoxes(body: usize, block: u32, out: usize): void {
  const rows = load<usize>(body, LINEAR_BOUND_ROWS) + <usize>block * load<usize>(body, LINEAR_BOUND_BLOCK_BYTES);
  if (load<usize>(body, LINEAR_BOUND_SIZE_ROWS)) {
    sumCenters(body, rows, out);
    sumExtents(body, rows, out);
    return;
  }
  let x = v128.load(rows);
  let y = v128.load(rows, BOUNDS_CENTER_Y);
  let z = v128.load(rows, BOUNDS_CENTER_Z);
  let hx = v128.load(rows, BOUNDS_SIZE_X);
  let hy = v128.load(rows, BOUNDS_SIZE_Y);
  let hz = v128.load(rows, BOUNDS_SIZE_Z);
  let offset: usize = load<usize>(body, LINEAR_BOUND_ACTIVE_ROWS);
  let weight: usize = load<usize>(body, LINEAR_BOUND_ACTIVE_WEIGHTS);
  const end = weight + ((<usize>load<u32>(body, LINEAR_BOUND_ACTIVE_ROW_COUNT)) << 2);
  for (; weight < end; weight += 4) {
    const row = rows + load<u32>(offset);
    const q = v128.load32_splat(weight);
    const size = f32x4.abs(q);
    x = f32x4.add(x, f32x4.mul(v128.load(row), q));
    y = f32x4.add(y, f32x4.mul(v128.load(row, BOUNDS_CENTER_Y), q));
    z = f32x4.add(z, f32x4.mul(v128.load(row, BOUNDS_CENTER_Z), q));
    hx = f32x4.add(hx, f32x4.mul(v128.load(row, BOUNDS_SIZE_X), size));
    hy = f32x4.add(hy, f32x4.mul(v128.load(row, BOUNDS_SIZE_Y), size));
    hz = f32x4.add(hz, f32x4.mul(v128.load(row, BOUNDS_SIZE_Z), size));
    offset += 4;
  }
  v128.store(out, x);
  v128.store(out, y, BOUNDS_CENTER_Y);
  v128.store(out, z, BOUNDS_CENTER_Z);
  v128.store(out, hx, BOUNDS_SIZE_X);
  v128.store(out, hy, BOUNDS_SIZE_Y);
  v128.store(out, hz, BOUNDS_SIZE_Z);
}

/** Centres alone, where sizes follow another rule. */
// @ts-ignore: decorator
@inline
function sumCenters(body: usize, rows: usize, out: usize): void {
  let x = v128.load(rows);
  let y = v128.load(rows, BOUNDS_CENTER_Y);
  let z = v128.load(rows, BOUNDS_CENTER_Z);
  let offset: usize = load<usize>(body, LINEAR_BOUND_ACTIVE_ROWS);
  let weight: usize = load<usize>(body, LINEAR_BOUND_ACTIVE_WEIGHTS);
  const end = weight + ((<usize>load<u32>(body, LINEAR_BOUND_ACTIVE_ROW_COUNT)) << 2);
  for (; weight < end; weight += 4) {
    const row = rows + load<u32>(offset);
    const q = v128.load32_splat(weight);
    x = f32x4.add(x, f32x4.mul(v128.load(row), q));
    y = f32x4.add(y, f32x4.mul(v128.load(row, BOUNDS_CENTER_Y), q));
    z = f32x4.add(z, f32x4.mul(v128.load(row, BOUNDS_CENTER_Z), q));
    offset += 4;
  }
  v128.store(out, x);
  v128.store(out, y, BOUNDS_CENTER_Y);
  v128.store(out, z, BOUNDS_CENTER_Z);
}

/** Radii by the rule of morph targets. */
// @ts-ignore: decorator
@inline
function sumRadii(body: usize, rows: usize, out: usize): void {
  let r = f32x4.mul(v128.load(rows, BOUNDS_SIZE_X), v128.load32_splat(body, LINEAR_BOUND_REST_SHARE));
  let offset: usize = load<usize>(body, LINEAR_BOUND_SIZE_ROWS);
  let weight: usize = load<usize>(body, LINEAR_BOUND_SIZE_WEIGHTS);
  const end = weight + ((<usize>load<u32>(body, LINEAR_BOUND_SIZE_COUNT)) << 2);
  for (; weight < end; weight += 4) {
    r = f32x4.add(r, f32x4.mul(v128.load(rows + load<u32>(offset)), v128.load32_splat(weight)));
    offset += 4;
  }
  v128.store(out, r, BOUNDS_SIZE_X);
}

/** Half extents by the rule of morph targets. */
// @ts-ignore: decorator
@inline
function sumExtents(body: usize, rows: usize, out: usize): void {
  const share = v128.load32_splat(body, LINEAR_BOUND_REST_SHARE);
  let x = f32x4.mul(v128.load(rows, BOUNDS_SIZE_X), share);
  let y = f32x4.mul(v128.load(rows, BOUNDS_SIZE_Y), share);
  let z = f32x4.mul(v128.load(rows, BOUNDS_SIZE_Z), share);
  let offset: usize = load<usize>(body, LINEAR_BOUND_SIZE_ROWS);
  let weight: usize = load<usize>(body, LINEAR_BOUND_SIZE_WEIGHTS);
  const end = weight + ((<usize>load<u32>(body, LINEAR_BOUND_SIZE_COUNT)) << 2);
  for (; weight < end; weight += 4) {
    const row = rows + load<u32>(offset);
    const w = v128.load32_splat(weight);
    x = f32x4.add(x, f32x4.mul(v128.load(row), w));
    y = f32x4.add(y, f32x4.mul(v128.load(row, ROW_BYTES), w));
    z = f32x4.add(z, f32x4.mul(v128.load(row, 2 * ROW_BYTES), w));
    offset += 4;
  }
  v128.store(out, x, BOUNDS_SIZE_X);
  v128.store(out, y, BOUNDS_SIZE_Y);
  v128.store(out, z, BOUNDS_SIZE_Z);
}
