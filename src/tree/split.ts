/**
 * Split rules: where to cut a run of triangles in two. A rule reorders the run in place and answers where the second
 * part begins. Both parts are never empty: when the rule finds no cut, as among coincident triangles, the run is
 * halved.
 */
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
  /** Room for the boxes of all bins and of a sweep over them. */
  readonly binBoxes: Float64Array;
  readonly sweepBox: Float64Array;
  /** The triangles, reordered in place by splitting. */
  readonly order: Uint32Array;
}

const BINS = 16;
const BOX = 6;

const binCounts = new Uint32Array(BINS);
const rightCosts = new Float64Array(BINS);
const centerBox = new Float64Array(BOX);

/** Gathers centres and boxes of all triangles; the order is at first that of the mesh. */
export function createSplitInput(mesh: Mesh, motion: readonly Float32Array[] = []): SplitInput {
  const { positions, triangles, triangleCount } = mesh;
  const boxStride = BOX * (1 + motion.length);
  const centers = new Float64Array(triangleCount * 3);
  const boxes = new Float32Array(triangleCount * boxStride);
  const order = new Uint32Array(triangleCount);
  for (let t = 0; t < triangleCount; t++) {
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
  const binBoxes = new Float64Array(BINS * boxStride);
  return { centers, boxes, boxStride, binBoxes, sweepBox: new Float64Array(boxStride), order };
}

function boxCorners(boxes: Float32Array, at: number, values: Float32Array, a: number, b: number, c: number): void {
  for (let axis = 0; axis < 3; axis++) {
    boxes[at + axis] = Math.min(values[a + axis], values[b + axis], values[c + axis]);
    boxes[at + 3 + axis] = Math.max(values[a + axis], values[b + axis], values[c + axis]);
  }
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
  const { binBoxes, boxStride, centers, order, sweepBox } = input;
  measureCenters(input, first, count);
  let bestCost = Infinity;
  let bestAxis = -1;
  let bestBin = 0;
  for (let axis = 0; axis < 3; axis++) {
    if (!(centerSide(axis) > 0)) continue;
    fillBins(input, first, count, axis);
    sweepFromRight(input);
    emptyBoxes(sweepBox, 0, boxStride);
    let leftCount = 0;
    for (let bin = 0; bin < BINS - 1; bin++) {
      growBoxes(sweepBox, 0, binBoxes, bin * boxStride, boxStride);
      leftCount += binCounts[bin];
      const cost = leftCount * halfArea(sweepBox, boxStride) + rightCosts[bin + 1];
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
  emptyBoxes(centerBox, 0, BOX);
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
  const { binBoxes, boxes, boxStride, centers, order } = input;
  emptyBoxes(binBoxes, 0, BINS * boxStride);
  binCounts.fill(0);
  const lowest = centerBox[axis];
  const scale = BINS / centerSide(axis);
  for (let i = first; i < first + count; i++) {
    const triangle = order[i];
    const bin = binOf(centers[triangle * 3 + axis], lowest, scale);
    binCounts[bin]++;
    growBoxes(binBoxes, bin * boxStride, boxes, triangle * boxStride, boxStride);
  }
}

/** Leaves in `rightCosts[bin]` the cost of putting that bin and all behind it on the right. */
function sweepFromRight({ binBoxes, boxStride, sweepBox }: SplitInput): void {
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
