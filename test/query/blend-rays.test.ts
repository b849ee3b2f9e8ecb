/** Rays and balls on their way where float32 is at its limits: tiny and huge bodies, far origins, directions that are nearly flat. */
import { type Body, createHits, findRayHits, findSweepHits } from 'pliant';
import { type Random, createRandom } from 'pliant/exact';
import { bruteRayHits, bruteSweepHits } from 'pliant/oracle';
import { describe, expect, it } from 'vitest';
import { moveBlendRig, randomBlendRig } from '../support/blend-rigs.js';
import { type Rig, disposeRig, moveRig, pick, randomRig } from './lazy-rigs.js';

const ROUNDS = 120;
const found = createHits(500);
const first = createHits(1);
const expected = createHits(500);

/** What coordinates are multiplied by: down to denormal numbers, up to beyond what kernels take. */
const FACTORS = [1e-44, 1e-42, 1e-40, 1e-36, 1e-20, 1, 1e6, 1e17, 1e18, 1e19, 1e25, 1e30];

/** A point of a triangle of the body, or near it. */
function aim(random: Random, { mesh, world }: Rig): number[] {
  const triangle = random.integer(mesh.triangleCount) * 3;
  const shares = [random.next(), random.next(), random.next()];
  const sum = shares[0] + shares[1] + shares[2];
  const corner = random.integer(4);
  return [0, 1, 2].map((axis) => {
    const values = [0, 1, 2].map((k) => world[mesh.triangles[triangle + k] * 3 + axis]);
    if (corner < 3) return values[corner];
    return values.reduce((point, value, k) => point + (value * shares[k]) / sum, 0);
  });
}

/** Directions of every kind: any, along an axis, along one but for next to nothing, and of any length. */
function randomDirection(random: Random): number[] {
  const kind = random.integer(5);
  const axis = random.integer(3);
  const length = 10 ** pick(random, [0, 0, -30, 30, -140, 140]);
  return [0, 1, 2].map((k) => {
    const value = random.range(-1, 1);
    if (kind === 0 || k === axis) return value * length;
    if (kind === 1) return 0;
    if (kind === 2) return value * length * 10 ** random.range(-30, -18);
    return k === (axis + 1) % 3 ? value * length : value * length * 10 ** random.range(-12, 0);
  });
}

/** Compares both backends, first hits and all hits, with brute force. */
function expectRays(
  rig: Rig,
  ask: (body: Body, hits: typeof found) => number,
  brute: (hits: typeof found) => number,
  what: string,
): number {
  const count = brute(expected);
  const answer = [...expected.triangles.subarray(0, count), ...expected.parameters.subarray(0, count)];
  for (const body of rig.lazy) {
    expect(ask(body, found), what).toBe(count);
    expect([...found.triangles.subarray(0, count), ...found.parameters.subarray(0, count)], what).toEqual(answer);
    expect(ask(body, first), what).toBe(Math.min(1, count));
    if (count > 0) expect([first.triangles[0], first.parameters[0]], what).toEqual([answer[0], answer[count]]);
  }
  return count;
}

describe.each(FACTORS)('on bodies of about %s units', (factor) => {
  const seed = 841;
  const scale = { name: 'scaled', factor, shift: 0 };

  function forRounds(check: (random: Random, rig: Rig, what: string) => number): void {
    const random = createRandom(seed);
    let hits = 0;
    for (let round = 0; round < ROUNDS;) {
      const isBlend = random.integer(2) === 0;
      const blend = isBlend ? randomBlendRig(random, 40, scale) : undefined;
      const rig = blend ?? randomRig(random, 40, scale);
      for (let k = 0; k < 6; k++, round++) {
        if (blend) moveBlendRig(random, blend);
        else moveRig(random, rig);
        hits += check(random, rig, `seed ${seed}, round ${round}, ${rig.what}`);
      }
      disposeRig(rig);
    }
    expect(hits).toBeGreaterThan(ROUNDS / 4);
  }

  it('a ray hits what brute force says', () => {
    forRounds((random, rig, what) => {
      const target = aim(random, rig);
      const direction = randomDirection(random);
      const away = pick(random, [0, 1, 3, 1e4]) * factor;
      const length = Math.max(...direction.map(Math.abs));
      const origin = target.map((value, axis) => value - (direction[axis] / length) * away);
      const far = pick(random, [Infinity, Infinity, away / length, (2 * away) / length, 0]);
      const { triangles } = rig.mesh;
      return expectRays(
        rig,
        (body, hits) => findRayHits(body, origin, direction, hits, far),
        (hits) => bruteRayHits(rig.world, triangles, origin, direction, hits, far),
        `${what}: ray ${origin.join(' ')} along ${direction.join(' ')} to ${far}`,
      );
    });
  });

  it('a ball on its way touches what brute force says', () => {
    forRounds((random, rig, what) => {
      const start = aim(random, rig).map((value) => value + random.range(-2, 2) * factor);
      const end = pick(random, [aim(random, rig), start.map((value, k) => (k === 1 ? value + factor : value))]);
      const radius = pick(random, [0, 0.01, 0.3, 3]) * factor;
      const { triangles } = rig.mesh;
      return expectRays(
        rig,
        (body, hits) => findSweepHits(body, start, end, radius, hits),
        (hits) => bruteSweepHits(rig.world, triangles, start, end, radius, hits),
        `${what}: ball from ${start.join(' ')} to ${end.join(' ')}, radius ${radius}`,
      );
    });
  });
});
