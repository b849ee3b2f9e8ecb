/**
 * A node opened: its children and their bounds in one form, whatever kind of body it belongs to. Walks that are not worth
 * a kernel of their own are written once over this.
 */
import { BOX_BOUND, BOX_HIGH, BOX_LOW, BOX_STRIDE, SPHERE_RADIUS, SPHERE_STRIDE } from '../bounds/layout.js';
import type { LazyBody } from '../bounds/lazy-body.js';
import type { PosedBody } from '../bounds/posed-body.js';
import { BODY, LANES, LEAF_BIT, NO_CHILD, SPHERES, leafCount, leafFirst, RECORD } from '../kernels/lazy-layout.js';
import { NO_NODE } from '../tree/tree.js';
import { isLazy } from './body.js';
import type { Body } from './body.js';

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

/** Room for an opened node. */
export function createOpenedNode(): OpenedNode {
  return {
    count: 0,
    ids: new Uint32Array(LANES),
    leaves: new Uint8Array(LANES),
    boxes: new Float64Array(LANES * CHILD_STRIDE),
  };
}

/** Opens what stands above the root: its only child is the root. */
export function openTop(body: Body, opened: OpenedNode): void {
  if (isLazy(body)) {
    openBlock(body, 0, opened);
  } else {
    opened.count = 0;
    addNode(body, 0, opened);
  }
}

/** Opens an inner node, given by the id under which its parent listed it. */
export function openNode(body: Body, id: number, opened: OpenedNode): void {
  if (isLazy(body)) {
    openBlock(body, id, opened);
    return;
  }
  const { arity, children } = body.tree;
  opened.count = 0;
  for (let slot = 0; slot < arity && children[id * arity + slot] !== NO_NODE; slot++) {
    addNode(body, children[id * arity + slot], opened);
  }
}

/**
 * Says which triangles a leaf has, and makes sure that their vertices are posed. The id is that under which its parent
 * listed it, as a signed number (`id | 0`): one of 32 bits without sign would be put on the heap for the call.
 */
export function openLeaf(body: Body, id: number, leaf: OpenedLeaf): void {
  if (isLazy(body)) {
    body.kernels.run.poseLeaf(body.header, id);
    leaf.first = leafFirst(id);
    leaf.count = leafCount(id);
  } else {
    leaf.first = body.tree.ranges[id * 2];
    leaf.count = body.tree.ranges[id * 2 + 1];
  }
}

/** Whether an id under which a child was listed is that of a leaf; as a signed number, as {@link openLeaf} takes it. */
export function isLeafId(body: Body, id: number): boolean {
  return isLazy(body) ? id < 0 : body.tree.children[id * body.tree.arity] === NO_NODE;
}

/** The triangles of the body's mesh in the order of its tree. */
export function triangleOrderOf(body: Body): Uint32Array {
  return isLazy(body) ? body.coefficients.triangleOrder : body.tree.triangleOrder;
}

/** Three corners per triangle, in the order of the tree. Read them anew after creating bodies: memory may have grown. */
export function cornersOf(body: Body): Uint32Array {
  return body.corners;
}

/** Posed positions as {@link cornersOf} numbers them. Read them anew after creating bodies: memory may have grown. */
export function posedOf(body: Body): Float32Array {
  return isLazy(body) ? body.posed : body.positions;
}

/** Most nodes that wait on the stack of a depth-first walk. */
export function stackCapacityOf(body: Body): number {
  const depth = isLazy(body) ? body.coefficients.depth + 1 : body.tree.depth;
  return (LANES - 1) * depth + 1;
}

function addNode(body: PosedBody, node: number, opened: OpenedNode): void {
  const { bounds, boundKind, tree } = body;
  const child = opened.count++;
  const at = child * CHILD_STRIDE;
  opened.ids[child] = node;
  opened.leaves[child] = tree.children[node * tree.arity] === NO_NODE ? 1 : 0;
  for (let axis = 0; axis < 3; axis++) {
    if (boundKind === BOX_BOUND) {
      opened.boxes[at + axis] = bounds[node * BOX_STRIDE + BOX_LOW + axis];
      opened.boxes[at + 3 + axis] = bounds[node * BOX_STRIDE + BOX_HIGH + axis];
    } else {
      const sphere = node * SPHERE_STRIDE;
      setSides(opened.boxes, at + axis, bounds, sphere + axis, sphere + SPHERE_RADIUS);
    }
  }
}

function openBlock(body: LazyBody, block: number, opened: OpenedNode): void {
  const { arena, run } = body.kernels;
  const cache = run.evaluateBlock(body.header, block) >>> 2;
  const { f32, u32 } = arena;
  const header = body.header >>> 2;
  const words = cache + RECORD.words;
  const sizeStep = u32[header + BODY.shape] === SPHERES ? 0 : LANES;
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

/** Centre ± size, each a float32: the float64 sum is off by a factor of 1 ± 2^-53, which the widening covers. */
function setSides(boxes: Float64Array, at: number, numbers: Float32Array, centerAt: number, sizeAt: number): void {
  const center = numbers[centerAt];
  const size = numbers[sizeAt];
  const slack = (Math.abs(center) + size) * 4.440892098500626e-16;
  boxes[at] = center - size - slack;
  boxes[at + 3] = center + size + slack;
}
