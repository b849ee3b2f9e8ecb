/** Moving the ball with the mouse or a finger: over the cloth it rolls along it, elsewhere it stays as far away. */
import { Plane, Raycaster, Vector2, Vector3 } from 'three';
import { roundPoint } from '../model/deep-link.js';
import type { Point } from '../model/state.js';
import type { Stage } from './stage.js';

/** A ball and a surface, and where to tell that the ball was moved. */
export interface DragTarget {
  /** Centre and radius of the ball. */
  readonly center: Float64Array;
  readonly radius: number;
  /** Where a ray first hits the surface, and the surface's normal there, of length 1. */
  pick(origin: readonly number[], direction: readonly number[]): SurfacePoint | undefined;
  moveTo(point: Point): void;
}

/** A point of a surface. */
interface SurfacePoint {
  readonly point: readonly number[];
  readonly normal: readonly number[];
}

/** A ball that looks smaller than this, in CSS pixels, can still be grabbed. */
const GRAB_RADIUS = 24;
/** Share of its radius by which a ball that is rolled along the cloth is pressed into it. */
const PRESS = 0.075;

/** Lets the user drag the ball, if there is one. Dragging anything else is left to the camera. */
export function enableBallDrag(canvas: HTMLCanvasElement, stage: Stage, target: () => DragTarget | undefined): void {
  const { camera } = stage;
  const raycaster = new Raycaster();
  const pointer = new Vector2();
  const plane = new Plane();
  let dragging: number | undefined;

  const aim = (event: PointerEvent): void => {
    const { left, top, width, height } = canvas.getBoundingClientRect();
    pointer.set(((event.clientX - left) / width) * 2 - 1, 1 - ((event.clientY - top) / height) * 2);
    raycaster.setFromCamera(pointer, camera);
  };

  const isOnBall = (): boolean => {
    const ball = target();
    if (ball === undefined) return false;
    const center = new Vector3().fromArray(ball.center);
    const depth = center.distanceTo(camera.position);
    const metresPerPixel = (2 * depth * Math.tan((camera.fov * Math.PI) / 360)) / canvas.clientHeight;
    const reach = Math.max(ball.radius, GRAB_RADIUS * metresPerPixel);
    // Beyond that depth the pass flight puts the ball behind the camera.
    const isInFront = center.clone().sub(camera.position).dot(raycaster.ray.direction) > 0;
    return isInFront && raycaster.ray.distanceToPoint(center) <= reach;
  };

  canvas.addEventListener(
    'pointerdown',
    (event) => {
      if (event.button !== 0 || dragging !== undefined) return;
      aim(event);
      const ball = target();
      if (ball === undefined || !isOnBall()) return;
      // The camera's own controls listen to the same canvas.
      event.stopImmediatePropagation();
      event.preventDefault();
      dragging = event.pointerId;
      canvas.setPointerCapture(event.pointerId);
      canvas.style.cursor = 'grabbing';
      const facing = camera.getWorldDirection(new Vector3());
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
    const ball = target();
    if (ball === undefined) return;
    const point = pointOnSurface(raycaster, ball) ?? raycaster.ray.intersectPlane(plane, new Vector3());
    if (point !== null) ball.moveTo(roundPoint(point.x, point.y, point.z));
  });

  for (const name of ['pointerup', 'pointercancel'] as const) {
    canvas.addEventListener(name, (event) => {
      if (event.pointerId !== dragging) return;
      dragging = undefined;
      canvas.style.cursor = '';
    });
  }
}

/** Where the ball touches the surface under the pointer, on the side that is seen. */
function pointOnSurface({ ray }: Raycaster, ball: DragTarget): Vector3 | undefined {
  const hit = ball.pick(ray.origin.toArray(), ray.direction.toArray());
  if (hit === undefined) return undefined;
  const normal = new Vector3().fromArray(hit.normal);
  const side = normal.dot(ray.direction) > 0 ? -1 : 1;
  return new Vector3().fromArray(hit.point).addScaledVector(normal, side * ball.radius * (1 - PRESS));
}
