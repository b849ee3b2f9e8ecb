/** Kinetic bodies with others: kinetic, linear and skinned ones, on one memory and across two, in worlds, and with proxies around them. */
import {
  type Body,
  CONTACT,
  addBody,
  beginPair,
  createBody,
  createContacts,
  createDistance,
  createPairHits,
  createSearch,
  createShape,
  createWorld,
  findContacts,
  findDistance,
  findPairHits,
  step,
  stepWorld,
} from 'pliant';
import { createRandom } from 'pliant/exact';
import { advance, createKineticBody, createKineticTree, planKeyframes, writePositions } from 'pliant/kinetic';
import { bruteDistance, brutePairHits } from 'pliant/oracle';
import { describe, expect, it } from 'vitest';
import { sheet } from '../mesh/make-meshes.js';
import { pairsInOrder, sortedPairs } from '../query/check-hits.js';
import { type Rig, disposeRig, makeRig as makeLinearRig, moveRig as moveLinearRig } from '../query/lazy-rigs.js';
import { moveBlendRig, randomBlendRig } from '../support/blend-rigs.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { randomFields, soup } from '../support/sample-meshes.js';
import { MOTIONS, type World, disposeMovingRig, makeMovingRig, moveRig, worldOf } from './moving-bodies.js';

const found = createPairHits(100_000);
const expected = createPairHits(100_000);
const distance = createDistance();
const wanted = createDistance();

/** The other side of a pair: its bodies by backend, and where its triangles are. */
interface Other {
  readonly what: string;
  readonly bodies: readonly Body[];
  move(): void;
  world(): World;
  dispose(): void;
}

function ofRig(rig: Rig, move: () => void, dispose: () => void): Other {
  return {
    what: rig.what,
    bodies: rig.lazy,
    move,
    world: () => ({
      positions: rig.world,
      triangles: rig.mesh.triangles,
      items: Array.from({ length: rig.mesh.triangleCount }, (_, i) => i),
    }),
    dispose,
  };
}

const OTHERS: Readonly<Record<string, (seed: number) => Other>> = {
  'another kinetic body': (seed) => {
    const random = createRandom(seed);
    const motion = Object.keys(MOTIONS)[seed % Object.keys(MOTIONS).length];
    const rig = makeMovingRig(seed, motion, soup(random, 90, 0.4));
    return {
      what: rig.what,
      bodies: rig.bodies,
      move: () => void moveRig(rig, random),
      world: () => worldOf(rig),
      dispose: () => disposeMovingRig(rig),
    };
  },
  'a linear body': (seed) => {
    const random = createRandom(seed);
    const mesh = soup(random, 70, 0.4);
    const rule = ['boxes', 'smallest balls', 'oriented boxes'][seed % 3];
    const rig = makeLinearRig(rule, mesh, randomFields(random, mesh, 2, 0.2), rule, 'adaptive');
    return ofRig(rig, () => moveLinearRig(random, rig, 0.3), () => disposeRig(rig)); // prettier-ignore
  },
  'a skin': (seed) => {
    const random = createRandom(seed);
    const rig = randomBlendRig(random, 60, { factor: 1, shift: 0 });
    return ofRig(rig, () => moveBlendRig(random, rig, 0.3), () => disposeRig(rig)); // prettier-ignore
  },
};

/** Names pairs by the numbers of items. */
function namePairs(a: World, b: World): void {
  for (let i = 0; i < expected.count; i++) {
    expected.pairs[i * 2] = a.items[expected.pairs[i * 2]];
    expected.pairs[i * 2 + 1] = b.items[expected.pairs[i * 2 + 1]];
  }
}

describe.each(Object.keys(OTHERS))('a kinetic body and %s', (name) => {
  it('meet where brute force says so, and are as far apart as it says', () => {
    let met = 0;
    let apart = 0;
    for (let run = 0; run < 12; run++) {
      const seed = 7300 + run;
      const random = createRandom(seed);
      const motions = Object.keys(MOTIONS);
      const rig = makeMovingRig(seed, motions[run % motions.length], soup(random, 90, 0.3));
      const other = OTHERS[name](seed + 50);
      for (let change = 0; change < 8; change++) {
        const done = moveRig(rig, random);
        other.move();
        const what = `${rig.what}, change ${change}: ${done}; ${other.what}`;
        const [a, b] = [worldOf(rig), other.world()];
        brutePairHits(a.positions, a.triangles, b.positions, b.triangles, expected);
        namePairs(a, b);
        const pairs = sortedPairs(expected);
        const far = bruteDistance(a.positions, a.triangles, b.positions, b.triangles, wanted);
        if (pairs.length > 0) met++;
        else apart++;
        for (const body of rig.bodies) {
          for (const one of other.bodies) {
            findPairHits(body, one, found);
            expect(sortedPairs(found), what).toEqual(pairs);
            expect(findDistance(body, one, distance), what).toBe(far);
          }
        }
      }
      disposeMovingRig(rig);
      other.dispose();
    }
    expect(met).toBeGreaterThan(10);
    expect(met + apart).toBe(96);
  });
});

describe('a kinetic body', () => {
  const { positions, triangles } = sheet(10, 10);
  // A sheet that falls by ten units.
  const frames = [positions, positions.map((value, i) => (i % 3 === 2 ? value - 10 : value + 0.01 * (i % 7)))];
  const plan = planKeyframes({ times: [0, 1], frames });

  it('is asked in slices, with the same pairs in the same order, and refused when time has gone on in between', () => {
    const tree = createKineticTree(plan, triangles, { arity: 4, leafSize: 40 });
    for (const kernels of Object.values(BACKENDS)) {
      const [a, b] = [createKineticBody(kernels, tree), createKineticBody(kernels, tree)];
      findPairHits(a, b, found);
      const whole = pairsInOrder(found);
      expect(whole.length).toBeGreaterThan(1000);
      const search = createSearch();
      beginPair(search, a, b, expected);
      while (!step(search, 7));
      expect(pairsInOrder(expected)).toEqual(whole);
      beginPair(search, a, b, expected);
      step(search, 7);
      advance(tree, tree.paths.time + 0.1);
      expect(() => step(search)).toThrow(/the pose changed since the search began/);
      a.dispose();
      b.dispose();
    }
  });

  it('falls onto another in a world, when it does', () => {
    for (const kernels of Object.values(BACKENDS)) {
      const tree = createKineticTree(plan, triangles, { arity: 4, leafSize: 40 });
      const floor = createBody(kernels, createShape(sheet(4, 4)));
      floor.setPlacement([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 1, -5, 1]);
      const world = createWorld({ kernels });
      const body = createKineticBody(kernels, tree);
      addBody(world, 1, body);
      addBody(world, 2, floor);
      const touching: number[] = [];
      for (const time of [0, 0.3, 0.499, 0.5, 0.501, 0.9]) {
        advance(tree, time);
        stepWorld(world);
        if (world.touching.count > 0) touching.push(time);
      }
      // Where float32 puts the sheet to the height of the floor, and neither before nor after.
      expect(touching).toEqual([0.5]);
      body.dispose();
      floor.dispose();
    }
  });

  it('has contacts with proxies as a rigid body has that stands where it is', () => {
    for (const kernels of Object.values(BACKENDS)) {
      const tree = createKineticTree(plan, triangles, { arity: 4, leafSize: 40 });
      advance(tree, 0.37);
      const now = new Float32Array(positions.length);
      writePositions(tree, now);
      const kinetic = createKineticBody(kernels, tree);
      const rigid = createBody(kernels, createShape({ positions: now, triangles }));
      const proxies = createBody(kernels, createShape(soup(createRandom(7), 60, 0.5), undefined, { proxies: {} }));
      proxies.setPlacement([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 5, -3.7, 1]);
      const contactsWith = (other: Body): string[] => {
        const contacts = createContacts(5000);
        findContacts(proxies, other, contacts);
        return Array.from({ length: contacts.count }, (_, i) => {
          const numbers = contacts.numbers.subarray(i * CONTACT.stride, (i + 1) * CONTACT.stride);
          return [...contacts.pairs.subarray(i * 2, i * 2 + 2), ...numbers].join(' ');
        }).sort();
      };
      const contacts = contactsWith(kinetic);
      expect(contacts.length).toBeGreaterThan(3);
      expect(contacts).toEqual(contactsWith(rigid));
      for (const body of [kinetic, rigid, proxies]) body.dispose();
    }
  });
});
