/** A model, as the page runs it. */
import { createSceneEvaluator } from 'pliant/audit';
import type { AnimatedScene, Finding, SceneEvaluator } from 'pliant/audit';
import type { Attachment } from 'pliant/three';
import type { LabSnapshot, ModelFacts } from './hook.js';
import { parseHidden, parseWeights } from './model/model-choices.js';
import { ModelAudit } from './model/model-audit.js';
import type { ModelClient } from './model/model-client.js';
import { measureExtent } from './model/model-extent.js';
import type { Extent } from './model/model-extent.js';
import {
  MODEL_RATE,
  REST_CLIP,
  clipOf,
  frameAtTime,
  frameCountOfClip,
  nameClips,
  timeOfFrame,
} from './model/model-moment.js';
import { goToMoment } from './model/model-moment.js';
import type { ModelMoment } from './model/model-moment.js';
import { formatCount } from './model/format.js';
import type { Ray } from './model/question.js';
import type { CollisionResult } from './model/scene-collisions.js';
import type { LabState } from './model/state.js';
import { changed } from './model/store.js';
import type { Store } from './model/store.js';
import type { Show } from './show.js';
import { BandPlot } from './ui/band-plot.js';
import { setRanges } from './ui/controls.js';
import { elementById } from './ui/elements.js';
import { FindingList } from './ui/finding-list.js';
import { drawInstants } from './ui/frame-heat.js';
import { ModelReadout } from './ui/model-readout.js';
import { MorphSliders } from './ui/morph-sliders.js';
import { ObjectList } from './ui/object-list.js';
import { setText } from './ui/text.js';
import { TimeLines } from './ui/time-lines.js';
import { ModelPicker } from './view/model-picker.js';
import type { PickResult } from './view/model-picker.js';
import { ModelPicture, cssColor } from './view/model-picture.js';
import type { Stage } from './view/stage.js';

/** The choices that need another model when they change. */
export const MODEL_KEYS = ['model', 'file'] as const satisfies readonly (keyof LabState)[];

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

/** How long a picture waits for its collisions: beyond that it is shown without, and they follow when they are there. */
const LONGEST_WAIT_MS = 120;
/** An audit of up to so many triangles times instants begins by itself. */
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
  readonly progress = undefined;
  readonly backend = 'wasm';
  readonly drag = undefined;
  readonly #stage: Stage | undefined;
  readonly #store: Store;
  readonly #options: ModelShowOptions;
  readonly #readout = new ModelReadout();
  readonly #plot = new BandPlot(elementById('model-plot', HTMLElement), BANDS);
  readonly #objects: ObjectList;
  readonly #morphs: MorphSliders;
  readonly #lines = new TimeLines((clip, share) => this.#goToClip(clip, share));
  readonly #findings = new FindingList((finding) => this.#goToFinding(finding));
  readonly #heat = elementById('frame-heat', HTMLCanvasElement);
  readonly #heatObserver = new ResizeObserver(() => this.#drawHeat());
  #running!: Running;

  constructor(client: ModelClient, name: string, options: ModelShowOptions) {
    this.#options = options;
    this.#stage = options.stage;
    this.#store = options.store;
    this.#objects = new ObjectList(options.store);
    this.#morphs = new MorphSliders(options.store);
    this.#heatObserver.observe(this.#heat);
    elementById('audit-button', HTMLButtonElement).onclick = () => this.#toggleAudit();
    if (this.#stage !== undefined) {
      this.#stage.followsPointer = true;
      this.#stage.onTap = () => this.#pin();
    }
    this.#begin(client, name);
  }

  /** Goes over to another model. What was chosen about the one before does not hold for it. */
  adopt(client: ModelClient, name: string, previous: LabState): void {
    this.#end();
    const { state } = this.#store;
    // Choices that came together with the model, as in a link, are kept.
    const reset: Partial<LabState> = { clip: 0, hidden: '', weights: '', frame: 0 };
    const stale = (Object.keys(reset) as (keyof LabState)[]).every((key) => key === 'frame' || state[key] === previous[key]);
    if (stale) this.#store.set(reset);
    this.#begin(client, name);
  }

  get frame(): number {
    return this.#running.frame;
  }

  get isBusy(): boolean {
    const { foundKey, isPicking, pending, shownKey, waitingSince } = this.#running;
    const { state } = this.#store;
    if (isPicking) return true;
    if (!state.playing) return this.#want(state, 0).key !== shownKey || (state.live && shownKey !== foundKey);
    const isMissing = state.live && (pending?.key ?? shownKey) !== foundKey;
    return isMissing && performance.now() - waitingSince < LONGEST_WAIT_MS;
  }

  frameAfter(frame: number, by: number): number {
    const count = this.#frameCount(this.#store.state);
    return (((frame + by) % count) + count) % count;
  }

  onChange(state: LabState, previous: LabState): void {
    if (changed(state, previous, ['strategy'])) this.#readout.forgetTimes();
    if (changed(state, previous, ['clip'])) {
      this.#showRanges(state);
      this.#drawHeat();
    }
    if (changed(state, previous, ['known'])) {
      this.#showAudit();
      this.#drawHeat();
    }
    if (changed(state, previous, ['clip', 'frame', 'playing']) && state.playing) this.#findings.mark(undefined);
  }

  advance(state: LabState, due: number): number {
    const running = this.#running;
    const { foundKey, pending } = running;
    // What was waited for is there, or has been waited for long enough.
    const isLate = performance.now() - running.waitingSince >= LONGEST_WAIT_MS;
    if (pending !== undefined && (pending.key === foundKey || isLate)) this.#pose(pending);

    const wanted = this.#want(state, due);
    if (wanted.key !== running.shownKey) {
      if (!state.live || wanted.key === foundKey) this.#pose(wanted);
      else {
        if (running.pending === undefined) running.waitingSince = performance.now();
        running.pending = wanted;
      }
    }
    const asked = running.pending ?? wanted;
    if (state.live && asked.key !== foundKey && !running.client.isSearching) {
      running.askedKey = asked.key;
      running.client.search(asked.moment, [...parseHidden(state.hidden)]);
    }
    return wanted.frame;
  }

  present(state: LabState): void {
    const running = this.#running;
    const { evaluator, picture, result } = running;
    const hidden = parseHidden(state.hidden);
    const live = state.live ? result : undefined;
    picture?.dress({ hidden, seeThrough: state.seeThrough, wireframe: state.wireframe });
    const isExact = running.shownKey === running.foundKey;
    picture?.mark(live, hidden, state.known, isExact);
    const pick = this.#pick(state, hidden);
    picture?.trees.update(state, hidden);
    this.#showTrees(state);
    this.#readout.showLive(live, running.scene, state.live ? running.preparing : undefined);
    this.#objects.show(hidden, live);
    this.#morphs.show(evaluator);
    if (!state.playing && pick !== undefined && !this.isBusy) this.#readout.announce(live, pick);
    this.#record(live, pick);
    this.#plot.draw();
    this.#showPlace(state);
    elementById('legend-new', HTMLElement).hidden = !state.live;
    elementById('legend-known', HTMLElement).hidden = !state.live || !state.known;
  }

  /** Goes to the finding that is so many after the present one. */
  nextFinding(by: number): void {
    this.#findings.choose(by);
  }

  facts(): ModelFacts & Pick<LabSnapshot, 'frameCount' | 'triangleCount' | 'nodesVisited' | 'drawnNodes' | 'ray'> {
    const { audit, moment, name, pick, picture, pinned, ray, result, scene } = this.#running;
    const { live } = this.#store.state;
    const contacts = live ? (result?.contacts ?? []) : [];
    return {
      modelName: name,
      objectNames: scene.objects.map((object) => object.name),
      clipNames: nameClips(scene.clips),
      clipTime: moment.time,
      frameCount: this.#frameCount(this.#store.state),
      triangleCount: scene.objects.reduce((sum, { mesh }) => sum + mesh.triangleCount, 0),
      nodesVisited: pick?.nodesVisited ?? 0,
      newPairs: contacts.reduce((sum, { added }) => sum + added, 0),
      knownPairs: contacts.reduce((sum, { known }) => sum + known, 0),
      isExact: this.#running.shownKey === this.#running.foundKey,
      drawnNodes: picture?.trees.drawnCount ?? 0,
      markedTriangles: picture?.markedCount ?? 0,
      ray: ray === undefined ? [] : [...ray.origin, ...ray.direction],
      picked: pick?.hit === undefined ? [] : [pick.hit.object, pick.hit.triangle, pick.hit.distance],
      pickedBone: pick?.hit?.bone ?? '',
      pinned: pinned === undefined ? [] : (picture?.hit.pin.position.toArray() ?? []),
      auditState: audit.state,
      findingCount: audit.findings.filter((finding) => finding.new).length,
    };
  }

  dispose(): void {
    if (this.#stage !== undefined) {
      this.#stage.followsPointer = false;
      this.#stage.onTap = undefined;
    }
    this.#end();
    this.#plot.dispose();
    this.#lines.dispose();
    this.#heatObserver.disconnect();
    elementById('pick-label', HTMLElement).hidden = true;
  }

  #begin(client: ModelClient, name: string): void {
    const { scene, surfaces, targetNames } = client.model;
    const { state } = this.#store;
    const clip = clipOf(scene, state.clip);
    const extent = measureExtent(scene, clip);
    const picture = this.#stage && new ModelPicture(client.model, extent);
    const running = createRunning(client, name, extent, picture);
    this.#running = running;
    this.#plot.clear();
    this.#readout.showModel(client.model, name, state.model === 'file');
    const colors = scene.objects.map((_, i) => (picture === undefined ? '' : cssColor(picture.objects[i].color)));
    this.#objects.fill(scene.objects, colors);
    this.#morphs.fill(scene.objects, targetNames);
    this.#lines.fill(scene, nameClips(scene.clips));
    this.#findings.mark(undefined);
    this.#showRanges(state);
    this.#store.set({ clip: clip === REST_CLIP && scene.clips.length === 0 ? REST_CLIP : clip });
    client.onFound = (result) => this.#take(running, result);
    client.onPreparing = (what) => {
      running.preparing = what;
      this.#options.requestDraw();
    };
    client.onFailure = this.#options.onFailure;
    running.audit.onChange = () => this.#showAudit();
    if (picture !== undefined) {
      this.#stage?.show(picture);
      void this.#preparePicker(running);
    }
    this.#pose(this.#want(this.#store.state, 0));
    this.#showAudit();
    const instants = scene.clips.reduce((sum, { duration }) => sum + duration * AUDIT_RATE + 1, 1);
    const triangles = surfaces.reduce((sum, { normals }) => sum + normals.length / 3, 0);
    if (triangles * instants < QUICK_AUDIT) running.audit.start(clip);
  }

  #end(): void {
    const { abort, audit, client, picker, picture, pinned } = this.#running;
    abort.abort();
    pinned?.dispose();
    picker?.dispose();
    audit.dispose();
    client.dispose();
    picture?.dispose();
  }

  /** Shows a moment. */
  #pose({ frame, key, moment }: Wanted): void {
    const running = this.#running;
    running.pending = undefined;
    running.shownKey = key;
    running.moment = moment;
    running.frame = frame;
    goToMoment(running.evaluator, moment);
    running.picture?.pose(running.evaluator);
    running.isOtherPose = true;
  }

  async #preparePicker(running: Running): Promise<void> {
    const picker = new ModelPicker(running.scene, running.picture!.objects);
    running.picker = picker;
    running.isPicking = true;
    try {
      await picker.prepare(running.abort.signal, () => {});
    } catch (error) {
      if (!running.abort.signal.aborted) this.#options.onFailure(error);
    }
    running.isPicking = false;
    running.isOtherPose = true;
    this.#options.requestDraw();
  }

  /** Takes over what the worker has found. */
  #take(running: Running, result: CollisionResult): void {
    running.result = result;
    running.foundKey = running.askedKey;
    this.#readout.recordSearch(result);
    this.#options.requestDraw();
  }

  #frameCount({ clip }: LabState): number {
    const { scene } = this.#running;
    return frameCountOfClip(scene.clips[clipOf(scene, clip)]);
  }

  /** The moment that the choices ask for, so many frames on. */
  #want(state: LabState, due: number): Wanted {
    const { scene } = this.#running;
    const count = this.#frameCount(state);
    const frame = (Math.min(state.frame, count - 1) + due) % count;
    const clip = clipOf(scene, state.clip);
    const moment = { clip, time: timeOfFrame(scene.clips[clip], frame), weights: parseWeights(state.weights) };
    return { moment, frame, key: keyOf(moment, state.hidden) };
  }

  #pick(state: LabState, hidden: ReadonlySet<number>): PickResult | undefined {
    const running = this.#running;
    const { picker, picture } = running;
    if (picker === undefined || picture === undefined || running.isPicking) return undefined;
    const pointed = this.#stage?.pointerRay();
    running.ray = pointed ?? this.#wander();
    const pick = picker.pick(running.ray, state.strategy, hidden, running.isOtherPose);
    if (running.isOtherPose) this.#readout.record(pick);
    running.pick = pick;
    running.pinned?.update();
    picture.hit.update(pick.hit);
    this.#readout.showPick(pick, running.scene);
    this.#showLabel(pointed === undefined ? undefined : pick);
    return pick;
  }

  /** A ray that wanders over the model once in a clip, while nobody points at it. */
  #wander(): Ray {
    const { extent, frame } = this.#running;
    const turn = (2 * Math.PI * frame) / Math.max(60, this.#frameCount(this.#store.state));
    const center = extent.low.map((low, axis) => (low + extent.high[axis]) / 2);
    const size = extent.low.map((low, axis) => extent.high[axis] - low);
    const target = [
      center[0] + 0.25 * size[0] * Math.cos(turn),
      center[1] + 0.2 * size[1] * Math.sin(2 * turn),
      center[2],
    ];
    const reach = Math.hypot(...size);
    const origin = [center[0] + 0.5 * reach, center[1] + 0.6 * reach, center[2] + reach];
    const way = target.map((coordinate, axis) => coordinate - origin[axis]);
    const length = Math.hypot(...way);
    return { origin, direction: way.map((coordinate) => coordinate / length) };
  }

  /** Says beside the pointer what it is on. */
  #showLabel(pick: PickResult | undefined): void {
    const label = elementById('pick-label', HTMLElement);
    const hit = pick?.hit;
    label.hidden = hit === undefined || this.#stage === undefined;
    if (hit === undefined || this.#stage === undefined) return;
    const [x, y] = this.#stage.toScreen(Float64Array.from(hit.point.toArray()));
    setText('pick-label', `${hit.bone} · triangle ${hit.triangle}`);
    label.style.translate = `${Math.round(x)}px ${Math.round(y)}px`;
  }

  /** Pins a mark to what the pointer is on, or takes it away where that is nothing. */
  #pin(): void {
    const running = this.#running;
    const { picker, picture, scene } = running;
    const { hidden, strategy } = this.#store.state;
    const pointed = this.#stage?.pointerRay();
    if (picture === undefined || picker === undefined || pointed === undefined || running.isPicking) return;
    running.pinned?.dispose();
    running.pinned = undefined;
    // A finger has not hovered there before.
    const { hit } = picker.pick(pointed, strategy, parseHidden(hidden), false);
    const tree = hit && picture.objects[hit.object].mesh.deformTree;
    picture.hit.pin.visible = tree !== undefined;
    const text = elementById('pin-text', HTMLElement);
    text.hidden = hit === undefined;
    if (hit !== undefined && tree !== undefined) {
      running.pinned = tree.attach(picture.hit.pin, hit.intersection);
      const collides = this.#isColliding(hit.object, hit.triangle);
      const { name } = scene.objects[hit.object];
      const what = collides ? ' It passes through something here.' : '';
      text.textContent = `Pinned to triangle ${hit.triangle} of ${name}, near ${hit.bone}.${what}`;
    }
    this.#options.requestDraw();
  }

  #isColliding(object: number, triangle: number): boolean {
    return this.#running.result?.added[object].includes(triangle) ?? false;
  }

  #record(live: CollisionResult | undefined, pick: PickResult | undefined): void {
    const running = this.#running;
    if (!running.isOtherPose || pick === undefined) return;
    running.isOtherPose = false;
    const pairs = live?.contacts.reduce((sum, { added }) => sum + added, 0) ?? null;
    this.#plot.record([[pairs], [pick.nodesVisited], [pick.lazyMs, pick.refitMs || null, live?.searchMs ?? null]]);
  }

  #showPlace(state: LabState): void {
    const { frame, moment, scene } = this.#running;
    const count = this.#frameCount(state);
    this.#lines.showPlace(moment.clip, count > 1 ? frame / (count - 1) : 0);
    setText('frame-number', `${moment.time.toFixed(2)} s`);
    const clip = scene.clips[moment.clip];
    setText('frame-count', clip === undefined ? 'rest pose' : `/ ${clip.duration.toFixed(2)} s`);
  }

  #showTrees({ level, treeLook }: LabState): void {
    const count = this.#running.picture?.trees.drawnCount ?? 0;
    const boxes = `${formatCount(count)} ${count === 1 ? 'box' : 'boxes'}`;
    const hints = {
      off: 'Each object has a tree of boxes that follow its bones and morph targets.',
      level: `Level ${Math.max(0, level)} from the top: ${boxes}.`,
      visited: `What the ray looked at in this pose: ${boxes}. No other has been computed.`,
      front: `Where the ray gave up, and the leaves it reached: ${boxes}.`,
    };
    setText('tree-look-hint', hints[treeLook]);
    setText('tree-level-text', String(Math.max(0, level)));
    elementById('tree-level-row', HTMLElement).hidden = treeLook !== 'level';
    elementById('tree-level', HTMLInputElement).valueAsNumber = Math.max(0, level);
    for (const item of document.querySelectorAll<HTMLElement>('.tree-item')) item.hidden = treeLook === 'off';
  }

  #showRanges(state: LabState): void {
    setRanges(this.#frameCount(state), 1);
    // A slider takes no value beyond its end, and the end has just moved.
    elementById('frame', HTMLInputElement).valueAsNumber = state.frame;
  }

  #showAudit(): void {
    const { audit } = this.#running;
    const { known } = this.#store.state;
    this.#readout.showAudit(audit);
    this.#lines.showAudit(audit.clips, known);
    this.#findings.fill(audit.findings, known);
    this.#drawHeat();
  }

  #drawHeat(): void {
    const { audit, scene } = this.#running;
    const { clip, known } = this.#store.state;
    const audited = audit.clips.find((line) => line.clip === clipOf(scene, clip));
    drawInstants(this.#heat, audited?.report?.instants ?? [], known);
  }

  #toggleAudit(): void {
    const { audit, moment } = this.#running;
    if (audit.state === 'running') audit.stop();
    else audit.start(moment.clip);
  }

  #goToClip(clip: number, share: number | undefined): void {
    const { scene } = this.#running;
    const frames = frameCountOfClip(scene.clips[clip]);
    this.#store.set(
      share === undefined
        ? { clip, frame: 0 }
        : { clip, frame: Math.round(share * (frames - 1)), playing: false },
    );
  }

  #goToFinding(finding: Finding): void {
    const { extent, scene } = this.#running;
    const clip = finding.clip === null ? REST_CLIP : nameClips(scene.clips).indexOf(finding.clip);
    this.#store.set({ clip, frame: frameAtTime(scene.clips[clip], finding.peak), playing: false });
    this.#findings.mark(finding);
    const reach = Math.hypot(...extent.low.map((low, axis) => extent.high[axis] - low));
    const radius = Math.min(Math.max((0.4 * finding.contourLength) / Math.max(1, finding.places), 0.09 * reach), 0.5 * reach);
    this.#stage?.lookAt(finding.center, radius);
    this.#options.requestDraw();
  }
}

/** A moment that is to be shown. */
interface Wanted {
  readonly moment: ModelMoment;
  readonly frame: number;
  readonly key: string;
}

/** What belongs to one model, while it is the one that is shown. */
interface Running {
  readonly client: ModelClient;
  readonly name: string;
  readonly scene: AnimatedScene;
  readonly evaluator: SceneEvaluator;
  readonly extent: Extent;
  readonly audit: ModelAudit;
  readonly picture: ModelPicture | undefined;
  readonly abort: AbortController;
  picker: ModelPicker | undefined;
  isPicking: boolean;
  ray: Ray | undefined;
  pick: PickResult | undefined;
  pinned: Attachment | undefined;
  /** What is shown. */
  moment: ModelMoment;
  frame: number;
  /** What was found last, and what is being done before anything can be found. */
  result: CollisionResult | undefined;
  preparing: string | undefined;
  /** What is to be shown as soon as its collisions are known, and since when something is. */
  pending: Wanted | undefined;
  waitingSince: number;
  /** Moments, with what is hidden, as text: the one that is shown, asked about, and known. */
  shownKey: string;
  askedKey: string;
  foundKey: string;
  /** Whether the pose has changed since the ray was last cast. */
  isOtherPose: boolean;
}

function createRunning(
  client: ModelClient,
  name: string,
  extent: Extent,
  picture: ModelPicture | undefined,
): Running {
  const { scene } = client.model;
  return {
    client,
    name,
    scene,
    evaluator: createSceneEvaluator(scene),
    extent,
    audit: new ModelAudit(scene),
    picture,
    abort: new AbortController(),
    picker: undefined,
    isPicking: false,
    ray: undefined,
    pick: undefined,
    pinned: undefined,
    moment: { clip: REST_CLIP, time: 0, weights: [] },
    frame: 0,
    result: undefined,
    preparing: undefined,
    pending: undefined,
    waitingSince: 0,
    shownKey: '',
    askedKey: '',
    foundKey: '',
    isOtherPose: true,
  };
}

function keyOf({ clip, time, weights }: ModelMoment, hidden: string): string {
  return `${clip} ${time} ${JSON.stringify(weights)} ${hidden}`;
}
