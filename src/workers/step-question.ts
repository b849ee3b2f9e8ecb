/** Which triangles of two moving bodies, or of one with itself, meet within a step, and when first? As `findMotionHits` and `findMotionSelfHits` of `pliant/continuous` ask. */
import type { MotionHits } from '../continuous.js';
import { clearMotionHits, requireMotionHits } from '../internals.js';
import type { FoundStepPairs } from './messages.js';
import { inOrder } from './pooled-question.js';
import type { FoundPart, PooledQuestion } from './pooled-question.js';

/** Asks for pairs of triangles that meet within a step. */
export function askForStep(caller: string, hits: MotionHits): PooledQuestion {
  requireMotionHits(`SearchPool.${caller}`, hits);
  const room = hits.times.length;
  const parts: FoundPart<FoundStepPairs>[] = [];
  return {
    clear: () => clearMotionHits(hits),
    split: (port, searched, least) => port.ask<'split-step'>({ kind: 'split-step', ...searched, least }),
    run: async (port, searched, tasks, first) => {
      const found = await port.ask<'run-step'>({ kind: 'run-step', ...searched, tasks, room });
      parts.push({ first, found });
      return found.statistics;
    },
    finish: () => {
      clearMotionHits(hits);
      for (const found of inOrder(parts)) {
        const count = Math.min(found.times.length, room - hits.count);
        hits.pairs.set(found.pairs.subarray(0, count * 2), hits.count * 2);
        hits.features.set(found.features.subarray(0, count * 2), hits.count * 2);
        hits.times.set(found.times.subarray(0, count), hits.count);
        hits.timesAbove.set(found.timesAbove.subarray(0, count), hits.count);
        hits.count += count;
        hits.dropped += found.times.length - count + found.dropped;
      }
      return hits.count + hits.dropped;
    },
  };
}
