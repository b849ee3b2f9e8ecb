/** Measures a meeting at an instant: how many triangles, how long, how deep, where, and which joints are to blame. */
import { TOUCHING, createPairHits } from '../index.js';
import type { MeshBody, PairHits } from '../index.js';
import {
  createContours,
  createDepth,
  createRegions,
  findContours,
  findRegions,
  measureDepth,
  surfaceOf,
} from '../meaning.js';
import { createGovernorRanking, strongestGovernors } from '../parts.js';
import type { MeetingFinder } from './meeting-finder.js';
import type { Instant } from './instants.js';
import type { KeySet } from './key-set.js';
import type { AuditPlan, PairKind } from './plan.js';
import type { Finding } from './report.js';
import type { SceneBodies } from './scene-bodies.js';

/** What to measure. */
export interface MeasureRequest {
  readonly instant: Instant;
  readonly kind: PairKind;
  readonly objectA: number;
  readonly objectB: number;
  /** Whether only pairs count that are not in the baseline. */
  readonly onlyNew: boolean;
}

/** What a finding says about its peak. */
export type Measurement = Pick<
  Finding,
  'pairs' | 'triangles' | 'places' | 'contourLength' | 'depth' | 'distance' | 'joints' | 'center'
>;

/** Joints of one object that are named at most, and the share of a place that they must move. */
const MOST_JOINTS = 3;
const LEAST_SHARE = 0.1;

/** Measures meetings, one after the other. */
export class MeetingMeasurer {
  readonly #plan: AuditPlan;
  readonly #bodies: SceneBodies;
  readonly #finder: MeetingFinder;
  readonly #contours = createContours();
  readonly #regions = createRegions();
  readonly #depth = createDepth();

  constructor(plan: AuditPlan, bodies: SceneBodies, finder: MeetingFinder) {
    this.#plan = plan;
    this.#bodies = bodies;
    this.#finder = finder;
  }

  /** Searches for a meeting again, and measures it. */
  measure(request: MeasureRequest, baseline: KeySet | undefined): Measurement {
    const { kind, objectA, objectB } = request;
    this.#bodies.goTo(request.instant);
    const bodyA = this.#bodies.bodyOf(objectA);
    const bodyB = this.#bodies.bodyOf(objectB);
    const known = request.onlyNew ? baseline : undefined;
    const hits = kind === 'close' ? this.#findClose(bodyA, bodyB) : this.#findMeeting(bodyA, bodyB);
    const depth = kind === 'close' || objectA === objectB ? undefined : this.#depthOf(objectA, objectB, hits);
    if (known !== undefined) forgetKnown(hits, this.#finder.keys, known);

    const surfaceA = surfaceOf(bodyA);
    const surfaceB = objectA === objectB ? surfaceA : surfaceOf(bodyB);
    const contours = this.#contours;
    if (kind === 'meeting') findContours(surfaceA, surfaceB, hits, contours);
    findRegions(surfaceA, surfaceB, hits, this.#regions);
    return {
      pairs: hits.count,
      triangles: this.#regions.starts[this.#regions.count],
      places: this.#regions.placeCount,
      contourLength: kind === 'meeting' ? contours.totalLength : 0,
      depth: depth ?? null,
      distance: kind === 'close' ? this.#leastDistance(known) : null,
      ...this.#describeLargestPlace(objectA, objectB),
    };
  }

  #findMeeting(bodyA: MeshBody, bodyB: MeshBody): PairHits {
    this.#finder.findMeeting(bodyA, bodyB);
    return this.#finder.hits;
  }

  /** Close pairs in the form of hits: regions do not care what kind of neighbours they gather. */
  #findClose(bodyA: MeshBody, bodyB: MeshBody): PairHits {
    const count = this.#finder.findClose(bodyA, bodyB, this.#plan.clearance);
    const hits = createPairHits(count);
    hits.pairs.set(this.#finder.near.pairs.subarray(0, 2 * count));
    hits.meetings.fill(TOUCHING);
    hits.count = count;
    return hits;
  }

  #depthOf(objectA: number, objectB: number, hits: PairHits): number | undefined {
    const fieldA = this.#bodies.fieldOf(objectA);
    const fieldB = this.#bodies.fieldOf(objectB);
    return measureDepth(fieldA, fieldB, hits, this.#depth);
  }

  #leastDistance(known: KeySet | undefined): number {
    const { keys, near } = this.#finder;
    let least = Infinity;
    for (let i = 0; i < near.count; i++) {
      if (near.squares[i] < least && known?.has(keys, i) !== true) least = near.squares[i];
    }
    return Math.sqrt(least);
  }

  #describeLargestPlace(objectA: number, objectB: number): Pick<Measurement, 'joints' | 'center'> {
    const regions = this.#regions;
    let largest = 0;
    for (let place = 1; place < regions.placeCount; place++) {
      if (regions.pairCounts[place] > regions.pairCounts[largest]) largest = place;
    }
    const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
    const joints = [...this.#describeSide(objectA, largest, 0, box)];
    if (objectA !== objectB) joints.push(...this.#describeSide(objectB, largest, 1, box));
    return {
      joints: [...new Set(joints)],
      center: [0.5 * (box[0] + box[3]), 0.5 * (box[1] + box[4]), 0.5 * (box[2] + box[5])],
    };
  }

  /** The joints that move one object's part of a place; widens the box to hold it. */
  #describeSide(object: number, place: number, side: number, box: number[]): string[] {
    const { positions, triangles } = surfaceOf(this.#bodies.bodyOf(object));
    const regions = this.#regions;
    const corners: number[] = [];
    for (let region = 0; region < regions.count; region++) {
      if (regions.places[region] !== place || regions.sides[region] !== side) continue;
      for (let i = regions.starts[region]; i < regions.starts[region + 1]; i++) {
        for (let k = 0; k < 3; k++) corners.push(triangles[3 * regions.triangles[i] + k]);
      }
    }
    for (const vertex of corners) {
      for (let axis = 0; axis < 3; axis++) {
        box[axis] = Math.min(box[axis], positions[3 * vertex + axis]);
        box[axis + 3] = Math.max(box[axis + 3], positions[3 * vertex + axis]);
      }
    }
    return this.#jointsOf(object, corners);
  }

  #jointsOf(object: number, corners: readonly number[]): string[] {
    const { nodes, objects } = this.#plan.scene;
    const { model, node, skin } = objects[object];
    if (model.poseLayout.pointCount > 0) return [];
    const ranking = createGovernorRanking(model, MOST_JOINTS);
    const count = strongestGovernors(model, Uint32Array.from(corners), corners.length, ranking);
    const named: string[] = [];
    for (let i = 0; i < count; i++) {
      if (i > 0 && ranking.weights[i] < LEAST_SHARE) break;
      const joint = skin === undefined ? node : skin.joints[ranking.governors[i]];
      named.push(nodes[joint].name === '' ? `node ${joint}` : nodes[joint].name);
    }
    return named;
  }
}

/** Takes pairs out of the hits that the baseline has. */
function forgetKnown(hits: PairHits, keys: Float64Array, known: KeySet): void {
  let kept = 0;
  for (let i = 0; i < hits.count; i++) {
    if (known.has(keys, i)) continue;
    hits.pairs[2 * kept] = hits.pairs[2 * i];
    hits.pairs[2 * kept + 1] = hits.pairs[2 * i + 1];
    hits.meetings[kept++] = hits.meetings[i];
  }
  hits.count = kept;
}
