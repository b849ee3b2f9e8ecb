/**
 * The two containers of glTF: JSON alone, or a GLB of chunks. Only what would hurt is refused here, a chunk that claims
 * more than there is; every other mistake is left to the validator, which knows them all by name.
 */
import type { GltfIssue } from './refusal.js';
import { refuse } from './refusal.js';

/** A file taken apart; views, not copies. */
export interface GltfContainer {
  readonly format: 'glb' | 'gltf';
  /** Undefined where the container is so broken that there is none. */
  readonly json: Uint8Array | undefined;
  /** The binary chunk of a GLB. */
  readonly binary: Uint8Array | undefined;
}

const HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
const JSON_CHUNK = 0x4e4f534a;
const BINARY_CHUNK = 0x004e4942;

/** Finds the JSON and the binary chunk of a file. A file that begins as JSON may begin is JSON, any other is a GLB. */
export function openContainer(bytes: Uint8Array): GltfContainer {
  if (beginsAsJson(bytes)) return { format: 'gltf', json: bytes, binary: undefined };
  let json: Uint8Array | undefined;
  let binary: Uint8Array | undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = HEADER_BYTES;
  for (let chunk = 0; at + CHUNK_HEADER_BYTES <= bytes.length; chunk++) {
    const length = view.getUint32(at, true);
    const type = view.getUint32(at + 4, true);
    const begin = at + CHUNK_HEADER_BYTES;
    if (begin + length > bytes.length) {
      // The validator makes room for a binary chunk before it finds that there is none.
      if (type !== JSON_CHUNK) refuseChunk(view, at, length);
      break;
    }
    if (chunk === 0 && type === JSON_CHUNK) json = bytes.subarray(begin, begin + length);
    if (chunk === 1 && type === BINARY_CHUNK) binary = bytes.subarray(begin, begin + length);
    at = begin + length;
  }
  return { format: 'glb', json, binary };
}

function refuseChunk(view: DataView, at: number, length: number): never {
  const declared = view.getUint32(8, true);
  const isBeyond = at + CHUNK_HEADER_BYTES + length > declared;
  const issues: GltfIssue[] = [
    {
      code: isBeyond ? 'GLB_CHUNK_TOO_BIG' : 'GLB_UNEXPECTED_END_OF_CHUNK_DATA',
      pointer: `byte ${at}`,
      message: `the chunk claims ${length} bytes, but the file ends after ${view.byteLength - at - CHUNK_HEADER_BYTES}`,
    },
  ];
  if (declared !== view.byteLength) {
    issues.push({
      code: 'GLB_LENGTH_MISMATCH',
      pointer: 'byte 8',
      message: `the header claims ${declared} bytes, but the file has ${view.byteLength}`,
    });
  }
  refuse(issues, 'cut-short');
}

const BRACE = 0x7b;
const BRACKET = 0x5b;
const BYTE_ORDER_MARK = 0xef;

function beginsAsJson(bytes: Uint8Array): boolean {
  let at = 0;
  while (bytes[at] === 0x20 || bytes[at] === 0x0a || bytes[at] === 0x0d || bytes[at] === 0x09) at++;
  return bytes[at] === BRACE || bytes[at] === BRACKET || bytes[at] === BYTE_ORDER_MARK;
}
