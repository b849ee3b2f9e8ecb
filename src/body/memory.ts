/**
 * The memory of a body: a header that says where everything is, room of its own behind it, and arrays that it shares
 * with other bodies of the same model and bounds.
 */
import type { Kernels } from '../kernels/kernels.js';
import { BODY } from '../kernels/layout/body.js';
import { BLEND_RECORD, FIRST_OF_PATCH, PATCH_COUNTS_SHIFT } from '../kernels/layout/blend-body.js';
import { PATCH } from '../kernels/layout/blend.js';
import { LANES } from '../kernels/layout/child-words.js';
import { RECORD, recordOf } from '../kernels/layout/record.js';
import type { UploadWords } from '../kernels/uploads.js';
import { behind, point, wordAt } from '../kernels/units.js';
import type { ByteOffset, WordIndex } from '../kernels/units.js';

/** A word of the header. */
type BodyWord = Exclude<keyof typeof BODY, 'wordCount'>;

/** What goes where: each name is the word of the header that is to point there. */
export interface MemoryPlan {
  /** Precomputed arrays, with so many zero bytes behind them. */
  readonly shared: Partial<Record<BodyWord, { readonly words: UploadWords; readonly padding?: number }>>;
  /** Bytes of the body's own. */
  readonly own: Partial<Record<BodyWord, number>>;
  /** Numbers that are written to the header itself. */
  readonly numbers: Partial<Record<BodyWord, number>>;
}

/** Several plans as one. Where two name the same word, the last one counts. */
export function joinPlans(...plans: readonly MemoryPlan[]): MemoryPlan {
  return {
    shared: Object.assign({}, ...plans.map(({ shared }) => shared)) as MemoryPlan['shared'],
    own: Object.assign({}, ...plans.map(({ own }) => own)) as MemoryPlan['own'],
    numbers: Object.assign({}, ...plans.map(({ numbers }) => numbers)) as MemoryPlan['numbers'],
  };
}

/** Bytes of a SIMD register. */
export const ROW = 16;
/** Bytes of a cache line, which everything is aligned to. */
const LINE = 64;

/** Takes what the plan asks for, all or nothing, and fills the header. Returns where that is. */
export function takeMemory(kernels: Kernels, plan: MemoryPlan): ByteOffset {
  const { arena, uploads } = kernels;
  const shared = Object.entries(plan.shared);
  // What every query touches is small: next to the header, it is in the same page or two, however large the body is.
  const own = Object.entries(plan.own).toSorted(([, a], [, b]) => a - b);
  const uploaded = uploads.acquireAll(shared.map(([, source]) => source));
  const headerBytes = roundUpToLine(BODY.wordCount * 4);
  let header: ByteOffset;
  try {
    header = arena.allocate(own.reduce((sum, [, size]) => sum + roundUpToLine(size), headerBytes));
  } catch (error) {
    for (const [, { words }] of shared) uploads.release(words);
    throw error;
  }
  const { u32 } = arena;
  const wordOf = (name: string): number => wordAt(header) + BODY[name as BodyWord];
  for (const [name, value] of Object.entries(plan.numbers)) u32[wordOf(name)] = value;
  shared.forEach(([name], i) => point(u32, wordOf(name), uploaded[i]));
  let next = behind(header, headerBytes);
  for (const [name, size] of own) {
    point(u32, wordOf(name), next);
    next = behind(next, roundUpToLine(size));
  }
  return header;
}

/** Gives it all back. */
export function giveMemoryBack(kernels: Kernels, plan: MemoryPlan, header: ByteOffset): void {
  for (const { words } of Object.values(plan.shared)) kernels.uploads.release(words);
  kernels.arena.free(header);
}

/** Writes into the record of each block what its children are. */
export function writeBlockWords(u32: Uint32Array, header: WordIndex, words: Uint32Array): void {
  for (let slot = 0; slot < words.length; slot += LANES) {
    const at = recordOf(u32, header, slot / LANES) + RECORD.words;
    for (let lane = 0; lane < LANES; lane++) u32[at + lane] = words[slot + lane];
  }
}

/** Writes into the records of their blocks what patches are. */
export function writePatches(u32: Uint32Array, header: WordIndex, patches: Uint32Array): void {
  for (let at = 0; at < patches.length; at += PATCH.wordCount) {
    const firstBlock = patches[at + PATCH.firstBlock];
    const blockCount = patches[at + PATCH.blockCount];
    for (let block = firstBlock; block < firstBlock + blockCount; block++) {
      u32[recordOf(u32, header, block) + BLEND_RECORD.patch] = firstBlock;
    }
    const first = recordOf(u32, header, firstBlock);
    u32[first + BLEND_RECORD.patch] = FIRST_OF_PATCH + patches[at + PATCH.slot];
    u32[first + BLEND_RECORD.patchVertices] = patches[at + PATCH.firstVertex];
    u32[first + BLEND_RECORD.patchCounts] = (blockCount << PATCH_COUNTS_SHIFT) + patches[at + PATCH.vertexCount];
  }
}

/** To cache lines: a record of a block must not reach into a third. */
function roundUpToLine(byteLength: number): number {
  return Math.ceil(byteLength / LINE) * LINE;
}
