/** How far the work is: a bar with the time left on a terminal, and a plain line now and then elsewhere. */
import type { Terminal } from './terminal.js';

/** Tells how far the work is. */
export interface Progress {
  /** `done` of `total` things are done, which one calls `noun`. */
  update(label: string, done: number, total: number, noun: string): void;
  /** Removes the bar, so that other lines can be written. */
  clear(): void;
}

const BAR_PERIOD_MS = 100;
const LINE_PERIOD_MS = 10_000;
const BAR_CELLS = 24;

/** Shows progress on standard error; nothing when `isQuiet`. */
export function createProgress(terminal: Terminal, isQuiet: boolean): Progress {
  if (isQuiet) return { update: () => undefined, clear: () => undefined };
  const { isInteractive } = terminal;
  const period = isInteractive ? BAR_PERIOD_MS : LINE_PERIOD_MS;
  let label: string | undefined;
  let startedAt = 0;
  let shownAt = 0;
  let isShown = false;
  const clear = (): void => {
    if (isShown) terminal.err('\r\u001B[K');
    isShown = false;
  };
  return {
    update(newLabel, done, total, noun) {
      const now = terminal.now();
      if (label !== newLabel) {
        label = newLabel;
        startedAt = now;
        // A file that is done before the first period ends needs no line of its own.
        shownAt = now;
      }
      if (now - shownAt < period && !(isInteractive && !isShown && now - startedAt >= BAR_PERIOD_MS)) return;
      shownAt = now;
      const left = done > 0 ? ((now - startedAt) * (total - done)) / done / 1000 : undefined;
      if (isInteractive) {
        isShown = true;
        terminal.err(
          `\r\u001B[K${barText(newLabel, countText(done, total, noun) + leftText(left), done / total, terminal.columns)}`,
        );
      } else {
        terminal.err(`${newLabel}: ${countText(done, total, noun)}${leftText(left)}\n`);
      }
    },
    clear,
  };
}

/** The line of a bar, no longer than the terminal is wide. */
export function barText(label: string, count: string, share: number, columns: number): string {
  const filled = Math.floor(BAR_CELLS * Math.min(1, Math.max(0, share)));
  const tail = ` ${'█'.repeat(filled)}${'░'.repeat(BAR_CELLS - filled)} ${count}`;
  const room = columns - 1 - tail.length;
  if (room < 4) return count.slice(0, Math.max(0, columns - 1));
  return (label.length > room ? `…${label.slice(label.length - room + 1)}` : label) + tail;
}

function countText(done: number, total: number, noun: string): string {
  const percent = total > 0 ? Math.floor((100 * done) / total) : 0;
  return `${done} of ${total} ${noun}${total === 1 ? '' : 's'} (${percent} %)`;
}

function leftText(seconds: number | undefined): string {
  return seconds === undefined ? '' : `, ${durationText(seconds)} left`;
}

/** A duration for people: `12 s`, `3 min 05 s`. */
export function durationText(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes} min ${String(whole % 60).padStart(2, '0')} s`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
}
