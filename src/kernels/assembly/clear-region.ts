/** Is a region of a surface free of collisions, for certain? Twin: ../twin/clear-region.ts, with the proof. */
import {
  ARE_TWO_LOOPS,
  FACING_BOX,
  FACING_LINE,
  FACING_SIMPLE,
  FACING_SIZE,
  FACING_TRIED,
  HAS_LOOPS,
  IS_PINCHED,
  IS_UNTESTED,
  LINE_COUNT,
  NODE_BITS,
  NO_NODE,
  PAIR_WALK_BORDERS,
  PAIR_WALK_CLEARED,
  REGIONS_CHILDREN,
  REGION_CHILDREN,
  REGION_NODE_A,
  REGION_NODE_B,
  ROW_BYTES,
} from './generated/layout';
import { areBordersApart, slopOf } from './cross-borders';
import { facingAt, nodeAt, originOf, seeBorder } from './see-border';
import { isBorderSimple } from './simple-border';
import { goesRoundOnce } from './winding';

/** Whether no two triangles of a region collide, and none is a defect. Regions have been bounded in this pose. `state` is that of a walk, which counts. */
export function clearRegion(body: usize, kept: usize, region: usize, state: usize): bool {
  const bits = load<u32>(region, REGION_CHILDREN);
  if (bits & IS_UNTESTED) return false;
  const a = load<u32>(region, REGION_NODE_A);
  const b = load<u32>(region, REGION_NODE_B);
  const facingA = facingAt(kept, a);
  const facingB = facingAt(kept, b);
  const common = load<u32>(facingA) & load<u32>(facingB);
  if (common == 0) {
    tryNode(body, kept, a, state);
    if (a != b) tryNode(body, kept, b, state);
    return false;
  }
  const lines = (common | (common >>> LINE_COUNT)) & ((1 << LINE_COUNT) - 1);
  const line = chooseLine(lines, facingA, facingB);
  store<u32>(state, load<u32>(state, PAIR_WALK_BORDERS) + 1, PAIR_WALK_BORDERS);
  if (!isNodeSimple(body, kept, a, line, state)) return false;
  if (a != b && !isNodeSimple(body, kept, b, line, state)) return false;
  const isAgainst: bool = (common & (1 << line)) == 0;
  if ((a != b || bits & HAS_LOOPS) && !areTogether(body, kept, a, b, line, bits, isAgainst, state)) return false;
  store<u32>(state, load<u32>(state, PAIR_WALK_CLEARED) + 1, PAIR_WALK_CLEARED);
  return true;
}

/** Of several lines, one along which much is known already. */
// @ts-ignore: decorator
@inline
function chooseLine(lines: u32, facingA: usize, facingB: usize): u32 {
  const simpleA = load<u32>(facingA, FACING_SIMPLE);
  const simpleB = load<u32>(facingB, FACING_SIMPLE);
  const both = lines & simpleA & simpleB;
  const one = lines & (simpleA | simpleB);
  const known = both != 0 ? both : one != 0 ? one : lines;
  // Points that have been seen along a line need not be seen again.
  const lineA = load<u32>(facingA, FACING_LINE);
  if ((known >>> lineA) & 1 && lineA < LINE_COUNT) return lineA;
  const lineB = load<u32>(facingB, FACING_LINE);
  return (known >>> lineB) & 1 && lineB < LINE_COUNT ? lineB : ctz(known);
}

/** Whether the border of a node, seen along a line, does not cross itself; found out once in a pose. */
// @ts-ignore: decorator
@inline
function isNodeSimple(body: usize, kept: usize, node: u32, line: u32, state: usize): bool {
  const facing = facingAt(kept, node);
  const bit: u32 = 1 << line;
  const tried = load<u32>(facing, FACING_TRIED);
  if ((tried & bit) == 0) {
    store<u32>(facing, tried | bit, FACING_TRIED);
    seeBorder(body, kept, node, line, state);
    if (isBorderSimple(kept, node)) store<u32>(facing, load<u32>(facing, FACING_SIMPLE) | bit, FACING_SIMPLE);
  }
  return (load<u32>(facing, FACING_SIMPLE) & bit) != 0;
}

/** Finds out about a node by itself: it will be asked for, and those below it gain by it. */
// @ts-ignore: decorator
@inline
function tryNode(body: usize, kept: usize, node: u32, state: usize): void {
  const facing = facingAt(kept, node);
  const directions = load<u32>(facing);
  if (directions == 0 || load<u32>(facing, FACING_TRIED) || load<u32>(nodeAt(kept, node), NODE_BITS) & IS_UNTESTED) return;
  isNodeSimple(body, kept, node, ctz(directions | (directions >>> LINE_COUNT)), state);
}

/** Tells the nodes below one what is known of it: what lies one to one along a line has no part that does not. */
export function tellBelow(kept: usize, node: u32, tileCount: u32): void {
  const simple = load<u32>(facingAt(kept, node), FACING_SIMPLE);
  if (simple == 0 || load<u32>(nodeAt(kept, node), NODE_BITS) != 0) return;
  const list = load<usize>(kept, REGIONS_CHILDREN) + <usize>(node - tileCount) * ROW_BYTES;
  for (let lane: usize = 0; lane < 4; lane++) {
    const child = load<u32>(list + (lane << 2));
    if (child == NO_NODE) continue;
    const facing = facingAt(kept, child);
    store<u32>(facing, load<u32>(facing, FACING_SIMPLE) | simple, FACING_SIMPLE);
    store<u32>(facing, load<u32>(facing, FACING_TRIED) | simple, FACING_TRIED);
  }
}

/** Whether the borders of two nodes, none of which crosses itself, do not cross each other, and all loops lie as they should. */
function areTogether(body: usize, kept: usize, a: u32, b: u32, line: u32, bits: u32, isAgainst: bool, state: usize): bool {
  seeBorder(body, kept, a, line, state);
  seeBorder(body, kept, b, line, state);
  const originA = originOf(body, kept, a);
  const originB = originOf(body, kept, b);
  const x = load<f32>(originB) - load<f32>(originA);
  const y = load<f32>(originB, 4) - load<f32>(originA, 4);
  const z = load<f32>(originB, 8) - load<f32>(originA, 8);
  const moveX: f32 = line == 0 ? y : line == 1 ? z : line == 2 ? x : (line - 3) & 1 ? x + z : x - z;
  const moveY: f32 = line == 0 ? z : line == 1 ? x : line == 2 ? y : (line - 3) & 2 ? y + z : y - z;
  const distance = abs(x) + abs(y) + abs(z);
  const size = max<f32>(load<f32>(facingAt(kept, a), FACING_SIZE), load<f32>(facingAt(kept, b), FACING_SIZE) + distance);
  if (a != b && !areBordersApart(kept, a, b, moveX, moveY, size)) return false;
  if (!(bits & HAS_LOOPS)) return true;
  if (bits & ARE_TWO_LOOPS && !areNested(facingAt(kept, a), facingAt(kept, b), moveX, moveY, slopOf(size))) return true;
  return goesRoundOnce(kept, a, b, moveX, moveY, size, isAgainst, (bits & IS_PINCHED) != 0);
}

/** Whether one of two boxes may lie in the other, which is moved: of loops where none does, neither goes round the other. */
// @ts-ignore: decorator
@inline
function areNested(facingA: usize, facingB: usize, moveX: f32, moveY: f32, slop: f32): bool {
  const lowX = load<f32>(facingA, FACING_BOX) - (load<f32>(facingB, FACING_BOX) + moveX);
  const lowY = load<f32>(facingA, FACING_BOX + 4) - (load<f32>(facingB, FACING_BOX + 4) + moveY);
  const highX = load<f32>(facingA, FACING_BOX + 8) - (load<f32>(facingB, FACING_BOX + 8) + moveX);
  const highY = load<f32>(facingA, FACING_BOX + 12) - (load<f32>(facingB, FACING_BOX + 12) + moveY);
  const isInA = lowX < slop && lowY < slop && highX > -slop && highY > -slop;
  const isInB = lowX > -slop && lowY > -slop && highX < slop && highY < slop;
  return isInA || isInB;
}
