/** Vertices that a cut adds come behind all others: whatever names a vertex by its number or its place goes on to do so. */

/** The order of vertices with the new ones behind the others; the same array where none is new. */
export function extendOrder(vertexOrder: Uint32Array, vertexCount: number): Uint32Array {
  if (vertexCount === vertexOrder.length) return vertexOrder;
  const extended = new Uint32Array(vertexCount);
  extended.set(vertexOrder);
  for (let vertex = vertexOrder.length; vertex < vertexCount; vertex++) extended[vertex] = vertex;
  return extended;
}

/** Two arrays, one behind the other. */
export function append(first: Float32Array, second: Float32Array): Float32Array {
  const all = new Float32Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

/** The numbers from 0 on. */
export function firstNumbers(length: number): Uint32Array {
  return Uint32Array.from({ length }, (_, i) => i);
}
