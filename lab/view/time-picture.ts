/** A film as it is drawn: the cloth, what it meets, boxes of its tree, pairs of leaves that overlap, and what touches first. */
import { Group, Vector3 } from 'three';
import { wayTo } from '../model/film.js';
import type { Film } from '../model/film.js';
import type { FirstTouch } from '../model/first-touch.js';
import type { Extent } from '../model/model-extent.js';
import type { LabState } from '../model/state.js';
import type { TimeMoment } from '../model/time-messages.js';
import { ClothView } from './cloth-view.js';
import { FEATURE_OF_CLOTH, FEATURE_OF_OBSTACLE, OBSTACLE, OVERLAP, OVERLAP_OF_OBSTACLE } from './colors.js';
import { FeatureView } from './feature-view.js';
import { GroundView } from './ground-view.js';
import { PairsView } from './pairs-view.js';
import type { FirstView, Picture } from './picture.js';
import type { SkinMarks } from './skin-marks.js';
import { TreeView } from './tree-view.js';

/** Somebody who walks towards the left of the picture. */
const WALKER: FirstView = {
  target: new Vector3(0, 0.97, 0.02),
  direction: new Vector3(0.8, 0.16, 0.85).normalize(),
  height: 2.3,
  width: 1.3,
};

/** One for each film, so that a view that was chosen stays when the cloth is made finer. */
const FIRST_VIEWS: Readonly<Record<LabState['film'], FirstView>> = {
  tablecloth: {
    target: new Vector3(0, 0.44, 0),
    direction: new Vector3(0.55, 0.42, 1).normalize(),
    height: 1.5,
    width: 2.1,
  },
  shirt: { ...WALKER },
  dress: { ...WALKER },
  spheres: {
    target: new Vector3(0, 0, 0),
    direction: new Vector3(-0.5, 0.22, 0.85).normalize(),
    height: 4,
    width: 6,
    reach: 2.5,
  },
};

/** What the ground is to be below. */
const GROUNDS: Readonly<Record<LabState['film'], Extent>> = {
  tablecloth: { low: [-0.9, 0, -0.9], high: [0.9, 1, 0.9] },
  shirt: { low: [-0.7, 0, -0.7], high: [0.7, 1.8, 0.7] },
  dress: { low: [-0.7, 0, -0.7], high: [0.7, 1.8, 0.7] },
  spheres: { low: [-2, -2, -2], high: [2, 2, 2] },
};

/** Draws one film. */
export class TimePicture implements Picture {
  readonly object = new Group();
  readonly firstView: FirstView;
  readonly #film: Film;
  /** All but the ground, which goes along with whoever looks. */
  readonly #moving = new Group();
  readonly tree = new TreeView();
  readonly pairs = new PairsView();
  readonly #cloth: ClothView;
  readonly #obstacle: ClothView;
  readonly #ground = new GroundView();
  readonly #overlaps: SkinMarks;
  readonly #overlapsOfObstacle: SkinMarks;
  readonly #featureOfCloth = new FeatureView(FEATURE_OF_CLOTH);
  readonly #featureOfObstacle = new FeatureView(FEATURE_OF_OBSTACLE);

  constructor(film: Film, name: LabState['film']) {
    this.#film = film;
    this.firstView = FIRST_VIEWS[name];
    this.#cloth = new ClothView(film.cloth.mesh);
    this.#obstacle = new ClothView(film.obstacle.mesh, OBSTACLE);
    this.#overlaps = this.#cloth.createMarks(OVERLAP);
    this.#overlapsOfObstacle = this.#obstacle.createMarks(OVERLAP_OF_OBSTACLE);
    this.#ground.placeBelow(GROUNDS[name]);
    for (const part of this.#parts) this.#moving.add(part.object);
    this.object.add(this.#ground.object, this.#moving);
  }

  /** Vertices of what touches first that are marked. */
  get markedVertices(): number {
    return this.#featureOfCloth.count + this.#featureOfObstacle.count;
  }

  /** Takes over a moment; `touch` is what touches first, if it is to be seen. */
  update({ cloth, obstacle, pairs, seconds }: TimeMoment, withOverlaps: boolean, touch: FirstTouch | undefined): void {
    this.#moving.position.fromArray(wayTo(this.#film, seconds)).negate();
    this.#cloth.update(cloth);
    this.#obstacle.update(obstacle);
    const { clothTriangles, lines, obstacleTriangles, overlappingLines } = pairs;
    this.#overlaps.update(clothTriangles, withOverlaps ? clothTriangles.length : 0);
    this.#overlapsOfObstacle.update(obstacleTriangles, withOverlaps ? obstacleTriangles.length : 0);
    this.pairs.update(withOverlaps ? lines : lines.subarray(0, 0), withOverlaps ? overlappingLines : 0);
    this.#featureOfCloth.update(cloth, touch?.cloth ?? []);
    this.#featureOfObstacle.update(obstacle, touch?.obstacle ?? []);
  }

  /** Lets what is behind the cloth be seen through it, or not. */
  setClear(isClear: boolean): void {
    this.#cloth.setClear(isClear);
  }

  /** Shows or hides the edges of triangles. */
  showEdges(visible: boolean): void {
    this.#cloth.showEdges(visible);
    this.#obstacle.showEdges(visible);
  }

  dispose(): void {
    for (const part of [this.#ground, ...this.#parts]) part.dispose();
  }

  get #parts(): (ClothView | TreeView | PairsView | FeatureView)[] {
    const surfaces = [this.#obstacle, this.#cloth];
    return [...surfaces, this.pairs, this.tree, this.#featureOfObstacle, this.#featureOfCloth];
  }
}
