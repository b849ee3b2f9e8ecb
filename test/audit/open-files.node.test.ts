/** Audits that are over before their workers have loaded leave no file open. */
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { auditScene } from 'pliant/audit';
import { describe, expect, inject, it } from 'vitest';
import { canCountOpenFiles, countOpenFiles, expectNoOpenFiles, until } from '../support/open-files.js';
import { flyingBlobs } from './flying-blobs.js';

const auditWorker = inject('auditWorker');
const sources = dirname(dirname(auditWorker));

describe('audits with several threads', () => {
  it.skipIf(!canCountOpenFiles)('leave no file open when they are stopped while workers load', async () => {
    const scene = flyingBlobs(551, 3);
    for (let round = 0; round < 5; round++) {
      const stop = new AbortController();
      const createWorker = (): Worker => new Worker(auditWorker);
      const audit = auditScene(scene, { threads: 3, fps: 100_000, signal: stop.signal, createWorker });
      await until(() => countOpenFiles(sources) > 0);
      stop.abort();
      expect((await audit).unchecked.length).toBeGreaterThan(0);
      await expectNoOpenFiles(sources);
    }
  });

  it.skipIf(!canCountOpenFiles)('leave no file open when they are short, and load one worker at a time', async () => {
    const scene = flyingBlobs(552, 2);
    const loading = new Set<Worker>();
    let mostLoading = 0;
    const createWorker = (): Worker => {
      const worker = new Worker(auditWorker);
      loading.add(worker);
      mostLoading = Math.max(mostLoading, loading.size);
      for (const event of ['message', 'exit']) worker.once(event, () => loading.delete(worker));
      return worker;
    };
    for (let i = 0; i < 30; i++) await auditScene(scene, { threads: 2, createWorker });
    expect(mostLoading).toBe(1);
    await expectNoOpenFiles(sources);
  });
});
