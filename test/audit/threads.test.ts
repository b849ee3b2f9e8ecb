import type { AuditOptions } from 'pliant/audit';
import { auditScene, sceneOfSequence } from 'pliant/audit';
import { describe, expect, inject, it } from 'vitest';
import { runAudit } from '../../src/audit/audit.js';
import { RestingLanes } from '../../src/audit/resting-lanes.js';
import { flyingBlobs } from './flying-blobs.js';
import { recordedBlobs } from './recorded-blobs.js';
import { bentTube } from './small-scenes.js';

const auditWorker = inject('auditWorker');

/** Workers that run the sources: those that are made without being asked for, in browsers. */
async function sourceWorkers(): Promise<AuditOptions> {
  return auditWorker === undefined ? {} : { createWorker: await workerMaker() };
}

/** Makes a worker that runs the sources. */
async function workerMaker(): Promise<NonNullable<AuditOptions['createWorker']>> {
  if (auditWorker === undefined) {
    return () => new Worker(new URL('../../src/audit/web-worker.ts', import.meta.url), { type: 'module' });
  }
  // Not there in browsers, where nobody comes this far.
  const { Worker: NodeWorker } = await import('node:worker_threads');
  return () => new NodeWorker(auditWorker);
}

describe('several threads', () => {
  it.each([2, 3])('report the same bytes as one, with %i', async (threads) => {
    const workers = await sourceWorkers();
    const scenes = {
      'blobs of seed 531': flyingBlobs(531, 4),
      'a tube': bentTube(24, 2.5, 9),
      'a recording': sceneOfSequence(recordedBlobs(534, 3, 20)),
    };
    for (const [name, scene] of Object.entries(scenes)) {
      const options: AuditOptions = { fps: 40, listPairs: true, clearance: 0.05 };
      const alone = JSON.stringify(await auditScene(scene, options));
      const together = JSON.stringify(await auditScene(scene, { ...options, ...workers, threads }));
      expect(together, name).toBe(alone);
      expect(alone.length).toBeGreaterThan(10_000);
      if (name !== 'a recording') continue;
      const continuous = { ...options, continuous: true };
      const moving = JSON.stringify(await auditScene(scene, continuous));
      expect(JSON.stringify(await auditScene(scene, { ...continuous, ...workers, threads }))).toBe(moving);
      expect(moving).toContain('"passages"');
    }
  });

  it('say what is wrong with a scene as one does', async () => {
    const scene = flyingBlobs(532, 2);
    const far = { ...scene, nodes: scene.nodes.map((node) => ({ ...node, scale: [1e39, 1e39, 1e39] as const })) };
    await expect(auditScene(far)).rejects.toMatchObject({ code: 'bad-number' });
    const workers = await sourceWorkers();
    await expect(auditScene(far, { ...workers, threads: 2 })).rejects.toMatchObject({ code: 'bad-number' });
  });

  it('are refused when there are none to be had', async () => {
    const createWorker = (): never => {
      throw new Error('no workers today');
    };
    const scene = flyingBlobs(533, 2);
    await expect(auditScene(scene, { threads: 2, createWorker })).rejects.toThrow('no workers today');
    await expect(auditScene(scene, { threads: 0 })).rejects.toMatchObject({ code: 'bad-count' });
  });

  it('use workers again, for another scene too, and report the same', async () => {
    const createWorker = await workerMaker();
    let made = 0;
    const workers = new RestingLanes(() => {
      made++;
      return createWorker();
    }, 60_000);
    // Started beforehand, so that there is something left to do when it is ready.
    const first = workers.take();
    await first.ask<'load'>({ kind: 'load', backend: 'auto' });
    workers.giveBack(first);
    for (const seed of [535, 536]) {
      const scene = flyingBlobs(seed, 3);
      const options: AuditOptions = { fps: 2000 };
      const together = JSON.stringify(await runAudit(scene, { ...options, threads: 2 }, workers));
      expect(together, `seed ${seed}`).toBe(JSON.stringify(await auditScene(scene, options)));
      await expect.poll(() => workers.count).toBe(1);
    }
    expect(made).toBe(1);
    workers.take().close();
  });

  it('stop when the time is up, and leave out what nobody has looked at', async () => {
    const workers = await sourceWorkers();
    const scene = flyingBlobs(534, 3);
    const report = await auditScene(scene, { ...workers, threads: 2, fps: 4000, budgetSeconds: 0.2 });
    const left = report.unchecked.reduce((sum, { instants }) => sum + instants, 0);
    expect(report.instants.length + left).toBe(1 + 2 * 1001);
    expect(left).toBeGreaterThan(0);
  });
});
