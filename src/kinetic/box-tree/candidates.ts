/** Which vertices can overtake the one that holds a plane: the search of `planes.ts`. */
import { growWords } from '../grow.js';
import { PLANE, planeOf } from './box-tree-record.js';
import type { KineticBoxTree } from './box-tree-record.js';

/** What was gathered last. Scratch memory that all trees share. */
export const candidates: { vertices: Uint32Array } = { vertices: new Uint32Array(0) };

/** In which search each vertex was last found: triangles have vertices in common, and a time takes longer to compute than a look. */
let foundIn: Uint32Array = new Uint32Array(0);
let search = 0;
let stack = new Uint32Array(256);

/** Gathers the candidates of a region on a side, each once, and returns how many there are. */
export function gatherCandidates(tree: KineticBoxTree, region: number, side: number): number {
  const { axes, children, extremes, itemCounts, leafVertices, vertexCounts } = tree;
  const slotsPerNode = tree.corners * tree.leafSize;
  const axis = side % 3;
  const near = side < 3 ? PLANE.right : PLANE.left;
  beginSearch(tree);
  const { vertices } = candidates;
  let count = 0;
  let height = 0;
  stack[height++] = region;
  while (height > 0) {
    const node = stack[--height];
    if (itemCounts[node] > 0) {
      const first = node * slotsPerNode;
      for (let slot = first; slot < first + vertexCounts[node]; slot++) {
        const vertex = leafVertices[slot];
        if (foundIn[vertex] === search) continue;
        foundIn[vertex] = search;
        vertices[count++] = vertex;
      }
      continue;
    }
    stack[height++] = children[node * 2 + 1 - near];
    if (axes[node] !== axis) {
      stack[height++] = children[node * 2 + near];
      continue;
    }
    const vertex = extremes[planeOf(node, near)];
    if (foundIn[vertex] === search) continue;
    foundIn[vertex] = search;
    vertices[count++] = vertex;
  }
  return count;
}

/** Whether a vertex is one of those that were gathered last. */
export function wasGathered(vertex: number): boolean {
  return foundIn[vertex] === search;
}

function beginSearch({ depth, paths }: KineticBoxTree): void {
  const { vertexCount } = paths;
  if (stack.length < depth + 2) stack = new Uint32Array(depth * 2 + 2);
  candidates.vertices = growWords(candidates.vertices, vertexCount, 0);
  foundIn = growWords(foundIn, vertexCount, 0);
  if (search === 0xffffffff) {
    foundIn.fill(0);
    search = 0;
  }
  search++;
}
