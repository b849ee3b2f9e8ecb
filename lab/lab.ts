/** The conductor: choices come in from the store, the scene that is on computes frames and shows them. */
import { PliantError } from 'pliant';
import { CurtainShow } from './curtain-show.js';
import { NO_FACTS } from './hook.js';
import type { LabSnapshot } from './hook.js';
import type { LoadOptions } from './model/ask-worker.js';
import { createClock } from './model/clock.js';
import { CurtainLoader } from './model/curtain-loader.js';
import { PileSimulation } from './model/pile-simulation.js';
import { findModels, explainNoModel } from './model/dropped-files.js';
import { SurfaceLoader } from './model/surface-loader.js';
import type { DroppedFile } from './model/model-messages.js';
import { MODEL_CHOICES } from './model/state.js';
import type { LabState } from './model/state.js';
import { changed } from './model/store.js';
import type { Store } from './model/store.js';
import { PileShow } from './pile-show.js';
import { isHeavy, isOtherModel, loadedKeys, smallest } from './scene-keys.js';
import type { Show } from './show.js';
import { SurfaceShow } from './surface-show.js';
import { elementById } from './ui/elements.js';
import type { ModelChooser } from './ui/model-chooser.js';
import type { Notices } from './ui/notices.js';
import { showScene } from './ui/scenes.js';
import type { DragTarget } from './view/drag-ball.js';
import type { Stage } from './view/stage.js';

/** Runs the page. */
export class Lab {
  readonly #store: Store;
  readonly #notices: Notices;
  readonly #clock = createClock();
  #curtains = new CurtainLoader();
  #surfaces = new SurfaceLoader();
  #stage: Stage | undefined;
  #show: Show | undefined;
  /** The choices that the show was made for. */
  #loadedState: LabState | undefined;
  #loading: AbortController | undefined;
  #isDrawRequested = false;
  /** Files that were dropped or chosen together, the last ones first. All stay: what is refused leaves the one before to go back to. */
  #drops: readonly (readonly DroppedFile[])[] = [];
  #chooser: ModelChooser | undefined;
  /** What a link asks for that needs a file which is not here yet. */
  #awaited: LabState | undefined;

  constructor(store: Store, notices: Notices) {
    this.#store = store;
    this.#notices = notices;
    notices.onCancel = () => this.#cancel();
    store.subscribe((state, previous) => this.#onChange(state, previous));
    // A hidden page draws nothing; it must not make up for that time afterwards.
    document.addEventListener('visibilitychange', () => this.#clock.restart());
  }

  /** Begins to load what the store asks for. What is loaded comes later: there is time to make a stage meanwhile. */
  start(): void {
    showScene(this.#store.state.scene);
    void this.#load(false, this.#store.state.view !== '');
  }

  /** Where to draw. Without it everything runs, but nothing is drawn in 3D. */
  set stage(stage: Stage | undefined) {
    this.#stage = stage;
  }

  /** Opens the model among some files; what is no model is refused in words, and what is shown stays. */
  openFiles(files: readonly DroppedFile[]): void {
    const models = findModels(files);
    if (models.length === 0) {
      this.#notices.showFailure(explainNoModel(files), 'This cannot be opened');
      return;
    }
    this.#notices.hideFailure();
    this.#drops = [files, ...this.#drops];
    this.#chooser?.offer([...new Set(this.#drops.flatMap(findModels))], this.#store.state);
    const [file] = models;
    const { scene, model, file: shown } = this.#store.state;
    const isSame = scene === 'model' && model === 'file' && shown === file;
    this.#say(models.length > 1 ? `${models.length} models were dropped; the others are in the list above.` : '');
    const awaited = this.#awaited?.file === file ? this.#awaited : undefined;
    this.#awaited = undefined;
    this.#store.set(awaited ?? { scene: 'model', model: 'file', file });
    // The same name may be another file by now.
    if (isSame) void this.#load(true);
  }

  /** Lets the user choose files. */
  set chooser(chooser: ModelChooser) {
    this.#chooser = chooser;
  }

  /** Goes to the finding of the model's audit that is so many after the present one. */
  nextFinding(by: number): void {
    this.#show?.nextFinding?.(by);
  }

  /** Asks for the page to be brought up to date when the screen is drawn next. */
  readonly requestDraw = (): void => {
    if (this.#isDrawRequested) return;
    this.#isDrawRequested = true;
    requestAnimationFrame((now) => this.#tick(now));
  };

  /** Moves by so many frames and stops there. */
  step(frames: number): void {
    if (this.#show === undefined) return;
    this.#store.set({ playing: false, frame: this.#show.frameAfter(this.#store.state.frame, frames) });
  }

  /** Turns back to the first view. */
  resetView(): void {
    this.#store.set({ follow: false });
    this.#stage?.resetView();
    this.requestDraw();
  }

  /** The ball that can be dragged, if the scene has one. */
  get drag(): DragTarget | undefined {
    return this.#show?.drag;
  }

  /** What the page shows. */
  snapshot(): LabSnapshot | undefined {
    const show = this.#show;
    if (show === undefined) return undefined;
    // A frame that was asked for is on its way from then on, though the screen is drawn only later.
    const isOnItsWay =
      show.progress !== undefined || show.isBusy || show.isPreparing === true || show.frame !== this.#store.state.frame;
    return {
      ...NO_FACTS,
      ...show.facts(),
      state: this.#store.state,
      scene: show.scene,
      isLoading: this.#loading !== undefined || isOnItsWay,
      backend: show.backend,
      frame: show.frame,
      camera: this.#stage?.camera.position.toArray() ?? [],
      geometries: this.#stage?.memory.geometries ?? 0,
      textures: this.#stage?.memory.textures ?? 0,
    };
  }

  #onChange(state: LabState, previous: LabState): void {
    const keys = loadedKeys(state);
    if (changed(state, previous, keys)) {
      // Back to what is there already: what was being loaded is not wanted any more.
      if (this.#loadedState !== undefined && !changed(state, this.#loadedState, keys)) this.#endLoading();
      else void this.#load(isOtherModel(state, previous), state.view !== previous.view);
    }
    if (this.#stage !== undefined && state.view !== previous.view && state.view !== this.#stage.view) {
      this.#stage.view = state.view;
    }
    if (changed(state, previous, ['playing', 'speed'])) this.#clock.restart();
    if (this.#show?.scene === state.scene) this.#show.onChange(state, previous);
    this.requestDraw();
  }

  /** `isOther` forgets what was chosen about the model before; `hasView` says that a view of it was asked for. */
  async #load(isOther = false, hasView = false): Promise<void> {
    this.#loading?.abort();
    const controller = new AbortController();
    this.#loading = controller;
    const { state } = this.#store;
    const canCancel = this.#show !== undefined || isHeavy(state);
    try {
      const enter = await this.#prepare(state, isOther, {
        signal: controller.signal,
        onProgress: (what, share) => this.#notices.showLoading(what, share, canCancel),
      });
      this.#endLoading();
      this.#loadedState = state;
      this.#show = enter();
      if (hasView && this.#stage !== undefined) this.#stage.view = state.view;
      this.#showBackend(state);
      this.#clock.restart();
      this.requestDraw();
    } catch (error) {
      if (controller.signal.aborted) return;
      this.#notices.showFailure(error, state.scene === 'model' ? 'This model cannot be shown' : undefined);
      this.#cancel();
    }
  }

  /** Loads what a scene needs; what it gives goes over to it, and lets go of all that belonged to another scene. */
  async #prepare(state: LabState, isOther: boolean, options: LoadOptions): Promise<() => Show> {
    if (state.scene === 'model') return this.#prepareModel(state, isOther, options);
    if (state.scene === 'time') return this.#prepareTime(state, options);
    if (state.scene === 'pile') {
      const simulation = await PileSimulation.load(state, options.signal);
      return () => {
        if (this.#show instanceof PileShow) return adopt(this.#show, simulation);
        this.#leave(state);
        return new PileShow(this.#stage, simulation);
      };
    }
    if (state.scene === 'surface') {
      const simulation = await this.#surfaces.load(state, options);
      return () => {
        if (this.#show instanceof SurfaceShow) return adopt(this.#show, simulation);
        this.#leave(state);
        return new SurfaceShow(this.#stage, this.#store, simulation, this.requestDraw);
      };
    }
    const simulation = await this.#curtains.load(state, options);
    return () => {
      if (this.#show instanceof CurtainShow) return adopt(this.#show, simulation);
      this.#leave(state);
      return new CurtainShow(this.#stage, this.#store, simulation);
    };
  }

  /** What shows films is loaded when the first one is. */
  async #prepareTime(state: LabState, options: LoadOptions): Promise<() => Show> {
    const { TimeClient, TimeShow } = await import('./time-scene.js');
    const client = await TimeClient.open({ film: state.film, fineness: state.fineness }, options);
    return () => {
      if (this.#show instanceof TimeShow) return adopt(this.#show, client);
      this.#leave(state);
      const { requestDraw } = this;
      const onFailure = (error: unknown): void => this.#notices.showFailure(error);
      return new TimeShow(client, { stage: this.#stage, store: this.#store, requestDraw, onFailure });
    };
  }

  /** What shows models is loaded when the first one is. */
  async #prepareModel(state: LabState, isOther: boolean, options: LoadOptions): Promise<() => Show> {
    const { ModelClient, ModelShow, nameExample } = await import('./model-scene.js');
    const isFile = state.model === 'file';
    const files = this.#drops.find((drop) => drop.some(({ path }) => path === state.file));
    if (isFile && files === undefined) {
      this.#awaited = state;
      throw new PliantError(
        'bad-file',
        `This link is about the file “${state.file}”, which is not in the link. Drop it on the page to see the same.`,
      );
    }
    const source =
      state.model === 'file'
        ? ({ kind: 'file', path: state.file, files: files ?? [] } as const)
        : ({ kind: 'example', name: state.model } as const);
    const client = await ModelClient.open(source, options);
    const name = state.model === 'file' ? state.file : nameExample(state.model);
    return () => {
      if (!isFile) this.#say('');
      if (this.#show instanceof ModelShow) {
        this.#show.adopt(client, name, isOther);
        return this.#show;
      }
      this.#leave(state);
      if (isOther) this.#store.set(MODEL_CHOICES);
      const { requestDraw } = this;
      const onFailure = (error: unknown): void => this.#notices.showFailure(error);
      return new ModelShow(client, name, { stage: this.#stage, store: this.#store, requestDraw, onFailure });
    };
  }

  /** Says something about what was dropped; nothing for no text. */
  #say(text: string): void {
    const notice = elementById('model-notice', HTMLElement);
    notice.textContent = text;
    notice.hidden = text === '';
  }

  #leave({ scene }: LabState): void {
    this.#show?.dispose();
    this.#show = undefined;
    if (scene !== 'curtain') this.#curtains = new CurtainLoader();
    if (scene !== 'surface') this.#surfaces = new SurfaceLoader();
    showScene(scene);
  }

  #endLoading(): void {
    this.#loading?.abort();
    this.#loading = undefined;
    this.#notices.hideLoading();
  }

  /** Goes back to what is there, or to something small if there is nothing yet; stops at the step that is reached. */
  #cancel(): void {
    const isLoading = this.#loading !== undefined;
    this.#endLoading();
    if (this.#show === undefined || this.#loadedState === undefined) {
      if (isLoading) this.#store.set(smallest(this.#store.state));
      return;
    }
    const patch: Partial<Record<keyof LabState, unknown>> = {};
    for (const key of loadedKeys(this.#loadedState)) patch[key] = this.#loadedState[key];
    this.#store.set({ ...(patch as Partial<LabState>), frame: this.#show.frame });
  }

  #showBackend({ backend }: LabState): void {
    elementById('backend-hint', HTMLElement).textContent =
      backend === this.#show?.backend
        ? 'Both give the same bits; only the times differ.'
        : 'WebAssembly with SIMD cannot be used here: this is TypeScript, with the same results.';
  }

  #tick(now: number): void {
    this.#isDrawRequested = false;
    const { state } = this.#store;
    const show = this.#show;
    if (show !== undefined && show.scene === state.scene) {
      const isWaiting = show.progress !== undefined;
      const due =
        state.playing && !isWaiting && !show.isBusy
          ? this.#clock.framesDue(now, state.speed * show.rate, show.mostFrames)
          : 0;
      this.#store.set({ frame: show.advance(state, due) });
      show.present(this.#store.state);
      if (show.progress !== undefined) this.#notices.showLoading(show.progress.what, show.progress.share, true);
      else if (isWaiting && this.#loading === undefined) this.#notices.hideLoading();
    }
    const isMoving = this.#stage?.draw() ?? false;
    // A view that follows the ball is never at rest.
    if (!isMoving && !state.follow && show?.scene === state.scene && this.#loading === undefined) {
      this.#store.set({ view: this.#stage?.view ?? state.view });
    }
    if (this.#store.state.playing || isMoving || show?.progress !== undefined || show?.isBusy === true)
      this.requestDraw();
  }
}

function adopt<Simulation, Adopting extends Show & { adopt(simulation: Simulation): void }>(
  show: Adopting,
  simulation: Simulation,
): Show {
  show.adopt(simulation);
  return show;
}
