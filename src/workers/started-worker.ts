/**
 * Workers from when they are made to when they are ended, of browsers and of Node.
 *
 * Node opens the files of a worker many at a time, and when it is ended meanwhile, those that are open stay open as long as the
 * process runs. So nobody ends a worker of Node while it loads. Whoever wants it no more gives it up: it is handed on to the next
 * that wants one made by the same function, and ended as soon as it has loaded if there is none. It is sent nothing before it has
 * loaded, so one that is handed on is as good as new. Browsers close what they opened, and end a worker whenever it is asked for.
 */
import { describe } from '../checks.js';
import type { NodeWorker, SearchWorker } from './search-worker.js';

/** What a worker of Node says before anything else, when its files are loaded. */
export const LOADED = { loaded: true } as const;

/** After how many milliseconds a worker that was given up is ended although it has not loaded: its script may never do so. */
const LONGEST_LOADING_MS = 30_000;

/** Who uses a worker. */
export interface WorkerUser {
  /** Takes what the worker sends. */
  readonly onMessage: (message: unknown) => void;
  /** Is told when it fails or ends by itself, and how, in words behind "the worker". It may be told more than once. */
  readonly onLost: (how: string) => void;
}

/** A worker that runs. */
interface RunningWorker {
  readonly worker: SearchWorker;
  readonly createWorker: () => SearchWorker;
  /** Nobody, when it was given up. */
  user: WorkerUser | undefined;
  /** Whether it may be sent messages, and ended. */
  isLoaded: boolean;
  /** Copies of what it is to be sent when it has loaded. */
  unsent: unknown[];
  endTimer: ReturnType<typeof setTimeout> | undefined;
}

/**
 * Workers that were given up while they load. One list for the whole program, so that whoever gives workers up again and again
 * never has more than a few. Nobody is disturbed by it: only who brings the function that made a worker can get it.
 */
const givenUp = new Set<RunningWorker>();

/** A worker in the hands of one user. Once it is ended, another may have it, and nothing here reaches it any more. */
export class StartedWorker {
  readonly #running: RunningWorker;
  #isEnded = false;

  /** Takes a worker that was given up, or has one made. It keeps a program of Node running until {@link setNeeded} says otherwise. */
  constructor(createWorker: () => SearchWorker, user: WorkerUser) {
    this.#running = takeGivenUp(createWorker) ?? run(createWorker);
    this.#running.user = user;
    this.setNeeded(true);
  }

  /** Sends a message as it is now: at once, or when the worker has loaded. Throws at once when it cannot be sent. */
  post(message: unknown): void {
    if (this.#isEnded) return;
    const { isLoaded, unsent, worker } = this.#running;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
    if (isLoaded) worker.postMessage(message);
    else unsent.push(structuredClone(message));
  }

  /** Whether a program of Node must go on as long as the worker is there. */
  setNeeded(isNeeded: boolean): void {
    if (!this.#isEnded) setNeeded(this.#running, isNeeded);
  }

  /** Ends the worker, or gives it up. Nothing is heard of it from now on. Calling it twice does no harm. */
  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    const running = this.#running;
    running.user = undefined;
    running.unsent = [];
    if (running.isLoaded) void running.worker.terminate();
    else giveUp(running);
  }
}

function run(createWorker: () => SearchWorker): RunningWorker {
  const worker = createWorker();
  const isOfNode = 'on' in worker;
  const running: RunningWorker = {
    worker,
    createWorker,
    user: undefined,
    isLoaded: !isOfNode,
    unsent: [],
    endTimer: undefined,
  };
  if (isOfNode) {
    listenInNode(running, worker);
  } else {
    const lose = (how: string): void => running.user?.onLost(how);
    worker.addEventListener('message', (event) => running.user?.onMessage((event as MessageEvent<unknown>).data));
    worker.addEventListener('messageerror', () => lose('sent what cannot be read'));
    worker.addEventListener('error', (event) => lose(`failed: ${whatFailed(event)}`));
  }
  return running;
}

function listenInNode(running: RunningWorker, worker: NodeWorker): void {
  // One that fails does not load any more, and ends by itself.
  const lose = (how: string): void => {
    if (givenUp.has(running)) endGivenUp(running);
    running.isLoaded = true;
    running.user?.onLost(how);
  };
  worker.on('message', (message) => {
    if (isLoadedMessage(message)) finishLoading(running);
    else running.user?.onMessage(message);
  });
  worker.on('messageerror', (error) => lose(`sent what cannot be read: ${String(error)}`));
  worker.on('error', (error) => lose(`failed: ${String(error)}`));
  worker.on('exit', (code) => lose(`ended with code ${String(code)}`));
}

function finishLoading(running: RunningWorker): void {
  const { unsent, worker } = running;
  running.isLoaded = true;
  running.unsent = [];
  if (givenUp.has(running)) endGivenUp(running);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
  for (const message of unsent) worker.postMessage(message);
}

function giveUp(running: RunningWorker): void {
  givenUp.add(running);
  // Nothing that the program has to wait for: when it ends, Node ends the worker, and every file is closed.
  setNeeded(running, false);
  running.endTimer = setTimeout(() => endGivenUp(running), LONGEST_LOADING_MS);
  (running.endTimer as { unref?: () => void }).unref?.();
}

function takeGivenUp(createWorker: () => SearchWorker): RunningWorker | undefined {
  for (const running of givenUp) {
    if (running.createWorker !== createWorker) continue;
    forgetGivenUp(running);
    return running;
  }
  return undefined;
}

function endGivenUp(running: RunningWorker): void {
  forgetGivenUp(running);
  void running.worker.terminate();
}

function forgetGivenUp(running: RunningWorker): void {
  clearTimeout(running.endTimer);
  givenUp.delete(running);
}

function setNeeded({ worker }: RunningWorker, isNeeded: boolean): void {
  if (!('ref' in worker)) return;
  if (isNeeded) worker.ref();
  else worker.unref();
}

function isLoadedMessage(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'loaded' in message;
}

/** Browsers say what failed inside a worker, and nothing when its script could not be loaded. */
function whatFailed(event: Event): string {
  const { message } = event as ErrorEvent;
  return typeof message === 'string' && message !== ''
    ? message
    : `its script could not be run (${describe(event)}); see createWorker`;
}
