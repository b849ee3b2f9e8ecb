/** Two other ways to find everything that meets in a clip: bake every instant, then build or refit a tree of boxes over it. */
import { createBody, createPairHits, createShape, findPairHits, findSelfHits } from 'pliant';
import type { Body, Kernels, PairHits } from 'pliant';
import type { BuildOptions } from 'pliant/parts';

import { createSceneEvaluator, evaluateClip, writeObjectPose } from 'pliant/audit';
import type { AnimatedScene, ReportInstant, SceneEvaluator } from 'pliant/audit';
import { pairChecksum, pairMark } from './checksum.js';
import type { Side } from './protocol.js';
import { TmbSkinnedBody } from './tmb-skinned.js';
import type { TmbOptions } from './tmb-surface.js';

/** What a pair of objects counts in the checksum of an instant. */
function weightOf(objectCount: number, a: number, b: number): number {
  return 1 + a * objectCount + b;
}

/** The checksum of what an audit lists for an instant. */
export function instantChecksum({ trianglePairs }: ReportInstant, objectCount: number): number {
  let sum = 0;
  for (const [a, first, b, second] of trianglePairs ?? []) sum += weightOf(objectCount, a, b) * pairMark(first, second);
  return sum;
}

/** Poses of all objects of a scene, frame by frame. */
class Poser {
  readonly transforms: readonly Float32Array[];
  readonly #evaluator: SceneEvaluator;
  readonly #scene: AnimatedScene;
  readonly #clip: number;
  readonly #times: readonly number[];
  readonly #weights = new Float32Array(0);

  constructor(scene: AnimatedScene, clip: number, times: readonly number[]) {
    this.#scene = scene;
    this.#clip = clip;
    this.#times = times;
    this.#evaluator = createSceneEvaluator(scene);
    this.transforms = scene.objects.map(({ model }) => new Float32Array(model.governorCount * 12));
  }

  goTo(frame: number): void {
    const { clips, objects } = this.#scene;
    evaluateClip(this.#evaluator, clips[this.#clip], this.#times[frame]);
    objects.forEach((object, i) => writeObjectPose(this.#evaluator, object, this.transforms[i], this.#weights));
  }
}

/**
 * Bakes every instant by our SIMD kernels, builds a fresh tree over it, and searches with the same narrow phase. What bodies
 * are made of is used again where that is possible.
 */
export function rebuildSide(
  kernels: Kernels,
  scene: AnimatedScene,
  clip: number,
  times: readonly number[],
  options: BuildOptions,
): Side & { readonly dispose: () => void } {
  const poser = new Poser(scene, clip, times);
  const bakers = scene.objects.map(({ mesh, model }) =>
    createBody(kernels, createShape(mesh, model), { strategy: 'refit' }),
  );
  const hits = createPairHits(1 << 18);
  return {
    name: 'rebuild',
    frame: (frame) => {
      poser.goTo(frame);
      const bodies = bakers.map((baker, i) => {
        baker.setTransforms(poser.transforms[i]);
        baker.refresh();
        const mesh = { ...baker.mesh, positions: baker.positions.slice() };
        return createBody(kernels, createShape(mesh, undefined, options), { strategy: 'refit' });
      });
      const sum = searchAll(bodies, hits);
      for (const body of bodies) body.dispose();
      return sum;
    },
    dispose: () => {
      for (const baker of bakers) baker.dispose();
    },
  };
}

function searchAll(bodies: readonly Body[], hits: PairHits): number {
  let sum = 0;
  for (let a = 0; a < bodies.length; a++) {
    for (let b = a; b < bodies.length; b++) {
      if (a === b) findSelfHits(bodies[a], hits);
      else findPairHits(bodies[a], bodies[b], hits);
      sum += weightOf(bodies.length, a, b) * pairChecksum(hits);
    }
  }
  return sum;
}

/**
 * Bakes every instant, moving vertices in the fastest way we know of, refits the trees of three-mesh-bvh, and casts them on each
 * other with our exact test.
 */
export function tmbSide(scene: AnimatedScene, clip: number, times: readonly number[], options: TmbOptions): Side {
  const poser = new Poser(scene, clip, times);
  const bodies = scene.objects.map(({ mesh, model }) => new TmbSkinnedBody(mesh, model, options, 'flat'));
  return {
    name: 'three-mesh-bvh',
    frame: (frame) => {
      poser.goTo(frame);
      bodies.forEach((body, i) => body.pose(poser.transforms[i]));
      let sum = 0;
      for (let a = 0; a < bodies.length; a++) {
        for (let b = a; b < bodies.length; b++) {
          const [surface, other] = [bodies[a].surface, bodies[b].surface];
          sum += weightOf(bodies.length, a, b) * (a === b ? surface.selfChecksum() : surface.pairChecksum(other));
        }
      }
      return sum;
    },
  };
}
