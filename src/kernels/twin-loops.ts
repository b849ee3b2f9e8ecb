/** The hot loops in TypeScript, over a plain buffer. */
import { Arena } from './arena.js';
import { PAGE, grow } from './grow-memory.js';
import type { KernelFunctions, Loops, RegionFunctions } from './kernel-functions.js';

/** Makes loops work on a memory of their own; those over regions can be done without. */
export function twinLoops(
  runTwins: (arena: Arena) => KernelFunctions,
  runRegionTwins?: (arena: Arena) => RegionFunctions,
): Loops {
  let memory = new ArrayBuffer(PAGE);
  const arena = new Arena((byteLength) => {
    if (byteLength > memory.byteLength) {
      // Half as much again, so that creating many bodies does not copy the memory each time.
      const size = Math.max(byteLength, memory.byteLength * 1.5);
      const grown = grow(byteLength, () => new ArrayBuffer(Math.ceil(size / PAGE) * PAGE));
      new Uint8Array(grown).set(new Uint8Array(memory));
      memory = grown;
    }
    return memory;
  });
  const regions = runRegionTwins ? runRegionTwins(arena) : null;
  return { arena, backend: 'typescript', run: runTwins(arena), regions, memory: undefined };
}
