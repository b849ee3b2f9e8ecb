/** How long a search takes lazily or adaptively, and with everything refitted first: two bars side by side. */
import type { Strategy } from 'pliant';
import { formatCount, formatTime } from '../model/format.js';
import { RecentTimes } from '../model/timing.js';
import { elementById } from './elements.js';
import { setText } from './text.js';

/** What is known of one frame. */
interface RaceResult {
  readonly strategy: Strategy;
  readonly isRefitted: boolean;
  readonly lazyMs: number;
  readonly refitMs: number;
}

/** Frames that times are taken from: single ones jump too much to be read. */
const TIMED_FRAMES = 30;

/** Compares the two ways. */
export class Race {
  readonly #lazyTimes = new RecentTimes(TIMED_FRAMES);
  readonly #refitTimes = new RecentTimes(TIMED_FRAMES);

  /** Forgets all times: they were those of something else. */
  forgetTimes(): void {
    this.#lazyTimes.clear();
    this.#refitTimes.clear();
  }

  /** Takes the times of a frame into account. */
  record({ lazyMs, refitMs }: RaceResult): void {
    this.#lazyTimes.add(lazyMs);
    this.#refitTimes.add(refitMs);
  }

  /** Shows bars as long as the times. */
  show({ isRefitted, strategy }: RaceResult): void {
    const lazy = this.#lazyTimes.typical;
    const refit = this.#refitTimes.typical;
    const isAdaptive = strategy === 'adaptive';
    const choice = isRefitted ? ' It refitted this frame.' : ' It stays lazy.';
    setText('race-lazy-name', isAdaptive ? 'adaptive' : 'lazy');
    elementById('race-lazy', HTMLElement).classList.toggle('chosen', strategy !== 'refit');
    elementById('race-refit', HTMLElement).classList.toggle('chosen', strategy === 'refit');
    if (this.#lazyTimes.isEmpty) {
      for (const way of ['lazy', 'refit']) {
        setText(`race-${way}-time`, '–');
        setBar(`race-${way}-bar`, 0);
      }
      setText('race-result', 'A pose is measured when it is new: play, or go on by a frame.');
      return;
    }
    setText('race-lazy-time', formatTime(lazy));
    setText('race-refit-time', formatTime(refit));
    setBar('race-lazy-bar', lazy / Math.max(lazy, refit));
    setBar('race-refit-bar', refit / Math.max(lazy, refit));
    setText('race-result', compare(isAdaptive ? 'Adaptive' : 'Lazy', lazy, refit) + (isAdaptive ? choice : ''));
  }
}

function compare(name: string, lazy: number, refit: number): string {
  const ratio = Math.max(lazy, refit) / Math.max(1e-6, Math.min(lazy, refit));
  if (ratio < 1.1) return `${name} and refit take about as long here.`;
  const times = ratio < 10 ? ratio.toFixed(1) : formatCount(Math.round(ratio));
  return lazy < refit ? `${name} is ${times} × faster than refit.` : `Refit is ${times} × faster here.`;
}

function setBar(id: string, share: number): void {
  elementById(id, HTMLElement).style.width = `${Math.max(0.4, Math.min(1, share) * 100)}%`;
}
