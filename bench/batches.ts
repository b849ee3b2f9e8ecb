/**
 * {@link race} in which sides take turns after every batch of frames. Where the clock is coarse, as those of browsers are, a batch is
 * measured as one, with what prepares its frames; elsewhere without. Its time is the median over the repetitions, so that what
 * else the machine does leaves few traces.
 */
import type { RaceResult, Side } from './protocol.js';

const REPETITIONS = 11;
const WARM_UP_MS = 700;

/** How finely time can be measured: single frames of microseconds, or not. */
export type Clock = 'fine' | 'coarse';

/** Runs the sides against each other over all frames. Refuses to report when their answers differ in any frame. */
export function raceBatches(sides: readonly Side[], frameCount: number, batch: number, clock: Clock): RaceResult {
  for (const side of sides) warmUp(side, frameCount);
  const batchCount = Math.ceil(frameCount / batch);
  const times = sides.map(() => Array.from({ length: batchCount }, () => [] as number[]));
  const found = sides.map(() => new Float64Array(batch));
  let checksum = 0;
  for (let repetition = 0; repetition < REPETITIONS; repetition++) {
    checksum = 0;
    for (let k = 0; k < batchCount; k++) {
      const first = k * batch;
      const count = Math.min(batch, frameCount - first);
      for (let turn = 0; turn < sides.length; turn++) {
        // Who goes first changes: the second finds caches that the first has filled or spoilt.
        const index = (turn + k + repetition) % sides.length;
        const time = clock === 'fine' ? timeFrames : timeBatch;
        times[index][k].push(time(sides[index], first, count, found[index]));
      }
      for (let i = 0; i < count; i++) checksum += requireSame(sides, found, first, i);
    }
  }
  const microseconds = times.map((list) => (list.reduce((sum, one) => sum + median(one), 0) * 1000) / frameCount);
  return { microseconds, checksum };
}

/** How long the frames take, in milliseconds; leaves their checksums in `found`. */
function timeBatch(side: Side, first: number, count: number, found: Float64Array): number {
  // A clock that has been driven out of the caches takes long to read.
  performance.now();
  const start = performance.now();
  for (let i = 0; i < count; i++) found[i] = run(side, first + i);
  return performance.now() - start;
}

/** The same, each frame by itself, without what prepares it. */
function timeFrames(side: Side, first: number, count: number, found: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < count; i++) {
    side.prepare?.(first + i);
    performance.now();
    const start = performance.now();
    found[i] = side.frame(first + i);
    sum += performance.now() - start;
  }
  return sum;
}

function warmUp(side: Side, frameCount: number): void {
  const end = performance.now() + WARM_UP_MS;
  for (let frame = 0; performance.now() < end; frame++) run(side, frame % frameCount);
}

function run(side: Side, frame: number): number {
  side.prepare?.(frame);
  return side.frame(frame);
}

function requireSame(sides: readonly Side[], found: readonly Float64Array[], first: number, i: number): number {
  const [{ [i]: expected }] = found;
  sides.forEach(({ name }, side) => {
    if (found[side][i] === expected) return;
    throw new Error(
      `frame ${first + i}: ${name} found ${found[side][i]}, ${sides[0].name} ${expected}; the race is void`,
    );
  });
  return expected;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1];
}
