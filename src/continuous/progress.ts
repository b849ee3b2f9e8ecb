/** How far a question about moving bodies is. */
import { requireSameStamp } from '../body/body.js';
import type { Body } from '../body/body.js';
import { PliantError } from '../errors.js';
import type { Search } from '../query/search.js';
import { clearSearch } from '../query/search.js';
import type { SearchStatistics } from '../query/statistics.js';
import { createPairQueue } from './pair-queue.js';
import type { PairQueue } from './pair-queue.js';
import type { FirstTouch } from './first-touch.js';
import type { LeafCursor } from './leaf-pairs.js';
import { refreshMotion } from './motion.js';
import type { Motion } from './motion.js';
import type { MotionHits } from './motion-hits.js';
import { createMovingWalk } from './pair-walk.js';
import type { MovingWalk } from './pair-walk.js';
import { createTriangleTouch } from './triangle-touch.js';
import type { TriangleTouch } from './triangle-touch.js';

/** A question about two motions, or about one and itself. */
export interface WalkedMotion {
  readonly statistics: SearchStatistics;
  readonly walk: MovingWalk;
  readonly touch: TriangleTouch;
  /** Pairs that wait where the earliest come first. */
  readonly queue: PairQueue;
  readonly cursor: LeafCursor;
  hits: MotionHits | undefined;
  result: FirstTouch | undefined;
  /** The four bodies, and their stamps when the question was put. */
  readonly bodies: Body[];
  readonly stamps: Float64Array;
}

/** Makes everything ready for a question, but for where its walk begins. */
export function prepareMotions(caller: string, search: Search, motionA: Motion, motionB: Motion): WalkedMotion {
  clearSearch(search);
  refreshMotion(caller, motionA);
  refreshMotion(caller, motionB);
  const walked = ((search.motion as WalkedMotion | undefined) ??= createWalkedMotion(search, motionA, motionB));
  walked.hits = undefined;
  walked.result = undefined;
  const { bodies, stamps } = walked;
  bodies[0] = motionA.from;
  bodies[1] = motionA.to;
  bodies[2] = motionB.from;
  bodies[3] = motionB.to;
  for (let i = 0; i < bodies.length; i++) stamps[i] = bodies[i].stamp;
  return walked;
}

/** Refuses one motion where two are asked for. */
export function requireTwoMotions(caller: string, motionA: Motion, motionB: Motion, instead: string): void {
  if (motionA !== motionB) return;
  throw new PliantError('mismatch', `${caller}: both motions are the same one; use ${instead}`);
}

/** Refuses to go on when one of the bodies was posed or placed anew, and says until when to go on. */
export function resume({ bodies, stamps, statistics, walk }: WalkedMotion, budget: number): void {
  for (let i = 0; i < bodies.length; i++) requireSameStamp('step', bodies[i], stamps[i]);
  walk.end[0] = statistics.boundTests + statistics.triangleTests + budget;
}

function createWalkedMotion(search: Search, motionA: Motion, motionB: Motion): WalkedMotion {
  const walked: WalkedMotion = {
    statistics: search.statistics,
    walk: createMovingWalk(motionA, motionB),
    touch: createTriangleTouch(),
    queue: createPairQueue(),
    cursor: { a: -1, b: -1 },
    hits: undefined,
    result: undefined,
    bodies: [],
    stamps: new Float64Array(4),
  };
  search.motion = walked;
  return walked;
}
