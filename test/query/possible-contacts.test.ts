/** Contacts of proxies before their search is over: what is not found yet lies in the spheres of what is taken as a contact. */
import {
  type AnyBody,
  type Ball,
  type Plane,
  CONTACT,
  beginContacts,
  createBall,
  createBody,
  createContacts,
  createPlane,
  createSearch,
  createShape,
  findContacts,
  loadKernels,
  step,
} from 'pliant';
import { createRandom } from 'pliant/exact';
import { readPossibleContacts, stepWithin } from 'pliant/sim';
import { describe, expect, it } from 'vitest';
import { sphere } from '../meaning/surfaces.js';
import { expectRefused } from '../mesh/expect-refused.js';
import { randomPlacement } from '../support/placements.js';
import { randomFields } from '../support/sample-meshes.js';

const STRIDE = CONTACT.stride;

describe('contacts that are still searched for', async () => {
  const kernels = await loadKernels();
  const random = createRandom(91);
  const mesh = sphere([0, 0, 0], 1, 2);
  const fields = randomFields(random, mesh, 2, 0.1);
  const proxies = createShape(mesh, { fields }, { proxies: { errorSize: 0.15 } });
  const body = createBody(kernels, proxies);
  const others: Readonly<Record<string, () => AnyBody | Ball | Plane>> = {
    proxies: () => placed(createBody(kernels, proxies)),
    triangles: () => placed(createBody(kernels, createShape(mesh, { fields }))),
    'a ball': () => createBall(near(1), 0.3),
    'a plane': () => createPlane(near(1), random.range(-1, 1)),
  };

  function near(reach: number): number[] {
    return [0, 1, 2].map(() => random.range(-reach, reach));
  }

  function placed<Placed extends { setPlacement(matrix: ArrayLike<number>): void }>(other: Placed): Placed {
    other.setPlacement(randomPlacement(random, 1));
    return other;
  }

  it.each(Object.keys(others))('cover those with %s for every budget', (kind) => {
    const search = createSearch();
    const [found, possible, expected] = [createContacts(5000), createContacts(5000), createContacts(5000)];
    let waited = 0;
    for (let round = 0; round < 8; round++) {
      const other = others[kind]();
      body.setWeights([random.range(-1, 1), random.range(-1, 1)]);
      placed(body);
      findContacts(body, other, expected);
      found.count = 0;
      beginContacts(search, body, other, found);
      const budget = [1, 7, 40, 200][round % 4];
      for (let isOver = false; ; isOver = step(search, budget)) {
        possible.count = 0;
        const count = readPossibleContacts(search, possible);
        expect([count, possible.dropped]).toEqual([possible.count, 0]);
        if (isOver) expect(count).toBe(0);
        waited += count;
        expectCovered();
        if (isOver) break;
      }
      expect(found.count).toBe(expected.count);
    }
    expect(waited).toBeGreaterThan(100);

    function expectCovered(): void {
      const known = new Set(Array.from({ length: found.count }, (_, i) => found.pairs.slice(i * 2, i * 2 + 2).join()));
      for (let i = 0; i < expected.count; i++) {
        if (known.has(expected.pairs.slice(i * 2, i * 2 + 2).join())) continue;
        const contact = expected.numbers.subarray(i * STRIDE, (i + 1) * STRIDE);
        const isCovered = Array.from({ length: possible.count }, (_, k) => k).some((k) => {
          const node = possible.numbers.subarray(k * STRIDE, (k + 1) * STRIDE);
          const isInA = encloses(node, CONTACT.centerA, contact, CONTACT.centerA);
          if (kind === 'a plane') return isInA && node[CONTACT.depth] >= contact[CONTACT.depth] - 1e-6;
          return isInA && encloses(node, CONTACT.centerB, contact, CONTACT.centerB);
        });
        expect(isCovered, `${kind}, contact ${i}`).toBe(true);
      }
    }
  });

  it('are asked of no other search', () => {
    expectRefused(() => readPossibleContacts(createSearch(), createContacts(1)), 'mismatch', 'beginContacts');
  });

  it('are gone on with for as long as a budget of tests or of time allows', () => {
    const other = placed(createBody(kernels, proxies));
    const [search, whole, contacts] = [createSearch(), createContacts(5000), createContacts(5000)];
    findContacts(body, other, whole);
    beginContacts(search, body, other, contacts);
    expect(stepWithin(search, { tests: 0 })).toBe(false);
    expect(search.statistics.boundTests).toBe(0);
    let ticks = 0;
    const clock = (): number => ticks++;
    expect(stepWithin(search, { milliseconds: 3, clock })).toBe(false);
    expect(ticks).toBe(4);
    expect(stepWithin(search, { milliseconds: 1e6, clock })).toBe(true);
    expect(contacts.count).toBe(whole.count);
    beginContacts(search, body, other, contacts);
    expect(stepWithin(search, { tests: Infinity })).toBe(true);
    expectRefused(() => stepWithin(search, { tests: NaN }), 'bad-number', 'stepWithin');
  });
});

/** Whether a sphere lies in another, but for what placing rounds in float32. */
function encloses(outer: Float64Array, at: number, inner: Float64Array, from: number): boolean {
  const apart = Math.sqrt([0, 1, 2].reduce((sum, axis) => sum + (outer[at + axis] - inner[from + axis]) ** 2, 0));
  return apart + inner[from + 3] <= outer[at + 3] + 1e-6;
}
