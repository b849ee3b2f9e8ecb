/**
 * Every public question, asked of bodies and folded into a hash: what a kind of question means to the library is said here alone.
 * Each function returns how much it found, so that nobody takes the hash of nothing for an answer.
 */
import {
  type Body,
  type Contacts,
  type Hits,
  type PairHits,
  CONTACT,
  beginBall,
  beginDistance,
  beginRay,
  createClosestPoint,
  createDistance,
  createHits,
  createPairHits,
  createSearch,
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
  step,
} from 'pliant';
import {
  createContours,
  createDepth,
  createRegions,
  createSurfaceField,
  findContours,
  findRegions,
  measureDepth,
  surfaceOf,
  windingNumber,
} from 'pliant/meaning';
import type { AnswerHash } from './answer-hash.js';
import type { GoldenBody } from './golden-bodies.js';

/** Where to ask: two places on or near the body, and a length. */
export interface Place {
  readonly from: Float64Array;
  readonly to: Float64Array;
  readonly length: number;
}

/** A question about one body. */
export type BodyQuestion = (body: Body, places: readonly Place[], hash: AnswerHash) => number;

/** A question about two. */
export type PairQuestion = (a: GoldenBody, b: GoldenBody, hash: AnswerHash) => number;

const triangles = createHits(20_000);
/** Room for less than is found: what is dropped is counted. */
const fewTriangles = createHits(3);
const pairs = createPairHits(50_000);
const nearest = [1, 4, 500].map((capacity) => createHits(capacity));
/** A search in slices: as little at once as there is. */
const SLICE = 3;

/** Questions about one body, by kind. */
export const BODY_QUESTIONS: Readonly<Record<string, BodyQuestion>> = {
  ball: (body, places, hash) => {
    const search = createSearch();
    return sum(places, ({ from, length }) => {
      findBallHits(body, from, length, fewTriangles);
      foldTriangles(fewTriangles, hash);
      beginBall(search, body, from, length, triangles);
      while (!step(search, SLICE));
      return foldTriangles(triangles, hash);
    });
  },
  capsule: (body, places, hash) => {
    return sum(places, ({ from, length, to }) => {
      findCapsuleHits(body, from, to, length / 4, triangles);
      return foldTriangles(triangles, hash);
    });
  },
  box: (body, places, hash) => {
    return sum(places, ({ from, length }) => {
      const high = from.map((value, axis) => value + length * (axis + 1));
      findBoxHits(body, from, high, triangles);
      return foldTriangles(triangles, hash);
    });
  },
  frustum: (body, places, hash) => {
    return sum(places, ({ from, length, to }) => {
      // Between two planes across the way from one place to the other, and above a third.
      const way = to.map((value, axis) => value - from[axis]);
      const planes = [...way, dot(way, from) + length * length, ...way.map((value) => -value), length - dot(way, from)];
      findFrustumHits(body, [...planes, 0, -1, 0, length - from[1]], triangles);
      return foldTriangles(triangles, hash);
    });
  },
  ray: (body, places, hash) => {
    const search = createSearch();
    return sum(places, ({ from, to }) => {
      const way = to.map((value, axis) => value - from[axis]);
      beginRay(search, body, from, way, nearest[1]);
      while (!step(search, SLICE));
      foldRayHits(nearest[1], hash);
      return sum(nearest, (hits) => {
        findRayHits(body, from, way, hits, 3);
        return foldRayHits(hits, hash);
      });
    });
  },
  'swept ball': (body, places, hash) => {
    return sum(places, ({ from, length, to }) =>
      sum(nearest, (hits) => {
        findSweepHits(body, from, to, length / 2, hits);
        return foldRayHits(hits, hash);
      }),
    );
  },
  'closest point': (body, places, hash) => {
    const result = createClosestPoint();
    return sum(places, ({ from, length }) => {
      for (const limit of [Infinity, length / 8]) {
        findClosestPoint(body, from, result, limit);
        hash.addNumber(result.triangle);
        hash.addNumber(result.distance);
        if (result.triangle !== undefined) hash.addNumbers(result.point);
      }
      return result.triangle === undefined ? 0 : 1;
    });
  },
  self: (body, _places, hash) => {
    findSelfHits(body, pairs);
    return foldPairs(pairs, hash);
  },
  positions: (body, _places, hash) => {
    hash.addNumbers(allPositions(body));
    return body.positions.length;
  },
};

/** Questions about two bodies, by kind. */
export const PAIR_QUESTIONS: Readonly<Record<string, PairQuestion>> = {
  pairs: (a, b, hash) => {
    findPairHits(a.body, b.body, pairs);
    return foldPairs(pairs, hash);
  },
  distance: (a, b, hash) => {
    const search = createSearch();
    const result = createDistance();
    findDistance(a.body, b.body, result);
    const { distance } = result;
    beginDistance(search, a.body, b.body, result, distance);
    while (!step(search, SLICE));
    for (const value of [distance, result.triangleA, result.triangleB, result.distance]) hash.addNumber(value);
    hash.addNumbers(result.pointA);
    hash.addNumbers(result.pointB);
    return distance > 0 ? 1 : 0;
  },
  contours: (a, b, hash) => {
    findPairHits(a.body, b.body, pairs);
    const contours = createContours();
    const count = findContours(surfaceOf(a.body), surfaceOf(b.body), pairs, contours);
    hash.addNumbers(contours.points, contours.pointCount * 3);
    hash.addNumbers(contours.pairs, contours.pointCount * 2);
    hash.addNumbers(contours.starts, count + 1);
    hash.addNumbers(contours.closed, count);
    hash.addNumbers(contours.lengths, count);
    hash.addNumber(contours.totalLength);
    return count;
  },
  regions: (a, b, hash) => {
    findPairHits(a.body, b.body, pairs);
    const regions = createRegions();
    const count = findRegions(surfaceOf(a.body), surfaceOf(b.body), pairs, regions);
    hash.addNumbers(regions.starts, count + 1);
    hash.addNumbers(regions.triangles, regions.starts[count]);
    hash.addNumbers(regions.sides, count);
    hash.addNumbers(regions.places, count);
    hash.addNumbers(regions.pairCounts, regions.placeCount);
    hash.addNumbers(regions.crossingCounts, regions.placeCount);
    return count;
  },
  depth: (a, b, hash) => {
    findPairHits(a.body, b.body, pairs);
    const [fieldA, fieldB] = [a, b].map(({ body, mesh, tree }) =>
      createSurfaceField({ positions: allPositions(body), triangles: mesh.triangles }, tree),
    );
    const depth = createDepth();
    measureDepth(fieldA, fieldB, pairs, depth);
    for (const value of [depth.depth, depth.depthA, depth.vertexA, depth.depthB, depth.vertexB]) hash.addNumber(value);
    const { positions } = fieldA;
    for (let k = 0; k < positions.length; k += 300) {
      hash.addNumber(windingNumber(fieldB, Float64Array.from(positions.subarray(k, k + 3))));
    }
    return depth.depth === undefined || depth.depth === 0 ? 0 : 1;
  },
};

/** Where all vertices are. */
export function allPositions(body: Body): Float32Array {
  body.refit();
  return body.positions;
}

/** Folds contacts of proxies. */
export function foldContacts(contacts: Contacts, hash: AnswerHash): number {
  hash.addNumbers(contacts.numbers, contacts.count * CONTACT.stride);
  hash.addNumbers(contacts.pairs, contacts.count * 2);
  hash.addWord(contacts.dropped);
  return contacts.count;
}

function foldTriangles(hits: Hits, hash: AnswerHash): number {
  hash.addNumbers(hits.triangles, hits.count);
  hash.addWord(hits.dropped);
  return hits.count;
}

function foldPairs(hits: PairHits, hash: AnswerHash): number {
  hash.addNumbers(hits.pairs, hits.count * 2);
  hash.addNumbers(hits.meetings, hits.count);
  hash.addWord(hits.dropped);
  return hits.count;
}

function foldRayHits(hits: Hits, hash: AnswerHash): number {
  hash.addNumbers(hits.triangles, hits.count);
  hash.addNumbers(hits.parameters, hits.count);
  return hits.count;
}

function sum<Item>(items: readonly Item[], count: (item: Item) => number): number {
  return items.reduce((total, item) => total + count(item), 0);
}

function dot(a: Float64Array, b: Float64Array): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
