/** The time line of a film: a mark for each key, a column of events for each stretch that was gone through, and the first touch. */
import { elementById } from './elements.js';

const KEY = '#3a475c';
const EVENTS = '#7fd3e2';
const TOUCH = '#ff4fa3';

/** What there is on a time line. */
export interface LineContent {
  readonly keyCount: number;
  /** Events of each bin, as far as they are known. */
  readonly bins: Uint32Array;
  /** Where the first touch is, from 0 to 1. */
  readonly touch: number | undefined;
}

/** Draws time lines. */
export class EventLine {
  readonly #canvas = elementById('time-line', HTMLCanvasElement);
  readonly #observer = new ResizeObserver(() => this.#draw());
  #content: LineContent | undefined;

  constructor() {
    this.#observer.observe(this.#canvas);
  }

  /** Shows what is known by now. */
  show(content: LineContent): void {
    this.#content = content;
    this.#draw();
  }

  dispose(): void {
    this.#observer.disconnect();
  }

  #draw(): void {
    if (this.#content === undefined) return;
    const { bins, keyCount, touch } = this.#content;
    const width = Math.round(this.#canvas.clientWidth * devicePixelRatio);
    const height = Math.round(this.#canvas.clientHeight * devicePixelRatio);
    // Setting a size also clears.
    this.#canvas.width = width;
    this.#canvas.height = height;
    const context = width === 0 ? null : this.#canvas.getContext('2d');
    if (context === null) return;
    context.fillStyle = KEY;
    for (let key = 0; key < keyCount; key++) {
      const left = Math.round((key / (keyCount - 1)) * (width - devicePixelRatio));
      context.fillRect(left, 0, devicePixelRatio, height);
    }
    // By powers: at keys, much may happen at once.
    const most = bins.reduce((high, count) => Math.max(high, count), 1);
    context.fillStyle = EVENTS;
    bins.forEach((count, i) => {
      if (count === 0) return;
      const left = Math.round((i / bins.length) * width);
      const right = Math.max(left + 1, Math.round(((i + 1) / bins.length) * width));
      const tall = Math.max(2 * devicePixelRatio, (Math.log(count + 1) / Math.log(most + 1)) * height);
      context.fillRect(left, height - tall, right - left, tall);
    });
    if (touch === undefined) return;
    const size = 5 * devicePixelRatio;
    const middle = touch * width;
    context.fillStyle = TOUCH;
    context.fillRect(Math.round(middle - devicePixelRatio), 0, 2 * devicePixelRatio, height);
    context.beginPath();
    context.moveTo(middle - size, 0);
    context.lineTo(middle + size, 0);
    context.lineTo(middle, size * 1.5);
    context.fill();
  }
}
