/**
 * Which parts of a surface are proved free of collisions with themselves in the present pose: what a search with itself can leave out at once, for pictures and
 * measurements. Of the regions that such a search tries, nodes of the tree are looked at here, from the root down to tiles; it tries pairs of neighbours as well.
 */
import { boundRegions } from '../body/regions.js';
import type { MeshBody } from '../body/mesh-body.js';
import { listRegions } from '../bounds/regions/regions.js';
import type { Regions } from '../bounds/regions/regions.js';
import { PliantError } from '../errors.js';
import { LANES } from '../kernels/layout/child-words.js';
import { CORNER_BIT, NODE, NO_EDGE, REGION, REGIONS } from '../kernels/layout/regions.js';
import { hasRegions, regionsOf } from '../kernels/layout/self.js';
import { WALK } from '../kernels/layout/walk.js';
import { loadRegionKernels } from '../kernels/region-kernels.js';
import { clearRegion } from '../kernels/twin/clear-region.js';
import { follow, wordAt } from '../kernels/units.js';

/** The largest nodes that are proved free. Create them once, and fill them as often as you like. */
export interface FreeRegions {
  /** How many there are. No two have a triangle in common. */
  count: number;
  /** For each triangle of the mesh, how many triangles the one has that it is in; 0 where nothing is proved. */
  readonly sizes: Uint32Array;
  /** Edges around them, two vertices of the mesh each; one between two of them comes twice. */
  readonly borders: Uint32Array;
  /** How many edges there are. */
  borderCount: number;
}

/** Room for the regions of a body. */
export function createFreeRegions({ mesh }: MeshBody): FreeRegions {
  // A side of a triangle is on the border of one region at most: that of its triangle.
  return {
    count: 0,
    sizes: new Uint32Array(mesh.triangleCount),
    borders: new Uint32Array(mesh.triangleCount * 6),
    borderCount: 0,
  };
}

/**
 * Finds the largest nodes of a body's tree that are proved free of collisions with themselves in the present pose; returns their number. Poses all vertices. The
 * first time, borders are listed, which takes about as long as building a tree.
 *
 * @throws PliantError `mismatch` when there is room for another mesh, `unsupported` where regions cannot be proved free.
 */
export function findFreeRegions(body: MeshBody, out: FreeRegions): number {
  const { triangleCount } = body.mesh;
  if (out.sizes.length !== triangleCount) {
    throw new PliantError(
      'mismatch',
      `findFreeRegions: there is room for ${out.sizes.length} triangles, but the body has ${triangleCount}; call createFreeRegions with this body`,
    );
  }
  if (!loadRegionKernels(body.kernels)) {
    throw new PliantError(
      'unsupported',
      'findFreeRegions: the kernels for regions cannot be compiled here; load kernels with the backend typescript',
    );
  }
  forgetRegions(body);
  boundRegions(body);
  out.count = 0;
  out.borderCount = 0;
  out.sizes.fill(0);
  const known = listRegions(body.bounds);
  // The kernel counts in the state of a walk, which nobody reads here.
  const { arena } = body.kernels;
  const state = arena.allocate(WALK.wordCount * 4);
  try {
    const kept = regionsOf(arena.u32, wordAt(body.header));
    const first = follow(arena.u32, kept + REGIONS.regions);
    const waiting = [0];
    while (waiting.length > 0) {
      const region = waiting.pop()! * REGION.wordCount;
      if (clearRegion(arena, body.header, kept, first + region, wordAt(state))) addNode(body, known, region, out);
      else openNode(known, region, waiting);
    }
  } finally {
    arena.free(state);
  }
  return out.count;
}

/**
 * Forgets what is known of regions in this pose: a search takes the line along which it looks at a border from what it has found out before, and what is said here
 * must not depend on that.
 */
function forgetRegions({ header, kernels }: MeshBody): void {
  const { u32 } = kernels.arena;
  if (hasRegions(u32, wordAt(header))) u32[regionsOf(u32, wordAt(header)) + REGIONS.facingsStamp] = 0;
}

/** Adds a node, and the edges of its border. */
function addNode({ bounds }: MeshBody, known: Regions, region: number, out: FreeRegions): void {
  const { across, nodes, regions, tiles, vertices } = known;
  const node = regions[region + REGION.nodeA] * NODE.wordCount;
  const begin = tiles.starts[nodes[node + NODE.firstTile]];
  const end = tiles.starts[nodes[node + NODE.endTile]];
  for (let i = begin; i < end; i++) out.sizes[bounds.triangleOrder[i]] = end - begin;
  const point = nodes[node + NODE.firstPoint];
  for (let i = point; i < point + nodes[node + NODE.pointCount]; i++) {
    if (across[i] === NO_EDGE) continue;
    const at = out.borderCount++ * 2;
    out.borders[at] = bounds.vertexOrder[vertices[i] & ~CORNER_BIT];
    out.borders[at + 1] = bounds.vertexOrder[vertices[i + 1] & ~CORNER_BIT];
  }
  out.count++;
}

/** Puts the nodes below one on the list, each with itself: those of the children's bits that have the same lane twice. */
function openNode({ regions }: Regions, region: number, waiting: number[]): void {
  const children = regions[region + REGION.children];
  let child = regions[region + REGION.firstChild];
  for (let pair = 0; pair < LANES * LANES; pair++) {
    if ((children & (1 << pair)) === 0) continue;
    if (pair % (LANES + 1) === 0) waiting.push(child);
    child++;
  }
}
