/** A worker that builds records, one at a time. */
import { PliantError } from '../errors.js';
import type { SearchWorker } from '../workers/worker-port.js';
import type { BuildReply } from './build-server.js';
import type { GeometrySource } from './geometry-source.js';
import type { DeformRecord } from './record.js';

interface Build {
  readonly onProgress: (share: number) => void;
  readonly resolve: (record: DeformRecord) => void;
  readonly reject: (reason: unknown) => void;
}

/** A worker of a browser or of Node. */
export class BuildWorker {
  readonly #worker: SearchWorker;
  #build: Build | undefined;
  #isEnded = false;

  constructor(worker: SearchWorker) {
    this.#worker = worker;
    const lose = (how: string): void => {
      this.end(
        new PliantError('worker-lost', `computeDeformTreeAsync: the worker ${how}; use computeDeformTree instead`),
      );
    };
    if ('on' in worker) {
      worker.on('message', (reply) => this.#take(reply as BuildReply));
      worker.on('messageerror', (error) => lose(`sent what cannot be read: ${String(error)}`));
      worker.on('error', (error) => lose(`failed: ${String(error)}`));
      worker.on('exit', (code) => lose(`ended with code ${String(code)}`));
    } else {
      worker.addEventListener('message', (event) => this.#take((event as MessageEvent<BuildReply>).data));
      worker.addEventListener('messageerror', () => lose('sent what cannot be read'));
      worker.addEventListener('error', (event) => lose(`failed: ${messageOf(event)}`));
    }
  }

  /** Whether it can no longer be used. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Builds a record; to be called when the one before it is done. */
  build(source: GeometrySource, onProgress: (share: number) => void): Promise<DeformRecord> {
    return new Promise((resolve, reject) => {
      this.#build = { onProgress, resolve, reject };
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
      this.#worker.postMessage(source);
    });
  }

  /** Ends it; what it was at is rejected for that reason. */
  end(reason: unknown): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    void this.#worker.terminate();
    this.#build?.reject(reason);
    this.#build = undefined;
  }

  #take(reply: BuildReply): void {
    const build = this.#build;
    if (!build) return;
    if ('progress' in reply) {
      build.onProgress(reply.progress);
      return;
    }
    this.#build = undefined;
    if ('record' in reply) build.resolve(reply.record);
    else build.reject(new PliantError(reply.failure.code, reply.failure.message));
  }
}

/** Browsers say nothing when the script of a worker could not be loaded. */
function messageOf(event: Event): string {
  const { message } = event as ErrorEvent;
  return typeof message === 'string' && message !== '' ? message : 'its script could not be run; see createWorker';
}
