/**
 * Across which axis the two children of a node are told apart, and which of them is the left one. A plane bounds a child on one side alone; on the others it has what its parent had. So the axis is chosen
 * by what it leaves: the surface of both boxes as planes cut them, each times the items in it, which is how often a small box meets them and what that costs.
 */
import { NO_NODE } from '../../tree/tree.js';
import type { Subtree } from '../grow-subtree.js';
import { SIDES } from '../leaves.js';
import { coordinateOf } from '../paths.js';
import type { KineticBoxTree } from './box-tree-record.js';
import { writePlaneBox } from './plane-boxes.js';

/** Where surfaces are equal, as among points on a line, sides decide: each counts like a strip that is this share of the longest side wide. */
const STRIP = 1 / 1024;

const outerBox = new Float32Array(SIDES);

/** Chooses axes for all inner nodes of a new subtree, and puts their children in order. Returns the tight boxes of all nodes, six numbers each. */
export function choosePlanes(tree: KineticBoxTree, subtree: Subtree): Float64Array {
  const { built, nodes } = subtree;
  const tight = tightBoxes(tree, subtree);
  const cut = new Float64Array(nodes.length * SIDES);
  // The whole tree has a tight box; a part of it has what the planes around it leave.
  cut.set(tight.subarray(0, SIDES));
  if (tree.parents[nodes[0]] !== NO_NODE) {
    writePlaneBox(tree, nodes[0], outerBox);
    cut.set(outerBox);
  }
  for (let i = 0; i < nodes.length; i++) {
    if (built.children[i * 2] === NO_NODE) continue;
    const [first, second] = [built.children[i * 2], built.children[i * 2 + 1]];
    const at = i * SIDES;
    let [best, bestAxis, isSwapped] = [Infinity, 0, false];
    for (let choice = 0; choice < SIDES; choice++) {
      const axis = choice % 3;
      const [left, right] = choice < 3 ? [first, second] : [second, first];
      const low = cut[at + axis];
      const high = cut[at + axis + 3];
      cut[at + axis + 3] = tight[left * SIDES + axis + 3];
      let cost = surfaceOf(cut, at) * built.ranges[left * 2 + 1];
      cut[at + axis + 3] = high;
      cut[at + axis] = tight[right * SIDES + axis];
      cost += surfaceOf(cut, at) * built.ranges[right * 2 + 1];
      cut[at + axis] = low;
      if (cost < best) [best, bestAxis, isSwapped] = [cost, axis, choice >= 3];
    }
    const [left, right] = isSwapped ? [second, first] : [first, second];
    tree.axes[nodes[i]] = bestAxis;
    tree.children[nodes[i] * 2] = nodes[left];
    tree.children[nodes[i] * 2 + 1] = nodes[right];
    cut.copyWithin(left * SIDES, at, at + SIDES);
    cut.copyWithin(right * SIDES, at, at + SIDES);
    cut[left * SIDES + bestAxis + 3] = tight[left * SIDES + bestAxis + 3];
    cut[right * SIDES + bestAxis] = tight[right * SIDES + bestAxis];
  }
  return tight;
}

/** Half the surface of a box, and something for its sides. */
function surfaceOf(boxes: Float64Array, at: number): number {
  const x = Math.max(0, boxes[at + 3] - boxes[at]);
  const y = Math.max(0, boxes[at + 4] - boxes[at + 1]);
  const z = Math.max(0, boxes[at + 5] - boxes[at + 2]);
  return x * y + y * z + z * x + STRIP * Math.max(x, y, z) * (x + y + z);
}

function tightBoxes(tree: KineticBoxTree, { built, nodes }: Subtree): Float64Array {
  const { leafVertices, paths, vertexCounts } = tree;
  const boxes = new Float64Array(nodes.length * SIDES);
  // Children come after their parents.
  for (let i = nodes.length - 1; i >= 0; i--) {
    const firstSlot = nodes[i] * tree.corners * tree.leafSize;
    const [left, right] = [built.children[i * 2], built.children[i * 2 + 1]];
    for (let axis = 0; axis < 3; axis++) {
      let [low, high] = [Infinity, -Infinity];
      for (let slot = firstSlot; slot < firstSlot + vertexCounts[nodes[i]]; slot++) {
        const at = coordinateOf(paths, leafVertices[slot], axis);
        low = Math.min(low, at);
        high = Math.max(high, at);
      }
      const isLeaf = left === NO_NODE;
      boxes[i * SIDES + axis] = isLeaf ? low : Math.min(boxes[left * SIDES + axis], boxes[right * SIDES + axis]);
      boxes[i * SIDES + axis + 3] = isLeaf
        ? high
        : Math.max(boxes[left * SIDES + axis + 3], boxes[right * SIDES + axis + 3]);
    }
  }
  return boxes;
}
