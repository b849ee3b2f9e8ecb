import type { AuditOptions, NodeWorker } from 'pliant/audit';
import { auditScene } from 'pliant/audit';
import { describe, expect, it } from 'vitest';
import type { AuditOrder, AuditReply } from '../../src/audit/messages.js';
import { createAuditOrderTaker } from '../../src/audit/serve.js';
import { LOADED } from '../../src/workers/started-worker.js';
import { flyingBlobs } from './flying-blobs.js';

/** A worker in the same thread, which has loaded at once, writes down what it is asked, and may fail. */
class NearWorker implements NodeWorker {
  readonly kinds: string[] = [];
  readonly #failAt: string | undefined;
  readonly #take: (order: AuditOrder) => void;
  #hear: (value: unknown) => void = () => {};

  constructor(failAt?: string) {
    this.#failAt = failAt;
    this.#take = createAuditOrderTaker((reply) => this.#answer(reply));
  }

  postMessage(message: unknown): void {
    const order = message as AuditOrder;
    this.kinds.push(order.kind);
    if (order.kind !== this.#failAt) this.#take(order);
    else this.#answer({ failure: { code: 'unsupported', message: `failed at ${order.kind}` } });
  }

  async terminate(): Promise<number> {
    return 0;
  }

  on(event: string, listener: (value: unknown) => void): void {
    if (event !== 'message') return;
    this.#hear = listener;
    listener(LOADED);
  }

  ref(): void {}

  unref(): void {}

  /** In a task of its own, as messages come. */
  #answer(reply: AuditReply): void {
    setTimeout(() => this.#hear(reply), 0);
  }
}

async function auditWith(worker: NearWorker, options: AuditOptions): Promise<string> {
  const scene = flyingBlobs(542, 3);
  return JSON.stringify(await auditScene(scene, { ...options, threads: 2, createWorker: () => worker }));
}

describe('the orders of a worker', () => {
  it('come one after the other: instants behind the baseline, what was seen before measuring', async () => {
    const worker = new NearWorker();
    const options = { fps: 120, clearance: 0.05 };
    const report = await auditWith(worker, options);
    expect(report).toBe(JSON.stringify(await auditScene(flyingBlobs(542, 3), options)));
    const stages = worker.kinds.filter((kind, i) => kind !== worker.kinds[i - 1]);
    expect(stages).toEqual(['load', 'plan', 'baseline', 'check', 'seen', 'measure']);
  });

  it.each(['load', 'plan', 'baseline', 'check', 'seen', 'measure'])(
    'end the audit when one fails, with that error: %s',
    async (kind) => {
      const worker = new NearWorker(kind);
      await expect(auditWith(worker, { fps: 400 })).rejects.toThrow(`failed at ${kind}`);
    },
  );

  it('end when the audit is aborted before the first instant', async () => {
    const controller = new AbortController();
    const worker = new NearWorker();
    const report = await auditWith(worker, {
      signal: controller.signal,
      onProgress: ({ stage }) => {
        if (stage === 'search') controller.abort();
      },
    });
    expect(JSON.parse(report)).toMatchObject({ instants: [], findings: [], seen: [] });
    expect(worker.kinds).not.toContain('check');
  });
});
