/**
 * Around which vertices of a surface are all triangles apart, but for what they share? Four stars at a time. Twin:
 * ../twin/unfold-stars.ts, with the proof.
 */
import {
  FLOAT32_MAX,
  HEADER_POSITIONS,
  HEADER_SELF,
  HEADER_STAMP,
  HEADER_TRIANGLES,
  LINE_SIDE_ROUNDING,
  LINE_SLOPE,
  OWN_MARK,
  POSITION_BYTES,
  RING_POINT_BYTES,
  RING_POINT_Y,
  RING_POINT_Z,
  ROW_BYTES,
  SELF_STARS,
  SMALLEST_PRODUCT,
  STARS_FLAGS,
  STARS_LIST,
  STARS_MARKS,
  STARS_ROOM,
  STARS_STRETCHES,
  STAR_GROUP_IS_CLOSED,
  STAR_GROUP_RINGS,
  STAR_GROUP_RING_LENGTH,
  STAR_GROUP_VERTICES,
  STAR_LIST_STRETCHES,
  STAR_LIST_TRIANGLE_COUNT,
  STRETCH_SHIFT,
  TURN_ROUNDING,
} from './generated/layout';

// @ts-ignore: decorator
@inline
function starsOf(body: usize): usize {
  return load<usize>(load<usize>(body, HEADER_SELF), SELF_STARS);
}

/** Finds out about the stars of all stretches that some triangles are in, unless that is known, and marks their corners. */
export function unfoldStars(body: usize, first: u32, end: u32): void {
  const now = load<u32>(body, HEADER_STAMP);
  const stamps = load<usize>(starsOf(body), STARS_STRETCHES);
  for (let stretch = first >>> STRETCH_SHIFT; stretch << STRETCH_SHIFT < end; stretch++) {
    const stamp = stamps + ((<usize>stretch) << 2);
    if (load<u32>(stamp) == now) continue;
    store<u32>(stamp, now);
    unfoldStretch(body, stretch, now);
  }
}

function unfoldStretch(body: usize, stretch: u32, now: u32): void {
  const positions = load<usize>(body, HEADER_POSITIONS);
  const kept = starsOf(body);
  const flags = load<usize>(kept, STARS_FLAGS);
  const room = load<usize>(kept, STARS_ROOM);
  const stars = load<usize>(kept, STARS_LIST);
  const here = i32x4.splat(now);
  let group = stars + <usize>load<u32>(stars + ((<usize>stretch) << 2), STAR_LIST_STRETCHES);
  for (;;) {
    const length = load<u32>(group, STAR_GROUP_RING_LENGTH);
    if (length == 0) break;
    const isClosed = load<u32>(group, STAR_GROUP_IS_CLOSED) == 1;
    const unfolded = v128.and(unfoldGroup(positions, group + STAR_GROUP_VERTICES, length, isClosed, room), here);
    store<u32>(flags + (<usize>load<u32>(group, STAR_GROUP_VERTICES) << 2), i32x4.extract_lane(unfolded, 0));
    store<u32>(flags + (<usize>load<u32>(group, STAR_GROUP_VERTICES + 4) << 2), i32x4.extract_lane(unfolded, 1));
    store<u32>(flags + (<usize>load<u32>(group, STAR_GROUP_VERTICES + 8) << 2), i32x4.extract_lane(unfolded, 2));
    store<u32>(flags + (<usize>load<u32>(group, STAR_GROUP_VERTICES + 12) << 2), i32x4.extract_lane(unfolded, 3));
    group += STAR_GROUP_RINGS + <usize>length * ROW_BYTES;
  }
  const corners = load<usize>(body, HEADER_TRIANGLES);
  const marks = load<usize>(kept, STARS_MARKS);
  const end = min<u32>((stretch + 1) << STRETCH_SHIFT, load<u32>(stars, STAR_LIST_TRIANGLE_COUNT)) * 3;
  for (let corner = (stretch << STRETCH_SHIFT) * 3; corner < end; corner++) {
    const vertex = load<u32>(corners + (<usize>corner << 2));
    const isUnfolded = load<u32>(flags + (<usize>vertex << 2)) == now;
    store<u32>(marks + (<usize>corner << 2), isUnfolded ? vertex : OWN_MARK | corner);
  }
}

/** Four stars: a row of vertices, then rows of rings. */
// @ts-ignore: decorator
@inline
function unfoldGroup(positions: usize, rows: usize, length: u32, isClosed: bool, room: usize): v128 {
  // Rings from their vertices, and the sum of the normals.
  gather(positions, rows, room);
  const vx = v128.load(room);
  const vy = v128.load(room, RING_POINT_Y);
  const vz = v128.load(room, RING_POINT_Z);
  let reach = f32x4.splat(0);
  let dx = f32x4.splat(0);
  let dy = f32x4.splat(0);
  let dz = f32x4.splat(0);
  let px = dx;
  let py = dx;
  let pz = dx;
  const end = room + <usize>length * RING_POINT_BYTES;
  for (let at = room; at < end; at += RING_POINT_BYTES) {
    rows += ROW_BYTES;
    gather(positions, rows, at);
    const x = f32x4.sub(v128.load(at), vx);
    const y = f32x4.sub(v128.load(at, RING_POINT_Y), vy);
    const z = f32x4.sub(v128.load(at, RING_POINT_Z), vz);
    v128.store(at, x);
    v128.store(at, y, RING_POINT_Y);
    v128.store(at, z, RING_POINT_Z);
    reach = f32x4.pmax(reach, f32x4.add(f32x4.add(f32x4.abs(x), f32x4.abs(y)), f32x4.abs(z)));
    // From the vertex itself to the first of the ring: a normal of nothing.
    dx = f32x4.add(dx, f32x4.sub(f32x4.mul(py, z), f32x4.mul(pz, y)));
    dy = f32x4.add(dy, f32x4.sub(f32x4.mul(pz, x), f32x4.mul(px, z)));
    dz = f32x4.add(dz, f32x4.sub(f32x4.mul(px, y), f32x4.mul(py, x)));
    px = x;
    py = y;
    pz = z;
  }
  if (isClosed) {
    const x = v128.load(room);
    const y = v128.load(room, RING_POINT_Y);
    const z = v128.load(room, RING_POINT_Z);
    v128.store(end, x);
    v128.store(end, y, RING_POINT_Y);
    v128.store(end, z, RING_POINT_Z);
    dx = f32x4.add(dx, f32x4.sub(f32x4.mul(py, z), f32x4.mul(pz, y)));
    dy = f32x4.add(dy, f32x4.sub(f32x4.mul(pz, x), f32x4.mul(px, z)));
    dz = f32x4.add(dz, f32x4.sub(f32x4.mul(px, y), f32x4.mul(py, x)));
  }
  const ax = f32x4.abs(dx);
  const ay = f32x4.abs(dy);
  const az = f32x4.abs(dz);
  const largest = f32x4.splat(FLOAT32_MAX);
  const isFinite = v128.and(
    v128.and(f32x4.le(ax, largest), f32x4.le(ay, largest)),
    f32x4.le(az, largest),
  );
  const isX = v128.and(f32x4.gt(ax, ay), f32x4.gt(ax, az));
  const isY = v128.andnot(f32x4.gt(ay, az), isX);
  const third = choose(isX, isY, dx, dy, dz);
  const m = f32x4.div(choose(isX, isY, dy, dz, dx), third);
  const n = f32x4.div(choose(isX, isY, dz, dx, dy), third);

  const slope = f32x4.splat(LINE_SLOPE);
  const square = f32x4.mul(reach, reach);
  const bound = f32x4.add(
    f32x4.mul(f32x4.mul(f32x4.splat(4), square), f32x4.splat(TURN_ROUNDING)),
    f32x4.splat(SMALLEST_PRODUCT),
  );
  const minus = f32x4.neg(bound);
  const lineBound = f32x4.add(f32x4.mul(reach, f32x4.splat(LINE_SIDE_ROUNDING)), f32x4.splat(SMALLEST_PRODUCT));
  const zero = f32x4.splat(0);
  let above = isFinite;
  let below = isFinite;
  let crossings = i32x4.splat(0);
  let lastX = zero;
  let lastY = zero;
  let lastSide = zero;
  const stop: usize = isClosed ? end + RING_POINT_BYTES : end;
  for (let at = room; at < stop; at += RING_POINT_BYTES) {
    const lx = v128.load(at);
    const ly = v128.load(at, RING_POINT_Y);
    const lz = v128.load(at, RING_POINT_Z);
    const height = choose(isX, isY, lx, ly, lz);
    const x = f32x4.sub(choose(isX, isY, ly, lz, lx), f32x4.mul(m, height));
    const y = f32x4.sub(choose(isX, isY, lz, lx, ly), f32x4.mul(n, height));
    const w = f32x4.add(y, f32x4.mul(slope, x));
    const isCertain = f32x4.gt(f32x4.abs(w), lineBound);
    const side = f32x4.gt(w, zero);
    above = v128.and(above, isCertain);
    below = v128.and(below, isCertain);
    if (at != room) {
      const turn = f32x4.sub(f32x4.mul(lastX, y), f32x4.mul(x, lastY));
      above = v128.and(above, f32x4.gt(turn, bound));
      below = v128.and(below, f32x4.lt(turn, minus));
      // Minus one for each lane that differs.
      crossings = i32x4.sub(crossings, v128.xor(side, lastSide));
    }
    lastX = x;
    lastY = y;
    lastSide = side;
  }
  const once = isClosed
    ? i32x4.eq(crossings, i32x4.splat(2))
    : i32x4.lt_s(crossings, i32x4.splat(2));
  return v128.and(v128.or(above, below), once);
}

// @ts-ignore: decorator
@inline
function choose(isX: v128, isY: v128, x: v128, y: v128, z: v128): v128 {
  return v128.bitselect(x, v128.bitselect(y, z, isY), isX);
}

/** Three coordinates of four vertices, one lane each. */
// @ts-ignore: decorator
@inline
function gather(positions: usize, ids: usize, at: usize): void {
  const p0 = v128.load(positions + <usize>load<u32>(ids) * POSITION_BYTES);
  const p1 = v128.load(positions + <usize>load<u32>(ids, 4) * POSITION_BYTES);
  const p2 = v128.load(positions + <usize>load<u32>(ids, 8) * POSITION_BYTES);
  const p3 = v128.load(positions + <usize>load<u32>(ids, 12) * POSITION_BYTES);
  const xy01 = v128.shuffle<f32>(p0, p1, 0, 4, 1, 5);
  const xy23 = v128.shuffle<f32>(p2, p3, 0, 4, 1, 5);
  const z01 = v128.shuffle<f32>(p0, p1, 2, 6, 3, 7);
  const z23 = v128.shuffle<f32>(p2, p3, 2, 6, 3, 7);
  v128.store(at, v128.shuffle<f32>(xy01, xy23, 0, 1, 4, 5));
  v128.store(at, v128.shuffle<f32>(xy01, xy23, 2, 3, 6, 7), RING_POINT_Y);
  v128.store(at, v128.shuffle<f32>(z01, z23, 0, 1, 4, 5), RING_POINT_Z);
}
