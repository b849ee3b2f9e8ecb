/**
 * What queries look for triangles with: ball, capsule (which is also a ball that sweeps along a segment), box and frustum, all
 * closed. Each answers two questions: can it meet a box that bounds part of a body, answered on the safe side, and does
 * it meet a triangle, answered exactly.
 */
import { requireFinite } from '../../checks.js';
import { PliantError } from '../../errors.js';
import { ballMeetsTriangle } from '../../narrow/ball-triangle.js';
import { boxMeetsTriangle } from '../../narrow/box-triangle.js';
import { capsuleMeetsTriangle } from '../../narrow/capsule-triangle.js';
import { frustumMeetsTriangle } from '../../narrow/frustum-triangle.js';
import { requirePoint, requireRadius } from '../arguments.js';

/** Centre and radius. */
export const BALL = 0;
/** Both ends of a segment, and a radius. */
export const CAPSULE = 1;
/** Lowest and highest corner. */
const BOX = 2;
/** Half spaces n·x ≤ d, four numbers each. */
const FRUSTUM = 3;

/** Most half spaces of a frustum. */
const MOST_PLANES = 32;

/** A probe, to be set again and again. */
export interface Probe {
  kind: typeof BALL | typeof CAPSULE | typeof BOX | typeof FRUSTUM;
  readonly numbers: Float64Array;
  planeCount: number;
}

const CAPSULE_RADIUS = 6;
const BALL_RADIUS = 3;
/** Float64 arithmetic on a handful of numbers is good to far better than these; squares that underflow, to TINY. */
const SLACK = 1e-13;
const TINY = 1e-300;

/** Room for a probe; a ball of no size until it is set. */
export function createProbe(): Probe {
  return { kind: BALL, numbers: new Float64Array(MOST_PLANES * 4), planeCount: 0 };
}

/** Makes the probe a ball. */
export function setBall(caller: string, probe: Probe, center: ArrayLike<number>, radius: number): void {
  requirePoint(caller, 'center', center);
  requireRadius(caller, radius);
  probe.kind = BALL;
  copyPoint(probe.numbers, 0, center);
  probe.numbers[BALL_RADIUS] = radius;
}

/** Makes the probe a capsule. */
export function setCapsule(
  caller: string,
  probe: Probe,
  start: ArrayLike<number>,
  end: ArrayLike<number>,
  radius: number,
): void {
  requirePoint(caller, 'start', start);
  requirePoint(caller, 'end', end);
  requireRadius(caller, radius);
  probe.kind = CAPSULE;
  copyPoint(probe.numbers, 0, start);
  copyPoint(probe.numbers, 3, end);
  probe.numbers[CAPSULE_RADIUS] = radius;
}

/** Makes the probe an axis-aligned box. */
export function setBox(caller: string, probe: Probe, lowest: ArrayLike<number>, highest: ArrayLike<number>): void {
  requirePoint(caller, 'lowest', lowest);
  requirePoint(caller, 'highest', highest);
  for (let axis = 0; axis < 3; axis++) {
    if (lowest[axis] > highest[axis]) {
      throw new PliantError(
        'bad-number',
        `${caller}: lowest[${axis}] is ${lowest[axis]}, above highest[${axis}], ${highest[axis]}; swap the two corners`,
      );
    }
  }
  probe.kind = BOX;
  copyPoint(probe.numbers, 0, lowest);
  copyPoint(probe.numbers, 3, highest);
}

/** Makes the probe the intersection of half spaces. */
export function setFrustum(caller: string, probe: Probe, planes: ArrayLike<number>): void {
  const count = planes?.length / 4;
  if (!Number.isInteger(count) || count < 1 || count > MOST_PLANES) {
    throw new PliantError(
      'bad-count',
      `${caller}: planes has ${planes?.length} numbers; pass four (x, y, z, d) for each of 1 to ${MOST_PLANES} half spaces`,
    );
  }
  requireFinite(caller, 'planes', planes);
  probe.kind = FRUSTUM;
  probe.planeCount = count;
  for (let i = 0; i < planes.length; i++) probe.numbers[i] = planes[i];
}

/** Whether the probe meets a triangle: exact. */
export function probeMeetsTriangle(probe: Probe, positions: Float32Array, a: number, b: number, c: number): boolean {
  const n = probe.numbers;
  switch (probe.kind) {
    case BALL:
      return ballMeetsTriangle(n, positions, a, b, c);
    case CAPSULE:
      return capsuleMeetsTriangle(n, positions, a, b, c);
    case BOX:
      return boxMeetsTriangle(n, positions, a, b, c);
    case FRUSTUM:
      return frustumMeetsTriangle(n, probe.planeCount, positions, a, b, c);
  }
}

/** Whether the probe can meet a box of six numbers: false only when they are certainly apart. */
export function probeCanMeetBox(probe: Probe, boxes: Float64Array, at: number): boolean {
  const n = probe.numbers;
  switch (probe.kind) {
    case BALL: {
      const x = outside(n[0], boxes[at], boxes[at + 3]);
      const y = outside(n[1], boxes[at + 1], boxes[at + 4]);
      const z = outside(n[2], boxes[at + 2], boxes[at + 5]);
      const radius = n[BALL_RADIUS];
      return !(x * x + y * y + z * z > radius * radius * (1 + SLACK) + TINY);
    }
    case CAPSULE:
      return capsuleCanMeetBox(n, boxes, at);
    case BOX:
      return !(
        boxes[at] > n[3] ||
        boxes[at + 3] < n[0] ||
        boxes[at + 1] > n[4] ||
        boxes[at + 4] < n[1] ||
        boxes[at + 2] > n[5] ||
        boxes[at + 5] < n[2]
      );
    case FRUSTUM:
      return frustumCanMeetBox(n, probe.planeCount, boxes, at);
  }
}

/**
 * Separating axes of a segment and a box grown by the radius: the box's axes, and their products with the segment. All
 * numbers are compared with a pad of SLACK times the sizes that went into them.
 */
function capsuleCanMeetBox(n: Float64Array, boxes: Float64Array, at: number): boolean {
  const radius = n[CAPSULE_RADIUS];
  for (let axis = 0; axis < 3; axis++) {
    const low = Math.min(n[axis], n[axis + 3]) - radius;
    const high = Math.max(n[axis], n[axis + 3]) + radius;
    const pad = (Math.abs(low) + Math.abs(high)) * SLACK;
    if (low > boxes[at + axis + 3] + pad || high < boxes[at + axis] - pad) return false;
  }
  for (let axis = 0; axis < 3; axis++) {
    const j = (axis + 1) % 3;
    const k = (axis + 2) % 3;
    const ej = n[j + 3] - n[j];
    const ek = n[k + 3] - n[k];
    const tj = (boxes[at + j] + boxes[at + j + 3]) * 0.5 - n[j];
    const tk = (boxes[at + k] + boxes[at + k + 3]) * 0.5 - n[k];
    const hj = (boxes[at + j + 3] - boxes[at + j]) * 0.5;
    const hk = (boxes[at + k + 3] - boxes[at + k]) * 0.5;
    const squared = ej * ej + ek * ek;
    // Where the square underflows the radius would drop out; the box's own axes are on the safe side without these.
    if (squared < TINY) continue;
    const length = Math.sqrt(squared);
    const scale = Math.abs(tj) + Math.abs(tk) + Math.abs(n[j]) + Math.abs(n[k]) + hj + hk + radius;
    const reach = hj * Math.abs(ek) + hk * Math.abs(ej) + (radius + scale * SLACK) * length;
    if (Math.abs(tj * ek - tk * ej) > reach * (1 + SLACK) + TINY) return false;
  }
  return true;
}

/** The corner of the box that lies deepest behind each plane decides. */
function frustumCanMeetBox(n: Float64Array, planeCount: number, boxes: Float64Array, at: number): boolean {
  for (let plane = 0; plane < planeCount; plane++) {
    let deepest = -n[plane * 4 + 3];
    let size = Math.abs(deepest);
    for (let axis = 0; axis < 3; axis++) {
      const normal = n[plane * 4 + axis];
      const term = normal * (normal > 0 ? boxes[at + axis] : boxes[at + axis + 3]);
      deepest += term;
      size += Math.abs(term);
    }
    if (deepest > size * SLACK + TINY) return false;
  }
  return true;
}

/** How far a coordinate lies outside an interval; zero within it. */
function outside(value: number, low: number, high: number): number {
  return value < low ? low - value : value > high ? value - high : 0;
}

function copyPoint(numbers: Float64Array, at: number, point: ArrayLike<number>): void {
  for (let axis = 0; axis < 3; axis++) numbers[at + axis] = point[axis];
}
