/** Random questions about one body, and the answers of searches and of brute force in a form that can be compared. */
import {
  type Body,
  type Hits,
  type Search,
  type SearchStatistics,
  beginBall,
  beginBox,
  beginCapsule,
  beginClosestPoint,
  beginFrustum,
  beginRay,
  beginSweep,
  createClosestPoint,
  createHits,
  createSearch,
  findBallHits,
  findBoxHits,
  findCapsuleHits,
  findClosestPoint,
  findFrustumHits,
  findRayHits,
  findSweepHits,
  step,
} from 'pliant';
import type { Random } from 'pliant/exact';
import {
  bruteBallHits,
  bruteBoxHits,
  bruteCapsuleHits,
  bruteClosestPoint,
  bruteFrustumHits,
  bruteRayHits,
  bruteSweepHits,
} from 'pliant/oracle';
import type { Rig } from './lazy-rigs.js';
import { pick } from './lazy-rigs.js';

/** What a query found: triangles as they came, and for some kinds numbers with each. */
export interface Answer {
  readonly triangles: readonly number[];
  readonly numbers: readonly number[];
}

/** A question that can be asked of any body of a rig, and of the world positions alone. */
export interface Query {
  readonly what: string;
  /** Whether triangles come in an order that means something, rather than that of the tree. */
  readonly isOrdered: boolean;
  ask(asked: Asked): Answer;
  brute(): Answer;
}

/** A body, and the search in which it is asked; without one it is asked by the functions that find at once. */
export interface Asked {
  readonly body: Body;
  readonly search: Search | undefined;
}

/** Prepares bodies to be asked: the last of three at once, the others by searches whose statistics can be read. */
export function prepare(bodies: readonly Body[]): readonly Asked[] {
  return bodies.map((body, i) => ({ body, search: i < 2 ? createSearch() : undefined }));
}

/** What the search of a body has counted. */
export function statisticsOf({ search }: Asked): SearchStatistics {
  return { ...search!.statistics };
}

const hits = createHits(2000);
const rayHits = [1, 3, 2000].map((capacity) => createHits(capacity));
const closest = createClosestPoint();

/** A kind of question, put at random somewhere near the body. */
export const QUERY_KINDS: Readonly<Record<string, (random: Random, rig: Posed) => Query>> = {
  ball: (random, rig) => {
    const center = nearPoint(random, rig);
    const radius = radiusNear(random, rig, center);
    return shapeQuery(
      `ball ${center.join(' ')}, ${radius}`,
      ({ body }) => findBallHits(body, center, radius, hits),
      ({ body }, search) => beginBall(search, body, center, radius, hits),
      () => bruteBallHits(rig.world, rig.mesh.triangles, center, radius, hits),
    );
  },
  capsule: (random, rig) => {
    const start = nearPoint(random, rig);
    const end = random.integer(8) === 0 ? start : nearPoint(random, rig);
    const radius = radiusNear(random, rig, start) * pick(random, [0.1, 0.5, 1]);
    return shapeQuery(
      `capsule ${start.join(' ')}, ${end.join(' ')}, ${radius}`,
      ({ body }) => findCapsuleHits(body, start, end, radius, hits),
      ({ body }, search) => beginCapsule(search, body, start, end, radius, hits),
      () => bruteCapsuleHits(rig.world, rig.mesh.triangles, start, end, radius, hits),
    );
  },
  box: (random, rig) => {
    const one = nearPoint(random, rig);
    const other = random.integer(8) === 0 ? one : nearPoint(random, rig);
    const lowest = one.map((value, axis) => Math.min(value, other[axis]));
    const highest = one.map((value, axis) => Math.max(value, other[axis]));
    return shapeQuery(
      `box ${lowest.join(' ')}, ${highest.join(' ')}`,
      ({ body }) => findBoxHits(body, lowest, highest, hits),
      ({ body }, search) => beginBox(search, body, lowest, highest, hits),
      () => bruteBoxHits(rig.world, rig.mesh.triangles, lowest, highest, hits),
    );
  },
  frustum: (random, rig) => {
    const center = nearPoint(random, rig);
    const reach = radiusNear(random, rig, center);
    const planes = Array.from({ length: 1 + random.integer(6) }, () => {
      const isAxis = random.integer(3) === 0;
      const axis = random.integer(3);
      const normal = [0, 1, 2].map((k) => (isAxis ? (k === axis ? 1 : 0) : random.range(-1, 1)));
      const distance = normal.reduce((sum, value, k) => sum + value * center[k], 0);
      return [...normal, distance + (random.integer(3) === 0 ? 0 : reach * random.next())];
    }).flat();
    return shapeQuery(
      `frustum ${planes.join(' ')}`,
      ({ body }) => findFrustumHits(body, planes, hits),
      ({ body }, search) => beginFrustum(search, body, planes, hits),
      () => bruteFrustumHits(rig.world, rig.mesh.triangles, planes, hits),
    );
  },
  ray: (random, rig) => {
    const origin = nearPoint(random, rig);
    const target = nearPoint(random, rig);
    const axis = random.integer(3);
    let direction = target.map((value, k) => value - origin[k]);
    if (random.integer(4) === 0) direction = direction.map((value, k) => (k === axis ? value : 0));
    if (!direction.some((value) => value !== 0)) direction[axis] = 1;
    const far = pick<number>(random, [Infinity, Infinity, 1, 0.5, 0]);
    const out = pick(random, rayHits);
    return rayQuery(
      `ray ${origin.join(' ')} along ${direction.join(' ')} to ${far}, ${out.triangles.length} hits`,
      out,
      ({ body }) => findRayHits(body, origin, direction, out, far),
      ({ body }, search) => beginRay(search, body, origin, direction, out, far),
      () => bruteRayHits(rig.world, rig.mesh.triangles, origin, direction, out, far),
    );
  },
  sweep: (random, rig) => {
    const start = nearPoint(random, rig);
    const end = random.integer(8) === 0 ? start : nearPoint(random, rig);
    const radius = radiusNear(random, rig, start) * pick(random, [0, 0.1, 0.5]);
    const out = pick(random, rayHits);
    return rayQuery(
      `sweep ${start.join(' ')} to ${end.join(' ')}, ${radius}, ${out.triangles.length} hits`,
      out,
      ({ body }) => findSweepHits(body, start, end, radius, out),
      ({ body }, search) => beginSweep(search, body, start, end, radius, out),
      () => bruteSweepHits(rig.world, rig.mesh.triangles, start, end, radius, out),
    );
  },
  'closest point': (random, rig) => {
    const from = nearPoint(random, rig);
    const limit = random.integer(3) === 0 ? radiusNear(random, rig, from) : Infinity;
    const answer = (distance: number): Answer => ({
      triangles: closest.triangle === undefined ? [] : [closest.triangle],
      numbers: closest.triangle === undefined ? [distance] : [distance, closest.distance, ...closest.point],
    });
    return {
      what: `closest to ${from.join(' ')} within ${limit}`,
      isOrdered: true,
      ask: ({ body, search }) => {
        if (!search) return answer(findClosestPoint(body, from, closest, limit));
        beginClosestPoint(search, body, from, closest, limit);
        step(search);
        return answer(closest.distance);
      },
      brute: () => answer(bruteClosestPoint(rig.world, rig.mesh.triangles, from, closest, limit)),
    };
  },
};

/** A body's triangles, and where its vertices are. */
export type Posed = Pick<Rig, 'mesh' | 'world'>;

/** A point of the posed surface, a vertex exactly, one beside it, or one anywhere around the body. */
export function nearPoint(random: Random, rig: Posed): number[] {
  const { world, mesh } = rig;
  const corners = cornersOf(random, rig);
  const kind = random.integer(8);
  if (kind === 0) return corners[0];
  const edge = edgeOf(corners);
  if (kind === 1) return corners[0].map((value) => value + edge * (random.integer(3) - 1) * 0.25);
  if (kind < 6) {
    const [s, t] = [random.next(), random.next()];
    const away = pick(random, [0, 0.01, 0.2, 1]) * edge;
    return corners[0].map((value, axis) => {
      const point = value + (s * (corners[1][axis] - value) + t * (corners[2][axis] - value)) * 0.6;
      return away === 0 ? point : point + random.range(-away, away);
    });
  }
  return [0, 1, 2].map((axis) => {
    const [v, w] = [0, 0].map(() => world[mesh.triangles[random.integer(mesh.triangles.length)] * 3 + axis]);
    return v + (w - v) * random.range(-0.3, 1.3);
  });
}

function cornersOf(random: Random, { world, mesh }: Posed): number[][] {
  const triangle = random.integer(mesh.triangleCount) * 3;
  const first = random.integer(3);
  return [0, 1, 2].map((k) => {
    const vertex = mesh.triangles[triangle + ((first + k) % 3)] * 3;
    return [...world.subarray(vertex, vertex + 3)];
  });
}

function edgeOf([a, b, c]: readonly number[][]): number {
  return Math.max(...a.map((value, axis) => Math.max(Math.abs(b[axis] - value), Math.abs(c[axis] - value))));
}

/** A radius of zero, of just as far as some vertex along an axis, or of about a triangle. */
export function radiusNear(random: Random, rig: Posed, center: readonly number[]): number {
  const corners = cornersOf(random, rig);
  const kind = random.integer(6);
  if (kind === 0) return 0;
  if (kind === 1) return Math.abs(corners[0][0] - center[0]);
  return edgeOf(corners) * random.range(0, kind === 2 ? 3 : 1);
}

/** Asks at once, or in a search of its own. */
type Find = (asked: Asked) => number;
type Begin = (asked: Asked, search: Search) => void;

function runQuery(asked: Asked, find: Find, begin: Begin, out: Hits): number {
  if (!asked.search) return find(asked);
  begin(asked, asked.search);
  step(asked.search);
  return out.count + out.dropped;
}

function shapeQuery(what: string, find: Find, begin: Begin, brute: () => number): Query {
  const answer = (count: number): Answer => ({
    triangles: [...hits.triangles.subarray(0, hits.count)],
    numbers: [count, hits.dropped],
  });
  const ask = (asked: Asked): Answer => answer(runQuery(asked, find, begin, hits));
  return { what, isOrdered: false, ask, brute: () => answer(brute()) };
}

function rayQuery(what: string, out: Hits, find: Find, begin: Begin, brute: () => number): Query {
  const answer = (count: number): Answer => ({
    triangles: [...out.triangles.subarray(0, out.count)],
    numbers: [count, ...out.parameters.subarray(0, out.count)],
  });
  const ask = (asked: Asked): Answer => answer(runQuery(asked, find, begin, out));
  return { what, isOrdered: true, ask, brute: () => answer(brute()) };
}
