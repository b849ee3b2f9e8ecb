/** Which triangles of a model meet at a moment: each object with itself, and with every other. Runs in a worker. */
import { beginPair, beginSelf, createBody, createPairHits, createSearch, createShapeAsync, step } from 'pliant';
import type { Body, Kernels, PairHits } from 'pliant';
import { createContours, findContours, surfaceOf } from 'pliant/meaning';
import type { Contours } from 'pliant/meaning';
import { TRANSFORM_STRIDE } from 'pliant/parts';

import { createSceneEvaluator, writeObjectPose } from 'pliant/audit';
import type { AnimatedScene, SceneEvaluator, SceneObject } from 'pliant/audit';
import { REST_CLIP, goToMoment } from './model-moment.js';
import type { ModelMoment } from './model-moment.js';

/** An object with itself, or two objects. */
export interface SceneMeeting {
  readonly objects: readonly [first: number, second: number];
  /** Triangle pairs that meet in the rest pose as well, and those that do not. */
  readonly known: number;
  readonly added: number;
}

/** What a search gave. */
export interface CollisionResult {
  readonly moment: ModelMoment;
  /** Objects that meet themselves or each other. */
  readonly meetings: readonly SceneMeeting[];
  /** Triangles of each object in such pairs, each once, in rising order: in new ones, and in those of the rest pose alone. */
  readonly added: readonly Uint32Array[];
  readonly known: readonly Uint32Array[];
  /** Ends of the lines along which surfaces newly cross, x, y, z each, in the world. */
  readonly segments: Float32Array;
  readonly nodesVisited: number;
  /** Time for all poses and searches. */
  readonly searchMs: number;
}

/** Most pairs that are kept of each two objects. */
const MOST_PAIRS = 65_536;

interface CollidingObject {
  readonly object: SceneObject;
  readonly body: Body;
  readonly transforms: Float32Array;
  readonly weights: Float32Array;
}

/** Searches one moment after the other. */
export class SceneCollisions {
  readonly #evaluator: SceneEvaluator;
  readonly #objects: readonly CollidingObject[];
  readonly #hits: PairHits = createPairHits(MOST_PAIRS);
  readonly #newHits: PairHits = createPairHits(MOST_PAIRS);
  readonly #contours: Contours = createContours();
  readonly #search = createSearch();
  /** Pairs that meet at rest, for each two objects. */
  readonly #known = new Map<number, Set<number>>();

  private constructor(scene: AnimatedScene, objects: readonly CollidingObject[]) {
    this.#evaluator = createSceneEvaluator(scene);
    this.#objects = objects;
    this.find({ clip: REST_CLIP, time: 0, weights: [] }, new Set(), (key, pairs) => this.#known.set(key, pairs));
  }

  /** Builds a tree over each object, and looks at the rest pose. */
  static async create(
    scene: AnimatedScene,
    kernels: Kernels,
    onProgress: (share: number) => void,
  ): Promise<SceneCollisions> {
    const total = scene.objects.reduce((sum, { mesh }) => sum + mesh.triangleCount, 0);
    const objects: CollidingObject[] = [];
    let done = 0;
    for (const object of scene.objects) {
      const { mesh, model } = object;
      objects.push({
        object,
        body: createBody(kernels, await createShapeAsync(mesh, model)),
        transforms: new Float32Array(model.governorCount * TRANSFORM_STRIDE),
        weights: new Float32Array(model.fieldCount),
      });
      done += mesh.triangleCount;
      onProgress(done / total);
    }
    return new SceneCollisions(scene, objects);
  }

  /** Finds all pairs of triangles that meet, of objects that are not hidden. */
  find(
    moment: ModelMoment,
    hidden: ReadonlySet<number>,
    onPairs?: (key: number, pairs: Set<number>) => void,
  ): CollisionResult {
    const start = performance.now();
    goToMoment(this.#evaluator, moment);
    const shown = this.#objects.filter((colliding) => !hidden.has(colliding.object.id) && this.#pose(colliding));
    const meetings: SceneMeeting[] = [];
    const marks = this.#objects.map(() => ({ added: new Set<number>(), known: new Set<number>() }));
    const segments: number[] = [];
    let nodesVisited = 0;
    shown.forEach((first, i) => {
      for (const second of shown.slice(i)) {
        if (first === second) beginSelf(this.#search, first.body, this.#hits);
        else beginPair(this.#search, first.body, second.body, this.#hits);
        step(this.#search);
        nodesVisited += this.#search.statistics.nodesVisited;
        if (this.#hits.count + this.#hits.dropped === 0) continue;
        const meeting = this.#sort(first, second, marks, onPairs);
        meetings.push(meeting);
        if (meeting.added > 0) this.#addSegments(first, second, segments);
      }
    });
    return {
      moment,
      meetings,
      added: marks.map(({ added }) => Uint32Array.from(added).sort()),
      known: marks.map(({ added, known }) => Uint32Array.from(known).filter((triangle) => !added.has(triangle))),
      segments: Float32Array.from(segments),
      nodesVisited,
      searchMs: performance.now() - start,
    };
  }

  /** Returns whether there is a surface: what is scaled down to a point, as animators hide things, has none. */
  #pose({ body, object, transforms, weights }: CollidingObject): boolean {
    writeObjectPose(this.#evaluator, object, transforms, weights);
    if (transforms.every((number, i) => i % 4 === 3 || number === 0)) return false;
    body.setTransforms(transforms);
    if (weights.length > 0) body.setWeights(weights);
    return true;
  }

  #keyOf(first: CollidingObject, second: CollidingObject): number {
    return first.object.id * this.#objects.length + second.object.id;
  }

  /** Tells new pairs from known ones; leaves the new ones in the second list of hits. */
  #sort(
    first: CollidingObject,
    second: CollidingObject,
    marks: readonly { readonly added: Set<number>; readonly known: Set<number> }[],
    onPairs: ((key: number, pairs: Set<number>) => void) | undefined,
  ): SceneMeeting {
    const key = this.#keyOf(first, second);
    const known = this.#known.get(key);
    const trianglesB = second.object.mesh.triangleCount;
    const seen = new Set<number>();
    const { count, dropped, meetings, pairs } = this.#hits;
    const into = this.#newHits;
    into.count = 0;
    for (let i = 0; i < count; i++) {
      const [a, b] = [pairs[i * 2], pairs[i * 2 + 1]];
      const pair = a * trianglesB + b;
      if (onPairs !== undefined) seen.add(pair);
      const isKnown = known?.has(pair) === true;
      const kind = isKnown ? 'known' : 'added';
      marks[first.object.id][kind].add(a);
      marks[second.object.id][kind].add(b);
      if (isKnown) continue;
      into.pairs.set([a, b], into.count * 2);
      into.meetings[into.count++] = meetings[i];
    }
    onPairs?.(key, seen);
    const added = into.count + dropped;
    return { objects: [first.object.id, second.object.id], added, known: count + dropped - added };
  }

  #addSegments(first: CollidingObject, second: CollidingObject, ends: number[]): void {
    const contours = this.#contours;
    findContours(surfaceOf(first.body), surfaceOf(second.body), this.#newHits, contours);
    const { closed, points, starts } = contours;
    for (let line = 0; line < contours.count; line++) {
      const [begin, end] = [starts[line], starts[line + 1]];
      for (let point = begin; point < end - (closed[line] === 1 ? 0 : 1); point++) {
        const next = point + 1 < end ? point + 1 : begin;
        for (const at of [point * 3, next * 3]) ends.push(points[at], points[at + 1], points[at + 2]);
      }
    }
  }
}
