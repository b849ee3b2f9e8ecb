/** The picture: renderer, camera, lights, and the parts that draw the cloth, the ball and the tree. */
import {
  CylinderGeometry,
  DirectionalLight,
  HemisphereLight,
  Mesh,
  MeshPhongMaterial,
  PerspectiveCamera,
  Scene,
  Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { HEIGHT, WIDTH } from '../../scenes/curtain.js';
import type { Simulation } from '../model/simulation.js';
import { BallView } from './ball-view.js';
import { ClothView } from './cloth-view.js';
import { RAIL } from './colors.js';
import { TouchView } from './touch-view.js';
import { TreeView } from './tree-view.js';

/** Sharper pictures cost a phone more than they show. */
const HIGHEST_PIXEL_RATIO = 2;
const FIELD_OF_VIEW = 32;
const MIDDLE = new Vector3(0, HEIGHT / 2, 0);
/** Where the eye is at first, as seen from the middle of the cloth. */
const FIRST_DIRECTION = new Vector3(0.62, 0.16, 1).normalize();
/** Height and width, in metres, that the first view shows at least: the cloth swings out to about 40 cm. */
const FIRST_HEIGHT = HEIGHT + 0.45;
const FIRST_WIDTH = WIDTH + 0.9;
/** Radii of the ball that its half of the picture shows when the view follows it. */
const FOLLOW_RADII = 9;

/** Draws one simulation at a time into a canvas. */
export class SceneView {
  readonly touches = new TouchView();
  readonly ball = new BallView();
  readonly camera = new PerspectiveCamera(FIELD_OF_VIEW, 1, 0.02, 60);
  readonly #renderer: WebGLRenderer;
  readonly #controls: OrbitControls;
  readonly #scene = new Scene();
  readonly #canvas: HTMLCanvasElement;
  #cloth: ClothView | undefined;
  #tree: TreeView | undefined;
  #isTouched = false;

  /** `requestDraw` is called whenever the picture is out of date. */
  constructor(canvas: HTMLCanvasElement, context: WebGL2RenderingContext, requestDraw: () => void) {
    this.#canvas = canvas;
    this.#renderer = new WebGLRenderer({ canvas, context, antialias: true, alpha: true });
    this.#scene.add(this.touches.object, this.ball.object, createRail(), ...createLights());
    this.#controls = new OrbitControls(this.camera, canvas);
    this.#controls.enableDamping = true;
    this.#controls.dampingFactor = 0.12;
    this.#controls.minDistance = 0.05;
    this.#controls.maxDistance = 20;
    this.#controls.addEventListener('change', requestDraw);
    this.#controls.addEventListener('start', () => (this.#isTouched = true));
    canvas.addEventListener('webglcontextrestored', requestDraw);
    new ResizeObserver(() => {
      this.#resize();
      requestDraw();
    }).observe(canvas);
    this.#resize();
  }

  /** The cloth, once there is one. */
  get cloth(): ClothView | undefined {
    return this.#cloth;
  }

  /** The tree, once there is one. */
  get tree(): TreeView | undefined {
    return this.#tree;
  }

  /** Geometries that three.js holds for the present picture. */
  get geometryCount(): number {
    return this.#renderer.info.memory.geometries;
  }

  /** Replaces what is drawn; what was drawn before is disposed of. */
  show(simulation: Simulation): void {
    this.#cloth?.object.removeFromParent();
    this.#cloth?.dispose();
    this.#tree?.object.removeFromParent();
    this.#tree?.dispose();
    this.#cloth = new ClothView(simulation.scene);
    this.#tree = new TreeView(simulation.body);
    this.#scene.add(this.#cloth.object, this.#tree.object);
  }

  /** Turns back to the first view: the whole cloth, in a window of any shape. */
  resetView(): void {
    const tangent = Math.tan((FIELD_OF_VIEW * Math.PI) / 360);
    const distance = Math.max(FIRST_HEIGHT, FIRST_WIDTH / this.camera.aspect) / (2 * tangent);
    this.#lookFrom(FIRST_DIRECTION, MIDDLE, distance);
    this.#isTouched = false;
  }

  /** Goes near to the ball. */
  approach(center: Float64Array, radius: number): void {
    const direction = this.camera.position.clone().sub(this.#controls.target).normalize();
    const tangent = Math.tan((FIELD_OF_VIEW * Math.PI) / 360);
    this.#lookFrom(direction, new Vector3().fromArray(center), (FOLLOW_RADII * radius) / tangent);
    this.#isTouched = true;
  }

  /** Moves the view along, so that the ball comes to lie in the middle. */
  follow(center: Float64Array): void {
    const shift = new Vector3().fromArray(center).sub(this.#controls.target);
    this.camera.position.add(shift);
    this.#controls.target.add(shift);
  }

  /** Where the picture shows a point, in CSS pixels from the upper left corner of the canvas. */
  toScreen(point: Float64Array): [x: number, y: number] {
    const { x, y } = new Vector3().fromArray(point).project(this.camera);
    return [((x + 1) / 2) * this.#canvas.clientWidth, ((1 - y) / 2) * this.#canvas.clientHeight];
  }

  /** Draws. Returns whether the view is still coming to rest and wants to be drawn again. */
  draw(): boolean {
    if (this.#renderer.getPixelRatio() !== pixelRatio()) this.#resize();
    const isMoving = this.#controls.update();
    this.#renderer.render(this.#scene, this.camera);
    return isMoving;
  }

  #lookFrom(direction: Vector3, target: Vector3, distance: number): void {
    // Without damping an update spends all momentum that is left of the last gesture.
    this.#controls.enableDamping = false;
    this.#controls.update();
    this.#controls.target.copy(target);
    this.camera.position.copy(target).addScaledVector(direction, distance);
    this.#controls.update();
    this.#controls.enableDamping = true;
  }

  #resize(): void {
    const { clientWidth, clientHeight } = this.#canvas;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.#renderer.setPixelRatio(pixelRatio());
    this.#renderer.setSize(clientWidth, clientHeight, false);
    this.camera.aspect = clientWidth / clientHeight;
    this.camera.updateProjectionMatrix();
    // A view that nobody has chosen is fitted to the new shape.
    if (!this.#isTouched) this.resetView();
  }
}

function pixelRatio(): number {
  return Math.min(window.devicePixelRatio, HIGHEST_PIXEL_RATIO);
}

function createRail(): Mesh {
  const rail = new Mesh(
    new CylinderGeometry(0.011, 0.011, WIDTH + 0.16, 16),
    new MeshPhongMaterial({ color: RAIL, shininess: 60 }),
  );
  rail.rotation.z = Math.PI / 2;
  rail.position.y = HEIGHT + 0.008;
  return rail;
}

function createLights(): (HemisphereLight | DirectionalLight)[] {
  const key = new DirectionalLight(0xfff2dd, 2.8);
  key.position.set(3.5, 2.5, 1.6);
  const rim = new DirectionalLight(0x88aaff, 1.1);
  rim.position.set(-3, 1.5, -2);
  return [new HemisphereLight(0xd6e4ff, 0x202a3c, 1.5), key, rim];
}
