/**
 * Split rules: where to cut a run of triangles in two. A rule reorders the run in place and answers where the second
 * part begins. Both parts are never empty: when the rule finds no cut, as among coincident triangles, the run is halved.
 */
import type { Mesh } from '../mesh/mesh.js';

/**
 * How to cut: `mean` splits the longest side of the triangles' centres at their mean (after Quinlan 1994), which suits
 * spheres; `surface-area` takes the cheapest of binned planes by the surface-area heuristic (Wald 2007), which suits boxes.
 */
export type SplitRule = 'mean' | 'surface-area';

/** What the rules look at: computed once per build, in the order of the mesh's triangles. */
export interface SplitInput {
  /** Three coordinates per triangle: the mean of its vertices. */
  readonly centers: Float64Array;
  /** Six numbers per triangle: lowest and highest corner. */
  readonly boxes: Float32Array;
  /** The triangles, reordered in place by splitting. */
  readonly order: Uint32Array;
}

const BINS = 16;
const BIN_BOX = 6;

const binBoxes = new Float64Array(BINS * BIN_BOX);
const binCounts = new Uint32Array(BINS);
const sweepBox = new Float64Array(BIN_BOX);
const rightCosts = new Float64Array(BINS);
const centerBox = new Float64Array(BIN_BOX);

/** Gathers centres and boxes of all triangles; the order is at first that of the mesh. */
export function createSplitInput(mesh: Mesh): SplitInput {
  const { positions, triangles, triangleCount } = mesh;
  const centers = new Float64Array(triangleCount * 3);
  const boxes = new Float32Array(triangleCount * BIN_BOX);
  const order = new Uint32Array(triangleCount);
  for (let t = 0; t < triangleCount; t++) {
    order[t] = t;
    const a = triangles[t * 3] * 3;
    const b = triangles[t * 3 + 1] * 3;
    const c = triangles[t * 3 + 2] * 3;
    for (let axis = 0; axis < 3; axis++) {
      const pa = positions[a + axis];
      const pb = positions[b + axis];
      const pc = positions[c + axis];
      centers[t * 3 + axis] = (pa + pb + pc) / 3;
      boxes[t * BIN_BOX + axis] = Math.min(pa, pb, pc);
      boxes[t * BIN_BOX + 3 + axis] = Math.max(pa, pb, pc);
    }
  }
  return { centers, boxes, order };
}

/** Cuts the run `first … first + count - 1` by a rule; returns where the second part begins. `count` is at least 2. */
export function splitRun(rule: SplitRule, input: SplitInput, first: number, count: number): number {
  const middle = rule === 'mean' ? splitAtMean(input, first, count) : splitBySurfaceArea(input, first, count);
  return middle > first && middle < first + count ? middle : halveRun(first, count);
}

/** Cuts a run in the middle of its present order. Always succeeds, and keeps the depth logarithmic. */
export function halveRun(first: number, count: number): number {
  return first + (count >> 1);
}

function splitAtMean(input: SplitInput, first: number, count: number): number {
  const { centers, order } = input;
  measureCenters(input, first, count);
  let axis = 0;
  for (let other = 1; other < 3; other++) if (centerSide(other) > centerSide(axis)) axis = other;
  // The mean of what is left after subtracting the lowest: no cancellation far from the origin.
  const lowest = centerBox[axis];
  let sum = 0;
  for (let i = first; i < first + count; i++) sum += centers[order[i] * 3 + axis] - lowest;
  const cut = lowest + sum / count;

  let middle = first;
  for (let i = first; i < first + count; i++) {
    if (centers[order[i] * 3 + axis] < cut) swap(order, middle++, i);
  }
  return middle;
}

function splitBySurfaceArea(input: SplitInput, first: number, count: number): number {
  const { centers, order } = input;
  measureCenters(input, first, count);
  let bestCost = Infinity;
  let bestAxis = -1;
  let bestBin = 0;
  for (let axis = 0; axis < 3; axis++) {
    if (!(centerSide(axis) > 0)) continue;
    fillBins(input, first, count, axis);
    sweepFromRight();
    emptyBox(sweepBox, 0);
    let leftCount = 0;
    for (let bin = 0; bin < BINS - 1; bin++) {
      growBox(sweepBox, 0, binBoxes, bin * BIN_BOX);
      leftCount += binCounts[bin];
      const cost = leftCount * halfArea(sweepBox, 0) + rightCosts[bin + 1];
      if (leftCount > 0 && leftCount < count && cost < bestCost) {
        bestCost = cost;
        bestAxis = axis;
        bestBin = bin;
      }
    }
  }
  if (bestAxis < 0) return first;

  const lowest = centerBox[bestAxis];
  const scale = BINS / centerSide(bestAxis);
  let middle = first;
  for (let i = first; i < first + count; i++) {
    if (binOf(centers[order[i] * 3 + bestAxis], lowest, scale) <= bestBin) swap(order, middle++, i);
  }
  return middle;
}

function measureCenters(input: SplitInput, first: number, count: number): void {
  const { centers, order } = input;
  emptyBox(centerBox, 0);
  for (let i = first; i < first + count; i++) {
    for (let axis = 0; axis < 3; axis++) {
      const value = centers[order[i] * 3 + axis];
      if (value < centerBox[axis]) centerBox[axis] = value;
      if (value > centerBox[axis + 3]) centerBox[axis + 3] = value;
    }
  }
}

function centerSide(axis: number): number {
  return centerBox[axis + 3] - centerBox[axis];
}

function fillBins(input: SplitInput, first: number, count: number, axis: number): void {
  const { centers, boxes, order } = input;
  for (let bin = 0; bin < BINS; bin++) emptyBox(binBoxes, bin * BIN_BOX);
  binCounts.fill(0);
  const lowest = centerBox[axis];
  const scale = BINS / centerSide(axis);
  for (let i = first; i < first + count; i++) {
    const triangle = order[i];
    const bin = binOf(centers[triangle * 3 + axis], lowest, scale);
    binCounts[bin]++;
    growBox(binBoxes, bin * BIN_BOX, boxes, triangle * BIN_BOX);
  }
}

/** Leaves in `rightCosts[bin]` the cost of putting that bin and all behind it on the right. */
function sweepFromRight(): void {
  emptyBox(sweepBox, 0);
  let rightCount = 0;
  for (let bin = BINS - 1; bin > 0; bin--) {
    growBox(sweepBox, 0, binBoxes, bin * BIN_BOX);
    rightCount += binCounts[bin];
    rightCosts[bin] = rightCount === 0 ? 0 : rightCount * halfArea(sweepBox, 0);
  }
}

/** The scale may be infinite when the side is a denormal number; NaN then lands in bin 0 and the run is halved. */
function binOf(value: number, lowest: number, scale: number): number {
  const bin = Math.floor((value - lowest) * scale);
  return bin >= BINS ? BINS - 1 : bin > 0 ? bin : 0;
}

function emptyBox(box: Float64Array, at: number): void {
  for (let axis = 0; axis < 3; axis++) {
    box[at + axis] = Infinity;
    box[at + 3 + axis] = -Infinity;
  }
}

function growBox(box: Float64Array, at: number, other: Float32Array | Float64Array, from: number): void {
  for (let axis = 0; axis < 3; axis++) {
    if (other[from + axis] < box[at + axis]) box[at + axis] = other[from + axis];
    if (other[from + 3 + axis] > box[at + 3 + axis]) box[at + 3 + axis] = other[from + 3 + axis];
  }
}

function halfArea(box: Float64Array, at: number): number {
  const x = box[at + 3] - box[at];
  const y = box[at + 4] - box[at + 1];
  const z = box[at + 5] - box[at + 2];
  return x < 0 ? 0 : x * y + y * z + z * x;
}

function swap(order: Uint32Array, i: number, j: number): void {
  const kept = order[i];
  order[i] = order[j];
  order[j] = kept;
}
