/**
 * Four triangles of a body in hand, one lane each: corners, planes, and how far heights above them may be off. Twin:
 * ../twin/triangle-sides.ts.
 */
import {
  HEADER_POSITIONS,
  HEADER_TRIANGLES,
  HEIGHT_ROUNDING,
  POSITION_BYTES,
  ROW_BYTES,
  SIDE_CORNER_BYTES,
  SIDE_CORNER_Y,
  SIDE_CORNER_Z,
  SIDE_IDS,
  SIDE_IS_PLANE,
  SIDE_NORMAL,
  SIDE_SIZE,
  SIDE_SPAN,
  SMALLEST_PRODUCT,
  SMALLEST_SIZE,
  TRIANGLE_BYTES,
} from './generated/layout';

/** Corners of four triangles, one lane each: their coordinates, and which vertices they are; then their planes. */
export function gather(body: usize, t0: u32, t1: u32, t2: u32, t3: u32, side: usize): void {
  const positions = load<usize>(body, HEADER_POSITIONS);
  const triangles = load<usize>(body, HEADER_TRIANGLES);
  const c0 = triangles + <usize>t0 * TRIANGLE_BYTES;
  const c1 = triangles + <usize>t1 * TRIANGLE_BYTES;
  const c2 = triangles + <usize>t2 * TRIANGLE_BYTES;
  const c3 = triangles + <usize>t3 * TRIANGLE_BYTES;
  gatherCorner(positions, load<u32>(c0), load<u32>(c1), load<u32>(c2), load<u32>(c3), side);
  gatherCorner(positions, load<u32>(c0, 4), load<u32>(c1, 4), load<u32>(c2, 4), load<u32>(c3, 4), side + SIDE_CORNER_BYTES);
  gatherCorner(
    positions,
    load<u32>(c0, 8),
    load<u32>(c1, 8),
    load<u32>(c2, 8),
    load<u32>(c3, 8),
    side + 2 * SIDE_CORNER_BYTES,
  );
  // Not as words one by one: rows are loaded right afterwards, and would have to wait for them.
  const ids01 = v128.shuffle<u32>(v128.load_zero<u64>(c0), v128.load_zero<u64>(c1), 0, 4, 1, 5);
  const ids23 = v128.shuffle<u32>(v128.load_zero<u64>(c2), v128.load_zero<u64>(c3), 0, 4, 1, 5);
  const last01 = v128.shuffle<u32>(v128.load_zero<u32>(c0, 8), v128.load_zero<u32>(c1, 8), 0, 4, 1, 5);
  const last23 = v128.shuffle<u32>(v128.load_zero<u32>(c2, 8), v128.load_zero<u32>(c3, 8), 0, 4, 1, 5);
  v128.store(side, v128.shuffle<u32>(ids01, ids23, 0, 1, 4, 5), SIDE_IDS);
  v128.store(side, v128.shuffle<u32>(ids01, ids23, 2, 3, 6, 7), SIDE_IDS + ROW_BYTES);
  v128.store(side, v128.shuffle<u32>(last01, last23, 0, 1, 4, 5), SIDE_IDS + 2 * ROW_BYTES);
  writePlanes(side);
}

/** Lanes in which no triangle is a defect. */
// @ts-ignore: decorator
@inline
export function havePlanes(sideA: usize, sideB: usize): v128 {
  return v128.and(v128.load(sideA, SIDE_IS_PLANE), v128.load(sideB, SIDE_IS_PLANE));
}

/** Whether a corner of `others` is one of `side`. */
// @ts-ignore: decorator
@inline
export function isCorner(side: usize, others: usize, corner: usize, isSurface: v128): v128 {
  const id = v128.load(others + corner, SIDE_IDS);
  const first = v128.or(i32x4.eq(id, v128.load(side, SIDE_IDS)), i32x4.eq(id, v128.load(side, SIDE_IDS + ROW_BYTES)));
  return v128.and(v128.or(first, i32x4.eq(id, v128.load(side, SIDE_IDS + 2 * ROW_BYTES))), isSurface);
}

/** How far a height above a plane may be off, for corners of both triangles. */
// @ts-ignore: decorator
@inline
export function boundOf(side: usize, others: usize, size: v128): v128 {
  const span = f32x4.add(v128.load(side, SIDE_SPAN), v128.load(others, SIDE_SPAN));
  const reach = f32x4.mul(f32x4.add(span, span), size);
  return f32x4.add(f32x4.mul(reach, f32x4.splat(HEIGHT_ROUNDING)), f32x4.splat(SMALLEST_PRODUCT));
}

/** How far points are from an origin along a direction, times its length. */
// @ts-ignore: decorator
@inline
export function heightOf(point: usize, origin: usize, nx: v128, ny: v128, nz: v128): v128 {
  const x = f32x4.sub(v128.load(point), v128.load(origin));
  const y = f32x4.sub(v128.load(point, SIDE_CORNER_Y), v128.load(origin, SIDE_CORNER_Y));
  const z = f32x4.sub(v128.load(point, SIDE_CORNER_Z), v128.load(origin, SIDE_CORNER_Z));
  return product(x, y, z, nx, ny, nz);
}

/** The scalar product. */
// @ts-ignore: decorator
@inline
export function product(x: v128, y: v128, z: v128, nx: v128, ny: v128, nz: v128): v128 {
  return f32x4.add(f32x4.add(f32x4.mul(x, nx), f32x4.mul(y, ny)), f32x4.mul(z, nz));
}

/** The sum of absolute values. */
// @ts-ignore: decorator
@inline
export function lengthOf(x: v128, y: v128, z: v128): v128 {
  return f32x4.add(f32x4.add(f32x4.abs(x), f32x4.abs(y)), f32x4.abs(z));
}

// @ts-ignore: decorator
@inline
function gatherCorner(positions: usize, v0: u32, v1: u32, v2: u32, v3: u32, at: usize): void {
  const p0 = v128.load(positions + <usize>v0 * POSITION_BYTES);
  const p1 = v128.load(positions + <usize>v1 * POSITION_BYTES);
  const p2 = v128.load(positions + <usize>v2 * POSITION_BYTES);
  const p3 = v128.load(positions + <usize>v3 * POSITION_BYTES);
  const xy01 = v128.shuffle<f32>(p0, p1, 0, 4, 1, 5);
  const xy23 = v128.shuffle<f32>(p2, p3, 0, 4, 1, 5);
  const z01 = v128.shuffle<f32>(p0, p1, 2, 6, 3, 7);
  const z23 = v128.shuffle<f32>(p2, p3, 2, 6, 3, 7);
  v128.store(at, v128.shuffle<f32>(xy01, xy23, 0, 1, 4, 5));
  v128.store(at, v128.shuffle<f32>(xy01, xy23, 2, 3, 6, 7), SIDE_CORNER_Y);
  v128.store(at, v128.shuffle<f32>(z01, z23, 0, 1, 4, 5), SIDE_CORNER_Z);
}

/** Normals of four triangles, whether they certainly have one, and the lengths that bound errors. */
// @ts-ignore: decorator
@inline
function writePlanes(side: usize): void {
  const dx = v128.load(side);
  const dy = v128.load(side, SIDE_CORNER_Y);
  const dz = v128.load(side, SIDE_CORNER_Z);
  const bx = f32x4.sub(v128.load(side, SIDE_CORNER_BYTES), dx);
  const by = f32x4.sub(v128.load(side, SIDE_CORNER_BYTES + SIDE_CORNER_Y), dy);
  const bz = f32x4.sub(v128.load(side, SIDE_CORNER_BYTES + SIDE_CORNER_Z), dz);
  const cx = f32x4.sub(v128.load(side, 2 * SIDE_CORNER_BYTES), dx);
  const cy = f32x4.sub(v128.load(side, 2 * SIDE_CORNER_BYTES + SIDE_CORNER_Y), dy);
  const cz = f32x4.sub(v128.load(side, 2 * SIDE_CORNER_BYTES + SIDE_CORNER_Z), dz);
  const nx = f32x4.sub(f32x4.mul(by, cz), f32x4.mul(bz, cy));
  const ny = f32x4.sub(f32x4.mul(bz, cx), f32x4.mul(bx, cz));
  const nz = f32x4.sub(f32x4.mul(bx, cy), f32x4.mul(by, cx));
  const b = lengthOf(bx, by, bz);
  const c = lengthOf(cx, cy, cz);
  const size = f32x4.add(f32x4.mul(b, c), f32x4.splat(SMALLEST_SIZE));
  const largest = f32x4.pmax(f32x4.pmax(f32x4.abs(nx), f32x4.abs(ny)), f32x4.abs(nz));
  v128.store(side, nx, SIDE_NORMAL);
  v128.store(side, ny, SIDE_NORMAL + ROW_BYTES);
  v128.store(side, nz, SIDE_NORMAL + 2 * ROW_BYTES);
  v128.store(side, f32x4.add(b, c), SIDE_SPAN);
  v128.store(side, size, SIDE_SIZE);
  v128.store(side, f32x4.gt(largest, f32x4.mul(size, f32x4.splat(HEIGHT_ROUNDING))), SIDE_IS_PLANE);
}
