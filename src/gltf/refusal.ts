/** How a file is refused: every finding with its code, its place and what to do about it. */
import { PliantError } from '../errors.js';
import type { PliantErrorCode } from '../errors.js';

/** One thing that is wrong with a file. */
export interface GltfIssue {
  /** The validator's code, in capitals, or a word of Pliant's, in small letters. */
  readonly code: string;
  /** A JSON pointer, or `byte 12` outside the JSON. */
  readonly pointer: string;
  /** What is wrong, without a full stop. */
  readonly message: string;
}

/** More than anyone reads; a file with thousands of errors is told by the first. */
const MOST_SHOWN = 20;
const MOST_LETTERS = 300;

/** Refuses a file for what is wrong with it, one line for each issue. */
export function refuse(issues: readonly GltfIssue[], code: PliantErrorCode = 'bad-file'): never {
  const lines = issues
    .slice(0, MOST_SHOWN)
    .map(({ code, pointer, message }) => `${code} at ${inOneLine(pointer)}: ${message}; ${remedyFor(code)}`);
  if (issues.length > MOST_SHOWN) lines.push(`and ${issues.length - MOST_SHOWN} more`);
  throw new PliantError(code, `readGltf: ${lines.join('\n  ')}`);
}

/** Refuses a file for one thing. */
export function refuseFor(code: string, pointer: string, message: string, errorCode?: PliantErrorCode): never {
  refuse([{ code, pointer, message }], errorCode);
}

/** Text from a file as a part of a sentence: keys and names may hold line breaks, and be of any length. */
export function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').slice(0, MOST_LETTERS);
}

/** The first rule whose beginning the code has; written for the person who exported the file. */
const REMEDIES: readonly (readonly [string, string])[] = [
  ['GLB_', 'the file was cut short or is no GLB: download or export it again'],
  ['INVALID_JSON', 'correct the JSON, which must be UTF-8 without a byte order mark, or export the file again'],
  ['json-', 'export the file again without this part'],
  ['forbidden-key', 'remove the key'],
  ['uri-', 'use a relative path to a file beside the model, or embed the data in a .glb'],
  ['INVALID_URI', 'use a relative path to a file beside the model, or embed the data in a .glb'],
  ['IO_ERROR', 'put the file beside the model, or embed its data in a .glb'],
  ['BUFFER_', 'export the file again together with its buffers'],
  ['ACCESSOR_INDEX_OOB', 'correct the index buffer, or export the file again'],
  ['ACCESSOR_INVALID_FLOAT', 'remove numbers that are not finite from the model and export it again'],
  ['claim-', 'the counts do not fit the data: export the file again'],
  ['NODE_LOOP', 'give every node one parent at most, and no node itself as an ancestor'],
  ['node-', 'flatten the hierarchy'],
  ['UNRESOLVED_REFERENCE', 'point it at an entry that exists, or remove it'],
  ['UNKNOWN_ASSET_', 'export the file as glTF 2.0'],
  ['extension-', 'export the file without this extension'],
  ['decoder-draco', 'in browsers, let readDracoBinary bring draco3dgltf/draco_decoder_gltf.wasm'],
  ['compressed-', 'compress the file again, or export it uncompressed'],
];

function remedyFor(code: string): string {
  const found = REMEDIES.find(([beginning]) => code.startsWith(beginning));
  return found === undefined ? 'correct this place in the file, or export it again' : found[1];
}
