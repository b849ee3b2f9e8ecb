/** The bounds of a block from its coefficients, before the body is placed. Twin: ../twin/sum-block.ts. */
import {
  ACTIVE_COUNT,
  ACTIVE_ROWS,
  ACTIVE_WEIGHTS,
  BLOCK_BYTES,
  REST_SHARE,
  ROWS,
  SIZE_COUNT,
  SIZE_ROWS,
  SIZE_WEIGHTS,
} from './lazy-body';

/** c' = c + Σ Ubar_j q_j and R' = R + Σ dR_j |q_j|, for four spheres at once. */
export function sumSpheres(body: usize, block: u32, out: usize): void {
  const rows = load<usize>(body, ROWS) + <usize>block * load<usize>(body, BLOCK_BYTES);
  if (load<usize>(body, SIZE_ROWS)) {
    sumCenters(body, rows, out);
    sumRadii(body, rows, out);
    return;
  }
  let x = v128.load(rows);
  let y = v128.load(rows, 16);
  let z = v128.load(rows, 32);
  let r = v128.load(rows, 48);
  let offset: usize = load<usize>(body, ACTIVE_ROWS);
  let weight: usize = load<usize>(body, ACTIVE_WEIGHTS);
  const end = weight + ((<usize>load<u32>(body, ACTIVE_COUNT)) << 2);
  for (; weight < end; weight += 4) {
    const row = rows + load<u32>(offset);
    const q = v128.load32_splat(weight);
    x = f32x4.add(x, f32x4.mul(v128.load(row), q));
    y = f32x4.add(y, f32x4.mul(v128.load(row, 16), q));
    z = f32x4.add(z, f32x4.mul(v128.load(row, 32), q));
    r = f32x4.add(r, f32x4.mul(v128.load(row, 48), f32x4.abs(q)));
    offset += 4;
  }
  v128.store(out, x);
  v128.store(out, y, 16);
  v128.store(out, z, 32);
  v128.store(out, r, 48);
}

/** c' as for spheres and h' = h + Σ dH_j |q_j| on each axis, for four boxes at once. */
export function sumBoxes(body: usize, block: u32, out: usize): void {
  const rows = load<usize>(body, ROWS) + <usize>block * load<usize>(body, BLOCK_BYTES);
  if (load<usize>(body, SIZE_ROWS)) {
    sumCenters(body, rows, out);
    sumExtents(body, rows, out);
    return;
  }
  let x = v128.load(rows);
  let y = v128.load(rows, 16);
  let z = v128.load(rows, 32);
  let hx = v128.load(rows, 48);
  let hy = v128.load(rows, 64);
  let hz = v128.load(rows, 80);
  let offset: usize = load<usize>(body, ACTIVE_ROWS);
  let weight: usize = load<usize>(body, ACTIVE_WEIGHTS);
  const end = weight + ((<usize>load<u32>(body, ACTIVE_COUNT)) << 2);
  for (; weight < end; weight += 4) {
    const row = rows + load<u32>(offset);
    const q = v128.load32_splat(weight);
    const size = f32x4.abs(q);
    x = f32x4.add(x, f32x4.mul(v128.load(row), q));
    y = f32x4.add(y, f32x4.mul(v128.load(row, 16), q));
    z = f32x4.add(z, f32x4.mul(v128.load(row, 32), q));
    hx = f32x4.add(hx, f32x4.mul(v128.load(row, 48), size));
    hy = f32x4.add(hy, f32x4.mul(v128.load(row, 64), size));
    hz = f32x4.add(hz, f32x4.mul(v128.load(row, 80), size));
    offset += 4;
  }
  v128.store(out, x);
  v128.store(out, y, 16);
  v128.store(out, z, 32);
  v128.store(out, hx, 48);
  v128.store(out, hy, 64);
  v128.store(out, hz, 80);
}

/** Centres alone, where sizes follow another rule. */
// @ts-ignore: decorator
@inline
function sumCenters(body: usize, rows: usize, out: usize): void {
  let x = v128.load(rows);
  let y = v128.load(rows, 16);
  let z = v128.load(rows, 32);
  let offset: usize = load<usize>(body, ACTIVE_ROWS);
  let weight: usize = load<usize>(body, ACTIVE_WEIGHTS);
  const end = weight + ((<usize>load<u32>(body, ACTIVE_COUNT)) << 2);
  for (; weight < end; weight += 4) {
    const row = rows + load<u32>(offset);
    const q = v128.load32_splat(weight);
    x = f32x4.add(x, f32x4.mul(v128.load(row), q));
    y = f32x4.add(y, f32x4.mul(v128.load(row, 16), q));
    z = f32x4.add(z, f32x4.mul(v128.load(row, 32), q));
    offset += 4;
  }
  v128.store(out, x);
  v128.store(out, y, 16);
  v128.store(out, z, 32);
}

/** Radii by the rule of morph targets. */
// @ts-ignore: decorator
@inline
function sumRadii(body: usize, rows: usize, out: usize): void {
  let r = f32x4.mul(v128.load(rows, 48), v128.load32_splat(body, REST_SHARE));
  let offset: usize = load<usize>(body, SIZE_ROWS);
  let weight: usize = load<usize>(body, SIZE_WEIGHTS);
  const end = weight + ((<usize>load<u32>(body, SIZE_COUNT)) << 2);
  for (; weight < end; weight += 4) {
    r = f32x4.add(r, f32x4.mul(v128.load(rows + load<u32>(offset)), v128.load32_splat(weight)));
    offset += 4;
  }
  v128.store(out, r, 48);
}

/** Half extents by the rule of morph targets. */
// @ts-ignore: decorator
@inline
function sumExtents(body: usize, rows: usize, out: usize): void {
  const share = v128.load32_splat(body, REST_SHARE);
  let x = f32x4.mul(v128.load(rows, 48), share);
  let y = f32x4.mul(v128.load(rows, 64), share);
  let z = f32x4.mul(v128.load(rows, 80), share);
  let offset: usize = load<usize>(body, SIZE_ROWS);
  let weight: usize = load<usize>(body, SIZE_WEIGHTS);
  const end = weight + ((<usize>load<u32>(body, SIZE_COUNT)) << 2);
  for (; weight < end; weight += 4) {
    const row = rows + load<u32>(offset);
    const w = v128.load32_splat(weight);
    x = f32x4.add(x, f32x4.mul(v128.load(row), w));
    y = f32x4.add(y, f32x4.mul(v128.load(row, 16), w));
    z = f32x4.add(z, f32x4.mul(v128.load(row, 32), w));
    offset += 4;
  }
  v128.store(out, x, 48);
  v128.store(out, y, 64);
  v128.store(out, z, 80);
}
