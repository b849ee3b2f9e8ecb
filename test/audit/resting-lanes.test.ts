import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { NodeWorker } from 'pliant/audit';
import { RestingLanes } from '../../src/audit/resting-lanes.js';
import { LOADED } from '../../src/workers/started-worker.js';

/** A worker that has loaded at once, answers every order at once with `true`, and can be made to end. */
class TestWorker implements NodeWorker {
  isEnded = false;
  readonly #listeners = new Map<string, (value: unknown) => void>();

  postMessage(): void {
    queueMicrotask(() => this.tell('message', { answer: true }));
  }

  async terminate(): Promise<number> {
    this.isEnded = true;
    return 0;
  }

  on(event: string, listener: (value: unknown) => void): void {
    this.#listeners.set(event, listener);
    if (event === 'message') listener(LOADED);
  }

  ref(): void {}

  unref(): void {}

  tell(event: string, value: unknown): void {
    this.#listeners.get(event)?.(value);
  }
}

function makeLanes(restMs: number): { lanes: RestingLanes; workers: TestWorker[] } {
  const workers: TestWorker[] = [];
  const lanes = new RestingLanes(() => {
    workers.push(new TestWorker());
    return workers[workers.length - 1];
  }, restMs);
  return { lanes, workers };
}

describe('workers between audits', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('are used again', async () => {
    const { lanes, workers } = makeLanes(1000);
    const [one, two] = [lanes.take(), lanes.take()];
    lanes.giveBack(one);
    expect(lanes.count).toBe(1);
    expect(lanes.take()).toBe(one);
    expect(lanes.take()).not.toBe(two);
    expect(workers.map(({ isEnded }) => isEnded)).toEqual([false, false, false]);
    // Whoever has been taken is not ended.
    await vi.advanceTimersByTimeAsync(5000);
    expect(workers[0].isEnded).toBe(false);
  });

  it('are used again by an audit that begins at once', () => {
    const { lanes, workers } = makeLanes(1000);
    const lane = lanes.take();
    lanes.giveBack(lane);
    expect(lanes.take()).toBe(lane);
    expect(workers).toHaveLength(1);
  });

  it('end when nobody wants them for a while', async () => {
    const { lanes, workers } = makeLanes(1000);
    lanes.giveBack(lanes.take());
    await vi.advanceTimersByTimeAsync(999);
    expect(workers[0].isEnded).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(workers[0].isEnded).toBe(true);
    expect(lanes.count).toBe(0);
  });

  it('are not used again when they have ended by themselves', async () => {
    const { lanes, workers } = makeLanes(1000);
    lanes.giveBack(lanes.take());
    workers[0].tell('exit', 1);
    expect(lanes.count).toBe(0);
    await lanes.take().ask<'forget'>({ kind: 'forget' });
    expect(workers).toHaveLength(2);
    const lost = lanes.take();
    workers[2].tell('exit', 1);
    lanes.giveBack(lost);
    expect(lanes.count).toBe(0);
  });

  it('end with the audit where they are not to rest', async () => {
    const { lanes, workers } = makeLanes(0);
    lanes.giveBack(lanes.take());
    expect(workers[0].isEnded).toBe(true);
    expect(lanes.count).toBe(0);
  });
});
