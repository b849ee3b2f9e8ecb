// slow: waits until the compiler has done with what events run through
import { createPairHits } from 'pliant';
import { createRandom } from 'pliant/exact';
import {
  advanceList,
  clearOverlapStream,
  createKineticTree,
  createOverlapStream,
  createSeparationList,
  findListHits,
  planFlights,
  readOverlaps,
  setFlight,
} from 'pliant/kinetic';
import { describe, expect, it } from 'vitest';
import { sheet } from '../mesh/make-meshes.js';
import { ALLOWED_BYTES_PER_FRAME, bytesPerFrame } from './count-allocations.js';

describe('nothing is allocated per frame by a separation list', () => {
  it('whose trees swing through each other, so that leaves begin and end to overlap in every frame', () => {
    const { positions, triangles } = sheet(6, 6);
    const random = createRandom(1);
    const trees = [2, 3].map((leafSize) => {
      const velocities = positions.map(() => random.range(-1, 1));
      return createKineticTree(planFlights({ positions, velocities }), triangles, { arity: 4, leafSize });
    });
    const stream = createOverlapStream(10_000);
    const list = createSeparationList(trees[0], trees[1], { stream });
    const self = createSeparationList(trees[0]);
    // Each frame one vertex gets a new flight, so that events go on for ever.
    const flights = Array.from({ length: 256 }, () => ({
      position: [0, 1, 2].map(() => random.range(0, 6)),
      velocity: [0, 1, 2].map(() => random.range(-1, 1)),
    }));
    const leaves = new Uint32Array(2000);
    const hits = createPairHits(5000);
    // Beside a word, numbers stay the objects that they are: passing them on makes no new ones.
    const times: (number | string)[] = Array.from({ length: 100_000 }, (_, frame) => frame / 64);
    times.push('end');
    let frames = 0;
    let told = 0;
    let met = 0;
    const bytes = bytesPerFrame(() => {
      frames++;
      setFlight(trees[frames & 1], frames % 49, flights[(frames * 7) & 255]);
      advanceList(list, times[frames] as number);
      advanceList(self, times[frames] as number);
      readOverlaps(list, leaves);
      met += findListHits(list, hits);
      told += stream.count;
      clearOverlapStream(stream);
    });
    expect(bytes).toBeLessThan(ALLOWED_BYTES_PER_FRAME);
    expect(Math.min(told, met)).toBeGreaterThan(frames);
  });
});
