/** A film in continuous time, as the page runs it. */
import type { TimeFacts } from './hook.js';
import { TICKS_PER_KEY, tickAt, ticksOf, wayTo } from './model/film.js';
import { GlowingBoxes } from './model/glowing-boxes.js';
import type { LabState } from './model/state.js';
import { changed } from './model/store.js';
import type { Store } from './model/store.js';
import type { TimeClient } from './model/time-client.js';
import type { TimeMoment, TimeWish } from './model/time-messages.js';
import type { Show } from './show.js';
import { BandPlot } from './ui/band-plot.js';
import { setTimeRanges } from './ui/controls.js';
import { elementById } from './ui/elements.js';
import { EventLine } from './ui/event-line.js';
import { TimeReadout, eventsOf } from './ui/time-readout.js';
import type { Stage } from './view/stage.js';
import { TimePicture } from './view/time-picture.js';

const BANDS = [
  {
    title: 'numbers per frame:',
    scale: 'decades',
    lines: [
      { name: 'written', color: '#c79bff' },
      { name: 'events', color: '#7fd3e2' },
      { name: 'bottom-up', color: '#e0925f' },
    ],
  },
  { title: 'pairs of leaves that overlap', scale: 'count', lines: [{ color: '#ffd84d' }] },
] as const;

/** Most frames that a plot has room for: others need not be told to it. */
const PLOTTED = 220;
/** The first touch is seen with so many edges of the cloth around it. */
const EDGES_AROUND = 4;

/** What a film is shown with. */
export interface TimeShowOptions {
  readonly stage: Stage | undefined;
  readonly store: Store;
  readonly requestDraw: () => void;
  readonly onFailure: (error: unknown) => void;
}

/** Runs one film after the other. A moment is shown when its worker has come there: what glows belongs to the picture that it is in. */
export class TimeShow implements Show {
  readonly scene = 'time';
  readonly backend = 'typescript';
  readonly progress = undefined;
  readonly drag = undefined;
  readonly #options: TimeShowOptions;
  readonly #store: Store;
  readonly #readout = new TimeReadout();
  readonly #line = new EventLine();
  readonly #plot = new BandPlot(elementById('time-plot', HTMLElement), BANDS);
  readonly #boxes = new GlowingBoxes();
  #client: TimeClient;
  #picture: TimePicture | undefined;
  #moment: TimeMoment | undefined;
  /** The wish that the moment fulfils, the one that was asked last, and what was drawn; as text. */
  #shownKey = '';
  #askedKey = '';
  #drawnKey = '';
  /** Ticks that are due, but too few for a frame. */
  #owed = 0;
  #isAtTouch = false;

  constructor(client: TimeClient, options: TimeShowOptions) {
    this.#options = options;
    this.#store = options.store;
    this.#client = client;
    this.#begin();
  }

  /** Goes over to another film. */
  adopt(client: TimeClient): void {
    this.#client.dispose();
    this.#client = client;
    this.#begin();
  }

  get rate(): number {
    const { times } = this.#client.opened.film;
    return (TICKS_PER_KEY * (times.length - 1)) / (times[times.length - 1] - times[0]);
  }

  /** On a slow machine it plays slower. */
  get mostFrames(): number {
    return this.rate / 20;
  }

  get frame(): number {
    return this.#moment?.tick ?? -1;
  }

  get isBusy(): boolean {
    const { state } = this.#store;
    if (this.#client.isUnderWay || state.firstTouch !== this.#isAtTouch) return true;
    return keyOf(this.#wish(state)) !== this.#shownKey;
  }

  /** Frames begin where they would if one had counted from the first key. */
  frameAfter(tick: number, by: number): number {
    const length = TICKS_PER_KEY / this.#store.state.framesPerKey;
    const frame = by > 0 ? Math.floor(tick / length) + by : Math.ceil(tick / length) + by;
    const frameCount = ticksOf(this.#client.opened.film) / length + 1;
    return (((frame % frameCount) + frameCount) % frameCount) * length;
  }

  onChange(state: LabState, previous: LabState): void {
    if (!changed(state, previous, ['framesPerKey'])) return;
    this.#readout.forgetFrames();
    this.#plot.clear();
  }

  advance(state: LabState, due: number): number {
    const { touch } = this.#client.opened.touches;
    // Whoever goes on from there, or somewhere else, leaves the instant.
    const isElsewhere = this.#isAtTouch && state.frame !== this.#touchTick;
    this.#isAtTouch = state.firstTouch && touch !== undefined && !state.playing && !isElsewhere;
    if (state.firstTouch !== this.#isAtTouch) this.#store.set({ firstTouch: this.#isAtTouch });
    this.#owed += due;
    const length = TICKS_PER_KEY / state.framesPerKey;
    const frames = Math.floor(this.#owed / length);
    this.#owed -= frames * length;
    const tick = Math.min(state.frame, ticksOf(this.#client.opened.film));
    const wanted = this.#isAtTouch ? this.#touchTick : frames > 0 ? this.#playOn(tick, frames) : tick;
    const wish = this.#wish({ ...state, frame: wanted });
    const key = keyOf(wish);
    if (key !== this.#shownKey && !this.#client.isUnderWay) {
      this.#askedKey = key;
      this.#client.go(wish);
    }
    return wanted;
  }

  present(state: LabState): void {
    const moment = this.#moment;
    if (moment === undefined) return;
    this.#readout.showMoment(moment);
    if (!state.playing && !this.isBusy) this.#readout.announce(moment, this.#client.opened.touches.touch);
    this.#plot.draw();
    this.#picture?.showEdges(state.wireframe || moment.isTouch);
    this.#picture?.setClear(state.seeThrough || moment.isTouch);
    const key = `${this.#shownKey} ${state.testedOnly}`;
    if (key !== this.#drawnKey) this.#draw(moment, state);
    this.#drawnKey = key;
    for (const [id, isShown] of [
      ['legend-overlap', state.pairLook !== 'off' && !moment.isTouch],
      ['legend-apart', state.pairLook === 'all' && !moment.isTouch],
      ['legend-feature', moment.isTouch],
      ['legend-other-feature', moment.isTouch],
    ] as const) {
      elementById(id, HTMLElement).hidden = !isShown;
    }
    elementById('touch-show', HTMLButtonElement).setAttribute('aria-pressed', String(moment.isTouch));
  }

  /** Goes to the very instant of the first touch, and near to it. */
  nextFinding(): void {
    if (this.#client.opened.touches.touch === undefined) return;
    this.#isAtTouch = false;
    this.#store.set({ firstTouch: true, playing: false, frame: this.#touchTick });
    this.#lookAtTouch();
    this.#options.requestDraw();
  }

  facts(): Partial<TimeFacts> & { triangleCount: number; frameCount: number } {
    const { touches, film } = this.#client.opened;
    const { touch } = touches;
    const moment = this.#moment;
    const { last } = this.#readout;
    return {
      triangleCount: film.cloth.mesh.triangleCount,
      frameCount: ticksOf(film) + 1,
      seconds: moment?.seconds ?? 0,
      isFirstTouch: moment?.isTouch === true,
      touchCloth: touch?.cloth ?? [],
      touchObstacle: touch?.obstacle ?? [],
      markedVertices: this.#picture?.markedVertices ?? 0,
      ...(last !== undefined && { events: eventsOf(last), numbersWritten: last.numbersWritten }),
      ...(moment !== undefined && {
        refitNumbers: moment.refitNumbers,
        lineEvents: moment.bins.reduce((sum, count) => sum + count, 0),
        overlappingPairs: moment.pairs.overlapping,
        overlappingTriangles: [...moment.pairs.clothTriangles].sort((a, b) => a - b),
        apartPairs: moment.pairs.apart,
        clothPositions: [...moment.cloth],
      }),
      drawnPairs: this.#picture?.pairs.count ?? 0,
      boxes: moment?.level === undefined ? [] : [...this.#boxes.bounds.corners],
      glowing: moment?.level === undefined ? 0 : this.#boxes.glowingCount,
    };
  }

  dispose(): void {
    this.#client.dispose();
    this.#readout.dispose();
    this.#picture?.dispose();
    this.#plot.dispose();
    this.#line.dispose();
  }

  /** Shows a film that was not there before. */
  #begin(): void {
    const { opened } = this.#client;
    const { state } = this.#store;
    const { onFailure, requestDraw, stage } = this.#options;
    this.#client.onFailure = onFailure;
    this.#client.onMoment = (moment) => {
      this.#take(moment);
      requestDraw();
    };
    this.#shownKey = this.#askedKey = this.#drawnKey = '';
    this.#moment = undefined;
    this.#isAtTouch = false;
    this.#readout.showFilm(opened);
    this.#plot.clear();
    setTimeRanges(ticksOf(opened.film), 1);
    elementById('frame', HTMLInputElement).valueAsNumber = state.frame;
    if (stage === undefined) return;
    this.#picture?.dispose();
    this.#picture = new TimePicture(opened.film, state.film);
    stage.show(this.#picture);
    if (state.firstTouch && state.view === '') this.#lookAtTouch();
  }

  #take(moment: TimeMoment): void {
    const { touches, film } = this.#client.opened;
    const { touch } = touches;
    const isFirst = this.#moment === undefined;
    this.#moment = moment;
    this.#shownKey = this.#askedKey;
    this.#readout.record(moment);
    if (moment.isRebuilt) this.#plot.record([[null, null, null], [null]]);
    for (const frame of moment.frames.slice(-PLOTTED)) {
      const counts = [frame.numbersWritten, eventsOf(frame), moment.refitNumbers].map((count) => Math.max(1, count));
      this.#plot.record([counts, [frame.overlapping]]);
    }
    const keyCount = film.times.length;
    this.#line.show({ keyCount, bins: moment.bins, touch: touch && (touch.key + touch.share) / (keyCount - 1) });
    if (moment.level !== undefined) this.#boxes.update(moment.level, moment.isRebuilt);
    if (isFirst) {
      setTimeRanges(ticksOf(film), moment.depth);
      const boxLevel = Math.min(this.#store.state.boxLevel, moment.depth - 1);
      this.#store.set({ boxLevel });
      // A slider takes no value beyond its end, and the end has just moved.
      elementById('box-level', HTMLInputElement).valueAsNumber = boxLevel;
    }
  }

  #draw(moment: TimeMoment, { boxLevel, pairLook, testedOnly }: LabState): void {
    const picture = this.#picture;
    // From near, what touches first is to be seen, and nothing else.
    const { isTouch } = moment;
    picture?.update(moment, pairLook !== 'off' && !isTouch, isTouch ? this.#client.opened.touches.touch : undefined);
    const { bounds, glowingCount, isGlowing } = this.#boxes;
    const isShown = moment.level !== undefined && !isTouch;
    if (isShown) picture?.tree.update(bounds, 'box', isGlowing, testedOnly);
    else picture?.tree.hide();
    this.#readout.showBoxes(boxLevel, bounds.nodes.length, glowingCount, moment.depth, isShown);
  }

  get #touchTick(): number {
    const { touches, film } = this.#client.opened;
    const { touch } = touches;
    return touch === undefined ? 0 : tickAt(film, touch.seconds);
  }

  #wish({ boxLevel, framesPerKey, frame, pairLook }: LabState): TimeWish {
    const isTouch = this.#isAtTouch;
    const tick = isTouch ? this.#touchTick : Math.min(frame, ticksOf(this.#client.opened.film));
    return { tick, isTouch, framesPerKey, level: boxLevel, pairs: pairLook };
  }

  /** So many frames later, but not past the last one; from there to the beginning. */
  #playOn(tick: number, frames: number): number {
    const last = ticksOf(this.#client.opened.film);
    if (tick >= last) return 0;
    const length = TICKS_PER_KEY / this.#store.state.framesPerKey;
    return Math.min(last, (Math.floor(tick / length) + frames) * length);
  }

  #lookAtTouch(): void {
    const { touches, film } = this.#client.opened;
    const { touch } = touches;
    if (touch === undefined) return;
    const [a, b] = film.cloth.mesh.triangles.subarray(touch.clothTriangle * 3, touch.clothTriangle * 3 + 2);
    const positions = film.cloth.frames[touch.key];
    const edge = Math.hypot(...[0, 1, 2].map((axis) => positions[a * 3 + axis] - positions[b * 3 + axis]));
    const way = wayTo(film, touch.seconds);
    const place = touch.place.map((coordinate, axis) => coordinate - way[axis]);
    this.#options.stage?.lookAt(place, EDGES_AROUND * edge);
  }
}

function keyOf({ framesPerKey, isTouch, level, pairs, tick }: TimeWish): string {
  return `${tick} ${isTouch} ${framesPerKey} ${level} ${pairs}`;
}
