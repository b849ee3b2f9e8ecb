/**
 * Precomputed data in the arena, shared: bodies of one model or one tree use the same block, which is taken when the
 * first of them is created and given back when the last is disposed of.
 */
import type { Arena } from './arena.js';
import { bytesTo, wordAt } from './units.js';
import type { ByteOffset, WordIndex } from './units.js';

/** What can be uploaded. */
type UploadWords = Float32Array | Uint32Array | Float64Array;

/** An array, with so many zero bytes behind it, or what `write` makes of it in as much room. */
export interface UploadSource {
  readonly words: UploadWords;
  readonly padding?: number;
  readonly write?: (u32: Uint32Array, at: WordIndex) => void;
}

/** Memory that was taken: a block of one's own, and those of what is shared, in the order in which they were named. */
interface Taken {
  readonly own: ByteOffset;
  readonly shared: readonly ByteOffset[];
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

  /** Takes a block of one's own, and what is shared with others: all or nothing. */
  take(ownBytes: number, shared: readonly UploadSource[]): Taken {
    const own = this.#arena.allocate(ownBytes);
    const blocks: ByteOffset[] = [];
    try {
      for (const source of shared) blocks.push(this.#acquire(source));
    } catch (error) {
      this.giveBack(own, shared.slice(0, blocks.length));
      throw error;
    }
    return { own, shared: blocks };
  }

  /** Gives back what {@link take} took. What nobody shares any more is gone. */
  giveBack(own: ByteOffset, shared: readonly UploadSource[]): void {
    this.#arena.free(own);
    for (const { words } of shared) {
      const upload = this.#uploads.get(words);
      if (!upload || --upload.users > 0) continue;
      this.#uploads.delete(words);
      this.#arena.free(upload.at);
    }
  }

  #acquire({ padding = 0, words, write }: UploadSource): ByteOffset {
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
}

function bytesOf({ buffer, byteLength, byteOffset }: UploadWords): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
