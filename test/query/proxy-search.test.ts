import {
  type Kernels,
  type Random,
  QUINLAN_TREE,
  buildTree,
  createLinearModel,
  createMesh,
  createRandom,
} from 'pliant';
import { describe, expect, it } from 'vitest';
import { createBdTree } from '../../src/bounds/bd-tree.js';
import { type ContactProxies, createContactProxies } from '../../src/bounds/contact-proxies.js';
import { type LazyBody, createLazyBody } from '../../src/bounds/lazy-body.js';
import { type ProxyBody, createProxyBody } from '../../src/bounds/proxy-body.js';
import { closestPointOnTriangle } from '../narrow/with-numbers.js';
import {
  type ProxyContacts,
  CONTACT_CENTER_B,
  CONTACT_DEPTH,
  CONTACT_NORMAL,
  CONTACT_RADIUS_A,
  CONTACT_RADIUS_B,
  CONTACT_STRIDE,
  createProxyContacts,
} from '../../src/query/proxy-contacts.js';
import {
  beginProxyPair,
  createProxySearch,
  findProxyBallContacts,
  findProxyContacts,
  findProxyPlaneContacts,
  stepProxySearch,
} from '../../src/query/proxy-search.js';
import { randomPlacement } from '../support/placements.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { randomFields, soup } from '../support/sample-meshes.js';

const FIELDS = 3;

function someProxies(seed: number, triangleCount: number, level: number, wide: boolean): ContactProxies {
  const mesh = soup(createRandom(seed), triangleCount, 0.1);
  const model = createLinearModel(mesh, randomFields(createRandom(seed + 1), mesh, FIELDS, 0.1));
  return createContactProxies(mesh, model, buildTree(mesh, wide ? {} : QUINLAN_TREE), { level });
}

const SAMPLES = [
  someProxies(401, 200, 5, false),
  someProxies(402, 150, 3, true),
  someProxies(403, 40, Infinity, false),
  someProxies(404, 30, 0, false),
];

function move(body: ProxyBody | LazyBody, random: Random, amplitude: number, distance: number): void {
  body.setWeights(Array.from(body.pose.weights, () => random.range(-amplitude, amplitude)));
  body.setPlacement(randomPlacement(random, distance));
}

function spheresOf(body: ProxyBody): number[][] {
  const sphere = new Float64Array(4);
  return Array.from({ length: body.proxies.proxyCount }, (_, proxy) => {
    body.readProxy(proxy, sphere);
    return [...sphere];
  });
}

function distance(a: readonly number[], b: readonly number[]): number {
  const [x, y, z] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  return Math.sqrt(x * x + y * y + z * z);
}

function pairsOf(contacts: ProxyContacts): string[] {
  const pairs: string[] = [];
  for (let i = 0; i < contacts.count; i++) pairs.push(`${contacts.pairs[i * 2]} ${contacts.pairs[i * 2 + 1]}`);
  return pairs.sort();
}

/** Depths add up, normals are of unit length and point from the first to the second. */
function expectSound(contacts: ProxyContacts, what: string): void {
  let worst = 0;
  for (let i = 0; i < contacts.count; i++) {
    const at = [...contacts.numbers.subarray(i * CONTACT_STRIDE, (i + 1) * CONTACT_STRIDE)];
    const normal = at.slice(CONTACT_NORMAL, CONTACT_NORMAL + 3);
    const apart = distance(at, at.slice(CONTACT_CENTER_B));
    const reach = at[CONTACT_RADIUS_A] + at[CONTACT_RADIUS_B];
    const arrived = normal.map((share, axis) => at[axis] + share * apart);
    worst = Math.max(
      worst,
      Math.abs(distance([0, 0, 0], normal) - 1),
      Math.abs(apart + at[CONTACT_DEPTH] - reach),
      distance(arrived, at.slice(CONTACT_CENTER_B)),
      -at[CONTACT_DEPTH],
    );
  }
  expect(worst, what).toBeLessThan(1e-8);
}

describe.each(Object.entries(BACKENDS))('contacts of proxies (%s)', (_, kernels: Kernels) => {
  const search = createProxySearch(kernels);
  const contacts = createProxyContacts(100_000);

  it('with proxies are all pairs of spheres that meet, whatever the pose and the placement', () => {
    const random = createRandom(410);
    const bodies = SAMPLES.map((proxies) => createProxyBody(kernels, proxies));
    let found = 0;
    for (let round = 0; round < 150; round++) {
      const a = bodies[random.integer(bodies.length)];
      const b = bodies[random.integer(bodies.length)];
      if (a === b) continue;
      const far = round % 5 === 0 ? 1e4 : 0;
      for (const body of [a, b]) move(body, random, round % 3 === 0 ? 10 : 1, 2);
      if (far > 0)
        for (const body of [a, b]) body.setPlacement([...randomPlacement(random, 2).subarray(0, 12), far, far, far, 1]);
      const count = findProxyContacts(search, a, b, contacts);
      const expected: string[] = [];
      const others = spheresOf(b);
      spheresOf(a).forEach((sphere, i) => {
        others.forEach((other, j) => {
          if (sphere[3] + other[3] - distance(sphere, other) >= 0) expected.push(`${i} ${j}`);
        });
      });
      expect(pairsOf(contacts), `seed 410, round ${round}`).toEqual(expected.sort());
      expect(count).toBe(expected.length);
      expectSound(contacts, `seed 410, round ${round}`);
      found += count;
    }
    expect(found).toBeGreaterThan(10_000);
    for (const body of bodies) body.dispose();
  });

  it('are not missed so far away that rounding moves centres by more than the size of a body', () => {
    const random = createRandom(415);
    const mesh = soup(random, 20, 0.01, 0.01);
    const model = createLinearModel(mesh, randomFields(random, mesh, 1, 0.01));
    const proxies = createContactProxies(mesh, model, buildTree(mesh, QUINLAN_TREE), { level: 4 });
    const [a, b] = [createProxyBody(kernels, proxies), createProxyBody(kernels, proxies)];
    const sphere = new Float64Array(4);
    let some = 0;
    for (let round = 0; round < 800; round++) {
      const where = `seed 415, round ${round}`;
      const first = randomPlacement(random, 1e6);
      const second = randomPlacement(random, 1);
      a.setPlacement(first);
      a.readProxy(0, sphere);
      // About as far apart as makes spheres just touch: some do, some do not.
      const away = [0, 1, 2].map(() => random.range(-1, 1));
      const scale = (2 * sphere[3] * random.range(0.98, 1.02)) / distance([0, 0, 0], away);
      for (let axis = 0; axis < 3; axis++) second[12 + axis] = first[12 + axis] + away[axis] * scale;
      b.setPlacement(second);
      const [spheres, others] = [spheresOf(a), spheresOf(b)];
      const pairs = spheres.flatMap((p, i) =>
        others.flatMap((q, j) => (p[3] + q[3] - distance(p, q) >= 0 ? [`${i} ${j}`] : [])),
      );
      findProxyContacts(search, a, b, contacts);
      expect(pairsOf(contacts), where).toEqual(pairs.sort());
      if (pairs.length > 0 && pairs.length < spheres.length * others.length) some++;

      const center = [...second.subarray(12, 15)];
      findProxyBallContacts(search, a, center, sphere[3], contacts);
      const balls = spheres.flatMap((p, i) => (p[3] + sphere[3] - distance(p, center) >= 0 ? [`${i} 0`] : []));
      expect(pairsOf(contacts), where).toEqual(balls.sort());
    }
    expect(some).toBeGreaterThan(100);
    a.dispose();
    b.dispose();
  });

  it('with the triangles of a mesh are all triangles within reach of a proxy, the mesh moving or not', () => {
    const random = createRandom(420);
    const mesh = soup(random, 120, 0.3);
    const closest = new Float64Array(3);
    for (const bound of ['box', 'sphere'] as const) {
      for (const fieldCount of [0, 2]) {
        const model = createLinearModel(mesh, randomFields(random, mesh, fieldCount, 0.2));
        const body = createLazyBody(kernels, {
          mesh,
          model,
          bounds: createBdTree(mesh, model, buildTree(mesh), { bound }),
        });
        const a = createProxyBody(kernels, SAMPLES[0]);
        for (let round = 0; round < 25; round++) {
          move(a, random, 1, 2);
          move(body, random, 1, 0.5);
          const count = findProxyContacts(search, a, body, contacts);
          body.refit();
          const expected: string[] = [];
          spheresOf(a).forEach(([x, y, z, radius], proxy) => {
            for (let t = 0; t < mesh.triangleCount; t++) {
              const [i, j, k] = mesh.triangles.subarray(t * 3, t * 3 + 3);
              closestPointOnTriangle(x, y, z, body.positions, i, j, k, closest);
              if (radius - distance([x, y, z], [...closest]) >= 0) expected.push(`${proxy} ${t}`);
            }
          });
          expect(pairsOf(contacts), `seed 420, ${bound}, ${fieldCount} fields, round ${round}`).toEqual(
            expected.sort(),
          );
          expect(count).toBe(expected.length);
          expectSound(contacts, `seed 420, round ${round}`);
        }
        a.dispose();
        body.dispose();
      }
    }
  });

  it('with a ball and with a half-space are all spheres that meet them', () => {
    const random = createRandom(430);
    const body = createProxyBody(kernels, SAMPLES[0]);
    let met = 0;
    for (let round = 0; round < 200; round++) {
      move(body, random, 2, 1);
      const center = [0, 1, 2].map(() => random.range(-2, 2));
      const radius = random.range(0, 1);
      met += findProxyBallContacts(search, body, center, radius, contacts);
      const spheres = spheresOf(body);
      const touched = [...spheres.keys()].filter((i) => spheres[i][3] + radius - distance(spheres[i], center) >= 0);
      expect(pairsOf(contacts), `seed 430, round ${round}`).toEqual(touched.map((i) => `${i} 0`).sort());
      expectSound(contacts, `seed 430, round ${round}`);

      const normal = [0, 1, 2].map(() => random.range(-3, 3));
      const length = distance([0, 0, 0], normal);
      const offset = random.range(-2, 2);
      met += findProxyPlaneContacts(search, body, [...normal, offset * length], contacts);
      for (let i = 0; i < contacts.count; i++) {
        const at = contacts.numbers.subarray(i * CONTACT_STRIDE);
        for (let axis = 0; axis < 3; axis++) expect(at[CONTACT_NORMAL + axis]).toBeCloseTo(-normal[axis] / length, 12);
      }
      const depths = spheres.map(
        ([x, y, z, r]) => r + offset - (x * normal[0] + y * normal[1] + z * normal[2]) / length,
      );
      const sunk = new Set(Array.from({ length: contacts.count }, (_, i) => contacts.pairs[i * 2]));
      depths.forEach((depth, i) => {
        if (Math.abs(depth) > 1e-9) expect(sunk.has(i), `seed 430, round ${round}, proxy ${i}`).toBe(depth > 0);
      });
    }
    expect(met).toBeGreaterThan(1000);
    body.dispose();
  });

  it('come in the same order when the search is interrupted again and again, with others in between', () => {
    const random = createRandom(440);
    const [a, b] = [createProxyBody(kernels, SAMPLES[0]), createProxyBody(kernels, SAMPLES[1])];
    const stepped = createProxyContacts(100_000);
    const other = createProxySearch(kernels);
    for (let round = 0; round < 20; round++) {
      for (const body of [a, b]) move(body, random, 1, 0.5);
      const count = findProxyContacts(search, a, b, contacts);
      stepped.count = 0;
      beginProxyPair(other, a, b, stepped);
      let steps = 0;
      while (!stepProxySearch(other, 16)) {
        if (steps++ % 7 === 0) findProxyContacts(search, b, a, createProxyContacts(10));
      }
      expect(stepped.count).toBe(count);
      expect(stepped.numbers.subarray(0, count * CONTACT_STRIDE)).toEqual(
        contacts.numbers.subarray(0, count * CONTACT_STRIDE),
      );
    }
    a.dispose();
    b.dispose();
  });

  it('that do not fit are counted', () => {
    const [a, b] = [createProxyBody(kernels, SAMPLES[0]), createProxyBody(kernels, SAMPLES[0])];
    const all = findProxyContacts(search, a, b, contacts);
    const few = createProxyContacts(5);
    expect(findProxyContacts(search, a, b, few)).toBe(all);
    expect([few.count, few.dropped]).toEqual([5, all - 5]);
    expect(all).toBeGreaterThan(5);
    a.dispose();
    b.dispose();
  });
});

describe('contacts', () => {
  const kernels = BACKENDS.wasm;

  it('are the same bits on both backends', () => {
    const found = Object.values(BACKENDS).map((kernels) => {
      const random = createRandom(450);
      const [a, b] = [createProxyBody(kernels, SAMPLES[0]), createProxyBody(kernels, SAMPLES[1])];
      const all: number[] = [];
      const contacts = createProxyContacts(100_000);
      for (let round = 0; round < 20; round++) {
        for (const body of [a, b]) move(body, random, 3, 1);
        findProxyContacts(createProxySearch(kernels), a, b, contacts);
        all.push(...contacts.numbers.subarray(0, contacts.count * CONTACT_STRIDE));
      }
      return all;
    });
    expect(found[0]).toEqual(found[1]);
    expect(found[0].length).toBeGreaterThan(1000);
  });

  it('of spheres with one centre, or with a centre in a triangle, have a normal all the same', () => {
    const mesh = createMesh({
      positions: Float32Array.of(-1, -1, 0, 1, -1, 0, 0, 2, 0),
      triangles: Uint8Array.of(0, 1, 2),
    });
    const model = createLinearModel(mesh, []);
    const proxies = createContactProxies(mesh, model, buildTree(mesh, QUINLAN_TREE));
    const [a, b] = [createProxyBody(kernels, proxies), createProxyBody(kernels, proxies)];
    const contacts = createProxyContacts(4);
    const search = createProxySearch(kernels);
    expect(findProxyContacts(search, a, b, contacts)).toBe(1);
    expect([...contacts.numbers.subarray(CONTACT_NORMAL, CONTACT_NORMAL + 3)]).toEqual([0, 1, 0]);
    const sheet = createLazyBody(kernels, { mesh, model, bounds: createBdTree(mesh, model, buildTree(mesh)) });
    expect(findProxyContacts(search, a, sheet, contacts)).toBe(1);
    // Against the triangle's normal: the sphere leaves on the side it looks to.
    expect(contacts.numbers[CONTACT_NORMAL + 2]).toBeCloseTo(-1, 12);
    for (const body of [a, b, sheet]) body.dispose();
  });

  it('are refused for bodies, shapes and steps that make no sense', () => {
    const a = createProxyBody(kernels, SAMPLES[0]);
    const b = createProxyBody(kernels, SAMPLES[1]);
    const foreign = createProxyBody(BACKENDS.typescript, SAMPLES[0]);
    const search = createProxySearch(kernels);
    const contacts = createProxyContacts(10);
    expect(() => stepProxySearch(search)).toThrow(/no search was begun/);
    expect(() => findProxyContacts(search, a, a, contacts)).toThrow(/both bodies are the same one/);
    expect(() => findProxyContacts(search, a, foreign, contacts)).toThrow(/different kernels/);
    expect(() => findProxyBallContacts(search, foreign, [0, 0, 0], 1, contacts)).toThrow(/different kernels/);
    expect(() => findProxyBallContacts(search, a, [0, 0], 1, contacts)).toThrow(/center has 2 numbers/);
    expect(() => findProxyBallContacts(search, a, [0, Number.NaN, 0], 1, contacts)).toThrow(/center\[1\] is NaN/);
    expect(() => findProxyBallContacts(search, a, [0, 0, 0], -1, contacts)).toThrow(/radius is -1/);
    expect(() => findProxyPlaneContacts(search, a, [0, 0, 0, 1], contacts)).toThrow(/the normal has the length 0/);
    beginProxyPair(search, a, b, contacts);
    expect(() => stepProxySearch(search, 0)).toThrow(/budget is 0/);
    b.setWeights([1, 2, 3]);
    expect(() => stepProxySearch(search)).toThrow(/pose changed/);
    expect(() => createProxyContacts(-1)).toThrow(/capacity is -1/);
    for (const body of [a, b, foreign]) body.dispose();
    expect(() => findProxyContacts(search, a, b, contacts)).toThrow(/used after dispose/);
  });
});
