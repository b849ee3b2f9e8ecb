/** The animal as it is drawn: its skin and what is marked on it, the ray or the ball, boxes of its tree, the ground. */
import { Group, Vector3 } from 'three';
import type { QuadrupedParts } from '../model/quadruped-parts.js';
import { BallView } from './ball-view.js';
import { GroundView } from './ground-view.js';
import type { FirstView, Picture } from './picture.js';
import { RayView } from './ray-view.js';
import { SkinView } from './skin-view.js';
import { TreeView } from './tree-view.js';

/** The animal from nose to tail, with room above to jump. */
const FIRST_VIEW: FirstView = {
  target: new Vector3(-0.075, 0.225, 0),
  direction: new Vector3(0.42, 0.3, 1).normalize(),
  height: 0.6,
  width: 0.8,
};

/** Draws one animal. */
export class QuadrupedPicture implements Picture {
  readonly object = new Group();
  readonly firstView = FIRST_VIEW;
  readonly skin: SkinView;
  readonly ray = new RayView();
  readonly ball = new BallView();
  readonly tree = new TreeView();
  readonly #ground = new GroundView();

  constructor(parts: QuadrupedParts) {
    this.skin = new SkinView(parts);
    for (const part of this.#parts) this.object.add(part.object);
  }

  dispose(): void {
    for (const part of this.#parts) part.dispose();
  }

  get #parts(): (SkinView | RayView | BallView | TreeView | GroundView)[] {
    return [this.#ground, this.skin, this.ray, this.ball, this.tree];
  }
}
