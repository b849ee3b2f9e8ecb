/** Which triangles of two bodies, or of one with itself, meet in their poses? As `findPairHits` and `findSelfHits` ask. */
import { describe } from '../checks.js';
import { PliantError } from '../errors.js';
import type { PairHits } from '../index.js';
import { clearHits } from '../internals.js';
import type { FoundPairs } from './messages.js';
import { inOrder } from './pooled-question.js';
import type { FoundPart, PooledQuestion } from './pooled-question.js';

/** Asks for pairs of triangles that meet. */
export function askForPairs(caller: string, hits: PairHits): PooledQuestion {
  if (!(hits?.pairs instanceof Uint32Array) || !(hits.meetings instanceof Uint8Array)) {
    throw new PliantError('bad-type', `SearchPool.${caller}: hits is ${describe(hits)}; pass createPairHits(…)`);
  }
  const room = hits.meetings.length;
  const parts: FoundPart<FoundPairs>[] = [];
  let leafPairs = 0;
  return {
    clear: () => clearHits(hits),
    split: (port, searched, least) => port.ask<'split'>({ kind: 'split', ...searched, least }),
    run: async (port, searched, tasks, first) => {
      const found = await port.ask<'run'>({ kind: 'run', ...searched, tasks, room });
      parts.push({ first, found });
      return found.statistics;
    },
    finish: () => {
      clearHits(hits);
      for (const found of inOrder(parts)) {
        const count = Math.min(found.meetings.length, room - hits.count);
        hits.pairs.set(found.pairs.subarray(0, count * 2), hits.count * 2);
        hits.meetings.set(found.meetings.subarray(0, count), hits.count);
        hits.count += count;
        hits.dropped += found.meetings.length - count + found.dropped;
        leafPairs += found.leafPairs;
      }
      return hits.count + hits.dropped;
    },
    show: (work) => ({ ...work, leafPairs, pairsFound: hits.count + hits.dropped }),
  };
}
