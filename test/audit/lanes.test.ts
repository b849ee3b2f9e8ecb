import { describe, expect, it } from 'vitest';
import { type AuditLane, shareTasks } from '../../src/audit/lanes.js';

/** Someone who is told what to do in another way than by orders. */
function lane(ordersAhead: number, batchMs: number): AuditLane {
  return { ordersAhead, batchMs, ask: () => Promise.reject(new Error('not asked')), close: () => {} };
}

const AT_ONCE = Promise.resolve(true);
const goesOn = (): boolean => false;

describe('sharing tasks', () => {
  it('has each done once, in order by each lane, and large shares only where time is short', async () => {
    const lanes = [lane(1, 0), lane(2, 1e9), lane(2, 1e-9)];
    const done: number[] = [];
    const shares = new Map<AuditLane, number[]>(lanes.map((one) => [one, []]));
    await shareTasks(lanes, [AT_ONCE, AT_ONCE, AT_ONCE], 1000, goesOn, async (who, first, end) => {
      for (let i = first; i < end; i++) done.push(i);
      shares.get(who)!.push(end - first);
      await new Promise((resolve) => setTimeout(resolve, 1));
    });
    expect(done.sort((p, q) => p - q)).toEqual(Array.from({ length: 1000 }, (_, i) => i));
    const largest = lanes.map((one) => Math.max(...shares.get(one)!));
    expect(largest[0]).toBe(1);
    expect(largest[1]).toBeGreaterThan(4);
    expect(largest[1]).toBeLessThanOrEqual(84);
    expect(largest[2]).toBe(1);
    expect(shares.get(lanes[1])!.at(-1)).toBe(1);
  });

  it('does not wait for those that are never ready', async () => {
    let done = 0;
    const never = new Promise(() => {});
    await shareTasks([lane(1, 0), lane(2, 60)], [AT_ONCE, never], 10, goesOn, async (_, first, end) => {
      done += end - first;
    });
    expect(done).toBe(10);
  });

  it('begins nothing after a stop, and finishes what was begun', async () => {
    let begun = 0;
    let done = 0;
    await shareTasks(
      [lane(1, 0), lane(2, 60)],
      [AT_ONCE, AT_ONCE],
      100,
      () => begun >= 10,
      async (_, first, end) => {
        begun += end - first;
        await new Promise((resolve) => setTimeout(resolve, 1));
        done += end - first;
      },
    );
    expect(begun).toBeGreaterThanOrEqual(10);
    expect(begun).toBeLessThan(100);
    expect(done).toBe(begun);
  });

  it('ends with the first error, of a task or of getting ready', async () => {
    let begun = 0;
    const fails = async (): Promise<void> => {
      if (++begun === 3) throw new Error('task');
      await new Promise((resolve) => setTimeout(resolve, 1));
    };
    await expect(shareTasks([lane(1, 0), lane(2, 60)], [AT_ONCE, AT_ONCE], 100, goesOn, fails)).rejects.toThrow('task');
    expect(begun).toBeLessThan(10);
    const refused = Promise.reject(new Error('start'));
    const slowly = async (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1));
    await expect(shareTasks([lane(1, 0), lane(2, 60)], [AT_ONCE, refused], 50, goesOn, slowly)).rejects.toThrow(
      'start',
    );
  });
});
