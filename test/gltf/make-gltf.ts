/** Small glTF files made in memory, right or wrong. */
import type { GLTF } from '@gltf-transform/core';

/** Any JSON; glTF of which nothing is promised. */
export type Json = Record<string, unknown>;

/** Text or JSON as the bytes of a `.gltf` file. */
export function toBytes(json: Json | string): Uint8Array {
  return new TextEncoder().encode(typeof json === 'string' ? json : JSON.stringify(json));
}

/** A `.glb` file. Lengths in the headers may be made to lie. */
export function toGlb(
  json: Json | string,
  binary: Uint8Array = new Uint8Array(0),
  lies: { readonly total?: number; readonly json?: number; readonly binary?: number } = {},
): Uint8Array {
  const text = toBytes(json);
  const jsonLength = Math.ceil(text.length / 4) * 4;
  const binaryLength = Math.ceil(binary.length / 4) * 4;
  const bytes = new Uint8Array(20 + jsonLength + (binaryLength > 0 ? 8 + binaryLength : 0)).fill(0x20);
  const view = new DataView(bytes.buffer);
  [0x46546c67, 2, lies.total ?? bytes.length, lies.json ?? jsonLength, 0x4e4f534a].forEach((word, i) =>
    view.setUint32(i * 4, word, true),
  );
  bytes.set(text, 20);
  if (binaryLength > 0) {
    view.setUint32(20 + jsonLength, lies.binary ?? binaryLength, true);
    view.setUint32(24 + jsonLength, 0x004e4942, true);
    bytes.fill(0, 28 + jsonLength);
    bytes.set(binary, 28 + jsonLength);
  }
  return bytes;
}

type Numbers = Float32Array | Uint32Array | Uint16Array | Int16Array | Uint8Array | Int8Array;
const COMPONENT_TYPES = new Map<unknown, number>([
  [Float32Array, 5126],
  [Uint32Array, 5125],
  [Uint16Array, 5123],
  [Int16Array, 5122],
  [Uint8Array, 5121],
  [Int8Array, 5120],
]);
const SIZES = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 } as const;

/** Collects arrays as accessors of one buffer. */
export class GltfMaker {
  readonly accessors: GLTF.IAccessor[] = [];
  readonly bufferViews: GLTF.IBufferView[] = [];
  readonly #parts: Uint8Array[] = [];
  #length = 0;

  /** Adds an array and returns its accessor. Bounds are stated, as positions and times need them. */
  add(type: keyof typeof SIZES, array: Numbers, more: Partial<GLTF.IAccessor> = {}): number {
    const size = SIZES[type];
    const values = Array.from(array);
    const bound = (axis: number, pick: (a: number, b: number) => number): number =>
      values.filter((_, i) => i % size === axis).reduce((a, b) => pick(a, b));
    const axes = Array.from({ length: size }, (_, axis) => axis);
    this.accessors.push({
      bufferView: this.addView(new Uint8Array(array.buffer, array.byteOffset, array.byteLength)),
      componentType: COMPONENT_TYPES.get(array.constructor)! as GLTF.AccessorComponentType,
      count: array.length / size,
      type,
      ...(values.length > 0 && values.every(Number.isFinite) && type !== 'MAT4'
        ? { min: axes.map((axis) => bound(axis, Math.min)), max: axes.map((axis) => bound(axis, Math.max)) }
        : {}),
      ...more,
    });
    return this.accessors.length - 1;
  }

  /** Adds bytes and returns their buffer view. */
  addView(bytes: Uint8Array, more: Partial<GLTF.IBufferView> = {}): number {
    const padded = new Uint8Array(Math.ceil(bytes.length / 4) * 4);
    padded.set(bytes);
    this.bufferViews.push({ buffer: 0, byteOffset: this.#length, byteLength: bytes.length, ...more });
    this.#parts.push(padded);
    this.#length += padded.length;
    return this.bufferViews.length - 1;
  }

  /** The parts of the JSON that were collected, and the rest as it is given. */
  json(rest: Json): Json {
    return {
      asset: { version: '2.0' },
      ...(this.#length > 0 && { buffers: [{ byteLength: this.#length }], bufferViews: this.bufferViews }),
      ...(this.accessors.length > 0 && { accessors: this.accessors }),
      ...rest,
    };
  }

  /** The collected bytes. */
  binary(): Uint8Array {
    const bytes = new Uint8Array(this.#length);
    let at = 0;
    for (const part of this.#parts) {
      bytes.set(part, at);
      at += part.length;
    }
    return bytes;
  }

  /** A whole `.glb`. */
  glb(rest: Json): Uint8Array {
    return toGlb(this.json(rest), this.binary());
  }
}
