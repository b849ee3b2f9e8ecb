/** What must hold of a kinetic tree at any time, compared with all of its vertices. */
import { boxAt, boxPad, writePositions } from 'pliant/kinetic';
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
  const require = (holds: boolean, what: string): void => {
    if (!holds) problems.push(what);
  };
  const known = knownVertices(scene);
  const found: number[] = [];
  const visit = (node: number, level: number): number[] => {
    require(level <= tree.depth, `node ${node} is on level ${level} of ${tree.depth}`);
    const below = new Set<number>();
    for (let i = 0; i < tree.itemCounts[node]; i++) {
      const item = tree.leafItems[node * tree.leafSize + i];
      found.push(item);
      require(tree.leafOfItem[item] === node, `item ${item} is not where it says`);
      for (const vertex of items.get(item)!) below.add(vertex);
    }
    const children = [...tree.children.subarray(node * tree.arity, (node + 1) * tree.arity)].filter(
      (at) => at !== NONE,
    );
    require((children.length === 0) === tree.itemCounts[node] > 0, `node ${node} is leaf and no leaf`);
    require(children.length !== 1, `node ${node} has a single child`);
    for (const child of children) {
      require(tree.parents[child] === node, `node ${child} has another parent`);
      for (const vertex of visit(child, level + 1)) below.add(vertex);
    }
    checkBox(scene, node, [...below], known, require);
    return [...below];
  };
  if (tree.root !== NONE) visit(tree.root, 1);
  require(String(found.sort((a, b) => a - b)) ===
    String([...items.keys()].sort((a, b) => a - b)), `items are ${found.join(', ')}`);
  checkHeap(scene, require);
  const positions = new Float32Array(scene.vertexCount * 3);
  writePositions(tree, positions);
  known.forEach(({ computed }, vertex) => {
    const same = computed.every((value, axis) => Object.is(Math.fround(value), positions[vertex * 3 + axis]));
    require(same, `vertex ${vertex} is somewhere else`);
  });
  return problems;
}

type Require = (holds: boolean, what: string) => void;

interface KnownVertex {
  readonly computed: readonly number[];
  readonly exact: readonly bigint[];
}

function knownVertices(scene: MovingScene): KnownVertex[] {
  const { time } = scene.tree.paths;
  return Array.from({ length: scene.vertexCount }, (_, vertex) => ({
    computed: coordinates(scene, vertex, time),
    exact: [0, 1, 2].map((axis) => exactCoordinate(scene, vertex, axis, time)),
  }));
}

function checkBox({ tree }: MovingScene, node: number, below: number[], known: KnownVertex[], require: Require): void {
  const pad = boxPad(tree);
  const exactPad = units(pad) << (2n * UNIT);
  const box = new Float32Array(6);
  boxAt(tree, node, box);
  for (let axis = 0; axis < 3; axis++) {
    const all = below.map((vertex) => known[vertex].computed[axis]);
    const [lowest, highest] = [Math.min(...all), Math.max(...all)];
    require(box[axis] <= Math.fround(lowest), `node ${node} begins too high on axis ${axis}`);
    require(box[axis] >= Math.fround(lowest - pad), `node ${node} begins too low on axis ${axis}`);
    require(box[axis + 3] >= Math.fround(highest), `node ${node} ends too low on axis ${axis}`);
    require(box[axis + 3] <= Math.fround(highest + pad), `node ${node} ends too high on axis ${axis}`);
    // On exact paths no vertex is beyond an extreme by more than the pad.
    const [low, high] = [tree.extremes[node * 6 + axis], tree.extremes[node * 6 + axis + 3]];
    require(below.includes(low) && below.includes(high), `node ${node} has a stranger on axis ${axis}`);
    for (const vertex of below) {
      const at = known[vertex].exact[axis];
      require(known[low].exact[axis] - at <= exactPad, `vertex ${vertex} is below node ${node} on axis ${axis}`);
      require(at - known[high].exact[axis] <= exactPad, `vertex ${vertex} is above node ${node} on axis ${axis}`);
    }
  }
}

/** Events in the order of the queue, none of them in the past. */
function checkHeap({ tree }: MovingScene, require: Require): void {
  const { count, heap, places, times } = tree.queue;
  for (let at = 0; at < count; at++) {
    require(places[heap[at]] === at, `certificate ${heap[at]} is not at ${at}`);
    require(times[heap[at]] > tree.paths.time, `certificate ${heap[at]} has failed`);
    require(times[heap[(at - 1) >> 1] ?? heap[0]] <= times[heap[at]], `certificate ${heap[at]} comes too late`);
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

function units(value: number): bigint {
  // Scaling by powers of two is exact.
  let [whole, shift] = [value, 0n];
  for (; !Number.isInteger(whole); shift++) whole *= 2;
  return BigInt(whole) << (UNIT - shift);
}
