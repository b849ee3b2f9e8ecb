/** Workers that are given up while they load leave no file open. */
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { createSearchPool } from 'pliant/workers';
import { describe, expect, inject, it } from 'vitest';
import { canCountOpenFiles, countOpenFiles, expectNoOpenFiles, until } from '../support/open-files.js';

const nodeWorker = inject('nodeWorker');
const sources = dirname(dirname(nodeWorker));

describe('pools that cannot be created', () => {
  it.skipIf(!canCountOpenFiles)('leave no file open, whatever their other workers were at', async () => {
    for (let round = 0; round < 5; round++) {
      const idle = new Worker('setInterval(() => {}, 1000)', { eval: true });
      let made = 0;
      const createWorker = (): Worker => (made++ === 0 ? idle : new Worker(nodeWorker));
      const creation = Promise.allSettled([createSearchPool({ workers: 3, createWorker })]);
      await until(() => countOpenFiles(sources) > 0);
      await idle.terminate();
      expect(await creation).toMatchObject([{ status: 'rejected', reason: { code: 'worker-lost' } }]);
      await expectNoOpenFiles(sources);
    }
  });
});
