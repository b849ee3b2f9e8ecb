/**
 * How two ways of doing the same thing are compared: in one run, taking turns every frame, both given the same pose, and
 * both made to prove by a checksum that they found the same. A repetition is the sum over all frames; the figure is the
 * median of fifteen, after warm-up. Nothing is left out: writing the pose counts, and so do garbage collections.
 */

/** One of the two. `frame` does everything a user would do in a frame, and returns a checksum of what it found. */
export interface Side {
  readonly name: string;
  readonly frame: (frame: number) => number;
  /**
   * What an application has done by then, which is not measured: it has posed its meshes, and what it asks is in its caches.
   * Recorded poses are not, and fetching them would count on the faster side only.
   */
  readonly prepare?: (frame: number) => void;
}

/** One of the two, when it holds memory. */
export type DisposableSide = Side & { readonly dispose: () => void };

/** One of the two, when it has to be waited for. */
export interface AsyncSide {
  readonly name: string;
  readonly frame: (frame: number) => Promise<number>;
}

/** What a race found. */
export interface RaceResult {
  /** Median over the repetitions of the time per frame, for each side, in microseconds. */
  readonly microseconds: readonly number[];
  /** Sum of the checksums of all frames, the same for every side. */
  readonly checksum: number;
}

const REPETITIONS = 15;
const WARM_UP = 2;
/** How long each side runs by itself first, so that the engine has compiled it: a fast side needs many frames for that. */
const WARM_UP_MS = 700;
/** Candidates are warmed up for less: they run the same code, one after the other. */
const TRIAL_WARM_UP_MS = 200;
/** A trial has at least so many repetitions, and takes at least so long. */
const TRIAL_REPETITIONS = 3;
const TRIAL_MS = 100;
/** How many times as long as another a candidate may take per frame to be tried any further. */
const HOPELESS = 4;
/** In the first round of trials, one frame of so many is run. */
const FIRST_STEP = 16;

/** Runs the sides against each other over all frames. */
export function race(sides: readonly Side[], frameCount: number, repetitions = REPETITIONS): RaceResult {
  for (const side of sides) warmUp(side, frameCount);
  const totals = sides.map(() => [] as number[]);
  let checksum = 0;
  for (let repetition = -WARM_UP; repetition < repetitions; repetition++) {
    const times = sides.map(() => 0);
    checksum = 0;
    for (let frame = 0; frame < frameCount; frame++) {
      // Who goes first changes from frame to frame: the second finds caches that the first has filled or spoilt.
      checksum += runFrame(sides, frame, (frame + repetition) & 1, times);
    }
    if (repetition >= 0) times.forEach((time, side) => totals[side].push(time));
  }
  return { microseconds: totals.map((list) => (median(list) * 1000) / frameCount), checksum };
}

/** {@link race} for sides that have to be waited for: the same turns, the same rules. */
export async function raceAsync(
  sides: readonly AsyncSide[],
  frameCount: number,
  repetitions = REPETITIONS,
): Promise<RaceResult> {
  for (const side of sides) await warmUpAsync(side, frameCount);
  const totals = sides.map(() => [] as number[]);
  let checksum = 0;
  for (let repetition = -WARM_UP; repetition < repetitions; repetition++) {
    const times = sides.map(() => 0);
    checksum = 0;
    for (let frame = 0; frame < frameCount; frame++) {
      checksum += await runFrameAsync(sides, frame, (frame + repetition) & 1, times);
    }
    if (repetition >= 0) times.forEach((time, side) => totals[side].push(time));
  }
  return { microseconds: totals.map((list) => (median(list) * 1000) / frameCount), checksum };
}

/**
 * The fastest of several ways to set up one side, each tried alone. What takes several times as long as another drops out
 * at once. Of the others a third stays in every round, the fastest, and is tried over twice as many frames, spread over
 * the whole scene.
 */
export function fastestOf<Candidate>(
  candidates: readonly Candidate[],
  sideOf: (candidate: Candidate) => Side & { readonly dispose?: () => void },
  frameCount: number,
): Candidate {
  let rest = candidates.map((candidate) => ({ candidate, side: sideOf(candidate), time: 0 }));
  for (const trial of rest) trial.time = warmUp(trial.side, frameCount, TRIAL_WARM_UP_MS);
  const hopeless = HOPELESS * Math.min(...rest.map(({ time }) => time));
  for (const { side, time } of rest) if (time > hopeless) side.dispose?.();
  rest = rest.filter(({ time }) => time <= hopeless);
  for (let step = FIRST_STEP; rest.length > 1; step = Math.max(1, step / 2)) {
    for (const trial of rest) trial.time = timeAlone(trial.side, frameCount, step);
    rest.sort((a, b) => a.time - b.time);
    const kept = Math.ceil(rest.length / 3);
    for (const { side } of rest.slice(kept)) side.dispose?.();
    rest = rest.slice(0, kept);
  }
  const [{ candidate, side }] = rest;
  side.dispose?.();
  return candidate;
}

/** The median over some repetitions of the time for every so many-th frame, after one that fills the caches. */
function timeAlone(side: Side, frameCount: number, step: number): number {
  const times: number[] = [];
  const end = performance.now() + TRIAL_MS;
  for (let repetition = -1; repetition < TRIAL_REPETITIONS || performance.now() < end; repetition++) {
    const start = performance.now();
    for (let frame = 0; frame < frameCount; frame += step) runAlone(side, frame);
    if (repetition >= 0) times.push(performance.now() - start);
  }
  return median(times);
}

/** Returns how long a frame took in the mean, in milliseconds. */
function warmUp(side: Side, frameCount: number, milliseconds = WARM_UP_MS): number {
  const start = performance.now();
  let frames = 0;
  for (; performance.now() < start + milliseconds; frames++) runAlone(side, frames % frameCount);
  return (performance.now() - start) / frames;
}

function runAlone(side: Side, frame: number): void {
  side.prepare?.(frame);
  side.frame(frame);
}

function runFrame(sides: readonly Side[], frame: number, first: number, times: number[]): number {
  let expected: number | undefined;
  for (let turn = 0; turn < sides.length; turn++) {
    const index = (turn + first) % sides.length;
    const side = sides[index];
    side.prepare?.(frame);
    const start = readClock();
    const found = side.frame(frame);
    times[index] += performance.now() - start;
    expected ??= found;
    requireSame(side.name, frame, found, expected);
  }
  return expected ?? 0;
}

/** Brings what is recorded of a frame into the caches. */
export function readNumbers(...lists: readonly ArrayLike<number>[]): void {
  let sum = 0;
  for (const list of lists) for (let i = 0; i < list.length; i++) sum += list[i];
  if (Number.isNaN(sum)) throw new Error('a recording has something that is not a number');
}

/**
 * The time, by a clock that is in the caches: one that a long frame has driven out takes some three microseconds to read,
 * several times as long as the fastest frames that it measures.
 */
function readClock(): number {
  performance.now();
  return performance.now();
}

async function warmUpAsync(side: AsyncSide, frameCount: number): Promise<void> {
  const end = performance.now() + WARM_UP_MS;
  for (let frame = 0; performance.now() < end; frame = (frame + 1) % frameCount) await side.frame(frame);
}

async function runFrameAsync(
  sides: readonly AsyncSide[],
  frame: number,
  first: number,
  times: number[],
): Promise<number> {
  let expected: number | undefined;
  for (let turn = 0; turn < sides.length; turn++) {
    const index = (turn + first) % sides.length;
    const start = readClock();
    const found = await sides[index].frame(frame);
    times[index] += performance.now() - start;
    expected ??= found;
    requireSame(sides[index].name, frame, found, expected);
  }
  return expected ?? 0;
}

function requireSame(name: string, frame: number, found: number, expected: number): void {
  if (found === expected) return;
  throw new Error(`frame ${frame}: ${name} found ${found}, another side ${expected}; the race is void`);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1];
}
