/**
 * Which parts of a surface are proved free of collisions with themselves in the present pose, and by which rule: what a search with itself can leave out at once, for pictures and
 * measurements. Of the regions that such a search tries, nodes of the tree are looked at here, from the root down to tiles; it tries pairs of neighbours as well.
 */
import { haveAffine } from '../body/affine.js';
import { haveRegions, poseRegions } from '../body/regions.js';
import type { MeshBody } from '../body/mesh-body.js';
import { requireUncut } from '../bounds/blocks/block-tree.js';
import { listRegions } from '../bounds/regions/regions.js';
import type { Regions } from '../bounds/regions/regions.js';
import { PliantError } from '../errors.js';
import { LANES } from '../kernels/layout/child-words.js';
import { BLEND } from '../kernels/layout/header.js';
import { CORNER_BIT, FACING, NODE, NO_EDGE, REGION, REGIONS } from '../kernels/layout/regions.js';
import { slotWordAt } from '../kernels/layout/record.js';
import { affineOf, regionsOf } from '../kernels/layout/self.js';
import { WALK } from '../kernels/layout/walk.js';
import { loadRegionKernels } from '../kernels/region-kernels.js';
import { clearFitted } from '../kernels/twin/clear-fitted.js';
import { clearRegion } from '../kernels/twin/clear-region.js';
import { evaluateBlock } from '../kernels/twin/evaluate-block.js';
import { faceNode } from '../kernels/twin/face-node.js';
import { follow, wordAt } from '../kernels/units.js';

/** Of `FreeRegions.rules`: nothing is proved. */
export const PROVED_BY_NOTHING = 0;
/** All triangles of the region face one direction, and its border does not cross itself as it is seen from there. */
export const PROVED_BY_BORDER = 1;
/** Bones, or the weights of fields, move all of the region nearly as one matrix would: they alone tell, and nothing of it need be posed. */
export const PROVED_BY_GOVERNORS = 2;

/** The largest nodes that are proved free. Create them once, and fill them as often as you like. */
export interface FreeRegions {
  /** How many there are. No two have a triangle in common. */
  count: number;
  /** How many of them are proved free by governors alone; the others are by their borders. */
  countByGovernors: number;
  /** For each triangle of the mesh, how many triangles the one has that it is in; 0 where nothing is proved. */
  readonly sizes: Uint32Array;
  /** For each triangle of the mesh, which rule proved it: {@link PROVED_BY_NOTHING}, {@link PROVED_BY_BORDER} or {@link PROVED_BY_GOVERNORS}. */
  readonly rules: Uint8Array;
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
    countByGovernors: 0,
    rules: new Uint8Array(mesh.triangleCount),
    sizes: new Uint32Array(mesh.triangleCount),
    borders: new Uint32Array(mesh.triangleCount * 6),
    borderCount: 0,
  };
}

/**
 * Finds the largest nodes of a body's tree that are proved free of collisions with themselves in the present pose, and by which rule; returns their number. Poses all vertices. The
 * first time, borders are listed, which takes about as long as building a tree.
 *
 * Of a body whose shape has been fitted (by `fitRegions` of `pliant/parts`, or by its own searches), governors are asked first, as a search does while that pays. Then only those patches of a skin are posed in which governors do not
 * suffice, and borders are looked at there alone. With the strategy `refit`, and where morph targets displace vertices, borders decide everything.
 *
 * @throws PliantError `mismatch` when there is room for another mesh, `unsupported` where regions cannot be proved free.
 */
export function findFreeRegions(body: MeshBody, out: FreeRegions): number {
  body.refresh();
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
  requireUncut('findFreeRegions', body.bounds);
  haveRegions(body);
  forgetRegions(body);
  const areGovernorsAsked = haveAffine(body);
  // Where there are no patches, borders need all vertices.
  const arePatchesPosed = areGovernorsAsked && body.bounds.shape === BLEND;
  if (!arePatchesPosed) poseRegions(body);
  out.count = 0;
  out.countByGovernors = 0;
  out.borderCount = 0;
  out.sizes.fill(0);
  out.rules.fill(PROVED_BY_NOTHING);
  const known = listRegions(body.bounds);
  const waiting = [0];
  // The kernels count in the state of a walk, which nobody reads here.
  const { arena } = body.kernels;
  const state = arena.allocate(WALK.wordCount * 4);
  try {
    while (waiting.length > 0) {
      const region = waiting.pop()!;
      const rule = ruleOf(body, known, region, areGovernorsAsked, arePatchesPosed, wordAt(state));
      if (rule === PROVED_BY_NOTHING) openNode(known, region, waiting);
      else addNode(body, known, region, rule, out);
    }
  } finally {
    arena.free(state);
  }
  // Searches go on asking weights first, where regions have been bounded only for this.
  if (areGovernorsAsked && !arePatchesPosed) forgetRegions(body);
  return out.count;
}

/**
 * Forgets what is known of regions in this pose: a search takes the line along which it looks at a border from what it has found out before, and what is said here
 * must not depend on that. A search that is under way goes on: what is not known of a node is found out again, or counts as not proved.
 */
function forgetRegions({ header, kernels }: MeshBody): void {
  const { u32 } = kernels.arena;
  const kept = regionsOf(u32, wordAt(header));
  const facings = follow(u32, kept + REGIONS.facings);
  u32[kept + REGIONS.facingsStamp] = 0;
  u32.fill(0, facings, facings + u32[kept + REGIONS.nodeCount] * FACING.wordCount);
}

/** By which rule a node is proved free of collisions, in the order in which a search tries them. */
function ruleOf(
  { header, kernels }: MeshBody,
  { nodes, regions, tiles }: Regions,
  number: number,
  areGovernorsAsked: boolean,
  arePatchesPosed: boolean,
  state: number,
): number {
  const { arena } = kernels;
  const { u32 } = arena;
  const kept = regionsOf(u32, wordAt(header));
  const region = follow(u32, kept + REGIONS.regions) + number * REGION.wordCount;
  const node = regions[number * REGION.wordCount + REGION.nodeA];
  const affine = affineOf(u32, wordAt(header));
  if (areGovernorsAsked && clearFitted(arena, header, kept, affine, number, node, node, state)) {
    return PROVED_BY_GOVERNORS;
  }
  const isFaced = !arePatchesPosed || faceNode(arena, header, kept, node);
  if (isFaced && clearRegion(arena, header, kept, region, state)) return PROVED_BY_BORDER;
  // What lies below is evaluated from above, as walks do it.
  const slot = nodes[node * NODE.wordCount + NODE.slot];
  if (arePatchesPosed && node >= tiles.tileCount) {
    evaluateBlock(arena, header, u32[slotWordAt(u32, wordAt(header), slot)]);
  }
  return PROVED_BY_NOTHING;
}

/** Adds a node that a rule proved free, and the edges of its border. */
function addNode({ bounds }: MeshBody, known: Regions, number: number, rule: number, out: FreeRegions): void {
  const { across, nodes, regions, tiles, vertices } = known;
  const node = regions[number * REGION.wordCount + REGION.nodeA] * NODE.wordCount;
  const begin = tiles.starts[nodes[node + NODE.firstTile]];
  const end = tiles.starts[nodes[node + NODE.endTile]];
  for (let i = begin; i < end; i++) {
    out.sizes[bounds.triangleOrder[i]] = end - begin;
    out.rules[bounds.triangleOrder[i]] = rule;
  }
  const point = nodes[node + NODE.firstPoint];
  for (let i = point; i < point + nodes[node + NODE.pointCount]; i++) {
    if (across[i] === NO_EDGE) continue;
    const at = out.borderCount++ * 2;
    out.borders[at] = bounds.vertexOrder[vertices[i] & ~CORNER_BIT];
    out.borders[at + 1] = bounds.vertexOrder[vertices[i + 1] & ~CORNER_BIT];
  }
  out.count++;
  if (rule === PROVED_BY_GOVERNORS) out.countByGovernors++;
}

/** Puts the nodes below one on the list, each with itself: those of the children's bits that have the same lane twice. */
function openNode({ regions }: Regions, number: number, waiting: number[]): void {
  const region = number * REGION.wordCount;
  const children = regions[region + REGION.children];
  let child = regions[region + REGION.firstChild];
  for (let pair = 0; pair < LANES * LANES; pair++) {
    if ((children & (1 << pair)) === 0) continue;
    if (pair % (LANES + 1) === 0) waiting.push(child);
    child++;
  }
}
