/** The inside of a worker, and of the calling thread when it works alone. */
import { PliantError } from '../errors.js';

import type { Kernels } from '../index.js';
import { loadKernelsInWorker } from '../internals.js';
import { AuditChecker } from './checker.js';
import type { AuditAnswer, AuditOrder, AuditReply } from './messages.js';

/** Does orders, one at a time. */
export class AuditServer {
  #kernels: Kernels | undefined;
  #checker: AuditChecker | undefined;

  /** Does an order. */
  async answer(order: AuditOrder): Promise<AuditAnswer> {
    if (order.kind === 'load') {
      this.#kernels = await loadKernelsInWorker({ backend: order.backend });
      return true;
    }
    if (order.kind === 'forget') {
      this.dispose();
      return true;
    }
    if (order.kind === 'plan') {
      this.#checker = new AuditChecker(order.plan, this.#kernels!);
      return true;
    }
    const checker = this.#checker!;
    switch (order.kind) {
      case 'rest':
        return checker.findRest();
      case 'baseline':
        checker.setBaseline(order.sets);
        return true;
      case 'check':
        return order.instants.map((instant, i) => {
          const before = i === 0 ? order.before : order.instants[i - 1];
          return checker.check(instant, before?.clip === instant.clip ? before : undefined);
        });
      case 'measure':
        return order.requests.map((request) => checker.measure(request));
      case 'seen':
        return checker.listSeen();
    }
  }

  /** Gives all memory back. */
  dispose(): void {
    this.#checker?.dispose();
    this.#checker = undefined;
  }
}

/** Takes orders, each when it comes, does them one after the other, and posts a reply to each. */
export function createAuditOrderTaker(post: (reply: AuditReply) => void): (order: AuditOrder) => void {
  const server = new AuditServer();
  const serve = async (order: AuditOrder): Promise<void> => {
    try {
      post({ answer: await server.answer(order) });
    } catch (error) {
      const isOurs = error instanceof PliantError;
      const message = isOurs ? error.message : `auditScene: a worker failed at "${order.kind}": ${String(error)}`;
      post({ failure: { code: isOurs ? error.code : 'unsupported', message } });
    }
  };
  let turn = Promise.resolve();
  return (order) => {
    turn = turn.then(() => serve(order));
  };
}
