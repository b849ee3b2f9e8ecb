/** A film with kinetic trees over what moves in it: wishes in, moments out. Draws nothing. */
import {
  advanceList,
  boxAt,
  createKineticTree,
  createSeparationList,
  planKeyframes,
  readOverlaps,
  rebuildAt,
  writePositions,
} from 'pliant/kinetic';
import type { KineticTree, SeparationList } from 'pliant/kinetic';
import { NO_NODE } from 'pliant/parts';
import { TICKS_PER_KEY, secondsOf } from './film.js';
import type { Film, MovingMesh } from './film.js';
import type { FirstTouch } from './first-touch.js';
import { PairWatch } from './pair-watch.js';
import { Tally } from './tally.js';
import type { FrameCounts, KineticLevel, TimeMoment, TimeWish } from './time-messages.js';

/** Sides of a box: each node has an extreme vertex for each. */
const SIDES = 6;
/** Bins of the time line between two keys. */
const BINS_PER_KEY = 20;

/** Both trees, and the separation list of them, at a time. Going on costs events; going back costs building anew. */
export class TimeSimulation {
  readonly #film: Film;
  readonly #touch: FirstTouch | undefined;
  readonly #cloth: KineticTree;
  readonly #obstacle: KineticTree;
  readonly #list: SeparationList;
  readonly #pairs: PairWatch;
  readonly #bins: Uint32Array;
  readonly #binTally = new Tally(TICKS_PER_KEY / BINS_PER_KEY);
  #framesPerKey = 1;
  #frameTally = new Tally(TICKS_PER_KEY);
  #tick = 0;
  /** Extremes of the cloth's nodes when the last frame, or the last stretch within a frame, began. */
  #extremes = new Uint32Array(0);

  constructor(film: Film, touch: FirstTouch | undefined) {
    this.#film = film;
    this.#touch = touch;
    this.#cloth = createTree(film, film.cloth);
    this.#obstacle = createTree(film, film.obstacle);
    this.#list = createSeparationList(this.#cloth, this.#obstacle);
    this.#pairs = new PairWatch(this.#list);
    this.#bins = new Uint32Array((film.times.length - 1) * BINS_PER_KEY);
    this.#beginTallies(0);
    this.#extremes = this.#cloth.extremes.slice();
  }

  /** Goes where it is wished. */
  go({ framesPerKey, isTouch, level, pairs, tick }: TimeWish): TimeMoment {
    const start = performance.now();
    const seconds = (isTouch ? this.#touch?.seconds : undefined) ?? secondsOf(this.#film, tick);
    this.#setFramesPerKey(framesPerKey);
    const isRebuilt = seconds < this.#cloth.paths.time;
    const frames: FrameCounts[] = [];
    if (isRebuilt) this.#goBack(tick, seconds);
    else this.#goOn(tick, seconds, frames);
    const shownLevel = level < 0 ? undefined : this.#readLevel(Math.min(level, this.#cloth.depth - 1), isRebuilt);
    this.#extremes = this.#cloth.extremes.slice();
    return {
      tick,
      isTouch,
      seconds,
      cloth: positionsOf(this.#cloth),
      obstacle: positionsOf(this.#obstacle),
      isRebuilt,
      frames,
      bins: this.#bins.slice(),
      depth: this.#cloth.depth,
      waiting: this.#cloth.queue.count + this.#cloth.agenda.count - this.#cloth.agenda.done,
      refitNumbers: this.#cloth.nodeCount * SIDES,
      level: shownLevel,
      pairs: this.#pairs.look(pairs, isRebuilt),
      workMs: performance.now() - start,
    };
  }

  #goBack(tick: number, seconds: number): void {
    for (const tree of [this.#cloth, this.#obstacle]) rebuildAt(tree, seconds);
    // The list sees it when it is next asked; what that costs is no part of a frame.
    readOverlaps(this.#list, new Uint32Array(0));
    this.#tick = tick;
    // Behind a moment, none of the stretches that begin there is whole.
    this.#beginTallies(seconds > secondsOf(this.#film, tick) ? tick + 0.5 : tick);
  }

  /** From one end of a frame or a bin to the next: how often one looks changes nothing. */
  #goOn(tick: number, seconds: number, frames: FrameCounts[]): void {
    while (this.#tick < tick) {
      this.#tick = Math.min(tick, this.#frameTally.nextEnd, this.#binTally.nextEnd);
      this.#advance(secondsOf(this.#film, this.#tick));
      const totals = this.#totals;
      const frame = this.#frameTally.goOn(this.#tick, totals);
      if (frame !== undefined) {
        const [leafEvents, treeEvents, numbersWritten, pairLooks] = frame.growth;
        const overlapping = this.#list.overlapCount;
        frames.push({ leafEvents, treeEvents, numbersWritten, pairLooks, overlapping });
        if (this.#tick < tick) this.#extremes.set(this.#cloth.extremes);
      }
      const bin = this.#binTally.goOn(this.#tick, totals);
      if (bin !== undefined) this.#bins[bin.stretch] = bin.growth[0] + bin.growth[1];
    }
    // The first touch lies between two moments; so it may be behind the present one already.
    this.#advance(seconds);
  }

  #advance(seconds: number): void {
    if (seconds > this.#cloth.paths.time) advanceList(this.#list, seconds);
  }

  #setFramesPerKey(framesPerKey: number): void {
    if (framesPerKey === this.#framesPerKey) return;
    this.#framesPerKey = framesPerKey;
    this.#frameTally = new Tally(TICKS_PER_KEY / framesPerKey);
    this.#frameTally.begin(this.#tick, this.#totals);
  }

  #beginTallies(tick: number): void {
    const totals = this.#totals;
    this.#frameTally.begin(tick, totals);
    this.#binTally.begin(tick, totals);
  }

  get #totals(): number[] {
    const { leafEvents, numbersWritten, treeEvents } = this.#cloth.counts;
    const { boxChanges, closings, keyLooks, leafBegins, leafEnds, openings, renewals } = this.#list.counts;
    const pairLooks = boxChanges + closings + keyLooks + leafBegins + leafEnds + openings + renewals;
    return [leafEvents, treeEvents, numbersWritten, pairLooks];
  }

  #readLevel(level: number, isRebuilt: boolean): KineticLevel {
    const tree = this.#cloth;
    const nodes = nodesOfLevel(tree, level);
    const corners = new Float32Array(nodes.length * SIDES);
    const written = new Uint8Array(nodes.length);
    nodes.forEach((node, i) => {
      boxAt(tree, node, corners.subarray(i * SIDES, (i + 1) * SIDES));
      if (isRebuilt) return;
      for (let side = node * SIDES; side < (node + 1) * SIDES; side++) {
        if (tree.extremes[side] !== this.#extremes[side]) written[i] = 1;
      }
    });
    return { level, nodes, corners, written };
  }
}

/** The paper's form: a triangle per leaf, two children per node. A cloth that lies flat has no volume, and by their areas strips are as good as squares; cut in the mean, boxes are compact. */
function createTree({ times }: Film, { frames, mesh }: MovingMesh): KineticTree {
  return createKineticTree(planKeyframes({ times, frames }), mesh.triangles, { split: 'mean' });
}

function positionsOf(tree: KineticTree): Float32Array {
  const positions = new Float32Array(tree.paths.vertexCount * 3);
  writePositions(tree, positions);
  return positions;
}

/** All nodes that are so many steps below the root. */
function nodesOfLevel({ arity, children, root }: KineticTree, level: number): Uint32Array {
  let nodes = [root];
  for (let step = 0; step < level; step++) {
    nodes = nodes.flatMap((node) =>
      [...children.subarray(node * arity, (node + 1) * arity)].filter((child) => child !== NO_NODE),
    );
  }
  return Uint32Array.from(nodes);
}
