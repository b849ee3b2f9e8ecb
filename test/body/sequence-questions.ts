/** Questions of every kind that can be asked at once and in slices, each with room of its own for the answer: see random-sequences.test.ts. */
import {
  type AnyBody,
  type Body,
  type Hits,
  type PairHits,
  type Search,
  beginBall,
  beginBox,
  beginCapsule,
  beginClosestPoint,
  beginDistance,
  beginFrustum,
  beginPair,
  beginRay,
  beginSelf,
  beginSweep,
  createClosestPoint,
  createDistance,
  createHits,
  createPairHits,
  findBallHits,
  findBoxHits,
  findCapsuleHits,
  findClosestPoint,
  findDistance,
  findFrustumHits,
  findPairHits,
  findRayHits,
  findSelfHits,
  findSweepHits,
} from 'pliant';
import type { Random } from 'pliant/exact';
import {
  bruteBallHits,
  bruteBoxHits,
  bruteCapsuleHits,
  bruteClosestPoint,
  bruteDistance,
  bruteFrustumHits,
  brutePairHits,
  bruteRayHits,
  bruteSelfHits,
  bruteSweepHits,
} from 'pliant/oracle';
import { type Posed, nearPoint, radiusNear } from '../query/lazy-queries.js';
import { pick } from '../query/lazy-rigs.js';

/** What was found: rows of numbers in the order they came, and how many there are with those for which there was no room. */
export interface Found {
  readonly rows: readonly (readonly number[])[];
  readonly total: number;
}

/** A question about one body or two. */
export interface Question {
  readonly what: string;
  /** Whether rows come in an order that means something, rather than that of the tree. */
  readonly isOrdered: boolean;
  /** Begins it in a search; the answer is {@link read} when that is over. */
  begin(search: Search, bodies: readonly AnyBody[]): void;
  /** Asks it at once. */
  find(bodies: readonly AnyBody[]): number;
  /** What was found last. */
  read(): Found;
  /** The same of where vertices are by the definition, without a tree; of proxies, from the spheres of bodies that are given. */
  brute(bodies: readonly AnyBody[]): Found;
  /** How many numbers of a row brute force has. */
  readonly rowLength: number;
}

const ROOM = 4000;
const bruteHits = createHits(ROOM);
const brutePairs = createPairHits(ROOM);

/** A question about one body of triangles. */
export function askOne(random: Random, posed: Posed): Question {
  const { world } = posed;
  const { triangles } = posed.mesh;
  const start = nearPoint(random, posed);
  const end = nearPoint(random, posed);
  const radius = radiusNear(random, posed, start);
  const hits = createHits(pick(random, [1, 3, ROOM, ROOM]));
  const nearest = createHits(hits.triangles.length);
  switch (random.integer(8)) {
    case 0:
      return probe(
        `ball ${start.join(' ')}, ${radius}`,
        hits,
        (search, body) => beginBall(search, body, start, radius, hits),
        (body) => findBallHits(body, start, radius, hits),
        (out) => bruteBallHits(world, triangles, start, radius, out),
      );
    case 1:
      return probe(
        `capsule ${start.join(' ')}, ${end.join(' ')}, ${radius}`,
        hits,
        (search, body) => beginCapsule(search, body, start, end, radius, hits),
        (body) => findCapsuleHits(body, start, end, radius, hits),
        (out) => bruteCapsuleHits(world, triangles, start, end, radius, out),
      );
    case 2: {
      const lowest = start.map((value, axis) => Math.min(value, end[axis]));
      const highest = start.map((value, axis) => Math.max(value, end[axis]));
      return probe(
        `box ${lowest.join(' ')}, ${highest.join(' ')}`,
        hits,
        (search, body) => beginBox(search, body, lowest, highest, hits),
        (body) => findBoxHits(body, lowest, highest, hits),
        (out) => bruteBoxHits(world, triangles, lowest, highest, out),
      );
    }
    case 3: {
      const planes = Array.from({ length: 1 + random.integer(5) }, () => {
        const normal = [0, 1, 2].map(() => random.range(-1, 1));
        return [...normal, normal.reduce((sum, value, k) => sum + value * start[k], 0) + radius * random.next()];
      }).flat();
      return probe(
        `frustum ${planes.join(' ')}`,
        hits,
        (search, body) => beginFrustum(search, body, planes, hits),
        (body) => findFrustumHits(body, planes, hits),
        (out) => bruteFrustumHits(world, triangles, planes, out),
      );
    }
    case 4: {
      const direction = end.map((value, axis) => value - start[axis]);
      if (!direction.some((value) => value !== 0)) direction[random.integer(3)] = 1;
      const far = pick<number>(random, [Infinity, 1, 0.5]);
      return along(
        `ray ${start.join(' ')} along ${direction.join(' ')} to ${far}`,
        hits,
        (search, body) => beginRay(search, body, start, direction, hits, far),
        (body) => findRayHits(body, start, direction, hits, far),
        () => bruteRayHits(world, triangles, start, direction, nearest, far),
        nearest,
      );
    }
    case 5:
      return along(
        `sweep ${start.join(' ')} to ${end.join(' ')}, ${radius}`,
        hits,
        (search, body) => beginSweep(search, body, start, end, radius, hits),
        (body) => findSweepHits(body, start, end, radius, hits),
        () => bruteSweepHits(world, triangles, start, end, radius, nearest),
        nearest,
      );
    case 6: {
      const [result, expected] = [createClosestPoint(), createClosestPoint()];
      const limit = random.integer(3) === 0 ? radius : Infinity;
      const read = ({ triangle, point, distance }: typeof result): Found =>
        triangle === undefined ? one([-1, distance]) : one([triangle, distance, ...point]);
      return {
        what: `closest to ${start.join(' ')} within ${limit}`,
        isOrdered: true,
        begin: (search, [body]) => beginClosestPoint(search, body as Body, start, result, limit),
        find: ([body]) => {
          findClosestPoint(body as Body, start, result, limit);
          return 1;
        },
        read: () => read(result),
        brute: () => {
          bruteClosestPoint(world, triangles, start, expected, limit);
          return read(expected);
        },
        rowLength: 5,
      };
    }
    default: {
      const pairs = createPairHits(pick(random, [1, ROOM]));
      return pairQuestion(
        'self',
        pairs,
        (search, [body]) => beginSelf(search, body, pairs),
        ([body]) => findSelfHits(body, pairs),
        () => bruteSelfHits(world, triangles, brutePairs),
      );
    }
  }
}

/** A question about two bodies of triangles. */
export function askTwo(random: Random, a: Posed, b: Posed): Question {
  if (random.integer(2) === 0) {
    const pairs = createPairHits(pick(random, [1, ROOM]));
    return pairQuestion(
      'pair',
      pairs,
      (search, [first, second]) => beginPair(search, first, second, pairs),
      ([first, second]) => findPairHits(first, second, pairs),
      () => brutePairHits(a.world, a.mesh.triangles, b.world, b.mesh.triangles, brutePairs),
    );
  }
  const [result, expected] = [createDistance(), createDistance()];
  const limit = random.integer(3) === 0 ? random.range(0, 1) : Infinity;
  const read = ({ triangleA, triangleB, pointA, pointB, distance }: typeof result): Found =>
    triangleA === undefined || triangleB === undefined
      ? one([-1, distance])
      : one([triangleA, triangleB, distance, ...pointA, ...pointB]);
  return {
    what: `distance within ${limit}`,
    isOrdered: true,
    begin: (search, bodies) => beginDistance(search, bodies[0] as Body, bodies[1] as Body, result, limit),
    find: (bodies) => {
      findDistance(bodies[0] as Body, bodies[1] as Body, result, limit);
      return 1;
    },
    read: () => read(result),
    brute: () => {
      bruteDistance(a.world, a.mesh.triangles, b.world, b.mesh.triangles, expected, limit);
      return read(expected);
    },
    rowLength: 9,
  };
}

function one(row: readonly number[]): Found {
  return { rows: [row], total: 1 };
}

function trianglesOf({ triangles, count, dropped }: Hits): Found {
  return { rows: Array.from(triangles.subarray(0, count), (triangle) => [triangle]), total: count + dropped };
}

function alongOf({ triangles, parameters, count }: Hits): Found {
  const rows = Array.from(triangles.subarray(0, count), (triangle, i) => [triangle, parameters[i]]);
  return { rows, total: count };
}

function pairsOf({ pairs, meetings, count, dropped }: PairHits): Found {
  const rows = Array.from(meetings.subarray(0, count), (meeting, i) => [pairs[i * 2], pairs[i * 2 + 1], meeting]);
  return { rows, total: count + dropped };
}

type Begin = (search: Search, body: Body) => void;
type Find = (body: Body) => number;

function probe(what: string, hits: Hits, begin: Begin, find: Find, brute: (out: Hits) => number): Question {
  return {
    what,
    isOrdered: false,
    begin: (search, [body]) => begin(search, body as Body),
    find: ([body]) => find(body as Body),
    read: () => trianglesOf(hits),
    brute: () => {
      brute(bruteHits);
      return trianglesOf(bruteHits);
    },
    rowLength: 1,
  };
}

function along(what: string, hits: Hits, begin: Begin, find: Find, brute: () => number, nearest: Hits): Question {
  return {
    what: `${what}, ${hits.triangles.length} hits`,
    isOrdered: true,
    begin: (search, [body]) => begin(search, body as Body),
    find: ([body]) => find(body as Body),
    read: () => alongOf(hits),
    brute: () => {
      brute();
      return alongOf(nearest);
    },
    rowLength: 2,
  };
}

function pairQuestion(
  what: string,
  pairs: PairHits,
  begin: (search: Search, bodies: readonly Body[]) => void,
  find: (bodies: readonly Body[]) => number,
  brute: () => number,
): Question {
  return {
    what,
    isOrdered: false,
    begin: (search, bodies) => begin(search, bodies as readonly Body[]),
    find: (bodies) => find(bodies as readonly Body[]),
    read: () => pairsOf(pairs),
    brute: () => {
      brute();
      return pairsOf(brutePairs);
    },
    rowLength: 3,
  };
}
