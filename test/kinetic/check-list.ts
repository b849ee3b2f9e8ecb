/** What must hold of a separation list at any time, compared with all vertices of both trees, and with brute force over all triangles. */
import {
  type KineticTree,
  type OverlapStream,
  type SeparationList,
  boxAt,
  boxPad,
  clearOverlapStream,
  findListHits,
  overlapPad,
  readApartPairs,
  readOverlaps,
} from 'pliant/kinetic';
import { brutePairHits, bruteSelfHits } from 'pliant/oracle';
import { type PairHits, createPairHits } from 'pliant';
import { expect } from 'vitest';
import { type KnownVertex, exactLength, knownVertices } from './check-scene.js';
import { type MovingScene } from './moving-scene.js';

const NONE = 0xffffffff;

/** A list, what is known of its trees, and what its stream has told so far. */
export interface WatchedScenes {
  readonly list: SeparationList;
  readonly a: MovingScene<KineticTree>;
  readonly b: MovingScene<KineticTree>;
  readonly stream: OverlapStream;
  readonly replayed: Set<string>;
}

/** The list is where walking both trees stops, its stream has told it, and triangles that meet are those of brute force. */
export function expectListValid(watched: WatchedScenes, place: string): void {
  expect(problemsOf(watched), place).toEqual([]);
}

interface NodeFacts {
  readonly node: number;
  readonly isLeaf: boolean;
  readonly children: readonly number[];
  /** Exact boxes of computed paths, and float32 boxes of positions; then what `boxAt` says. */
  readonly exact: readonly bigint[];
  readonly positions: readonly number[];
  readonly box: Float32Array;
}

type Facts = ReadonlyMap<number, NodeFacts>;

function problemsOf(watched: WatchedScenes): string[] {
  const { a, b, list } = watched;
  const problems: string[] = [];
  const overlaps = pairsOf((out) => readOverlaps(list, out));
  const apart = pairsOf((out) => readApartPairs(list, out));
  const require = (holds: boolean, what: string): void => {
    if (!holds) problems.push(what);
  };
  require(overlaps.size + apart.size ===
    list.overlapCount + readApartPairs(list, new Uint32Array(0)), 'pairs are there twice');
  const factsA = factsOf(a);
  const factsB = a === b ? factsA : factsOf(b);
  const pad = exactLength(overlapPad(list));
  // A third of it is the margin; extremes lie behind the foremost vertices by no more than boxes are widened by.
  const leastGap = exactLength(overlapPad(list) / 3) - exactLength(boxPad(a.tree)) - exactLength(boxPad(b.tree));
  const seen = new Set<string>();
  const visit = (x: NodeFacts, y: NodeFacts): void => {
    const name = `${x.node} ${y.node}`;
    const isItself = a === b && x.node === y.node;
    if (apart.has(name)) {
      require(!isItself && !doOverlap(x.positions, y.positions), `${name} is apart, but positions are not`);
      require(!doOverlap(x.box, y.box), `${name} is apart, but boxes are not`);
      require(exactGaps(x, y).some((gap) => gap > leastGap), `${name} is apart, but not by the margin`);
      seen.add(name);
      return;
    }
    require(isItself || exactGaps(x, y).every((gap) => gap < pad), `${name} overlaps, but is far apart`);
    if (x.isLeaf && y.isLeaf) {
      if (isItself && a.tree.leafSize === 1) return;
      require(overlaps.has(name), `${name} is missing`);
      seen.add(name);
      return;
    }
    const below = (facts: Facts, at: NodeFacts): NodeFacts[] =>
      at.isLeaf ? [at] : at.children.map((child) => facts.get(child)!);
    below(factsA, x).forEach((childA, i) => {
      below(factsB, y).forEach((childB, j) => {
        if (!isItself || i <= j) visit(childA, childB);
      });
    });
  };
  const [rootA, rootB] = [factsA.get(a.tree.root), factsB.get(b.tree.root)];
  if (rootA && rootB) visit(rootA, rootB);
  require(seen.size === overlaps.size + apart.size, 'there are pairs that walking does not come to');
  replay(watched);
  require(sorted(watched.replayed) === sorted(overlaps), 'the stream tells something else');
  checkQueue(list, require);
  checkTriangles(watched, require);
  return problems;
}

type Require = (holds: boolean, what: string) => void;

function pairsOf(read: (out: Uint32Array) => number): Set<string> {
  const out = new Uint32Array(read(new Uint32Array(0)) * 2);
  read(out);
  return new Set(Array.from({ length: out.length / 2 }, (_, i) => `${out[i * 2]} ${out[i * 2 + 1]}`));
}

function sorted(pairs: ReadonlySet<string>): string {
  return [...pairs].sort().join(', ');
}

function factsOf(scene: MovingScene<KineticTree>): Facts {
  const { items, tree } = scene;
  const known = knownVertices(scene);
  const facts = new Map<number, NodeFacts>();
  const visit = (node: number): Set<number> => {
    const vertices = new Set<number>();
    for (let i = 0; i < tree.itemCounts[node]; i++) {
      for (const vertex of items.get(tree.leafItems[node * tree.leafSize + i])!) vertices.add(vertex);
    }
    const children = [...tree.children.subarray(node * tree.arity, (node + 1) * tree.arity)].filter(
      (child) => child !== NONE,
    );
    for (const child of children) for (const vertex of visit(child)) vertices.add(vertex);
    facts.set(
      node,
      describeNode(
        tree,
        node,
        children,
        [...vertices].map((vertex) => known[vertex]),
      ),
    );
    return vertices;
  };
  if (tree.root !== NONE) visit(tree.root);
  return facts;
}

function describeNode(tree: KineticTree, node: number, children: number[], below: KnownVertex[]): NodeFacts {
  const box = new Float32Array(6);
  boxAt(tree, node, box);
  const axes = [0, 1, 2];
  const positions = (axis: number): number[] => below.map(({ computed }) => Math.fround(computed[axis]));
  const foremost = (axis: number, sign: number): bigint =>
    below.reduce((best, vertex) => (sign * (vertex.ranks[axis] - best.ranks[axis]) > 0 ? vertex : best)).exact[axis];
  return {
    node,
    isLeaf: children.length === 0,
    children,
    exact: [...axes.map((axis) => foremost(axis, -1)), ...axes.map((axis) => foremost(axis, 1))],
    positions: [
      ...axes.map((axis) => Math.min(...positions(axis))),
      ...axes.map((axis) => Math.max(...positions(axis))),
    ],
    box,
  };
}

function exactGaps(x: NodeFacts, y: NodeFacts): bigint[] {
  return [0, 1, 2].flatMap((axis) => [x.exact[axis] - y.exact[axis + 3], y.exact[axis] - x.exact[axis + 3]]);
}

/** Whether two boxes of finite float32 numbers overlap: what is beyond them is nowhere. */
function doOverlap(p: ArrayLike<number>, q: ArrayLike<number>): boolean {
  if (![...Array.from(p), ...Array.from(q)].every(Number.isFinite)) return false;
  return [0, 1, 2].every((axis) => p[axis] <= q[axis + 3] && q[axis] <= p[axis + 3]);
}

function replay({ list, replayed, stream }: WatchedScenes): void {
  const problems: string[] = [];
  for (let i = 0; i < stream.count; i++) {
    const name = `${stream.leaves[i * 2]} ${stream.leaves[i * 2 + 1]}`;
    if (stream.begins[i] === 1) {
      if (replayed.has(name)) problems.push(`${name} begins again`);
      replayed.add(name);
    } else if (!replayed.delete(name)) problems.push(`${name} ends again`);
    if (i > 0 && stream.times[i] < stream.times[i - 1]) problems.push(`${name} comes too late`);
    if (stream.times[i] > list.clock[0]) problems.push(`${name} comes too early`);
  }
  expect([...problems, stream.dropped]).toEqual([0]);
  clearOverlapStream(stream);
}

/** Events in the order of the queue, none of them in the past or behind the epoch. */
function checkQueue({ clock, queue }: SeparationList, require: Require): void {
  const { count, heap, places, times } = queue;
  for (let at = 0; at < count; at++) {
    require(places[heap[at]] === at, `pair ${heap[at]} is not at ${at}`);
    require(times[heap[at]] > clock[0], `pair ${heap[at]} has its event behind it`);
    require(times[heap[at]] < clock[2], `pair ${heap[at]} has its event behind the epoch`);
    require(times[heap[(at - 1) >> 1] ?? heap[0]] <= times[heap[at]], `pair ${heap[at]} comes too late`);
  }
}

const found = createPairHits(100_000);
const expected = createPairHits(100_000);

function checkTriangles({ a, b, list }: WatchedScenes, require: Require): void {
  if (a.tree.corners !== 3 || b.tree.corners !== 3) return;
  const [soupA, soupB] = [soupOf(a), soupOf(b)];
  if (![...soupA.positions, ...soupB.positions].every(Number.isFinite)) return;
  findListHits(list, found);
  if (a === b) bruteSelfHits(soupA.positions, soupA.triangles, expected);
  else brutePairHits(soupA.positions, soupA.triangles, soupB.positions, soupB.triangles, expected);
  const same = (hits: PairHits, nameA: number[], nameB: number[]): string =>
    Array.from({ length: hits.count }, (_, i) => {
      const [p, q] = [nameA[hits.pairs[i * 2]], nameB[hits.pairs[i * 2 + 1]]];
      return `${p} ${q} ${hits.meetings[i]}`;
    })
      .sort()
      .join(', ');
  const numbers = Array.from({ length: Math.max(a.tree.itemCount, b.tree.itemCount) }, (_, i) => i);
  const [of, by] = [same(found, numbers, numbers), same(expected, soupA.numbers, soupB.numbers)];
  require(of === by, `triangles that meet are ${of} instead of ${by}`);
}

/** What is there, as a soup: the number of each triangle, and positions by the documented formula. */
function soupOf(scene: MovingScene): { numbers: number[]; triangles: Uint32Array; positions: Float32Array } {
  const numbers = [...scene.items.keys()].sort((p, q) => p - q);
  const triangles = Uint32Array.from(numbers.flatMap((item) => [...scene.items.get(item)!]));
  return {
    numbers,
    triangles,
    positions: Float32Array.from(knownVertices(scene).flatMap(({ computed }) => [...computed])),
  };
}
