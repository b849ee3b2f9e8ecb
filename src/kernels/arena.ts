/**
 * One memory for all bodies that share kernels: WebAssembly memory, or a plain buffer for the TypeScript twins. Blocks
 * are named by byte offset, so both read the same words. Growing replaces the buffer and detaches every view of the old
 * one: take the views from the arena when work begins, never keep them.
 */
import { PliantError } from '../errors.js';
import { bytesTo, placeAt, wordAt } from './units.js';
import type { ByteOffset, WordIndex } from './units.js';

/** Where the memory comes from: answers the buffer after making sure that it has at least `byteLength` bytes. */
export type GrowMemory = (byteLength: number) => ArrayBuffer;

/**
 * Every block begins at a cache line, and so at a multiple of a SIMD register. Sizes are rounded up by integer arithmetic: engines keep offsets as
 * integers then, and need not put them on the heap to pass them on.
 */
const ALIGNMENT = 64;

/** Low addresses stay free: AssemblyScript keeps static data there, and no block is ever at 0. */
const FIRST_BYTE = 1024;

/** Where blocks end at the latest: a line below what pointers of 32 bits reach, so that the end of each is such a number, too. */
const LAST_BYTE = 4_294_967_296 - ALIGNMENT;

/** What the main loops call for bodies that paths move, in TypeScript (path-kernels.ts). In WebAssembly such functions are in the table of the main module. */
export interface PathTwins {
  readonly boundPaths: (arena: Arena, header: WordIndex, block: number, cache: number) => void;
  readonly posePaths: (arena: Arena, header: WordIndex, numbers: number, count: number) => void;
}

/** A memory with blocks that are taken and given back. */
export class Arena {
  /** The whole memory as float32. Replaced when the memory grows. */
  f32!: Float32Array;
  /** The whole memory as float64. Replaced when the memory grows. */
  f64!: Float64Array;
  /** The whole memory as unsigned 32-bit words. Replaced when the memory grows. */
  u32!: Uint32Array;

  /** Put here by who makes bodies that paths move. */
  paths?: PathTwins;

  readonly #grow: GrowMemory;
  readonly #sizes = new Map<number, number>();
  /**
   * What is in no block, as address and size, in rising order, never two in touch. The last one reaches beyond the memory that there is so far.
   * Where a block has filled one, it stays, empty, until that block or the next is given back.
   */
  readonly #gaps = [{ at: FIRST_BYTE, size: LAST_BYTE - FIRST_BYTE }];
  /** Nothing behind this has ever been in a block: memory is zeros when it is first had. */
  #touched = FIRST_BYTE;

  constructor(grow: GrowMemory) {
    this.#grow = grow;
    this.#reserve(FIRST_BYTE);
  }

  /** Bytes in blocks that have not been given back. */
  get usedBytes(): number {
    let used = 0;
    for (const size of this.#sizes.values()) used += size;
    return used;
  }

  /** Takes a block, filled with zeros. */
  allocate(byteLength: number): ByteOffset {
    // Before anything is rounded to 32 bits: what is larger would wrap around, and be taken for small.
    if (!(byteLength <= LAST_BYTE)) this.#refuse(byteLength);
    const size = byteLength === 0 ? ALIGNMENT : ((byteLength + ALIGNMENT - 1) >>> 6) * ALIGNMENT;
    const gap = this.#gaps.find((candidate) => candidate.size >= size) ?? this.#refuse(byteLength);
    const { at } = gap;
    if (at + size > this.u32.byteLength) this.#reserve(at + size);
    gap.at += size;
    gap.size -= size;
    this.#sizes.set(at, size);
    const block = placeAt(at);
    this.u32.fill(0, wordAt(block), wordAt(placeAt(Math.min(at + size, this.#touched))));
    this.#touched = Math.max(this.#touched, at + size);
    return block;
  }

  /** Gives a block back. */
  free(block: ByteOffset): void {
    const at = bytesTo(block);
    const size = this.#sizes.get(at);
    if (size === undefined) throw new PliantError('disposed', `Arena.free: there is no block at ${at}`);
    this.#sizes.delete(at);
    const index = this.#gaps.findIndex((gap) => gap.at > at);
    this.#gaps.splice(index, 0, { at, size });
    this.#join(index);
    if (index > 0) this.#join(index - 1);
  }

  /** Makes one gap of two, if they are in touch: this one and the next. */
  #join(index: number): void {
    const [gap, next] = this.#gaps.slice(index);
    if (gap.at + gap.size !== next.at) return;
    gap.size += next.size;
    this.#gaps.splice(index + 1, 1);
  }

  #refuse(byteLength: number): never {
    throw new PliantError(
      'unsupported',
      `Kernels: ${byteLength} bytes are needed beside ${this.usedBytes}, and one memory holds less than 4 GiB; dispose of ` +
        'bodies, use smaller meshes, or load kernels of their own for some',
    );
  }

  #reserve(byteLength: number): void {
    const buffer = this.#grow(byteLength);
    this.f32 = new Float32Array(buffer);
    this.f64 = new Float64Array(buffer);
    this.u32 = new Uint32Array(buffer);
  }
}
