/** A tree cut short: the nodes where the cut is become leaves. */
import type { Mesh } from '../../mesh/mesh.js';
import { NO_NODE, isLeaf } from '../../tree/tree.js';
import type { Tree } from '../../tree/tree.js';
import { BALL_STRIDE, fitBallAroundBalls } from '../bd/ball-of-balls.js';

/** The upper part of a tree: down to a level, or to nodes whose triangles fit into a ball of a radius. */
export function cutTree(mesh: Mesh, tree: Tree, level: number, radius: number): Tree {
  const { arity } = tree;
  const children: number[] = [];
  const ranges: number[] = [];
  const sources = [0];
  const entries = [-1];
  const levels = [0];
  let depth = 0;
  while (sources.length > 0) {
    const source = sources.pop()!;
    const entry = entries.pop()!;
    const at = levels.pop()!;
    const node = ranges.length / 2;
    if (entry >= 0) children[entry] = node;
    for (let slot = 0; slot < arity; slot++) children.push(NO_NODE);
    ranges.push(tree.ranges[source * 2], tree.ranges[source * 2 + 1]);
    depth = Math.max(depth, at + 1);
    if (at >= level || isLeaf(tree, source) || (radius > 0 && restRadius(mesh, tree, source) <= radius)) continue;
    for (let slot = arity - 1; slot >= 0; slot--) {
      const child = tree.children[source * arity + slot];
      if (child === NO_NODE) continue;
      sources.push(child);
      entries.push(node * arity + slot);
      levels.push(at + 1);
    }
  }
  return {
    arity,
    nodeCount: ranges.length / 2,
    triangleCount: tree.triangleCount,
    depth,
    children: Uint32Array.from(children),
    ranges: Uint32Array.from(ranges),
    triangleOrder: tree.triangleOrder,
  };
}

function restRadius(mesh: Mesh, tree: Tree, node: number): number {
  const first = tree.ranges[node * 2];
  const count = tree.ranges[node * 2 + 1];
  const balls = new Float64Array(count * 3 * BALL_STRIDE);
  for (let i = 0; i < count * 3; i++) {
    const triangle = tree.triangleOrder[first + Math.floor(i / 3)];
    const vertex = mesh.triangles[triangle * 3 + (i % 3)];
    for (let axis = 0; axis < 3; axis++) balls[i * BALL_STRIDE + axis] = mesh.positions[vertex * 3 + axis];
  }
  const ball = new Float64Array(BALL_STRIDE);
  fitBallAroundBalls(balls, count * 3, ball);
  return ball[3];
}
