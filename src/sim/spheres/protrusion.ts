/**
 * How far the surfaces of spheres are from the object, outside of it: the largest distance over all points of all spheres, by branch and bound. The cube around a sphere is cut into
 * cells; what is seen of the sphere through a cell is no farther from its middle than the cell's own corners are, for going from the cube to the sphere brings points together. The
 * signed distance changes by no more than the way, so a cell whose middle is far below what was found already has nothing to say.
 */
import { DISTANCE, measureDistance } from './solid.js';
import type { SphereObject } from './solid.js';
import { SPHERE_RADIUS, SPHERE_STRIDE } from './sphere-tree.js';

/** The largest distance found at points of spheres, and one that no point exceeds. */
export interface Protrusion {
  /** The largest distance that was found at a point of a sphere. */
  readonly found: number;
  /** No point of a sphere is farther from the object. */
  readonly bound: number;
}

/** By how much the bound may exceed what was found. */
const TOLERANCE = 0.02;
/** Where that takes more cells, the bound by the centre alone has to do. */
const MOST_CELLS = 20_000;
const DIAGONAL = 1.4142135623730951;

/** Spheres that are looked at one after the other: the more is known already, the less is looked at. */
export interface ProtrusionSearch {
  readonly solid: SphereObject;
  readonly result: Float64Array;
}

const FOUND = 0;
const REST = 1;

/**
 * Measures how far the surfaces of some spheres, four numbers each, are from an object, outside of it: the largest distance over those from `first` up to, not including, `end`. What
 * was found is reached at a point of a sphere; no point exceeds the bound.
 */
export function measureProtrusion(
  solid: SphereObject,
  spheres: Float64Array,
  first = 0,
  end: number = spheres.length / SPHERE_STRIDE,
): Protrusion {
  const search = createProtrusionSearch(solid);
  for (let sphere = first; sphere < end; sphere++) addSphere(search, spheres, sphere);
  return protrusionOf(search);
}

/** Begins with no sphere. */
export function createProtrusionSearch(solid: SphereObject): ProtrusionSearch {
  return { solid, result: new Float64Array(2) };
}

/** What is known after all spheres that were added. */
export function protrusionOf({ result }: ProtrusionSearch): Protrusion {
  const bound = Math.max(result[FOUND] * (1 + TOLERANCE), result[REST]);
  return { found: result[FOUND], bound };
}

const point = new Float64Array(3);
const center = new Float64Array(3);
const measured = new Float64Array(DISTANCE.count);
/** Cells that wait: their axis and side, the middle on the face, half the side. */
let cells = new Float64Array(4 * 256);

/** Looks at a sphere. */
export function addSphere({ result, solid }: ProtrusionSearch, spheres: Float64Array, sphere: number): void {
  const at = sphere * SPHERE_STRIDE;
  const radius = spheres[at + SPHERE_RADIUS];
  center.set(spheres.subarray(at, at + 3));
  measureDistance(solid, center, 0, measured);
  const most = widen(solid, measured[DISTANCE.high] + radius);
  if (!(most > result[FOUND] * (1 + TOLERANCE))) return;
  lookTowards(solid, radius, result);
  // Straight out from the closest point the whole bound is often reached.
  if (!(most > result[FOUND] * (1 + TOLERANCE))) return;
  let looks = 0;
  let size = 0;
  for (let face = 0; face < 6; face++) size = push(size, face, 0, 0, 1);
  while (size > 0) {
    size -= 4;
    const face = cells[size];
    const u = cells[size + 1];
    const v = cells[size + 2];
    const half = cells[size + 3];
    const value = signedDistanceAt(solid, radius, face, u, v);
    if (value > result[FOUND]) result[FOUND] = value;
    const highest = widen(solid, measured[DISTANCE.high] + half * DIAGONAL * radius);
    if (!(highest > result[FOUND] * (1 + TOLERANCE))) continue;
    if (looks++ > MOST_CELLS || half * radius < NOISE * solid.reach) {
      result[REST] = Math.max(result[REST], most);
      return;
    }
    const quarter = 0.5 * half;
    for (let k = 0; k < 4; k++) {
      size = push(size, face, u + (k % 2 === 0 ? -quarter : quarter), v + (k < 2 ? -quarter : quarter), quarter);
    }
  }
}

/** Cells smaller than this share of all coordinates are all one point. */
const NOISE = 1e-13;

/** Makes up for the arithmetic of points on spheres, which are off by a few units in the last place of the radius or the centre. */
function widen({ reach }: SphereObject, value: number): number {
  return value + 1e-14 * (Math.abs(value) + reach);
}

/** Looks at the point of the sphere in the direction of the closest point of the surface, seen from the centre, or against it. */
function lookTowards(solid: SphereObject, radius: number, result: Float64Array): void {
  const x = measured[DISTANCE.closest] - center[0];
  const y = measured[DISTANCE.closest + 1] - center[1];
  const z = measured[DISTANCE.closest + 2] - center[2];
  const length = Math.sqrt(x * x + y * y + z * z);
  if (!(length > 0)) return;
  for (const way of [radius / length, -radius / length]) {
    point[0] = center[0] + way * x;
    point[1] = center[1] + way * y;
    point[2] = center[2] + way * z;
    measureDistance(solid, point, 0, measured);
    if (measured[DISTANCE.low] > result[FOUND]) result[FOUND] = measured[DISTANCE.low];
  }
}

function signedDistanceAt(solid: SphereObject, radius: number, face: number, u: number, v: number): number {
  const scale = radius / Math.sqrt(1 + u * u + v * v);
  const axis = face >> 1;
  point[axis] = center[axis] + (face % 2 === 0 ? scale : -scale);
  point[(axis + 1) % 3] = center[(axis + 1) % 3] + u * scale;
  point[(axis + 2) % 3] = center[(axis + 2) % 3] + v * scale;
  measureDistance(solid, point, 0, measured);
  return measured[DISTANCE.low];
}

function push(size: number, face: number, u: number, v: number, half: number): number {
  if (size + 4 > cells.length) {
    const larger = new Float64Array(2 * cells.length);
    larger.set(cells);
    cells = larger;
  }
  cells[size] = face;
  cells[size + 1] = u;
  cells[size + 2] = v;
  cells[size + 3] = half;
  return size + 4;
}
