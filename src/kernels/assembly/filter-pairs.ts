/**
 * Which pairs of triangles of two leaves need an exact test? First boxes, then planes, four pairs at a time. Twin:
 * ../twin/filter-pairs.ts, with the proof.
 */
import { POSITIONS, STAMP, STARS, STAR_MARKS, STAR_STAMP, TRIANGLES } from './lazy-body';

const LEAF_PAIRS: usize = 0;
const LEAF_PAIR_COUNT: usize = 4;
const NEXT: usize = 8;
const PAIRS: usize = 12;
const PAIR_CAPACITY: usize = 16;
const PAIR_COUNT: usize = 20;
const COMPARED_COUNT: usize = 24;
const BOXES: usize = 28;
const ROWS: usize = 32;

const LEAF_PAIR_CAPACITY: u32 = 256;
const LEAF_BOX_BYTES: usize = 544;
const KEPT_LEAVES: usize = 32;
const KEPT_BYTES: usize = KEPT_LEAVES * (4 + LEAF_BOX_BYTES);
/** Numbers of triangles and where their boxes are, for all that a leaf has. */
const NEAR_BYTES: usize = 128;
const SIDE_BYTES: usize = 288;

/** Rows of a side: three coordinates of three corners, then these. */
const CORNER_BYTES: usize = 48;
const CORNERS: usize = 144;
const NORMAL: usize = 192;
const SPAN: usize = 240;
const SIZE: usize = 256;
const IS_PLANE: usize = 272;


/** 2^-21 */
const ROUNDING: f32 = 4.76837158203125e-7;
/** 2^-100 and 2^-120 */
const TINY_SIZE: f32 = 7.888609052210118e-31;
const TINY_HEIGHT: f32 = 7.52316384526264e-37;

/** Goes through pairs of leaves until all are done or there may be no room for the next. */
export function filterPairs(a: usize, b: usize, state: usize): void {
  const leafPairs = load<usize>(state, LEAF_PAIRS);
  const leafPairCount = load<u32>(state, LEAF_PAIR_COUNT);
  const pairs = load<usize>(state, PAIRS);
  const capacity = load<u32>(state, PAIR_CAPACITY);
  const keptA = load<usize>(state, BOXES);
  const keptB = keptA + KEPT_BYTES;
  const near = keptB + KEPT_BYTES;
  let next = load<u32>(state, NEXT);
  let end = pairs;
  const last = pairs + (<usize>(capacity - LEAF_PAIR_CAPACITY) << 3);
  // Bodies and poses are those of the call before, unless this is the first.
  if (next == 0) {
    forgetLeaves(keptA);
    forgetLeaves(keptB);
  }
  while (next < leafPairCount && end <= last) {
    const leafA = load<u32>(leafPairs + (<usize>next << 3));
    const leafB = load<u32>(leafPairs + (<usize>next << 3), 4);
    next++;
    const boxesA = boxesOf(a, leafA, keptA);
    if (a == b && leafA == leafB) end = pairWithin(leafA, boxesA, end);
    else end = pairAcross(leafA, boxesA, leafB, boxesOf(b, leafB, keptB), near, end);
  }
  store<u32>(state, next, NEXT);
  store<u32>(state, <u32>((end - pairs) >> 3), COMPARED_COUNT);
  const rows = load<usize>(state, ROWS);
  if (a == b && load<u32>(a, STARS) != 0 && load<u32>(a, STAR_STAMP) == load<u32>(a, STAMP)) {
    end = dropStars(load<usize>(a, STAR_MARKS), pairs, end);
  }
  end = dropSeparated(a, b, pairs, end, rows, false);
  end = dropSeparated(a, b, pairs, end, rows, true);
  store<u32>(state, <u32>((end - pairs) >> 3), PAIR_COUNT);
}

// @ts-ignore: decorator
@inline
function firstOf(leaf: u32): u32 {
  return leaf & 0x07ffffff;
}

// @ts-ignore: decorator
@inline
function countOf(leaf: u32): u32 {
  return ((leaf >>> 27) & 15) + 1;
}

/** No leaf has the word 0. */
function forgetLeaves(kept: usize): void {
  for (let place: usize = 0; place < KEPT_LEAVES * 4; place += 16) v128.store(kept + place, i32x4.splat(0));
}

/**
 * The boxes of a leaf: around all of it, then around each of its triangles, two rows each. Of the last leaves they are kept: a
 * leaf comes again soon, with another beside it.
 */
// @ts-ignore: decorator
@inline
function boxesOf(body: usize, leaf: u32, kept: usize): usize {
  const place: usize = <usize>(firstOf(leaf) >>> 3) & (KEPT_LEAVES - 1);
  const boxes = kept + KEPT_LEAVES * 4 + place * LEAF_BOX_BYTES;
  if (load<u32>(kept + (place << 2)) != leaf) {
    store<u32>(kept + (place << 2), leaf);
    writeBoxes(body, leaf, boxes);
  }
  return boxes;
}

/** Lowest and highest corner of a leaf and of each of its triangles. The fourth lane is noise. */
function writeBoxes(body: usize, leaf: u32, boxes: usize): void {
  const positions = load<usize>(body, POSITIONS);
  let corner = load<usize>(body, TRIANGLES) + <usize>firstOf(leaf) * 12;
  const end = corner + <usize>countOf(leaf) * 12;
  let box = boxes;
  let low = f32x4.splat(Infinity);
  let high = f32x4.splat(-Infinity);
  while (corner < end) {
    const p = v128.load(positions + <usize>load<u32>(corner) * 12);
    const q = v128.load(positions + <usize>load<u32>(corner, 4) * 12);
    const r = v128.load(positions + <usize>load<u32>(corner, 8) * 12);
    const least = f32x4.pmin(f32x4.pmin(p, q), r);
    const most = f32x4.pmax(f32x4.pmax(p, q), r);
    low = f32x4.pmin(low, least);
    high = f32x4.pmax(high, most);
    corner += 12;
    box += 32;
    v128.store(box, least);
    v128.store(box, most, 16);
  }
  v128.store(boxes, low);
  v128.store(boxes, high, 16);
}

// @ts-ignore: decorator
@inline
function boxesMeet(low: v128, high: v128, box: usize): bool {
  const apart = v128.or(f32x4.gt(low, v128.load(box, 16)), f32x4.gt(v128.load(box), high));
  return (i32x4.bitmask(apart) & 7) == 0;
}

/** Adds a pair if the boxes meet; returns where the pairs end. Without a branch, which would be guessed wrong often. */
// @ts-ignore: decorator
@inline
function addIfMet(i: u32, low: v128, high: v128, j: u32, box: usize, end: usize): usize {
  store<u32>(end, i);
  store<u32>(end, j, 4);
  return end + (<usize>boxesMeet(low, high, box) << 3);
}

/** Lists the triangles of a leaf that meet the box of another: their numbers and boxes. Returns where the list ends. */
// @ts-ignore: decorator
@inline
function listNear(leaf: u32, boxes: usize, other: usize, list: usize): usize {
  const low = v128.load(other);
  const high = v128.load(other, 16);
  const last = firstOf(leaf) + countOf(leaf);
  for (let i = firstOf(leaf); i < last; i++) {
    boxes += 32;
    store<u32>(list, i);
    store<usize>(list, boxes, 4);
    list += <usize>boxesMeet(low, high, boxes) << 3;
  }
  return list;
}

/**
 * Adds the pairs of triangles of two leaves whose boxes meet; returns where they end. Only those count that meet the box of
 * the other leaf: of neighbouring leaves, less than half of the triangles.
 */
function pairAcross(leafA: u32, boxesA: usize, leafB: u32, boxesB: usize, near: usize, end: usize): usize {
  const nearB = near + NEAR_BYTES;
  const endA = listNear(leafA, boxesA, boxesB, near);
  const endB = listNear(leafB, boxesB, boxesA, nearB);
  for (let atA = near; atA < endA; atA += 8) {
    const i = load<u32>(atA);
    const boxA = load<usize>(atA, 4);
    const low = v128.load(boxA);
    const high = v128.load(boxA, 16);
    for (let at = nearB; at < endB; at += 8) end = addIfMet(i, low, high, load<u32>(at), load<usize>(at, 4), end);
  }
  return end;
}

/** Adds the pairs of triangles within a leaf whose boxes meet; returns where they end. */
function pairWithin(leaf: u32, boxes: usize, end: usize): usize {
  const endA = firstOf(leaf) + countOf(leaf);
  let boxA = boxes + 32;
  for (let i = firstOf(leaf); i < endA; i++) {
    const low = v128.load(boxA);
    const high = v128.load(boxA, 16);
    boxA += 32;
    let boxB = boxA;
    for (let j = i + 1; j < endA; j++) {
      end = addIfMet(i, low, high, j, boxB, end);
      boxB += 32;
    }
  }
  return end;
}

/** Keeps the pairs without a common vertex whose star is unfolded, in their order; returns where they end. */
// @ts-ignore: decorator
@inline
function dropStars(marks: usize, pairs: usize, end: usize): usize {
  let kept = pairs;
  for (let at = pairs; at < end; at += 8) {
    const pair = load<u64>(at);
    const a = v128.load(marks + <usize>(<u32>pair) * 12);
    const b = v128.load(marks + <usize>(pair >> 32) * 12);
    // Three marks each; the fourth is noise, and stays where it is.
    const turned = v128.shuffle<u32>(b, b, 1, 2, 0, 3);
    const again = v128.shuffle<u32>(b, b, 2, 0, 1, 3);
    const same = v128.or(v128.or(i32x4.eq(a, b), i32x4.eq(a, turned)), i32x4.eq(a, again));
    store<u64>(kept, pair);
    kept += <usize>((i32x4.bitmask(same) & 7) == 0) << 3;
  }
  return kept;
}

/**
 * Keeps the pairs that are not certainly separated, in their order; returns where they end. By planes first; then by edges,
 * which marks what certainly crosses.
 */
function dropSeparated(a: usize, b: usize, pairs: usize, end: usize, rows: usize, byEdges: bool): usize {
  let kept = pairs;
  const sideB = rows + SIDE_BYTES;
  const isSurface = i32x4.splat(a == b ? -1 : 0);
  for (let at = pairs; at < end; at += 32) {
    // The last four may be fewer: then one is taken several times, and heeded once.
    const left = end - at;
    const second: usize = left > 8 ? at + 8 : at;
    const third: usize = left > 16 ? at + 16 : at;
    const fourth: usize = left > 24 ? at + 24 : at;
    gather(a, load<u32>(at), load<u32>(second), load<u32>(third), load<u32>(fourth), rows);
    gather(b, load<u32>(at, 4), load<u32>(second, 4), load<u32>(third, 4), load<u32>(fourth, 4), sideB);
    const wanted: i32 = left >= 32 ? 15 : (1 << <i32>(left >> 3)) - 1;
    let crossing: i32 = 0;
    let separated: v128;
    if (byEdges) {
      const certain = v128.andnot(doCross(rows, sideB), shareCorner(rows, sideB, isSurface));
      crossing = i32x4.bitmask(certain) & wanted;
      separated = edgesSeparate(rows, sideB, isSurface, wanted & ~crossing);
    } else {
      separated = planesSeparate(rows, sideB, isSurface);
    }
    let open: i32 = (~i32x4.bitmask(separated) | crossing) & wanted;
    // Never ahead of what is read: not more has been kept than seen.
    while (open != 0) {
      const lane: usize = ctz(open);
      open &= open - 1;
      store<u64>(kept, load<u64>(at + (lane << 3)) | (<u64>((crossing >>> <i32>lane) & 1) << 60));
      kept += 8;
    }
  }
  return kept;
}

/** Corners of four triangles, one lane each: their coordinates, and which vertices they are; then their planes. */
function gather(body: usize, t0: u32, t1: u32, t2: u32, t3: u32, side: usize): void {
  const positions = load<usize>(body, POSITIONS);
  const triangles = load<usize>(body, TRIANGLES);
  const c0 = triangles + <usize>t0 * 12;
  const c1 = triangles + <usize>t1 * 12;
  const c2 = triangles + <usize>t2 * 12;
  const c3 = triangles + <usize>t3 * 12;
  gatherCorner(positions, load<u32>(c0), load<u32>(c1), load<u32>(c2), load<u32>(c3), side);
  gatherCorner(positions, load<u32>(c0, 4), load<u32>(c1, 4), load<u32>(c2, 4), load<u32>(c3, 4), side + CORNER_BYTES);
  gatherCorner(
    positions,
    load<u32>(c0, 8),
    load<u32>(c1, 8),
    load<u32>(c2, 8),
    load<u32>(c3, 8),
    side + 2 * CORNER_BYTES,
  );
  // Not as words one by one: rows are loaded right afterwards, and would have to wait for them.
  const ids01 = v128.shuffle<u32>(v128.load_zero<u64>(c0), v128.load_zero<u64>(c1), 0, 4, 1, 5);
  const ids23 = v128.shuffle<u32>(v128.load_zero<u64>(c2), v128.load_zero<u64>(c3), 0, 4, 1, 5);
  const last01 = v128.shuffle<u32>(v128.load_zero<u32>(c0, 8), v128.load_zero<u32>(c1, 8), 0, 4, 1, 5);
  const last23 = v128.shuffle<u32>(v128.load_zero<u32>(c2, 8), v128.load_zero<u32>(c3, 8), 0, 4, 1, 5);
  v128.store(side, v128.shuffle<u32>(ids01, ids23, 0, 1, 4, 5), CORNERS);
  v128.store(side, v128.shuffle<u32>(ids01, ids23, 2, 3, 6, 7), CORNERS + 16);
  v128.store(side, v128.shuffle<u32>(last01, last23, 0, 1, 4, 5), CORNERS + 32);
  writePlanes(side);
}

// @ts-ignore: decorator
@inline
function gatherCorner(positions: usize, v0: u32, v1: u32, v2: u32, v3: u32, at: usize): void {
  const p0 = v128.load(positions + <usize>v0 * 12);
  const p1 = v128.load(positions + <usize>v1 * 12);
  const p2 = v128.load(positions + <usize>v2 * 12);
  const p3 = v128.load(positions + <usize>v3 * 12);
  const xy01 = v128.shuffle<f32>(p0, p1, 0, 4, 1, 5);
  const xy23 = v128.shuffle<f32>(p2, p3, 0, 4, 1, 5);
  const z01 = v128.shuffle<f32>(p0, p1, 2, 6, 3, 7);
  const z23 = v128.shuffle<f32>(p2, p3, 2, 6, 3, 7);
  v128.store(at, v128.shuffle<f32>(xy01, xy23, 0, 1, 4, 5));
  v128.store(at, v128.shuffle<f32>(xy01, xy23, 2, 3, 6, 7), 16);
  v128.store(at, v128.shuffle<f32>(z01, z23, 0, 1, 4, 5), 32);
}

/** Normals of four triangles, whether they certainly have one, and the lengths that bound errors. */
// @ts-ignore: decorator
@inline
function writePlanes(side: usize): void {
  const dx = v128.load(side);
  const dy = v128.load(side, 16);
  const dz = v128.load(side, 32);
  const bx = f32x4.sub(v128.load(side, 48), dx);
  const by = f32x4.sub(v128.load(side, 64), dy);
  const bz = f32x4.sub(v128.load(side, 80), dz);
  const cx = f32x4.sub(v128.load(side, 96), dx);
  const cy = f32x4.sub(v128.load(side, 112), dy);
  const cz = f32x4.sub(v128.load(side, 128), dz);
  const nx = f32x4.sub(f32x4.mul(by, cz), f32x4.mul(bz, cy));
  const ny = f32x4.sub(f32x4.mul(bz, cx), f32x4.mul(bx, cz));
  const nz = f32x4.sub(f32x4.mul(bx, cy), f32x4.mul(by, cx));
  const b = lengthOf(bx, by, bz);
  const c = lengthOf(cx, cy, cz);
  const size = f32x4.add(f32x4.mul(b, c), f32x4.splat(TINY_SIZE));
  const largest = f32x4.pmax(f32x4.pmax(f32x4.abs(nx), f32x4.abs(ny)), f32x4.abs(nz));
  v128.store(side, nx, NORMAL);
  v128.store(side, ny, NORMAL + 16);
  v128.store(side, nz, NORMAL + 32);
  v128.store(side, f32x4.add(b, c), SPAN);
  v128.store(side, size, SIZE);
  v128.store(side, f32x4.gt(largest, f32x4.mul(size, f32x4.splat(ROUNDING))), IS_PLANE);
}

/** Lanes in which all corners of one triangle, but for those that both have, lie beyond the plane of the other. */
// @ts-ignore: decorator
@inline
function planesSeparate(sideA: usize, sideB: usize, isSurface: v128): v128 {
  const separated = v128.or(isBeyondPlane(sideA, sideB, isSurface), isBeyondPlane(sideB, sideA, isSurface));
  return v128.and(separated, havePlanes(sideA, sideB));
}

/** Lanes in which no triangle is a defect. */
// @ts-ignore: decorator
@inline
function havePlanes(sideA: usize, sideB: usize): v128 {
  return v128.and(v128.load(sideA, IS_PLANE), v128.load(sideB, IS_PLANE));
}

/** Whether a corner of `others` is one of `side`. */
// @ts-ignore: decorator
@inline
function isCorner(side: usize, others: usize, corner: usize, isSurface: v128): v128 {
  const id = v128.load(others + corner, CORNERS);
  const first = v128.or(i32x4.eq(id, v128.load(side, CORNERS)), i32x4.eq(id, v128.load(side, CORNERS + 16)));
  return v128.and(v128.or(first, i32x4.eq(id, v128.load(side, CORNERS + 32))), isSurface);
}

function isBeyondPlane(plane: usize, points: usize, isSurface: v128): v128 {
  const nx = v128.load(plane, NORMAL);
  const ny = v128.load(plane, NORMAL + 16);
  const nz = v128.load(plane, NORMAL + 32);
  const bound = boundOf(plane, points, v128.load(plane, SIZE));
  const minus = f32x4.neg(bound);
  const height0 = heightOf(points, plane, nx, ny, nz);
  const height1 = heightOf(points + CORNER_BYTES, plane, nx, ny, nz);
  const height2 = heightOf(points + 2 * CORNER_BYTES, plane, nx, ny, nz);
  const out0 = isCorner(plane, points, 0, isSurface);
  const out1 = isCorner(plane, points, 16, isSurface);
  const out2 = isCorner(plane, points, 32, isSurface);
  const above = v128.and(
    v128.and(v128.or(out0, f32x4.gt(height0, bound)), v128.or(out1, f32x4.gt(height1, bound))),
    v128.or(out2, f32x4.gt(height2, bound)),
  );
  const below = v128.and(
    v128.and(v128.or(out0, f32x4.lt(height0, minus)), v128.or(out1, f32x4.lt(height1, minus))),
    v128.or(out2, f32x4.lt(height2, minus)),
  );
  // With all corners set aside, both hold: the same triangle twice.
  return v128.xor(above, below);
}

/** Lanes in which triangles have a corner in common. */
// @ts-ignore: decorator
@inline
function shareCorner(sideA: usize, sideB: usize, isSurface: v128): v128 {
  const first = v128.or(isCorner(sideB, sideA, 0, isSurface), isCorner(sideB, sideA, 16, isSurface));
  return v128.or(first, isCorner(sideB, sideA, 32, isSurface));
}

/** Lanes in which an edge of one triangle certainly passes through the inside of the other. */
function doCross(sideA: usize, sideB: usize): v128 {
  const acrossB = throughPlane(sideB, sideA);
  const acrossA = throughPlane(sideA, sideB);
  const none = i32x4.splat(0);
  const both = v128.and(i32x4.ne(acrossA, none), i32x4.ne(acrossB, none));
  const possible = v128.and(both, havePlanes(sideA, sideB));
  if (!v128.any_true(possible)) return none;
  const spanA = v128.load(sideA, SPAN);
  const bound = boundOf(sideA, sideB, f32x4.add(f32x4.mul(spanA, v128.load(sideB, SPAN)), f32x4.splat(TINY_SIZE)));
  const minus = f32x4.neg(bound);
  let left0 = i32x4.splat(-1);
  let left1 = left0;
  let left2 = left0;
  let right0 = left0;
  let right1 = left0;
  let right2 = left0;
  let crossing = none;
  for (let edge: usize = 0; edge < 3; edge++) {
    const start = sideA + edge * CORNER_BYTES;
    const next: usize = edge == 2 ? sideA : start + CORNER_BYTES;
    const ex = f32x4.sub(v128.load(next), v128.load(start));
    const ey = f32x4.sub(v128.load(next, 16), v128.load(start, 16));
    const ez = f32x4.sub(v128.load(next, 32), v128.load(start, 32));
    const volume0 = volumeOf(start, ex, ey, ez, sideB, sideB + CORNER_BYTES);
    const volume1 = volumeOf(start, ex, ey, ez, sideB + CORNER_BYTES, sideB + 2 * CORNER_BYTES);
    const volume2 = volumeOf(start, ex, ey, ez, sideB + 2 * CORNER_BYTES, sideB);
    const above0 = f32x4.gt(volume0, bound);
    const above1 = f32x4.gt(volume1, bound);
    const above2 = f32x4.gt(volume2, bound);
    const below0 = f32x4.lt(volume0, minus);
    const below1 = f32x4.lt(volume1, minus);
    const below2 = f32x4.lt(volume2, minus);
    left0 = v128.and(left0, above0);
    left1 = v128.and(left1, above1);
    left2 = v128.and(left2, above2);
    right0 = v128.and(right0, below0);
    right1 = v128.and(right1, below1);
    right2 = v128.and(right2, below2);
    const isInside = v128.or(
      v128.and(v128.and(above0, above1), above2),
      v128.and(v128.and(below0, below1), below2),
    );
    crossing = v128.or(crossing, v128.and(isInside, isBit(acrossB, <i32>edge)));
  }
  crossing = v128.or(crossing, v128.and(v128.or(left0, right0), isBit(acrossA, 0)));
  crossing = v128.or(crossing, v128.and(v128.or(left1, right1), isBit(acrossA, 1)));
  crossing = v128.or(crossing, v128.and(v128.or(left2, right2), isBit(acrossA, 2)));
  return v128.and(crossing, possible);
}

/** Which edges of a triangle certainly pass through a plane: bits 0 to 2 of each lane. */
function throughPlane(plane: usize, points: usize): v128 {
  const nx = v128.load(plane, NORMAL);
  const ny = v128.load(plane, NORMAL + 16);
  const nz = v128.load(plane, NORMAL + 32);
  const bound = boundOf(plane, points, v128.load(plane, SIZE));
  const minus = f32x4.neg(bound);
  const height0 = heightOf(points, plane, nx, ny, nz);
  const height1 = heightOf(points + CORNER_BYTES, plane, nx, ny, nz);
  const height2 = heightOf(points + 2 * CORNER_BYTES, plane, nx, ny, nz);
  const above0 = f32x4.gt(height0, bound);
  const above1 = f32x4.gt(height1, bound);
  const above2 = f32x4.gt(height2, bound);
  const below0 = f32x4.lt(height0, minus);
  const below1 = f32x4.lt(height1, minus);
  const below2 = f32x4.lt(height2, minus);
  const edge0 = v128.or(v128.and(above0, below1), v128.and(below0, above1));
  const edge1 = v128.or(v128.and(above1, below2), v128.and(below1, above2));
  const edge2 = v128.or(v128.and(above2, below0), v128.and(below2, above0));
  return v128.or(
    v128.or(v128.and(edge0, i32x4.splat(1)), v128.and(edge1, i32x4.splat(2))),
    v128.and(edge2, i32x4.splat(4)),
  );
}

/** Lanes in which a bit is set. */
// @ts-ignore: decorator
@inline
function isBit(bits: v128, bit: i32): v128 {
  return i32x4.shr_s(i32x4.shl(bits, 31 - bit), 31);
}

/** On which side of a line, from a start along e, another edge passes. */
// @ts-ignore: decorator
@inline
function volumeOf(start: usize, ex: v128, ey: v128, ez: v128, from: usize, to: usize): v128 {
  const fx = f32x4.sub(v128.load(to), v128.load(from));
  const fy = f32x4.sub(v128.load(to, 16), v128.load(from, 16));
  const fz = f32x4.sub(v128.load(to, 32), v128.load(from, 32));
  const nx = f32x4.sub(f32x4.mul(ey, fz), f32x4.mul(ez, fy));
  const ny = f32x4.sub(f32x4.mul(ez, fx), f32x4.mul(ex, fz));
  const nz = f32x4.sub(f32x4.mul(ex, fy), f32x4.mul(ey, fx));
  return heightOf(from, start, nx, ny, nz);
}

/** Lanes that a plane through a corner that both have separates, or one through an edge and square to its triangle. */
function edgesSeparate(sideA: usize, sideB: usize, isSurface: v128, wanted: i32): v128 {
  if (wanted == 0) return i32x4.splat(0);
  const allowed = havePlanes(sideA, sideB);
  let separated: v128 = isBeyondCorner(sideA, sideB, isSurface);
  for (let edge: usize = 0; edge < 3; edge++) {
    if ((~i32x4.bitmask(v128.and(separated, allowed)) & wanted) == 0) break;
    const next: usize = edge == 2 ? 0 : edge + 1;
    const last: usize = edge == 0 ? 2 : edge - 1;
    separated = v128.or(separated, isBeyondEdge(sideA, edge, next, last, sideB, isSurface));
    separated = v128.or(separated, isBeyondEdge(sideB, edge, next, last, sideA, isSurface));
  }
  return v128.and(separated, allowed);
}

function isBeyondCorner(sideA: usize, sideB: usize, isSurface: v128): v128 {
  const in0 = isCorner(sideB, sideA, 0, isSurface);
  const in1 = isCorner(sideB, sideA, 16, isSurface);
  const in2 = isCorner(sideB, sideA, 32, isSurface);
  const some = v128.or(v128.or(in0, in1), in2);
  if (!v128.any_true(some)) return some;
  const id = sharedRow(sideA + CORNERS, 16, in0, in1);
  const sx = sharedRow(sideA, CORNER_BYTES, in0, in1);
  const sy = sharedRow(sideA + 16, CORNER_BYTES, in0, in1);
  const sz = sharedRow(sideA + 32, CORNER_BYTES, in0, in1);
  const tx = f32x4.sub(sumFrom(sideA, sx), sumFrom(sideB, sx));
  const ty = f32x4.sub(sumFrom(sideA + 16, sy), sumFrom(sideB + 16, sy));
  const tz = f32x4.sub(sumFrom(sideA + 32, sz), sumFrom(sideB + 32, sz));
  const bound = boundOf(sideA, sideB, f32x4.add(lengthOf(tx, ty, tz), f32x4.splat(TINY_SIZE)));
  const minus = f32x4.neg(bound);
  let beyond = some;
  for (let corner: usize = 0; corner < 3; corner++) {
    const pointA = sideA + corner * CORNER_BYTES;
    const pointB = sideB + corner * CORNER_BYTES;
    const outA = i32x4.eq(v128.load(sideA + (corner << 4), CORNERS), id);
    const outB = i32x4.eq(v128.load(sideB + (corner << 4), CORNERS), id);
    const heightA = product(from(pointA, sx), from(pointA + 16, sy), from(pointA + 32, sz), tx, ty, tz);
    const heightB = product(from(pointB, sx), from(pointB + 16, sy), from(pointB + 32, sz), tx, ty, tz);
    beyond = v128.and(beyond, v128.or(outA, f32x4.gt(heightA, bound)));
    beyond = v128.and(beyond, v128.or(outB, f32x4.lt(heightB, minus)));
  }
  return beyond;
}

/** Of the rows of three corners, that of the first that is shared; of the last, if the two before are not. */
// @ts-ignore: decorator
@inline
function sharedRow(row: usize, step: usize, in0: v128, in1: v128): v128 {
  return v128.bitselect(v128.load(row), v128.bitselect(v128.load(row + step), v128.load(row + 2 * step), in1), in0);
}

// @ts-ignore: decorator
@inline
function from(row: usize, origin: v128): v128 {
  return f32x4.sub(v128.load(row), origin);
}

/** The sum of one coordinate of all corners, counted from the origin. */
// @ts-ignore: decorator
@inline
function sumFrom(row: usize, origin: v128): v128 {
  return f32x4.add(f32x4.add(from(row, origin), from(row + CORNER_BYTES, origin)), from(row + 2 * CORNER_BYTES, origin));
}

function isBeyondEdge(side: usize, edge: usize, next: usize, last: usize, points: usize, isSurface: v128): v128 {
  const from = side + edge * CORNER_BYTES;
  const to = side + next * CORNER_BYTES;
  const nx = v128.load(side, NORMAL);
  const ny = v128.load(side, NORMAL + 16);
  const nz = v128.load(side, NORMAL + 32);
  const ex = f32x4.sub(v128.load(to), v128.load(from));
  const ey = f32x4.sub(v128.load(to, 16), v128.load(from, 16));
  const ez = f32x4.sub(v128.load(to, 32), v128.load(from, 32));
  // Towards the triangle.
  const mx = f32x4.sub(f32x4.mul(ny, ez), f32x4.mul(nz, ey));
  const my = f32x4.sub(f32x4.mul(nz, ex), f32x4.mul(nx, ez));
  const mz = f32x4.sub(f32x4.mul(nx, ey), f32x4.mul(ny, ex));
  const size = f32x4.add(f32x4.mul(lengthOf(ex, ey, ez), lengthOf(nx, ny, nz)), f32x4.splat(TINY_SIZE));
  const bound = boundOf(side, points, size);
  const minus = f32x4.neg(bound);
  const id0 = v128.load(side + (edge << 4), CORNERS);
  const id1 = v128.load(side + (next << 4), CORNERS);
  const own = f32x4.gt(heightOf(side + last * CORNER_BYTES, from, mx, my, mz), bound);
  const beyond0 = f32x4.lt(heightOf(points, from, mx, my, mz), minus);
  const beyond1 = f32x4.lt(heightOf(points + CORNER_BYTES, from, mx, my, mz), minus);
  const beyond2 = f32x4.lt(heightOf(points + 2 * CORNER_BYTES, from, mx, my, mz), minus);
  const out0 = isEnd(id0, id1, v128.load(points, CORNERS), isSurface);
  const out1 = isEnd(id0, id1, v128.load(points, CORNERS + 16), isSurface);
  const out2 = isEnd(id0, id1, v128.load(points, CORNERS + 32), isSurface);
  return v128.and(
    v128.and(own, v128.or(out0, beyond0)),
    v128.and(v128.or(out1, beyond1), v128.or(out2, beyond2)),
  );
}

// @ts-ignore: decorator
@inline
function isEnd(id0: v128, id1: v128, id: v128, isSurface: v128): v128 {
  return v128.and(v128.or(i32x4.eq(id, id0), i32x4.eq(id, id1)), isSurface);
}

// @ts-ignore: decorator
@inline
function lengthOf(x: v128, y: v128, z: v128): v128 {
  return f32x4.add(f32x4.add(f32x4.abs(x), f32x4.abs(y)), f32x4.abs(z));
}

/** How far a height above a plane may be off, for corners of both triangles. */
// @ts-ignore: decorator
@inline
function boundOf(side: usize, others: usize, size: v128): v128 {
  const span = f32x4.add(v128.load(side, SPAN), v128.load(others, SPAN));
  const reach = f32x4.mul(f32x4.add(span, span), size);
  return f32x4.add(f32x4.mul(reach, f32x4.splat(ROUNDING)), f32x4.splat(TINY_HEIGHT));
}

// @ts-ignore: decorator
@inline
function heightOf(point: usize, origin: usize, nx: v128, ny: v128, nz: v128): v128 {
  const x = f32x4.sub(v128.load(point), v128.load(origin));
  const y = f32x4.sub(v128.load(point, 16), v128.load(origin, 16));
  const z = f32x4.sub(v128.load(point, 32), v128.load(origin, 32));
  return product(x, y, z, nx, ny, nz);
}

// @ts-ignore: decorator
@inline
function product(x: v128, y: v128, z: v128, nx: v128, ny: v128, nz: v128): v128 {
  return f32x4.add(f32x4.add(f32x4.mul(x, nx), f32x4.mul(y, ny)), f32x4.mul(z, nz));
}
