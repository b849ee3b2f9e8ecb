/** What is near a deforming mesh: closest points, balls and boxes, asked in the vectors of three.js. */
import { Matrix4, Vector3 } from 'three';
import type { Box3, Sphere } from 'three';
import {
  beginBall,
  beginBox,
  beginClosestPoint,
  beginFrustum,
  createClosestPoint,
  createHits,
  createSearch,
  step,
} from '../index.js';
import type { Body, Search, SearchStatistics } from '../index.js';
import { PliantError } from '../errors.js';
import { isAffine, isIdentity } from './affine.js';
import { writePoint } from './write-point.js';

/** A point of a surface. */
export interface HitPointInfo {
  /** Where it is, in the space of the mesh. */
  point: Vector3;
  /** How far it is from the point that was asked about. */
  distance: number;
  /** The face that it is on. */
  faceIndex: number;
}

/** Tests between two looks at whether enough has been found. */
const BUDGET = 64;
/** A box has six sides, each a plane of four numbers. */
const BOX_PLANES = 24;

/** Searches around one body. */
export class Proximity {
  readonly #body: Body;
  readonly #search: Search = createSearch();
  readonly #point = createClosestPoint();
  readonly #one = createHits(1);
  /** What is asked about, in numbers. */
  readonly #numbers = new Float64Array(3);
  readonly #highest = new Float64Array(3);
  readonly #planes = new Float64Array(BOX_PLANES);
  readonly #inverse = new Matrix4();

  constructor(body: Body) {
    this.#body = body;
  }

  /** What the last search has done. */
  get statistics(): SearchStatistics {
    return this.#search.statistics;
  }

  /** As `DeformTree.closestPointToPoint`. */
  findClosest(point: Vector3, target: HitPointInfo | undefined, least: number, most: number): HitPointInfo | null {
    if (most < 0) return null;
    const found = this.#point;
    const search = this.#search;
    writePoint(point, this.#numbers);
    beginClosestPoint(search, this.#body, this.#numbers, found, most);
    while (!step(search, least > 0 ? BUDGET : Infinity)) if (found.distance < least) break;
    if (found.triangle === undefined) return null;
    const out = target ?? { point: new Vector3(), distance: 0, faceIndex: 0 };
    // As those of three-mesh-bvh, targets may begin as empty objects.
    out.point ??= new Vector3();
    out.point.fromArray(found.point);
    out.distance = found.distance;
    out.faceIndex = found.triangle;
    return out;
  }

  /** As `DeformTree.intersectsSphere`. */
  meetsSphere({ center, radius }: Sphere): boolean {
    if (radius < 0) return false;
    writePoint(center, this.#numbers);
    beginBall(this.#search, this.#body, this.#numbers, radius, this.#one);
    return this.#finish();
  }

  /** As `DeformTree.intersectsBox`. */
  meetsBox(box: Box3, boxToMesh: Matrix4 | undefined): boolean {
    if (box.isEmpty()) return false;
    if (boxToMesh === undefined || isIdentity(boxToMesh)) {
      writePoint(box.min, this.#numbers);
      writePoint(box.max, this.#highest);
      beginBox(this.#search, this.#body, this.#numbers, this.#highest, this.#one);
    } else {
      writePlanes(box, this.#inverse.copy(boxToMesh).invert(), this.#planes);
      beginFrustum(this.#search, this.#body, this.#planes, this.#one);
    }
    return this.#finish();
  }

  #finish(): boolean {
    while (!step(this.#search, BUDGET)) if (this.#one.count > 0) return true;
    return this.#one.count > 0;
  }
}

/**
 * The sides of a box in the space of the mesh: a point x is in the box when each coordinate of M⁻¹ x is between its lowest and
 * its highest, and those are the rows of M⁻¹.
 */
function writePlanes({ min, max }: Box3, { elements: m }: Matrix4, planes: Float64Array): void {
  if (!isAffine(m)) {
    throw new PliantError(
      'bad-number',
      'DeformTree.intersectsBox: boxToMesh is not affine, or has no inverse; look for NaN, and for a scale of 0',
    );
  }
  for (let axis = 0; axis < 3; axis++) {
    const at = axis * 8;
    for (let k = 0; k < 3; k++) {
      planes[at + k] = m[k * 4 + axis];
      planes[at + 4 + k] = -m[k * 4 + axis];
    }
    planes[at + 3] = max.getComponent(axis) - m[12 + axis];
    planes[at + 7] = m[12 + axis] - min.getComponent(axis);
  }
}
