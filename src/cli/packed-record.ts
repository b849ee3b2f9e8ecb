/**
 * Records with typed arrays as bytes: the JSON, in which arrays are named by type, place and length, and then the arrays. The
 * command packs, the page unpacks. Arrays that are shared are packed once.
 */
import { PliantError } from '../errors.js';

const TYPES = { f4: Float32Array, f8: Float64Array, u1: Uint8Array, u2: Uint16Array, u4: Uint32Array } as const;
type TypeName = keyof typeof TYPES;
type PackedArray = InstanceType<(typeof TYPES)[TypeName]>;

/** Stands for an array in the JSON. No record of ours has such a key. */
const ARRAY_KEY = '$array';
const ALIGNMENT = 8;

/** Packs a record of plain objects, lists, numbers, texts and typed arrays. */
export function packRecord(record: unknown): Uint8Array {
  const places = new Map<PackedArray, number>();
  let length = 0;
  const text = JSON.stringify(record, (_, value: unknown) => {
    if (!ArrayBuffer.isView(value)) return value;
    const array = value as PackedArray;
    let at = places.get(array);
    if (at === undefined) {
      at = length;
      places.set(array, at);
      length = aligned(at + array.byteLength);
    }
    return { [ARRAY_KEY]: [typeNameOf(array), at, array.length] };
  });
  const json = new TextEncoder().encode(text);
  const begin = aligned(4 + json.length);
  const bytes = new Uint8Array(begin + length);
  new DataView(bytes.buffer).setUint32(0, json.length, true);
  bytes.set(json, 4);
  for (const [array, at] of places) {
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), begin + at);
  }
  return bytes;
}

/** Undoes {@link packRecord}. The arrays are views of a copy of the bytes. */
export function unpackRecord(packed: Uint8Array): unknown {
  const bytes = Uint8Array.from(packed);
  const jsonLength = new DataView(bytes.buffer).getUint32(0, true);
  const begin = aligned(4 + jsonLength);
  const text = new TextDecoder().decode(bytes.subarray(4, 4 + jsonLength));
  return JSON.parse(text, (_, value: unknown) => {
    const found = Object(value) as Record<string, unknown>;
    if (!Object.hasOwn(found, ARRAY_KEY)) return value;
    const [type, at, length] = found[ARRAY_KEY] as [TypeName, number, number];
    return new TYPES[type](bytes.buffer, begin + at, length);
  });
}

function typeNameOf(array: PackedArray): TypeName {
  const entry = Object.entries(TYPES).find(([, type]) => array instanceof type);
  if (entry === undefined) throw new PliantError('bad-type', 'packRecord: an array has a type that is not packed');
  return entry[0] as TypeName;
}

function aligned(length: number): number {
  return Math.ceil(length / ALIGNMENT) * ALIGNMENT;
}
