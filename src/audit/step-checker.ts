/**
 * Checks steps: what meets on the way from one instant to the next, and is seen at neither. Triangles that meet at any time of a step are gathered into places of
 * connected ones, and where any of a place meet at either end, the instants tell of it: what slides along there comes and goes. What is in a place of its own is a passage.
 */
import { createDefects, findDefects } from '../exact.js';
import type { Kernels } from '../index.js';
import { BROAD_BOX_STRIDE, createBroadPhase, findBoxPairs } from '../inspect.js';
import { createPairHits } from '../index.js';
import { createRegions, findRegions, surfaceOf } from '../meaning.js';
import { isPairChosen } from './choice.js';
import type { Instant } from './instants.js';
import type { KeySet } from './key-set.js';
import { MotionFinder } from './motion-finder.js';
import { MovingBodies } from './moving-bodies.js';
import type { Arrival, CheckedStep, FirstTouch, Passage } from './passages.js';
import type { AuditPlan, PairSets } from './plan.js';
import type { SceneBodies } from './scene-bodies.js';
import { describeTouch } from './touch.js';

/** What is known of pairs when a step is checked. */
export interface KnownPairs {
  /** Those of the baseline. */
  readonly baseline: PairSets;
  /** Those that meet at the instant when the step ends. */
  readonly atEnd: PairSets;
  /** All that were found so far: those of the step are added. */
  readonly seen: PairSets;
}

/** Checks steps, one after the other. Holds memory: `dispose()` it when done. */
export class StepChecker {
  readonly #plan: AuditPlan;
  readonly #bodies: MovingBodies;
  readonly #finder = new MotionFinder();
  readonly #regions = createRegions();
  readonly #broadPhase = createBroadPhase();
  readonly #boxes: Float64Array;
  readonly #box = new Float64Array(BROAD_BOX_STRIDE);
  /** For each object, its triangles that are no surface: they never meet anything. */
  readonly #defects: readonly ReadonlySet<number>[];

  constructor(plan: AuditPlan, kernels: Kernels, at: SceneBodies) {
    this.#plan = plan;
    this.#bodies = new MovingBodies(plan, kernels, at);
    this.#boxes = new Float64Array(plan.scene.objects.length * BROAD_BOX_STRIDE);
    this.#defects = plan.scene.objects.map((_, object) => {
      const body = at.bodyOf(object);
      body.refit();
      const defects = createDefects(body.mesh);
      findDefects(body.mesh, body.positions, defects);
      const { collinear, collinearCount, duplicateCount, duplicates } = defects;
      const repeated = duplicates.subarray(0, 2 * duplicateCount).filter((_value, i) => i % 2 === 0);
      return new Set([...collinear.subarray(0, collinearCount), ...repeated]);
    });
  }

  /** Checks the way to an instant, where the checker's bodies are. */
  check(from: Instant, to: Instant, known: KnownPairs): CheckedStep {
    this.#bodies.goTo(from, to);
    const step = { passages: [] as Passage[], arrivals: [] as Arrival[] };
    const { choice } = this.#plan;
    for (let object = 0; object < choice.self.length; object++) {
      if (choice.self[object] === 1) this.#checkPair(object, object, from, to, known, step);
    }
    this.#findNeighbours();
    const { pairCount, pairs } = this.#broadPhase;
    for (let i = 0; i < pairCount; i++) {
      const [a, b] = [pairs[2 * i], pairs[2 * i + 1]];
      if (isPairChosen(choice, a, b)) this.#checkPair(a, b, from, to, known, step);
    }
    step.passages.sort((a, b) => a.objects[0] - b.objects[0] || (a.objects[1] ?? -1) - (b.objects[1] ?? -1));
    return step;
  }

  /** Gives all memory back. */
  dispose(): void {
    this.#bodies.dispose();
  }

  /** Finds pairs of objects whose boxes around the whole step meet: vertices that go straight stay in them. */
  #findNeighbours(): void {
    const { choice, scene } = this.#plan;
    const count = scene.objects.length;
    this.#broadPhase.pairCount = 0;
    if (choice.only?.length === 0 || count < 2) return;
    for (let object = 0; object < count; object++) {
      const { from, to } = this.#bodies.motionOf(object);
      const at = object * BROAD_BOX_STRIDE;
      from.rootBox(this.#box);
      this.#boxes.set(this.#box, at);
      to.rootBox(this.#box);
      for (let axis = 0; axis < 3; axis++) {
        this.#boxes[at + axis] = Math.min(this.#boxes[at + axis], this.#box[axis]);
        this.#boxes[at + 3 + axis] = Math.max(this.#boxes[at + 3 + axis], this.#box[3 + axis]);
      }
    }
    findBoxPairs(this.#broadPhase, this.#boxes, count);
  }

  #checkPair(
    objectA: number,
    objectB: number,
    from: Instant,
    to: Instant,
    { atEnd, baseline, seen }: KnownPairs,
    step: { readonly passages: Passage[]; readonly arrivals: Arrival[] },
  ): void {
    const bodies = this.#bodies;
    if (bodies.isHidden(objectA) || bodies.isHidden(objectB)) return;
    // What meets then does so at both ends.
    if (bodies.isStill(objectA) && bodies.isStill(objectB)) return;
    const finder = this.#finder;
    if (finder.find(bodies.motionOf(objectA), bodies.motionOf(objectB)) === 0) return;
    const pairs = this.#takePairs(
      objectA,
      objectB,
      baseline.get('meeting', objectA, objectB),
      atEnd.get('meeting', objectA, objectB),
    );
    if (pairs.length === 0) return;
    seen.at('meeting', objectA, objectB).addAll(
      Float64Array.from(pairs, ({ key }) => key),
      pairs.length,
    );
    const touch = (pair: MovingPair | undefined): FirstTouch | undefined =>
      pair && describeTouch(this.#plan.scene, bodies, { objectA, objectB, from, to, hits: finder.hits, hit: pair.hit });
    const fresh = pairs.filter(({ isKnown }) => !isKnown);
    const unseenFresh = this.#unseen(objectA, objectB, fresh);
    const unseen = fresh.length === pairs.length ? unseenFresh : this.#unseen(objectA, objectB, pairs);
    if (pairs.some(({ isAtEnd, isAtStart }) => isAtEnd && !isAtStart)) {
      step.arrivals.push({
        objectA,
        objectB,
        first: touch(earliest(arriving(pairs, unseen), finder)),
        firstNew: touch(earliest(arriving(fresh, unseenFresh), finder)),
      });
    }
    const passing = unseenFresh.pairs.length > 0 ? unseenFresh : unseen;
    const first = touch(earliest(passing.pairs, finder));
    if (first === undefined) return;
    const { hits } = finder;
    const triangles = new Set<number>();
    const { triangleCount } = this.#plan.scene.objects[objectA].mesh;
    for (const { hit } of passing.pairs) {
      triangles.add(hits.pairs[2 * hit]);
      triangles.add(hits.pairs[2 * hit + 1] + (objectA === objectB ? 0 : triangleCount));
    }
    step.passages.push({
      objects: objectA === objectB ? [objectA] : [objectA, objectB],
      pairs: passing.pairs.length,
      triangles: triangles.size,
      places: passing.places,
      new: passing === unseenFresh,
      first,
      ...(this.#plan.listPairs ? { trianglePairs: listPairs(objectA, objectB, passing.pairs, finder) } : {}),
    });
  }

  /** What the finder has found, without triangles that are no surface, in rising order. */
  #takePairs(objectA: number, objectB: number, baseline: KeySet | undefined, atEnd: KeySet | undefined): MovingPair[] {
    const { hits, keys } = this.#finder;
    const [defectsA, defectsB] = [this.#defects[objectA], this.#defects[objectB]];
    const pairs: MovingPair[] = [];
    for (let hit = 0; hit < hits.count; hit++) {
      if (defectsA.has(hits.pairs[2 * hit]) || defectsB.has(hits.pairs[2 * hit + 1])) continue;
      pairs.push({
        hit,
        key: keys[hit],
        isAtStart: hits.timesAbove[hit] === 0,
        isAtEnd: atEnd?.has(keys, hit) === true,
        isKnown: baseline?.has(keys, hit) === true,
      });
    }
    return pairs.sort((a, b) => a.key - b.key);
  }

  /** Those in places where nothing meets at either end. */
  #unseen(objectA: number, objectB: number, pairs: readonly MovingPair[]): Unseen {
    if (pairs.every(({ isAtEnd, isAtStart }) => isAtEnd || isAtStart)) return { pairs: [], places: 0 };
    const { hits } = this.#finder;
    const gathered = createPairHits(pairs.length);
    for (const [i, { hit }] of pairs.entries()) gathered.pairs.set(hits.pairs.subarray(2 * hit, 2 * hit + 2), 2 * i);
    gathered.count = pairs.length;
    const surfaceA = surfaceOf(this.#bodies.motionOf(objectA).from);
    const surfaceB = objectA === objectB ? surfaceA : surfaceOf(this.#bodies.motionOf(objectB).from);
    const regions = this.#regions;
    findRegions(surfaceA, surfaceB, gathered, regions);
    const placeOf = new Map<number, number>();
    for (let region = 0; region < regions.count; region++) {
      if (regions.sides[region] !== 0) continue;
      for (let i = regions.starts[region]; i < regions.starts[region + 1]; i++) {
        placeOf.set(regions.triangles[i], regions.places[region]);
      }
    }
    const place = ({ hit }: MovingPair): number => placeOf.get(hits.pairs[2 * hit])!;
    const watched = new Set(pairs.filter(({ isAtEnd, isAtStart }) => isAtEnd || isAtStart).map(place));
    const unseen = pairs.filter((pair) => !watched.has(place(pair)));
    return { pairs: unseen, places: regions.placeCount - watched.size };
  }
}

/** Pairs in places where nothing meets at either end. */
interface Unseen {
  readonly pairs: readonly MovingPair[];
  readonly places: number;
}

/** A pair of triangles that meet within the step. */
interface MovingPair {
  /** Its number among the hits. */
  readonly hit: number;
  readonly key: number;
  readonly isAtStart: boolean;
  readonly isAtEnd: boolean;
  readonly isKnown: boolean;
}

/** Those that are not there at the beginning, in places where something meets at the end, or did at the beginning. */
function arriving(pairs: readonly MovingPair[], unseen: Unseen): MovingPair[] {
  const passing = new Set(unseen.pairs);
  return pairs.filter((pair) => !pair.isAtStart && !passing.has(pair));
}

/** The pair that meets first, of those at the same time the lowest. */
function earliest(pairs: readonly MovingPair[], { hits }: MotionFinder): MovingPair | undefined {
  let best: MovingPair | undefined;
  for (const pair of pairs) {
    if (best === undefined || hits.times[pair.hit] < hits.times[best.hit]) best = pair;
    else if (hits.times[pair.hit] === hits.times[best.hit] && hits.timesAbove[pair.hit] < hits.timesAbove[best.hit])
      best = pair;
  }
  return best;
}

function listPairs(
  objectA: number,
  objectB: number,
  pairs: readonly MovingPair[],
  { hits }: MotionFinder,
): (readonly [number, number, number, number])[] {
  return pairs.map(({ hit }) => [objectA, hits.pairs[2 * hit], objectB, hits.pairs[2 * hit + 1]] as const);
}
