/**
 * Which triangles of two bodies are closer to each other than some distance, without having a point in common? Pairs of nodes
 * whose boxes are that far apart are left out; `measureTriangleDistance` is never below the distance of boxes, so nothing is
 * missed, whatever the boxes are.
 */
import type { Body } from '../../body/body.js';
import { PliantError } from '../../errors.js';
import { TRIANGLE_DISTANCE_SQUARED } from '../../narrow/triangle-distance.js';
import { createStatistics, resetStatistics } from '../statistics.js';
import type { SearchStatistics } from '../statistics.js';
import { measurePair, readTriangles } from './leaf-pairs.js';
import { AT_LEAVES, beginPairWalk, createPairWalk, nextLeaves } from './walk.js';
import type { PairWalk } from './walk.js';

/** What a search finds. The arrays are replaced by longer ones when they are too short. */
export interface NearPairs {
  /** Two triangle numbers per pair, in no particular order; the first `count` pairs are filled. */
  pairs: Uint32Array;
  /** The square of the distance of each pair. */
  squares: Float64Array;
  /** How many there are. */
  count: number;
}

/** Room for walks over any two bodies. */
export interface NearSearch {
  readonly statistics: SearchStatistics;
  readonly candidate: Float64Array;
  walk: PairWalk | undefined;
}

/** Room for pairs. It grows as needed. */
export function createNearPairs(): NearPairs {
  return { pairs: new Uint32Array(0), squares: new Float64Array(0), count: 0 };
}

/** Prepares searches. */
export function createNearSearch(): NearSearch {
  return { statistics: createStatistics(), candidate: new Float64Array(7), walk: undefined };
}

/** Finds all pairs with 0 < distance < `limit` in the present poses; returns how many there are. */
export function findNearPairs(search: NearSearch, bodyA: Body, bodyB: Body, limit: number, found: NearPairs): number {
  if (!(limit >= 0)) throw new PliantError('bad-number', `findNearPairs: the limit is ${limit}; pass zero or more`);
  const { statistics } = search;
  bodyA.refresh();
  bodyB.refresh();
  found.count = 0;
  resetStatistics(statistics);
  const walk = (search.walk ??= createPairWalk(bodyA, bodyB));
  walk.limitSquared[0] = limit * limit;
  beginPairWalk(walk, statistics, bodyA, bodyB, false);
  while (nextLeaves(walk, statistics) === AT_LEAVES) testLeaves(search.candidate, walk, found);
  return found.count;
}

function testLeaves(candidate: Float64Array, { limitSquared, sideA, sideB }: PairWalk, found: NearPairs): void {
  readTriangles(sideA.triangles, sideA.body);
  readTriangles(sideB.triangles, sideB.body);
  for (let i = sideA.leaf.first; i < sideA.leaf.first + sideA.leaf.count; i++) {
    for (let j = sideB.leaf.first; j < sideB.leaf.first + sideB.leaf.count; j++) {
      measurePair(sideA.triangles, i, sideB.triangles, j, candidate);
      const squared = candidate[TRIANGLE_DISTANCE_SQUARED];
      if (!(squared > 0 && squared < limitSquared[0])) continue;
      addNear(found, sideA.triangles.order[i], sideB.triangles.order[j], candidate);
    }
  }
}

function addNear(found: NearPairs, a: number, b: number, candidate: Float64Array): void {
  const at = found.count++;
  if (at === found.squares.length) {
    const { pairs, squares } = found;
    found.pairs = new Uint32Array(Math.max(128, 4 * at));
    found.squares = new Float64Array(Math.max(64, 2 * at));
    found.pairs.set(pairs);
    found.squares.set(squares);
  }
  found.pairs[2 * at] = a;
  found.pairs[2 * at + 1] = b;
  found.squares[at] = candidate[TRIANGLE_DISTANCE_SQUARED];
}
