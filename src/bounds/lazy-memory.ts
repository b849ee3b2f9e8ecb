/**
 * The memory of a lazy body: a header that says where everything is, room of its own behind it, and arrays that it shares
 * with other bodies of the same model and bounds.
 */
import type { Kernels } from '../kernels/kernels.js';
import { BODY, FIRST_OF_PATCH, LANES, PATCH, PATCH_COUNTS_SHIFT, RECORD, recordOf } from '../kernels/lazy-layout.js';
import type { UploadWords } from '../kernels/uploads.js';

/** A word of the header. */
type BodyWord = Exclude<keyof typeof BODY, 'wordCount'>;

/** What goes where: each name is the word of the header that is to point there. */
export interface LazyMemoryPlan {
  /** Precomputed arrays, with so many zero bytes behind them. */
  readonly shared: Partial<Record<BodyWord, { readonly words: UploadWords; readonly padding?: number }>>;
  /** Bytes of the body's own. */
  readonly own: Partial<Record<BodyWord, number>>;
  /** Numbers that are written to the header itself. */
  readonly numbers: Partial<Record<BodyWord, number>>;
}

/** Bytes of a SIMD register. */
export const ROW = 16;
/** Bytes of a cache line, which everything is aligned to. */
const LINE = 64;

/** Takes what the plan asks for, all or nothing, and fills the header. Returns where that is. */
export function takeLazyMemory(kernels: Kernels, plan: LazyMemoryPlan): number {
  const { arena, uploads } = kernels;
  const shared = Object.entries(plan.shared);
  // What every query touches is small: next to the header, it is in the same page or two, however large the body is.
  const own = Object.entries(plan.own).toSorted(([, a], [, b]) => a - b);
  const uploaded = uploads.acquireAll(shared.map(([, source]) => source));
  const headerBytes = roundUpToLine(BODY.wordCount * 4);
  let header: number;
  try {
    header = arena.allocate(own.reduce((sum, [, size]) => sum + roundUpToLine(size), headerBytes));
  } catch (error) {
    for (const [, { words }] of shared) uploads.release(words);
    throw error;
  }
  const write = (name: string, value: number): void => {
    arena.u32[(header >>> 2) + BODY[name as BodyWord]] = value;
  };
  for (const [name, value] of Object.entries(plan.numbers)) write(name, value);
  shared.forEach(([name], i) => write(name, uploaded[i]));
  let next = header + headerBytes;
  for (const [name, size] of own) {
    write(name, next);
    next += roundUpToLine(size);
  }
  return header;
}

/** Gives it all back. */
export function giveLazyMemoryBack(kernels: Kernels, plan: LazyMemoryPlan, header: number): void {
  for (const { words } of Object.values(plan.shared)) kernels.uploads.release(words);
  kernels.arena.free(header);
}

/** Writes into the record of each block what its children are. `header` is in words. */
export function writeBlockWords(u32: Uint32Array, header: number, words: Uint32Array): void {
  for (let slot = 0; slot < words.length; slot += LANES) {
    const at = recordOf(u32, header, slot / LANES) + RECORD.words;
    for (let lane = 0; lane < LANES; lane++) u32[at + lane] = words[slot + lane];
  }
}

/** Writes into the records of their blocks what patches are. `header` is in words. */
export function writePatches(u32: Uint32Array, header: number, patches: Uint32Array): void {
  for (let at = 0; at < patches.length; at += PATCH.wordCount) {
    const firstBlock = patches[at + PATCH.firstBlock];
    const blockCount = patches[at + PATCH.blockCount];
    for (let block = firstBlock; block < firstBlock + blockCount; block++) {
      u32[recordOf(u32, header, block) + RECORD.patch] = firstBlock;
    }
    const first = recordOf(u32, header, firstBlock);
    u32[first + RECORD.patch] = FIRST_OF_PATCH + patches[at + PATCH.slot];
    u32[first + RECORD.patchVertices] = patches[at + PATCH.firstVertex];
    u32[first + RECORD.patchCounts] = (blockCount << PATCH_COUNTS_SHIFT) + patches[at + PATCH.vertexCount];
  }
}

/** To cache lines: a record of a block must not reach into a third. */
function roundUpToLine(byteLength: number): number {
  return ((byteLength + LINE - 1) >>> 6) * LINE;
}
