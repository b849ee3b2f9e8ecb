/**
 * Precomputed data in the arena, shared: bodies of one model or one tree use the same block, which is taken when the
 * first of them is created and given back when the last is disposed of.
 */
import type { Arena } from './arena.js';
import { bytesTo, wordAt } from './units.js';
import type { ByteOffset, WordIndex } from './units.js';

/** What can be uploaded. */
export type UploadWords = Float32Array | Uint32Array | Float64Array;

/** An array, with so many zero bytes behind it, or what `write` makes of it in as much room. */
export interface UploadSource {
  readonly words: UploadWords;
  readonly padding?: number;
  readonly write?: (u32: Uint32Array, at: WordIndex) => void;
}

interface Upload {
  readonly at: ByteOffset;
  users: number;
}

/** Blocks of the arena that several bodies use, found by the array they were copied from. */
export class Uploads {
  readonly #arena: Arena;
  readonly #uploads = new Map<object, Upload>();

  constructor(arena: Arena) {
    this.#arena = arena;
  }

  /** {@link acquire} for several, all or none: when one does not fit, those before it are released. */
  acquireAll(list: readonly UploadSource[]): ByteOffset[] {
    const blocks: ByteOffset[] = [];
    try {
      for (const source of list) blocks.push(this.acquire(source));
    } catch (error) {
      for (let i = 0; i < blocks.length; i++) this.release(list[i].words);
      throw error;
    }
    return blocks;
  }

  /** The block that holds a copy of `words`; copied if it is not there yet. */
  acquire({ words, padding = 0, write }: UploadSource): ByteOffset {
    let upload = this.#uploads.get(words);
    if (!upload) {
      const at = this.#arena.allocate(words.byteLength + padding);
      if (write) write(this.#arena.u32, wordAt(at));
      else bytesOf(this.#arena.u32).set(bytesOf(words), bytesTo(at));
      upload = { at, users: 0 };
      this.#uploads.set(words, upload);
    }
    upload.users++;
    return upload.at;
  }

  /** Says that one body no longer needs the copy of `words`. */
  release(words: UploadWords): void {
    const upload = this.#uploads.get(words);
    if (!upload || --upload.users > 0) return;
    this.#uploads.delete(words);
    this.#arena.free(upload.at);
  }
}

function bytesOf({ buffer, byteLength, byteOffset }: UploadWords): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
