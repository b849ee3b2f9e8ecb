/**
 * A node opened: its children and their bounds in one form. Walks that are not worth a kernel of their own are written once over this, whatever
 * bounds the body; a body that is not kept in blocks would have to fill this form, and nothing else.
 */
import { FLOAT64_ROUNDOFF } from '../math/float.js';
import type { Body } from '../body/body.js';
import { LANES, LEAF_BIT, NO_CHILD, leafCount, leafFirst } from '../kernels/layout/child-words.js';
import { HEADER, SPHERES } from '../kernels/layout/header.js';
import { RECORD } from '../kernels/layout/record.js';
import { wordAt } from '../kernels/units.js';

/** Makes sums of float64 safe: twice what they can lose. */
const WIDEN = 4 * FLOAT64_ROUNDOFF;

/** Numbers of a child's bound: lowest and highest corner. */
export const CHILD_STRIDE = 6;

/** Up to four children. */
export interface OpenedNode {
  count: number;
  /** How to open each child, or what leaf it is. */
  readonly ids: Uint32Array;
  /** 1 where the child is a leaf. */
  readonly leaves: Uint8Array;
  /** {@link CHILD_STRIDE} numbers per child: the box of its bound, not smaller than the bound itself. */
  readonly boxes: Float64Array;
}

/** A leaf's triangles: where they begin in the order of the tree, and how many there are. */
export interface OpenedLeaf {
  first: number;
  count: number;
}

/** What stands above the root: its only child is the root. */
export const TOP = 0;

/** Room for an opened node. */
export function createOpenedNode(): OpenedNode {
  return {
    count: 0,
    ids: new Uint32Array(LANES),
    leaves: new Uint8Array(LANES),
    boxes: new Float64Array(LANES * CHILD_STRIDE),
  };
}

/** Opens an inner node, given by the id under which its parent listed it, or {@link TOP}. */
export function openNode(body: Body, id: number, opened: OpenedNode): void {
  const { arena, run } = body.kernels;
  const cache = wordAt(run.evaluateBlock(body.header, id));
  const { f32, u32 } = arena;
  const words = cache + RECORD.words;
  const sizeStep = u32[wordAt(body.header) + HEADER.shape] === SPHERES ? 0 : LANES;
  opened.count = 0;
  for (let lane = 0; lane < LANES; lane++) {
    const word = u32[words + lane];
    if (word === NO_CHILD) continue;
    const child = opened.count++;
    opened.ids[child] = word;
    opened.leaves[child] = word >= LEAF_BIT ? 1 : 0;
    for (let axis = 0; axis < 3; axis++) {
      const size = cache + 3 * LANES + axis * sizeStep + lane;
      setSides(opened.boxes, child * CHILD_STRIDE + axis, f32, cache + axis * LANES + lane, size);
    }
  }
}

/**
 * Says which triangles a leaf has, and makes sure that their vertices are posed. The id is that under which its parent
 * listed it, as a signed number (`id | 0`): one of 32 bits without sign would be put on the heap for the call.
 */
export function openLeaf(body: Body, id: number, leaf: OpenedLeaf): void {
  body.kernels.run.poseLeaf(body.header, id);
  leaf.first = leafFirst(id);
  leaf.count = leafCount(id);
}

/** Whether an id under which a child was listed is that of a leaf; as a signed number, as {@link openLeaf} takes it. */
export function isLeafId(id: number): boolean {
  return id < 0;
}

/** Most nodes that wait on the stack of a depth-first walk: each level takes one away and adds up to four. */
export function stackCapacityOf(body: Body): number {
  return stackCapacityOfDepth(body.bounds.depth);
}

/** {@link stackCapacityOf} any tree of nodes of four children, and so many levels. */
export function stackCapacityOfDepth(depth: number): number {
  return (LANES - 1) * (depth + 1) + LANES;
}

/** Centre ± size, each a float32: the float64 sum is off by a factor of 1 ± 2^-53, which the widening covers. */
function setSides(boxes: Float64Array, at: number, numbers: Float32Array, centerAt: number, sizeAt: number): void {
  const center = numbers[centerAt];
  const size = numbers[sizeAt];
  const slack = (Math.abs(center) + size) * WIDEN;
  boxes[at] = center - size - slack;
  boxes[at + 3] = center + size + slack;
}
