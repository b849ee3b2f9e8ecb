/** Checks instants: what meets, how much of it is new, what is close. Nothing is kept of an instant but what was seen in it. */
import { CROSSING } from '../index.js';
import type { Kernels, PairHits } from '../index.js';
import { BROAD_BOX_STRIDE, createBroadPhase, findBoxPairs } from '../inspect.js';
import { isPairChosen } from './choice.js';
import { MeetingFinder } from './meeting-finder.js';
import type { Instant } from './instants.js';
import { REST_INSTANT } from './instants.js';
import { KeySet } from './key-set.js';
import { MeetingMeasurer } from './measure.js';
import type { MeasureRequest, Measurement } from './measure.js';
import { PairSets } from './plan.js';
import type { CheckedStep } from './passages.js';
import type { AuditPlan, PairSet } from './plan.js';
import type { ReportMeeting } from './report.js';
import { SceneBodies } from './scene-bodies.js';
import { StepChecker } from './step-checker.js';

/** What there is at an instant. */
export interface CheckedInstant {
  readonly meetings: readonly ReportMeeting[];
  /** Four numbers per triangle pair, in rising order, if they are wanted; else none. */
  readonly trianglePairs: Uint32Array;
  /** What happens on the way to it, if that is looked at and it is not the first of its clip. */
  readonly step: CheckedStep | undefined;
}

/** A meeting under construction. */
type Meeting = { -readonly [Key in keyof ReportMeeting]: ReportMeeting[Key] };

/** Nobody adds anything to it. */
const NOTHING = new KeySet();

/** One thread's part of an audit. Holds memory: `dispose()` it when done. */
export class AuditChecker {
  readonly #plan: AuditPlan;
  readonly #bodies: SceneBodies;
  readonly #finder = new MeetingFinder();
  readonly #measurer: MeetingMeasurer;
  readonly #broadPhase = createBroadPhase();
  readonly #boxes: Float64Array;
  readonly #box = new Float64Array(BROAD_BOX_STRIDE);
  readonly #seen = new PairSets();
  readonly #steps: StepChecker | undefined;
  #baseline = new PairSets();
  /** Pairs that meet at the present instant, while the way to it is to be checked. */
  #atInstant: PairSets | undefined;

  constructor(plan: AuditPlan, kernels: Kernels) {
    this.#plan = plan;
    this.#bodies = new SceneBodies(plan, kernels);
    this.#boxes = new Float64Array(plan.scene.objects.length * BROAD_BOX_STRIDE);
    this.#measurer = new MeetingMeasurer(plan, this.#bodies, this.#finder);
    if (!plan.continuous) return;
    this.#bodies.goTo(REST_INSTANT);
    this.#steps = new StepChecker(plan, kernels, this.#bodies);
  }

  /** What there is in the rest pose. */
  findRest(): PairSet[] {
    const found = new PairSets();
    this.#checkInto(REST_INSTANT, undefined, found);
    return found.list();
  }

  /** Says what is not new from now on. */
  setBaseline(sets: readonly PairSet[]): void {
    this.#baseline = new PairSets();
    this.#baseline.addAll(sets);
    // Pairs that met before, and are close now, are no news.
    const met = sets.filter(({ kind }) => kind === 'meeting');
    this.#baseline.addAll(met.map((set) => ({ ...set, kind: 'close' })));
  }

  /** Checks an instant, and the way to it from the one before, if it has one. */
  check(instant: Instant, before: Instant | undefined): CheckedInstant {
    return this.#checkInto(instant, before, this.#seen);
  }

  /** Measures a meeting, by searching for it again. */
  measure(request: MeasureRequest): Measurement {
    return this.#measurer.measure(request, this.#baseline.get(request.kind, request.objectA, request.objectB));
  }

  /** All pairs that {@link check} has found. */
  listSeen(): PairSet[] {
    return this.#seen.list();
  }

  /** Gives all memory back. */
  dispose(): void {
    this.#steps?.dispose();
    this.#bodies.dispose();
  }

  #checkInto(instant: Instant, before: Instant | undefined, seen: PairSets): CheckedInstant {
    this.#bodies.goTo(instant);
    const meetings: Meeting[] = [];
    const listed: number[][] = [];
    const { choice } = this.#plan;
    const steps = before === undefined ? undefined : this.#steps;
    this.#atInstant = steps === undefined ? undefined : new PairSets();
    for (let object = 0; object < choice.self.length; object++) {
      if (choice.self[object] === 1) this.#checkPair(object, object, seen, meetings, listed);
    }
    this.#findNeighbours();
    const { pairCount, pairs } = this.#broadPhase;
    for (let i = 0; i < pairCount; i++) {
      if (isPairChosen(choice, pairs[2 * i], pairs[2 * i + 1])) {
        this.#checkPair(pairs[2 * i], pairs[2 * i + 1], seen, meetings, listed);
      }
    }
    meetings.sort((a, b) => a.objects[0] - b.objects[0] || (a.objects[1] ?? -1) - (b.objects[1] ?? -1));
    listed.sort(compareNumbers);
    const step = steps && steps.check(before!, instant, { baseline: this.#baseline, atEnd: this.#atInstant!, seen });
    return { meetings, trianglePairs: Uint32Array.from(listed.flat()), step };
  }

  /** Finds pairs of objects whose boxes meet, or are closer than the clearance. */
  #findNeighbours(): void {
    const { choice, clearance, scene } = this.#plan;
    const count = scene.objects.length;
    this.#broadPhase.pairCount = 0;
    if (choice.only?.length === 0 || count < 2) return;
    for (let object = 0; object < count; object++) {
      const box = this.#box;
      this.#bodies.bodyOf(object).rootBox(box);
      for (let axis = 0; axis < 3; axis++) {
        // Boxes less than this apart meet when one of them grows by it, however that is rounded: rounding keeps order.
        this.#boxes[object * BROAD_BOX_STRIDE + axis] = box[axis] - clearance;
        this.#boxes[object * BROAD_BOX_STRIDE + 3 + axis] = box[3 + axis] + clearance;
      }
    }
    findBoxPairs(this.#broadPhase, this.#boxes, count);
  }

  /** Checks an object against itself, or two against each other, and adds what there is to the list. */
  #checkPair(objectA: number, objectB: number, seen: PairSets, meetings: Meeting[], listed: number[][]): void {
    const bodies = this.#bodies;
    if (bodies.isPoint(objectA) || bodies.isPoint(objectB)) return;
    const finder = this.#finder;
    const [bodyA, bodyB] = [bodies.bodyOf(objectA), bodies.bodyOf(objectB)];
    const objects = objectA === objectB ? [objectA] : [objectA, objectB];
    const meeting: Meeting = {
      objects,
      pairs: finder.findMeeting(bodyA, bodyB),
      crossing: 0,
      new: 0,
      newCrossing: 0,
      close: 0,
      newClose: 0,
      distance: null,
    };
    if (meeting.pairs > 0) {
      this.#countKinds(meeting, this.#baseline.get('meeting', objectA, objectB) ?? NOTHING);
      seen.at('meeting', objectA, objectB).addAll(finder.keys, meeting.pairs);
      this.#atInstant?.at('meeting', objectA, objectB).addAll(finder.keys, meeting.pairs);
      if (this.#plan.listPairs) listPairs(listed, objectA, objectB, finder.hits);
    }
    if (objectA !== objectB && this.#plan.clearance > 0) this.#checkClose(meeting, objectA, objectB, seen);
    if (meeting.pairs + meeting.close > 0) meetings.push(meeting);
  }

  #countKinds(meeting: Meeting, baseline: KeySet): void {
    const { hits, keys } = this.#finder;
    for (let i = 0; i < hits.count; i++) {
      const crosses = hits.meetings[i] === CROSSING;
      if (crosses) meeting.crossing++;
      if (baseline.has(keys, i)) continue;
      meeting.new++;
      if (crosses) meeting.newCrossing++;
    }
  }

  #checkClose(meeting: Meeting, objectA: number, objectB: number, seen: PairSets): void {
    const finder = this.#finder;
    const [bodyA, bodyB] = [this.#bodies.bodyOf(objectA), this.#bodies.bodyOf(objectB)];
    meeting.close = finder.findClose(bodyA, bodyB, this.#plan.clearance);
    if (meeting.close === 0) return;
    const known = this.#baseline.get('close', objectA, objectB) ?? NOTHING;
    const { count, squares } = finder.near;
    let least = Infinity;
    let leastNew = Infinity;
    for (let i = 0; i < count; i++) {
      if (squares[i] < least) least = squares[i];
      if (known.has(finder.keys, i)) continue;
      meeting.newClose++;
      if (squares[i] < leastNew) leastNew = squares[i];
    }
    meeting.distance = Math.sqrt(meeting.newClose > 0 ? leastNew : least);
    seen.at('close', objectA, objectB).addAll(finder.keys, count);
  }
}

function listPairs(to: number[][], objectA: number, objectB: number, { count, pairs }: PairHits): void {
  for (let i = 0; i < count; i++) to.push([objectA, pairs[2 * i], objectB, pairs[2 * i + 1]]);
}

function compareNumbers(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return a[i] - b[i];
  return 0;
}
