/** Random trees over moving things, together with what the tests know of them apart from the tree: who flies how, and what is there. */
import { type Random } from 'pliant/exact';
import {
  type AnyKineticTree,
  type Flightplan,
  type KineticBoxTree,
  type KineticOptions,
  type KineticTree,
  advance,
  createKineticBoxPoints,
  createKineticBoxTree,
  createKineticPoints,
  createKineticTree,
  insertItem,
  insertVertex,
  planFlights,
  planKeyframes,
  rebuildAt,
  removeItem,
  removeVertex,
  setFlight,
} from 'pliant/kinetic';

/** A piece of a path on three axes: when it begins, then position, velocity and half the acceleration. */
export interface Piece {
  readonly begin: number;
  readonly p: readonly number[];
  readonly v: readonly number[];
  readonly h: readonly number[];
}

/** A tree, and beside it what it ought to know. */
export interface MovingScene<Tree extends AnyKineticTree = AnyKineticTree> {
  readonly plan: Flightplan;
  readonly tree: Tree;
  /** Flights of vertices that have been given one. */
  readonly flights: Map<number, Piece>;
  /** Vertices of each item that is there. */
  readonly items: Map<number, readonly number[]>;
  readonly removedVertices: Set<number>;
  vertexCount: number;
}

/** Numbers of one kind: whole ones, where everything ties, or any. */
export type Numbers = (random: Random) => number;
export const WHOLE: Numbers = (random) => random.integer(5) - 2;
export const ANY: Numbers = (random) => random.range(-2, 2);
/** From 1e-12 to 1e28: positions leave the range of float32. */
export const WILD: Numbers = (random) => random.range(-2, 2) * 10 ** (random.integer(41) - 12);
export const FAR: Numbers = (random) => random.range(-2, 2) * 10 ** random.integer(9) + 1000;

function vector(random: Random, numbers: Numbers): number[] {
  return [numbers(random), numbers(random), numbers(random)];
}

/** When plans of scenes begin. */
export const STARTS = [0, -3, 2.5, 1e6] as const;

/** How large a scene is, and when it begins: small, and at any of `STARTS`, unless given. */
export interface SceneSize {
  /** Vertices at most. */
  readonly vertices?: number;
  /** Triangles at most. */
  readonly triangles?: number;
  /** Vertices, and triangles, at least. */
  readonly fewest?: number;
  readonly start?: number;
  /** Whether triangles are small, of three vertices that keep together, so that most of them are apart. */
  readonly isLocal?: boolean;
}

/** A tree of boxes whose numbers are of the given kind. */
export function createScene(random: Random, numbers: Numbers, size: SceneSize = {}): MovingScene<KineticTree> {
  const { options, triangles, ...scene } = drawScene(random, numbers, size);
  const { plan } = scene;
  const tree = triangles ? createKineticTree(plan, triangles, options) : createKineticPoints(plan, options);
  return { ...scene, tree };
}

/** The same with a BoxTree. With many vertices leaves are small, so that there are 64 of them often enough and parts are built anew. */
export function createBoxScene(random: Random, numbers: Numbers, mostVertices = 14): MovingScene<KineticBoxTree> {
  const isLarge = mostVertices > 100;
  const size = { vertices: mostVertices, fewest: isLarge ? mostVertices / 2 : 1 };
  const { options: drawn, triangles, ...scene } = drawScene(random, numbers, size);
  const { plan } = scene;
  const leafSize = isLarge ? 1 + (drawn.leafSize % 2) : drawn.leafSize;
  const options = { leafSize, split: drawn.split, spoiledBy: [0.02, 0.25, Infinity][random.integer(3)] };
  const tree = triangles ? createKineticBoxTree(plan, triangles, options) : createKineticBoxPoints(plan, options);
  return { ...scene, tree };
}

type DrawnScene = Omit<MovingScene, 'tree'> & {
  readonly options: Required<Omit<KineticOptions, 'time'>>;
  /** None where items are points. */
  readonly triangles: readonly number[] | undefined;
};

function drawScene(random: Random, numbers: Numbers, size: SceneSize): DrawnScene {
  const { fewest = 1, vertices = 14, triangles: mostTriangles = vertices + 2 } = size;
  const vertexCount = fewest + random.integer(vertices - fewest + 1);
  const makePlan = random.integer(3) === 0 ? flyingPlan : keyedPlan;
  const anyPlan = makePlan(random, numbers, vertexCount, size.start);
  const plan = size.isLocal ? gathered(anyPlan) : anyPlan;
  const options = {
    arity: ([2, 4] as const)[random.integer(2)],
    leafSize: [1, 1, 2, 5, 20][random.integer(5)],
    split: (['mean', 'surface-area'] as const)[random.integer(2)],
    keepKeys: vertexCount % 2 === 0,
  };
  const items = new Map<number, readonly number[]>();
  const flights = new Map<number, Piece>();
  plan.flights.forEach((_, i) => {
    if (i % 9 === 0) flights.set(i / 9, pieceOf(plan.start, Array.from(plan.flights.subarray(i, i + 9))));
  });
  const scene = { plan, flights, items, removedVertices: new Set<number>(), vertexCount, options };
  if (random.integer(4) === 0) {
    for (let i = 0; i < vertexCount; i++) items.set(i, [i]);
    return { ...scene, triangles: undefined };
  }
  const triangleCount = fewest + random.integer(mostTriangles - fewest + 1);
  const triangles = Array.from({ length: triangleCount }, () => {
    if (!size.isLocal) return [0, 1, 2].map(() => random.integer(vertexCount));
    const first = 3 * random.integer(Math.ceil(vertexCount / 3));
    return [0, 1, 2].map((corner) => Math.min(first + corner, vertexCount - 1));
  }).flat();
  for (let i = 0; i < triangles.length; i += 3) items.set(i / 3, triangles.slice(i, i + 3));
  return { ...scene, triangles };
}

/** Does one thing at random: goes on, changes a path, puts something in or takes it out, builds anew. */
export function changeScene(scene: MovingScene, random: Random, numbers: Numbers): void {
  const kind = random.integer(8);
  if (kind < 3) advance(scene.tree, laterTime(scene, random, numbers));
  else editScene(scene, random, numbers, kind);
}

/** Changes something at the present time: `kind` is 3 to 7. */
export function editScene(scene: MovingScene, random: Random, numbers: Numbers, kind: number): void {
  const { flights, items, tree } = scene;
  const living = [...Array(scene.vertexCount).keys()].filter((vertex) => !scene.removedVertices.has(vertex));
  switch (kind) {
    case 3: {
      const vertex = living[random.integer(living.length)];
      const now = coordinates(scene, vertex, tree.paths.time);
      const [velocity, acceleration] = [vector(random, numbers), vector(random, numbers)];
      const jumps = random.integer(2) === 0;
      const position = jumps ? vector(random, numbers) : now;
      const isStraight = random.integer(2) === 0;
      setFlight(tree, vertex, {
        ...(jumps ? { position } : {}),
        velocity,
        ...(isStraight ? {} : { acceleration }),
      });
      flights.set(vertex, {
        begin: tree.paths.time,
        p: position,
        v: velocity,
        h: isStraight ? [0, 0, 0] : acceleration.map((value) => value / 2),
      });
      return;
    }
    case 4: {
      const [position, velocity] = [vector(random, numbers), vector(random, numbers)];
      const vertex = insertVertex(tree, { position, velocity });
      flights.set(vertex, { begin: tree.paths.time, p: position, v: velocity, h: [0, 0, 0] });
      scene.vertexCount++;
      const corners = [vertex, ...living].slice(0, tree.corners);
      if (corners.length === tree.corners) items.set(insertItem(tree, corners), corners);
      return;
    }
    case 5: {
      const corners = Array.from({ length: tree.corners }, () => living[random.integer(living.length)]);
      items.set(insertItem(tree, corners), corners);
      return;
    }
    case 6: {
      const [item] = [...items.keys()].slice(random.integer(items.size));
      if (item === undefined) return;
      removeItem(tree, item);
      items.delete(item);
      const unused = living.find((vertex) => ![...items.values()].some((corners) => corners.includes(vertex)));
      if (unused === undefined || living.length === 1) return;
      removeVertex(tree, unused);
      scene.removedVertices.add(unused);
      return;
    }
    default:
      rebuildAt(tree, tree.paths.time);
  }
}

/** A time that is not earlier than the present, sometimes a whole one, sometimes the very end. */
export function laterTime({ plan, tree }: MovingScene, random: Random, numbers: Numbers): number {
  const step = Math.abs(numbers(random)) * [0, 0.001, 0.5, 1][random.integer(4)];
  return Math.min(plan.end, tree.paths.time + (numbers === WHOLE ? Math.ceil(step) : step));
}

/** The piece of a vertex that holds at a time. */
export function pieceAt({ flights, plan }: MovingScene, vertex: number, time: number): Piece {
  const flight = flights.get(vertex);
  if (flight) return flight;
  const { frames, times } = plan;
  const key = times.findLastIndex((at) => at <= time);
  const p = Array.from(frames[key].subarray(vertex * 3, vertex * 3 + 3));
  const v = p.map((from, axis) =>
    key + 1 === times.length ? 0 : (frames[key + 1][vertex * 3 + axis] - from) * (1 / (times[key + 1] - times[key])),
  );
  return { begin: times[key], p, v, h: [0, 0, 0] };
}

/** The coordinates of a vertex by the documented formula, before they are rounded to float32. */
export function coordinates(scene: MovingScene, vertex: number, time: number): number[] {
  const { begin, p, v, h } = pieceAt(scene, vertex, time);
  return p.map((from, axis) => from + (time - begin) * (v[axis] + (time - begin) * h[axis]));
}

/** The same plan, but two of every three vertices stay near the first. */
function gathered(plan: Flightplan): Flightplan {
  const gather = (numbers: Float32Array | Float64Array, stride: number): Float64Array =>
    Float64Array.from(numbers, (number, i) => {
      const past = Math.floor(i / stride) % 3;
      return past === 0 ? number : numbers[i - past * stride] + number / 16;
    });
  return {
    ...plan,
    flights: gather(plan.flights, 9),
    frames: plan.frames.map((frame) => Float32Array.from(gather(frame, 3))),
  };
}

function pieceOf(begin: number, numbers: readonly number[]): Piece {
  const part = (first: number): number[] => [0, 3, 6].map((axis) => numbers[axis + first]);
  return { begin, p: part(0), v: part(1), h: part(2) };
}

function flyingPlan(random: Random, numbers: Numbers, vertexCount: number, start?: number): Flightplan {
  const three = (): number[] => Array.from({ length: vertexCount * 3 }, () => numbers(random));
  const time = start ?? STARTS[random.integer(STARTS.length)];
  return planFlights({
    positions: three(),
    velocities: three(),
    ...(random.integer(2) === 0 ? { accelerations: three() } : {}),
    time,
  });
}

function keyedPlan(random: Random, numbers: Numbers, vertexCount: number, start?: number): Flightplan {
  const keyCount = 2 + random.integer(6);
  let time = start ?? STARTS[random.integer(STARTS.length)];
  const times: number[] = [];
  const frames: Float32Array[] = [];
  for (let key = 0; key < keyCount; key++) {
    times.push(time);
    time += numbers === WHOLE ? 1 + random.integer(3) : random.range(0.01, 3);
    // Some rest, some keep their places in line, some go anywhere.
    const before = frames.at(-1);
    const shift = numbers(random);
    frames.push(
      Float32Array.from({ length: vertexCount * 3 }, (_, i) => {
        if (before && random.integer(3) === 0) return before[i];
        if (before && random.integer(3) === 0) return before[i] + shift;
        return numbers(random);
      }),
    );
  }
  return planKeyframes({ times, frames });
}
