// slow: lets creatures fall for some thousand steps
/** Two small creatures that fall on each other, and on a floor: what must hold in free flight, while they touch, and when they lie. */
import { createPairHits, findPairHits, loadKernels } from 'pliant';
import { createInterruptedWalk, readMomentum, walkWithin } from 'pliant/sim';
import { describe, expect, it } from 'vitest';
import { createCreature } from '../../scenes/creature.js';
import {
  SOFT_FALL_STEP,
  createSoftFall,
  disposeSoftFall,
  energyOfFall,
  poseSurfaces,
  stepSoftFall,
} from '../../scenes/soft-fall.js';
import type { SoftFall, SoftFallOptions } from '../../scenes/soft-fall.js';
import { carryOtherwise, createSoftKind } from '../../scenes/soft-kind.js';
import type { SoftResponse } from '../../scenes/soft-response.js';
import { expectCovered } from './interrupted/check-answer.js';

const GRAVITY = 9.81;

describe('two creatures that fall on each other', async () => {
  const kernels = await loadKernels();
  const creature = createSoftKind(createCreature({ triangles: 5000 }), { cells: 5 });

  it('keep their momentum, but for gravity, until they touch anything', () => {
    const fall = createSoftFall(kernels, creature, creature, { hasFloor: false });
    const before = fall.bodies.map(({ soft }) => readMomentum(soft));
    for (let step = 0; step < 100; step++) {
      stepSoftFall(fall);
      expect(fall.walk.answer.contacts.count).toBe(0);
    }
    fall.bodies.forEach(({ soft }, side) => {
      const { angular, center, linear, mass } = readMomentum(soft);
      const time = 100 * SOFT_FALL_STEP;
      expect(linear[0]).toBeCloseTo(0, 4);
      expect(linear[1]).toBeCloseTo(-mass * GRAVITY * time, 4);
      expect(linear[2]).toBeCloseTo(0, 4);
      expect(center[1]).toBeCloseTo(before[side].center[1] - (GRAVITY * time * time) / 2, 5);
      // About the centre of mass nothing turns.
      const [x, y, z] = center;
      expect(angular[0] - (y * linear[2] - z * linear[1])).toBeCloseTo(0, 4);
      expect(angular[1] - (z * linear[0] - x * linear[2])).toBeCloseTo(0, 4);
      expect(angular[2] - (x * linear[1] - y * linear[0])).toBeCloseTo(0, 4);
    });
    disposeSoftFall(fall);
  });

  it.each(['local', 'shared'] as const)('keep the momentum of both while they push each other: %s', (response) => {
    const fall = collide({ response, hasFloor: false, gravity: 0 });
    let touched = 0;
    for (let step = 0; step < 200; step++) {
      stepSoftFall(fall);
      if (fall.walk.answer.contacts.count > 0) touched++;
    }
    expect(touched).toBeGreaterThan(20);
    const [a, b] = fall.bodies.map(({ soft }) => readMomentum(soft));
    const scale = Math.abs(startOf(fall));
    for (let axis = 0; axis < 3; axis++) {
      const expected = axis === 1 ? startOf(fall) : 0;
      expect(Math.abs(a.linear[axis] + b.linear[axis] - expected)).toBeLessThan(1e-5 * scale);
    }
    // They push each other.
    expect(a.linear[1]).toBeLessThan(-0.05 * scale);
    disposeSoftFall(fall);
  });

  /** The upper one flies at the lower one, which rests. */
  function collide(options: SoftFallOptions): SoftFall {
    const fall = createSoftFall(kernels, creature, creature, options);
    const { velocities } = fall.bodies[1].soft;
    for (let i = 1; i < velocities.length; i += 3) velocities[i] = -3;
    return fall;
  }

  function startOf({ bodies }: SoftFall): number {
    return -3 * readMomentum(bodies[1].soft).mass;
  }

  it.each<[string, SoftResponse, 'links' | 'embedding', 'closest' | 'enclosing', number, number]>([
    ['embedded, nothing missed', 'local', 'embedding', 'enclosing', 500, 0.2],
    ['as in the paper: linked, by the closest vertices, averaged', 'averaged', 'links', 'closest', 500, 0.2],
    ['with one stiffness for the pair', 'shared', 'embedding', 'enclosing', 500, 0.2],
    // Large spheres push early and hold the upper one up, so it comes down later.
    ['with too small a budget', 'local', 'embedding', 'enclosing', 20, 0.4],
  ])('come down, touch, and lose energy: %s', (_, response, carriage, follower, tests, share) => {
    const kind = carryOtherwise(creature, { carriage, follower });
    const fall = createSoftFall(kernels, kind, kind, { response, budget: { tests } });
    const start = energyOfFall(fall).total;
    let [touched, parted] = [0, 0];
    for (let step = 0; step < 1440; step++) {
      stepSoftFall(fall);
      if (fall.walk.answer.contacts.count > 0) touched++;
      else if (touched > 0) parted++;
      expect(fall.walk.tests).toBeLessThanOrEqual(tests);
    }
    expect(touched).toBeGreaterThan(50);
    expect(parted).toBeGreaterThan(0);
    const { elastic, kinetic, total } = energyOfFall(fall);
    expect(Number.isFinite(total)).toBe(true);
    // Most of what they fell with is gone.
    expect(kinetic + elastic).toBeLessThan(share * start);
    expect(total).toBeLessThan(0.8 * start);
    for (const { soft } of fall.bodies) {
      expect(Math.min(...soft.positions.filter((_x, i) => i % 3 === 1))).toBeGreaterThan(-0.1);
      expect(soft.failure).toBeUndefined();
    }
    disposeSoftFall(fall);
  });

  it('have every contact of a whole walk below what a walk cut short answers', () => {
    const fall = createSoftFall(kernels, creature, creature, { budget: { tests: 100 } });
    const [a, b] = fall.bodies;
    const whole = createInterruptedWalk(a.spheres, b.spheres, { capacity: 65_536 });
    let compared = 0;
    for (let step = 0; step < 600; step++) {
      stepSoftFall(fall);
      if (step % 20 !== 0) continue;
      walkWithin(whole, { tests: Infinity });
      const leaves = Array.from(
        { length: whole.answer.leafCount },
        (_, i) => [whole.answer.contacts.pairs[i * 2], whole.answer.contacts.pairs[i * 2 + 1]] as const,
      );
      for (const tests of [0, 1, 7, 50, 200]) {
        // Each begins anew: the bodies are taken as moved.
        for (const { mover } of fall.bodies) mover.stamp++;
        walkWithin(fall.walk, { tests });
        expectCovered(fall.walk, leaves, a.spheres.spheres, b.spheres.spheres);
      }
      compared += leaves.length;
    }
    expect(compared).toBeGreaterThan(100);
    disposeSoftFall(fall);
  });

  it('answer something whenever their surfaces meet', () => {
    // One stiffness for the pair is weak, so surfaces come into each other.
    const fall = createSoftFall(kernels, creature, creature, { response: 'shared', budget: { tests: Infinity } });
    const hits = createPairHits(20_000);
    let met = 0;
    for (let step = 0; step < 600; step++) {
      stepSoftFall(fall);
      if (step % 10 !== 0) continue;
      poseSurfaces(fall);
      findPairHits(fall.bodies[0].surface, fall.bodies[1].surface, hits);
      walkWithin(fall.walk, { tests: Infinity });
      if (hits.count === 0) continue;
      met++;
      expect(fall.walk.answer.leafCount).toBeGreaterThan(0);
    }
    expect(met).toBeGreaterThan(0);
    disposeSoftFall(fall);
  });
});
