/**
 * Split rules: where to cut a run of triangles in two. A rule reorders the run in place and answers where the second
 * part begins. Both parts are never empty: when the rule finds no cut, as among coincident triangles, the run is
 * halved. Runs of many triangles are looked at in slices, between which the work can give way.
 */
import type { LongWork } from '../long-work.js';
import type { Mesh } from '../mesh/mesh.js';

/**
 * With *motion* given, displacements of all vertices at the ends of their ranges, the surface-area rule looks at
 * bounds as they will have grown when the mesh deforms, half extents h + Σ_j dH_j (James & Pai 2004): each triangle
 * has one box at rest and one of its displacements in each field, boxes are united field by field, and sides are added
 * up over the fields.
 *
 * Measured with a ball along the curtain at 240 k triangles, ten fields, leaves of 4 (blocks opened, leaves met, mean
 * area over tightest):  surface area 29.7, 14.4, 1.73 · mean 23.5, 16.4, 1.59 · surface area with motion 22.7, 13.7,
 * 1.55; with spheres 77.2, 41.3 and 40.8 blocks. It builds (fields + 1) times slower than without; `mean` costs
 * nothing and is most of the way there where a mesh is as regular as this one.
 */

/**
 * How to cut: `mean` splits the longest side of the triangles' centres at their mean (after Quinlan 1994), which suits
 * spheres; `surface-area` takes the cheapest of binned planes by the surface-area heuristic (Wald 2007), which suits
 * boxes.
 */
export type SplitRule = 'mean' | 'surface-area';

/** What the rules look at: computed once per build, in the order of the mesh's triangles. */
export interface SplitInput {
  /** Three coordinates per triangle: the mean of its vertices. */
  readonly centers: Float64Array;
  /** Six numbers per triangle, lowest and highest corner, at rest and then for the displacements of each field. */
  readonly boxes: Float32Array;
  /** Numbers in `boxes` per triangle. */
  readonly boxStride: number;
  /** Of the cut in hand: the box of all centres; triangles and boxes of all bins; a sweep over them, with what is on its right. */
  readonly centerBox: Float64Array;
  readonly binCounts: Uint32Array;
  readonly binBoxes: Float64Array;
  readonly sweepBox: Float64Array;
  readonly rightCosts: Float64Array;
  /** The triangles, reordered in place by splitting. */
  readonly order: Uint32Array;
}

/** Boxes of triangles to look at between two chances to give way. */
export const BOXES_PER_STEP = 30_000;

const BINS = 16;
const BOX = 6;

/** Gathers centres and boxes of all triangles; the order is at first that of the mesh. */
export function* createSplitInput(mesh: Mesh, motion: readonly Float32Array[] = []): LongWork<SplitInput> {
  const { positions, triangles, triangleCount } = mesh;
  const boxStride = BOX * (1 + motion.length);
  const centers = new Float64Array(triangleCount * 3);
  const boxes = new Float32Array(triangleCount * boxStride);
  const order = new Uint32Array(triangleCount);
  const step = trianglesPerStep(boxStride);
  for (let t = 0; t < triangleCount; t++) {
    if (t % step === step - 1) yield 0;
    order[t] = t;
    const a = triangles[t * 3] * 3;
    const b = triangles[t * 3 + 1] * 3;
    const c = triangles[t * 3 + 2] * 3;
    for (let axis = 0; axis < 3; axis++) {
      centers[t * 3 + axis] = (positions[a + axis] + positions[b + axis] + positions[c + axis]) / 3;
    }
    boxCorners(boxes, t * boxStride, positions, a, b, c);
    for (let j = 0; j < motion.length; j++) boxCorners(boxes, t * boxStride + (j + 1) * BOX, motion[j], a, b, c);
  }
  return {
    centers,
    boxes,
    boxStride,
    centerBox: new Float64Array(BOX),
    binCounts: new Uint32Array(BINS),
    binBoxes: new Float64Array(BINS * boxStride),
    sweepBox: new Float64Array(boxStride),
    rightCosts: new Float64Array(BINS),
    order,
  };
}

function trianglesPerStep(boxStride: number): number {
  return Math.ceil((BOXES_PER_STEP * BOX) / boxStride);
}

function boxCorners(boxes: Float32Array, at: number, values: Float32Array, a: number, b: number, c: number): void {
  for (let axis = 0; axis < 3; axis++) {
    boxes[at + axis] = Math.min(values[a + axis], values[b + axis], values[c + axis]);
    boxes[at + 3 + axis] = Math.max(values[a + axis], values[b + axis], values[c + axis]);
  }
}

/**
 * Cuts the run `first … first + count - 1` by a rule; returns where the second part begins. `count` is at least 2. What it
 * yields is `share`, that of the whole build which is done.
 */
export function* splitRun(
  rule: SplitRule,
  input: SplitInput,
  first: number,
  count: number,
  share: number,
): LongWork<number> {
  const cut = rule === 'mean' ? splitAtMean : splitBySurfaceArea;
  const middle = yield* cut(input, first, first + count, share);
  return middle > first && middle < first + count ? middle : halveRun(first, count);
}

/** Cuts a run in the middle of its present order. Always succeeds, and keeps the depth logarithmic. */
export function halveRun(first: number, count: number): number {
  return first + (count >> 1);
}

function* splitAtMean(input: SplitInput, first: number, end: number, share: number): LongWork<number> {
  const step = trianglesPerStep(input.boxStride);
  yield* measureCenters(input, first, end, share);
  let axis = 0;
  for (let other = 1; other < 3; other++) if (centerSide(input, other) > centerSide(input, axis)) axis = other;
  // The mean of what is left after subtracting the lowest: no cancellation far from the origin.
  let sum = 0;
  for (let from = first; from < end; from += step) {
    if (from > first) yield share;
    sum = sumCenters(input, from, Math.min(end, from + step), axis, sum);
  }
  const cut = input.centerBox[axis] + sum / (end - first);
  let middle = first;
  for (let from = first; from < end; from += step) {
    if (from > first) yield share;
    middle = moveBelow(input, from, Math.min(end, from + step), axis, cut, middle);
  }
  return middle;
}

function* splitBySurfaceArea(input: SplitInput, first: number, end: number, share: number): LongWork<number> {
  const { binBoxes, binCounts, boxStride, rightCosts, sweepBox } = input;
  const step = trianglesPerStep(boxStride);
  yield* measureCenters(input, first, end, share);
  let bestCost = Infinity;
  let bestAxis = -1;
  let bestBin = 0;
  for (let axis = 0; axis < 3; axis++) {
    if (!(centerSide(input, axis) > 0)) continue;
    emptyBoxes(binBoxes, 0, BINS * boxStride);
    binCounts.fill(0);
    for (let from = first; from < end; from += step) {
      if (from > first) yield share;
      fillBins(input, from, Math.min(end, from + step), axis);
    }
    sweepFromRight(input);
    emptyBoxes(sweepBox, 0, boxStride);
    let leftCount = 0;
    for (let bin = 0; bin < BINS - 1; bin++) {
      growBoxes(sweepBox, 0, binBoxes, bin * boxStride, boxStride);
      leftCount += binCounts[bin];
      const cost = leftCount * halfArea(sweepBox, boxStride) + rightCosts[bin + 1];
      if (leftCount > 0 && leftCount < end - first && cost < bestCost) {
        bestCost = cost;
        bestAxis = axis;
        bestBin = bin;
      }
    }
  }
  if (bestAxis < 0) return first;
  let middle = first;
  for (let from = first; from < end; from += step) {
    if (from > first) yield share;
    middle = moveToBins(input, from, Math.min(end, from + step), bestAxis, bestBin, middle);
  }
  return middle;
}

function* measureCenters(input: SplitInput, first: number, end: number, share: number): LongWork<void> {
  const step = trianglesPerStep(input.boxStride);
  emptyBoxes(input.centerBox, 0, BOX);
  for (let from = first; from < end; from += step) {
    if (from > first) yield share;
    growCenterBox(input, from, Math.min(end, from + step));
  }
}

function growCenterBox({ centerBox, centers, order }: SplitInput, from: number, to: number): void {
  for (let i = from; i < to; i++) {
    for (let axis = 0; axis < 3; axis++) {
      const value = centers[order[i] * 3 + axis];
      if (value < centerBox[axis]) centerBox[axis] = value;
      if (value > centerBox[axis + 3]) centerBox[axis + 3] = value;
    }
  }
}

function centerSide({ centerBox }: SplitInput, axis: number): number {
  return centerBox[axis + 3] - centerBox[axis];
}

/** Goes on with a sum of how far centres lie above the lowest. */
function sumCenters(input: SplitInput, from: number, to: number, axis: number, start: number): number {
  const { centerBox, centers, order } = input;
  let sum = start;
  for (let i = from; i < to; i++) sum += centers[order[i] * 3 + axis] - centerBox[axis];
  return sum;
}

/** Moves triangles whose centre is below the cut to `start` and after; returns where they end. */
function moveBelow(input: SplitInput, from: number, to: number, axis: number, cut: number, start: number): number {
  const { centers, order } = input;
  let middle = start;
  for (let i = from; i < to; i++) if (centers[order[i] * 3 + axis] < cut) swap(order, middle++, i);
  return middle;
}

/** Moves triangles in bins up to `last` to `start` and after; returns where they end. */
function moveToBins(input: SplitInput, from: number, to: number, axis: number, last: number, start: number): number {
  const { centerBox, centers, order } = input;
  const lowest = centerBox[axis];
  const scale = BINS / centerSide(input, axis);
  let middle = start;
  for (let i = from; i < to; i++) {
    if (binOf(centers[order[i] * 3 + axis], lowest, scale) <= last) swap(order, middle++, i);
  }
  return middle;
}

function fillBins(input: SplitInput, from: number, to: number, axis: number): void {
  const { binBoxes, binCounts, boxes, boxStride, centerBox, centers, order } = input;
  const lowest = centerBox[axis];
  const scale = BINS / centerSide(input, axis);
  for (let i = from; i < to; i++) {
    const triangle = order[i];
    const bin = binOf(centers[triangle * 3 + axis], lowest, scale);
    binCounts[bin]++;
    growBoxes(binBoxes, bin * boxStride, boxes, triangle * boxStride, boxStride);
  }
}

/** Leaves in `rightCosts[bin]` the cost of putting that bin and all behind it on the right. */
function sweepFromRight({ binBoxes, binCounts, boxStride, rightCosts, sweepBox }: SplitInput): void {
  emptyBoxes(sweepBox, 0, boxStride);
  let rightCount = 0;
  for (let bin = BINS - 1; bin > 0; bin--) {
    growBoxes(sweepBox, 0, binBoxes, bin * boxStride, boxStride);
    rightCount += binCounts[bin];
    rightCosts[bin] = rightCount === 0 ? 0 : rightCount * halfArea(sweepBox, boxStride);
  }
}

/** The scale may be infinite when the side is a denormal number; NaN then lands in bin 0 and the run is halved. */
function binOf(value: number, lowest: number, scale: number): number {
  const bin = Math.floor((value - lowest) * scale);
  return bin >= BINS ? BINS - 1 : bin > 0 ? bin : 0;
}

function emptyBoxes(boxes: Float64Array, at: number, length: number): void {
  for (let box = at; box < at + length; box += BOX) {
    for (let axis = 0; axis < 3; axis++) {
      boxes[box + axis] = Infinity;
      boxes[box + 3 + axis] = -Infinity;
    }
  }
}

function growBoxes(
  boxes: Float64Array,
  at: number,
  others: Float32Array | Float64Array,
  from: number,
  length: number,
): void {
  for (let box = 0; box < length; box += BOX) {
    for (let axis = box; axis < box + 3; axis++) {
      if (others[from + axis] < boxes[at + axis]) boxes[at + axis] = others[from + axis];
      if (others[from + 3 + axis] > boxes[at + 3 + axis]) boxes[at + 3 + axis] = others[from + 3 + axis];
    }
  }
}

/** Half the area of a box whose sides are the sums of those at rest and of the displacements. */
function halfArea(boxes: Float64Array, length: number): number {
  if (boxes[3] < boxes[0]) return 0;
  let x = 0;
  let y = 0;
  let z = 0;
  for (let box = 0; box < length; box += BOX) {
    x += boxes[box + 3] - boxes[box];
    y += boxes[box + 4] - boxes[box + 1];
    z += boxes[box + 5] - boxes[box + 2];
  }
  return x * y + y * z + z * x;
}

function swap(order: Uint32Array, i: number, j: number): void {
  const kept = order[i];
  order[i] = order[j];
  order[j] = kept;
}
