/** Which directions does a single node face, in a body that has not been posed as a whole? Twin: ../twin/face-node.ts. */
import {
  FACING_STAMP,
  HEADER_STAMP,
  HEADER_POSITIONS,
  HEADER_TRIANGLES,
  LEAF_BIT,
  NO_NODE,
  PATCHED_LAZY_BLOCK_COUNT,
  RECORD_STAMP,
  REGIONS_CHILDREN,
  REGIONS_FACINGS,
  REGIONS_TILE_COUNT,
  REGIONS_TILE_STARTS,
  ROW_BYTES,
  TRIANGLE_BYTES,
} from './generated/layout';
import { boundAbove, boundTile } from './bound-regions';
import { evaluatePatched } from './bake-patch';
import { isWhole, leafCount, leafFirst, recordOf, wordOf } from './lazy-body';
import { poseBlendCorners } from './pose-blend';
import { facingAt, nodeAt } from './see-border';

/** Sees to it that what is known of a node is that of the present pose; returns whether it is. */
export function faceNode(body: usize, kept: usize, node: u32): bool {
  const word = wordOf(body, load<u32>(nodeAt(kept, node)));
  if (word < load<u32>(body, PATCHED_LAZY_BLOCK_COUNT)) return false;
  const facing = facingAt(kept, node);
  const now = load<u32>(body, HEADER_STAMP);
  if (load<u32>(facing, FACING_STAMP) == now) return true;
  store<u32>(facing, now, FACING_STAMP);
  const tileCount = load<u32>(kept, REGIONS_TILE_COUNT);
  if (node < tileCount) {
    const triangles = load<usize>(body, HEADER_TRIANGLES);
    if (word < LEAF_BIT) haveBlock(body, word);
    else if (!isWhole(body)) {
      const corner = triangles + <usize>leafFirst(word) * TRIANGLE_BYTES;
      poseBlendCorners(body, corner, corner + <usize>leafCount(word) * TRIANGLE_BYTES);
    }
    const starts = load<usize>(kept, REGIONS_TILE_STARTS) + (<usize>node << 2);
    boundTile(
      facing,
      load<usize>(body, HEADER_POSITIONS),
      triangles + <usize>load<u32>(starts) * TRIANGLE_BYTES,
      triangles + <usize>load<u32>(starts, 4) * TRIANGLE_BYTES,
    );
    return true;
  }
  const list = load<usize>(kept, REGIONS_CHILDREN) + <usize>(node - tileCount) * ROW_BYTES;
  for (let lane: usize = 0; lane < 4; lane++) {
    const child = load<u32>(list + (lane << 2));
    if (child != NO_NODE) faceNode(body, kept, child);
  }
  haveBlock(body, word);
  boundAbove(body, kept, load<usize>(kept, REGIONS_FACINGS), node, tileCount, now);
  return true;
}

/**
 * What evaluateBlock does, for bodies that transforms move: of others, all blocks above the tiles have been evaluated whenever regions are walked. So this module does
 * without the other rules.
 */
// @ts-ignore: decorator
@inline
export function haveBlock(body: usize, block: u32): usize {
  const cache = recordOf(body, block);
  const now = load<u32>(body, HEADER_STAMP);
  if (load<u32>(cache, RECORD_STAMP) != now) {
    store<u32>(cache, now, RECORD_STAMP);
    evaluatePatched(body, block, cache);
  }
  return cache;
}

/** Whether what is known of a node is that of the present pose. */
// @ts-ignore: decorator
@inline
export function isFaced(body: usize, kept: usize, node: u32): bool {
  return load<u32>(facingAt(kept, node), FACING_STAMP) == load<u32>(body, HEADER_STAMP);
}
