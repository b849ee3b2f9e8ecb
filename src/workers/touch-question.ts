/**
 * What do two moving bodies, or one and itself, touch first within a step? As `findFirstTouch` and `findFirstSelfTouch` of `pliant/continuous` ask. Each order says by when something is known to touch, so nobody looks for what comes
 * later. What is found does not depend on that: whatever comes first is not after any other touch.
 */
import type { FirstTouch } from '../continuous.js';
import { clearFirstTouch, keepEarlier, requireFirstTouch } from '../internals.js';
import { inOrder } from './pooled-question.js';
import type { FoundPart, PooledQuestion } from './pooled-question.js';

/** Asks for the earliest touch within a step, not after the time `last`. */
export function askForTouch(caller: string, touch: FirstTouch, last: number): PooledQuestion {
  requireFirstTouch(`SearchPool.${caller}`, touch, last);
  const parts: FoundPart<FirstTouch>[] = [];
  let earliest = last;
  return {
    clear: () => clearFirstTouch(touch),
    split: (port, searched, least) => port.ask<'split-step'>({ kind: 'split-step', ...searched, least }),
    run: async (port, searched, tasks, first) => {
      const order = { kind: 'run-touch', ...searched, tasks, last: earliest } as const;
      const { statistics, touch: found } = await port.ask<'run-touch'>(order);
      parts.push({ first, found });
      earliest = Math.min(earliest, found.time);
      return statistics;
    },
    finish: () => {
      clearFirstTouch(touch);
      for (const found of inOrder(parts)) keepEarlier(touch, found);
      return touch.time;
    },
  };
}
