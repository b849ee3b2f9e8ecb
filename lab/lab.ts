/** The conductor: choices come in from the store, frames go out to the picture, the numbers and the plot. */
import type { LabSnapshot } from './hook.js';
import { createAfterglow } from './model/afterglow.js';
import { createClock } from './model/clock.js';
import { LOADED_KEYS, Loader } from './model/loader.js';
import type { FrameResult, Simulation } from './model/simulation.js';
import { NO_LEVEL } from './model/state.js';
import type { LabState } from './model/state.js';
import { changed } from './model/store.js';
import type { Store } from './model/store.js';
import { setRanges } from './ui/controls.js';
import { elementById } from './ui/elements.js';
import { showLevelText } from './ui/level-text.js';
import type { ShownLevel } from './ui/level-text.js';
import type { Notices } from './ui/notices.js';
import { FramePlot } from './ui/plot.js';
import { Readout } from './ui/readout.js';
import type { SceneView } from './view/scene-view.js';

/** A simulation and the choices that it was made for. */
interface Loaded {
  readonly simulation: Simulation;
  readonly state: LabState;
}

/** Runs the page. */
export class Lab {
  readonly #store: Store;
  readonly #notices: Notices;
  readonly #readout = new Readout();
  readonly #plot = new FramePlot();
  readonly #loader = new Loader();
  readonly #clock = createClock();
  readonly #glow = createAfterglow();
  #view: SceneView | undefined;
  #loaded: Loaded | undefined;
  #loading: AbortController | undefined;
  #result: FrameResult | undefined;
  #level: ShownLevel | undefined;
  #levelNodes: Uint32Array = new Uint32Array(0);
  #isStale = true;
  /** The view shall go near to the ball when it follows it next. */
  #isApproaching = true;
  #isDrawRequested = false;

  constructor(store: Store, notices: Notices) {
    this.#store = store;
    this.#notices = notices;
    notices.onCancel = () => this.#cancel();
    store.subscribe((state, previous) => this.#onChange(state, previous));
    // A hidden page draws nothing; it must not make up for that time afterwards.
    document.addEventListener('visibilitychange', () => this.#clock.restart());
  }

  /** Loads what the store asks for. Without a view everything runs, but nothing is drawn in 3D. */
  start(view: SceneView | undefined): void {
    this.#view = view;
    void this.#load();
  }

  /** Asks for the page to be brought up to date when the screen is drawn next. */
  readonly requestDraw = (): void => {
    if (this.#isDrawRequested) return;
    this.#isDrawRequested = true;
    requestAnimationFrame((now) => this.#tick(now));
  };

  /** Moves by so many frames, round the end of the film, and stops there. */
  step(frames: number): void {
    const frameCount = this.#loaded?.simulation.scene.frameCount;
    if (frameCount === undefined) return;
    const frame = (this.#store.state.frame + frames + frameCount) % frameCount;
    this.#store.set({ playing: false, frame });
  }

  /** Turns back to the first view. */
  resetView(): void {
    this.#store.set({ follow: false });
    this.#view?.resetView();
    this.requestDraw();
  }

  /** The ball as it is now. */
  ball(): { readonly center: Float64Array; readonly radius: number } | undefined {
    if (this.#loaded === undefined || this.#result === undefined) return undefined;
    return { center: this.#result.center, radius: this.#loaded.simulation.scene.ballRadius };
  }

  /** What the page shows. */
  snapshot(): LabSnapshot | undefined {
    const result = this.#result;
    if (this.#loaded === undefined || result === undefined) return undefined;
    const { scene, measure, backend, hits } = this.#loaded.simulation;
    return {
      state: this.#store.state,
      isLoading: this.#loading !== undefined,
      frameCount: scene.frameCount,
      triangleCount: scene.mesh.triangleCount,
      backend,
      nodesOfLevel: measure.nodesOfLevel,
      frame: result.frame,
      touched: [...hits.triangles.subarray(0, hits.count)].sort((a, b) => a - b),
      marked: this.#view?.touches.shown.toSorted((a, b) => a - b) ?? [],
      nodesVisited: result.nodesVisited,
      boundTests: result.boundTests,
      triangleTests: result.triangleTests,
      openedCount: this.#level?.openedCount ?? 0,
      drawnNodes: this.#view?.tree?.drawnCount ?? 0,
      ball: [...result.center],
      ballOnScreen: this.#view?.toScreen(result.center) ?? [],
      camera: this.#view?.camera.position.toArray() ?? [],
      geometries: this.#view?.geometryCount ?? 0,
    };
  }

  #onChange(state: LabState, previous: LabState): void {
    if (changed(state, previous, LOADED_KEYS)) {
      // Back to what is there already: what was being loaded is not wanted any more.
      if (this.#loaded !== undefined && !changed(state, this.#loaded.state, LOADED_KEYS)) this.#endLoading();
      else void this.#load();
    }
    if (changed(state, previous, ['playing', 'speed'])) this.#clock.restart();
    if (changed(state, previous, ['flight', 'size'])) this.#glow.clear();
    if (changed(state, previous, ['flight'])) this.#showFlight();
    if (state.follow && !previous.follow) this.#isApproaching = true;
    if (state.frame !== this.#result?.frame || changed(state, previous, ['flight', 'ball'])) this.#isStale = true;
    this.requestDraw();
  }

  async #load(): Promise<void> {
    this.#loading?.abort();
    const controller = new AbortController();
    this.#loading = controller;
    const { state } = this.#store;
    const canCancel = this.#loaded !== undefined || state.size === 'large';
    try {
      const simulation = await this.#loader.load(state, {
        signal: controller.signal,
        onProgress: (what, share) => this.#notices.showLoading(what, share, canCancel),
      });
      this.#endLoading();
      this.#adopt({ simulation, state });
    } catch (error) {
      if (controller.signal.aborted) return;
      this.#notices.showFailure(error);
      this.#cancel();
    }
  }

  #endLoading(): void {
    this.#loading?.abort();
    this.#loading = undefined;
    this.#notices.hideLoading();
  }

  /** Goes back to what is there, or to the small curtain if there is nothing yet. */
  #cancel(): void {
    if (this.#loaded === undefined) {
      this.#endLoading();
      this.#store.set({ size: 'small' });
      return;
    }
    const { size, arity, leafSize, bound, backend } = this.#loaded.state;
    this.#store.set({ size, arity, leafSize, bound, backend });
  }

  #adopt(loaded: Loaded): void {
    const { simulation, state } = loaded;
    const { scene, measure } = simulation;
    const isOtherCloth = state.size !== this.#loaded?.state.size;
    this.#loaded?.simulation.dispose();
    this.#loaded = loaded;
    this.#levelNodes = new Uint32Array(0);
    this.#level = undefined;
    if (isOtherCloth) this.#glow.clear();
    this.#plot.clear();
    this.#readout.showSimulation(simulation);
    this.#view?.show(simulation);
    this.#showFlight();
    elementById('backend-hint', HTMLElement).textContent =
      state.backend === simulation.backend
        ? 'Both give the same bits; only the times differ.'
        : 'WebAssembly with SIMD cannot be used here: this is TypeScript, with the same results.';
    setRanges(scene.frameCount, measure.depth);
    this.#isStale = true;
    const { frame, level } = this.#store.state;
    this.#store.set({
      frame: Math.min(frame, scene.frameCount - 1),
      level: Math.min(level, measure.depth - 1),
    });
    if (isOtherCloth) this.#isApproaching = true;
    this.requestDraw();
  }

  #tick(now: number): void {
    this.#isDrawRequested = false;
    const { state } = this.#store;
    if (this.#loaded !== undefined) {
      const { frameCount } = this.#loaded.simulation.scene;
      const due = state.playing ? this.#clock.framesDue(now, state.speed) : 0;
      let { frame } = state;
      for (let i = 0; i < due; i++) {
        frame = (frame + 1) % frameCount;
        this.#run(this.#loaded.simulation, frame);
      }
      if (due === 0 && this.#isStale) this.#run(this.#loaded.simulation, frame);
      this.#isStale = false;
      this.#store.set({ frame });
      this.#show(this.#loaded.simulation);
    }
    const isMoving = this.#view?.draw() ?? false;
    if (this.#store.state.playing || isMoving) this.requestDraw();
  }

  /** Computes a frame. Every one is, also those that are never drawn. */
  #run(simulation: Simulation, frame: number): void {
    const { frameCount } = simulation.scene;
    const ahead = (frame - (this.#result?.frame ?? frame) + frameCount) % frameCount;
    this.#result = simulation.run(frame, simulation.ballCenter(this.#store.state, frame));
    this.#glow.touch(
      simulation.hits.triangles,
      simulation.hits.count,
      Math.max(1, Math.min(ahead, frameCount - ahead)),
    );
    this.#readout.record(this.#result);
    this.#plot.record(this.#result);
  }

  /** Shows the frame that was computed last. */
  #show(simulation: Simulation): void {
    const result = this.#result;
    if (result === undefined) return;
    const { state } = this.#store;
    const { scene, body } = simulation;
    this.#readout.showFrame(result, scene.frameCount);
    if (!state.playing) this.#readout.announce(result);
    this.#plot.draw();
    this.#view?.cloth?.update(body.positions);
    this.#view?.cloth?.showEdges(state.wireframe);
    this.#view?.touches.update(body.positions, scene.mesh.triangles, this.#glow.heat);
    this.#view?.ball.update(result.center, scene.ballRadius, result.touched > 0);
    this.#showLevel(simulation, result);
    if (state.follow) this.#followBall(result.center, scene.ballRadius);
  }

  #showLevel(simulation: Simulation, { center }: FrameResult): void {
    const { level, openedOnly } = this.#store.state;
    if (level === NO_LEVEL) {
      this.#level = undefined;
      this.#view?.tree?.hide();
    } else {
      if (level !== this.#level?.level) this.#levelNodes = simulation.nodesOfLevel(level);
      const opened = simulation.openedNodes(center);
      const openedCount = this.#levelNodes.reduce((sum, node) => sum + opened[node], 0);
      this.#level = { level, nodeCount: this.#levelNodes.length, openedCount };
      this.#view?.tree?.update(this.#levelNodes, opened, openedOnly);
    }
    showLevelText(this.#level, simulation.measure.depth);
  }

  #showFlight(): void {
    if (this.#loaded === undefined) return;
    const { flight } = this.#store.state;
    this.#view?.ball.showFlight(flight === 'hand' ? [] : this.#loaded.simulation.scene.centers[flight]);
  }

  #followBall(center: Float64Array, radius: number): void {
    if (this.#isApproaching) this.#view?.approach(center, radius);
    else this.#view?.follow(center);
    this.#isApproaching = false;
  }
}
