/** Where arithmetic is at its end: fans of triangles that are all but equally near, lengths that underflow or overflow. */
import {
  type Hits,
  createClosestPoint,
  createDistance,
  createHits,
  findBallHits,
  findCapsuleHits,
  findClosestPoint,
  findDistance,
  findRayHits,
  findSweepHits,
} from 'pliant';
import { type Random, createRandom } from 'pliant/exact';
import {
  bruteBallHits,
  bruteCapsuleHits,
  bruteClosestPoint,
  bruteDistance,
  bruteRayHits,
  bruteSweepHits,
} from 'pliant/oracle';
import { createMesh } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { SAMPLE_MESHES, changed, soup } from '../support/sample-meshes.js';
import { sortedTriangles } from './check-hits.js';
import { type Rig, disposeRig, makeRig } from './lazy-rigs.js';

const found = createHits(100);
const expected = createHits(100);

function hitsOf({ triangles, parameters, count }: Hits): number[] {
  return [...triangles.subarray(0, count), ...parameters.subarray(0, count)];
}

/** 24 triangles around one corner, or one edge, at the origin; on a grid, or anywhere. */
function fan(random: Random): Rig {
  const onGrid = random.integer(2) === 0;
  const isHalf = random.integer(2) === 0;
  const isEdge = random.integer(2) === 0;
  const positions = Float32Array.from({ length: 3 * 26 }, (_, k) => {
    const value = onGrid ? random.integer(5) - 2 : random.range(-1, 1);
    return k < 3 ? 0 : isHalf && k % 3 === 0 ? Math.abs(value) : value;
  });
  const triangles = Array.from({ length: 24 }, (_, t) => {
    const corners = [0, isEdge ? 1 : t + 1, t + 2];
    const first = random.integer(3);
    return [0, 1, 2].map((k) => corners[(first + k) % 3]);
  });
  const mesh = createMesh({ positions, triangles: Uint32Array.from(triangles.flat()) });
  return makeRig('fan', mesh, [], 'boxes', 'lazy', 1);
}

describe('triangles that are all but equally near', () => {
  it('are told apart as by brute force: rays, sweeps, closest points, distances', () => {
    const seed = 671;
    const random = createRandom(seed);
    const [first, expectedFirst] = [createHits(1), createHits(1)];
    const [nearest, expectedNearest] = [createClosestPoint(), createClosestPoint()];
    let touched = 0;
    for (let round = 0; round < 150; round++) {
      const rig = fan(random);
      const { positions, triangles } = rig.mesh;
      const [body] = rig.lazy;
      for (let k = 0; k < 20; k++) {
        const what = `seed ${seed}, round ${round}, question ${k}`;
        const near = 10 ** -random.range(0, 16);
        const share = random.integer(2) === 0 ? 0 : random.next();
        const to = [3, 4, 5].map((at) => positions[at] * share + random.range(-near, near));
        const start = [-1, 0, 0].map((value) => value + random.range(-near, near));
        const end = to.map((value, axis) => 2 * value - start[axis]);
        const direction = to.map((value, axis) => value - start[axis]);
        const radius = random.integer(2) === 0 ? 0 : 10 ** -random.range(0, 15);
        findSweepHits(body, start, end, radius, first);
        bruteSweepHits(rig.world, triangles, start, end, radius, expectedFirst);
        expect(hitsOf(first), what).toEqual(hitsOf(expectedFirst));
        touched += first.count;
        findRayHits(body, start, direction, first);
        bruteRayHits(rig.world, triangles, start, direction, expectedFirst);
        expect(hitsOf(first), what).toEqual(hitsOf(expectedFirst));
        findClosestPoint(body, to, nearest);
        bruteClosestPoint(rig.world, triangles, to, expectedNearest);
        expect(nearest, what).toEqual(expectedNearest);
      }
      const other = makeRig(
        'fan',
        changed(rig.mesh, (value, k) => (k % 3 === 0 ? -Math.abs(value) - 10 ** -random.range(0, 10) : value)),
        [],
        'boxes',
        'lazy',
        1,
      );
      const [apart, expectedApart] = [createDistance(), createDistance()];
      findDistance(rig.lazy[0], other.lazy[0], apart);
      bruteDistance(rig.world, triangles, other.world, other.mesh.triangles, expectedApart);
      expect(apart, `seed ${seed}, round ${round}`).toEqual(expectedApart);
      disposeRig(rig);
      disposeRig(other);
    }
    expect(touched).toBeGreaterThan(300);
  });
});

describe('triangles that are exactly equally near', () => {
  it('come in rising order, and the lowest numbers first where there is no room for all', () => {
    const mesh = SAMPLE_MESHES['a thousand equal triangles']();
    for (const leafSize of [1, 4, 16]) {
      const rig = makeRig('equal', mesh, [], 'boxes', 'adaptive', leafSize);
      for (const body of [...rig.lazy, rig.refit]) {
        for (const capacity of [1, 5, 1000]) {
          const hits = createHits(capacity);
          const lowest = Array.from({ length: capacity }, (_, i) => i);
          findRayHits(body, [0.2, 0.3, 2], [0, 0, -1], hits);
          expect(hitsOf(hits)).toEqual([...lowest, ...lowest.map(() => 2)]);
          findSweepHits(body, [0.2, 0.3, 2], [0.2, 0.3, -2], 0, hits);
          expect(hitsOf(hits).slice(0, capacity)).toEqual(lowest);
        }
        const nearest = createClosestPoint();
        expect(findClosestPoint(body, [0.2, 0.3, 3], nearest)).toBe(3);
        expect([nearest.triangle, ...nearest.point]).toEqual([0, expect.closeTo(0.2), expect.closeTo(0.3), 0]);
      }
      const moved = createMesh({
        positions: mesh.positions.map((value, k) => (k % 3 === 2 ? 5 : value)),
        triangles: mesh.triangles.subarray(0, 9),
      });
      const other = makeRig('equal', moved, [], 'boxes', 'adaptive', leafSize);
      const apart = createDistance();
      expect(findDistance(rig.lazy[0], other.lazy[0], apart)).toBe(5);
      expect([apart.triangleA, apart.triangleB]).toEqual([0, 0]);
      disposeRig(rig);
      disposeRig(other);
    }
  });
});

describe('lengths that underflow or overflow', () => {
  it('lose no triangle to a capsule that is all but a ball', () => {
    const rig = makeRig('soup', soup(createRandom(672), 60, 0.3), [], 'boxes', 'lazy');
    for (const length of [1e-100, 1e-150, 1e-155, 1e-163, 1e-200, 1e-310, 5e-324]) {
      const end = [length, length, length];
      const count = bruteCapsuleHits(rig.world, rig.mesh.triangles, [0, 0, 0], end, 0.5, expected);
      expect(count).toBeGreaterThan(3);
      for (const body of [...rig.lazy, rig.refit]) {
        findCapsuleHits(body, [0, 0, 0], end, 0.5, found);
        expect(sortedTriangles(found), `${length}`).toEqual(sortedTriangles(expected));
      }
    }
    disposeRig(rig);
  });

  it('lose no triangle to balls and capsules that reach beyond float32', () => {
    const mesh = changed(soup(createRandom(673), 20, 0.1), (value) => 3.3e38 + Math.abs(value) * 1e36);
    const rig = makeRig('huge', mesh, [], 'boxes', 'lazy');
    const { triangles } = mesh;
    for (const x of [3.4e38, 3.41e38, 3.5e38, 1e39, 1e100, 1e300]) {
      const center = [x, 3.35e38, 3.35e38];
      // Once as large as to hold all, once too small, and once in between.
      for (const radius of [x - 3.3e38, (x - 3.3e38) * 0.9, x - 3.305e38]) {
        const what = `${x}, ${radius}`;
        for (const body of [...rig.lazy, rig.refit]) {
          findBallHits(body, center, radius, found);
          bruteBallHits(rig.world, triangles, center, radius, expected);
          expect(sortedTriangles(found), `ball ${what}`).toEqual(sortedTriangles(expected));
          for (const start of [[0, 0, 0], center.map((value) => -value), center]) {
            findCapsuleHits(body, start, center, radius, found);
            bruteCapsuleHits(rig.world, triangles, start, center, radius, expected);
            expect(sortedTriangles(found), `capsule from ${start[0]}, ${what}`).toEqual(sortedTriangles(expected));
          }
        }
      }
    }
    disposeRig(rig);
  });

  it('lose no hit of rays and sweeps from far beyond the body, or with tiny steps', () => {
    const mesh = soup(createRandom(674), 40, 0.8);
    const rig = makeRig('soup', mesh, [], 'oriented boxes', 'lazy');
    const [all, expectedAll] = [createHits(100), createHits(100)];
    let count = 0;
    for (const far of [1e3, 1e15, 1e100, 1e300]) {
      for (const step of [1e-310, 1e-100, 1, 1e100]) {
        for (const body of [...rig.lazy, rig.refit]) {
          const what = `${far}, ${step}`;
          count += findRayHits(body, [-far, 0, 0], [step, 0, 0], all);
          bruteRayHits(rig.world, mesh.triangles, [-far, 0, 0], [step, 0, 0], expectedAll);
          expect(hitsOf(all), `ray ${what}`).toEqual(hitsOf(expectedAll));
          count += findSweepHits(body, [-far, 0, 0], [far, step, 0], 0.1, all);
          bruteSweepHits(rig.world, mesh.triangles, [-far, 0, 0], [far, step, 0], 0.1, expectedAll);
          expect(hitsOf(all), `sweep ${what}`).toEqual(hitsOf(expectedAll));
          count += findSweepHits(body, [0, 0, 0], [step, -step, step], 0.3, all);
          bruteSweepHits(rig.world, mesh.triangles, [0, 0, 0], [step, -step, step], 0.3, expectedAll);
          expect(hitsOf(all), `short sweep ${what}`).toEqual(hitsOf(expectedAll));
        }
      }
    }
    expect(count).toBeGreaterThan(300);
    disposeRig(rig);
  });
});
