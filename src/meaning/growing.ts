/** Buffers that grow: replaced by longer ones when they are too short, so that a few frames on nothing is allocated. */

type Buffer = Float64Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Uint8Array<ArrayBuffer>;

/** The buffer itself if it holds `length` elements, or a copy of it with room for at least twice as many as it had. */
export function withRoom<T extends Buffer>(buffer: T, length: number): T {
  if (length <= buffer.length) return buffer;
  const longer = new (buffer.constructor as new (length: number) => T)(Math.max(length, buffer.length * 2, 64));
  longer.set(buffer);
  return longer;
}
