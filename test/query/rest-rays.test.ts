// slow: compares many thousands of rays with brute force
/**
 * Rays against parts that one governor moves alone: these are tested where they rest. Their boxes are as tight as boxes on the grid can
 * be, and rays go right through their corners, far from where they rest: what rounding does there must not leave one out.
 */
import { type Body, createBody, createHits, findRayHits } from 'pliant';
import { type Random, createRandom } from 'pliant/exact';
import { bruteRayHits } from 'pliant/oracle';
import { type BlendModel, type Mesh, buildTree, createBlendTree, createMesh, createSkinModel } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { definedPositions } from '../support/blend-oracle.js';
import { POSE_KINDS, applyPose, randomPose } from '../support/blend-poses.js';
import { BACKENDS } from '../support/sample-bodies.js';

const SHARDS = 60;
const BONES = 7;
const RAYS = 40;
/** Half the grid: a mesh that reaches so far has steps of 1. */
const HALF = 32760;
/** What a coordinate lacks of a whole step, so that its box ends right there. */
const LACK = 2 ** -21;

const found = createHits(300);
const expected = createHits(300);

interface Shards {
  readonly mesh: Mesh;
  readonly model: BlendModel;
  readonly bodies: readonly Body[];
}

/** Tetrahedra of some steps' size near the middle, each with one bone, and two far out that make the grid. */
function makeShards(random: Random): Shards {
  const positions: number[] = [];
  const triangles: number[] = [];
  const joints: number[] = [];
  const addShard = (corners: readonly (readonly number[])[], joint: number): void => {
    const first = positions.length / 3;
    positions.push(...corners.flat());
    for (const [a, b, c] of [
      [0, 1, 2],
      [0, 3, 1],
      [1, 3, 2],
      [2, 3, 0],
    ]) {
      triangles.push(first + a, first + b, first + c);
    }
    joints.push(joint, joint, joint, joint);
  };
  for (let shard = 0; shard < SHARDS; shard++) {
    const middle = [0, 1, 2].map(() => random.integer(40) - 20);
    const size = 1 + random.integer(3);
    // Every corner is at one end of the box on each axis.
    const corners = [
      [-1, -1, -1],
      [1, 1, -1],
      [1, -1, 1],
      [-1, 1, 1],
    ].map((signs) => signs.map((sign, axis) => middle[axis] + sign * (size - LACK)));
    addShard(corners, shard % BONES);
  }
  for (const end of [-HALF, HALF]) {
    addShard(
      [0, 1, 2, 3].map((corner) => [0, 1, 2].map((axis) => (axis === corner ? end - Math.sign(end) : end))),
      BONES,
    );
  }
  const mesh = createMesh({ positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) });
  const model = createSkinModel(mesh, {
    joints: Uint16Array.from(joints),
    weights: new Float32Array(joints.length).fill(1),
    influencesPerVertex: 1,
  });
  const bounds = createBlendTree(mesh, model, buildTree(mesh, { leafSize: 1, arity: 4 }), { patchSize: 1 });
  const bodies = [BACKENDS.wasm, BACKENDS.typescript].map((kernels) =>
    createBody(kernels, { mesh, model, bounds }, { strategy: 'lazy' }),
  );
  return { mesh, model, bodies };
}

describe('rays through the corners of parts that one governor moves alone', () => {
  it.each(POSE_KINDS)('hit what brute force says, governors %s', (kind) => {
    const seed = 73;
    const random = createRandom(seed);
    const { mesh, model, bodies } = makeShards(random);
    const { triangles, triangleCount } = mesh;
    let hits = 0;
    for (let round = 0; round < 12; round++) {
      // Far away beside the size of the parts: float32 moves their corners by a good part of a step.
      const pose = randomPose(random, model, kind, [30, 3e4, 3e6][round % 3]);
      for (const body of bodies) applyPose(body, pose);
      const world = definedPositions(model, bodies[0].pose);
      for (let ray = 0; ray < RAYS; ray++) {
        const corner = triangles[random.integer((triangleCount - 8) * 3)] * 3;
        const target = [...world.subarray(corner, corner + 3)];
        const direction = [0, 1, 2].map(() => random.range(-1, 1));
        if (random.integer(4) === 0) direction[random.integer(3)] = 0;
        const away = [0, 5, 1e4][random.integer(3)];
        const origin = target.map((value, axis) => value - direction[axis] * away);
        const count = bruteRayHits(world, triangles, origin, direction, expected);
        hits += count;
        for (const body of bodies) {
          const what = `seed ${seed}, round ${round}, ray ${ray}`;
          expect(findRayHits(body, origin, direction, found), what).toBe(count);
          expect([...found.triangles.subarray(0, count)], what).toEqual([...expected.triangles.subarray(0, count)]);
        }
      }
    }
    expect(hits).toBeGreaterThan(RAYS);
    for (const body of bodies) body.dispose();
  });
});
