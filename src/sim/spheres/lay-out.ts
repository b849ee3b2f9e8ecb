/** From nodes as they were found to the record: pieces in the order of the leaves, halves that stayed together put together again, and the errors of levels. */
import type { LongWork } from '../../long-work.js';
import { addSphere, createProtrusionSearch, protrusionOf } from './protrusion.js';
import type { SphereTree } from './sphere-tree.js';
import type { Fitting } from './candidate-pool.js';
import type { Pieces } from './pieces.js';

/** Nodes as they are found, level by level, children of a node side by side. */
export interface Layout {
  readonly spheres: number[];
  readonly errors: number[];
  readonly parents: number[];
  /** Pieces of each node; those of inner nodes may have been cut since. */
  readonly parts: Uint32Array[];
  readonly levelStart: number[];
}

/** No nodes. */
export function createLayout(): Layout {
  return { spheres: [], errors: [], parents: [], parts: [], levelStart: [] };
}

/** Makes the record, and measures its levels. */
export function* finishTree({ pieces, solid }: Fitting, layout: Layout): LongWork<SphereTree> {
  const nodeCount = layout.parents.length;
  const firstChild = new Uint32Array(nodeCount);
  const childCount = new Uint32Array(nodeCount);
  for (let node = nodeCount - 1; node > 0; node--) {
    firstChild[layout.parents[node]] = node;
    childCount[layout.parents[node]]++;
  }
  const { parts, order } = orderPieces(pieces, ownersOf(pieces, layout, childCount), layout, childCount);
  const spheres = Float64Array.from(layout.spheres);
  const found = new Float64Array(layout.levelStart.length - 1);
  const levelErrors = new Float64Array(found.length);
  const levels = { levelStart: layout.levelStart, childCount, errors: layout.errors };
  // From the lowest level up, so that no level is said to be better than one below.
  for (let level = found.length - 1; level >= 0; level--) {
    const search = createProtrusionSearch(solid);
    const nodes = nodesOf(levels, level);
    for (const [k, node] of nodes.entries()) {
      addSphere(search, spheres, node);
      if (k % 16 === 0) yield (found.length - 1 - level + k / nodes.length) / found.length;
    }
    const protrusion = protrusionOf(search);
    levelErrors[level] = Math.max(Math.min(protrusion.bound, layout.errors[nodes[0]]), levelErrors[level + 1] ?? 0);
    // What was found may be above by what a point is rounded.
    found[level] = Math.min(protrusion.found, levelErrors[level]);
  }
  return {
    nodeCount,
    spheres,
    firstChild,
    childCount,
    levelStart: Uint32Array.from(layout.levelStart),
    levelErrors,
    levelErrorsFound: found,
    errors: Float64Array.from(layout.errors),
    parts,
    pieceTriangles: order.map((piece) => pieces.triangles[piece]),
    pieceCorners: cornersOf(pieces, order),
  };
}

/** The spheres that stand for a level, those that stand out most first: its nodes, and the leaves above. */
function nodesOf(
  { childCount, errors, levelStart }: Pick<Layout, 'errors' | 'levelStart'> & { readonly childCount: Uint32Array },
  level: number,
): number[] {
  const nodes: number[] = [];
  for (let node = 0; node < levelStart[level + 1]; node++) {
    if (node >= levelStart[level] || childCount[node] === 0) nodes.push(node);
  }
  return nodes.toSorted((a, b) => errors[b] - errors[a] || a - b);
}

const NOBODY = 0xffffffff;

/** The leaf that answers for each piece; halves of one leaf give way to what they are halves of. */
function ownersOf({ count, halves }: Pieces, { parts }: Layout, childCount: Uint32Array): Uint32Array {
  const owners = new Uint32Array(count).fill(NOBODY);
  for (const [node, part] of parts.entries()) {
    if (childCount[node] === 0) for (const piece of part) owners[piece] = node;
  }
  // Halves come after what they are halves of.
  for (let piece = count - 1; piece >= 0; piece--) {
    const half = halves[piece];
    if (half === 0 || owners[half] === NOBODY || owners[half] !== owners[half + 1]) continue;
    owners[piece] = owners[half];
    owners[half] = NOBODY;
    owners[half + 1] = NOBODY;
  }
  return owners;
}

function orderPieces(
  pieces: Pieces,
  owners: Uint32Array,
  { parents }: Layout,
  childCount: Uint32Array,
): { readonly parts: Uint32Array; readonly order: Uint32Array } {
  const nodeCount = parents.length;
  const parts = new Uint32Array(2 * nodeCount);
  for (const owner of owners) if (owner !== NOBODY) parts[2 * owner + 1]++;
  for (let node = nodeCount - 1; node > 0; node--) parts[2 * parents[node] + 1] += parts[2 * node + 1];
  const next = new Uint32Array(nodeCount);
  for (let node = 1; node < nodeCount; node++) {
    const parent = parents[node];
    parts[2 * node] = parts[2 * parent] + next[parent];
    next[parent] += parts[2 * node + 1];
  }
  const order = new Uint32Array(parts[1]);
  for (let piece = 0; piece < pieces.count; piece++) {
    const owner = owners[piece];
    if (owner === NOBODY || childCount[owner] > 0) continue;
    order[parts[2 * owner] + next[owner]++] = piece;
  }
  return { parts, order };
}

function cornersOf({ corners }: Pieces, order: Uint32Array): Float64Array {
  const out = new Float64Array(6 * order.length);
  order.forEach((piece, i) => out.set(corners.subarray(6 * piece, 6 * piece + 6), 6 * i));
  return out;
}
