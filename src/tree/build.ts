/** Building a tree top-down: a run of triangles is cut in two by a split rule until it fits into a leaf. */
import {
  requireArray,
  requireFinite,
  requireFloat32Array,
  requireInteger,
  requireOneOf,
  withDefaults,
} from '../checks.js';
import { rescale, runInSlices, runNow } from '../long-work.js';
import type { LongWork, LongWorkOptions } from '../long-work.js';
import type { Mesh } from '../mesh/mesh.js';
import { BOXES_PER_STEP, createSplitInput, halveRun, splitRun } from './split.js';
import type { SplitRule } from './split.js';
import { NO_NODE } from './tree.js';
import type { Tree } from './tree.js';
import { widenSteps } from './widen.js';

/** What kind of tree to build. */
export interface BuildOptions {
  /** How to cut a run of triangles in two. */
  readonly split?: SplitRule;
  /** Most triangles in a leaf, 1 to 255. Small leaves touch fewer triangles, large ones take less memory. */
  readonly leafSize?: number;
  /** Most children of a node. The wide form, 4, is the binary one in which nodes stand in for their children, those with most triangles first. */
  readonly arity?: 2 | 4;
}

/** What is known about how the mesh will deform. */
export interface MotionOptions {
  /**
   * How vertices move: displacements, three numbers per vertex, each field scaled to how far it goes. The surface-area
   * rule then cuts where bounds stay small when they grow with them; others take no notice. None by default.
   */
  readonly motion?: readonly Float32Array[];
}

/** Defaults of {@link BuildOptions}: a wide tree for boxes. */
export const BUILD_DEFAULTS: Required<BuildOptions> = { split: 'surface-area', leafSize: 4, arity: 4 };

/** The sphere tree of Quinlan (1994): binary, one leaf per triangle. */
export const QUINLAN_TREE: Required<BuildOptions> = { split: 'mean', leafSize: 1, arity: 2 };

/** From this level on runs are halved, whatever the rule says, so that no input can make the tree deeper than about 80. */
const LAST_RULED_LEVEL = 56;

/** Of building a wide tree, the share that the binary one takes. */
const BINARY_SHARE = 0.96;

/** Builds a tree over the mesh at rest. The same mesh and options always give the same tree. */
export function buildTree(mesh: Mesh, options: BuildOptions & MotionOptions = {}): Tree {
  return runNow(buildSteps('buildTree', mesh, options));
}

/** {@link buildTree} in slices, with progress and the option to call it off. */
export function buildTreeAsync(
  mesh: Mesh,
  options: BuildOptions & MotionOptions & LongWorkOptions = {},
): Promise<Tree> {
  return runInSlices(buildSteps('buildTreeAsync', mesh, options), options);
}

/** The same, step by step. */
export function* buildSteps(caller: string, mesh: Mesh, options: BuildOptions & MotionOptions): LongWork<Tree> {
  const { split, leafSize, arity } = withDefaults<BuildOptions>(BUILD_DEFAULTS, options);
  const { motion = [] } = options;
  requireOneOf(caller, 'split', split, ['mean', 'surface-area'] as const);
  requireInteger(caller, 'leafSize', leafSize, 1, 255);
  requireOneOf(caller, 'arity', arity, [2, 4] as const);
  requireArray(caller, 'motion', motion, 0);
  for (let j = 0; j < motion.length; j++) {
    requireFloat32Array(caller, `motion[${j}]`, motion[j], mesh.vertexCount * 3);
    requireFinite(caller, `motion[${j}]`, motion[j]);
    yield 0;
  }
  const binarySteps = buildBinarySteps(mesh, split, leafSize, motion);
  if (arity === 2) return yield* binarySteps;
  const binary = yield* rescale(binarySteps, 0, BINARY_SHARE);
  return yield* rescale(widenSteps(binary), BINARY_SHARE, 1 - BINARY_SHARE);
}

function* buildBinarySteps(
  mesh: Mesh,
  rule: SplitRule,
  leafSize: number,
  motion: readonly Float32Array[],
): LongWork<Tree> {
  const { triangleCount } = mesh;
  const input = yield* createSplitInput(mesh, rule === 'surface-area' ? motion : []);
  // A binary tree with no empty leaf has at most 2n - 1 nodes.
  const children = new Uint32Array((2 * triangleCount - 1) * 2).fill(NO_NODE);
  const ranges = new Uint32Array((2 * triangleCount - 1) * 2);
  const firsts: number[] = [0];
  const counts: number[] = [triangleCount];
  const levels: number[] = [0];
  const slots: number[] = [-1];
  let nodeCount = 0;
  let depth = 0;
  let done = 0;
  let sinceYield = 0;
  while (slots.length > 0) {
    const first = firsts.pop()!;
    const count = counts.pop()!;
    const level = levels.pop()!;
    const slot = slots.pop()!;
    const node = nodeCount++;
    if (slot >= 0) children[slot] = node;
    ranges[node * 2] = first;
    ranges[node * 2 + 1] = count;
    if (level >= depth) depth = level + 1;
    if (count <= leafSize) {
      done += count;
      continue;
    }
    const isRuled = level < LAST_RULED_LEVEL;
    const middle = isRuled ? yield* splitRun(rule, input, first, count, done / triangleCount) : halveRun(first, count);
    // The left part is pushed last and so comes next: depth-first order.
    firsts.push(middle, first);
    counts.push(first + count - middle, middle - first);
    levels.push(level + 1, level + 1);
    slots.push(node * 2 + 1, node * 2);
    sinceYield += count * (1 + motion.length);
    if (sinceYield > BOXES_PER_STEP) {
      sinceYield = 0;
      yield done / triangleCount;
    }
  }
  return {
    arity: 2,
    nodeCount,
    triangleCount,
    depth,
    children: children.slice(0, nodeCount * 2),
    ranges: ranges.slice(0, nodeCount * 2),
    triangleOrder: input.order,
  };
}
