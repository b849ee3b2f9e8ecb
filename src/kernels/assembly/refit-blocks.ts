/** Exact boxes from the positions of vertices. Twin: ../twin/refit-blocks.ts. */
import {
  EXACT_BOX_BYTES,
  EXACT_BOX_HIGH,
  EXACT_BOX_LOW,
  HEADER_POSITIONS,
  HEADER_REFIT_BOXES,
  HEADER_TRIANGLES,
  LEAF_BIT,
  NO_CHILD,
  POSITION_BYTES,
  RECORD_WORDS,
  TRIANGLE_BYTES,
} from './generated/layout';
import { haveWords, leafCount, leafFirst, storeBox } from './lazy-body';

/**
 * Exact boxes for a run of blocks, the last first, into the cache; blocks below them must lie in the run. Stamps are the
 * caller's.
 */
export function refitBlocks(body: usize, firstBlock: i32, blockCount: i32): void {
  const triangles: usize = load<usize>(body, HEADER_TRIANGLES);
  const positions: usize = load<usize>(body, HEADER_POSITIONS);
  const boxes: usize = load<usize>(body, HEADER_REFIT_BOXES);
  for (let block = firstBlock + blockCount - 1; block >= firstBlock; block--) {
    const cache = haveWords(body, block);
    let low = f32x4.splat(Infinity);
    let high = f32x4.splat(-Infinity);
    for (let lane: usize = 0; lane < 4; lane++) {
      const word = load<u32>(cache + (lane << 2), RECORD_WORDS);
      if (word == NO_CHILD) continue;
      let laneLow: v128;
      let laneHigh: v128;
      if (word & LEAF_BIT) {
        let corner = triangles + <usize>leafFirst(word) * TRIANGLE_BYTES;
        const end = corner + <usize>leafCount(word) * TRIANGLE_BYTES;
        laneLow = v128.load(positions + <usize>load<u32>(corner) * POSITION_BYTES);
        laneHigh = laneLow;
        for (corner += 4; corner < end; corner += 4) {
          const position = v128.load(positions + <usize>load<u32>(corner) * POSITION_BYTES);
          laneLow = f32x4.pmin(laneLow, position);
          laneHigh = f32x4.pmax(laneHigh, position);
        }
      } else {
        laneLow = v128.load(boxes + <usize>word * EXACT_BOX_BYTES, EXACT_BOX_LOW);
        laneHigh = v128.load(boxes + <usize>word * EXACT_BOX_BYTES, EXACT_BOX_HIGH);
      }
      low = f32x4.pmin(low, laneLow);
      high = f32x4.pmax(high, laneHigh);
      storeBox(cache + (lane << 2), laneLow, laneHigh);
    }
    v128.store(boxes + <usize>block * EXACT_BOX_BYTES, low, EXACT_BOX_LOW);
    v128.store(boxes + <usize>block * EXACT_BOX_BYTES, high, EXACT_BOX_HIGH);
  }
}
