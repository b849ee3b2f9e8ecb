/** Exact boxes from the positions of vertices. Twin: ../twin/refit-blocks.ts. */
import {
  LEAF_BIT,
  NO_CHILD,
  POSITIONS,
  RECORD_WORDS,
  REFIT_BOXES,
  TRIANGLES,
  recordOf,
  storeBox,
} from './lazy-body';

/**
 * Exact boxes for a run of blocks, the last first, into the cache; blocks below them must lie in the run. Stamps are the
 * caller's.
 */
export function refitBlocks(body: usize, firstBlock: i32, blockCount: i32): void {
  const triangles: usize = load<usize>(body, TRIANGLES);
  const positions: usize = load<usize>(body, POSITIONS);
  const boxes: usize = load<usize>(body, REFIT_BOXES);
  for (let block = firstBlock + blockCount - 1; block >= firstBlock; block--) {
    const cache = recordOf(body, block);
    let low = f32x4.splat(Infinity);
    let high = f32x4.splat(-Infinity);
    for (let lane: usize = 0; lane < 4; lane++) {
      const word = load<u32>(cache + (lane << 2), RECORD_WORDS);
      if (word == NO_CHILD) break;
      let laneLow: v128;
      let laneHigh: v128;
      if (word & LEAF_BIT) {
        let corner = triangles + <usize>(word & 0x07ffffff) * 12;
        const end = corner + <usize>(((word >>> 27) & 15) + 1) * 12;
        laneLow = v128.load(positions + <usize>load<u32>(corner) * 12);
        laneHigh = laneLow;
        for (corner += 4; corner < end; corner += 4) {
          const position = v128.load(positions + <usize>load<u32>(corner) * 12);
          laneLow = f32x4.pmin(laneLow, position);
          laneHigh = f32x4.pmax(laneHigh, position);
        }
      } else {
        laneLow = v128.load(boxes + ((<usize>word) << 5));
        laneHigh = v128.load(boxes + ((<usize>word) << 5), 16);
      }
      low = f32x4.pmin(low, laneLow);
      high = f32x4.pmax(high, laneHigh);
      storeBox(cache + (lane << 2), laneLow, laneHigh);
    }
    v128.store(boxes + ((<usize>block) << 5), low);
    v128.store(boxes + ((<usize>block) << 5), high, 16);
  }
}
