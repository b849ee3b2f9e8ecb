/** Queries on lazy bodies allocate nothing per frame once everything is warm; each backend in a file of its own. */
import {
  type Body,
  type Strategy,
  beginClosestPoint,
  beginDistance,
  beginSelf,
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
import { type Backend, type BdTreeOptions, buildTree, createBdTree } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { ALLOWED_BYTES_PER_FRAME, SCENE, bytesPerFrame } from './count-allocations.js';
import { BACKENDS, refittedBody } from '../support/sample-bodies.js';

const BOUNDS = ['box', 'sphere', 'oriented-box'] as const;
const FRAMES = 100;

function makeLazy(backend: Backend, bound: BdTreeOptions['bound'], strategy: Strategy = 'adaptive'): Body {
  const { mesh, model } = SCENE;
  const bounds = createBdTree(mesh, model, buildTree(mesh), { bound: bound! });
  return createBody(BACKENDS[backend], { mesh, model, bounds }, { strategy });
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
    const hits = createHits(1000);
    const rayHits = createHits(4);
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
      ask: (body: Body, frame: number) => number,
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
      expectNothing(bound, (body, frame) => {
        const met = findBallHits(body, SCENE.centers.glide[frame], 0.2, hits);
        return met + findCapsuleHits(body, corners[frame][0], corners[frame][1], 0.05, hits);
      });
    });

    it.each(BOUNDS)('that are asked with a box and a frustum: %s', (bound) => {
      expectNothing(bound, (body, frame) => {
        return findBoxHits(body, corners[frame][0], corners[frame][1], hits) + findFrustumHits(body, planes, hits);
      });
    });

    it.each(BOUNDS)('that are asked with a ray: %s', (bound) => {
      expectNothing(bound, (body, frame) => {
        return 1 + findRayHits(body, corners[frame][1], down, rayHits);
      });
    });

    it.each(BOUNDS)('that are asked with a ball on its way: %s', (bound) => {
      expectNothing(bound, (body, frame) => {
        return findSweepHits(body, corners[frame][0], corners[frame][1], 0.05, rayHits);
      });
    });

    it.each(BOUNDS)('that are asked for the closest point: %s', (bound) => {
      const search = createSearch();
      expectNothing(bound, (body, frame) => {
        // Not findClosestPoint: what it returns is a number that is not a small integer, and so an object.
        beginClosestPoint(search, body, corners[frame][1], point);
        step(search);
        return 1;
      });
    });

    it.each(BOUNDS)('that are searched for pairs: %s', (bound) => {
      const other = makeLazy(backend, bound);
      const pairs = createPairHits(5000);
      const shifted = makePlacements(0.0537);
      expectNothing(bound, (body, frame) => {
        other.setWeights(SCENE.weights[(frame * 7 + 50) % FRAMES]);
        other.setPlacement(shifted[frame]);
        return findPairHits(body, other, pairs);
      });
      other.dispose();
    });

    it.each(BOUNDS)('that are searched for their own collisions: %s', (bound) => {
      const pairs = createPairHits(5000);
      const search = createSearch();
      expectNothing(
        bound,
        (body) => {
          beginSelf(search, body, pairs);
          step(search);
          return search.statistics.triangleTests;
        },
        400,
      );
    });

    it('that are searched for pairs with a refitted body', () => {
      const { mesh, model } = SCENE;
      const other = refittedBody(BACKENDS[backend], { mesh, model, tree: buildTree(mesh) });
      const pairs = createPairHits(5000);
      expectNothing(
        'box',
        (body, frame) => {
          other.setWeights(SCENE.weights[(frame * 7 + 50) % FRAMES]);
          return findPairHits(body, other, pairs);
        },
        1500,
      );
      other.dispose();
    });

    it('that are measured for their distance', () => {
      const other = makeLazy(backend, 'box');
      const apart = createDistance();
      const shifted = makePlacements(1.3);
      const search = createSearch();
      expectNothing(
        'box',
        (body, frame) => {
          other.setWeights(SCENE.weights[(frame * 7 + 50) % FRAMES]);
          other.setPlacement(shifted[frame]);
          beginDistance(search, body, other, apart);
          step(search);
          return 1;
        },
        1500,
      );
      other.dispose();
    });
  });
}
