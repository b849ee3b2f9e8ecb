import { describe, expect, it } from 'vitest';
import { type LongWork, runInSlices, runNow } from '../src/long-work.js';

/** Work of so many steps that answers how many were taken. */
function* countingWork(steps: number): LongWork<number> {
  let taken = 0;
  for (let step = 0; step < steps; step++) {
    taken++;
    yield taken / steps;
  }
  return taken;
}

/** Work that reports the shares it is told to. */
function* reportingWork(shares: readonly number[]): LongWork<string> {
  for (const share of shares) {
    const until = performance.now() + 10;
    while (performance.now() < until);
    yield share;
  }
  return 'done';
}

describe('long work', () => {
  it('gives the same result at once and in slices', async () => {
    expect(runNow(countingWork(1000))).toBe(1000);
    expect(await runInSlices(countingWork(1000))).toBe(1000);
    expect(runNow(countingWork(0))).toBe(0);
    expect(await runInSlices(countingWork(0))).toBe(0);
  });

  it('lets other work come to its turn between slices', async () => {
    let turns = 0;
    const timer = setInterval(() => turns++, 0);
    // It has no other end.
    const work = (function* (): LongWork<number> {
      for (; ; yield 0) if (turns >= 3) return turns;
    })();
    expect(await runInSlices(work)).toBeGreaterThanOrEqual(3);
    clearInterval(timer);
  });

  it('reports 0 first, 1 last and once, and never falls, whatever the work says', async () => {
    for (const shares of [[], [0.5], [0.2, 0.1, 0.4], [1, 1, 1], [0.5, 2, -1, NaN, 0.7], [0, 0, 0]]) {
      const reported: number[] = [];
      expect(await runInSlices(reportingWork(shares), { onProgress: (share) => reported.push(share) })).toBe('done');
      expect(reported[0]).toBe(0);
      expect(reported.indexOf(1)).toBe(reported.length - 1);
      expect(reported).toEqual([...reported].sort((a, b) => a - b));
    }
  });

  it('is called off at the next step, and the promise is rejected with the reason', async () => {
    for (const reason of [new Error('left'), 'left', { left: true }]) {
      const controller = new AbortController();
      let steps = 0;
      const work = (function* (): LongWork<void> {
        for (;;) {
          steps++;
          if (steps === 5) controller.abort(reason);
          yield 0;
        }
      })();
      await expect(runInSlices(work, { signal: controller.signal })).rejects.toBe(reason);
      expect(steps).toBe(5);
    }
  });

  it('is called off from outside while it gives way', async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 20);
    const endless = (function* (): LongWork<void> {
      for (;;) yield 0;
    })();
    await expect(runInSlices(endless, { signal: controller.signal })).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('does nothing when it was called off before', async () => {
    let steps = 0;
    const work = (function* (): LongWork<void> {
      steps++;
      yield 0;
    })();
    await expect(runInSlices(work, { signal: AbortSignal.abort('early') })).rejects.toBe('early');
    expect(steps).toBe(0);
  });

  it('passes on what goes wrong inside', async () => {
    const fault = new Error('inside');
    const failing = function* (): LongWork<void> {
      yield 0.5;
      throw fault;
    };
    expect(() => runNow(failing())).toThrow(fault);
    await expect(runInSlices(failing())).rejects.toBe(fault);
  });
});
