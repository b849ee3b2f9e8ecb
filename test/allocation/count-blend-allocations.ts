/** Queries on skins, morphing skins and cages allocate nothing per frame once everything is warm; each backend in a file of its own. */
import {
  type Body,
  beginClosestPoint,
  beginDistance,
  createBody,
  createClosestPoint,
  createDistance,
  createHits,
  createPairHits,
  createSearch,
  findBallHits,
  findBoxHits,
  findCapsuleHits,
  findFrustumHits,
  findPairHits,
  findRayHits,
  findSweepHits,
  step,
} from 'pliant';
import { createRandom } from 'pliant/exact';
import {
  type Backend,
  type BlendModel,
  buildTree,
  createBlendTree,
  createCageModel,
  createSkinModel,
} from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { BACKENDS, refittedBody } from '../support/sample-bodies.js';
import { ALLOWED_BYTES_PER_FRAME, SCENE, bytesPerFrame } from './count-allocations.js';

const FRAMES = 100;
const BONES = 4;
const random = createRandom(921);
const { mesh } = SCENE;

/** A point for each corner of the box from -2 to 2. */
const POINTS = Float32Array.from({ length: 24 }, (_, k) => (((k / 3) >> (k % 3)) & 1) * 4 - 2);
const MODELS: Readonly<Record<string, BlendModel>> = {
  'morphing skin': createSkinModel(mesh, {
    joints: Uint8Array.from({ length: mesh.vertexCount * 3 }, (_, i) => i % BONES),
    weights: Float32Array.from({ length: mesh.vertexCount * 3 }, () => random.next() + 0.01),
    influencesPerVertex: 3,
    morphTargets: [0, 1].map(() => mesh.positions.map(() => random.range(-0.1, 0.1))),
  }),
  cage: createCageModel(mesh, {
    points: POINTS,
    weights: Float32Array.from({ length: mesh.vertexCount * 8 }, () => random.next() + 0.01),
  }),
};
const KINDS = Object.keys(MODELS);

/** The poses of the frames, made beforehand: what a test adds up itself would be counted too. */
const POSES = Array.from({ length: FRAMES }, (_, frame) => {
  const sway = (frame - FRAMES / 2) / 1000;
  const bone = [1, sway, 0, sway, -sway, 1, 0, 0, 0, sway, 1, sway];
  return {
    weights: Float32Array.of(frame % 3 === 0 ? 0 : sway, 2 * sway),
    transforms: Float32Array.from(
      Array.from({ length: BONES }, (_bone, k) => bone.map((v) => v * (1 + k * sway))).flat(),
    ),
    points: POINTS.map((value, k) => value * (1 + (k % 5) * sway)),
    placement: Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, sway, 2 * sway, -sway, 1),
  };
});

function makeBlend(backend: Backend, kind: string): Body {
  const model = MODELS[kind];
  const bounds = createBlendTree(mesh, model, buildTree(mesh, { leafSize: 2 }), { patchSize: 8 });
  return createBody(BACKENDS[backend], { mesh, model, bounds });
}

function pose(body: Pick<Body, 'setPoints' | 'setTransforms' | 'setWeights'>, kind: string, frame: number): void {
  const { points, transforms, weights } = POSES[frame];
  if (kind === 'cage') {
    body.setPoints(points);
  } else {
    body.setWeights(weights);
    body.setTransforms(transforms);
  }
}

/** The tests of one backend. */
export function describeBlendAllocations(backend: Backend): void {
  describe(`on ${backend} nothing is allocated per frame by blends`, () => {
    const hits = createHits(1000);
    const rayHits = createHits(4);
    const point = createClosestPoint();
    const corners = SCENE.centers.glide.map((center) =>
      [-0.2, 0.2].map((side) => Float64Array.from(center, (value) => value + side)),
    );
    const down = Float64Array.of(0.1, 0.2, -1);
    const planes = Float64Array.of(1, 0, 0, 0.1, 0, 1, 0, 0.1, 0, 0, 1, 0.5);

    /** Counts what frames allocate once warm. */
    function expectNothing(work: (frame: number) => number, warmUpFrames = 2000): void {
      let met = 0;
      const bytes = bytesPerFrame((frame) => {
        met += work(frame % FRAMES);
      }, warmUpFrames);
      expect(met).toBeGreaterThan(1000);
      expect(bytes).toBeLessThan(ALLOWED_BYTES_PER_FRAME);
    }

    /** The same for one body that is posed and placed in every frame. */
    function expectNothingOf(kind: string, ask: (body: Body, frame: number) => number, warmUpFrames?: number): void {
      const body = makeBlend(backend, kind);
      expectNothing((frame) => {
        pose(body, kind, frame);
        body.setPlacement(POSES[frame].placement);
        return ask(body, frame);
      }, warmUpFrames);
      body.dispose();
    }

    it.each(KINDS)('that are posed, placed and refitted: %s', (kind) => {
      expectNothingOf(kind, (body, frame) => {
        if (frame % 2 === 0) body.refit();
        else body.refresh();
        return 1;
      });
    });

    it.each(KINDS)('that are deformed as a whole: %s', (kind) => {
      const body = refittedBody(BACKENDS[backend], { mesh, model: MODELS[kind], tree: buildTree(mesh) });
      expectNothing((frame) => {
        pose(body, kind, frame);
        body.refresh();
        return 1;
      });
      body.dispose();
    });

    it.each(KINDS)('that are asked with shapes: %s', (kind) => {
      expectNothingOf(kind, (body, frame) => {
        const [low, high] = corners[frame];
        const met = findBallHits(body, SCENE.centers.glide[frame], 0.2, hits);
        return (
          met +
          findCapsuleHits(body, low, high, 0.05, hits) +
          findBoxHits(body, low, high, hits) +
          findFrustumHits(body, planes, hits)
        );
      });
    });

    it.each(KINDS)('that are asked with rays and balls on their way: %s', (kind) => {
      expectNothingOf(kind, (body, frame) => {
        const [low, high] = corners[frame];
        return 1 + findRayHits(body, high, down, rayHits) + findSweepHits(body, low, high, 0.05, rayHits);
      });
    });

    it.each(KINDS)('that are asked for the closest point: %s', (kind) => {
      const search = createSearch();
      expectNothingOf(kind, (body, frame) => {
        beginClosestPoint(search, body, corners[frame][1], point);
        step(search);
        return 1;
      });
    });

    it.each(KINDS)('that are searched for pairs: %s', (kind) => {
      const other = makeBlend(backend, 'morphing skin');
      const pairs = createPairHits(5000);
      // Where bodies barely touch: where nearly everything meets, exact tests are all that is measured.
      other.setPlacement([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.2, 0.1, 0.1, 1]);
      expectNothingOf(
        kind,
        (body, frame) => {
          pose(other, 'morphing skin', (frame * 7 + 50) % FRAMES);
          return 1 + findPairHits(body, other, pairs);
        },
        1000,
      );
      other.dispose();
    });

    it('that are measured for their distance', () => {
      const other = makeBlend(backend, 'cage');
      const apart = createDistance();
      other.setPlacement([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 5, 5, 1]);
      const search = createSearch();
      expectNothingOf(
        'morphing skin',
        (body, frame) => {
          pose(other, 'cage', (frame * 7 + 50) % FRAMES);
          beginDistance(search, body, other, apart);
          step(search);
          return 1;
        },
        1000,
      );
      other.dispose();
    });
  });
}
