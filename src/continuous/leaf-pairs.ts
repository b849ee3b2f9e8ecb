/** The triangles of two leaves that may meet in time, as far as their boxes tell: each pair once. */
import { BOX, LEAF_BOX, readEnds } from './moving-side.js';
import type { MovingWalk } from './pair-walk.js';
import { findTriangleTouch } from './triangle-touch.js';
import type { TriangleTouch } from './triangle-touch.js';
import { writeWindow } from './window.js';

/** Where a search over the triangles of two leaves is: the next pair. Begin with -1 in both. */
export interface LeafCursor {
  a: number;
  b: number;
}

/**
 * Goes on to the next pair of triangles of the leaves in hand whose boxes may meet; `walk.window` says when. False if there is none. The order is that of the leaves; of one leaf with itself, every pair comes once.
 */
export function nextTriangles(walk: MovingWalk, cursor: LeafCursor): boolean {
  const { isSelf, last, sideA, sideB, window } = walk;
  const { leafBoxes: atA, leaves: leavesA } = sideA;
  const { leafBoxes: atB, leaves: leavesB } = sideB;
  const isSame = isSelf && sideA.leaf.first === sideB.leaf.first;
  let { a, b } = cursor;
  for (;;) {
    b++;
    while (a < 0 || b >= sideB.leaf.count) {
      a = nextTriangle(walk, a);
      if (a >= sideA.leaf.count) return false;
      b = isSame ? a + 1 : 0;
    }
    const placeA = atA + a * BOX;
    const placeB = atB + b * BOX;
    if (writeWindow(leavesA.from, leavesA.to, placeA, leavesB.from, leavesB.to, placeB, last, window)) {
      cursor.a = a;
      cursor.b = b;
      return true;
    }
  }
}

/** The next triangle of the first leaf that may meet anything of the second. */
function nextTriangle({ last, sideA, sideB, window }: MovingWalk, a: number): number {
  const { leafBoxes: atA, leaves: leavesA } = sideA;
  const { leafBoxes: atB, leaves: leavesB } = sideB;
  const placeB = atB + LEAF_BOX;
  for (let next = a + 1; next < sideA.leaf.count; next++) {
    const placeA = atA + next * BOX;
    if (writeWindow(leavesA.from, leavesA.to, placeA, leavesB.from, leavesB.to, placeB, last, window)) return next;
  }
  return sideA.leaf.count;
}

/**
 * Finds the first touch of two triangles, given by their places in the order of the trees, within the time that is left. Of one surface, the lower number comes first: `touch` is about the triangles in that order.
 */
export function findTouch(walk: MovingWalk, i: number, j: number, touch: TriangleTouch): boolean {
  const { isSelf, last, sideA, sideB } = walk;
  readEnds(sideA);
  readEnds(sideB);
  const { order } = sideA.from.triangles;
  const isTurned = isSelf && order[i] > order[j];
  const first = isTurned ? sideB : sideA;
  const second = isTurned ? sideA : sideB;
  return findTriangleTouch(
    first.from.triangles,
    first.to.triangles,
    isTurned ? j : i,
    second.from.triangles,
    second.to.triangles,
    isTurned ? i : j,
    isSelf,
    last,
    touch,
  );
}
