/** Pools for tests, in Node and in browsers, and bodies of theirs beside the same ones here. */
import { type Body, type PairHits, type Shape, createPairHits, findPairHits, findSelfHits } from 'pliant';
import type { Pose } from 'pliant/parts';
import { type PooledBody, type SearchPool, type SearchPoolOptions, createSearchPool } from 'pliant/workers';
import { inject } from 'vitest';
import { pairsInOrder } from '../query/check-hits.js';

/** Room for everything that a test finds. */
export const ROOM = 100_000;

const nodeWorker = inject('nodeWorker');

/** Starts a pool whose workers run the sources. */
export async function startSourcePool(options: SearchPoolOptions): Promise<SearchPool> {
  if (nodeWorker === undefined) return createSearchPool(options);
  // Not there in browsers, where nobody comes this far.
  const { Worker } = await import('node:worker_threads');
  return createSearchPool({ createWorker: () => new Worker(nodeWorker), ...options });
}

/** Makes workers from a file of ours; in browsers only, since that of {@link startSourcePool} is one in Node. */
export const OWN_WORKERS: SearchPoolOptions =
  nodeWorker === undefined
    ? { createWorker: () => new Worker(new URL('./own-worker.ts', import.meta.url), { type: 'module' }) }
    : {};

/** Makes workers from a text. */
export async function scriptWorkers(script: string): Promise<Required<SearchPoolOptions>['createWorker']> {
  if (nodeWorker === undefined) {
    const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
    return () => new Worker(url);
  }
  const { Worker: NodeWorker } = await import('node:worker_threads');
  return () => new NodeWorker(script, { eval: true });
}

/** Gives a pool a body like one that is here. */
export function addLike(pool: SearchPool, body: Body & Shape): Promise<PooledBody> {
  const { bounds, mesh, model, pruning, strategy } = body;
  return pool.addBody({ mesh, model, bounds }, { pruning, strategy });
}

/** Gives a body the pose of another, and its placement if it has one. */
export function poseLike(body: PooledBody | Body, pose: Pose, placement?: ArrayLike<number>): void {
  if (pose.weights.length > 0) body.setWeights(pose.weights);
  if (pose.transforms.length > 0) body.setTransforms(pose.transforms);
  if (pose.points.length > 0) body.setPoints(pose.points);
  if (placement) body.setPlacement(placement);
}

/** What one search finds here, in its order: of two bodies, or of one with itself. */
export function foundHere(a: Body, b: Body, hits: PairHits = createPairHits(ROOM)): string[] {
  if (a === b) findSelfHits(a, hits);
  else findPairHits(a, b, hits);
  return pairsInOrder(hits);
}

/** What a pool finds, in its order: of two bodies, or of one with itself. */
export async function foundBy(pool: SearchPool, a: PooledBody, b: PooledBody): Promise<string[]> {
  const hits = createPairHits(ROOM);
  await (a === b ? pool.findSelfHits(a, hits) : pool.findPairHits(a, b, hits));
  return pairsInOrder(hits);
}
