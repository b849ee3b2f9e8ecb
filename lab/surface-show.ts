/** A surface and its collisions with itself, as the page runs them. */
import type { Backend } from 'pliant/parts';
import type { CurtainFacts, SurfaceFacts } from './hook.js';
import { askQuestion } from './model/question.js';
import type { Ray } from './model/ray.js';
import type { SelfResult } from './model/self-collisions.js';
import { createSkinLevel } from './model/skin-level.js';
import type { SkinLevel } from './model/skin-level.js';
import { NO_LEVEL } from './model/state.js';
import type { LabState } from './model/state.js';
import { changed } from './model/store.js';
import type { Store } from './model/store.js';
import { FILM_RATE, frameCountOf, motionOf } from './model/subjects.js';
import type { Moment } from './model/subjects.js';
import type { Answer, SurfaceSimulation } from './model/surface-simulation.js';
import { RegionShow, showsRegions } from './region-show.js';
import type { Show } from './show.js';
import { BandPlot } from './ui/band-plot.js';
import { setRanges } from './ui/controls.js';
import { elementById } from './ui/elements.js';
import { showLevelText } from './ui/level-text.js';
import { SurfaceReadout } from './ui/surface-readout.js';
import type { DragTarget } from './view/drag-ball.js';
import type { Stage } from './view/stage.js';
import { SurfacePicture } from './view/surface-picture.js';

/** The choices that need another simulation when they change. */
export const SURFACE_KEYS = [
  'subject',
  'animalSize',
  'clothMotion',
  'clothLevels',
  'backend',
] as const satisfies readonly (keyof LabState)[];

const BANDS = [
  { title: 'patches baked', scale: 'count', lines: [{ color: '#c79bff' }] },
  { title: 'pairs that collide', scale: 'count', lines: [{ color: '#ff6b6b' }] },
  {
    title: 'time per frame:',
    scale: 'time',
    lines: [
      { name: 'lazy or adaptive', color: '#c79bff' },
      { name: 'refit', color: '#e0925f' },
      { name: 'self', color: '#ff6b6b' },
    ],
  },
] as const;

/** The choices that need another search of the same frame when they change. */
const SELF_KEYS = [
  'selfCollisions',
  'strategy',
  'pruning',
  'governors',
  'regions',
  'borders',
] as const satisfies readonly (keyof LabState)[];

const NONE = new Uint32Array(0);

/** How long the page may be busy with a search before it draws again. */
const LONGEST_MS = 14;

/**
 * Runs one surface after the other. A frame is shown when its search for collisions with itself is complete; until then the
 * one before stays, and answers the ray under the pointer. So a surface that is too large for that is played slower, and
 * what is red belongs to the picture that it is in.
 */
export class SurfaceShow implements Show {
  readonly scene = 'surface';
  readonly rate = FILM_RATE;
  readonly progress = undefined;
  readonly #stage: Stage | undefined;
  readonly #store: Store;
  readonly #readout = new SurfaceReadout();
  readonly #regions: RegionShow;
  readonly #plot = new BandPlot(elementById('surface-plot', HTMLElement), BANDS);
  #simulation: SurfaceSimulation;
  #picture: SurfacePicture | undefined;
  /** What is shown, and what is being searched to be shown next. */
  #moment: Moment;
  #pending: Moment | undefined;
  #answer: Answer;
  #self: SelfResult | undefined;
  /** What the plot had last. */
  #plotted: { readonly answer?: Answer; readonly self?: SelfResult | undefined } = {};
  #level: SkinLevel | undefined;

  /** `requestDraw` is called when there is something new to show, and nobody asked for another frame. */
  constructor(stage: Stage | undefined, store: Store, simulation: SurfaceSimulation, requestDraw: () => void) {
    this.#stage = stage;
    this.#store = store;
    this.#regions = new RegionShow(requestDraw);
    this.#simulation = simulation;
    this.#moment = this.#momentOf(store.state);
    this.#answer = this.#begin();
    if (stage !== undefined) stage.followsPointer = true;
  }

  get backend(): Backend {
    return this.#simulation.backend;
  }

  get frame(): number {
    return this.#moment.frame;
  }

  get isBusy(): boolean {
    return this.#pending !== undefined || (this.#self === undefined && this.#store.state.selfCollisions);
  }

  get isPreparing(): boolean {
    return this.#regions.isPreparing(this.#simulation, this.#store.state);
  }

  /** Goes over to another simulation. */
  adopt(simulation: SurfaceSimulation): void {
    this.#simulation.dispose();
    this.#simulation = simulation;
    this.#answer = this.#begin();
  }

  frameAfter(frame: number, by: number): number {
    const frameCount = frameCountOf(this.#momentOf(this.#store.state).motion);
    return (((frame + by) % frameCount) + frameCount) % frameCount;
  }

  onChange(state: LabState, previous: LabState): void {
    if (changed(state, previous, ['strategy', 'probe', 'ballSize'])) this.#readout.forgetTimes();
    if (changed(state, previous, ['motion'])) this.#showRanges(state);
    if (changed(state, previous, SELF_KEYS)) this.#forgetSelf();
  }

  advance(state: LabState, due: number): number {
    if (this.#regions.prepare(this.#simulation, state)) this.#forgetSelf();
    const moment = this.#momentOf(state);
    // Frames that are due at once are passed over but for the last: the surface moves as fast as it should.
    const wanted = { ...moment, frame: this.frameAfter(moment.frame, due) };
    if (!state.selfCollisions) {
      this.#moment = wanted;
      return wanted.frame;
    }
    const searched = this.#pending ?? (this.#self === undefined ? undefined : this.#moment);
    if (searched === undefined || !isSame(searched, wanted)) {
      this.#pending = wanted;
      const { governors, pruning, strategy } = state;
      this.#simulation.beginSelf(wanted, { strategy, pruning, governors, regions: showsRegions(state) });
    }
    if (this.#pending !== undefined) this.#goOn(this.#pending);
    return wanted.frame;
  }

  present(state: LabState): void {
    const pointed = this.#stage?.pointerRay();
    this.#ask(state, pointed);
    const answer = this.#answer;
    const isSelfFresh = this.#self !== undefined && this.#pending === undefined;
    this.#readout.showFrame(answer, this.#simulation.hits.triangles[0], frameCountOf(this.#moment.motion));
    this.#readout.showSelf(this.#self);
    if (!state.playing && (isSelfFresh || !state.selfCollisions)) this.#readout.announce(answer, this.#self);
    this.#plot.draw();
    this.#draw(state, pointed !== undefined);
    this.#showLevel(state);
    elementById('legend-baked', HTMLElement).hidden = !showsPatches(state);
    this.#regions.showLegend(this.#simulation, this.#self, state);
    elementById('legend-self', HTMLElement).hidden = !state.selfCollisions;
  }

  get drag(): DragTarget | undefined {
    const { question } = this.#answer;
    if (this.#store.state.probe !== 'ball' || question.probe !== 'ball') return undefined;
    return {
      center: Float64Array.from(this.#store.state.place),
      radius: question.radius,
      pick: (origin, direction) => this.#simulation.pick({ origin, direction }),
      moveTo: (place) => this.#store.set({ place }),
    };
  }

  facts(): Partial<CurtainFacts & SurfaceFacts> & { nodesVisited: number } {
    const { hits, measure, parts } = this.#simulation;
    const { question, parameter, ...counts } = this.#answer;
    const boxes = this.#level?.boxes;
    const isHit = parameter < Infinity;
    return {
      frameCount: frameCountOf(this.#moment.motion),
      triangleCount: parts.mesh.triangleCount,
      nodesOfLevel: measure.nodesOfLevel,
      touched: [...hits.triangles.subarray(0, hits.count)].sort((a, b) => a - b),
      marked: this.#picture?.skin.touched.shown() ?? [],
      isRefitted: counts.isRefitted,
      blocksEvaluated: counts.blocksEvaluated,
      verticesPosed: counts.verticesPosed,
      boundTests: counts.boundTests,
      triangleTests: counts.triangleTests,
      nodesVisited: counts.nodesVisited,
      testedNodes: Array.from(boxes?.slots ?? NONE).filter((_, i) => boxes?.evaluated[i] === 1),
      drawnNodes: this.#picture?.tree.drawnCount ?? 0,
      growth: [...(this.#level?.growth ?? [])],
      ...(question.probe === 'ball'
        ? { ball: question.center, ballOnScreen: this.#stage?.toScreen(Float64Array.from(question.center)) ?? [] }
        : { ray: [...question.origin, ...question.direction], hitParameter: isHit ? parameter : -1 }),
      hitTriangle: isHit ? hits.triangles[0] : -1,
      patchesBaked: counts.patchesBaked,
      patchCount: parts.bounds.patchCount,
      drawnBaked: this.#picture?.skin.baked.count ?? 0,
      selfPairs: [...(this.#self?.pairs ?? [])],
      markedSelf: this.#picture?.skin.self.shown() ?? [],
      selfNodes: this.#self?.nodesVisited ?? 0,
      selfTests: this.#self?.triangleTests ?? 0,
      regionsUnbent: this.#self?.regionsUnbent ?? 0,
      regionsTried: this.#self?.regionsTried ?? 0,
      regionsFree: this.#self?.regionsFree ?? 0,
      bordersSeen: this.#self?.bordersSeen ?? 0,
      borderEdges: this.#self?.borderEdges ?? 0,
      regionSizes: [...(this.#self?.regions?.sizes ?? [])],
      regionRules: [...(this.#self?.regions?.rules ?? [])],
      drawnRegions: this.#picture?.skin.regions.drawnTriangles ?? [],
      drawnBorders: this.#picture?.skin.regions.drawnEdges ?? 0,
    };
  }

  dispose(): void {
    if (this.#stage !== undefined) this.#stage.followsPointer = false;
    this.#regions.dispose();
    this.#simulation.dispose();
    this.#picture?.dispose();
    this.#plot.dispose();
  }

  /** Shows a simulation that was not there before, and asks it for the first time. */
  #begin(): Answer {
    const { state } = this.#store;
    this.#level = undefined;
    this.#forgetSelf();
    this.#plot.clear();
    this.#readout.showSimulation(this.#simulation);
    if (this.#stage !== undefined) {
      this.#picture?.dispose();
      this.#picture = new SurfacePicture(this.#simulation.parts, this.#momentOf(state).motion);
      this.#picture.ball.showFlight([]);
      this.#stage.show(this.#picture);
    }
    this.#showRanges(state);
    this.#moment = this.#momentOf(state);
    this.#store.set({ frame: this.#moment.frame, level: Math.min(state.level, this.#simulation.measure.depth - 1) });
    const answer = this.#askNow(state, undefined);
    this.#readout.record(answer);
    return answer;
  }

  /** Goes on with the search for collisions with itself; shows its moment when it is complete. */
  #goOn(moment: Moment): void {
    const result = this.#simulation.self.step(LONGEST_MS);
    if (result === undefined) return;
    this.#pending = undefined;
    this.#self = result;
    this.#moment = moment;
    this.#readout.recordSelf(result);
  }

  #forgetSelf(): void {
    this.#pending = undefined;
    this.#self = undefined;
  }

  #ask(state: LabState, pointed: Ray | undefined): void {
    const before = this.#answer;
    this.#answer = this.#askNow(state, pointed);
    const { lazyMs, patchesBaked, refitMs } = this.#answer;
    if (this.#answer !== before) this.#readout.record(this.#answer);
    const isPlotted = this.#answer === this.#plotted.answer && this.#self === this.#plotted.self;
    if (isPlotted || (state.selfCollisions && this.#self === undefined)) return;
    this.#plotted = { answer: this.#answer, self: this.#self };
    const { pairCount = null, searchMs = null } = this.#self ?? {};
    this.#plot.record([[patchesBaked], [pairCount], [lazyMs, refitMs, searchMs]]);
  }

  #askNow(state: LabState, pointed: Ray | undefined): Answer {
    const { frame, motion } = this.#moment;
    const question = askQuestion(state, motion, frame / frameCountOf(motion), pointed);
    return this.#simulation.ask(this.#moment, question, state.strategy);
  }

  #draw(state: LabState, isFromEye: boolean): void {
    this.#regions.draw(this.#picture, this.#self, state);
    if (this.#picture === undefined) return;
    const { ball, ray, skin } = this.#picture;
    const { question, parameter, hitCount } = this.#answer;
    const { hits, poseNumbers } = this.#simulation;
    skin.update(poseNumbers, state.wireframe);
    skin.touched.update(hits.triangles, hits.count);
    skin.self.update(this.#self?.triangles ?? NONE, this.#self?.triangles.length ?? 0);
    const baked = showsPatches(state) ? this.#simulation.bakedTriangles() : undefined;
    skin.baked.update(baked?.triangles ?? NONE, baked?.count ?? 0);
    ray.update(question, parameter, isFromEye);
    ball.object.visible = question.probe === 'ball';
    if (question.probe === 'ball') ball.update(Float64Array.from(question.center), question.radius, hitCount > 0);
  }

  #showLevel({ level, testedOnly }: LabState): void {
    const { depth } = this.#simulation.measure;
    if (level === NO_LEVEL || level >= depth) {
      this.#level = undefined;
      this.#picture?.tree.hide();
      showLevelText(undefined, depth);
      return;
    }
    if (level !== this.#level?.boxes.level) this.#level = createSkinLevel(this.#simulation.parts, level);
    const { boxes, growth } = this.#level;
    this.#simulation.updateLevel(this.#level);
    this.#picture?.tree.update(this.#level, 'box', boxes.evaluated, testedOnly);
    const mean = growth.reduce((sum, value) => sum + value, 0) / boxes.count;
    const markedCount = boxes.evaluated.reduce((sum, value) => sum + value, 0);
    showLevelText({ level, nodeCount: boxes.count, mark: 'computed', markedCount, growth: mean }, depth);
  }

  #showRanges(state: LabState): void {
    setRanges(frameCountOf(this.#momentOf(state).motion), this.#simulation.measure.depth);
  }

  /** The moment that the choices ask for; the last of the film for a frame that it has not. */
  #momentOf(state: LabState): Moment {
    const motion = motionOf(this.#simulation.parts.subject.kind, state);
    return { motion, frame: Math.min(state.frame, frameCountOf(motion) - 1) };
  }
}

/** Whether baked patches are marked: not where the surface is coloured by its regions. */
function showsPatches({ patches, regions, selfCollisions }: LabState): boolean {
  return patches && !(regions !== 'off' && selfCollisions);
}

function isSame(a: Moment, b: Moment): boolean {
  return a.motion === b.motion && a.frame === b.frame;
}
