/** The points of a node's border as they are seen along a line. Twin: ../twin/see-border.ts, with the proof. */
import {
  CORNER_BIT,
  FACING_BOX,
  FACING_BYTES,
  FACING_LINE,
  FACING_SIZE,
  HEADER_POSITIONS,
  NODE_BYTES,
  NODE_FIRST_POINT,
  NODE_POINT_COUNT,
  PAIR_WALK_BORDER_EDGES,
  POSITION_BYTES,
  REGIONS_FACINGS,
  REGIONS_NODES,
  REGIONS_VERTICES,
  REGIONS_X,
  REGIONS_Y,
} from './generated/layout';

/** Where a node is. */
// @ts-ignore: decorator
@inline
export function nodeAt(kept: usize, node: u32): usize {
  return load<usize>(kept, REGIONS_NODES) + <usize>node * NODE_BYTES;
}

/** Where is what is known of a node in the present pose. */
// @ts-ignore: decorator
@inline
export function facingAt(kept: usize, node: u32): usize {
  return load<usize>(kept, REGIONS_FACINGS) + <usize>node * FACING_BYTES;
}

/** Where the vertex is that the points of a node are counted from: the first of them. */
// @ts-ignore: decorator
@inline
export function originOf(body: usize, kept: usize, node: u32): usize {
  const vertex = load<u32>(load<usize>(kept, REGIONS_VERTICES) + (<usize>load<u32>(nodeAt(kept, node), NODE_FIRST_POINT) << 2));
  return load<usize>(body, HEADER_POSITIONS) + <usize>(vertex & ~CORNER_BIT) * POSITION_BYTES;
}

/** Sees to it that the points of a node are those that are seen along a line in the present pose. */
// @ts-ignore: decorator
@inline
export function seeBorder(body: usize, kept: usize, node: u32, line: u32, state: usize): void {
  if (load<u32>(facingAt(kept, node), FACING_LINE) != line) seePoints(body, kept, node, line, state);
}

function seePoints(body: usize, kept: usize, node: u32, line: u32, state: usize): void {
  const facing = facingAt(kept, node);
  store<u32>(facing, line, FACING_LINE);
  const record = nodeAt(kept, node);
  const count = load<u32>(record, NODE_POINT_COUNT);
  store<u32>(state, load<u32>(state, PAIR_WALK_BORDER_EDGES) + count, PAIR_WALK_BORDER_EDGES);
  const first: usize = <usize>load<u32>(record, NODE_FIRST_POINT) << 2;
  const vertices = load<usize>(kept, REGIONS_VERTICES);
  const xs = load<usize>(kept, REGIONS_X);
  const ys = load<usize>(kept, REGIONS_Y);
  const positions = load<usize>(body, HEADER_POSITIONS);
  const origin = originOf(body, kept, node);
  const ox = v128.load32_splat(origin);
  const oy = v128.load32_splat(origin, 4);
  const oz = v128.load32_splat(origin, 8);
  let size = f32x4.splat(0);
  let lowX = f32x4.splat(Infinity);
  let lowY = lowX;
  let highX = f32x4.splat(-Infinity);
  let highY = highX;
  for (let at = first; at < first + (<usize>count << 2); at += 16) {
    const p0 = v128.load(positions + <usize>(load<u32>(vertices + at) & ~CORNER_BIT) * POSITION_BYTES);
    const p1 = v128.load(positions + <usize>(load<u32>(vertices + at, 4) & ~CORNER_BIT) * POSITION_BYTES);
    const p2 = v128.load(positions + <usize>(load<u32>(vertices + at, 8) & ~CORNER_BIT) * POSITION_BYTES);
    const p3 = v128.load(positions + <usize>(load<u32>(vertices + at, 12) & ~CORNER_BIT) * POSITION_BYTES);
    const xy01 = v128.shuffle<f32>(p0, p1, 0, 4, 1, 5);
    const xy23 = v128.shuffle<f32>(p2, p3, 0, 4, 1, 5);
    const z01 = v128.shuffle<f32>(p0, p1, 2, 6, 3, 7);
    const z23 = v128.shuffle<f32>(p2, p3, 2, 6, 3, 7);
    const x = f32x4.sub(v128.shuffle<f32>(xy01, xy23, 0, 1, 4, 5), ox);
    const y = f32x4.sub(v128.shuffle<f32>(xy01, xy23, 2, 3, 6, 7), oy);
    const z = f32x4.sub(v128.shuffle<f32>(z01, z23, 0, 1, 4, 5), oz);
    let seenX = x;
    let seenY = y;
    if (line == 0) {
      seenX = y;
      seenY = z;
    } else if (line == 1) {
      seenX = z;
      seenY = x;
    } else if (line > 2) {
      seenX = (line - 3) & 1 ? f32x4.add(x, z) : f32x4.sub(x, z);
      seenY = (line - 3) & 2 ? f32x4.add(y, z) : f32x4.sub(y, z);
    }
    v128.store(xs + at, seenX);
    v128.store(ys + at, seenY);
    size = f32x4.pmax(size, f32x4.add(f32x4.add(f32x4.abs(x), f32x4.abs(y)), f32x4.abs(z)));
    lowX = f32x4.pmin(lowX, seenX);
    lowY = f32x4.pmin(lowY, seenY);
    highX = f32x4.pmax(highX, seenX);
    highY = f32x4.pmax(highY, seenY);
  }
  // Of zeros with a sign either is lowest: added to one without, they have none.
  store<f32>(facing, lowest(lowX) + 0, FACING_BOX);
  store<f32>(facing, lowest(lowY) + 0, FACING_BOX + 4);
  store<f32>(facing, highest(highX) + 0, FACING_BOX + 8);
  store<f32>(facing, highest(highY) + 0, FACING_BOX + 12);
  store<f32>(facing, highest(size), FACING_SIZE);
}

// @ts-ignore: decorator
@inline
function lowest(v: v128): f32 {
  const two = f32x4.pmin(v, v128.shuffle<f32>(v, v, 2, 3, 0, 1));
  return f32x4.extract_lane(f32x4.pmin(two, v128.shuffle<f32>(two, two, 1, 0, 3, 2)), 0);
}

// @ts-ignore: decorator
@inline
function highest(v: v128): f32 {
  const two = f32x4.pmax(v, v128.shuffle<f32>(v, v, 2, 3, 0, 1));
  return f32x4.extract_lane(f32x4.pmax(two, v128.shuffle<f32>(two, two, 1, 0, 3, 2)), 0);
}
