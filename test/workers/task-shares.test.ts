import { createRandom } from 'pliant/exact';
import { describe, expect, it } from 'vitest';
import { shareTasks, takeBatch } from '../../src/workers/task-shares.js';

/** Hands out all tasks to workers that ask in the given turn. Returns, per worker, what it was given. */
function handOut(taskCount: number, workerCount: number, next: () => number): [first: number, count: number][][] {
  const shares = shareTasks(taskCount, workerCount);
  const given: [number, number][][] = Array.from({ length: workerCount }, () => []);
  const done = new Set<number>();
  while (done.size < workerCount) {
    const worker = next();
    const batch = takeBatch(shares, worker);
    if (batch) given[worker].push([batch.first, batch.count]);
    else done.add(worker);
  }
  return given;
}

describe('tasks that are shared among workers', () => {
  const seed = 4411;
  const random = createRandom(seed);
  const counts = [0, 1, 2, 3, 7, 64, 1000, 5003];

  it.each(counts)('are each handed out once, whoever asks how often: %i tasks', (taskCount) => {
    for (const workerCount of [1, 2, 3, 5, 64]) {
      const eager = random.integer(workerCount);
      const turns = {
        'in turn': (
          (turn) => () =>
            turn++ % workerCount
        )(0),
        'at random': () => random.integer(workerCount),
        'one nearly alone': () => (random.integer(50) > 0 ? eager : random.integer(workerCount)),
      };
      for (const [name, next] of Object.entries(turns)) {
        const batches = handOut(taskCount, workerCount, next)
          .flat()
          .sort(([a], [b]) => a - b);
        let at = 0;
        for (const [first, count] of batches) {
          expect(first, `seed ${seed}, ${workerCount} workers, ${name}`).toBe(at);
          expect(count).toBeGreaterThan(0);
          at += count;
        }
        expect(at).toBe(taskCount);
      }
    }
  });

  it('come in few batches, and in small ones at the end', () => {
    let turn = 0;
    for (const batches of handOut(4000, 4, () => turn++ % 4)) {
      expect(batches.length).toBeLessThan(12);
      expect(batches[0][1]).toBeGreaterThan(300);
      expect(batches.at(-1)![1]).toBeLessThan(70);
    }
  });

  it('stay together: a worker goes on where it left off until its own are done', () => {
    let turn = 0;
    for (const batches of handOut(1000, 2, () => turn++ % 2)) {
      for (let i = 1; i < 6; i++) expect(batches[i][0]).toBe(batches[i - 1][0] + batches[i - 1][1]);
    }
  });
});
