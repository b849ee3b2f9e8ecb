/**
 * How tight the bounds of a body are when it deforms, level by level, and how fast they grow: the numbers of
 * James & Pai's tables, and those by which rules, centres and trees are chosen.
 */
import { poseVertices } from '../deform/model.js';
import { LANES, NO_CHILD } from '../kernels/layout/child-words.js';
import { HEADER, ORIENTED, SPHERES } from '../kernels/layout/header.js';
import type { BdTree } from '../bounds/bd/bd-tree.js';
import { layOutLevels } from '../bounds/blocks/levels.js';
import { hasPatches } from '../bounds/shape.js';
import type { MeshBody } from '../body/mesh-body.js';
import { smallestBall } from '../bounds/bd/smallest-ball.js';
import { wordAt } from '../kernels/units.js';

/** Looseness of the bounds on one level of the tree, over all given poses. */
export interface LevelTightness {
  /** Nodes on the level. */
  readonly nodeCount: number;
  /**
   * Mean of size over tightest size, 1 being tight: of spheres the radius over that of the smallest ball around the
   * posed vertices, of boxes the surface area over that of the tightest box along the same axes.
   */
  readonly meanRatio: number;
  /** The loosest node's ratio. */
  readonly largestRatio: number;
  /** Mean radius, or half diagonal of a box. */
  readonly meanSize: number;
  /** Mean over nodes and fields of how much the size grows per unit of weight: dR, or the length of dH; 0 for a blend. */
  readonly meanGrowth: number;
}

/** The numbers of a pose; those that are left out stay as they are. */
export interface PoseNumbers {
  /** Of displacement fields and morph targets. */
  readonly weights?: ArrayLike<number>;
  /** Of bones. */
  readonly transforms?: ArrayLike<number>;
  /** Of embeddings and cages. */
  readonly points?: ArrayLike<number>;
}

/** Measures all bounds of a body in some poses, from the root down. Leaves it in the last of them. */
export function measureTightness(body: MeshBody, poses: readonly PoseNumbers[]): LevelTightness[] {
  const { bounds, kernels } = body;
  const { levels, ranges } = layOutLevels(bounds);
  const depth = levels.reduce((deepest, level) => Math.max(deepest, level), 0) + 1;
  const sums = Array.from({ length: depth }, () => ({ count: 0, ratio: 0, largest: 0, size: 0, growth: 0 }));
  const positions = new Float32Array(body.mesh.vertexCount * 3);
  const points = new Float64Array(bounds.triangles.length * 3);
  for (const { points: posePoints, transforms, weights } of poses) {
    if (weights) body.setWeights(weights);
    if (transforms) body.setTransforms(transforms);
    if (posePoints) body.setPoints(posePoints);
    poseInTreeOrder(body, positions);
    for (let slot = 0; slot < levels.length; slot++) {
      if (bounds.words[slot] === NO_CHILD) continue;
      const lane = wordAt(kernels.run.evaluateBlock(body.header, slot >>> 2)) + (slot & 3);
      const count = gatherPoints(bounds.triangles, ranges[slot * 2], ranges[slot * 2 + 1], positions, points);
      const [size, ratio] = measure(body, slot, lane, points, count);
      const level = sums[levels[slot]];
      level.count++;
      level.ratio += ratio;
      level.size += size;
      level.largest = Math.max(level.largest, ratio);
      level.growth += hasPatches(bounds) ? 0 : growthOf(bounds, slot);
    }
  }
  return sums.map(({ count, growth, largest, ratio, size }) => ({
    nodeCount: count / poses.length,
    meanRatio: ratio / count,
    largestRatio: largest,
    meanSize: size / count,
    meanGrowth: growth / count,
  }));
}

/** Positions as the body's corners number them, evaluated by the model alone: the bounds are not to be baked before. */
function poseInTreeOrder(body: MeshBody, out: Float32Array): void {
  const { bounds, model, pose } = body;
  body.refresh();
  poseVertices(model, pose, bounds.vertexOrder, out.length / 3, out);
}

function gatherPoints(
  triangles: Uint32Array,
  first: number,
  count: number,
  positions: Float32Array,
  points: Float64Array,
): number {
  for (let i = 0; i < count * 3; i++) {
    const vertex = triangles[first * 3 + i];
    for (let axis = 0; axis < 3; axis++) points[i * 3 + axis] = positions[vertex * 3 + axis];
  }
  return count * 3;
}

const ball = new Float64Array(4);

/**
 * Size and ratio of one bound, of the shape that it has in the present pose: all are boxes once the body is refitted. An oriented box lies beside
 * the cache, and its axes among the bounds.
 */
function measure(body: MeshBody, slot: number, lane: number, points: Float64Array, count: number): [number, number] {
  const { f32, u32 } = body.kernels.arena;
  const { bounds } = body;
  const shape = u32[wordAt(body.header) + HEADER.shape];
  if (shape === SPHERES) {
    const radius = f32[lane + 3 * LANES];
    smallestBall(points, count, ball);
    return [radius, ratioOf(radius, Math.sqrt(ball[3]))];
  }
  const extents = [0, 0, 0];
  const tight = [0, 0, 0];
  const boxes = shape === ORIENTED ? body.orientedBoxes(slot >>> 2) + (slot & 3) + 9 * LANES : lane + 3 * LANES;
  const axesAt = (slot >>> 2) * 9 * LANES + (slot & 3);
  for (let k = 0; k < 3; k++) {
    const axis = [0, 1, 2].map((row) =>
      bounds.shape === ORIENTED && shape === ORIENTED ? bounds.axes[axesAt + (k * 3 + row) * LANES] : row === k ? 1 : 0,
    );
    let low = Infinity;
    let high = -Infinity;
    for (let i = 0; i < count * 3; i += 3) {
      const value = points[i] * axis[0] + points[i + 1] * axis[1] + points[i + 2] * axis[2];
      if (value < low) low = value;
      if (value > high) high = value;
    }
    tight[k] = (high - low) / 2;
    extents[k] = f32[boxes + k * LANES];
  }
  return [lengthOf(extents), ratioOf(areaOf(extents), areaOf(tight))];
}

function growthOf(tree: BdTree, slot: number): number {
  const { fieldCount, rowCount, rows, shape } = tree;
  let sum = 0;
  for (let j = 1; j <= fieldCount; j++) {
    const at = (((slot >>> 2) * (fieldCount + 1) + j) * rowCount + 3) * LANES + (slot & 3);
    sum += shape === SPHERES ? rows[at] : lengthOf([rows[at], rows[at + LANES], rows[at + 2 * LANES]]);
  }
  return fieldCount === 0 ? 0 : sum / fieldCount;
}

function areaOf([x, y, z]: readonly number[]): number {
  return x * y + y * z + z * x;
}

function lengthOf([x, y, z]: readonly number[]): number {
  return Math.sqrt(x * x + y * y + z * z);
}

/** Where both are nothing the bound is as tight as can be. */
function ratioOf(size: number, tightest: number): number {
  return tightest > 0 ? size / tightest : size > 0 ? Infinity : 1;
}
