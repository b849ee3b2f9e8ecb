/** Exact boxes from the positions of vertices: the reference for ../assembly/refit-blocks.ts, same words. */
import type { Arena } from '../arena.js';
import { LANES, NO_CHILD, leafCount, leafFirst } from '../layout/child-words.js';
import { HEADER } from '../layout/header.js';
import { RECORD, haveWords } from '../layout/record.js';
import { storeInterval } from './store-box.js';
import { follow, wordAt } from '../units.js';
import type { ByteOffset, WordIndex } from '../units.js';

/** Exact boxes for a run of blocks, the last first, into the cache; blocks below them must lie in the run. Stamps are not set. */
export function refitBlocks(arena: Arena, body: ByteOffset, firstBlock: number, blockCount: number): void {
  const { f32, u32 } = arena;
  const header = wordAt(body);
  const boxes = follow(u32, header + HEADER.refitBoxes);
  for (let block = firstBlock + blockCount - 1; block >= firstBlock; block--) {
    const cache = haveWords(u32, header, block);
    const box = boxes + block * 8;
    for (let axis = 0; axis < 3; axis++) {
      let low = Infinity;
      let high = -Infinity;
      for (let lane = 0; lane < LANES; lane++) {
        const at = cache + RECORD.words + lane;
        // Where triangles were cut away, children may follow behind one that is not there.
        if (u32[at] === NO_CHILD) continue;
        measureLane(arena, header, at, boxes, axis);
        if (laneInterval[0] < low) low = laneInterval[0];
        if (high < laneInterval[1]) high = laneInterval[1];
        storeInterval(f32, cache + lane, axis, laneInterval);
      }
      f32[box + axis] = low;
      f32[box + 4 + axis] = high;
    }
  }
}

const laneInterval = new Float32Array(2);

/** Leaves in `laneInterval` where the child whose word is at `at` begins and ends along an axis. */
function measureLane(arena: Arena, header: WordIndex, at: number, boxes: number, axis: number): void {
  const { f32, u32 } = arena;
  const word = u32[at] | 0;
  if (word >= 0) {
    laneInterval[0] = f32[boxes + word * 8 + axis];
    laneInterval[1] = f32[boxes + word * 8 + 4 + axis];
    return;
  }
  const positions = follow(u32, header + HEADER.positions);
  const start = follow(u32, header + HEADER.triangles) + leafFirst(word) * 3;
  let low = f32[positions + u32[start] * 3 + axis];
  let high = low;
  for (let corner = start + 1; corner < start + leafCount(word) * 3; corner++) {
    const value = f32[positions + u32[corner] * 3 + axis];
    if (value < low) low = value;
    if (high < value) high = value;
  }
  laneInterval[0] = low;
  laneInterval[1] = high;
}
