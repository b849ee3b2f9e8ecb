// slow: every kind of question in many frames, against brute force
/** Every question about subdivided meshes, and meshes that follow particles or are linked to coarse ones, on both backends, against brute force. */
import { type Body, createBody, createDistance, createPairHits, createSearch, findDistance } from 'pliant';
import { createRandom } from 'pliant/exact';
import { bruteDistance, brutePairHits, bruteSelfHits } from 'pliant/oracle';
import { buildTree, createBlendTree } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { randomPlacement } from '../bounds/bd-samples.js';
import { definedPositions, findBlendLoss, meshVerticesBySlot } from '../support/blend-oracle.js';
import { applyPose } from '../support/blend-poses.js';
import { CARRIERS, POINT_MOVES, moveCarriedRig, randomCarried, randomCarriedRig } from '../support/carried-rigs.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { sortedPairs } from './check-hits.js';
import { QUERY_KINDS, prepare, statisticsOf } from './lazy-queries.js';
import { bodiesOf, disposeRig, pick } from './lazy-rigs.js';
import { runPair, runSelf } from './run-searches.js';

const FRAMES = 160;
const FRAMES_PER_RIG = 10;
const MOST_TRIANGLES = 130;
const found = createPairHits(40_000);
const expected = createPairHits(40_000);

describe.each(CARRIERS)('of a mesh that is carried by %s', (carrier) => {
  it.each(Object.keys(QUERY_KINDS))(`the answer is that of brute force in ${FRAMES} frames: %s`, (kind) => {
    const seed = 651;
    const random = createRandom(seed);
    let some = 0;
    for (let frame = 0; frame < FRAMES;) {
      const carried = randomCarriedRig(random, carrier, MOST_TRIANGLES);
      const { rig } = carried;
      const asked = prepare([...rig.lazy, rig.refit]);
      for (let k = 0; k < FRAMES_PER_RIG; k++, frame++) {
        moveCarriedRig(random, carried);
        const query = QUERY_KINDS[kind](random, rig);
        const what = `seed ${seed}, frame ${frame}, ${rig.what}: ${query.what}`;
        const brute = query.brute();
        const answers = asked.slice(0, bodiesOf(rig).length).map((one) => query.ask(one));
        expect(statisticsOf(asked[1]), `${what}: both backends count alike`).toEqual(statisticsOf(asked[0]));
        for (const answer of answers) {
          expect(answer.numbers, what).toEqual(brute.numbers);
          const triangles = query.isOrdered ? answer.triangles : answer.triangles.toSorted((a, b) => a - b);
          expect(triangles, what).toEqual(brute.triangles);
        }
        if (brute.triangles.length > 0) some++;
      }
      disposeRig(rig);
    }
    expect(some).toBeGreaterThan(FRAMES / 4);
  });

  it(`collisions with itself are those of brute force in ${FRAMES} frames`, () => {
    const random = createRandom(652);
    let collided = 0;
    let free = 0;
    for (let frame = 0; frame < FRAMES;) {
      const carried = randomCarriedRig(random, carrier, MOST_TRIANGLES);
      const { rig } = carried;
      for (let k = 0; k < FRAMES_PER_RIG; k++, frame++) {
        moveCarriedRig(random, carried);
        bruteSelfHits(rig.world, rig.mesh.triangles, expected);
        for (const body of bodiesOf(rig)) {
          runSelf(createSearch(), body, found);
          expect(sortedPairs(found), `seed 652, frame ${frame}, ${rig.what}`).toEqual(sortedPairs(expected));
        }
        if (expected.count > 0) collided++;
        else free++;
      }
      disposeRig(rig);
    }
    expect(collided).toBeGreaterThan(FRAMES / 8);
    expect(free).toBeGreaterThan(FRAMES / 20);
  });

  it('collisions with another, and the distance to it, are those of brute force', () => {
    const random = createRandom(653);
    let met = 0;
    for (let frame = 0; frame < FRAMES;) {
      const one = randomCarriedRig(random, carrier, 48);
      const other = randomCarriedRig(random, pick(random, CARRIERS), 48);
      const [a, b] = [one.rig, other.rig];
      for (let k = 0; k < FRAMES_PER_RIG; k++, frame++) {
        for (const carried of [one, other]) moveCarriedRig(random, carried);
        const what = `seed 653, frame ${frame}, ${a.what} and ${b.what}`;
        brutePairHits(a.world, a.mesh.triangles, b.world, b.mesh.triangles, expected);
        const distance = createDistance();
        bruteDistance(a.world, a.mesh.triangles, b.world, b.mesh.triangles, distance);
        const answer = { ...distance, pointA: [...distance.pointA], pointB: [...distance.pointB] };
        for (const i of [0, 1]) {
          runPair(createSearch(), a.lazy[i], b.lazy[i], found);
          expect(sortedPairs(found), what).toEqual(sortedPairs(expected));
          findDistance(a.lazy[i], b.lazy[i], distance);
          expect({ ...distance, pointA: [...distance.pointA], pointB: [...distance.pointB] }, what).toEqual(answer);
        }
        if (expected.count > 0) met++;
      }
      disposeRig(a);
      disposeRig(b);
    }
    expect(met).toBeGreaterThan(FRAMES / 8);
    expect(met).toBeLessThan(FRAMES * 0.9);
  });

  it.each(Object.keys(POINT_MOVES))('boxes hold every vertex below them, exactly, with points %s', (move) => {
    const random = createRandom(654);
    for (let round = 0; round < 16; round++) {
      const { mesh, model, name, points, poseAt } = randomCarried(random, carrier, 300);
      const tree = buildTree(mesh, { leafSize: 1 + random.integer(8), arity: round % 2 === 0 ? 4 : 2 });
      const bounds = createBlendTree(mesh, model, tree, { patchSize: [1, 4, 64, 4096][round % 4] });
      const body: Body = createBody(BACKENDS.wasm, { mesh, model, bounds }, { strategy: 'lazy' });
      applyPose(body, poseAt(POINT_MOVES[move](random, points)));
      for (const placement of [undefined, randomPlacement(random, 2, false)]) {
        if (placement) body.setPlacement(placement);
        const world = definedPositions(model, body.pose, placement);
        const slots = [...meshVerticesBySlot(bounds)];
        const what = `seed 654, round ${round}, ${name}`;
        expect(findBlendLoss(body, slots, world), what).toBeUndefined();
        body.pose.stamp++;
        expect(findBlendLoss(body, slots.reverse(), world), `${what}, from below`).toBeUndefined();
        body.refit();
        expect(findBlendLoss(body, slots, world), `${what}, refitted`).toBeUndefined();
        expect(body.positions, `${what}, posed`).toEqual(world);
      }
      body.dispose();
    }
  });
});
