/** Adaptive bodies: what is deep in another is refitted in the middle of a walk, what barely touches is not, and nothing is lost. */
import {
  type Body,
  beginBall,
  beginBox,
  beginCapsule,
  beginDistance,
  beginPair,
  createBody,
  createClosestPoint,
  createDistance,
  createHits,
  createPairHits,
  createSearch,
  findBallHits,
  findClosestPoint,
  findRayHits,
  step,
} from 'pliant';
import { createRandom } from 'pliant/exact';
import {
  bruteBallHits,
  bruteBoxHits,
  bruteCapsuleHits,
  bruteClosestPoint,
  bruteDistance,
  brutePairHits,
  bruteRayHits,
} from 'pliant/oracle';
import { type Mesh, buildTree, createBdTree, createLinearModel } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { createCurtainScene } from '../../scenes/curtain.js';
import { RULES, worldPositions } from '../bounds/bd-samples.js';
import { sheet } from '../mesh/make-meshes.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { changed, randomFields } from '../support/sample-meshes.js';
import { sortedPairs, sortedTriangles } from './check-hits.js';

const random = createRandom(651);
const SMALL = makeRagged(16);
const LARGE = makeRagged(40);
const DEEP_RULES = ['boxes', 'smallest balls', 'oriented boxes', 'boxes between targets', 'spheres carried over'];
/** Just above the other cloth, crossing it nearly everywhere; or far away but for one corner. */
const NEAR = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.1, 0.1, 0.01, 1];
const CORNER = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 15.5, 15.5, 0, 1];
const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

function makeRagged(side: number): Mesh {
  return changed(sheet(side, side), (value, k) => (k % 3 === 2 ? random.range(-0.3, 0.3) : value));
}

function makeCloth(backend: keyof typeof BACKENDS, mesh: Mesh, rule: string): Body {
  const model = createLinearModel(mesh, randomFields(createRandom(652), mesh, 4, 0.2));
  const { bounds, coherence = 0 } = RULES[rule];
  const coefficients = createBdTree(mesh, model, buildTree(mesh, { leafSize: 2 }), bounds);
  const body = createBody(BACKENDS[backend], { mesh, model, bounds: coefficients }, { coherence });
  expect(body.strategy).toBe('adaptive');
  return body;
}

/** Steps a search to its end; returns how many steps it took before each body was refitted, or undefined. */
function stepUntilOver(step: () => boolean, bodies: readonly Body[]): (number | undefined)[] {
  const switched: (number | undefined)[] = bodies.map(() => undefined);
  for (let steps = 0, over = false; !over; steps++) {
    for (const [i, body] of bodies.entries()) if (body.isRefitted) switched[i] ??= steps;
    over = step();
  }
  return switched;
}

describe.each(['wasm', 'typescript'] as const)('an adaptive body on %s', (backend) => {
  it.each(DEEP_RULES)('is refitted in the middle of a deep walk, which finds what brute force finds: %s', (rule) => {
    const body = makeCloth(backend, LARGE, rule);
    const search = createSearch();
    const hits = createHits(4000);
    const expected = createHits(4000);
    const { triangles } = LARGE;
    const questions: [string, () => void, (world: Float32Array) => number][] = [
      [
        'ball',
        () => beginBall(search, body, [20, 20, 0], 22, hits),
        (world) => bruteBallHits(world, triangles, [20, 20, 0], 22, expected),
      ],
      [
        'capsule',
        () => beginCapsule(search, body, [0, 0, 0], [40, 40, 1], 15, hits),
        (world) => bruteCapsuleHits(world, triangles, [0, 0, 0], [40, 40, 1], 15, expected),
      ],
      [
        'box',
        () => beginBox(search, body, [1, 1, -9], [38, 39, 9], hits),
        (world) => bruteBoxHits(world, triangles, [1, 1, -9], [38, 39, 9], expected),
      ],
    ];
    for (const [name, begin, brute] of questions) {
      for (let pose = 0; pose < 3; pose++) {
        body.setWeights([0, 1, 2, 3].map(() => random.range(-1, 1)));
        begin();
        expect(body.isRefitted, `${name}: begun without`).toBe(false);
        const [switched] = stepUntilOver(() => step(search, 8), [body]);
        expect(switched, `${name}, pose ${pose}: in the middle`).toBeGreaterThan(0);
        brute(worldPositions(body));
        expect(sortedTriangles(hits), `${name}, pose ${pose}`).toEqual(sortedTriangles(expected));
      }
    }
    body.dispose();
  });

  it.each(DEEP_RULES)('refits sooner after a deep pose, and no longer after some shallow ones: %s', (rule) => {
    const body = makeCloth(backend, LARGE, rule);
    const search = createSearch();
    const hits = createHits(4000);
    const expected = createHits(4000);
    const ask = (radius: number): number | undefined => {
      body.setPlacement(IDENTITY);
      beginBall(search, body, [20, 20, 0], radius, hits);
      const [switched] = stepUntilOver(() => step(search, 4), [body]);
      bruteBallHits(worldPositions(body, IDENTITY), LARGE.triangles, [20, 20, 0], radius, expected);
      expect(sortedTriangles(hits)).toEqual(sortedTriangles(expected));
      expect(hits.count).toBeGreaterThan(0);
      return switched;
    };
    const first = ask(22)!;
    const second = ask(22)!;
    expect(first).toBeGreaterThan(second);
    expect(second).toBeGreaterThan(0);
    // A shallow pose after a deep one stays lazy, and the next deep one is still expected: they may alternate.
    expect(ask(0.6)).toBeUndefined();
    expect(ask(22)).toBe(second);
    // After some shallow ones it is not, but noticed again.
    for (let pose = 0; pose < 4; pose++) expect(ask(0.6)).toBeUndefined();
    expect(ask(22)).toBe(first);
    expect(ask(22)).toBe(second);
    body.dispose();
  });

  it.each(DEEP_RULES)('takes both ways when two bodies meet deeply or barely: %s', (rule) => {
    const [a, b] = [makeCloth(backend, SMALL, rule), makeCloth(backend, SMALL, 'boxes')];
    const search = createSearch();
    const hits = createPairHits(20_000);
    const expected = createPairHits(20_000);
    for (const [placement, isDeep] of [
      [NEAR, true],
      [NEAR, true],
      [CORNER, false],
      [CORNER, false],
      [NEAR, true],
    ] as const) {
      const weights = [0, 1, 2, 3].map(() => random.range(-0.5, 0.5));
      a.setWeights(weights);
      b.setWeights(weights);
      b.setPlacement(placement);
      beginPair(search, a, b, hits);
      const switched = stepUntilOver(() => step(search, 64), [a, b]);
      for (const steps of switched) {
        if (isDeep) expect(steps).toBeGreaterThan(0);
        else expect(steps).toBeUndefined();
      }
      brutePairHits(worldPositions(a), SMALL.triangles, worldPositions(b, placement), SMALL.triangles, expected);
      expect(expected.count > 150).toBe(isDeep);
      expect(sortedPairs(hits), isDeep ? 'deep' : 'shallow').toEqual(sortedPairs(expected));
    }
    a.dispose();
    b.dispose();
  });

  it('is refitted by a search for a distance that comes to nearly everything', () => {
    const [a, b] = [makeCloth(backend, SMALL, 'boxes'), makeCloth(backend, SMALL, 'boxes')];
    b.setPlacement(NEAR);
    const search = createSearch();
    const result = createDistance();
    const expected = createDistance();
    beginDistance(search, a, b, result);
    const switched = stepUntilOver(() => step(search, 64), [a, b]);
    for (const steps of switched) expect(steps).toBeGreaterThan(0);
    const distance = bruteDistance(
      worldPositions(a),
      SMALL.triangles,
      worldPositions(b, NEAR),
      SMALL.triangles,
      expected,
    );
    expect(distance).toBe(0);
    expect(result).toEqual(expected);
    a.dispose();
    b.dispose();
  });

  it('is refitted after many rays and points in one pose, and the answers stay the same', () => {
    const body = makeCloth(backend, LARGE, 'smallest balls');
    body.setWeights([1, -1, 0, 0.5]);
    const world = worldPositions(body);
    const [found, expected] = [createHits(1), createHits(1)];
    const [nearest, expectedNearest] = [createClosestPoint(), createClosestPoint()];
    let before = 0;
    for (let k = 0; k < 800; k++) {
      if (!body.isRefitted) before++;
      const from = [random.range(0, 40), random.range(0, 40), 5];
      const direction = [random.range(-0.2, 0.2), random.range(-0.2, 0.2), -1];
      findRayHits(body, from, direction, found);
      bruteRayHits(world, LARGE.triangles, from, direction, expected);
      expect(found, `ray ${k}`).toEqual(expected);
      findClosestPoint(body, from, nearest);
      bruteClosestPoint(world, LARGE.triangles, from, expectedNearest);
      expect(nearest, `point ${k}`).toEqual(expectedNearest);
    }
    expect(body.isRefitted).toBe(true);
    expect(before).toBeGreaterThan(0);
    body.setWeights([1, -1, 0, 0.4]);
    findBallHits(body, [20, 20, 0], 0.1, createHits(10));
    expect(body.isRefitted).toBe(false);
    body.dispose();
  });
});

/** How often two curtains of small waves are refitted, of all their poses, so far apart; and how many pairs of nodes searches come to that never refit, and that always do. */
function swing(depth: number): { readonly refitted: number; readonly lazily: number; readonly exactly: number } {
  const { frameCount, mesh, model, weights } = createCurtainScene();
  const small = weights.map((row) => row.map((weight) => weight * 0.2));
  const tree = buildTree(mesh, { leafSize: 2 });
  const shape = { mesh, model, bounds: createBdTree(mesh, model, tree) };
  const search = createSearch();
  const hits = createPairHits(20_000);
  const placement = IDENTITY.with(14, depth);
  const counted = (['adaptive', 'lazy', 'refit'] as const).map((strategy) => {
    const [a, b] = [createBody(BACKENDS.wasm, shape, { strategy }), createBody(BACKENDS.wasm, shape, { strategy })];
    let [refitted, opened] = [0, 0];
    for (let frame = 0; frame < frameCount; frame++) {
      a.setWeights(small[frame]);
      b.setWeights(small[(frame + 37) % frameCount]);
      b.setPlacement(placement);
      beginPair(search, a, b, hits);
      step(search);
      opened += search.statistics.nodesVisited;
      for (const body of [a, b]) if (body.isRefitted) refitted++;
    }
    for (const body of [a, b]) body.dispose();
    return { refitted: refitted / (2 * frameCount), opened };
  });
  const [{ refitted }, lazy, refit] = counted;
  return { refitted, lazily: lazy.opened, exactly: refit.opened };
}

describe('an adaptive body', () => {
  it('is not refitted while that would save less than it takes, however much there is to walk', () => {
    const { exactly, lazily, refitted } = swing(0.1);
    // A refit would save half of the pairs of nodes that are come to: 800 of 1,900 in a pose, at the most, and what was evaluated. It costs as much as 6,700.
    expect(lazily).toBeGreaterThan(exactly * 1.5);
    expect(refitted).toBe(0);
  });

  it('is refitted in most poses where that saves more than it takes', () => {
    expect(swing(0.01).refitted).toBeGreaterThan(0.8);
  });
});
