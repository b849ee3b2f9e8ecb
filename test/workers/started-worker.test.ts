import type { NodeWorker, WebWorker } from 'pliant/workers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LOADED, StartedWorker } from '../../src/workers/started-worker.js';

/** A worker of Node that says what it is told to. */
class TestWorker implements NodeWorker {
  readonly sent: unknown[] = [];
  isEnded = false;
  isNeeded = true;
  readonly #listeners = new Map<string, (value: unknown) => void>();

  postMessage(message: unknown): void {
    this.sent.push(structuredClone(message));
  }

  async terminate(): Promise<number> {
    this.isEnded = true;
    return 0;
  }

  on(event: string, listener: (value: unknown) => void): void {
    this.#listeners.set(event, listener);
  }

  ref(): void {
    this.isNeeded = true;
  }

  unref(): void {
    this.isNeeded = false;
  }

  tell(event: string, value: unknown): void {
    this.#listeners.get(event)!(value);
  }
}

class TestWebWorker extends EventTarget implements WebWorker {
  readonly sent: unknown[] = [];
  isEnded = false;

  postMessage(message: unknown): void {
    this.sent.push(message);
  }

  terminate(): void {
    this.isEnded = true;
  }
}

/** Workers that one function makes, and somebody who writes down what is heard of them. */
function makeWorkers(): { workers: TestWorker[]; start: () => { started: StartedWorker; heard: unknown[] } } {
  const workers: TestWorker[] = [];
  const createWorker = (): TestWorker => {
    workers.push(new TestWorker());
    return workers.at(-1)!;
  };
  const start = (): { started: StartedWorker; heard: unknown[] } => {
    const heard: unknown[] = [];
    const hear = (what: unknown): void => void heard.push(what);
    return { started: new StartedWorker(createWorker, { onMessage: hear, onLost: hear }), heard };
  };
  return { workers, start };
}

describe('a worker of Node', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is sent nothing before it has loaded, and then everything as it was, in order', () => {
    const { start, workers } = makeWorkers();
    const { heard, started } = start();
    const order = { number: 1 };
    started.post(order);
    order.number = 2;
    started.post(order);
    expect(() => started.post(() => 0)).toThrow(/could not be cloned/);
    expect(workers[0].sent).toEqual([]);
    workers[0].tell('message', LOADED);
    started.post('last');
    expect(workers[0].sent).toEqual([{ number: 1 }, { number: 2 }, 'last']);
    workers[0].tell('message', 'answer');
    expect(heard).toEqual(['answer']);
    started.end();
    expect(workers[0].isEnded).toBe(true);
  });

  it('is not ended before it has loaded, and keeps no program running until then', () => {
    const { start, workers } = makeWorkers();
    const { heard, started } = start();
    expect(workers[0].isNeeded).toBe(true);
    started.post('order');
    started.end();
    started.end();
    expect([workers[0].isEnded, workers[0].isNeeded]).toEqual([false, false]);
    workers[0].tell('message', LOADED);
    expect(workers[0].isEnded).toBe(true);
    workers[0].tell('exit', 1);
    expect([workers[0].sent, heard]).toEqual([[], []]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('that was given up is handed on, as good as new, to who would have the same one made', () => {
    const { start, workers } = makeWorkers();
    const strangers = makeWorkers();
    const first = start();
    first.started.post('of the first');
    first.started.end();
    strangers.start();
    expect(strangers.workers).toHaveLength(1);
    const second = start();
    expect(workers).toHaveLength(1);
    expect(workers[0].isNeeded).toBe(true);
    second.started.post('of the second');
    // Whoever gave it up has nothing to say any more.
    first.started.post('late');
    first.started.setNeeded(false);
    first.started.end();
    expect(workers[0].isNeeded).toBe(true);
    workers[0].tell('message', LOADED);
    expect([workers[0].sent, workers[0].isEnded]).toEqual([['of the second'], false]);
    workers[0].tell('message', 'answer');
    workers[0].tell('error', new Error('out of order'));
    expect(first.heard).toEqual([]);
    expect(second.heard).toEqual(['answer', 'failed: Error: out of order']);
    expect(vi.getTimerCount()).toBe(0);
    // It is in use, and has loaded.
    start();
    expect(workers).toHaveLength(2);
  });

  it.each(['error', 'exit', 'messageerror'])('that was given up is not handed on after %s', (event) => {
    const { start, workers } = makeWorkers();
    const { heard, started } = start();
    started.end();
    workers[0].tell(event, 1);
    expect(vi.getTimerCount()).toBe(0);
    start();
    expect([workers.length, heard]).toEqual([2, []]);
  });

  it('that fails while it loads is not handed on', () => {
    const { start, workers } = makeWorkers();
    const { heard, started } = start();
    workers[0].tell('error', new Error('no such file'));
    expect(heard).toEqual(['failed: Error: no such file']);
    started.end();
    expect(workers[0].isEnded).toBe(true);
    start();
    expect(workers).toHaveLength(2);
  });

  it('that was given up and never loads is ended all the same', () => {
    const { start, workers } = makeWorkers();
    start().started.end();
    vi.runAllTimers();
    expect(workers[0].isEnded).toBe(true);
    start();
    expect(workers).toHaveLength(2);
  });
});

describe('a worker of a browser', () => {
  it('is sent messages at once, and ended at once', () => {
    const workers: TestWebWorker[] = [];
    const heard: unknown[] = [];
    const createWorker = (): TestWebWorker => {
      workers.push(new TestWebWorker());
      return workers.at(-1)!;
    };
    const user = { onMessage: (what: unknown) => heard.push(what), onLost: (how: string) => heard.push(how) };
    const started = new StartedWorker(createWorker, user);
    started.post('order');
    expect(workers[0].sent).toEqual(['order']);
    workers[0].dispatchEvent(new MessageEvent('message', { data: 'answer' }));
    workers[0].dispatchEvent(Object.assign(new Event('error'), { message: 'out of order' }));
    started.end();
    workers[0].dispatchEvent(new MessageEvent('message', { data: 'late' }));
    expect(workers[0].isEnded).toBe(true);
    expect(heard).toEqual(['answer', 'failed: out of order']);
    const next = new StartedWorker(createWorker, user);
    expect(workers).toHaveLength(2);
    next.end();
  });
});
