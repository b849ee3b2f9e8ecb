/** Self-collision by bounds on normals where products of coordinates have few digits left, or none, or are beyond float32. */
import { createBody, createPairHits, createSearch, step } from 'pliant';
import { type Random, createRandom } from 'pliant/exact';
import { bruteSelfHits } from 'pliant/oracle';
import {
  type NormalPrune,
  beginPrunedSelf,
  buildTree,
  createBdTree,
  createLinearModel,
  createMesh,
  createNormalBounds,
  createNormalPrune,
} from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { randomPiece } from '../regions/make-pieces.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { pairsInOrder, sortedPairs } from './check-hits.js';

const fround = Math.fround;
const found = createPairHits(100_000);
const brute = createPairHits(100_000);
const search = createSearch();

/** Compares a search that prunes by normals with brute force; returns the prune, with what it has counted. */
function expectAll(positions: Float32Array, triangles: Uint32Array, leafSize: number, what: string): NormalPrune {
  const mesh = createMesh({ positions, triangles });
  const model = createLinearModel(mesh, []);
  const bounds = createBdTree(mesh, model, buildTree(mesh, { leafSize }));
  bruteSelfHits(positions, triangles, brute);
  const prunes = Object.values(BACKENDS).map((kernels) => {
    const body = createBody(kernels, { mesh, model, bounds }, { strategy: 'lazy', pruning: 'never' });
    const prune = createNormalPrune(body, createNormalBounds(body));
    beginPrunedSelf(search, body, found, prune);
    step(search);
    expect(sortedPairs(found), `${what}, ${kernels.backend}`).toEqual(sortedPairs(brute));
    body.dispose();
    return { prune, order: pairsInOrder(found) };
  });
  expect(prunes[1]).toEqual(prunes[0]);
  return prunes[0].prune;
}

type Point = readonly [number, number];

/** On which side of a line from p to r a point is, as float32 has it: above 0 for the left. */
function turn32(p: Point, r: Point, q: Point): number {
  const [ux, uy, vx, vy] = [r[0] - p[0], r[1] - p[1], q[0] - p[0], q[1] - p[1]].map(fround);
  return fround(fround(ux * vy) - fround(uy * vx));
}

/**
 * Two triangles in a plane, a corner of the second on or beyond an edge of the first, or else not; some do not meet, and some meet though float32 has that corner, seen from the one before it, on the far side.
 */
function makeTouching(random: Random, scale: number): { corners: Point[]; isMistaken: boolean } {
  const place = (x: number, y: number): Point => [fround(x), fround(y)];
  const some = (): number => fround(scale * random.range(-1, 1));
  const [r, s] = [place(some(), some()), place(some(), some())];
  const q = r[0] * s[1] - r[1] * s[0] > 0 ? s : place(-s[0], -s[1]);
  const share = random.range(0, 1);
  const corner = place(share * r[0], share * r[1]);
  const beyond = (along: number, away: number): Point =>
    place(corner[0] + along * r[0] + away * r[1], corner[1] + along * r[1] - away * r[0]);
  const near = beyond(-random.range(0.1, 1), random.range(0.05, 1));
  const far = beyond(random.range(0.1, 1), random.range(0.05, 1));
  const seen = [[0, 0] as const, r, corner].map(([x, y]) => place(x - near[0], y - near[1]));
  // Products of two float32 numbers are float64 numbers.
  const isExactlyIn = r[0] * corner[1] >= r[1] * corner[0];
  return {
    corners: [corner, near, far, [0, 0], r, q],
    isMistaken: isExactlyIn && turn32(seen[0], seen[1], seen[2]) < 0,
  };
}

describe('a search that prunes by normals and contours', () => {
  it('finds triangles that touch where products of float32 numbers underflow, and tell a wrong side', () => {
    const seed = 4201;
    const random = createRandom(seed);
    const triangles = Uint32Array.of(0, 1, 2, 3, 4, 5);
    let mistaken = 0;
    for (let k = 0; k < 250_000; k++) {
      const scale = random.range(1, 2) * 2 ** -(64 + random.integer(8));
      const { corners, isMistaken } = makeTouching(random, scale);
      if (!isMistaken) continue;
      mistaken++;
      for (const first of [0, 1, 2]) {
        const order = [first, (first + 1) % 3, (first + 2) % 3, 3, 4, 5];
        const positions = Float32Array.from(order.flatMap((i) => [...corners[i], 0]));
        expectAll(positions, triangles, 4, `seed ${seed}, round ${k}, scale ${scale}`);
      }
    }
    expect(mistaken).toBeGreaterThan(5);
  });

  it('finds what brute force finds on surfaces as small and as large as float32 has them', () => {
    const seed = 4202;
    const random = createRandom(seed);
    let pruned = 0;
    let colliding = 0;
    for (let k = 0; k < 50; k++) {
      const { mesh, what } = randomPiece(random);
      const scale = 2 ** (random.integer(241) - 140);
      const positions = mesh.positions.map((value) => value * scale);
      const name = `seed ${seed}, round ${k}, scale ${scale}: ${what}`;
      const { statistics } = expectAll(positions, mesh.triangles, 1 + random.integer(8), name);
      pruned += statistics.nodesPruned + statistics.pairsPruned;
      if (brute.count > 0) colliding++;
    }
    expect(pruned).toBeGreaterThan(50);
    expect(colliding).toBeGreaterThan(10);
  });
});
