/**
 * Triangles that go leave holes. A leaf keeps its triangles in front, so that it has fewer; where it has none left, there is no leaf, and so on upwards. Bounds stay as they are: they hold what is left. Behind the
 * triangles of a leaf, a hole has a triangle that was there.
 */
import { LANES, NO_CHILD, leafCount, leafFirst, leafWord } from '../../kernels/layout/child-words.js';
import { NO_INDEX } from '../../mesh/mesh.js';
import { noteRange } from './changes.js';
import type { Changes } from './changes.js';
import { TOP_BLOCK, noVertex } from './cuttable.js';
import type { CuttableShape } from './cuttable.js';

/** What was removed: three corners of each triangle, by places of vertices in the order of the bounds, and where the triangle is now; and slots that have nothing any more. */
export interface Removed {
  readonly corners: Uint32Array;
  readonly places: Uint32Array;
  readonly emptied: number[];
}

/** Removes triangles, each of which is there. */
export function removeTriangles(shape: CuttableShape, remove: ArrayLike<number>, changes: Changes): Removed {
  const { bounds, mesh, places } = shape;
  const removed = { corners: new Uint32Array(remove.length * 3), places: new Uint32Array(remove.length), emptied: [] };
  for (let i = 0; i < remove.length; i++) {
    const triangle = remove[i];
    const at = takeOut(shape, places[triangle], removed.emptied, changes);
    removed.places[i] = at;
    removed.corners.set(bounds.triangles.subarray(at * 3, at * 3 + 3), i * 3);
    places[triangle] = NO_INDEX;
    mesh.triangles.fill(noVertex(shape), triangle * 3, triangle * 3 + 3);
  }
  shape.presentCount -= remove.length;
  return removed;
}

/** Takes a triangle out of its leaf; returns where the hole is. */
function takeOut(shape: CuttableShape, place: number, emptied: number[], changes: Changes): number {
  const { bounds, leafSlots, places } = shape;
  const { triangleOrder, triangles, words } = bounds;
  const slot = leafSlots[place];
  const first = leafFirst(words[slot]);
  const count = leafCount(words[slot]);
  const last = first + count - 1;
  for (let k = 0; k < 3; k++) {
    const corner = triangles[place * 3 + k];
    triangles[place * 3 + k] = triangles[last * 3 + k];
    triangles[last * 3 + k] = corner;
  }
  const triangle = triangleOrder[place];
  triangleOrder[place] = triangleOrder[last];
  triangleOrder[last] = triangle;
  places[triangleOrder[place]] = place;
  noteRange(changes, triangles, first * 3, count * 3);
  if (count > 1) {
    words[slot] = leafWord(first, count - 1);
    changes.slots.push(slot);
  } else empty(shape, slot, emptied, changes);
  return last;
}

/** Has a slot without anything below it, and those above where nothing is left. */
function empty({ bounds, parents }: CuttableShape, from: number, emptied: number[], changes: Changes): void {
  const { words } = bounds;
  for (let slot = from; ;) {
    words[slot] = NO_CHILD;
    changes.slots.push(slot);
    emptied.push(slot);
    const block = slot >>> 2;
    if (block === TOP_BLOCK) return;
    for (let lane = 0; lane < LANES; lane++) if (words[block * LANES + lane] !== NO_CHILD) return;
    slot = parents[block];
  }
}
