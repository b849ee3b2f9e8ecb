/** Exact boxes for all blocks. Twin: ../twin/refit-blocks.ts, with the proof. */
import { BLOCK_STAMPS, LEAF_BIT, NO_CHILD, POSITIONS, STAMP, TINY, TRIANGLES, WORDS, cacheOf } from './lazy-body';

/** 1 + 2^-22: see the twin. */
const WIDEN: f32 = 1.0000002384185791015625;

/**
 * Exact boxes for all blocks from the positions of all vertices, bottom-up, into the cache: the walk that is under way,
 * and all that follow in this pose, find every block evaluated. `boxes` is room for two SIMD rows per block.
 */
export function refitBlocks(body: usize, blockCount: i32, boxes: usize): void {
  const now = load<u32>(body, STAMP);
  const words: usize = load<usize>(body, WORDS);
  const stamps: usize = load<usize>(body, BLOCK_STAMPS);
  const triangles: usize = load<usize>(body, TRIANGLES);
  const positions: usize = load<usize>(body, POSITIONS);
  const half = f32x4.splat(0.5);
  for (let block = blockCount - 1; block >= 0; block--) {
    const cache = cacheOf(body, block);
    let low = f32x4.splat(Infinity);
    let high = f32x4.splat(-Infinity);
    for (let lane: usize = 0; lane < 4; lane++) {
      const word = load<u32>(words + ((<usize>block) << 4) + (lane << 2));
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
      const center = f32x4.add(f32x4.mul(laneLow, half), f32x4.mul(laneHigh, half));
      const extent = f32x4.add(
        f32x4.mul(f32x4.pmax(f32x4.sub(laneHigh, center), f32x4.sub(center, laneLow)), f32x4.splat(WIDEN)),
        f32x4.splat(TINY),
      );
      const at = cache + (lane << 2);
      v128.store_lane<f32>(at, center, 0);
      v128.store_lane<f32>(at, center, 1, 16);
      v128.store_lane<f32>(at, center, 2, 32);
      v128.store_lane<f32>(at, extent, 0, 48);
      v128.store_lane<f32>(at, extent, 1, 64);
      v128.store_lane<f32>(at, extent, 2, 80);
    }
    v128.store(boxes + ((<usize>block) << 5), low);
    v128.store(boxes + ((<usize>block) << 5), high, 16);
    store<u32>(stamps + ((<usize>block) << 2), now);
  }
}
