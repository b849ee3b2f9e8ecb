/** Builds of deform trees that are called off while their worker loads leave no file open. */
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { computeDeformTreeAsync } from 'pliant/three';
import { describe, expect, inject, it } from 'vitest';
import { canCountOpenFiles, countOpenFiles, expectNoOpenFiles, until } from '../support/open-files.js';
import { makeTube, makeTubeGeometry } from './make-meshes.js';

const threeWorker = inject('threeWorker');
// A package, or a folder with one file.
const sources = dirname(threeWorker).replace(/\/src\/three$/, '');

describe('builds that are called off', () => {
  it.skipIf(!canCountOpenFiles)('leave no file open', async () => {
    for (let round = 0; round < 5; round++) {
      const caller = new AbortController();
      let hasSpoken = false;
      const createWorker = (): Worker => new Worker(threeWorker).once('message', () => (hasSpoken = true));
      const build = computeDeformTreeAsync(makeTube(makeTubeGeometry()), { createWorker, signal: caller.signal });
      const outcome = Promise.allSettled([build]);
      // A single file may have been open for a moment only.
      await until(() => hasSpoken || countOpenFiles(sources) > 0);
      caller.abort('not needed');
      expect(await outcome).toEqual([{ status: 'rejected', reason: 'not needed' }]);
      await expectNoOpenFiles(sources);
    }
  });

  it('leave their worker to the next that asks for one while it loads', async () => {
    let made = 0;
    const createWorker = (): Worker => {
      made++;
      return new Worker(threeWorker);
    };
    for (let i = 0; i < 20; i++) {
      const caller = new AbortController();
      const build = computeDeformTreeAsync(makeTube(), { createWorker, signal: caller.signal });
      const outcome = Promise.allSettled([build]);
      // So that its turn comes; no message does.
      for (let turn = 0; turn < 10; turn++) await Promise.resolve();
      caller.abort('not needed');
      expect(await outcome).toEqual([{ status: 'rejected', reason: 'not needed' }]);
    }
    const mesh = makeTube();
    expect(await computeDeformTreeAsync(mesh, { createWorker })).toBe(mesh.deformTree);
    expect(made).toBe(1);
  });
});
