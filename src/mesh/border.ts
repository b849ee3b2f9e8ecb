/** Whether triangles have a border, in the sense of chains: edges that are gone along more often one way than the other. */

/**
 * Whether every edge is gone along as often one way as the other. Such triangles have a whole winding number around every
 * point, however they pass through themselves. An edge may have four triangles, or six.
 */
export function isWithoutBorder(triangles: Uint32Array, vertexCount: number): boolean {
  return !visitBorder(triangles, vertexCount, () => true);
}

/** Marks vertices of the border with 1: of each of its edges, the lower one at least. */
export function markBorder(triangles: Uint32Array, vertexCount: number): Uint8Array {
  const marks = new Uint8Array(vertexCount);
  visitBorder(triangles, vertexCount, (vertex) => {
    marks[vertex] = 1;
    return false;
  });
  return marks;
}

/** Tells of vertices that are the lower end of a border edge, until it is told to stop; whether it was. */
function visitBorder(triangles: Uint32Array, vertexCount: number, isEnough: (vertex: number) => boolean): boolean {
  // Edges by their lower vertex: the higher one, and which way it is gone along.
  const starts = new Uint32Array(vertexCount + 1);
  for (let i = 0; i < triangles.length; i++) starts[Math.min(triangles[i], triangles[nextCorner(i)]) + 1]++;
  for (let vertex = 0; vertex < vertexCount; vertex++) starts[vertex + 1] += starts[vertex];
  const next = starts.slice(0, vertexCount);
  const ends = new Uint32Array(triangles.length);
  const ways = new Int8Array(triangles.length);
  for (let i = 0; i < triangles.length; i++) {
    const a = triangles[i];
    const b = triangles[nextCorner(i)];
    const place = next[Math.min(a, b)]++;
    ends[place] = Math.max(a, b);
    ways[place] = a < b ? 1 : a > b ? -1 : 0;
  }
  const sums = new Int32Array(vertexCount);
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    for (let i = starts[vertex]; i < starts[vertex + 1]; i++) sums[ends[i]] += ways[i];
    // All of them are zero again, or there is a border.
    let isAtBorder = false;
    for (let i = starts[vertex]; i < starts[vertex + 1]; i++) {
      if (sums[ends[i]] !== 0) isAtBorder = true;
      sums[ends[i]] = 0;
    }
    if (isAtBorder && isEnough(vertex)) return true;
  }
  return false;
}

function nextCorner(i: number): number {
  return i % 3 === 2 ? i - 2 : i + 1;
}
