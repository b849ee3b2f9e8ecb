/** Every question of one kinetic body, its positions and its bounds, against brute force over where the tree says its vertices are. */
import { createPairHits, findSelfHits } from 'pliant';
import { createRandom } from 'pliant/exact';
import { bruteSelfHits } from 'pliant/oracle';
import { expect } from 'vitest';
import { findLoss, verticesBySlot } from '../bounds/bd-samples.js';
import { sheet } from '../mesh/make-meshes.js';
import { sortedPairs } from '../query/check-hits.js';
import { type Answer, QUERY_KINDS, type Query } from '../query/lazy-queries.js';
import { soup } from '../support/sample-meshes.js';
import {
  type MovingRig,
  type Surface,
  type World,
  disposeMovingRig,
  makeMovingRig,
  moveRig,
  worldOf,
} from './moving-bodies.js';

const CHANGES = 10;
const found = createPairHits(100_000);
const expected = createPairHits(100_000);

const SURFACES: readonly ((seed: number) => Surface)[] = [
  (seed) => soup(createRandom(seed), 150, 0.3),
  (seed) => soup(createRandom(seed), 3, 0.5),
  () => {
    const { positions, triangles } = sheet(14, 9);
    return { positions: positions.map((value) => value / 9), triangles };
  },
];

/** The answer of brute force by the numbers of items. */
function ofItems(answer: Answer, { items }: World): Answer {
  return { ...answer, triangles: answer.triangles.map((triangle) => items[triangle]) };
}

function inOrder({ isOrdered }: Query, answer: Answer): Answer {
  return isOrdered ? answer : { ...answer, triangles: [...answer.triangles].sort((a, b) => a - b) };
}

/** Compares positions, all bounds, and some questions of each kind; returns how many triangles were found. */
function expectRight(rig: MovingRig, seed: number, what: string): number {
  const world = worldOf(rig);
  const posed = { world: world.positions, mesh: { ...world, vertexCount: 0, triangleCount: world.items.length } };
  let count = 0;
  for (const [kind, make] of Object.entries(QUERY_KINDS)) {
    const query = make(createRandom(seed + kind.length), posed);
    const wanted = inOrder(query, ofItems(query.brute(), world));
    count += wanted.triangles.length;
    for (const body of rig.bodies) {
      expect(inOrder(query, query.ask({ body, search: undefined })), `${what}: ${query.what}`).toEqual(wanted);
    }
  }
  bruteSelfHits(world.positions, world.triangles, expected);
  for (let i = 0; i < expected.count * 2; i++) expected.pairs[i] = world.items[expected.pairs[i]];
  for (const body of rig.bodies) {
    findSelfHits(body, found);
    expect(sortedPairs(found), `${what}: with itself`).toEqual(sortedPairs(expected));
    expect(findLoss(body, verticesBySlot(body), world.positions), what).toBeUndefined();
    body.refit();
    const elsewhere = [...new Set(world.triangles)].filter((vertex) =>
      [0, 1, 2].some((axis) => !Object.is(body.positions[vertex * 3 + axis], world.positions[vertex * 3 + axis])),
    );
    expect(elsewhere, `${what}: vertices that are elsewhere`).toEqual([]);
  }
  return count;
}

/** Runs of a motion: small bodies, some changes, and everything compared after each of them. */
export function expectBodiesRight(motion: string, first: number, end: number): void {
  let total = 0;
  for (let seed = first; seed < end; seed++) {
    const random = createRandom(seed);
    const rig = makeMovingRig(seed, motion, SURFACES[seed % SURFACES.length](seed));
    total += expectRight(rig, seed, rig.what);
    for (let change = 0; change < CHANGES; change++) {
      const done = moveRig(rig, random);
      total += expectRight(rig, seed + change * 100, `${rig.what}, change ${change}: ${done}`);
    }
    disposeMovingRig(rig);
  }
  expect(total).toBeGreaterThan(50 * (end - first));
}
