/** What the races of `npm run bench -- bn` have in common: sides that search a body for collisions with itself, and what they count. */
import { beginSelf, createBody, createPairHits, createSearch, step } from 'pliant';
import type { Body, BodyOptions, Kernels, PairHits, SearchStatistics, Shape } from 'pliant';

import { orderedPairChecksum, pairChecksum } from './checksum.js';
import type { DisposableSide } from './protocol.js';
import type { Print } from './report.js';

/** Something that deforms, in as many poses as there are frames. */
export interface SelfScene {
  readonly name: string;
  readonly shape: Shape;
  readonly frameCount: number;
  readonly pose: (body: Body, frame: number) => void;
}

/** What a side has counted over the frames of its last run. */
interface SelfCounts extends SearchStatistics {
  frames: number;
  found: number;
}

/** A side that searches a body for collisions with itself. */
export interface SelfSide extends DisposableSide {
  readonly counts: SelfCounts;
  /** What the last frame has found. */
  readonly hits: PairHits;
}

const ROOM = 1 << 17;

/**
 * The sides by name. *plain* looks at everything, as searches did before there were regions. *hsc* is what [VMT94] do, made sound: all vertices are posed, all boxes refitted
 * bottom-up, with them what the triangles of each node face, and a region counts as free where its contour does not cross itself. *borders* poses all vertices, and
 * looks at contours too, but refits what it comes to. *default* is what users get who choose nothing: once there have been many searches, bones are asked first.
 */
export const METHODS = {
  plain: { pruning: 'never' },
  hsc: { pruning: 'always', strategy: 'refit' },
  borders: { pruning: 'always' },
  default: {},
} as const satisfies Readonly<Record<string, BodyOptions>>;

/** A side that has a body of its own. Sides whose hits come in the same order say so by their checksums. */
export function selfSide(
  kernels: Kernels,
  { pose, shape }: SelfScene,
  method: keyof typeof METHODS,
  isOrdered = true,
): SelfSide {
  const body = createBody(kernels, shape, METHODS[method]);
  const search = createSearch();
  const hits = createPairHits(ROOM);
  const counts: SelfCounts = { ...search.statistics, frames: 0, found: 0 };
  // Searches with a budget, however large, do not go on with a fit.
  const budget = method === 'borders' ? Number.MAX_VALUE : Infinity;
  return {
    name: method,
    counts,
    hits,
    frame: (frame) => {
      pose(body, frame);
      beginSelf(search, body, hits);
      step(search, budget);
      counts.frames++;
      counts.found += hits.count;
      for (const key of COUNTED) counts[key] += search.statistics[key];
      return isOrdered ? orderedPairChecksum(hits) : pairChecksum(hits);
    },
    dispose: () => body.dispose(),
  };
}

const COUNTED = [
  'nodesVisited',
  'triangleTests',
  'regionsUnbent',
  'regionsTried',
  'regionsFree',
  'bordersSeen',
  'borderEdges',
] as const;

/** Says what a side took and counted in a frame. */
export function printSide(print: Print, { counts, name }: SelfSide, microseconds: number): void {
  const mean = (value: number): string => (value / counts.frames).toFixed(0);
  print(
    `  ${name.padEnd(8)} ${(microseconds / 1000).toFixed(2).padStart(7)} ms: ${mean(counts.nodesVisited)} pairs of nodes, ` +
      `${mean(counts.triangleTests)} pairs of triangles with boxes that meet, ${mean(counts.found)} found; ` +
      `${mean(counts.regionsUnbent)} regions free by bones of ${mean(counts.regionsTried)} tried, ` +
      `${mean(counts.regionsFree)} by borders of ${mean(counts.bordersSeen)} looked at, with ${mean(counts.borderEdges)} edges of borders`,
  );
}

/** Runs a side over its frames, again and again, until it asks bones, and says how long that took; or no more than so many searches. */
export function settle({ frameCount, name }: SelfScene, side: SelfSide, print: Print): void {
  const start = performance.now();
  const rounds = Math.ceil(MOST_SEARCHES / frameCount);
  let round = 0;
  for (; round < rounds && side.counts.regionsTried === 0; round++) {
    for (let frame = 0; frame < frameCount; frame++) side.frame(frame);
  }
  if (side.counts.regionsTried === 0) throw new Error(`${name}: bones were never asked`);
  const seconds = (performance.now() - start) / 1000;
  print(
    `${name}: by default bones are asked from about the ${round * frameCount}th search on, after ${seconds.toFixed(1)} s of searches`,
  );
}

const MOST_SEARCHES = 10_000;

/** Runs all frames once more, alone for what is counted; returns how many pairs that the first side finds others do not, all together. */
export function countFrames({ frameCount, name }: SelfScene, sides: readonly SelfSide[]): number {
  for (const { counts } of sides) for (const key of [...COUNTED, 'frames', 'found'] as const) counts[key] = 0;
  let missed = 0;
  for (let frame = 0; frame < frameCount; frame++) {
    for (const side of sides) side.frame(frame);
    if (sides.some(({ hits }) => hits.dropped > 0)) throw new Error(`${name}: more pairs than there is room for`);
    const [expected, ...others] = sides.map(({ hits }) => new Set(keysOf(hits)));
    for (const found of others) for (const key of expected) if (!found.has(key)) missed++;
  }
  return missed;
}

function keysOf({ count, pairs }: PairHits): number[] {
  return Array.from({ length: count }, (_, i) => pairs[i * 2] * 0x8000000 + pairs[i * 2 + 1]);
}
