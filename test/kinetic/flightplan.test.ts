import { createRandom } from 'pliant/exact';
import {
  advance,
  createKineticPoints,
  createKineticTree,
  planFlights,
  planKeyframes,
  planWeights,
  rebuildAt,
  writePositions,
} from 'pliant/kinetic';
import { createLinearModel, createMesh, createPose, createSkinModel, poseMesh, setWeights } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { expectRefused } from '../mesh/expect-refused.js';
import { sheet } from '../mesh/make-meshes.js';

const still = Float32Array.of(0, 0, 0);

function positionsAt(plan: Parameters<typeof createKineticPoints>[0], time: number): number[] {
  const out = new Float32Array(plan.vertexCount * 3);
  writePositions(createKineticPoints(plan, { time }), out);
  return [...out];
}

describe('keyframes', () => {
  it('are where vertices are at keys, to the bit, and vertices go straight between them', () => {
    const random = createRandom(17);
    const frames = Array.from({ length: 5 }, () => Float32Array.from({ length: 12 }, () => random.range(-1e6, 1e6)));
    const times = [-1.25, 0, 1e-3, 7, 7.1];
    const plan = planKeyframes({ times, frames });
    times.forEach((time, key) => expect(positionsAt(plan, time)).toEqual([...frames[key]]));
    const middle = positionsAt(plan, 3.5005);
    middle.forEach((at, i) => expect(Math.abs(at - (frames[2][i] + frames[3][i]) / 2)).toBeLessThan(0.25));
  });

  it('of weights are what the model poses, to the bit', () => {
    const random = createRandom(18);
    const mesh = sheet(3, 3);
    const fields = [0, 1].map(() => Float32Array.from(mesh.positions, () => random.range(-1, 1)));
    const model = createLinearModel(mesh, fields);
    const weights = [
      [0.1, -3],
      [1.7, 0],
      [0, 1 / 3],
    ];
    const plan = planWeights(model, [0, 1, 5], weights);
    weights.forEach((ofKey, key) => {
      const pose = createPose(model.poseLayout);
      setWeights(pose, ofKey);
      const posed = new Float32Array(mesh.positions.length);
      poseMesh(model, pose, posed);
      expect(plan.frames[key]).toEqual(posed);
    });
  });

  it('are refused when they are out of order, missing, of different vertices or not finite', () => {
    const keys = (times: number[], frames: unknown[]) => () =>
      planKeyframes({ times, frames: frames as Float32Array[] });
    expectRefused(keys([0, 2, 1], [still, still, still]), 'bad-number', 'times[2] is 1', 'in order');
    expectRefused(keys([0, 0], [still, still]), 'bad-number', 'times[1]');
    expectRefused(keys([0, NaN], [still, still]), 'bad-number', 'times[1] is NaN');
    expectRefused(keys([0, Infinity], [still, still]), 'bad-number', 'times[1] is Infinity');
    expectRefused(keys([0], [still]), 'bad-count', 'frames');
    expectRefused(keys([0, 1, 2], [still, still]), 'bad-count', '3 times for 2 keys');
    expectRefused(keys([0, 1], [still, undefined]), 'bad-type', 'frames[1] is undefined');
    expectRefused(keys([0, 1], [still, new Float32Array(6)]), 'bad-count', 'frames[1] has 6');
    expectRefused(keys([0, 1], [still, Float32Array.of(0, NaN, 0)]), 'bad-number', 'frames[1][1] is NaN');
    expectRefused(keys([0, 1], [new Float32Array(0), new Float32Array(0)]), 'bad-count', 'frames[0]');
  });

  it('of weights are refused when weights are missing or the model does not go straight', () => {
    const mesh = sheet(1, 1);
    const model = createLinearModel(mesh, [new Float32Array(12)]);
    expectRefused(() => planWeights(model, [0, 1], [[0]]), 'bad-count', 'weights');
    expectRefused(() => planWeights(model, [0, 1], [[0], []]), 'bad-count', 'weights[1] has 0');
    expectRefused(() => planWeights(model, [0, 1], [[0], [NaN]]), 'bad-number', 'weights[1][0] is NaN');
    expectRefused(() => planWeights(model, [1, 0], [[0], [1]]), 'bad-number', 'planWeights: times[1]');
    const skin = createSkinModel(createMesh(mesh), {
      joints: new Uint8Array(4),
      weights: new Float32Array(4).fill(1),
      influencesPerVertex: 1,
      jointCount: 1,
    });
    expectRefused(() => planWeights(skin as never, [0, 1], [[], []]), 'unsupported', 'planKeyframes');
  });
});

describe('flights', () => {
  it('go on with velocity and acceleration by the documented formula', () => {
    const plan = planFlights({ positions: [1, 2, 3], velocities: [0.1, 0, -2], accelerations: [0, -9.81, 1], time: 4 });
    const passed = 6.7 - 4;
    expect(positionsAt(plan, 6.7)).toEqual([
      Math.fround(1 + passed * 0.1),
      Math.fround(2 + passed * (passed * (-9.81 / 2))),
      Math.fround(3 + passed * (-2 + passed * 0.5)),
    ]);
  });

  it('are refused when numbers are missing, not finite or beyond all measure', () => {
    const flights =
      (positions: number[], velocities: number[], time = 0) =>
      () =>
        planFlights({ positions, velocities, time });
    expectRefused(flights([0, 0, 0], [0, NaN, 0]), 'bad-number', 'velocities[1] is NaN');
    expectRefused(flights([0, 0, 0], [0, 0, 1e31]), 'bad-number', 'velocities[2]', '2^100');
    expectRefused(flights([0, 0, 0], [0, 0]), 'bad-count', 'velocities has 2');
    expectRefused(flights([0, 0], [0, 0]), 'bad-count', 'positions has 2');
    expectRefused(flights([], []), 'bad-count', 'positions');
    expectRefused(flights([0, 0, 0], [0, 0, 0], NaN), 'bad-number', 'time is NaN');
  });
});

describe('time', () => {
  const plan = planKeyframes({ times: [1, 2], frames: [still, Float32Array.of(1, 0, 0)] });

  it('goes neither back nor beyond the plan', () => {
    const tree = createKineticTree(plan, [0, 0, 0]);
    advance(tree, 1.5);
    expectRefused(() => advance(tree, 1.25), 'bad-number', 'advance: the time is 1.25', '1.5', 'rebuildAt');
    expectRefused(() => advance(tree, 2.5), 'bad-number', '2.5', 'from 1 to 2');
    expectRefused(() => advance(tree, NaN), 'bad-number', 'NaN');
    expectRefused(() => rebuildAt(tree, 0), 'bad-number', 'rebuildAt', 'from 1 to 2');
    expectRefused(() => createKineticTree(plan, [0, 0, 0], { time: 3 }), 'bad-number', '3');
    advance(tree, 1.5);
    advance(tree, 2);
    expect(tree.paths.time).toBe(2);
  });
});
