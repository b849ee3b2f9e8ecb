/** Questions put to a search of one's own and answered in one step: what a search has counted can be read then. */
import {
  type Body,
  type Distance,
  type Hits,
  type PairHits,
  type Search,
  beginBall,
  beginDistance,
  beginPair,
  beginSelf,
  step,
} from 'pliant';
import { expect } from 'vitest';

/** Which triangles meet a ball; returns how many. */
export function runBall(search: Search, body: Body, center: ArrayLike<number>, radius: number, hits: Hits): number {
  beginBall(search, body, center, radius, hits);
  expectOver(search);
  return hits.count + hits.dropped;
}

/** Which triangles of two bodies meet; returns how many pairs. */
export function runPair(search: Search, bodyA: Body, bodyB: Body, hits: PairHits): number {
  beginPair(search, bodyA, bodyB, hits);
  expectOver(search);
  return hits.count + hits.dropped;
}

/** Which triangles of one body collide; returns how many pairs. */
export function runSelf(search: Search, body: Body, hits: PairHits): number {
  beginSelf(search, body, hits);
  expectOver(search);
  return hits.count + hits.dropped;
}

/** How far apart two bodies are. */
export function runDistance(search: Search, bodyA: Body, bodyB: Body, result: Distance, limit = Infinity): number {
  beginDistance(search, bodyA, bodyB, result, limit);
  expectOver(search);
  return result.distance;
}

function expectOver(search: Search): void {
  expect(step(search), 'over in one step').toBe(true);
}
