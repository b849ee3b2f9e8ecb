import { createRandom } from 'pliant/exact';
import { describe, expect, it } from 'vitest';
import { type LongWork, runNow } from '../../src/long-work.js';
import { BOXES_PER_STEP, type SplitRule, createSplitInput, splitRun } from '../../src/tree/split.js';
import { randomFields, soup } from '../support/sample-meshes.js';

const TRIANGLES = 70_000;
const RULES = ['mean', 'surface-area'] as const;

/** What the work returns, and how often it gave way. */
function run<Result>(work: LongWork<Result>): { result: Result; steps: number } {
  for (let steps = 1; ; steps++) {
    const step = work.next();
    if (step.done === true) return { result: step.value, steps };
  }
}

/** The first cut of a mesh. */
function firstCut(rule: SplitRule, seed: number): { order: Uint32Array; cut: LongWork<number> } {
  const input = runNow(createSplitInput(soup(createRandom(seed), TRIANGLES, 0.01)));
  return { order: input.order, cut: splitRun(rule, input, 0, TRIANGLES, 0) };
}

describe('cutting a run of many triangles', () => {
  it('gathers what it looks at in steps, the more fields there are the shorter', () => {
    const random = createRandom(91);
    const mesh = soup(random, TRIANGLES, 0.01);
    for (const fieldCount of [0, 3]) {
      const { result, steps } = run(createSplitInput(mesh, randomFields(random, mesh, fieldCount, 1)));
      expect(result.order).toHaveLength(TRIANGLES);
      expect(steps, `${fieldCount} fields`).toBeGreaterThanOrEqual((TRIANGLES * (1 + fieldCount)) / BOXES_PER_STEP);
    }
  });

  it.each(RULES)('gives way several times in each of its passes: %s', (rule) => {
    const { steps } = run(firstCut(rule, 92).cut);
    // At least three: where the centres are, where to cut, and the cut itself.
    expect(steps).toBeGreaterThanOrEqual(3 * Math.floor(TRIANGLES / BOXES_PER_STEP));
  });

  it.each(RULES)('does not give way where there is little to do: %s', (rule) => {
    const input = runNow(createSplitInput(soup(createRandom(93), 100, 0.01)));
    expect(run(splitRun(rule, input, 0, 100, 0)).steps).toBe(1);
  });

  it.each(RULES)('cuts the same when two runs are cut in turn: %s', (rule) => {
    const alone = [94, 95].map((seed) => {
      const { order, cut } = firstCut(rule, seed);
      return { middle: runNow(cut), order };
    });
    const both = [94, 95].map((seed) => firstCut(rule, seed));
    const middles: (number | undefined)[] = [undefined, undefined];
    while (middles.includes(undefined)) {
      both.forEach(({ cut }, k) => {
        const step = cut.next();
        if (step.done === true) middles[k] ??= step.value;
      });
    }
    both.forEach(({ order }, k) => {
      expect(middles[k], `seed ${94 + k}`).toBe(alone[k].middle);
      expect(order.every((triangle, i) => triangle === alone[k].order[i])).toBe(true);
    });
  });
});
