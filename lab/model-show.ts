/** A model, as the page runs it. */
import type { Finding } from 'pliant/audit';
import { parseHidden } from './model/model-choices.js';
import type { ModelClient } from './model/model-client.js';
import { MODEL_RATE, REST_CLIP, clipOf, frameAtTime, frameCountOfClip, nameClips } from './model/model-moment.js';
import type { CollisionResult } from './model/scene-collisions.js';
import { MODEL_CHOICES } from './model/state.js';
import type { LabState } from './model/state.js';
import { changed } from './model/store.js';
import type { Store } from './model/store.js';
import { wanderOver } from './model/wander.js';
import { RunningModel } from './running-model.js';
import type { Drawn } from './running-model.js';
import type { Show } from './show.js';
import { AuditPanel } from './ui/audit-panel.js';
import { BandPlot } from './ui/band-plot.js';
import { setRanges } from './ui/controls.js';
import { elementById } from './ui/elements.js';
import { ModelReadout } from './ui/model-readout.js';
import { MorphSliders } from './ui/morph-sliders.js';
import { ObjectList } from './ui/object-list.js';
import { showTreeText } from './ui/tree-text.js';
import type { PickResult } from './view/model-picker.js';
import { cssColor } from './view/model-picture.js';
import type { Stage } from './view/stage.js';

const BANDS = [
  { title: 'pairs that pass through', scale: 'count', lines: [{ color: '#ff6b6b' }] },
  { title: 'nodes visited by the ray', scale: 'count', lines: [{ color: '#3fb6c9' }] },
  {
    title: 'time per frame:',
    scale: 'time',
    lines: [
      { name: 'lazy or adaptive', color: '#c79bff' },
      { name: 'refit', color: '#e0925f' },
      { name: 'collisions', color: '#ff6b6b' },
    ],
  },
] as const;

/** An audit of up to so many vertices times instants begins by itself. */
const QUICK_AUDIT = 12_000_000;
const AUDIT_RATE = 30;

/** What a model is shown with. */
export interface ModelShowOptions {
  readonly stage: Stage | undefined;
  readonly store: Store;
  readonly requestDraw: () => void;
  readonly onFailure: (error: unknown) => void;
}

/** Runs one model after the other. */
export class ModelShow implements Show {
  readonly scene = 'model';
  readonly rate = MODEL_RATE;
  /** A clip keeps its pace on a slow machine too: poses do not depend on those before. */
  readonly mostFrames = MODEL_RATE / 2;
  readonly progress = undefined;
  readonly backend = 'wasm';
  readonly drag = undefined;
  readonly #options: ModelShowOptions;
  readonly #stage: Stage | undefined;
  readonly #store: Store;
  readonly #readout = new ModelReadout();
  readonly #plot = new BandPlot(elementById('model-plot', HTMLElement), BANDS);
  readonly #objects: ObjectList;
  readonly #morphs: MorphSliders;
  readonly #panel: AuditPanel;
  /** Ends what listens to the page. */
  readonly #ended = new AbortController();
  #running: RunningModel;
  #isAuditStale = true;

  constructor(client: ModelClient, name: string, options: ModelShowOptions) {
    this.#options = options;
    this.#stage = options.stage;
    this.#store = options.store;
    this.#objects = new ObjectList(options.store);
    const { signal } = this.#ended;
    this.#morphs = new MorphSliders(options.store, signal);
    const actions = {
      toggle: () => this.#toggleAudit(),
      goToClip: (clip: number, share: number | undefined) => this.#goToClip(clip, share),
      goToFinding: (finding: Finding) => this.#goToFinding(finding),
    };
    this.#panel = new AuditPanel(actions, signal);
    if (this.#stage !== undefined) {
      this.#stage.followsPointer = true;
      this.#stage.onTap = () => this.#putPin();
    }
    this.#running = this.#begin(client, name);
    this.#showAll();
  }

  /** Goes over to another model, or to what its file has become; `isOther` forgets what was chosen about the one before. */
  adopt(client: ModelClient, name: string, isOther: boolean): void {
    this.#running.dispose();
    if (isOther) this.#store.set(MODEL_CHOICES);
    this.#running = this.#begin(client, name);
    this.#showAll();
  }

  get frame(): number {
    return this.#running.playback.frame;
  }

  get isBusy(): boolean {
    return this.#running.isBuilding || this.#running.playback.isBusy(this.#store.state);
  }

  frameAfter(frame: number, by: number): number {
    const count = this.#running.playback.frameCount(this.#store.state);
    return (((frame + by) % count) + count) % count;
  }

  onChange(state: LabState, previous: LabState): void {
    // Lazy and refit are both measured, whichever of them is chosen.
    if ((state.strategy === 'adaptive') !== (previous.strategy === 'adaptive')) this.#readout.forgetTimes();
    if (changed(state, previous, ['clip'])) this.#showRanges(state);
    if (changed(state, previous, ['clip', 'known'])) this.#isAuditStale = true;
    if (state.playing && !previous.playing) this.#panel.findings.mark(undefined);
  }

  advance(state: LabState, due: number): number {
    const running = this.#running;
    const { frame, isOtherPose } = running.playback.advance(state, due);
    if (isOtherPose) running.takePose();
    return frame;
  }

  present(state: LabState): void {
    const { drawn, playback } = this.#running;
    const hidden = parseHidden(state.hidden);
    const live = state.live ? playback.result : undefined;
    drawn?.picture.dress({ hidden, seeThrough: state.seeThrough, wireframe: state.wireframe });
    drawn?.picture.mark(live, hidden, state.known, playback.isExact);
    const pick = drawn && this.#cast(drawn, state, hidden);
    drawn?.picture.trees.update(state, drawn.picker.shown(state.strategy, hidden));
    showTreeText(state, drawn?.picture.trees.drawnCount ?? 0);
    this.#readout.showLive(live, playback.scene, state.live ? playback.preparing : undefined);
    this.#readout.showTime(playback.scene, playback.moment);
    this.#objects.show(hidden, live);
    this.#morphs.show(playback.evaluator);
    this.#showAudit();
    const count = playback.frameCount(state);
    this.#panel.lines.showPlace(playback.moment.clip, count > 1 ? playback.frame / (count - 1) : 0);
    if (!state.playing && !this.isBusy) this.#readout.announce(live, pick);
    this.#record(live, pick);
    this.#plot.draw();
    elementById('legend-new', HTMLElement).hidden = !state.live;
    elementById('legend-known', HTMLElement).hidden = !state.live || !state.known;
  }

  nextFinding(by: number): void {
    this.#panel.findings.choose(by);
  }

  facts(): ReturnType<RunningModel['facts']> {
    return this.#running.facts(this.#store.state);
  }

  dispose(): void {
    if (this.#stage !== undefined) {
      this.#stage.followsPointer = false;
      this.#stage.onTap = undefined;
    }
    this.#ended.abort();
    this.#running.dispose();
    this.#plot.dispose();
    this.#panel.dispose();
    this.#readout.showLabel(undefined);
  }

  #begin(client: ModelClient, name: string): RunningModel {
    const { onFailure, requestDraw, stage } = this.#options;
    return new RunningModel(client, name, this.#store.state, {
      stage,
      onFound: (found) => this.#readout.recordSearch(found),
      // Many clips may be done between two frames.
      onAudit: () => (this.#isAuditStale = true),
      requestDraw,
      onFailure,
    });
  }

  /** Fills all lists, and begins an audit that does not take long. */
  #showAll(): void {
    const { audit, client, drawn, name, playback } = this.#running;
    const { scene, targetNames } = client.model;
    const { state } = this.#store;
    this.#plot.clear();
    this.#readout.showModel(client.model, name, state.model === 'file');
    this.#readout.showPin(undefined, scene, false);
    const colors = scene.objects.map((_, i) => (drawn === undefined ? '' : cssColor(drawn.picture.objects[i].color)));
    this.#objects.fill(scene.objects, colors);
    this.#morphs.fill(scene.objects, targetNames);
    this.#panel.lines.fill(scene, nameClips(scene.clips));
    this.#panel.findings.mark(undefined);
    this.#store.set({ clip: clipOf(scene, state.clip), frame: playback.frame });
    this.#showRanges(this.#store.state);
    this.#isAuditStale = true;
    const instants = scene.clips.reduce((sum, { duration }) => sum + duration * AUDIT_RATE + 1, 1);
    const vertices = scene.objects.reduce((sum, { mesh }) => sum + mesh.vertexCount, 0);
    if (vertices * instants < QUICK_AUDIT) audit.start(playback.moment.clip);
  }

  /** Casts the ray under the pointer, or the one that wanders, and shows what it hits. */
  #cast(drawn: Drawn, state: LabState, hidden: ReadonlySet<number>): PickResult | undefined {
    const running = this.#running;
    if (running.isBuilding) return undefined;
    const { extent, isOtherPose, playback } = running;
    const pointed = this.#stage?.pointerRay();
    running.ray = pointed ?? wanderOver(extent, playback.frame / Math.max(MODEL_RATE, playback.frameCount(state)));
    const pick = drawn.picker.pick(running.ray, state.strategy, hidden, isOtherPose);
    running.pick = pick;
    if (isOtherPose) this.#readout.record(pick);
    drawn.pin.update();
    drawn.picture.hit.update(pick.hit);
    this.#readout.showPick(pick, playback.scene);
    const labelled = pointed && pick.hit;
    this.#readout.showLabel(labelled, labelled && this.#stage?.toScreen(Float64Array.from(labelled.point.toArray())));
    return pick;
  }

  #record(live: CollisionResult | undefined, pick: PickResult | undefined): void {
    const running = this.#running;
    if (!running.isOtherPose || running.isBuilding) return;
    running.isOtherPose = false;
    const pairs = live?.meetings.reduce((sum, { added }) => sum + added, 0) ?? null;
    const times = [pick?.lazyMs ?? null, pick?.refitMs || null, live?.searchMs ?? null];
    this.#plot.record([[pairs], [pick?.nodesVisited ?? null], times]);
  }

  /** Pins a mark to what the pointer is on, or takes it away where that is nothing. */
  #putPin(): void {
    const { drawn, isBuilding, playback } = this.#running;
    const pointed = this.#stage?.pointerRay();
    if (drawn === undefined || pointed === undefined || isBuilding) return;
    const { hidden, strategy } = this.#store.state;
    // A finger has not hovered there before.
    const { hit } = drawn.picker.pick(pointed, strategy, parseHidden(hidden), false);
    drawn.pin.put(hit, drawn.picture.objects);
    const isColliding = hit !== undefined && playback.result?.added[hit.object].includes(hit.triangle) === true;
    this.#readout.showPin(hit, playback.scene, isColliding);
    this.#options.requestDraw();
  }

  #showRanges(state: LabState): void {
    setRanges(this.#running.playback.frameCount(state), 1);
    // A slider takes no value beyond its end, and the end has just moved.
    elementById('frame', HTMLInputElement).valueAsNumber = state.frame;
  }

  #showAudit(): void {
    if (!this.#isAuditStale) return;
    this.#isAuditStale = false;
    const { audit, playback } = this.#running;
    const { clip, known } = this.#store.state;
    this.#panel.show(audit, clipOf(playback.scene, clip), known);
  }

  #toggleAudit(): void {
    const { audit, playback } = this.#running;
    if (audit.state === 'running') audit.stop();
    else audit.start(playback.moment.clip);
  }

  #goToClip(clip: number, share: number | undefined): void {
    const last = frameCountOfClip(this.#running.playback.scene.clips[clip]) - 1;
    this.#store.set(
      share === undefined ? { clip, frame: 0 } : { clip, frame: Math.round(share * last), playing: false },
    );
  }

  #goToFinding(finding: Finding): void {
    const { extent, playback } = this.#running;
    const { clips } = playback.scene;
    const clip = finding.clip === null ? REST_CLIP : nameClips(clips).indexOf(finding.clip);
    this.#store.set({ clip, frame: frameAtTime(clips[clip], finding.peak), playing: false });
    this.#panel.findings.mark(finding);
    const reach = Math.hypot(...extent.low.map((low, axis) => extent.high[axis] - low));
    // Twice as wide as a ring of that length, but neither lost in a detail nor farther away than the whole.
    const ring = (0.5 * finding.contourLength) / Math.max(1, finding.places);
    this.#stage?.lookAt(finding.center, Math.min(Math.max(ring, 0.16 * reach), 0.4 * reach));
    this.#options.requestDraw();
  }
}
