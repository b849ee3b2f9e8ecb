/** Triangles that meet now: from leaves that overlap on to their triangles, exactly, on the float32 positions of the present. */
import { PliantError } from '../../errors.js';
import { APART, DEFECT, meetTriangles, meetTrianglesOfOneSurface } from '../../narrow/triangle-triangle.js';
import { addPair, clearHits } from '../../query/hits.js';
import type { PairHits } from '../../query/hits.js';
import { growWords } from '../grow.js';
import { MOST_LEAF_ITEMS, SIDES } from '../leaves.js';
import { MOTION, readMotion } from '../paths.js';
import { PAIR } from './layout.js';
import type { SeparationList, WatchedTree } from './list-record.js';
import { requirePresent } from './advance-list.js';

/** Triangles of the second leaf that come near the first. */
const near = new Uint32Array(MOST_LEAF_ITEMS);
const motion = new Float64Array(MOTION.stride);

/**
 * Fills `hits` with the pairs of triangles that meet at present, one of each tree, as `findPairHits` would; of one tree with itself, with those that collide as in `findSelfHits`, the lower number first. They are in
 * no particular order. Returns how many there are. Only vertices of leaves that overlap are posed.
 *
 * @throws PliantError `unsupported` when a tree is one of points, `mismatch` when one has gone on without the list.
 */
export function findListHits(list: SeparationList, hits: PairHits): number {
  const { a, b, trees } = list;
  for (const { tree } of trees) {
    if (tree.corners === 3) continue;
    throw new PliantError('unsupported', 'findListHits: a tree of the list has points; only triangles can meet');
  }
  requirePresent('findListHits', list);
  clearHits(hits);
  for (const watched of trees) beginPosing(watched);
  const { overlapCount, overlaps, pairs } = list;
  for (let i = 0; i < overlapCount; i++) {
    const leafA = pairs[overlaps[i] * PAIR.stride + PAIR.a];
    const leafB = pairs[overlaps[i] * PAIR.stride + PAIR.b];
    poseLeaf(a, leafA);
    poseLeaf(b, leafB);
    meetLeaves(list, leafA, leafB, hits);
  }
  return hits.count + hits.dropped;
}

function beginPosing({ posed, tree }: WatchedTree): void {
  posed.stamp++;
  posed.stamps = growWords(posed.stamps, tree.nodeCount, 0);
  posed.positions = growFloats(posed.positions, tree.paths.vertexCount * 3);
  posed.itemBoxes = growFloats(posed.itemBoxes, tree.itemCount * SIDES);
  posed.leafBoxes = growFloats(posed.leafBoxes, tree.nodeCount * SIDES);
}

/** Poses the vertices of a leaf, and finds the boxes of its triangles and its own, if that has not been done for the present. */
function poseLeaf({ posed, tree }: WatchedTree, leaf: number): void {
  const { itemVertices, leafItems, leafSize, leafVertices, paths } = tree;
  const { itemBoxes, leafBoxes, positions, stamps } = posed;
  if (stamps[leaf] === posed.stamp) return;
  stamps[leaf] = posed.stamp;
  motion[MOTION.time] = paths.time;
  const firstVertex = leaf * tree.corners * leafSize;
  for (let i = firstVertex; i < firstVertex + tree.vertexCounts[leaf]; i++) {
    const vertex = leafVertices[i];
    for (let axis = 0; axis < 3; axis++) {
      readMotion(paths, vertex, axis, paths.key, motion);
      positions[vertex * 3 + axis] = motion[MOTION.coordinate];
    }
  }
  for (let axis = 0; axis < 3; axis++) {
    leafBoxes[leaf * SIDES + axis] = Infinity;
    leafBoxes[leaf * SIDES + axis + 3] = -Infinity;
    for (let i = leaf * leafSize; i < leaf * leafSize + tree.itemCounts[leaf]; i++) {
      const item = leafItems[i];
      const p = positions[itemVertices[item * 3] * 3 + axis];
      const q = positions[itemVertices[item * 3 + 1] * 3 + axis];
      const r = positions[itemVertices[item * 3 + 2] * 3 + axis];
      const low = Math.min(p, q, r);
      const high = Math.max(p, q, r);
      itemBoxes[item * SIDES + axis] = low;
      itemBoxes[item * SIDES + axis + 3] = high;
      if (low < leafBoxes[leaf * SIDES + axis]) leafBoxes[leaf * SIDES + axis] = low;
      if (high > leafBoxes[leaf * SIDES + axis + 3]) leafBoxes[leaf * SIDES + axis + 3] = high;
    }
  }
}

function meetLeaves({ a, b }: SeparationList, leafA: number, leafB: number, hits: PairHits): void {
  const boxesA = a.posed.itemBoxes;
  const boxesB = b.posed.itemBoxes;
  let nearCount = 0;
  for (let j = 0; j < b.tree.itemCounts[leafB]; j++) {
    const item = b.tree.leafItems[leafB * b.tree.leafSize + j];
    if (!areApart(boxesB, item, a.posed.leafBoxes, leafA)) near[nearCount++] = item;
  }
  const isOne = a === b && leafA === leafB;
  for (let i = 0; i < a.tree.itemCounts[leafA]; i++) {
    const itemA = a.tree.leafItems[leafA * a.tree.leafSize + i];
    if (areApart(boxesA, itemA, b.posed.leafBoxes, leafB)) continue;
    for (let j = 0; j < nearCount; j++) {
      const itemB = near[j];
      // Within one leaf, every pair once.
      if ((isOne && itemA >= itemB) || areApart(boxesA, itemA, boxesB, itemB)) continue;
      if (a === b) meetOfOne(a, itemA, itemB, hits);
      else meetOfTwo(a, itemA, b, itemB, hits);
    }
  }
}

function meetOfTwo(a: WatchedTree, itemA: number, b: WatchedTree, itemB: number, hits: PairHits): void {
  const cornersA = a.tree.itemVertices;
  const cornersB = b.tree.itemVertices;
  const meeting = meetTriangles(
    a.posed.positions,
    cornersA[itemA * 3],
    cornersA[itemA * 3 + 1],
    cornersA[itemA * 3 + 2],
    b.posed.positions,
    cornersB[itemB * 3],
    cornersB[itemB * 3 + 1],
    cornersB[itemB * 3 + 2],
  );
  if (meeting !== APART && meeting !== DEFECT) addPair(hits, itemA, itemB, meeting);
}

function meetOfOne({ posed, tree }: WatchedTree, itemA: number, itemB: number, hits: PairHits): void {
  const corners = tree.itemVertices;
  const meeting = meetTrianglesOfOneSurface(
    posed.positions,
    corners[itemA * 3],
    corners[itemA * 3 + 1],
    corners[itemA * 3 + 2],
    corners[itemB * 3],
    corners[itemB * 3 + 1],
    corners[itemB * 3 + 2],
  );
  if (meeting === APART || meeting === DEFECT) return;
  addPair(hits, Math.min(itemA, itemB), Math.max(itemA, itemB), meeting);
}

/** Comparisons only, so exact. */
function areApart(boxesA: Float32Array, i: number, boxesB: Float32Array, j: number): boolean {
  const a = i * SIDES;
  const b = j * SIDES;
  return (
    boxesA[a] > boxesB[b + 3] ||
    boxesA[a + 1] > boxesB[b + 4] ||
    boxesA[a + 2] > boxesB[b + 5] ||
    boxesB[b] > boxesA[a + 3] ||
    boxesB[b + 1] > boxesA[a + 4] ||
    boxesB[b + 2] > boxesA[a + 5]
  );
}

/** For numbers that are written anew before they are read. */
function growFloats(numbers: Float32Array, length: number): Float32Array {
  return numbers.length >= length ? numbers : new Float32Array(Math.max(length, numbers.length * 2));
}
