/** A worker that builds records, one at a time. */
import { PliantError } from '../errors.js';
import type { SearchWorker } from '../workers/search-worker.js';
import { StartedWorker } from '../workers/started-worker.js';
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
  readonly #worker: StartedWorker;
  #build: Build | undefined;
  #isEnded = false;

  constructor(createWorker: () => SearchWorker) {
    this.#worker = new StartedWorker(createWorker, {
      onMessage: (reply) => this.#take(reply as BuildReply),
      onLost: (how) =>
        this.end(
          new PliantError('worker-lost', `computeDeformTreeAsync: the worker ${how}; use computeDeformTree instead`),
        ),
    });
  }

  /** Whether it can no longer be used. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Builds a record; to be called when the one before it is done. */
  build(source: GeometrySource, onProgress: (share: number) => void): Promise<DeformRecord> {
    return new Promise((resolve, reject) => {
      this.#build = { onProgress, resolve, reject };
      this.#worker.post(source);
    });
  }

  /** Ends it; what it was at is rejected for that reason. */
  end(reason: unknown): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#worker.end();
    this.#build?.reject(reason);
    this.#build = undefined;
  }

  #take(reply: BuildReply): void {
    const build = this.#build;
    if (!build) return;
    if ('progress' in reply) {
      this.#tell(build, reply.progress);
      return;
    }
    this.#build = undefined;
    if ('record' in reply) build.resolve(reply.record);
    else build.reject(new PliantError(reply.failure.code, reply.failure.message));
  }

  /** What a listener throws belongs to whoever waits for the record; from here it would end the process. */
  #tell({ onProgress }: Build, share: number): void {
    try {
      onProgress(share);
    } catch (error) {
      this.end(error);
    }
  }
}
