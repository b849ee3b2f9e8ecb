/** The curtain and the ball, as the page runs them. */
import type { Backend } from 'pliant/parts';
import type { CurtainFacts } from './hook.js';
import { createAfterglow } from './model/afterglow.js';
import type { CurtainSimulation, FrameResult } from './model/curtain-simulation.js';
import type { LevelBounds } from './model/level-bounds.js';
import { NO_LEVEL } from './model/state.js';
import type { LabState } from './model/state.js';
import { changed } from './model/store.js';
import type { Store } from './model/store.js';
import type { Show } from './show.js';
import { BandPlot } from './ui/band-plot.js';
import { setRanges } from './ui/controls.js';
import { CurtainReadout } from './ui/curtain-readout.js';
import { elementById } from './ui/elements.js';
import { showLevelText } from './ui/level-text.js';
import { CurtainPicture } from './view/curtain-picture.js';
import type { DragTarget } from './view/drag-ball.js';
import type { Stage } from './view/stage.js';

/** The choices that need another simulation when they change. */
export const CURTAIN_KEYS = [
  'size',
  'arity',
  'leafSize',
  'bound',
  'backend',
] as const satisfies readonly (keyof LabState)[];

/** Frames of a film in a second. */
const FILM_RATE = 60;

const BANDS = [
  { title: 'nodes visited', scale: 'count', lines: [{ color: '#3fb6c9' }] },
  {
    title: 'time per frame:',
    scale: 'time',
    lines: [
      { name: 'lazy or adaptive', color: '#c79bff' },
      { name: 'refit', color: '#e0925f' },
    ],
  },
] as const;

/** A level of the tree that is shown. */
interface Level {
  readonly level: number;
  readonly bounds: LevelBounds;
  testedNodes: Uint32Array;
}

/** Runs one curtain after the other. */
export class CurtainShow implements Show {
  readonly scene = 'curtain';
  readonly rate = FILM_RATE;
  /** Every frame is computed at once. */
  readonly progress = undefined;
  readonly isBusy = false;
  readonly #stage: Stage | undefined;
  readonly #store: Store;
  readonly #readout = new CurtainReadout();
  readonly #plot = new BandPlot(elementById('curtain-plot', HTMLElement), BANDS);
  readonly #glow = createAfterglow();
  #simulation: CurtainSimulation;
  #picture: CurtainPicture | undefined;
  #result: FrameResult;
  #level: Level | undefined;
  #isStale = true;
  /** The view shall go near to the ball when it follows it next. */
  #isApproaching = true;

  constructor(stage: Stage | undefined, store: Store, simulation: CurtainSimulation) {
    this.#stage = stage;
    this.#store = store;
    this.#simulation = simulation;
    this.#result = this.#begin();
  }

  get backend(): Backend {
    return this.#simulation.backend;
  }

  get frame(): number {
    return this.#result.frame;
  }

  /** Goes over to another simulation. */
  adopt(simulation: CurtainSimulation): void {
    const isOtherCloth = simulation.scene !== this.#simulation.scene;
    this.#simulation.dispose();
    this.#simulation = simulation;
    if (isOtherCloth) {
      this.#glow.clear();
      this.#isApproaching = true;
    }
    this.#result = this.#begin();
  }

  frameAfter(frame: number, by: number): number {
    const { frameCount } = this.#simulation.scene;
    return (((frame + by) % frameCount) + frameCount) % frameCount;
  }

  onChange(state: LabState, previous: LabState): void {
    if (changed(state, previous, ['flight', 'size', 'ballSize'])) this.#glow.clear();
    if (changed(state, previous, ['flight'])) this.#showFlight();
    if (changed(state, previous, ['strategy', 'flight', 'ballSize'])) this.#readout.forgetTimes();
    if (state.follow && !previous.follow) this.#isApproaching = true;
    const isOtherFrame = state.frame !== this.#result.frame;
    if (isOtherFrame || changed(state, previous, ['flight', 'ball', 'ballSize', 'strategy'])) this.#isStale = true;
  }

  advance(state: LabState, due: number): number {
    let frame = Math.min(state.frame, this.#simulation.scene.frameCount - 1);
    for (let i = 0; i < due; i++) {
      frame = this.frameAfter(frame, 1);
      this.#run(state, frame);
    }
    if (due === 0 && this.#isStale) this.#run(state, frame);
    this.#isStale = false;
    return frame;
  }

  present(state: LabState): void {
    const result = this.#result;
    const { scene, positions } = this.#simulation;
    this.#readout.showFrame(result, scene.frameCount);
    if (!state.playing) this.#readout.announce(result);
    this.#plot.draw();
    this.#picture?.cloth.update(positions);
    this.#picture?.cloth.showEdges(state.wireframe);
    this.#picture?.touches.update(positions, scene.mesh.triangles, this.#glow.heat);
    this.#picture?.ball.update(result.center, result.radius, result.touched > 0);
    this.#showLevel(state, result);
    if (state.follow) this.#followBall(result);
  }

  get drag(): DragTarget {
    const { state } = this.#store;
    return {
      center: this.#simulation.ballCenter(state, this.#result.frame),
      radius: this.#result.radius,
      pick: (origin, direction) => this.#simulation.pick(origin, direction),
      moveTo: (point) => this.#store.set({ flight: 'hand', ball: point }),
    };
  }

  facts(): CurtainFacts & { nodesVisited: number } {
    const { scene, measure, hits } = this.#simulation;
    const { center, isRefitted, blocksEvaluated, verticesPosed, nodesVisited, boundTests, triangleTests } =
      this.#result;
    const growth = [...(this.#level?.bounds.growth ?? [])];
    return {
      frameCount: scene.frameCount,
      triangleCount: scene.mesh.triangleCount,
      nodesOfLevel: measure.nodesOfLevel,
      touched: [...hits.triangles.subarray(0, hits.count)].sort((a, b) => a - b),
      marked: this.#picture?.touches.shown.toSorted((a, b) => a - b) ?? [],
      isRefitted,
      blocksEvaluated,
      verticesPosed,
      nodesVisited,
      boundTests,
      triangleTests,
      testedNodes: [...(this.#level?.testedNodes ?? [])],
      drawnNodes: this.#picture?.tree.drawnCount ?? 0,
      growth,
      ball: [...center],
      ballOnScreen: this.#stage?.toScreen(center) ?? [],
    };
  }

  dispose(): void {
    this.#simulation.dispose();
    this.#picture?.dispose();
    this.#plot.dispose();
  }

  /** Shows a simulation that was not there before, and computes its first frame. */
  #begin(): FrameResult {
    const { scene, measure } = this.#simulation;
    this.#level = undefined;
    this.#isStale = false;
    this.#plot.clear();
    this.#readout.showSimulation(this.#simulation, this.#store.state);
    if (this.#stage !== undefined) {
      this.#picture?.dispose();
      this.#picture = new CurtainPicture(scene);
      this.#stage.show(this.#picture);
    }
    this.#showFlight();
    setRanges(scene.frameCount, measure.depth);
    const { state } = this.#store;
    const frame = Math.min(state.frame, scene.frameCount - 1);
    const result = this.#compute(state, frame, 1);
    this.#store.set({ frame, level: Math.min(state.level, measure.depth - 1) });
    return result;
  }

  /** Computes a frame. Every one is, also those that are never drawn. */
  #run(state: LabState, frame: number): void {
    const ahead = this.frameAfter(frame, -this.#result.frame);
    const distance = Math.min(ahead, this.#simulation.scene.frameCount - ahead);
    this.#result = this.#compute(state, frame, Math.max(1, distance));
  }

  #compute(state: LabState, frame: number, framesMoved: number): FrameResult {
    const simulation = this.#simulation;
    const result = simulation.run(frame, state, simulation.ballCenter(state, frame));
    this.#glow.touch(simulation.hits.triangles, simulation.hits.count, framesMoved);
    this.#readout.record(result);
    this.#plot.record([[result.nodesVisited], [result.lazyMs, result.refitMs]]);
    return result;
  }

  #showLevel({ bound, level, testedOnly }: LabState, result: FrameResult): void {
    const { measure } = this.#simulation;
    if (level === NO_LEVEL || level >= measure.depth) {
      this.#level = undefined;
      this.#picture?.tree.hide();
      showLevelText(undefined, measure.depth);
      return;
    }
    if (level !== this.#level?.level) {
      this.#level = { level, bounds: this.#simulation.level(level), testedNodes: new Uint32Array(0) };
    }
    const { bounds } = this.#level;
    this.#simulation.updateLevel(bounds, result);
    const tested = this.#simulation.testedNodes(result);
    this.#level.testedNodes = bounds.nodes.filter((node) => tested[node] === 1);
    this.#picture?.tree.update(bounds, result.isRefitted ? 'box' : bound, tested, testedOnly);
    const nodeCount = bounds.nodes.length;
    const growth = bounds.growth.reduce((sum, value) => sum + value, 0) / nodeCount;
    const markedCount = this.#level.testedNodes.length;
    showLevelText({ level, nodeCount, mark: 'tested', markedCount, growth }, measure.depth);
  }

  #showFlight(): void {
    const { flight } = this.#store.state;
    this.#picture?.ball.showFlight(flight === 'hand' ? [] : this.#simulation.scene.centers[flight]);
  }

  #followBall({ center, radius }: FrameResult): void {
    if (this.#isApproaching) this.#stage?.approach(center, radius);
    else this.#stage?.follow(center);
    this.#isApproaching = false;
  }
}
