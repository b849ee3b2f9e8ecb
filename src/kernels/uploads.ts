/**
 * Precomputed data in the arena, shared: bodies of one model or one tree use the same block, which is taken when the
 * first of them is created and given back when the last is disposed of.
 */
import type { Arena } from './arena.js';
import { doubleAt, wordAt } from './units.js';
import type { ByteOffset } from './units.js';

/** What can be uploaded. */
export type UploadWords = Float32Array | Uint32Array | Float64Array;

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
  acquireAll(list: readonly { readonly words: UploadWords; readonly padding?: number }[]): ByteOffset[] {
    const blocks: ByteOffset[] = [];
    try {
      for (const { words, padding } of list) blocks.push(this.acquire(words, padding));
    } catch (error) {
      for (let i = 0; i < blocks.length; i++) this.release(list[i].words);
      throw error;
    }
    return blocks;
  }

  /** The block that holds a copy of `words`, with `padding` zero bytes behind it; copied if it is not there yet. */
  acquire(words: UploadWords, padding = 0): ByteOffset {
    let upload = this.#uploads.get(words);
    if (!upload) {
      const at = this.#arena.allocate(words.byteLength + padding);
      copyWords(this.#arena, words, at);
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

function copyWords(arena: Arena, words: UploadWords, at: ByteOffset): void {
  if (words instanceof Float64Array) arena.f64.set(words, doubleAt(at));
  else if (words instanceof Float32Array) arena.f32.set(words, wordAt(at));
  else arena.u32.set(words, wordAt(at));
}
