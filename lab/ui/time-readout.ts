/** The numbers of a film: when and where it first touches, what events cost, and what bottom-up would. */
import type { Film } from '../model/film.js';
import type { FirstTouch } from '../model/first-touch.js';
import { formatCount, formatTime } from '../model/format.js';
import type { FrameCounts, OpenedFilm, TimeMoment } from '../model/time-messages.js';
import { elementById } from './elements.js';
import { setLead, setText } from './text.js';

const HIGHEST_RATIO = 1000;

/** Writes numbers into the page. */
export class TimeReadout {
  #film: Film | undefined;
  /** Sums over all whole frames. */
  #frames = 0;
  #events = 0;
  #numbers = 0;
  /** The last whole frame; none after time went back. */
  #last: FrameCounts | undefined;

  /** Shows what stays the same for a film, and forgets the sums of the one before. */
  showFilm(opened: OpenedFilm): void {
    const { touches, film } = opened;
    const { touch } = touches;
    this.#film = film;
    this.forgetFrames();
    setText('film-triangles', formatCount(film.cloth.mesh.triangleCount));
    setText('film-keys', formatCount(film.times.length));
    setText('film-other-triangles', formatCount(film.obstacle.mesh.triangleCount));
    setText('film-other', film.names.obstacle);
    setText('legend-feature-of', `of ${film.names.cloth}`);
    setText('legend-other-feature-of', `of ${film.names.obstacle}`);
    setText('touch-time', touch === undefined ? '–' : `${touch.seconds.toFixed(4)} s`);
    setText('touch-what', touch === undefined ? 'They never touch.' : nameTouch(touch, film));
    setText('touch-exact', [...(touch === undefined ? [] : [nameShare(touch)]), ...nameLeftOut(opened)].join(' '));
    elementById('touch-show', HTMLButtonElement).disabled = touch === undefined;
  }

  /** Forgets the sums: they were of other frames. */
  forgetFrames(): void {
    this.#frames = this.#events = this.#numbers = 0;
    this.#last = undefined;
  }

  /** Takes what happened on the way to a moment into account. */
  record({ frames, isRebuilt }: TimeMoment): void {
    if (isRebuilt) this.#last = undefined;
    for (const frame of frames) {
      this.#last = frame;
      this.#frames++;
      this.#events += eventsOf(frame);
      this.#numbers += frame.numbersWritten;
    }
  }

  /** The last whole frame that was gone through. */
  get last(): FrameCounts | undefined {
    return this.#last;
  }

  /** Shows the numbers of a moment. */
  showMoment(moment: TimeMoment): void {
    const { isRebuilt, pairs, refitNumbers, seconds, waiting, workMs } = moment;
    const saved = (refitNumbers * this.#frames) / Math.max(1, this.#numbers + this.#events);
    setLead('saved', this.#frames === 0 ? '–' : `${formatRatio(saved)} ×`, this.#frames > 0);
    const last = this.#last;
    setText('frame-events', last === undefined ? '–' : formatCount(eventsOf(last)));
    setText('frame-leaf-events', last === undefined ? '' : `${formatCount(last.leafEvents)} in leaves`);
    setText('frame-written', last === undefined ? '–' : formatCount(last.numbersWritten));
    setText('frame-refit', formatCount(refitNumbers));
    setText('events-waiting', formatCount(waiting));
    setText('moment-time', formatTime(workMs));
    setText('moment-how', isRebuilt ? 'built anew' : 'by events');
    setLead('pairs-overlapping', formatCount(pairs.overlapping), pairs.overlapping > 0);
    setText('pairs-apart', formatCount(pairs.apart));
    setText('pairs-changed', nameChange(pairs.began, pairs.ended));
    setText('pairs-looked', last === undefined ? '–' : formatCount(last.pairLooks));
    setText('frame-number', `${seconds.toFixed(3)} s`);
    elementById('frame', HTMLInputElement).setAttribute('aria-valuetext', `${seconds.toFixed(3)} seconds`);
    setText('frame-count', `/ ${(this.#film?.times.at(-1) ?? 0).toFixed(2)} s`);
  }

  /** Leaves the slider to others, who have no seconds. */
  dispose(): void {
    elementById('frame', HTMLInputElement).removeAttribute('aria-valuetext');
  }

  /** Says in words which boxes are shown. */
  showBoxes(level: number, count: number, glowing: number, depth: number, isShown: boolean): void {
    const boxes = count === 1 ? '1 box' : `${formatCount(count)} boxes`;
    const shown = `Level ${level} of 0–${depth - 1}: ${boxes}, ${formatCount(glowing)} written just now`;
    setText('box-level-text', level < 0 ? `None of ${depth} levels shown` : shown);
    for (const item of document.querySelectorAll<HTMLElement>('.box-item')) item.hidden = !isShown;
  }

  /** Says the moment to those who do not see it; only when someone asked for this very one. */
  announce({ isTouch, pairs, seconds }: TimeMoment, touch: FirstTouch | undefined): void {
    const what = isTouch && touch !== undefined && this.#film !== undefined ? nameTouch(touch, this.#film) : '';
    const events = this.#last === undefined ? '' : ` ${formatCount(eventsOf(this.#last))} events in the last frame.`;
    const overlaps = ` ${formatCount(pairs.overlapping)} pairs of leaves overlap.`;
    setText('status', `At ${seconds.toFixed(4)} seconds. ${what}${events}${overlaps}`);
  }
}

/** Events of a frame. */
export function eventsOf({ leafEvents, treeEvents }: FrameCounts): number {
  return leafEvents + treeEvents;
}

/** What meets what: “vertex 812 of the cloth meets triangle 11 of the table”. */
function nameTouch(touch: FirstTouch, { names }: Film): string {
  const ofCloth = `${nameFeature(touch.cloth, touch.clothTriangle)} of ${names.cloth}`;
  const ofObstacle = `${nameFeature(touch.obstacle, touch.obstacleTriangle)} of ${names.obstacle}`;
  // What is smaller comes to what is larger.
  const [first, second] = touch.cloth.length <= touch.obstacle.length ? [ofCloth, ofObstacle] : [ofObstacle, ofCloth];
  return `${first} meets ${second}`;
}

function nameFeature(vertices: readonly number[], triangle: number): string {
  if (vertices.length === 1) return `vertex ${formatCount(vertices[0])}`;
  if (vertices.length === 3) return `triangle ${formatCount(triangle)}`;
  return `edge ${vertices.map(formatCount).join('–')}`;
}

function nameShare({ key, share }: FirstTouch): string {
  return `Decided exactly: between key ${key} and key ${key + 1}, ${share.toFixed(12)} of the way. Nothing else meets before.`;
}

/** What has no first touch. */
function nameLeftOut({ touches: { metBefore, worn }, film }: OpenedFilm): string[] {
  const { names, wornWithin } = film;
  const count = formatCount(worn);
  return [
    ...(worn === 0
      ? []
      : [
          `${count} triangles of ${names.cloth} are worn, less than ${wornWithin * 100} cm from ${names.obstacle} at first; they do not count.`,
        ]),
    ...(metBefore === 0
      ? []
      : [`${formatCount(metBefore)} pairs of triangles meet from the beginning and do not count.`]),
  ];
}

/** “+12 −3” */
function nameChange(began: number | undefined, ended: number | undefined): string {
  return began === undefined || ended === undefined ? '–' : `+${formatCount(began)} −${formatCount(ended)}`;
}

function formatRatio(ratio: number): string {
  // Where nearly nothing happens, digits would say nothing.
  if (ratio > HIGHEST_RATIO) return `> ${formatCount(HIGHEST_RATIO)}`;
  return ratio < 10 ? ratio.toFixed(1) : formatCount(Math.round(ratio));
}
