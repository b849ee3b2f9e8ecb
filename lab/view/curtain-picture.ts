/** The curtain as it is drawn: cloth and rail, the ball, what it touches, and the tree. */
import { CylinderGeometry, Group, Mesh, MeshPhongMaterial, Vector3 } from 'three';
import { HEIGHT, WIDTH } from '../../scenes/curtain.js';
import type { CurtainScene } from '../../scenes/curtain.js';
import { BallView } from './ball-view.js';
import { ClothView } from './cloth-view.js';
import { RAIL } from './colors.js';
import type { FirstView, Picture } from './picture.js';
import { TouchView } from './touch-view.js';
import { TreeView } from './tree-view.js';

/** The whole cloth, which swings out to about 40 cm. */
const FIRST_VIEW: FirstView = {
  target: new Vector3(0, HEIGHT / 2, 0),
  direction: new Vector3(0.62, 0.16, 1).normalize(),
  height: HEIGHT + 0.45,
  width: WIDTH + 0.9,
};

/** Draws one curtain. */
export class CurtainPicture implements Picture {
  readonly object = new Group();
  readonly firstView = FIRST_VIEW;
  readonly touches = new TouchView();
  readonly ball = new BallView();
  readonly tree = new TreeView();
  readonly cloth: ClothView;
  readonly #rail = createRail();

  constructor(scene: CurtainScene) {
    this.cloth = new ClothView(scene.mesh);
    for (const part of [this.cloth, this.touches, this.ball, this.tree]) this.object.add(part.object);
    this.object.add(this.#rail);
  }

  dispose(): void {
    for (const part of [this.cloth, this.touches, this.ball, this.tree]) part.dispose();
    this.#rail.geometry.dispose();
    this.#rail.material.dispose();
  }
}

function createRail(): Mesh<CylinderGeometry, MeshPhongMaterial> {
  const rail = new Mesh(
    new CylinderGeometry(0.011, 0.011, WIDTH + 0.16, 16),
    new MeshPhongMaterial({ color: RAIL, shininess: 60 }),
  );
  rail.rotation.z = Math.PI / 2;
  rail.position.y = HEIGHT + 0.008;
  return rail;
}
