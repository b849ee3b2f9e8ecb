/** What a body keeps of its regions for searches with itself: taken when such a search first needs it. */
import { areRegionsKnown, listRegions } from '../bounds/regions/regions.js';
import { PliantError } from '../errors.js';
import { LANES, NO_CHILD } from '../kernels/layout/child-words.js';
import { HEADER, ORIENTED, SPHERES } from '../kernels/layout/header.js';
import { haveWords } from '../kernels/layout/record.js';
import { FACING, NODE, REGIONS } from '../kernels/layout/regions.js';
import { SELF, hasRegions, regionsOf } from '../kernels/layout/self.js';
import { areGovernorsReady, beginAffine } from './affine.js';
import type { MeshBody } from './mesh-body.js';
import { doesPruningPay } from './pruning-rule.js';
import { haveSelf, keepForSelf } from './self.js';
import { behind, follow, point, wordAt } from '../kernels/units.js';
import { loadRegionKernels } from '../kernels/region-kernels.js';

/** Lists of as many words as the longest border has points, in whole rows: edges and their boxes; and behind them one box. */
const ROOM_LISTS = 5;

/** Whether a search of a body with itself had better try to prove regions free. Such a search is counted. */
export function isPruningWorthwhile(body: MeshBody): boolean {
  const { bounds, kernels, pruning, strategy } = body;
  // Nothing can be proved of vertices that are posed one by one.
  if (pruning === 'never' || strategy === 'lazy' || !loadRegionKernels(kernels)) return false;
  // Regions of a body that may be cut are those of what was built, if it has been given any.
  if (bounds.isCuttable && !(areRegionsKnown(bounds) && isAnyBuilt(bounds))) return false;
  if (pruning === 'always') return true;
  // In TypeScript looking at borders takes longer than what is left out.
  if (kernels.backend === 'typescript') return false;
  if (doesPruningPay(body, areRegionsKnown(bounds))) return true;
  // A search that looks at everything ends with a refit, which poses before this one, where regions were proved free, do not tell.
  if (hasRegions(kernels.arena.u32, wordAt(body.header))) body.refit();
  return false;
}

/** Whether anything is left of what was built, of a body that may be cut: it is in the first lane of the block under the root. */
function isAnyBuilt({ words }: MeshBody['bounds']): boolean {
  return words[words[0] * LANES] !== NO_CHILD;
}

/**
 * Has the regions there that a search can prove free of collisions (../kernels/twin/clear-region.ts): where governors alone cannot tell (affine.ts), poses all vertices, and bounds regions exactly, once in a
 * pose. What lies below them is left to walks.
 */
export function boundRegions(body: MeshBody): void {
  if (!loadRegionKernels(body.kernels)) {
    throw new PliantError(
      'unsupported',
      'beginPairTask: the search was taken to pieces where regions can be proved free, which cannot be done here; create bodies with pruning never',
    );
  }
  haveRegions(body);
  if (!areRegionsBounded(body) && !beginAffine(body)) poseRegions(body);
}

/** Has room for the regions of a body, which is fresh then. */
export function haveRegions(body: MeshBody): void {
  // Comes first: it may give a kinetic body another tree.
  body.refresh();
  if (!hasRegions(body.kernels.arena.u32, wordAt(body.header))) takeRegions(body);
}

/** Poses all vertices of a fresh body that has regions, and bounds those exactly. Their kernels must have been loaded. */
export function poseRegions(body: MeshBody): void {
  const { bounds, header, kernels } = body;
  const at = wordAt(header);
  const { u32 } = kernels.arena;
  // Spheres and oriented boxes are not mixed with the boxes of regions.
  if (bounds.shape === SPHERES || bounds.shape === ORIENTED) body.refit();
  else body.poseAll();
  u32[follow(u32, at + HEADER.self) + SELF.posedStamp] = u32[at + HEADER.stamp];
  kernels.regions!.boundRegions(header);
}

/** Whether regions have been bounded in the present pose, all vertices having been posed, or are to be proved free by governors first. */
export function areRegionsBounded({ header, kernels }: MeshBody): boolean {
  const { u32 } = kernels.arena;
  const at = wordAt(header);
  return u32[regionsOf(u32, at) + REGIONS.facingsStamp] === u32[at + HEADER.stamp];
}

/** Has what {@link boundRegions} has left there still, for a search that goes on: one that looks at contours in its own way may have come between. */
export function boundRegionsAgain(body: MeshBody): void {
  if (!areRegionsBounded(body) && !areGovernorsReady(body)) poseRegions(body);
}

/** The points of the longest border, in whole rows. */
function longestBorder(nodes: Uint32Array): number {
  let most = 0;
  for (let at = 0; at < nodes.length; at += NODE.wordCount) most = Math.max(most, nodes[at + NODE.pointCount]);
  return Math.ceil(most / LANES) * LANES;
}

/** Takes room for the regions of a body that has none yet. */
export function takeRegions(body: MeshBody): void {
  const { arena, uploads } = body.kernels;
  haveSelf(body);
  const { across, nodes, regions, tiles, vertices } = listRegions(body.bounds);
  const shared = [regions, nodes, vertices, across, tiles.children, tiles.starts].map((words) => ({ words }));
  const pointBytes = vertices.length * 4;
  const roomBytes = ROOM_LISTS * longestBorder(nodes) * 4 + LANES * 4;
  const facingBytes = tiles.nodeCount * FACING.wordCount * 4;
  const taken = uploads.take(REGIONS.wordCount * 4 + 2 * pointBytes + roomBytes + facingBytes, shared);
  const block = taken.own;
  const { u32 } = arena;
  // Regions are bounded from below, and say which block they are by the words of the one above.
  for (let i = 0; i < body.bounds.blockCount; i++) haveWords(u32, wordAt(body.header), i);
  const at = wordAt(block);
  const points = behind(block, REGIONS.wordCount * 4);
  taken.shared.forEach((place, i) => point(u32, at + REGIONS.regions + i, place));
  u32[at + REGIONS.tileCount] = tiles.tileCount;
  u32[at + REGIONS.nodeCount] = tiles.nodeCount;
  point(u32, at + REGIONS.x, points);
  point(u32, at + REGIONS.y, behind(points, pointBytes));
  point(u32, at + REGIONS.room, behind(points, 2 * pointBytes));
  const facings = behind(points, 2 * pointBytes + roomBytes);
  point(u32, at + REGIONS.facings, facings);
  keepForSelf(body, SELF.regions, block);
  body.keep({
    forget: () => {
      arena.u32[at + REGIONS.facingsStamp] = 0;
      arena.u32.fill(0, wordAt(facings), wordAt(behind(facings, facingBytes)));
      arena.u32[follow(arena.u32, wordAt(body.header) + HEADER.self) + SELF.posedStamp] = 0;
    },
    dispose: () => uploads.giveBack(block, shared),
  });
}
