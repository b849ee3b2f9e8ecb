/**
 * One memory for all bodies that share kernels: WebAssembly memory, or a plain buffer for the TypeScript twins. Blocks
 * are named by byte offset, so both read the same words. Growing replaces the buffer and detaches every view of the old
 * one: take the views from the arena when work begins, never keep them.
 */
import { PliantError } from '../errors.js';
import { behind, bytesTo, placeAt, wordAt } from './units.js';
import type { ByteOffset } from './units.js';

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

/** A memory with blocks that are taken and given back. */
export class Arena {
  /** The whole memory as float32. Replaced when the memory grows. */
  f32: Float32Array;
  /** The whole memory as float64. Replaced when the memory grows. */
  f64: Float64Array;
  /** The whole memory as unsigned 32-bit words. Replaced when the memory grows. */
  u32: Uint32Array;

  readonly #grow: GrowMemory;
  readonly #sizes = new Map<number, number>();
  /** Gaps below `#end`, as address and size, in rising order, never two in touch. */
  readonly #gaps: { at: number; size: number }[] = [];
  #end = FIRST_BYTE;

  constructor(grow: GrowMemory) {
    this.#grow = grow;
    const buffer = grow(FIRST_BYTE);
    this.f32 = new Float32Array(buffer);
    this.f64 = new Float64Array(buffer);
    this.u32 = new Uint32Array(buffer);
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
    const gap = this.#gaps.find((candidate) => candidate.size >= size);
    const at = gap?.at ?? this.#end;
    if (gap) {
      gap.at += size;
      gap.size -= size;
      if (gap.size === 0) this.#gaps.splice(this.#gaps.indexOf(gap), 1);
    } else {
      if (at + size > LAST_BYTE) this.#refuse(byteLength);
      this.#reserve(at + size);
      this.#end = at + size;
    }
    this.#sizes.set(at, size);
    const block = placeAt(at);
    this.u32.fill(0, wordAt(block), wordAt(behind(block, size)));
    return block;
  }

  /** Gives a block back. */
  free(block: ByteOffset): void {
    const at = bytesTo(block);
    const size = this.#sizes.get(at);
    if (size === undefined) throw new PliantError('disposed', `Arena.free: there is no block at ${at}`);
    this.#sizes.delete(at);
    let index = this.#gaps.findIndex((gap) => gap.at > at);
    if (index < 0) index = this.#gaps.length;
    this.#gaps.splice(index, 0, { at, size });
    this.#join(index);
    this.#join(index - 1);
    const last = this.#gaps.at(-1);
    if (last && last.at + last.size === this.#end) {
      this.#end = last.at;
      this.#gaps.pop();
    }
  }

  #join(index: number): void {
    const gap = this.#gaps[index];
    const next = this.#gaps[index + 1];
    if (!gap || !next || gap.at + gap.size !== next.at) return;
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
    if (byteLength <= this.u32.byteLength) return;
    const buffer = this.#grow(byteLength);
    this.f32 = new Float32Array(buffer);
    this.f64 = new Float64Array(buffer);
    this.u32 = new Uint32Array(buffer);
  }
}
