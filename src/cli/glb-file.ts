/** GLB files: the JSON, and one binary chunk that holds all buffers. */
import type { GltfJson } from '../gltf/needed.js';
import type { BufferBytes } from '../gltf/resources.js';

/** The binary chunk of a file that is being made: buffer 0. */
export interface BinaryChunk {
  /** Adds bytes, and returns where they begin. */
  append(bytes: Uint8Array): number;
  /** All bytes so far. */
  bytes(): Uint8Array;
}

const MAGIC = 0x46546c67;
const VERSION = 2;
const JSON_CHUNK = 0x4e4f534a;
const BINARY_CHUNK = 0x004e4942;
const HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
const SPACE = 0x20;
/** Accessors lie at multiples of their components' size. */
const ALIGNMENT = 8;

/** Puts all buffers that have bytes into one chunk, as buffer 0, and lets the JSON point there. */
export function createBinaryChunk(json: GltfJson, buffers: BufferBytes): BinaryChunk {
  const pieces: Uint8Array[] = [];
  let length = 0;
  const append = (bytes: Uint8Array): number => {
    const padding = (ALIGNMENT - (length % ALIGNMENT)) % ALIGNMENT;
    pieces.push(new Uint8Array(padding), bytes);
    const begin = length + padding;
    length = begin + bytes.length;
    return begin;
  };
  const definitions = json.buffers ?? [];
  const placeholders = definitions.filter((_, i) => buffers[i] === undefined);
  const moved = definitions.map((definition, i) => {
    const bytes = buffers[i];
    if (bytes === undefined) return { buffer: 1 + placeholders.indexOf(definition), begin: 0 };
    return { buffer: 0, begin: append(bytes.subarray(0, definition.byteLength)) };
  });
  for (const view of json.bufferViews ?? []) {
    move(view, moved);
    // Compressed data has a place of its own (EXT_meshopt_compression).
    for (const extension of Object.values(view.extensions ?? {})) {
      if (isPlace(extension)) move(extension, moved);
    }
  }
  json.buffers = [{ byteLength: 0 }, ...placeholders];
  return {
    append,
    bytes: () => concatenate(pieces, length),
  };
}

/** A whole file. A buffer without bytes is not valid: a model that has none gets no chunk for it either. */
export function glbBytes(json: GltfJson, chunk: BinaryChunk): Uint8Array {
  const binary = padded(chunk.bytes(), 0);
  if (binary.length > 0) json.buffers![0].byteLength = binary.length;
  else delete json.buffers;
  const chunks = [chunkOf(JSON_CHUNK, padded(new TextEncoder().encode(JSON.stringify(json)), SPACE))];
  if (binary.length > 0) chunks.push(chunkOf(BINARY_CHUNK, binary));
  const length = chunks.reduce((sum, bytes) => sum + bytes.length, HEADER_BYTES);
  return concatenate([littleEndian([MAGIC, VERSION, length]), ...chunks], length);
}

function chunkOf(type: number, bytes: Uint8Array): Uint8Array {
  return concatenate([littleEndian([bytes.length, type]), bytes], CHUNK_HEADER_BYTES + bytes.length);
}

interface Place {
  buffer: number;
  byteOffset?: number;
}

function isPlace(value: unknown): value is Place {
  return typeof value === 'object' && value !== null && 'buffer' in value && typeof value.buffer === 'number';
}

function move(place: Place, moved: readonly { readonly buffer: number; readonly begin: number }[]): void {
  const { buffer, begin } = moved[place.buffer];
  place.buffer = buffer;
  if (begin > 0) place.byteOffset = (place.byteOffset ?? 0) + begin;
}

function padded(bytes: Uint8Array, filler: number): Uint8Array {
  const out = new Uint8Array(Math.ceil(bytes.length / 4) * 4).fill(filler);
  out.set(bytes);
  return out;
}

function littleEndian(words: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(words.length * 4);
  const view = new DataView(bytes.buffer);
  words.forEach((word, i) => view.setUint32(i * 4, word, true));
  return bytes;
}

function concatenate(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const out = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    out.set(piece, at);
    at += piece.length;
  }
  return out;
}
