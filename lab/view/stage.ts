/** The stage: renderer, camera and lights, and one picture at a time. */
import {
  DirectionalLight,
  HemisphereLight,
  PerspectiveCamera,
  Raycaster,
  Scene,
  Spherical,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { parseView, writeView } from '../model/view-text.js';
import type { FirstView, Picture } from './picture.js';
import { Pointer } from './pointer.js';
import { listenForTaps } from './taps.js';

/** Sharper pictures cost a phone more than they show. */
const HIGHEST_PIXEL_RATIO = 2;
const FIELD_OF_VIEW = 32;
/** Radii of the ball that its half of the picture shows when the view follows it. */
const FOLLOW_RADII = 9;

/** Draws one picture at a time into a canvas. */
export class Stage {
  /** Whether the picture depends on where the pointer is. */
  followsPointer = false;
  /** Called when somebody clicks or taps without turning the view. */
  onTap: (() => void) | undefined;
  readonly camera = new PerspectiveCamera(FIELD_OF_VIEW, 1, 0.02, 60);
  readonly #renderer: WebGLRenderer;
  readonly #controls: OrbitControls;
  readonly #scene = new Scene();
  readonly #canvas: HTMLCanvasElement;
  readonly #pointer: Pointer;
  readonly #raycaster = new Raycaster();
  #picture: Picture | undefined;
  #firstView: FirstView | undefined;
  #isTouched = false;
  /** The view that was last asked for, and where the eye was then. */
  #given = { eye: new Vector3(NaN), text: '' };

  /** `requestDraw` is called whenever the picture is out of date. */
  constructor(canvas: HTMLCanvasElement, context: WebGL2RenderingContext, requestDraw: () => void) {
    this.#canvas = canvas;
    this.#pointer = new Pointer(canvas, () => {
      if (this.followsPointer) requestDraw();
    });
    listenForTaps(canvas, () => this.onTap?.());
    this.#renderer = new WebGLRenderer({ canvas, context, antialias: true, alpha: true });
    // What is looked at is never quite in the dark.
    this.camera.add(new DirectionalLight(0xffffff, 0.5));
    this.#scene.add(this.camera, ...createLights());
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

  /** Geometries and textures that three.js holds for the present picture. */
  get memory(): { readonly geometries: number; readonly textures: number } {
    const { geometries, textures } = this.#renderer.info.memory;
    return { geometries, textures };
  }

  /** Shows another picture; the one before must have been disposed of. A picture of another scene is seen as it wants. */
  show(picture: Picture): void {
    if (this.#picture !== undefined) this.#scene.remove(this.#picture.object);
    this.#picture = picture;
    this.#scene.add(picture.object);
    if (picture.firstView === this.#firstView) return;
    this.#firstView = picture.firstView;
    this.#setReach(picture.firstView.reach ?? 1);
    this.resetView();
  }

  /** Turns back to the first view: all that there is, in a window of any shape. */
  resetView(): void {
    if (this.#firstView === undefined) return;
    const { direction, height, target, width } = this.#firstView;
    const tangent = Math.tan((FIELD_OF_VIEW * Math.PI) / 360);
    this.#lookFrom(direction, target, Math.max(height, width / this.camera.aspect) / (2 * tangent));
    this.#pointer.forgetTouch();
    this.#isTouched = false;
  }

  /** The view, as a link holds it; nothing for the first one. */
  get view(): string {
    const { position } = this.camera;
    const { target } = this.#controls;
    if (!this.#isTouched) return '';
    // Rounded once: a link that is opened stays as it is.
    const { eye, text } = this.#given;
    return eye.equals(position) ? text : writeView(position.toArray(), target.toArray());
  }

  set view(text: string) {
    const numbers = parseView(text);
    if (numbers === undefined) {
      this.resetView();
      return;
    }
    const target = new Vector3().fromArray(numbers, 3);
    const direction = new Vector3().fromArray(numbers).sub(target);
    const distance = direction.length();
    this.#lookFrom(direction.normalize(), target, distance);
    this.#isTouched = true;
    this.#given = { eye: this.camera.position.clone(), text };
  }

  /** Looks at a place, near enough to see what is within so much around it: from where one is, and rather from outside. */
  lookAt(place: readonly number[], radius: number): void {
    const target = new Vector3().fromArray(place);
    const outward = target.clone().sub(this.#firstView?.target ?? target);
    if (outward.length() > 0.05 * (this.#firstView?.reach ?? 1)) outward.normalize();
    const direction = this.camera.position.clone().sub(this.#controls.target).normalize();
    direction
      .addScaledVector(outward, 0.6)
      .add(new Vector3(0, 0.2, 0))
      .normalize();
    const tangent = Math.tan((FIELD_OF_VIEW * Math.PI) / 360);
    this.#lookFrom(direction, target, radius / (tangent * Math.min(1, this.camera.aspect)));
    this.#isTouched = true;
  }

  /** Turns around what is looked at, to the right and upwards, in radians; and changes the distance by a factor. */
  turn(right: number, up: number, distance: number): void {
    const { target } = this.#controls;
    const place = new Spherical().setFromVector3(this.camera.position.clone().sub(target));
    place.theta += right;
    place.phi -= up;
    place.makeSafe();
    place.radius *= distance;
    this.#lookFrom(new Vector3().setFromSpherical(place).normalize(), target.clone(), place.radius);
    this.#isTouched = true;
  }

  /** Does as if somebody had tapped the middle of the picture. */
  tapMiddle(): void {
    this.#pointer.touch(0, 0);
    this.onTap?.();
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

  /** The ray from the eye through the pointer, while it is over the picture. */
  pointerRay(): { readonly origin: number[]; readonly direction: number[] } | undefined {
    const { place } = this.#pointer;
    if (place === undefined) return undefined;
    // The camera may have been moved since the last picture.
    this.camera.updateMatrixWorld();
    this.#raycaster.setFromCamera(new Vector2(place[0], place[1]), this.camera);
    const { origin, direction } = this.#raycaster.ray;
    return { origin: origin.toArray(), direction: direction.toArray() };
  }

  /** Draws. Returns whether the view is still coming to rest and wants to be drawn again. */
  draw(): boolean {
    if (this.#renderer.getPixelRatio() !== pixelRatio()) this.#resize();
    const isMoving = this.#controls.update();
    this.#renderer.render(this.#scene, this.camera);
    return isMoving;
  }

  /** Fits the depth of the picture, and how far one can go, to the size of what is shown. */
  #setReach(reach: number): void {
    this.camera.near = 0.02 * reach;
    this.camera.far = 60 * reach;
    this.camera.updateProjectionMatrix();
    this.#controls.minDistance = 0.05 * reach;
    this.#controls.maxDistance = 20 * reach;
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

function createLights(): (HemisphereLight | DirectionalLight)[] {
  const key = new DirectionalLight(0xfff2dd, 2.8);
  key.position.set(3.5, 2.5, 1.6);
  const rim = new DirectionalLight(0x88aaff, 1.1);
  rim.position.set(-3, 1.5, -2);
  return [new HemisphereLight(0xd6e4ff, 0x202a3c, 1.5), key, rim];
}
