/**
 * Rays that graze: where they meet a triangle is told by the last bits of doubles, where they enter its box is not. Which hits
 * are found, and in which order, must not depend on how many there is room for.
 */
import { type Body, type Kernels, createBody, createHits, findRayHits, findSweepHits } from 'pliant';
import { type Random, createRandom } from 'pliant/exact';
import { bruteRayHits, bruteSweepHits } from 'pliant/oracle';
import {
  type Mesh,
  buildTree,
  createBdTree,
  createBlendTree,
  createLinearModel,
  createMesh,
  createSkinModel,
} from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { worldPositions } from '../bounds/bd-samples.js';
import { type Approach, type GrazingRay, grazingRay, obstacle, randomApproach, sliver } from '../narrow/grazing.js';
import { toNumber } from '../oracle/fractions.js';
import { oracleRay } from '../oracle/ray-triangle.js';
import { definedPositions } from '../support/blend-oracle.js';
import { BACKENDS } from '../support/sample-bodies.js';

const ROOMS = [1, 2, 8, 64].map((capacity) => createHits(capacity));
const all = createHits(64);
type Hits = typeof all;

/** Rays at each surface, and obstacles before each. */
const RAYS = 8;
const OBSTACLES = 2;
/** Rows of a matrix that turns a little about each axis and shifts. */
const TURNED = [0.36, 0.48, -0.8, 3, -0.8, 0.6, 0, -2, 0.48, 0.64, 0.6, 1];
const SHIFT = [0.3, -1.7, 0.9];

/** One posed surface in several bodies, and where its vertices are. */
interface Posed {
  readonly bodies: readonly Body[];
  readonly world: Float32Array;
}

/** Bodies of the kinds there are, posed so that their vertices come to lie where `design` has them, but for rounding. */
const KINDS: Readonly<Record<string, (design: readonly number[], kernels: readonly Kernels[]) => Posed>> = {
  'a linear body': (design, kernels) => {
    const mesh = meshOf(design.map((value, k) => value - SHIFT[k % 3]));
    const model = createLinearModel(mesh, [mesh.positions.map((_, k) => SHIFT[k % 3])]);
    const bounds = createBdTree(mesh, model, buildTree(mesh, { leafSize: 1 }));
    const bodies = kernels.map((backend) => createBody(backend, { mesh, model, bounds }));
    for (const body of bodies) body.setWeights([1]);
    return { bodies, world: worldPositions(bodies[0]) };
  },
  'a skin at rest': (design, kernels) => skin(design, kernels, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]),
  'a skin that is turned': (design, kernels) => {
    const rest = design.map((_, k) => {
      const point = [0, 1, 2].map((axis) => design[k - (k % 3) + axis] - TURNED[axis * 4 + 3]);
      return TURNED[k % 3] * point[0] + TURNED[4 + (k % 3)] * point[1] + TURNED[8 + (k % 3)] * point[2];
    });
    return skin(rest, kernels, TURNED);
  },
};

function skin(rest: readonly number[], kernels: readonly Kernels[], matrix: readonly number[]): Posed {
  const mesh = meshOf(rest);
  const { vertexCount } = mesh;
  const model = createSkinModel(mesh, {
    joints: new Uint8Array(vertexCount),
    weights: new Float32Array(vertexCount).fill(1),
    influencesPerVertex: 1,
  });
  const bounds = createBlendTree(mesh, model, buildTree(mesh, { leafSize: 1, arity: 4 }), { patchSize: 1 });
  const bodies = kernels.map((backend) => createBody(backend, { mesh, model, bounds }, { strategy: 'lazy' }));
  for (const body of bodies) body.setTransforms(matrix);
  return { bodies, world: definedPositions(model, bodies[0].pose) };
}

function meshOf(positions: readonly number[]): Mesh {
  return createMesh({
    positions: Float32Array.from(positions),
    triangles: Uint32Array.from({ length: positions.length / 3 }, (_, k) => k),
  });
}

/** A sliver, and small triangles across the ways to it, just before the ray is there. */
function grazedSurface(random: Random, approaches: readonly Approach[]): number[] {
  const triangle = sliver(random);
  const obstacles = approaches.flatMap((approach) => {
    const ray = grazingRay(approach, triangle);
    const before = Array.from({ length: OBSTACLES }, () => 10 ** random.range(-5, -3));
    return before.flatMap((distance) => obstacle(ray, distance, 10 ** random.range(-3, -2)));
  });
  return [...triangle, ...obstacles];
}

function listed({ triangles, parameters, count }: Hits): (readonly [number, number])[] {
  return Array.from({ length: count }, (_, i) => [triangles[i], parameters[i]] as const);
}

/** With room for k, the first k of all hits are found; those are by brute force, with room for all. */
function expectFirstOfAll(
  bodies: readonly Body[],
  ask: (body: Body, hits: Hits) => number,
  brute: (hits: Hits) => number,
  what: string,
): void {
  brute(all);
  const expectFirst = (hits: Hits, who: string): void => {
    const room = hits.triangles.length;
    const count = Math.min(room, all.count);
    let isSame = hits.count === count;
    for (let i = 0; i < count; i++) {
      isSame &&= hits.triangles[i] === all.triangles[i] && hits.parameters[i] === all.parameters[i];
    }
    if (!isSame) expect(listed(hits), `${what}, ${who}, room for ${room}`).toEqual(listed(all).slice(0, count));
  };
  for (const hits of ROOMS) {
    brute(hits);
    expectFirst(hits, 'brute force');
    bodies.forEach((body, i) => {
      ask(body, hits);
      expectFirst(hits, `body ${i}`);
    });
  }
}

/** Every hit that is listed in `all` has the exact parameter, but for what the walks allow. */
function expectExact({ origin, direction }: GrazingRay, world: Float32Array, what: string): void {
  for (const [triangle, parameter] of listed(all)) {
    const exact = oracleRay([...origin, ...direction], [...world.subarray(triangle * 9, triangle * 9 + 9)]);
    if (exact === undefined) expect.fail(`${what}: triangle ${triangle} is not hit`);
    const off = Math.abs(parameter - toNumber(exact));
    if (!(off <= parameter * 2 ** -32)) expect.fail(`${what}: triangle ${triangle} at ${parameter} is off by ${off}`);
  }
}

describe('a ray that grazes a triangle', () => {
  it('is not said to hit it before it enters its box', () => {
    // An obstacle stands before the box, and behind where the parameter of the hit once was.
    const origin = [0.6033189887302096, 0.1421423438605579, -0.4831172172616508];
    const direction = [0.9999954479835103, 0.836112534077003, 0.5724534929896212];
    const target = origin.map((value, axis) => value + 1.9975 * direction[axis]);
    const a = [1, 1.8133894205093384, 0];
    const b = [3, 1.8133894205093384, 0.8252962827682495];
    const c = [2.773850917816162, 1.8176451921463013, 0.7327896952629089];
    const design = [...a, ...b, ...c, ...obstacle({ origin, direction, target }, 0, 2e-4)];
    const { bodies, world } = KINDS['a skin at rest'](design, Object.values(BACKENDS));
    const triangles = Uint32Array.from({ length: 6 }, (_, k) => k);
    expectFirstOfAll(
      bodies,
      (body, hits) => findRayHits(body, origin, direction, hits),
      (hits) => bruteRayHits(world, triangles, origin, direction, hits),
      'the ray',
    );
    expectExact({ origin, direction, target }, world, 'the ray');
    expect(listed(all).map(([triangle]) => triangle)).toEqual([1, 0]);
    for (const body of bodies) body.dispose();
  });
});

describe('a ray with a direction that doubles hardly hold', () => {
  it.each([
    ['parameters without most of their bits', 1e-12, 1e308],
    ['parameters of the smallest doubles', 1e-16, 1e308],
    ['parameters that vanish', 1e-30, 1e308],
    ['parameters next to the largest double', 1e10, 1e-298],
    ['parameters beyond all doubles', 1e25, 1e-298],
  ])('finds the same hits whatever room there is for them: %s', (_, size, length) => {
    const seed = 53;
    const random = createRandom(seed);
    for (let surface = 0; surface < 8; surface++) {
      const corner = (): number => size * random.range(-1, 1);
      const { bodies, world } = KINDS['a skin at rest'](Array.from({ length: 360 }, corner), Object.values(BACKENDS));
      const { triangles } = bodies[0].mesh;
      for (let ray = 0; ray < 20; ray++) {
        const origin = [0, 1, 2].map(() => 2 * corner());
        const direction = origin.map((value) => (-value / size) * 0.5 * length);
        expectFirstOfAll(
          bodies,
          (body, hits) => findRayHits(body, origin, direction, hits),
          (hits) => bruteRayHits(world, triangles, origin, direction, hits),
          `seed ${seed}, surface ${surface}, ray ${ray}`,
        );
      }
      for (const body of bodies) body.dispose();
    }
    expect(all.count).toBeGreaterThan(0);
  });
});

describe.each(Object.keys(KINDS))('%s', (kind) => {
  const seed = 29;
  const SURFACES = 100;

  /** Checks grazing rays at surfaces of this kind; `check` answers how often the sliver was met. */
  function forRays(check: (random: Random, approach: Approach, posed: Posed, what: string) => number): void {
    const random = createRandom(seed);
    let hits = 0;
    for (let surface = 0; surface < SURFACES; surface++) {
      const approaches = Array.from({ length: RAYS }, () => randomApproach(random));
      const posed = KINDS[kind](grazedSurface(random, approaches), Object.values(BACKENDS));
      approaches.forEach((approach, i) => {
        hits += check(random, approach, posed, `seed ${seed}, surface ${surface}, ray ${i}`);
      });
      for (const body of posed.bodies) body.dispose();
    }
    expect(hits).toBeGreaterThan((SURFACES * RAYS) / 4);
  }

  it('is hit by rays that graze it as exact parameters say, whatever room there is for hits', () => {
    forRays((_, approach, { bodies, world }, what) => {
      const ray = grazingRay(approach, world);
      const { triangles } = bodies[0].mesh;
      expectFirstOfAll(
        bodies,
        (body, out) => findRayHits(body, ray.origin, ray.direction, out),
        (out) => bruteRayHits(world, triangles, ray.origin, ray.direction, out),
        what,
      );
      expectExact(ray, world, what);
      return all.triangles.subarray(0, all.count).includes(0) ? 1 : 0;
    });
  });

  it('is touched by balls that graze it, whatever room there is for touches', () => {
    forRays((random, approach, { bodies, world }, what) => {
      const { origin, direction } = grazingRay({ ...approach, length: 1 }, world);
      const way = approach.away * [0.9, 1, 1.01, 1e3][random.integer(4)];
      const end = origin.map((value, axis) => value + way * direction[axis]);
      const radius = random.integer(3) === 0 ? 0 : 10 ** random.range(-9, -1);
      const { triangles } = bodies[0].mesh;
      expectFirstOfAll(
        bodies,
        (body, out) => findSweepHits(body, origin, end, radius, out),
        (out) => bruteSweepHits(world, triangles, origin, end, radius, out),
        what,
      );
      return all.triangles.subarray(0, all.count).includes(0) ? 1 : 0;
    });
  });
});
