/** Where spheres come from: trees placed anywhere, what something else moves, and the nodes of proxies. */
import { CONTACT, createBody, createContacts, createShape, findContacts, loadKernels } from 'pliant';
import type { ProxyBody } from 'pliant';
import { createRandom } from 'pliant/exact';
import {
  createFollowedSpheres,
  createInterruptedWalk,
  createPlacedSpheres,
  createProxySpheres,
  placeSpheres,
  walkWithin,
} from 'pliant/sim';
import type { PlacedSpheres } from 'pliant/sim';
import { describe, expect, it } from 'vitest';
import { sphere } from '../../meaning/surfaces.js';
import { randomPlacement } from '../../support/placements.js';
import { randomFields } from '../../support/sample-meshes.js';
import { expectCovered } from './check-answer.js';
import { distance, oneNode, overlappingLeaves, randomTree } from './random-trees.js';

const SMALL = { leaves: 20, branching: 4, radius: 0.3, spread: 1 };

describe('spheres of a tree that is placed', () => {
  it('enclose every point that they enclose at rest, as a body with the placement has it', () => {
    const random = createRandom(31);
    for (let round = 0; round < 200; round++) {
      const reach = 10 ** random.range(-3, 5);
      const center = [0, 1, 2].map(() => random.range(-reach, reach));
      const radius = random.range(0, reach / 10);
      const source = createPlacedSpheres(oneNode(center[0], center[1], center[2], radius));
      const other = createPlacedSpheres(oneNode(0, 0, 0, 0));
      const m = randomPlacement(random, reach);
      placeSpheres(source, m);
      walkWithin(createInterruptedWalk(source, other), { tests: 1 });
      const [x, y, z, grown] = source.spheres;
      expect(grown - radius, 'radii hardly grow').toBeLessThan(reach * 1e-5);
      for (let k = 0; k < 50; k++) {
        const way = [0, 1, 2].map(() => random.range(-1, 1));
        const length = distance(way, [0, 0, 0]);
        const point = center.map((value, axis) => value + (way[axis] / length) * radius * (1 - 1e-12));
        const placed = [0, 1, 2].map((i) =>
          Math.fround(m[i] * point[0] + m[i + 4] * point[1] + m[i + 8] * point[2] + m[i + 12]),
        );
        expect(distance(placed, [x, y, z]), `round ${round}`).toBeLessThanOrEqual(grown);
      }
    }
  });

  it('are walked anew when they are placed anew, and gone on with when not', () => {
    const random = createRandom(32);
    const [a, b] = [randomTree(random, SMALL), randomTree(random, SMALL)];
    const [sourceA, sourceB] = [createPlacedSpheres(a), createPlacedSpheres(b)];
    const walk = createInterruptedWalk(sourceA, sourceB);
    for (let round = 0; round < 60; round++) {
      const m = randomPlacement(random, 1);
      placeSpheres(round % 2 === 0 ? sourceA : sourceB, m);
      walkWithin(walk, { tests: 7 });
      expect(walk.tests).toBeLessThanOrEqual(7);
      walkWithin(walk, { tests: 1 });
      // Brute force needs every sphere.
      const [spheresA, spheresB] = [sourceA, sourceB].map((source) => everySphere(source));
      expectCovered(walk, overlappingLeaves(sourceA, sourceB, spheresA, spheresB), spheresA, spheresB);
    }
  });

  it('are refused a matrix that is not rigid', () => {
    expect(() => placeSpheres(createPlacedSpheres(oneNode(0, 0, 0, 1)), new Float64Array(16).fill(1))).toThrow(
      /placeSpheres: the matrix is not a rotation/,
    );
  });
});

describe('spheres that something else moves', () => {
  it('are asked for once in a pose, those alone that the walk comes to', () => {
    const random = createRandom(33);
    const tree = randomTree(random, { ...SMALL, leaves: 100 });
    const asked = new Map<number, number>();
    const mover = {
      stamp: 1,
      shift: 0,
      writeSphere(node: number, out: Float64Array, at: number): void {
        asked.set(node, (asked.get(node) ?? 0) + 1);
        out.set(tree.spheres.subarray(node * 4, node * 4 + 4), at);
        out[at] += mover.shift;
      },
    };
    const source = createFollowedSpheres(tree, mover);
    const walk = createInterruptedWalk(source, createPlacedSpheres(oneNode(0.5, 0, 0, 0.05)));
    expect(walkWithin(walk, { tests: Infinity })).toBe(true);
    expect(walk.tests).toBeGreaterThan(1);
    expect(asked.size).toBeLessThan(tree.nodeCount);
    expect(new Set(asked.values())).toEqual(new Set([1]));
    expect(source.evaluated).toBe(asked.size);
    mover.shift = 100;
    mover.stamp++;
    expect(walkWithin(walk, { tests: Infinity })).toBe(true);
    expect([walk.tests, walk.answer.contacts.count]).toEqual([1, 0]);
  });
});

describe('the nodes of proxies', async () => {
  const kernels = await loadKernels();
  const random = createRandom(34);
  const mesh = sphere([0, 0, 0], 1, 4);
  const make = (): ProxyBody =>
    createBody(kernels, createShape(mesh, { fields: randomFields(random, mesh, 2, 0.2) }, { proxies: { level: 3 } }));

  it('have the contacts of findContacts when the walk is complete, with the same bits, and cover them before', () => {
    const [a, b] = [make(), make()];
    const walk = createInterruptedWalk(createProxySpheres(a), createProxySpheres(b), { capacity: 20_000 });
    const contacts = createContacts(20_000);
    let found = 0;
    for (let round = 0; round < 20; round++) {
      for (const body of [a, b]) body.setWeights([random.range(-1, 1), random.range(-1, 1)]);
      if (round > 4) a.setPlacement(randomPlacement(random, 1));
      for (const tests of [0, 1, 5, 50, 300]) {
        walkWithin(walk, { tests });
        expectProxiesCovered();
      }
      expect(walkWithin(walk, { tests: Infinity })).toBe(true);
      const expected = findContacts(a, b, contacts);
      found += expected;
      expect(listOf(walk.answer.contacts, (slot, body) => body.proxies.slots.indexOf(slot))).toEqual(
        listOf(contacts, (proxy) => proxy),
      );
    }
    expect(found).toBeGreaterThan(100);

    function expectProxiesCovered(): void {
      findContacts(a, b, contacts);
      const leaves = Array.from(
        { length: contacts.count },
        (_, i) => [a.proxies.slots[contacts.pairs[i * 2]], b.proxies.slots[contacts.pairs[i * 2 + 1]]] as const,
      );
      const [spheresA, spheresB] = [a, b].map((body) => {
        const spheres = new Float64Array(body.proxies.blockCount * 16);
        body.proxies.slots.forEach((slot, proxy) => body.readProxy(proxy, spheres, slot * 4));
        return spheres;
      });
      expectCovered(walk, leaves, spheresA, spheresB);
    }

    function listOf(of: typeof contacts, proxyOf: (node: number, body: ProxyBody) => number): string[] {
      return Array.from({ length: of.count }, (_, i) =>
        [
          proxyOf(of.pairs[i * 2], a),
          proxyOf(of.pairs[i * 2 + 1], b),
          ...of.numbers.subarray(i * CONTACT.stride, (i + 1) * CONTACT.stride),
        ].join(' '),
      ).toSorted();
    }
  });

  it('are refused where there are no proxies', () => {
    const body = createBody(kernels, createShape(mesh));
    expect(() => createProxySpheres(body as never)).toThrow(/createProxySpheres: .*a body of proxies/);
  });
});

/** All spheres of a source in its present pose, as a complete walk against everything would see them. */
function everySphere(source: PlacedSpheres): Float64Array {
  const everywhere = createPlacedSpheres(oneNode(0, 0, 0, 1e6));
  const copy = createPlacedSpheres(source.tree);
  if (source.placement.isPlaced) placeSpheres(copy, source.placement.matrix);
  walkWithin(createInterruptedWalk(copy, everywhere), { tests: Infinity });
  for (let node = 0; node < source.nodeCount; node++) {
    if (source.marks[node] !== source.mark) continue;
    expect(source.spheres.subarray(node * 4, node * 4 + 4)).toEqual(copy.spheres.subarray(node * 4, node * 4 + 4));
  }
  return copy.spheres;
}
