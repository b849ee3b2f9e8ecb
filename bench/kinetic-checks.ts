/**
 * A garment on the figure that wears it: which leaves of the one overlap which leaves of the other, in every frame. Kinetic trees with a separation list, which has the answer at any time, against pose + refit of both and a walk over both trees.
 *
 * Both sides have the same leaves, so that their answers can be compared, pair by pair: a list may have pairs more, which are apart by less than its `overlapPad`, and no other. At some keys both go on to the triangles that meet, and have to find the same.
 */
import { createPairHits } from 'pliant';
import { APART, DEFECT, meetTriangles } from 'pliant/exact';
import {
  advanceList,
  createKineticTree,
  createSeparationList,
  findListHits,
  overlapPad,
  readOverlaps,
} from 'pliant/kinetic';
import type { KineticTree, SeparationList } from 'pliant/kinetic';
import { GARMENT_DETAILS, createGarment } from '../scenes/garments.js';
import { pairChecksum, pairMark } from './checksum.js';
import { createClip, framesOf } from './moving-clip.js';
import type { MovingClip } from './moving-clip.js';
import { PairWalk } from './refit/box-pairs.js';
import { KeyedRefitBody } from './refit/keyed-refit-body.js';
import { BOX_HIGH, BOX_STRIDE } from './refit/refit-body.js';
import type { Figures, Print } from './report.js';
import { treeOfNodes } from './tree-of-nodes.js';

const KEYS = 11;
const FRAMES_PER_KEY = 10;
/** Vertices around each part of the figure: 114 k triangles. */
const AROUND = 64;
/** Triangles of leaves. */
const LEAF_SIZES = [1023, 255] as const;
/** Frames of the first way between two at which triangles are looked for. */
const HITS_EVERY = 33;
const WARM_UP = 2;
const TIMED = 5;
const MOST_PAIRS = 100_000;
const MOST_HITS = 1_000_000;

/** One of both: what it is a check of, and what it found last. */
interface CheckSide {
  readonly check: (time: number) => number;
  /** Two nodes of kinetic trees each. */
  readonly pairs: Uint32Array;
}

/** Prints how both do, by the size of leaves, and returns the best of the ratios. */
export function benchChecks(print: Print): Figures {
  const detail = GARMENT_DETAILS.dress.at(-1)!;
  const { figure, frames, mesh, times } = createGarment('dress', { detail, keys: KEYS, figure: AROUND });
  const [cloth, body] = [createClip({ frames, mesh, times }), createClip(figure)];
  const ratios = LEAF_SIZES.map((leafSize) => compare(cloth, body, leafSize, print));
  return { garment_check_vs_refit: Math.max(...ratios) };
}

function compare(cloth: MovingClip, body: MovingClip, leafSize: number, print: Print): number {
  const trees = [cloth, body].map(({ mesh, plan }) =>
    createKineticTree(plan, mesh.triangles, { arity: 4, leafSize, keepKeys: true }),
  );
  const list = createSeparationList(trees[0], trees[1]);
  const refitted = new RefitCheck([cloth, body], trees);
  const listed = new Uint32Array(2 * MOST_PAIRS);
  const kinetic: CheckSide = {
    pairs: listed,
    check: (time) => {
      advanceList(list, time);
      return readOverlaps(list, listed);
    },
  };
  const sides = [kinetic, refitted];
  const totals = sides.map(() => [] as number[]);
  const built = { ...list.counts };
  let found = [0, 0];
  let hits = 0;
  let checked = 0;
  for (let way = 0; way < WARM_UP + TIMED; way++) {
    const sums = sides.map(() => 0);
    const moments = framesOf(cloth, way, FRAMES_PER_KEY);
    moments.forEach((time, frame) => {
      const counts = [0, 0];
      for (let turn = 0; turn < sides.length; turn++) {
        const which = (turn + frame + way) % sides.length;
        performance.now();
        const begin = performance.now();
        counts[which] = sides[which].check(time);
        sums[which] += performance.now() - begin;
      }
      requireSamePairs(list, refitted, counts, listed, time);
      found = counts;
      if (way > 0 || frame % HITS_EVERY > 0) return;
      hits += requireSameHits(list, refitted, counts[1], time);
      checked++;
    });
    if (way >= WARM_UP) sums.forEach((sum, side) => totals[side].push((sum * 1000) / moments.length));
  }
  const [ours, refit] = totals.map((list_) => list_.toSorted((a, b) => a - b)[list_.length >> 1]);
  const frames = (WARM_UP + TIMED) * cloth.pieces * FRAMES_PER_KEY;
  const { boxChanges, keyLooks, leafBegins, leafEnds } = list.counts;
  const perFrame = (count: number): string => (count / frames).toFixed(0);
  print(
    `dress on figure, ${cloth.mesh.triangleCount} and ${body.mesh.triangleCount} triangles, leaves of ${leafSize}, ${FRAMES_PER_KEY} frames a key: ` +
      `kinetic ${ours.toFixed(0)} µs, refit ${refit.toFixed(0)} µs a frame: ${(refit / ours).toFixed(2)} x; ` +
      `${found[1]} pairs of leaves overlap, ${list.pairCount} in the list; a frame ${perFrame(leafBegins - built.leafBegins)} begin, ${perFrame(leafEnds - built.leafEnds)} end, ` +
      `${perFrame(boxChanges - built.boxChanges)} looks by boxes, ${perFrame(keyLooks - built.keyLooks)} by keys; ${(hits / checked).toFixed(0)} pairs of triangles meet`,
  );
  return refit / ours;
}

/** Pose, refit and walk. */
class RefitCheck implements CheckSide {
  readonly pairs = new Uint32Array(2 * MOST_PAIRS);
  readonly bodies: readonly KeyedRefitBody[];
  readonly #walk: PairWalk;

  constructor(clips: readonly MovingClip[], trees: readonly KineticTree[]) {
    this.bodies = clips.map((clip, i) => new KeyedRefitBody(clip, treeOfNodes(trees[i])));
    this.#walk = new PairWalk(this.bodies[0], this.bodies[1]);
  }

  check(time: number): number {
    for (const body of this.bodies) body.pose(time);
    return this.#walk.find(this.pairs);
  }

  /** By how much two leaves are apart, on the axis where that is most. */
  gapOf(a: number, b: number): number {
    return this.#walk.gapOf(a, b);
  }
}

/** Refuses to go on if the walk found a pair that is not in the list, or the list has one that is apart. */
function requireSamePairs(
  list: SeparationList,
  refitted: RefitCheck,
  [listedCount, walkedCount]: readonly number[],
  listed: Uint32Array,
  time: number,
): void {
  const of = (pairs: Uint32Array, i: number): number => pairs[i * 2] * 2 ** 26 + pairs[i * 2 + 1];
  const walked = new Set(Array.from({ length: walkedCount }, (_, i) => of(refitted.pairs, i)));
  let shared = 0;
  for (let i = 0; i < listedCount; i++) {
    if (walked.has(of(listed, i))) shared++;
    else if (refitted.gapOf(listed[i * 2], listed[i * 2 + 1]) > overlapPad(list)) {
      throw new Error(`time ${time}: the list has leaves that are apart; the race is void`);
    }
  }
  if (shared !== walkedCount) throw new Error(`time ${time}: the list lacks leaves that overlap; the race is void`);
}

/** The triangles that meet, from the pairs of both sides. Returns how many there are. */
function requireSameHits(list: SeparationList, { bodies, pairs }: RefitCheck, count: number, time: number): number {
  const hits = createPairHits(MOST_HITS);
  const found = findListHits(list, hits);
  const [a, b] = bodies;
  const [boxesA, boxesB] = bodies.map(boxesOf);
  let sum = 0;
  let walked = 0;
  for (let i = 0; i < count; i++) {
    const [leafA, leafB] = [pairs[i * 2], pairs[i * 2 + 1]];
    const nearB = trianglesNear(b, leafB, boxesB, a, leafA);
    for (const triangleA of trianglesNear(a, leafA, boxesA, b, leafB)) {
      for (const triangleB of nearB) {
        if (areApart(boxesA, triangleA * 6, 3, boxesB, triangleB * 6, 3)) continue;
        const p = a.plan.corners.subarray(triangleA * 3, triangleA * 3 + 3);
        const q = b.plan.corners.subarray(triangleB * 3, triangleB * 3 + 3);
        const meeting = meetTriangles(a.positions, p[0], p[1], p[2], b.positions, q[0], q[1], q[2]);
        if (meeting === APART || meeting === DEFECT) continue;
        sum += pairMark(a.tree.triangleOrder[triangleA], b.tree.triangleOrder[triangleB]);
        walked++;
      }
    }
  }
  if (hits.dropped > 0 || walked !== found || sum !== pairChecksum(hits)) {
    throw new Error(`time ${time}: ${found} pairs of triangles by the list, ${walked} by the walk; the race is void`);
  }
  return found;
}

/** Boxes of all triangles in the order of the tree, lowest and highest corner. */
function boxesOf({ plan: { corners }, positions }: KeyedRefitBody): Float32Array {
  const boxes = new Float32Array(corners.length * 2);
  for (let triangle = 0; triangle * 3 < corners.length; triangle++) {
    for (let axis = 0; axis < 3; axis++) {
      const p = positions[corners[triangle * 3] * 3 + axis];
      const q = positions[corners[triangle * 3 + 1] * 3 + axis];
      const r = positions[corners[triangle * 3 + 2] * 3 + axis];
      boxes[triangle * 6 + axis] = Math.min(p, q, r);
      boxes[triangle * 6 + axis + 3] = Math.max(p, q, r);
    }
  }
  return boxes;
}

/** Triangles of a leaf, by their places in the order of the tree, that come near a leaf of another body. */
function trianglesNear(
  { tree: { ranges } }: KeyedRefitBody,
  leaf: number,
  boxes: Float32Array,
  other: KeyedRefitBody,
  otherLeaf: number,
): number[] {
  const near: number[] = [];
  for (let i = ranges[leaf * 2]; i < ranges[leaf * 2] + ranges[leaf * 2 + 1]; i++) {
    if (!areApart(boxes, i * 6, 3, other.boxes, otherLeaf * BOX_STRIDE, BOX_HIGH)) near.push(i);
  }
  return near;
}

/** Whether two boxes are apart, each with its lowest corner at a place, and the highest so much behind. */
function areApart(a: Float32Array, i: number, highA: number, b: Float32Array, j: number, highB: number): boolean {
  for (let axis = 0; axis < 3; axis++) {
    if (a[i + axis] > b[j + highB + axis] || b[j + axis] > a[i + highA + axis]) return true;
  }
  return false;
}
