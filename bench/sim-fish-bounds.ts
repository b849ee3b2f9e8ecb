/** What the paper's tables say of the bridge's spheres: how much larger they are than need be, wrapped and layered, at rest and deformed; and what one node costs. */
import { createBody } from 'pliant';
import type { Kernels } from 'pliant';
import { measureTightness, smallestBall } from 'pliant/inspect';
import {
  QUINLAN_TREE,
  buildTree,
  createBdTree,
  createPose,
  createProxyShape,
  poseMesh,
  setWeights,
} from 'pliant/parts';
import type { Mesh, Tree } from 'pliant/parts';

import type { FishBridgeKind } from '../scenes/fish-bridge.js';
import type { Print } from './report.js';

const LEVEL = 6;
/** Of the proxies whose update is timed. */
const UPDATE_LEVEL = 14;
const UPDATES = 40;

/** Prints radius ratios of level 6, and the time of an update at ten modes. */
export function printBridgeBounds(kernels: Kernels, { bridge }: FishBridgeKind, print: Print): void {
  const { mesh, model, weights } = bridge;
  const tree = buildTree(mesh, QUINLAN_TREE);
  const swung = weights.reduce((most, frame) => (sizeOf(frame) > sizeOf(most) ? frame : most));
  const body = createBody(kernels, { mesh, model, bounds: createBdTree(mesh, model, tree, { bound: 'sphere' }) });
  for (const [name, frame] of [
    ['at rest', new Float32Array(swung.length)],
    ['deformed', swung],
  ] as const) {
    const { largestRatio, meanRatio, nodeCount } = measureTightness(body, [{ weights: frame }])[LEVEL];
    const pose = createPose(model.poseLayout);
    setWeights(pose, frame);
    const positions = new Float32Array(mesh.vertexCount * 3);
    poseMesh(model, pose, positions);
    const [mean, most] = measureLayers(mesh, tree, positions);
    print(
      `  bridge ${name}, ${nodeCount} spheres of level ${LEVEL}, radius over the smallest: ours ${meanRatio.toFixed(2)}, at most ${largestRatio.toFixed(2)}; ` +
        `layered ${mean.toFixed(2)}, at most ${most.toFixed(2)}`,
    );
  }
  body.dispose();
  const proxies = createProxyShape(mesh, model, tree, { level: UPDATE_LEVEL });
  const spheres = createBody(kernels, proxies);
  const [sphere, times] = [new Float64Array(4), [0, 0]];
  for (let round = 0; round < UPDATES; round++) {
    spheres.setWeights(weights[round % weights.length]);
    for (let turn = 0; turn < 2; turn++) {
      const start = performance.now();
      for (let proxy = 0; proxy < proxies.proxyCount; proxy++) spheres.readProxy(proxy, sphere);
      times[turn] += performance.now() - start;
    }
  }
  // Proxies are evaluated when they are first read; the second time they are only read.
  const nodes = 4 * spheres.blocksEvaluated;
  print(
    `  one node update at M = ${model.fieldCount}: ${(((times[0] - times[1]) * 1e6) / UPDATES / nodes).toFixed(1)} ns`,
  );
  spheres.dispose();
}

function sizeOf(weights: Float32Array): number {
  return weights.reduce((sum, weight) => sum + Math.abs(weight), 0);
}

/** Radii of spheres around the spheres of their two children, over those of the smallest balls around the same vertices: mean and largest of a level. */
function measureLayers(mesh: Mesh, tree: Tree, positions: Float32Array): [number, number] {
  const { arity, children, nodeCount, ranges, triangleOrder } = tree;
  const spheres = new Float64Array(nodeCount * 4);
  const levels = new Uint8Array(nodeCount);
  const points = new Float64Array(mesh.triangleCount * 9);
  const gather = (node: number): number => {
    let count = 0;
    for (let k = 0; k < ranges[node * 2 + 1]; k++) {
      const triangle = triangleOrder[ranges[node * 2] + k];
      for (let corner = 0; corner < 3; corner++) {
        const vertex = mesh.triangles[triangle * 3 + corner];
        for (let axis = 0; axis < 3; axis++) points[count * 3 + axis] = positions[vertex * 3 + axis];
        count++;
      }
    }
    return count;
  };
  const ofNode = (node: number): number[] =>
    [...children.subarray(node * arity, (node + 1) * arity)].filter((child) => child > node && child < nodeCount);
  for (let node = 0; node < nodeCount; node++) for (const child of ofNode(node)) levels[child] = levels[node] + 1;
  const ball = new Float64Array(4);
  const ratios: number[] = [];
  // Children have higher numbers than their parents.
  for (let node = nodeCount - 1; node >= 0; node--) {
    const [a, b] = ofNode(node);
    if (a === undefined) {
      smallestBall(points, gather(node), ball);
      spheres.set(ball, node * 4);
    } else spheres.set(around(spheres.subarray(a * 4, a * 4 + 4), spheres.subarray(b * 4, b * 4 + 4)), node * 4);
    if (levels[node] !== LEVEL) continue;
    smallestBall(points, gather(node), ball);
    ratios.push(spheres[node * 4 + 3] / ball[3]);
  }
  return [ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length, Math.max(...ratios)];
}

/** The smallest sphere around two spheres. */
function around(a: Float64Array, b: Float64Array): Float64Array {
  const way = [0, 1, 2].map((k) => b[k] - a[k]);
  const distance = Math.sqrt(way[0] ** 2 + way[1] ** 2 + way[2] ** 2);
  if (distance + b[3] <= a[3]) return a;
  if (distance + a[3] <= b[3]) return b;
  const radius = (distance + a[3] + b[3]) / 2;
  const share = (radius - a[3]) / distance;
  return Float64Array.of(a[0] + way[0] * share, a[1] + way[1] * share, a[2] + way[2] * share, radius);
}
