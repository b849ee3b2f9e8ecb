/** What a world reports, with balls for bodies; world-bodies and world-proxies have the others. */
import { type Random, createRandom } from 'pliant/exact';
import { QUINLAN_TREE, buildTree, createLinearModel } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { createProxyShape } from '../../src/bounds/proxies/proxies.js';
import { createBody } from '../../src/body/create-body.js';
import { addBody, createWorld, removeBody, stepWorld } from '../../src/world/world.js';
import { type Ball, createBall, createPlane } from '../../src/query/contacts/surroundings.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { brutePairs, expectReport, kernels, pairsOf, sampleMesh } from './sample-worlds.js';

function ballsTouch(a: Ball, b: Ball): boolean {
  const [x, y, z] = a.center.map((value, axis) => b.center[axis] - value);
  return Math.sqrt(x * x + y * y + z * z) <= a.radius + b.radius;
}

describe('a world of balls reports what brute force finds', () => {
  const sizes: Readonly<Record<string, (random: Random) => number>> = {
    'like sizes': (random) => random.range(0.4, 0.8),
    'sizes from 1e-9 to 1e9': (random) => 10 ** random.range(-9, 1) * (random.integer(12) === 0 ? 1e8 : 1),
    'no size at all': () => 0,
  };

  it.each(Object.entries(sizes))('while they wander, come and go: %s', (name, size) => {
    const random = createRandom(601);
    const world = createWorld({ kernels });
    const balls = new Map<number, Ball>();
    let before: string[] = [];
    let changes = 0;
    for (let step = 0; step < 300; step++) {
      const where = `${name}, seed 601, step ${step}`;
      for (let k = 0; k < 2; k++) {
        const id = random.integer(60);
        if (balls.has(id)) {
          if (random.integer(3) > 0) continue;
          expect(removeBody(world, id)).toBe(true);
          balls.delete(id);
        } else {
          const ball = createBall(
            [0, 1, 2].map(() => random.range(-3, 3)),
            size(random),
          );
          addBody(world, id, ball);
          balls.set(id, ball);
          // A number that is taken again names another body, so what its last bearer touched has ended.
          before = before.map((pair) => (pair.split(' ').includes(String(id)) ? `${pair} (then)` : pair));
        }
      }
      for (const ball of balls.values()) {
        if (step % 40 === 0) ball.center.fill(random.integer(3));
        else for (let axis = 0; axis < 3; axis++) ball.center[axis] += random.range(-0.2, 0.2);
      }
      const now = brutePairs([...balls.keys()], (a, b) => ballsTouch(balls.get(a)!, balls.get(b)!));
      expect(stepWorld(world)).toBe(now.length);
      expect(pairsOf(world.touching), where).toEqual(now);
      expect(pairsOf(world.began), where).toEqual(now.filter((pair) => !before.includes(pair)));
      expect(pairsOf(world.stays), where).toEqual(now.filter((pair) => before.includes(pair)));
      const gone = before.filter((pair) => !now.includes(pair)).map((pair) => pair.replace(' (then)', ''));
      expect(pairsOf(world.ended), where).toEqual(gone);
      changes += world.began.count + world.ended.count;
      before = now;
    }
    expect(changes).toBeGreaterThan(100);
  });

  it('in the same words whatever the order in which they came', () => {
    const reports = [0, 1].map((order) => {
      const random = createRandom(602);
      const balls = Array.from({ length: 40 }, () =>
        createBall(
          [0, 1, 2].map(() => random.range(-2, 2)),
          0.5,
        ),
      );
      const world = createWorld({ kernels });
      const ids = [...balls.keys()];
      for (const i of order === 0 ? ids : ids.reverse()) addBody(world, i * 7, balls[i]);
      if (order === 1) {
        removeBody(world, 35);
        addBody(world, 35, balls[5]);
      }
      const report: string[] = [];
      for (let step = 0; step < 30; step++) {
        stepWorld(world);
        report.push(...pairsOf(world.began), '|', ...pairsOf(world.stays), '|', ...pairsOf(world.ended));
        for (const ball of balls) for (let axis = 0; axis < 3; axis++) ball.center[axis] += random.range(-0.3, 0.3);
      }
      return report;
    });
    expect(reports[0]).toEqual(reports[1]);
  });
});

describe('a world', () => {
  it('reports the end of what a removed body touched, also when another takes its number', () => {
    const world = createWorld({ kernels });
    addBody(world, 1, createBall([0, 0, 0], 1));
    addBody(world, 2, createBall([1, 0, 0], 1));
    stepWorld(world);
    expectReport(world, [], ['1 2'], 'first');
    removeBody(world, 2);
    addBody(world, 2, createBall([1, 0, 0], 1));
    stepWorld(world);
    expect(pairsOf(world.ended)).toEqual(['1 2']);
    expect(pairsOf(world.began)).toEqual(['1 2']);
    expect(pairsOf(world.stays)).toEqual([]);
    removeBody(world, 1);
    stepWorld(world);
    expectReport(world, ['1 2'], [], 'last');
    stepWorld(world);
    expectReport(world, [], [], 'after');
  });

  it('looks only at pairs that are wanted', () => {
    const world = createWorld({ kernels, isWanted: (a, b) => (a + b) % 2 === 1 });
    for (let id = 0; id < 4; id++) addBody(world, id, createBall([0, 0, 0], 1));
    stepWorld(world);
    expect(pairsOf(world.touching)).toEqual(['0 1', '0 3', '1 2', '2 3']);
    expect(world.statistics.searches).toBe(4);
  });

  it('keeps its reports when a body refuses its pose', () => {
    const world = createWorld({ kernels });
    const ball = createBall([1, 0, 0], 1);
    addBody(world, 1, createBall([0, 0, 0], 1));
    addBody(world, 2, ball);
    stepWorld(world);
    ball.center[0] = Number.NaN;
    expect(() => stepWorld(world)).toThrow(/center\[0\] is NaN/);
    expectReport(world, [], ['1 2'], 'as before');
    ball.center[0] = 5;
    stepWorld(world);
    expectReport(world, ['1 2'], [], 'apart');
  });

  it('refuses what it cannot hold', () => {
    const { mesh, fields } = sampleMesh(650);
    const model = createLinearModel(mesh, fields);
    const proxies = createProxyShape(mesh, model, buildTree(mesh, QUINLAN_TREE), { level: 2 });
    const body = createBody(kernels, proxies);
    const foreign = createBody(BACKENDS.typescript, proxies);
    const world = createWorld({ kernels });
    addBody(world, 7, body);
    expect(() => addBody(world, 7, createBall([0, 0, 0], 1))).toThrow(/there is a body 7 already/);
    expect(() => addBody(world, 8, body)).toThrow(/this body is there already, as 7/);
    expect(() => addBody(world, 8, foreign)).toThrow(/other kernels than the world/);
    expect(() => addBody(world, -1, createBall([0, 0, 0], 1))).toThrow(/id is -1/);
    expect(() => addBody(world, 8, undefined as never)).toThrow(/got undefined; pass a body/);
    expect(() => createWorld({} as never)).toThrow(/kernels are missing/);
    expect(() => createBall([0, 0, 0], -1)).toThrow(/the radius -1/);
    expect(() => createPlane([0, 0, 0], 1)).toThrow(/length 0/);
    expect(removeBody(world, 8)).toBe(false);
    body.dispose();
    expect(() => stepWorld(world)).toThrow(/used after dispose/);
    foreign.dispose();
  });
});
