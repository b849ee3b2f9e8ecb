/** Kinetic bodies in every setting, on both backends, and where their triangles really are: for comparing with brute force. */
import type { Body, Strategy } from 'pliant';
import { type Random, createRandom } from 'pliant/exact';
import {
  type Flightplan,
  type KineticTree,
  advance,
  createKineticBody,
  createKineticTree,
  insertItem,
  insertVertex,
  planFlights,
  planKeyframes,
  rebuildAt,
  removeItem,
  setFlight,
  writePositions,
} from 'pliant/kinetic';
import { placedPositions, randomPlacement } from '../bounds/bd-samples.js';
import { BACKENDS } from '../support/sample-bodies.js';

/** What is moved: triangles, and the vertices that they begin with. */
export interface Surface {
  readonly positions: Float32Array;
  readonly triangles: Uint32Array;
}

/** A kinetic tree with a body on each backend. */
export interface MovingRig {
  readonly what: string;
  readonly tree: KineticTree;
  readonly bodies: readonly Body[];
  /** Vertices of each item that is there, by its number. */
  readonly items: Map<number, readonly number[]>;
  placement: number[] | undefined;
}

const STRATEGIES: readonly Strategy[] = ['lazy', 'adaptive', 'refit'];

/** Motions of a surface: how vertices go, and for how long. */
export const MOTIONS: Readonly<Record<string, (random: Random, surface: Surface) => Flightplan>> = {
  'keys far apart': (random, surface) => keyed(random, surface, 5, 0.6),
  'keys close together': (random, surface) => keyed(random, surface, 9, 0.05),
  'nothing moves': (random, surface) => keyed(random, surface, 3, 0),
  'all go the same way': (random, { positions }) => {
    const way = [0, 1, 2].map(() => random.range(-1, 1));
    const frames = [0, 1, 2].map((k) => positions.map((value, i) => value + k * way[i % 3]));
    return planKeyframes({ times: [0, 1, 3], frames });
  },
  'all fall to one place': (_, { positions }) => {
    const frames = [positions, positions.map((value) => value * 0.5), positions.map(() => 0.25)];
    return planKeyframes({ times: [0, 1, 2], frames });
  },
  flat: (random, surface) => {
    const { frames, times } = keyed(random, surface, 4, 0.5);
    return planKeyframes({ times, frames: frames.map((frame) => frame.map((value, i) => (i % 3 === 1 ? -0 : value))) });
  },
  flights: (random, { positions }) =>
    planFlights({ positions, velocities: positions.map(() => random.range(-0.4, 0.4)) }),
  'thrown up': (random, { positions }) =>
    planFlights({
      positions,
      velocities: positions.map(() => random.range(-1, 1)),
      accelerations: positions.map((_, i) => (i % 3 === 1 ? -2 : random.range(-0.3, 0.3))),
      time: -2,
    }),
};

function keyed(random: Random, { positions }: Surface, count: number, amplitude: number): Flightplan {
  const times: number[] = [];
  const frames: Float32Array[] = [];
  for (let key = 0, time = random.range(-2, 2); key < count; key++, time += random.range(0.1, 1.5)) {
    times.push(time);
    frames.push(positions.map((value) => value + (key === 0 ? 0 : random.range(-amplitude, amplitude))));
  }
  return planKeyframes({ times, frames });
}

/** A rig of a motion, with a tree of any kind. */
export function makeMovingRig(seed: number, motion: string, surface: Surface): MovingRig {
  const random = createRandom(seed);
  const plan = MOTIONS[motion](random, surface);
  const arity = ([2, 4] as const)[random.integer(2)];
  const leafSize = [1, 1, 3, 16, 50, 200][random.integer(6)];
  const tree = createKineticTree(plan, surface.triangles, { arity, leafSize });
  const strategy = STRATEGIES[random.integer(3)];
  const pruning = (['adaptive', 'always', 'never'] as const)[random.integer(3)];
  const items = new Map<number, readonly number[]>();
  for (let i = 0; i < surface.triangles.length; i += 3) {
    items.set(i / 3, [...surface.triangles.subarray(i, i + 3)]);
  }
  return {
    what: `seed ${seed}, ${motion}, arity ${arity}, leaves of ${leafSize}, ${strategy}, ${pruning}`,
    tree,
    bodies: Object.values(BACKENDS).map((kernels) => createKineticBody(kernels, tree, { strategy, pruning })),
    items,
    placement: undefined,
  };
}

/** Does one thing at random: mostly goes on; or changes flights, puts something in, takes something out, builds anew, places the body. */
export function moveRig(rig: MovingRig, random: Random): string {
  const { bodies, items, tree } = rig;
  const { paths } = tree;
  const { plan } = paths;
  const vector = (size: number): number[] => [0, 1, 2].map(() => random.range(-size, size));
  const vertices = [...new Set([...items.values()].flat())];
  switch (random.integer(12)) {
    case 0:
      for (let i = 0; i < 1 + random.integer(4); i++) {
        const flight = {
          velocity: vector(1),
          ...(random.integer(2) === 0 ? { acceleration: vector(1) } : {}),
          ...(random.integer(3) === 0 ? { position: vector(1) } : {}),
        };
        setFlight(tree, vertices[random.integer(vertices.length)], flight);
      }
      return 'set flights';
    case 1: {
      const vertex = insertVertex(tree, { position: vector(1), velocity: vector(0.5) });
      const corners = [vertex, vertices[0], vertices[random.integer(vertices.length)]];
      items.set(insertItem(tree, corners), corners);
      return 'inserted a vertex and a triangle';
    }
    case 2:
      for (let i = 0; i < 1 + random.integer(12); i++) {
        const corners = [0, 1, 2].map(() => vertices[random.integer(vertices.length)]);
        items.set(insertItem(tree, corners), corners);
      }
      return 'inserted triangles';
    case 3:
      for (let i = 0; i < 1 + random.integer(5) && items.size > 1; i++) {
        const item = [...items.keys()][random.integer(items.size)];
        removeItem(tree, item);
        items.delete(item);
      }
      return 'removed triangles';
    case 4: {
      const latest = Math.max(plan.start, ...flightBegins(rig));
      rebuildAt(tree, latest + (paths.time - latest) * random.next());
      return `built anew at ${paths.time}`;
    }
    case 5:
      rig.placement = randomPlacement(random, 2);
      for (const body of bodies) body.setPlacement(rig.placement);
      return 'placed';
    default: {
      const step = [0, 1e-9, 0.01, 0.2, 0.7][random.integer(5)] * random.next();
      const key = plan.times.find((time) => time > paths.time);
      const time = random.integer(6) === 0 && key !== undefined ? key : paths.time + step;
      advance(tree, Math.min(plan.end, time));
      return `went on to ${paths.time}`;
    }
  }
}

/** When the flights of vertices began that items have. */
function flightBegins({ tree }: MovingRig): number[] {
  const { own, ownOf, vertexCount } = tree.paths;
  return Array.from({ length: vertexCount }, (_, vertex) => vertex)
    .filter((vertex) => tree.isRemoved[vertex] === 0 && ownOf[vertex] !== 0xffffffff)
    .map((vertex) => own[ownOf[vertex] * 10]);
}

/** Where all vertices are, and the triangles that are there: what brute force looks at. Those that are gone have one vertex three times, far away. */
export interface World {
  readonly positions: Float32Array;
  readonly triangles: Uint32Array;
  /** The item of each triangle. */
  readonly items: readonly number[];
}

/** The world as it is now, by the tree's own word for where vertices are. */
export function worldOf({ items, placement, tree }: MovingRig): World {
  const positions = new Float32Array(tree.paths.vertexCount * 3);
  writePositions(tree, positions);
  const numbers = [...items.keys()].sort((a, b) => a - b);
  return {
    positions: placement ? placedPositions(positions, placement) : positions,
    triangles: Uint32Array.from(numbers.flatMap((item) => [...items.get(item)!])),
    items: numbers,
  };
}

/** Gives the memory back. */
export function disposeMovingRig({ bodies }: MovingRig): void {
  for (const body of bodies) body.dispose();
}
