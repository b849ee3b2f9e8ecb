/** A surface as it is drawn: what is marked on it, the ray or the ball, boxes of its tree, the ground, and what is in its way. */
import { Group, Mesh, MeshPhongMaterial, SphereGeometry, Vector3 } from 'three';
import { CLOTH_BALL } from '../../scenes/cloth.js';
import { EXTENTS } from '../model/subjects.js';
import type { Motion } from '../model/subjects.js';
import type { SurfaceParts } from '../model/surface-parts.js';
import { BallView } from './ball-view.js';
import { OBSTACLE } from './colors.js';
import { GroundView } from './ground-view.js';
import type { FirstView, Picture } from './picture.js';
import { RayView } from './ray-view.js';
import { SkinView } from './skin-view.js';
import { TreeView } from './tree-view.js';

/** The animal from nose to tail, with room above to jump. */
const ANIMAL_VIEW: FirstView = {
  target: new Vector3(-0.075, 0.225, 0),
  direction: new Vector3(0.42, 0.3, 1).normalize(),
  height: 0.6,
  width: 0.8,
};

/** The same view for the same motion, so that one that was chosen stays when the surface is made finer. */
const FIRST_VIEWS: Readonly<Record<Motion, FirstView>> = {
  walk: ANIMAL_VIEW,
  jump: ANIMAL_VIEW,
  drape: {
    target: new Vector3(0, -0.2, 0),
    direction: new Vector3(1, 0.5, 0.55).normalize(),
    height: 1.8,
    width: 2,
    reach: 2,
  },
  fold: {
    target: new Vector3(0, 0.92, 0),
    direction: new Vector3(0.75, 0.4, 1).normalize(),
    height: 2.45,
    width: 1.9,
    reach: 2,
  },
  swing: {
    target: new Vector3(0.03, 0.23, 0),
    direction: new Vector3(1, 0.2, 0.5).normalize(),
    height: 0.92,
    width: 0.7,
  },
};

/** The cloth is kept off the ball at its control points; between them it dips in by a tenth. */
const OBSTACLE_SHARE = 0.88;

/** Draws one surface. */
export class SurfacePicture implements Picture {
  readonly object = new Group();
  readonly firstView: FirstView;
  readonly skin: SkinView;
  readonly ray = new RayView();
  readonly ball = new BallView();
  readonly tree = new TreeView();
  readonly #ground = new GroundView();
  readonly #obstacle: Mesh<SphereGeometry, MeshPhongMaterial>;

  constructor(parts: SurfaceParts, motion: Motion) {
    this.firstView = FIRST_VIEWS[motion];
    this.skin = new SkinView(parts);
    const [x, y, z, radius] = CLOTH_BALL;
    this.#obstacle = new Mesh(
      new SphereGeometry(radius * OBSTACLE_SHARE, 48, 32),
      new MeshPhongMaterial({ color: OBSTACLE }),
    );
    this.#obstacle.position.set(x, y, z);
    this.#obstacle.visible = motion === 'drape';
    if (parts.subject.kind !== 'quadruped') this.#ground.placeBelow(EXTENTS[motion]);
    this.object.add(this.#obstacle);
    for (const part of this.#parts) this.object.add(part.object);
  }

  dispose(): void {
    this.#obstacle.geometry.dispose();
    this.#obstacle.material.dispose();
    for (const part of this.#parts) part.dispose();
  }

  get #parts(): (SkinView | RayView | BallView | TreeView | GroundView)[] {
    return [this.#ground, this.skin, this.ray, this.ball, this.tree];
  }
}
