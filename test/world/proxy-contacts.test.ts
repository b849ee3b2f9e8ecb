import type { Kernels } from 'pliant';
import { type Random, createRandom } from 'pliant/exact';
import { QUINLAN_TREE, buildTree, createLinearModel, createMesh } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { createBdTree } from '../../src/bounds/bd/bd-tree.js';
import { type ProxyShape, createProxyShape } from '../../src/bounds/proxies/proxies.js';
import { type Body } from '../../src/body/body.js';
import { type ProxyBody } from '../../src/body/proxy-body.js';
import { createBody } from '../../src/body/create-body.js';
import { closestPointOnTriangle } from '../narrow/with-numbers.js';
import { type Contacts, CONTACT, createContacts } from '../../src/query/contacts/contacts.js';
import { beginContacts, findContacts } from '../../src/query/contacts/find-contacts.js';
import { createBall, createPlane } from '../../src/query/contacts/surroundings.js';
import { createSearch, step } from '../../src/query/search.js';
import { randomPlacement } from '../support/placements.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { randomFields, soup } from '../support/sample-meshes.js';

const FIELDS = 3;

function someProxies(seed: number, triangleCount: number, level: number, wide: boolean): ProxyShape {
  const mesh = soup(createRandom(seed), triangleCount, 0.1);
  const model = createLinearModel(mesh, randomFields(createRandom(seed + 1), mesh, FIELDS, 0.1));
  return createProxyShape(mesh, model, buildTree(mesh, wide ? {} : QUINLAN_TREE), { level });
}

const SAMPLES = [
  someProxies(401, 200, 5, false),
  someProxies(402, 150, 3, true),
  someProxies(403, 40, Infinity, false),
  someProxies(404, 30, 0, false),
];

function move(body: ProxyBody | Body, random: Random, amplitude: number, distance: number): void {
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

function pairsOf(contacts: Contacts): string[] {
  const pairs: string[] = [];
  for (let i = 0; i < contacts.count; i++) pairs.push(`${contacts.pairs[i * 2]} ${contacts.pairs[i * 2 + 1]}`);
  return pairs.sort();
}

/** Depths add up, normals are of unit length and point from the first to the second. */
function expectSound(contacts: Contacts, what: string): void {
  let worst = 0;
  for (let i = 0; i < contacts.count; i++) {
    const at = [...contacts.numbers.subarray(i * CONTACT.stride, (i + 1) * CONTACT.stride)];
    const normal = at.slice(CONTACT.normal, CONTACT.normal + 3);
    const apart = distance(at, at.slice(CONTACT.centerB));
    const reach = at[CONTACT.radiusA] + at[CONTACT.radiusB];
    const arrived = normal.map((share, axis) => at[axis] + share * apart);
    worst = Math.max(
      worst,
      Math.abs(distance([0, 0, 0], normal) - 1),
      Math.abs(apart + at[CONTACT.depth] - reach),
      distance(arrived, at.slice(CONTACT.centerB)),
      -at[CONTACT.depth],
    );
  }
  expect(worst, what).toBeLessThan(1e-8);
}

describe.each(Object.entries(BACKENDS))('contacts of proxies (%s)', (_, kernels: Kernels) => {
  const contacts = createContacts(100_000);

  it('with proxies are all pairs of spheres that meet, whatever the pose and the placement', () => {
    const random = createRandom(410);
    const bodies = SAMPLES.map((proxies) => createBody(kernels, proxies));
    let found = 0;
    for (let round = 0; round < 150; round++) {
      const a = bodies[random.integer(bodies.length)];
      const b = bodies[random.integer(bodies.length)];
      if (a === b) continue;
      const far = round % 5 === 0 ? 1e4 : 0;
      for (const body of [a, b]) move(body, random, round % 3 === 0 ? 10 : 1, 2);
      if (far > 0)
        for (const body of [a, b]) body.setPlacement([...randomPlacement(random, 2).subarray(0, 12), far, far, far, 1]);
      const count = findContacts(a, b, contacts);
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
    const proxies = createProxyShape(mesh, model, buildTree(mesh, QUINLAN_TREE), { level: 4 });
    const [a, b] = [createBody(kernels, proxies), createBody(kernels, proxies)];
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
      findContacts(a, b, contacts);
      expect(pairsOf(contacts), where).toEqual(pairs.sort());
      if (pairs.length > 0 && pairs.length < spheres.length * others.length) some++;

      const center = [...second.subarray(12, 15)];
      findContacts(a, createBall(center, sphere[3]), contacts);
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
        const body = createBody(kernels, {
          mesh,
          model,
          bounds: createBdTree(mesh, model, buildTree(mesh), { bound }),
        });
        const a = createBody(kernels, SAMPLES[0]);
        for (let round = 0; round < 25; round++) {
          move(a, random, 1, 2);
          move(body, random, 1, 0.5);
          const count = findContacts(a, body, contacts);
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
    const body = createBody(kernels, SAMPLES[0]);
    let met = 0;
    for (let round = 0; round < 200; round++) {
      move(body, random, 2, 1);
      const center = [0, 1, 2].map(() => random.range(-2, 2));
      const radius = random.range(0, 1);
      met += findContacts(body, createBall(center, radius), contacts);
      const spheres = spheresOf(body);
      const touched = [...spheres.keys()].filter((i) => spheres[i][3] + radius - distance(spheres[i], center) >= 0);
      expect(pairsOf(contacts), `seed 430, round ${round}`).toEqual(touched.map((i) => `${i} 0`).sort());
      expectSound(contacts, `seed 430, round ${round}`);

      const normal = [0, 1, 2].map(() => random.range(-3, 3));
      const length = distance([0, 0, 0], normal);
      const offset = random.range(-2, 2);
      met += findContacts(body, createPlane(normal, offset * length), contacts);
      for (let i = 0; i < contacts.count; i++) {
        const at = contacts.numbers.subarray(i * CONTACT.stride);
        for (let axis = 0; axis < 3; axis++) expect(at[CONTACT.normal + axis]).toBeCloseTo(-normal[axis] / length, 12);
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
    const [a, b] = [createBody(kernels, SAMPLES[0]), createBody(kernels, SAMPLES[1])];
    const stepped = createContacts(100_000);
    const search = createSearch();
    for (let round = 0; round < 20; round++) {
      for (const body of [a, b]) move(body, random, 1, 0.5);
      const count = findContacts(a, b, contacts);
      stepped.count = 0;
      beginContacts(search, a, b, stepped);
      let steps = 0;
      while (!step(search, 16)) {
        if (steps++ % 7 === 0) findContacts(b, a, createContacts(10));
      }
      expect(stepped.count).toBe(count);
      expect(stepped.numbers.subarray(0, count * CONTACT.stride)).toEqual(
        contacts.numbers.subarray(0, count * CONTACT.stride),
      );
    }
    a.dispose();
    b.dispose();
  });

  it('that do not fit are counted', () => {
    const [a, b] = [createBody(kernels, SAMPLES[0]), createBody(kernels, SAMPLES[0])];
    const all = findContacts(a, b, contacts);
    const few = createContacts(5);
    expect(findContacts(a, b, few)).toBe(all);
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
      const [a, b] = [createBody(kernels, SAMPLES[0]), createBody(kernels, SAMPLES[1])];
      const all: number[] = [];
      const contacts = createContacts(100_000);
      for (let round = 0; round < 20; round++) {
        for (const body of [a, b]) move(body, random, 3, 1);
        findContacts(a, b, contacts);
        all.push(...contacts.numbers.subarray(0, contacts.count * CONTACT.stride));
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
    const proxies = createProxyShape(mesh, model, buildTree(mesh, QUINLAN_TREE));
    const [a, b] = [createBody(kernels, proxies), createBody(kernels, proxies)];
    const contacts = createContacts(4);
    expect(findContacts(a, b, contacts)).toBe(1);
    expect([...contacts.numbers.subarray(CONTACT.normal, CONTACT.normal + 3)]).toEqual([0, 1, 0]);
    const sheet = createBody(kernels, { mesh, model, bounds: createBdTree(mesh, model, buildTree(mesh)) });
    expect(findContacts(a, sheet, contacts)).toBe(1);
    // Against the triangle's normal: the sphere leaves on the side it looks to.
    expect(contacts.numbers[CONTACT.normal + 2]).toBeCloseTo(-1, 12);
    for (const body of [a, b, sheet]) body.dispose();
  });

  it('are refused for bodies, shapes and steps that make no sense', () => {
    const a = createBody(kernels, SAMPLES[0]);
    const b = createBody(kernels, SAMPLES[1]);
    const foreign = createBody(BACKENDS.typescript, SAMPLES[0]);
    const search = createSearch();
    const contacts = createContacts(10);
    const ball = createBall([0, 0, 0], 1);
    const plane = createPlane([0, 0, 1], 1);
    expect(() => step(search)).toThrow(/no question was begun/);
    expect(() => findContacts(a, a, contacts)).toThrow(/both bodies are the same one/);
    expect(() => findContacts(a, foreign, contacts)).toThrow(/different kernels/);
    expect(() => findContacts(a, { ...ball, center: Float64Array.of(0, 0) }, contacts)).toThrow(/center has 2 numbers/);
    ball.center[1] = Number.NaN;
    expect(() => findContacts(a, ball, contacts)).toThrow(/center\[1\] is NaN/);
    expect(() => findContacts(a, { ...createBall([0, 0, 0], 1), radius: -1 }, contacts)).toThrow(/radius is -1/);
    plane.plane[2] = 0;
    expect(() => findContacts(a, plane, contacts)).toThrow(/the normal of the plane has the length 0/);
    expect(() => createBall([0, 0], 1)).toThrow(/2 coordinates/);
    expect(() => createBall([0, 0, 0], -1)).toThrow(/the radius -1/);
    expect(() => createPlane([0, 0, 0], 1)).toThrow(/length 0/);
    beginContacts(search, a, b, contacts);
    expect(() => step(search, 0)).toThrow(/budget is 0/);
    b.setWeights([1, 2, 3]);
    expect(() => step(search)).toThrow(/pose changed/);
    expect(() => createContacts(-1)).toThrow(/capacity is -1/);
    for (const body of [a, b, foreign]) body.dispose();
    expect(() => findContacts(a, b, contacts)).toThrow(/used after dispose/);
  });
});
