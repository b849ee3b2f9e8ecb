/** What must hold of a kinetic tree at any time, compared with all of its vertices. */
import {
  type AnyKineticTree,
  type KineticBoxTree,
  type KineticTree,
  boxAt,
  boxPad,
  writePositions,
} from 'pliant/kinetic';
import { expect } from 'vitest';
import { type MovingScene, coordinates, pieceAt } from './moving-scene.js';

const NONE = 0xffffffff;

/** The tree is one, holds what it should, and every box is right and tight. */
export function expectValid(scene: MovingScene, place: string): void {
  expect(problemsOf(scene), place).toEqual([]);
}

/** All that is wrong, in words: one look at the list costs less than thousands of expectations. */
function problemsOf(scene: MovingScene): string[] {
  const { items, tree } = scene;
  const problems: string[] = [];
  const require: Require = (holds, what) => {
    if (!holds) problems.push(what());
  };
  const known = knownVertices(scene);
  const found: number[] = [];
  const verticesBelow: number[][] = [];
  const visit = (node: number, level: number): number[] => {
    require(level <= tree.depth, () => `node ${node} is on level ${level} of ${tree.depth}`);
    const below = new Set<number>();
    for (let i = 0; i < tree.itemCounts[node]; i++) {
      const item = tree.leafItems[node * tree.leafSize + i];
      found.push(item);
      require(tree.leafOfItem[item] === node, () => `item ${item} is not where it says`);
      for (const vertex of items.get(item)!) below.add(vertex);
    }
    const children = [...tree.children.subarray(node * tree.arity, (node + 1) * tree.arity)].filter(
      (at) => at !== NONE,
    );
    require((children.length === 0) === tree.itemCounts[node] > 0, () => `node ${node} is leaf and no leaf`);
    require(children.length !== 1, () => `node ${node} has a single child`);
    for (const child of children) {
      require(tree.parents[child] === node, () => `node ${child} has another parent`);
      for (const vertex of visit(child, level + 1)) below.add(vertex);
    }
    verticesBelow[node] = [...below];
    return verticesBelow[node];
  };
  if (tree.root !== NONE) {
    visit(tree.root, 1);
    if (tree.form === 'box-tree') checkPlanes(tree, verticesBelow, known, require);
    else verticesBelow.forEach((below, node) => checkBox(tree, node, below, known, require));
  }
  const [listed, expected] = [found, [...items.keys()]].map((list) => String(list.sort((a, b) => a - b)));
  require(listed === expected, () => `items are ${listed}`);
  checkHeap(scene, require);
  checkAgenda(scene, require);
  const positions = new Float32Array(scene.vertexCount * 3);
  writePositions(tree, positions);
  known.forEach(({ computed }, vertex) => {
    const same = computed.every((value, axis) => Object.is(Math.fround(value), positions[vertex * 3 + axis]));
    require(same, () => `vertex ${vertex} is somewhere else`);
  });
  return problems;
}

/** What is wrong is put into words only where something is: there are thousands of looks. */
type Require = (holds: boolean, what: () => string) => void;

/** Where a vertex is: by the documented formula, and on its exact path. */
export interface KnownVertex {
  readonly computed: readonly number[];
  readonly exact: readonly bigint[];
  /** The place of the exact coordinate among those of all vertices, by axis: numbers are compared faster than big integers. */
  readonly ranks: number[];
}

/** Where all vertices are. */
export function knownVertices(scene: MovingScene): KnownVertex[] {
  const { time } = scene.tree.paths;
  const known = Array.from({ length: scene.vertexCount }, (_, vertex) => ({
    computed: coordinates(scene, vertex, time),
    exact: [0, 1, 2].map((axis) => exactCoordinate(scene, vertex, axis, time)),
    ranks: [0, 0, 0],
  }));
  for (let axis = 0; axis < 3; axis++) {
    const sorted = [...known].sort((p, q) => (p.exact[axis] < q.exact[axis] ? -1 : 1));
    sorted.forEach((vertex, rank) => (vertex.ranks[axis] = rank));
  }
  return known;
}

/** The six vertices of a node are among those below it, none of which is farther out. */
function checkBox(tree: KineticTree, node: number, below: number[], known: KnownVertex[], require: Require): void {
  const box = new Float32Array(6);
  boxAt(tree, node, box);
  for (let side = 0; side < 6; side++) {
    const farthest = checkHolder(tree, side, tree.extremes[node * 6 + side], below, known, require);
    checkSide(tree, side, farthest, box, `node ${node}`, require);
  }
}

/**
 * From the root down, each side of a box is that of a region: all below the lowest node above that has a plane there. It is held by the farthest of the region. Leaves have the exact box of their vertices.
 */
function checkPlanes(tree: KineticBoxTree, verticesBelow: number[][], known: KnownVertex[], require: Require): void {
  const box = new Float32Array(6);
  const visit = (node: number, farthest: readonly number[]): void => {
    boxAt(tree, node, box);
    if (tree.itemCounts[node] > 0) {
      [0, 1, 2].forEach((axis) => {
        const all = verticesBelow[node].map((vertex) => Math.fround(known[vertex].computed[axis]));
        require(box[axis] === Math.min(...all), () => `leaf ${node} does not begin where it should on axis ${axis}`);
        require(box[axis + 3] === Math.max(...all), () => `leaf ${node} does not end where it should on axis ${axis}`);
      });
      return;
    }
    for (let side = 0; side < 6; side++) checkSide(tree, side, farthest[side], box, `node ${node}`, require);
    const [left, right] = tree.children.subarray(node * 2, node * 2 + 2);
    const [highest, lowest] = tree.extremes.subarray(6 + node * 3, 8 + node * 3);
    const [low, high] = [tree.axes[node], tree.axes[node] + 3];
    visit(left, farthest.with(high, checkHolder(tree, high, highest, verticesBelow[left], known, require)));
    visit(right, farthest.with(low, checkHolder(tree, low, lowest, verticesBelow[right], known, require)));
  };
  const ofRoot = [0, 1, 2, 3, 4, 5].map((side) =>
    checkHolder(tree, side, tree.extremes[side], verticesBelow[tree.root], known, require),
  );
  visit(tree.root, ofRoot);
}

/** Who is said to be farthest of a region is one of it, and on exact paths none is beyond by more than the pad. Returns how far out the farthest is, as it is computed. */
function checkHolder(
  tree: AnyKineticTree,
  side: number,
  holder: number,
  region: readonly number[],
  known: readonly KnownVertex[],
  require: Require,
): number {
  const [axis, sign] = [side % 3, side < 3 ? -1 : 1];
  require(region.includes(holder), () => `a stranger, vertex ${holder}, is farthest on side ${side}`);
  let foremost = region[0];
  let farthest = -Infinity;
  for (const vertex of region) {
    if (sign * (known[vertex].ranks[axis] - known[foremost].ranks[axis]) > 0) foremost = vertex;
    farthest = Math.max(farthest, sign * known[vertex].computed[axis]);
  }
  const ahead = known[foremost].exact[axis] - known[holder].exact[axis];
  const isBeyond = (sign > 0 ? ahead : -ahead) > exactLength(boxPad(tree));
  require(!isBeyond, () => `vertex ${foremost} is beyond vertex ${holder} on side ${side}`);
  return farthest;
}

/** A side of a box is not farther in than the farthest vertex, nor farther out than that and the pad. */
function checkSide(
  tree: AnyKineticTree,
  side: number,
  farthest: number,
  box: Float32Array,
  place: string,
  require: Require,
): void {
  const out = side < 3 ? -box[side] : box[side];
  require(out >= Math.fround(farthest), () => `${place} leaves something out on side ${side}`);
  require(out <= Math.fround(farthest + boxPad(tree)), () => `${place} is loose on side ${side}`);
}

/** Nothing that is in the agenda and has not left it is overdue; who is in it has nothing in the queue. */
function checkAgenda({ tree }: MovingScene, require: Require): void {
  if (tree.form !== 'aabb-tree') return;
  const { agenda, isListed, queue } = tree;
  for (let i = agenda.done; i < agenda.count; i++) {
    const entry = agenda.order[i];
    const isDue = agenda.times[entry] <= tree.paths.time;
    const isIn = isListed[Math.floor(agenda.certificates[entry] / 6)] === 1;
    require(!isDue || !isIn, () => `entry ${entry} of the agenda is overdue`);
  }
  for (const certificate of queue.heap.subarray(0, queue.count)) {
    require(isListed[Math.floor(certificate / 6)] === 0, () =>
      `certificate ${certificate} is in the agenda and in the queue`);
  }
}

/** Events in the order of the queue, none of them in the past. */
function checkHeap({ tree }: MovingScene, require: Require): void {
  const { count, heap, places, times } = tree.queue;
  for (let at = 0; at < count; at++) {
    require(places[heap[at]] === at, () => `certificate ${heap[at]} is not at ${at}`);
    // A flight that was set may have spoiled a part; it is built when time goes on.
    const isOverlap = tree.form === 'box-tree' && heap[at] % 3 === 2 && heap[at] >= 6;
    const isDue = isOverlap ? times[heap[at]] < tree.paths.time : times[heap[at]] <= tree.paths.time;
    require(!isDue, () => `certificate ${heap[at]} has failed`);
    require(times[heap[(at - 1) >> 1] ?? heap[0]] <= times[heap[at]], () => `certificate ${heap[at]} comes too late`);
  }
}

/** Doubles of the tests are whole multiples of 2^-460; coordinates are counted in the cube of that, and are exact. */
const UNIT = 460n;

function exactCoordinate(scene: MovingScene, vertex: number, axis: number, time: number): bigint {
  const piece = pieceAt(scene, vertex, time);
  const passed = units(time) - units(piece.begin);
  const bent = (units(piece.v[axis]) << UNIT) + passed * units(piece.h[axis]);
  return (units(piece.p[axis]) << (2n * UNIT)) + passed * bent;
}

/** A length in the units of exact coordinates. */
export function exactLength(value: number): bigint {
  return units(value) << (2n * UNIT);
}

const parts = new DataView(new ArrayBuffer(8));
const UNITS_OF_LEAST = 1074n - UNIT;

/** A finite double in units. */
function units(value: number): bigint {
  parts.setFloat64(0, value);
  const bits = parts.getBigUint64(0);
  const exponent = (bits >> 52n) & 0x7ffn;
  const fraction = bits & 0xfffffffffffffn;
  // In steps of 2^-1074, of which a unit has many.
  const steps = exponent === 0n ? fraction : (fraction | 0x10000000000000n) << (exponent - 1n);
  const size = steps >> UNITS_OF_LEAST;
  if (size << UNITS_OF_LEAST !== steps) throw new Error(`${value} is not a whole number of units`);
  return value < 0 ? -size : size;
}
