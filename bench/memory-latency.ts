/**
 * How long the machine takes to fetch from memory what is in no cache. A lazy query after a rival has refitted a large mesh finds neither its data nor its code in the caches, so that a figure of such a race is as much
 * one of the memory: who compares two machines, or two days of one that is shared, has to know.
 */

/** A cycle through lines of 64 bytes, in random order, that is larger than the caches which one core of many has for itself. */
const BYTES = 1 << 24;
const LINE_WORDS = 16;
const STEPS = 1 << 19;
const REPETITIONS = 5;

/** Nanoseconds from one access to the next where each says where the next one is; the median of some rounds. */
export function measureMemoryLatency(): number {
  const words = createCycle();
  const times: number[] = [];
  let at = 0;
  for (let repetition = 0; repetition < REPETITIONS; repetition++) {
    const start = performance.now();
    for (let step = 0; step < STEPS; step++) at = words[at];
    times.push(((performance.now() - start) * 1e6) / STEPS);
  }
  // Whoever compiles the loop must not find that nobody needs it.
  if (at >= words.length) throw new Error('the cycle left its memory');
  return times.sort((a, b) => a - b)[REPETITIONS >> 1];
}

/** Each line names another one, all of them once around (Sattolo's shuffle). */
function createCycle(): Uint32Array {
  const lineCount = BYTES / (4 * LINE_WORDS);
  const next = Uint32Array.from({ length: lineCount }, (_, line) => line);
  let seed = 1;
  for (let line = lineCount - 1; line > 0; line--) {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    const other = Math.floor((seed / 0x1_0000_0000) * line);
    [next[line], next[other]] = [next[other], next[line]];
  }
  const words = new Uint32Array(BYTES / 4);
  next.forEach((to, line) => (words[line * LINE_WORDS] = to * LINE_WORDS));
  return words;
}
