/** Which nodes are in one piece: each of their triangles is reached from any other by way of common vertices. */
import type { BlockTree } from '../blocks/block-tree.js';

/** 1 for each node in one piece, of nodes given by their first triangle and the one behind their last, in the order of the leaves. */
export function findConnected({ triangles, vertexCount }: BlockTree, ranges: Uint32Array): Uint8Array {
  const leaders = new Uint32Array(vertexCount);
  return Uint8Array.from({ length: ranges.length / 2 }, (_, node) => {
    const first = ranges[node * 2] * 3;
    const end = ranges[node * 2 + 1] * 3;
    for (let corner = first; corner < end; corner++) leaders[triangles[corner]] = triangles[corner];
    for (let corner = first; corner < end; corner++) {
      // The corners of a triangle follow its first one.
      const a = leaderOf(leaders, triangles[corner]);
      const b = leaderOf(leaders, triangles[corner - (corner % 3)]);
      leaders[Math.max(a, b)] = Math.min(a, b);
    }
    const leader = leaderOf(leaders, triangles[first]);
    for (let corner = first; corner < end; corner++) if (leaderOf(leaders, triangles[corner]) !== leader) return 0;
    return 1;
  });
}

function leaderOf(leaders: Uint32Array, vertex: number): number {
  let leader = vertex;
  while (leaders[leader] !== leader) {
    leaders[leader] = leaders[leaders[leader]];
    leader = leaders[leader];
  }
  return leader;
}
