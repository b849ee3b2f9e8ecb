/** One model, while it is the one that is shown: where it is played, what is drawn of it, its trees and its audit. */
import type { LabSnapshot, ModelFacts } from './hook.js';
import { ModelAudit } from './model/model-audit.js';
import type { ModelClient } from './model/model-client.js';
import { measureExtent } from './model/model-extent.js';
import type { Extent } from './model/model-extent.js';
import { clipOf, nameClips } from './model/model-moment.js';
import { ModelPlayback } from './model/model-playback.js';
import type { Ray } from './model/ray.js';
import type { CollisionResult } from './model/scene-collisions.js';
import type { LabState } from './model/state.js';
import { ModelPicker } from './view/model-picker.js';
import type { PickResult } from './view/model-picker.js';
import { ModelPicture } from './view/model-picture.js';
import type { Stage } from './view/stage.js';
import { SurfacePin } from './view/surface-pin.js';

/** What there is only where something can be drawn. */
export interface Drawn {
  readonly picture: ModelPicture;
  readonly picker: ModelPicker;
  readonly pin: SurfacePin;
}

/** Where a model is drawn, and who hears of it. */
export interface RunningModelOptions {
  readonly stage: Stage | undefined;
  /** Hears of collisions that were searched. */
  readonly onFound: (found: CollisionResult) => void;
  /** Hears that the audit knows more, or ends. */
  readonly onAudit: () => void;
  readonly requestDraw: () => void;
  readonly onFailure: (error: unknown) => void;
}

/** Runs one model. Ends with `dispose()`, and its client with it. */
export class RunningModel {
  readonly client: ModelClient;
  readonly name: string;
  readonly playback: ModelPlayback;
  readonly extent: Extent;
  readonly audit: ModelAudit;
  readonly drawn: Drawn | undefined;
  /** The ray that was cast last, and what it gave. */
  ray: Ray | undefined;
  pick: PickResult | undefined;
  /** Whether the pose has changed since a ray was last cast. */
  isOtherPose = true;
  readonly #options: RunningModelOptions;
  readonly #abort = new AbortController();
  #isBuilding = false;

  /** Makes what the model needs, and begins where the choices want it. */
  constructor(client: ModelClient, name: string, state: LabState, options: RunningModelOptions) {
    const { model } = client;
    const { onAudit, onFailure, onFound, requestDraw, stage } = options;
    this.client = client;
    this.name = name;
    this.#options = options;
    this.extent = measureExtent(model.scene, clipOf(model.scene, state.clip));
    this.playback = new ModelPlayback(client, state, (found) => {
      if (found !== undefined) onFound(found);
      requestDraw();
    });
    client.onFailure = onFailure;
    this.audit = new ModelAudit(model.scene);
    this.audit.onChange = () => {
      onAudit();
      requestDraw();
    };
    if (stage !== undefined) {
      const picture = new ModelPicture(model, this.extent);
      stage.show(picture);
      const picker = new ModelPicker(model.scene, picture.objects);
      this.drawn = { picture, picker, pin: new SurfacePin(picture.hit.pin) };
    }
    this.takePose();
    if (this.drawn !== undefined) void this.#buildTrees(this.drawn);
  }

  /** Whether the trees are still being built that rays need. */
  get isBuilding(): boolean {
    return this.#isBuilding;
  }

  /** Draws the pose that is played. */
  takePose(): void {
    this.drawn?.picture.pose(this.playback.evaluator);
    this.isOtherPose = true;
  }

  /** What the model has to tell tests. */
  facts(
    state: LabState,
  ): ModelFacts & Pick<LabSnapshot, 'drawnNodes' | 'frameCount' | 'nodesVisited' | 'ray' | 'triangleCount'> {
    const { audit, drawn, name, pick, playback, ray } = this;
    const { scene } = playback;
    const meetings = state.live ? (playback.result?.meetings ?? []) : [];
    return {
      modelName: name,
      objectNames: scene.objects.map((object) => object.name),
      clipNames: nameClips(scene.clips),
      clipTime: playback.moment.time,
      frameCount: playback.frameCount(state),
      triangleCount: scene.objects.reduce((sum, { mesh }) => sum + mesh.triangleCount, 0),
      nodesVisited: pick?.nodesVisited ?? 0,
      newPairs: meetings.reduce((sum, { added }) => sum + added, 0),
      knownPairs: meetings.reduce((sum, { known }) => sum + known, 0),
      isExact: playback.isExact,
      drawnNodes: drawn?.picture.trees.drawnCount ?? 0,
      markedTriangles: drawn?.picture.markedCount ?? 0,
      ray: ray === undefined ? [] : [...ray.origin, ...ray.direction],
      picked: pick?.hit === undefined ? [] : [pick.hit.object, pick.hit.triangle, pick.hit.distance],
      pickedBone: pick?.hit?.bone ?? '',
      pinned: drawn?.pin.place ?? [],
      auditState: audit.state,
      findingCount: audit.findings.filter((finding) => finding.new).length,
    };
  }

  dispose(): void {
    this.#abort.abort();
    this.drawn?.pin.dispose();
    this.drawn?.picker.dispose();
    this.drawn?.picture.dispose();
    this.audit.dispose();
    this.client.dispose();
  }

  async #buildTrees({ picker }: Drawn): Promise<void> {
    this.#isBuilding = true;
    const { signal } = this.#abort;
    try {
      await picker.prepare(signal);
    } catch (error) {
      if (!signal.aborted) this.#options.onFailure(error);
    }
    this.#isBuilding = false;
    this.isOtherPose = true;
    this.#options.requestDraw();
  }
}
