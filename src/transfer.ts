/** Moving precomputed data to a worker: which buffers to hand over so that nothing is copied. */

/**
 * The buffers behind the typed arrays of plain records — meshes, models, trees, fits — and buffers themselves, each listed
 * once, for the second argument of `postMessage`. Handing them over empties the sender's records; leave the list out to
 * copy instead.
 */
export function transferablesOf(...records: readonly object[]): ArrayBuffer[] {
  const buffers = new Set<ArrayBuffer>();
  const pending: unknown[] = [...records];
  const seen = new Set<unknown>();
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    if (value instanceof ArrayBuffer) {
      buffers.add(value);
    } else if (ArrayBuffer.isView(value)) {
      if (value.buffer instanceof ArrayBuffer) buffers.add(value.buffer);
    } else {
      for (const part of Object.values(value as Record<string, unknown>)) pending.push(part);
    }
  }
  return [...buffers];
}
