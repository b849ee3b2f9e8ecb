import { createPairHits } from 'pliant';
import { createRandom } from 'pliant/exact';
import { advanceList, findListHits, readApartPairs, readOverlaps } from 'pliant/kinetic';
import { expect, it } from 'vitest';
import { changeScenes, createWatched } from './list-runs.js';
import { ANY, FAR, WHOLE } from './moving-scene.js';

/** Changes with the rules for events, with the trees and with these scenes; then the commit says why. */
const EXPECTED = 183955169;

it('has the same pairs, stream, counts and hits in every engine', () => {
  let hash = 0x811c9dc5;
  const fold = (words: Uint32Array): void => {
    for (const word of words) hash = Math.imul(hash ^ word, 0x01000193) >>> 0;
  };
  const out = new Uint32Array(2000);
  const hits = createPairHits(10_000);
  for (let seed = 0; seed < 60; seed++) {
    const random = createRandom(seed);
    const numbers = [WHOLE, ANY, FAR][seed % 3];
    const watched = createWatched(random, numbers, { vertices: 40, triangles: 30 });
    const { list, stream } = watched;
    for (let step = 0; step < 8; step++) {
      changeScenes(watched, random, numbers);
      fold(out.subarray(0, 2 * readOverlaps(list, out)));
      fold(out.subarray(0, 2 * readApartPairs(list, out)));
      fold(Uint32Array.from(Object.values(list.counts)));
      if (list.a.tree.corners === 3 && list.b.tree.corners === 3) {
        findListHits(list, hits);
        fold(hits.pairs.subarray(0, hits.count * 2));
      }
    }
    advanceList(list, Math.min(watched.a.plan.end, watched.b.plan.end, list.clock[0] + 1));
    fold(new Uint32Array(stream.times.slice(0, stream.count).buffer));
    fold(stream.leaves.subarray(0, stream.count * 2));
  }
  expect(hash).toBe(EXPECTED);
});
