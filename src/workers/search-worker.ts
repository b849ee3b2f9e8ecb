/** What is needed of the workers that browsers and Node have. */

/** A worker of the browser: `Worker`. */
export interface WebWorker extends EventTarget {
  /** Sends a message. */
  postMessage(message: unknown): void;
  /** Ends the worker at once. */
  terminate(): void;
}

/** A worker of Node: `Worker` of `node:worker_threads`. */
export interface NodeWorker {
  /** Sends a message. */
  postMessage(message: unknown): void;
  /** Ends the worker at once. */
  terminate(): Promise<number>;
  /** Listens to `message`, `messageerror`, `error` and `exit`. */
  on(event: string, listener: (value: unknown) => void): unknown;
  /** Lets the worker keep the program running. */
  ref(): void;
  /** Lets the program end although the worker is there. */
  unref(): void;
}

/** A worker of either kind. */
export type SearchWorker = WebWorker | NodeWorker;
