/**
 * How far are two bodies from each other, and where are they closest? Pairs of nodes are looked at from near to far, and
 * those farther apart than the closest triangles so far are left out. Zero exactly when the bodies meet.
 */
import { requireBody, requireSameStamp } from '../../body/body.js';
import type { Body } from '../../body/body.js';
import { PliantError } from '../../errors.js';
import { TRIANGLE_DISTANCE_SQUARED } from '../../narrow/triangle-distance.js';
import { clearSearch, searchOf } from '../search.js';
import type { Search } from '../search.js';
import { createWalkedDistance } from './distance-state.js';
import type { Distance, WalkedDistance } from './distance-state.js';
import { measurePair, readTriangles } from './leaf-pairs.js';
import { AT_LEAVES, COMPLETE, beginPairWalk, nextLeaves } from './walk.js';

/** Begins to look for where the bodies are closest, within a distance of `limit`, in their present poses. */
export function beginDistance(search: Search, bodyA: Body, bodyB: Body, result: Distance, limit = Infinity): void {
  clearSearch(search);
  requireBody('beginDistance', bodyA);
  requireBody('beginDistance', bodyB);
  if (bodyA === bodyB) {
    throw new PliantError('mismatch', 'beginDistance: both bodies are the same one; its distance to itself is 0');
  }
  if (!(limit >= 0)) throw new PliantError('bad-number', `beginDistance: the limit is ${limit}; pass zero or more`);
  const walked = (search.distance ??= createWalkedDistance(bodyA, bodyB, search.statistics));
  bodyA.refresh();
  bodyB.refresh();
  walked.stampA = bodyA.stamp;
  walked.stampB = bodyB.stamp;
  walked.result = result;
  result.triangleA = result.triangleB = undefined;
  result.distance = Infinity;
  walked.walk.limitSquared[0] = limit * limit;
  beginPairWalk(walked.walk, search.statistics, bodyA, bodyB, true);
  search.advance = advanceDistance;
}

/** Finds where two bodies are closest; returns how far apart they are there, infinite when nothing is within the limit. */
export function findDistance(bodyA: Body, bodyB: Body, result: Distance, limit = Infinity): number {
  requireBody('findDistance', bodyA);
  const search = searchOf(bodyA.kernels);
  beginDistance(search, bodyA, bodyB, result, limit);
  advanceDistance(search, Infinity);
  return result.distance;
}

/** Goes on with the question; whoever asks what is known of it tells by this that it is one. */
export function advanceDistance(search: Search, budget: number): boolean {
  const walked = search.distance!;
  const { statistics, walk } = walked;
  requireSameStamp('step', walk.sideA.body, walked.stampA);
  requireSameStamp('step', walk.sideB.body, walked.stampB);
  walk.end[0] = statistics.boundTests + statistics.triangleTests + budget;
  for (;;) {
    const reached = nextLeaves(walk, statistics);
    if (reached !== AT_LEAVES) return reached === COMPLETE;
    testLeaves(walked);
  }
}

function testLeaves({ candidate, result, statistics, walk }: WalkedDistance): void {
  const { limitSquared, sideA, sideB } = walk;
  readTriangles(sideA.triangles, sideA.body);
  readTriangles(sideB.triangles, sideB.body);
  for (let i = sideA.leaf.first; i < sideA.leaf.first + sideA.leaf.count; i++) {
    for (let j = sideB.leaf.first; j < sideB.leaf.first + sideB.leaf.count; j++) {
      statistics.triangleTests++;
      measurePair(sideA.triangles, i, sideB.triangles, j, candidate);
      const squared = candidate[TRIANGLE_DISTANCE_SQUARED];
      const a = sideA.triangles.order[i];
      const b = sideB.triangles.order[j];
      if (squared > limitSquared[0] || (squared === limitSquared[0] && !isEarlier(result, a, b))) continue;
      limitSquared[0] = squared;
      result.triangleA = a;
      result.triangleB = b;
      for (let axis = 0; axis < 3; axis++) {
        result.pointA[axis] = candidate[axis];
        result.pointB[axis] = candidate[axis + 3];
      }
      result.distance = Math.sqrt(squared);
    }
  }
}

function isEarlier({ triangleA, triangleB }: Distance, a: number, b: number): boolean {
  if (triangleA === undefined || triangleB === undefined) return true;
  return a < triangleA || (a === triangleA && b < triangleB);
}
