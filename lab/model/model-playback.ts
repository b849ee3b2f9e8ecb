/**
 * Which moment of a model is shown. One is shown when its collisions are known, so that what is red belongs to the picture that
 * it is in; one that had to wait for too long is shown without, and its collisions follow when they are there. Draws nothing.
 */
import { createSceneEvaluator } from 'pliant/audit';
import type { AnimatedScene, SceneEvaluator } from 'pliant/audit';
import { parseHidden, parseWeights } from './model-choices.js';
import type { ModelClient } from './model-client.js';
import { clipOf, frameCountOfClip, goToMoment, timeOfFrame } from './model-moment.js';
import type { ModelMoment } from './model-moment.js';
import type { CollisionResult } from './scene-collisions.js';
import type { LabState } from './state.js';

/** How long a moment waits for its collisions. */
const LONGEST_WAIT_MS = 120;

/** A moment, its frame, and all that its collisions depend on, as text. */
interface ShownMoment {
  readonly moment: ModelMoment;
  readonly frame: number;
  readonly key: string;
}

/** Goes from moment to moment. */
export class ModelPlayback {
  readonly scene: AnimatedScene;
  /** Where everything is at the moment that is shown. */
  readonly evaluator: SceneEvaluator;
  /** What was found last, and what is done before anything can be found. */
  result: CollisionResult | undefined;
  preparing: string | undefined;
  readonly #client: ModelClient;
  #shown: ShownMoment;
  /** What is to be shown as soon as its collisions are known, and since when something is. */
  #pending: ShownMoment | undefined;
  #waitingSince = 0;
  /** What the worker was asked about last, and what it has answered. */
  #askedKey = '';
  #foundKey = '';

  /** Begins where the choices want it. `onNews` is called when the worker has something to tell. */
  constructor(client: ModelClient, state: LabState, onNews: (found: CollisionResult | undefined) => void) {
    this.scene = client.model.scene;
    this.evaluator = createSceneEvaluator(this.scene);
    this.#client = client;
    this.#shown = this.#want(state, 0);
    goToMoment(this.evaluator, this.#shown.moment);
    client.onFound = (result) => {
      this.result = result;
      this.#foundKey = this.#askedKey;
      onNews(result);
    };
    client.onPreparing = (what) => {
      this.preparing = what;
      onNews(undefined);
    };
  }

  get moment(): ModelMoment {
    return this.#shown.moment;
  }

  get frame(): number {
    return this.#shown.frame;
  }

  /** Whether the result is that of the moment that is shown. */
  get isExact(): boolean {
    return this.#shown.key === this.#foundKey;
  }

  /** Frames of the clip that the choices ask for. */
  frameCount({ clip }: LabState): number {
    return frameCountOfClip(this.scene.clips[clipOf(this.scene, clip)]);
  }

  /** Whether something is on its way that is worth waiting for. */
  isBusy(state: LabState): boolean {
    if (!state.playing) return this.#want(state, 0).key !== this.#shown.key || (state.live && !this.isExact);
    const isMissing = state.live && (this.#pending ?? this.#shown).key !== this.#foundKey;
    return isMissing && !this.#isLate();
  }

  /** Goes so many frames on from where the choices are. Returns the frame that is then wanted, and whether the pose is another. */
  advance(state: LabState, due: number): { readonly frame: number; readonly isOtherPose: boolean } {
    const before = this.#shown;
    const pending = this.#pending;
    if (pending !== undefined && (pending.key === this.#foundKey || this.#isLate())) this.#show(pending);
    const wanted = this.#want(state, due);
    if (wanted.key !== this.#shown.key) {
      if (!state.live || wanted.key === this.#foundKey) this.#show(wanted);
      else {
        if (this.#pending === undefined) this.#waitingSince = performance.now();
        this.#pending = wanted;
      }
    }
    const asked = this.#pending ?? wanted;
    if (state.live && asked.key !== this.#foundKey && !this.#client.isSearching) {
      this.#askedKey = asked.key;
      this.#client.search(asked.moment, [...parseHidden(state.hidden)]);
    }
    return { frame: wanted.frame, isOtherPose: this.#shown !== before };
  }

  #isLate(): boolean {
    return performance.now() - this.#waitingSince >= LONGEST_WAIT_MS;
  }

  #want(state: LabState, due: number): ShownMoment {
    const { scene } = this;
    const clip = clipOf(scene, state.clip);
    const count = this.frameCount(state);
    const frame = (Math.min(state.frame, count - 1) + due) % count;
    const time = timeOfFrame(scene.clips[clip], frame);
    const key = `${clip} ${time} ${state.weights} ${state.hidden}`;
    return { moment: { clip, time, weights: parseWeights(state.weights) }, frame, key };
  }

  #show(wanted: ShownMoment): void {
    this.#pending = undefined;
    this.#shown = wanted;
    goToMoment(this.evaluator, wanted.moment);
  }
}
