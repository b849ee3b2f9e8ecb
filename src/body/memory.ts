/**
 * The memory of a body: a header that says where everything is, room of its own behind it, and arrays that it shares
 * with other bodies of the same model and bounds.
 */
import type { Kernels } from '../kernels/kernels.js';
import { BODY } from '../kernels/layout/body.js';
import { FIRST_OF_PATCH, PATCH, PATCH_COUNTS_SHIFT } from '../kernels/layout/patches.js';
import type { PATH_BOUND, PATH_POSE } from '../kernels/layout/paths.js';
import { TAIL } from '../kernels/layout/record.js';
import type { UploadSource } from '../kernels/uploads.js';
import { behind, point, wordAt } from '../kernels/units.js';
import type { ByteOffset } from '../kernels/units.js';

/** A word of a body. */
type BodyWord = Exclude<keyof typeof BODY | keyof typeof PATH_POSE | keyof typeof PATH_BOUND, 'wordCount'>;

/** What goes where: each name is the word of the header that is to point there. */
export interface MemoryPlan {
  /** Precomputed arrays. */
  readonly shared: Partial<Record<BodyWord, UploadSource>>;
  /** Bytes of the body's own. */
  readonly own: Partial<Record<BodyWord, number>>;
  /** Numbers that are written to the header itself. */
  readonly numbers: Partial<Record<BodyWord, number>>;
  /** Where words are that `BODY` does not name. */
  readonly words?: Readonly<Record<string, number>>;
}

/** Several plans as one. Where two name the same word, the last one counts. */
export function joinPlans(...plans: readonly MemoryPlan[]): MemoryPlan {
  return {
    shared: Object.assign({}, ...plans.map(({ shared }) => shared)) as MemoryPlan['shared'],
    own: Object.assign({}, ...plans.map(({ own }) => own)) as MemoryPlan['own'],
    numbers: Object.assign({}, ...plans.map(({ numbers }) => numbers)) as MemoryPlan['numbers'],
    words: Object.assign({}, BODY, ...plans.map(({ words }) => words)) as Record<string, number>,
  };
}

/** Bytes of a SIMD register. */
export const ROW = 16;
/** Bytes of a cache line, which everything is aligned to. */
const LINE = 64;

/** Takes what the plan asks for, all or nothing, and fills the header. Returns where that is. */
export function takeMemory(kernels: Kernels, plan: MemoryPlan): ByteOffset {
  // What every query touches is small: next to the header, it is in the same page or two, however large the body is.
  const own = Object.entries(plan.own).toSorted(([, a], [, b]) => a - b);
  const headerBytes = roundUpToLine(BODY.wordCount * 4);
  const { own: header, shared } = kernels.uploads.take(
    own.reduce((sum, [, size]) => sum + roundUpToLine(size), headerBytes),
    Object.values(plan.shared),
  );
  const { u32 } = kernels.arena;
  const words: Readonly<Record<string, number>> = plan.words ?? BODY;
  const wordOf = (name: string): number => wordAt(header) + words[name];
  for (const [name, value] of Object.entries(plan.numbers)) u32[wordOf(name)] = value;
  Object.keys(plan.shared).forEach((name, i) => point(u32, wordOf(name), shared[i]));
  let next = behind(header, headerBytes);
  for (const [name, size] of own) {
    point(u32, wordOf(name), next);
    next = behind(next, roundUpToLine(size));
  }
  return header;
}

/** Gives it all back. */
export function giveMemoryBack(kernels: Kernels, plan: MemoryPlan, header: ByteOffset): void {
  kernels.uploads.giveBack(header, Object.values(plan.shared));
}

/** What the records of all blocks begin with, from the words of their children, and what patches are. */
export function planTails(words: Uint32Array, patches?: Uint32Array): MemoryPlan['shared'] {
  return {
    tails: {
      words,
      // A tail has the words of four lanes, and four more.
      padding: words.byteLength,
      write: (u32, at) => {
        for (let slot = 0; slot < words.length; slot++) {
          u32[at + (slot >>> 2) * TAIL.wordCount + (slot & 3)] = words[slot];
        }
        if (patches) writePatches(u32, at + TAIL.rule, patches);
      },
    },
  };
}

/** Writes what patches are; `at` is where the words of the rule begin in the first tail. */
export function writePatches(u32: Uint32Array, at: number, patches: Uint32Array): void {
  for (let patch = 0; patch < patches.length; patch += PATCH.wordCount) {
    const firstBlock = patches[patch + PATCH.firstBlock];
    const blockCount = patches[patch + PATCH.blockCount];
    const first = at + firstBlock * TAIL.wordCount;
    for (let block = 1; block < blockCount; block++) u32[first + block * TAIL.wordCount] = firstBlock;
    u32[first] = FIRST_OF_PATCH + patches[patch + PATCH.slot];
    u32[first + 1] = patches[patch + PATCH.firstVertex];
    u32[first + 2] = (blockCount << PATCH_COUNTS_SHIFT) + patches[patch + PATCH.vertexCount];
  }
}

/** To cache lines: a record of a block must not reach into a third. */
function roundUpToLine(byteLength: number): number {
  return Math.ceil(byteLength / LINE) * LINE;
}
