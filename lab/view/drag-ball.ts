/** Moving the ball with the mouse or a finger: over the cloth it rolls along it, elsewhere it stays as far away. */
import { Plane, Raycaster, Vector2, Vector3 } from 'three';
import { roundPoint } from '../model/deep-link.js';
import type { Point } from '../model/state.js';
import type { SceneView } from './scene-view.js';

/** What dragging needs to know, and where it tells what it did. */
export interface DragTarget {
  /** Centre and radius of the ball, or undefined while there is none. */
  ball(): { readonly center: Float64Array; readonly radius: number } | undefined;
  moveTo(point: Point): void;
}

/** A ball that looks smaller than this, in CSS pixels, can still be grabbed. */
const GRAB_RADIUS = 24;
/** Share of its radius by which a ball that is rolled along the cloth is pressed into it. */
const PRESS = 0.075;

/** Lets the user drag the ball. Dragging anything else is left to the camera. */
export function enableBallDrag(canvas: HTMLCanvasElement, view: SceneView, target: DragTarget): void {
  const raycaster = new Raycaster();
  const pointer = new Vector2();
  const plane = new Plane();
  let dragging: number | undefined;

  const aim = (event: PointerEvent): void => {
    const { left, top, width, height } = canvas.getBoundingClientRect();
    pointer.set(((event.clientX - left) / width) * 2 - 1, 1 - ((event.clientY - top) / height) * 2);
    raycaster.setFromCamera(pointer, view.camera);
  };

  const isOnBall = (): boolean => {
    const ball = target.ball();
    if (ball === undefined) return false;
    const center = new Vector3().fromArray(ball.center);
    const depth = center.distanceTo(view.camera.position);
    const metresPerPixel = (2 * depth * Math.tan((view.camera.fov * Math.PI) / 360)) / canvas.clientHeight;
    const reach = Math.max(ball.radius, GRAB_RADIUS * metresPerPixel);
    // Beyond that depth the pass flight puts the ball behind the camera.
    const isInFront = center.clone().sub(view.camera.position).dot(raycaster.ray.direction) > 0;
    return isInFront && raycaster.ray.distanceToPoint(center) <= reach;
  };

  canvas.addEventListener(
    'pointerdown',
    (event) => {
      if (event.button !== 0 || dragging !== undefined) return;
      aim(event);
      const ball = target.ball();
      if (ball === undefined || !isOnBall()) return;
      // The camera's own controls listen to the same canvas.
      event.stopImmediatePropagation();
      event.preventDefault();
      dragging = event.pointerId;
      canvas.setPointerCapture(event.pointerId);
      canvas.style.cursor = 'grabbing';
      const facing = view.camera.getWorldDirection(new Vector3());
      plane.setFromNormalAndCoplanarPoint(facing, new Vector3().fromArray(ball.center));
    },
    { capture: true },
  );

  canvas.addEventListener('pointermove', (event) => {
    if (dragging === undefined) {
      if (event.pointerType !== 'mouse' || event.buttons !== 0) return;
      aim(event);
      canvas.style.cursor = isOnBall() ? 'grab' : '';
      return;
    }
    if (event.pointerId !== dragging) return;
    aim(event);
    const point = pointOnCloth(raycaster, view, target.ball()?.radius ?? 0) ?? pointOnPlane(raycaster, plane);
    if (point !== undefined) target.moveTo(roundPoint(point.x, point.y, point.z));
  });

  for (const name of ['pointerup', 'pointercancel'] as const) {
    canvas.addEventListener(name, (event) => {
      if (event.pointerId !== dragging) return;
      dragging = undefined;
      canvas.style.cursor = '';
    });
  }
}

/** Where the ball touches the cloth under the pointer, on the side that is seen. */
function pointOnCloth(raycaster: Raycaster, view: SceneView, radius: number): Vector3 | undefined {
  if (view.cloth === undefined) return undefined;
  const hit = raycaster.intersectObject(view.cloth.surface, false)[0];
  const normal = hit?.face?.normal;
  if (normal === undefined) return undefined;
  const side = normal.dot(raycaster.ray.direction) > 0 ? -1 : 1;
  return hit.point.clone().addScaledVector(normal, side * radius * (1 - PRESS));
}

function pointOnPlane(raycaster: Raycaster, plane: Plane): Vector3 | undefined {
  return raycaster.ray.intersectPlane(plane, new Vector3()) ?? undefined;
}
