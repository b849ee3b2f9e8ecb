/** Walks over trees of spheres around the medial axis, whose nodes do not lie in those above them: where surfaces meet, some answered pair has the place in both its spheres. */
import { CONTACT, createBody, createDistance, createShape, findDistance, loadKernels } from 'pliant';
import { createRandom } from 'pliant/exact';
import {
  createClosestFollower,
  createFollowedSpheres,
  createInterruptedWalk,
  createPlacedSpheres,
  createSphereTree,
  followSphere,
  placeSpheres,
  walkWithin,
} from 'pliant/sim';
import type { WalkAnswer } from 'pliant/sim';
import { describe, expect, it } from 'vitest';
import { sphere } from '../../meaning/surfaces.js';
import { randomPlacement } from '../../support/placements.js';
import { distance } from './random-trees.js';

describe('trees of spheres around the medial axis', async () => {
  const kernels = await loadKernels();
  const mesh = sphere([0, 0, 0], 1, 3);
  const tree = createSphereTree(mesh, { depth: 2, branching: 4 });

  it('cover the place where two surfaces meet, for every budget', () => {
    const random = createRandom(41);
    const bodies = [0, 1].map(() => createBody(kernels, createShape(mesh)));
    const sources = [0, 1].map(() => createPlacedSpheres(tree));
    const walk = createInterruptedWalk(sources[0], sources[1]);
    const result = createDistance();
    let met = 0;
    for (let round = 0; round < 60; round++) {
      for (let side = 0; side < 2; side++) {
        const placement = randomPlacement(random, 0.6);
        bodies[side].setPlacement(placement);
        placeSpheres(sources[side], placement);
      }
      if (findDistance(bodies[0], bodies[1], result) > 0) continue;
      met++;
      for (let isComplete = false, tests = 0; !isComplete; tests = 1 + random.integer(60)) {
        isComplete = walkWithin(walk, { tests });
        expect(isCovered(walk.answer, result.pointA), `round ${round}, ${walk.tests} tests`).toBe(true);
      }
      expect(walk.answer.leafCount).toBe(walk.answer.contacts.count);
    }
    expect(met).toBeGreaterThan(20);
  });

  it('are walked where coarse points take them', () => {
    const points = Float64Array.from(mesh.positions);
    const follower = createClosestFollower(tree, points);
    const moved = points.slice();
    const mover = {
      stamp: 0,
      writeSphere: (node: number, out: Float64Array, at: number) => followSphere(follower, node, moved, out, at),
    };
    const source = createFollowedSpheres(tree, mover);
    const walk = createInterruptedWalk(source, createPlacedSpheres(tree));
    expect(walkWithin(walk, { tests: Infinity })).toBe(true);
    expect(walk.answer.leafCount).toBeGreaterThan(0);
    for (let k = 0; k < moved.length; k += 3) moved[k] += 10;
    mover.stamp++;
    expect(walkWithin(walk, { tests: Infinity })).toBe(true);
    expect([walk.answer.contacts.count, walk.tests]).toEqual([0, 1]);
  });
});

function isCovered({ contacts: { count, numbers } }: WalkAnswer, point: Float64Array): boolean {
  return Array.from({ length: count }, (_, i) => i * CONTACT.stride).some((at) =>
    [at + CONTACT.centerA, at + CONTACT.centerB].every(
      (center) => distance(point, numbers.subarray(center, center + 3)) <= numbers[center + 3],
    ),
  );
}
