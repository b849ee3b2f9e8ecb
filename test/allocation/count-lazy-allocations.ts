/** Queries on lazy bodies allocate nothing per frame once everything is warm; each backend in a file of its own. */
import {
  type Backend,
  type BdTreeOptions,
  type LazyBody,
  type Strategy,
  beginClosestPoint,
  beginDistance,
  buildTree,
  createBdTree,
  createBodyDistance,
  createClosestPoint,
  createClosestSearch,
  createDistanceSearch,
  createLazyBody,
  createPairHits,
  createPairSearch,
  createRayHits,
  createRaySearch,
  createRefitBody,
  createSelfSearch,
  createShapeSearch,
  createTriangleHits,
  findBallHits,
  findBoxHits,
  findCapsuleHits,
  findFrustumHits,
  findPairHits,
  findRayHits,
  findSweepHits,
  stepClosestSearch,
  stepDistanceSearch,
} from 'pliant';
import { describe, expect, it } from 'vitest';
import { ALLOWED_BYTES_PER_FRAME, SCENE, bytesPerFrame } from './count-allocations.js';
import { BACKENDS } from '../support/sample-bodies.js';

const BOUNDS = ['box', 'sphere', 'oriented-box'] as const;
const FRAMES = 100;

function makeLazy(backend: Backend, bound: BdTreeOptions['bound'], strategy: Strategy = 'adaptive'): LazyBody {
  const { mesh, model } = SCENE;
  const bounds = createBdTree(mesh, model, buildTree(mesh), { bound: bound! });
  return createLazyBody(BACKENDS[backend], { mesh, model, bounds, strategy });
}

/** Placements that turn a little from frame to frame. */
function makePlacements(shift: number): Float64Array[] {
  return Array.from({ length: FRAMES }, (_, frame) => {
    const half = (frame - FRAMES / 2) / 500;
    const cos = (1 - half * half) / (1 + half * half);
    const sin = (2 * half) / (1 + half * half);
    return Float64Array.of(cos, sin, 0, 0, -sin, cos, 0, 0, 0, 0, 1, 0, shift, 2 * shift, 3 * shift, 1);
  });
}

/** The tests of one backend. */
export function describeLazyAllocations(backend: Backend): void {
  describe(`on ${backend} nothing is allocated per frame by lazy bodies`, () => {
    const hits = createTriangleHits(1000);
    const rayHits = createRayHits(4);
    const point = createClosestPoint();
    const placements = makePlacements(0.01);
    // Made beforehand: sums of doubles in a test that is not compiled to machine code would be counted too.
    const corners = SCENE.centers.glide.map((center) =>
      [-0.2, 0.2].map((side) => Float64Array.from(center, (value) => value + side)),
    );
    const down = Float64Array.of(0.1, 0.2, -1);
    const planes = Float64Array.of(1, 0, 0, 0.1, 0, 1, 0, 0.1, 0, 0, 1, 0.5);

    /** What is allocated per frame while the body is posed, placed and asked. */
    function expectNothing(
      bound: BdTreeOptions['bound'],
      ask: (body: LazyBody, frame: number) => number,
      warmUpFrames = 4000,
    ): void {
      const body = makeLazy(backend, bound);
      let met = 0;
      const work = (frame: number): void => {
        body.setWeights(SCENE.weights[frame % FRAMES]);
        body.setPlacement(placements[frame % FRAMES]);
        met += ask(body, frame % FRAMES);
      };
      const bytes = bytesPerFrame(work, warmUpFrames);
      expect(met).toBeGreaterThan(1000);
      expect(bytes).toBeLessThan(ALLOWED_BYTES_PER_FRAME);
      body.dispose();
    }

    it.each(BOUNDS)('that are posed, placed and refitted: %s', (bound) => {
      expectNothing(bound, (body, frame) => {
        if (frame % 2 === 0) body.refit();
        else body.refresh();
        return 1;
      });
    });

    it.each(BOUNDS)('that are asked with a ball and a capsule: %s', (bound) => {
      const searches = new Map<LazyBody, ReturnType<typeof createShapeSearch>>();
      expectNothing(bound, (body, frame) => {
        let search = searches.get(body);
        if (!search) searches.set(body, (search = createShapeSearch(body)));
        const met = findBallHits(search, SCENE.centers.glide[frame], 0.2, hits);
        return met + findCapsuleHits(search, corners[frame][0], corners[frame][1], 0.05, hits);
      });
    });

    it.each(BOUNDS)('that are asked with a box and a frustum: %s', (bound) => {
      let search: ReturnType<typeof createShapeSearch> | undefined;
      expectNothing(bound, (body, frame) => {
        search ??= createShapeSearch(body);
        return findBoxHits(search, corners[frame][0], corners[frame][1], hits) + findFrustumHits(search, planes, hits);
      });
    });

    it.each(BOUNDS)('that are asked with a ray: %s', (bound) => {
      let search: ReturnType<typeof createRaySearch> | undefined;
      expectNothing(bound, (body, frame) => {
        search ??= createRaySearch(body);
        return 1 + findRayHits(search, corners[frame][1], down, rayHits);
      });
    });

    it.each(BOUNDS)('that are asked with a ball on its way: %s', (bound) => {
      let search: ReturnType<typeof createRaySearch> | undefined;
      expectNothing(bound, (body, frame) => {
        search ??= createRaySearch(body);
        return findSweepHits(search, corners[frame][0], corners[frame][1], 0.05, rayHits);
      });
    });

    it.each(BOUNDS)('that are asked for the closest point: %s', (bound) => {
      let search: ReturnType<typeof createClosestSearch> | undefined;
      expectNothing(bound, (body, frame) => {
        search ??= createClosestSearch(body);
        // Not findClosestPoint: what it returns is a number that is not a small integer, and so an object.
        beginClosestPoint(search, corners[frame][1], point);
        stepClosestSearch(search);
        return 1;
      });
    });

    it.each(BOUNDS)('that are searched for pairs: %s', (bound) => {
      const other = makeLazy(backend, bound);
      const pairs = createPairHits(5000);
      const shifted = makePlacements(0.0537);
      let search: ReturnType<typeof createPairSearch> | undefined;
      expectNothing(bound, (body, frame) => {
        other.setWeights(SCENE.weights[(frame * 7 + 50) % FRAMES]);
        other.setPlacement(shifted[frame]);
        search ??= createPairSearch(body, other);
        return findPairHits(search, pairs);
      });
      other.dispose();
    });

    it.each(BOUNDS)('that are searched for their own collisions: %s', (bound) => {
      const pairs = createPairHits(5000);
      let search: ReturnType<typeof createSelfSearch> | undefined;
      expectNothing(
        bound,
        (body) => {
          search ??= createSelfSearch(body);
          findPairHits(search, pairs);
          return search.statistics.triangleTests;
        },
        400,
      );
    });

    it('that are searched for pairs with a refitted body', () => {
      const { mesh, model } = SCENE;
      const other = createRefitBody(BACKENDS[backend], { mesh, model, tree: buildTree(mesh) });
      const pairs = createPairHits(5000);
      let search: ReturnType<typeof createPairSearch> | undefined;
      expectNothing(
        'box',
        (body, frame) => {
          other.setWeights(SCENE.weights[(frame * 7 + 50) % FRAMES]);
          search ??= createPairSearch(body, other);
          return findPairHits(search, pairs);
        },
        1500,
      );
      other.dispose();
    });

    it('that are measured for their distance', () => {
      const other = makeLazy(backend, 'box');
      const apart = createBodyDistance();
      const shifted = makePlacements(1.3);
      let search: ReturnType<typeof createDistanceSearch> | undefined;
      expectNothing(
        'box',
        (body, frame) => {
          other.setWeights(SCENE.weights[(frame * 7 + 50) % FRAMES]);
          other.setPlacement(shifted[frame]);
          search ??= createDistanceSearch(body, other);
          beginDistance(search, apart);
          stepDistanceSearch(search);
          return 1;
        },
        1500,
      );
      other.dispose();
    });
  });
}
