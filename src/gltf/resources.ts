/**
 * Where the bytes of a file's buffers come from: its own binary chunk, `data:` URIs, or files beside it. Nothing but a relative
 * path that stays within the model's folder ever reaches the callback that reads files.
 */
import { PliantError } from '../errors.js';
import type { JsonRecord } from './json-text.js';
import { indexOf, recordsOf } from './json-text.js';
import { refuseFor } from './refusal.js';

/**
 * Reads a file that belongs to the model. The path is relative to the model's folder, its parts are separated by `/`, none
 * of them is `..`, and all percent-encoding has been undone. It is up to the callback to follow no link out of the folder
 * and to open nothing but regular files.
 */
export type ReadResource = (path: string) => Promise<Uint8Array>;

/** The bytes of each buffer; undefined for those without data, which may serve only as a fallback of compressed ones. */
export type BufferBytes = readonly (Uint8Array | undefined)[];

/**
 * The path that a URI of a buffer or an image names within the model's folder, or undefined for a `data:` URI.
 *
 * @throws PliantError `bad-file` for anything that leads elsewhere: a scheme, an absolute path, `..`, a backslash.
 */
export function resolveResource(uri: string, pointer: string): string | undefined {
  if (/^data:/i.test(uri)) return undefined;
  const shown = JSON.stringify(uri.length > 80 ? `${uri.slice(0, 80)}…` : uri);
  if (uri.startsWith(':')) refuseFor('INVALID_URI', pointer, `the URI ${shown} is malformed`);
  if (/^[a-z][a-z0-9+.-]*:/i.test(uri)) {
    refuseFor('uri-scheme', pointer, `the URI ${shown} has a scheme; nothing is read but files beside the model`);
  }
  let path: string;
  try {
    path = decodeURIComponent(uri);
  } catch {
    return refuseFor('INVALID_URI', pointer, `the URI ${shown} is malformed`);
  }
  if (/^[/\\]/.test(path) || /^[a-z]:/i.test(path)) {
    refuseFor('uri-absolute', pointer, `the URI ${shown} is absolute; nothing is read outside the model's folder`);
  }
  // Backslashes separate folders on some systems, a colon names devices and streams there, and zero ends names in C.
  // oxlint-disable-next-line no-control-regex -- these are what is refused
  if (/[\\:\u0000-\u001f]/.test(path))
    refuseFor('uri-characters', pointer, `the URI ${shown} has characters that no name has`);
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.includes('..')) {
    refuseFor('uri-outside', pointer, `the URI ${shown} leads out of the model's folder; nothing is read there`);
  }
  if (parts.length === 0) refuseFor('INVALID_URI', pointer, `the URI ${shown} names no file`);
  return parts.join('/');
}

/** Checks every URI before the first file is read, then reads the buffers. */
export async function readBuffers(
  json: JsonRecord,
  binary: Uint8Array | undefined,
  readResource: ReadResource | undefined,
): Promise<BufferBytes> {
  const buffers = recordsOf(json['buffers']);
  const paths = buffers.map((buffer, i) => pathOf(buffer, `/buffers/${i}/uri`));
  recordsOf(json['images']).forEach((image, i) => pathOf(image, `/images/${i}/uri`));
  const read = new Map<string, Uint8Array>();
  const found: (Uint8Array | undefined)[] = [];
  for (const [i, buffer] of buffers.entries()) {
    const path = paths[i];
    const uri = buffer['uri'];
    if (path !== undefined) {
      const bytes = read.get(path) ?? (await readFile(path, `/buffers/${i}/uri`, readResource));
      read.set(path, bytes);
      found.push(bytes);
    } else if (typeof uri === 'string') {
      found.push(decodeDataUri(uri, indexOf(buffer['byteLength']) ?? 0));
    } else {
      found.push(i === 0 ? binary : undefined);
    }
  }
  return found;
}

/** Paths of the images that are files. */
export function imagePaths(json: JsonRecord): ReadonlyMap<number, string> {
  const paths = recordsOf(json['images']).map((image, i) => [i, pathOf(image, `/images/${i}/uri`)] as const);
  return new Map(paths.filter((entry): entry is [number, string] => entry[1] !== undefined));
}

function pathOf(resource: JsonRecord, pointer: string): string | undefined {
  const uri = resource['uri'];
  return typeof uri === 'string' ? resolveResource(uri, pointer) : undefined;
}

async function readFile(path: string, pointer: string, read: ReadResource | undefined): Promise<Uint8Array> {
  if (read === undefined) {
    return refuseFor(
      'IO_ERROR',
      pointer,
      `the buffer is the file ${JSON.stringify(path)}, and readResource is missing`,
    );
  }
  let bytes: unknown;
  try {
    bytes = await read(path);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const code = error instanceof PliantError ? error.code : 'bad-file';
    return refuseFor('IO_ERROR', pointer, `the buffer ${JSON.stringify(path)} cannot be read (${why})`, code);
  }
  if (bytes instanceof Uint8Array) return bytes;
  throw new PliantError('bad-type', `readGltf: readResource gave no Uint8Array for ${JSON.stringify(path)}`);
}

/**
 * The first `byteLength` bytes of a `data:` URI, as many as the buffer declares and never more than the text holds. Undefined
 * where the text is malformed, which the validator explains.
 */
function decodeDataUri(uri: string, byteLength: number): Uint8Array | undefined {
  const comma = uri.indexOf(',');
  if (comma < 0) return undefined;
  if (/;base64$/i.test(uri.slice(0, comma))) return decodeBase64(uri, comma + 1, byteLength);
  let text: string;
  try {
    text = decodeURIComponent(uri.slice(comma + 1));
  } catch {
    return undefined;
  }
  return Uint8Array.from(text.slice(0, byteLength), (letter) => letter.charCodeAt(0));
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const NO_DIGIT = 64;
const DIGIT_OF = Uint8Array.from({ length: 128 }, (_, letter) => {
  const digit = BASE64.indexOf(String.fromCharCode(letter));
  return digit < 0 ? NO_DIGIT : digit;
});

function decodeBase64(text: string, begin: number, byteLength: number): Uint8Array | undefined {
  let end = text.length;
  while (end > begin && text[end - 1] === '=') end--;
  const available = Math.floor(((end - begin) * 3) / 4);
  const bytes = new Uint8Array(Math.min(byteLength, available));
  let bits = 0;
  let bitCount = 0;
  let count = 0;
  for (let i = begin; i < end; i++) {
    const letter = text.charCodeAt(i);
    const digit = letter < 128 ? DIGIT_OF[letter] : NO_DIGIT;
    if (digit === NO_DIGIT) return undefined;
    bits = ((bits << 6) | digit) & 0xffffff;
    bitCount += 6;
    if (bitCount >= 8) {
      bitCount -= 8;
      if (count < bytes.length) bytes[count++] = (bits >> bitCount) & 0xff;
    }
  }
  return bytes;
}
