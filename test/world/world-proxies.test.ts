/** Bodies known by proxies in a world, alone and among all other kinds, against brute force. */
import { refittedBody } from '../support/sample-bodies.js';
import { createClosestPoint, createHits, createPairHits } from 'pliant';
import { createRandom } from 'pliant/exact';
import { bruteBallHits, bruteClosestPoint, brutePairHits } from 'pliant/oracle';
import { QUINLAN_TREE, buildTree, createLinearModel } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { createBdTree } from '../../src/bounds/bd/bd-tree.js';
import { createProxyShape } from '../../src/bounds/proxies/proxies.js';
import { type ProxyBody } from '../../src/body/proxy-body.js';
import { createBody } from '../../src/body/create-body.js';
import { addBody, createWorld, stepWorld } from '../../src/world/world.js';
import { CONTACT, createContacts } from '../../src/query/contacts/contacts.js';
import { type Ball, createBall, createPlane } from '../../src/query/contacts/surroundings.js';
import { randomPlacement } from '../support/placements.js';
import { brutePairs, kernels, pairsOf, sampleMesh } from './sample-worlds.js';

function spheresTouchBall(body: ProxyBody, ball: Ball): boolean {
  const sphere = new Float64Array(4);
  return Array.from({ length: body.proxies.proxyCount }, (_, proxy) => {
    body.readProxy(proxy, sphere);
    const [x, y, z] = ball.center.map((value, axis) => sphere[axis] - value);
    return sphere[3] + ball.radius - Math.sqrt(x * x + y * y + z * z) >= 0;
  }).includes(true);
}

function spheresTouch(a: ProxyBody, b: ProxyBody): boolean {
  const [p, q] = [new Float64Array(4), new Float64Array(4)];
  for (let i = 0; i < a.proxies.proxyCount; i++) {
    a.readProxy(i, p);
    for (let j = 0; j < b.proxies.proxyCount; j++) {
      b.readProxy(j, q);
      const [x, y, z] = [q[0] - p[0], q[1] - p[1], q[2] - p[2]];
      if (p[3] + q[3] - Math.sqrt(x * x + y * y + z * z) >= 0) return true;
    }
  }
  return false;
}

describe('a world of deforming bodies', () => {
  it('known by proxies gives the contacts of each pair, the lower number first', () => {
    const random = createRandom(630);
    const { mesh, fields } = sampleMesh(631);
    const model = createLinearModel(mesh, fields);
    const proxies = createProxyShape(mesh, model, buildTree(mesh, QUINLAN_TREE), { level: 3 });
    const sheet = createBody(kernels, { mesh, model, bounds: createBdTree(mesh, model, buildTree(mesh)) });
    const bodies = Array.from({ length: 12 }, () => createBody(kernels, proxies));
    const world = createWorld({ kernels });
    bodies.forEach((body, i) => addBody(world, 10 + i, body));
    addBody(world, 3, createPlane([0, 2, 0], -1));
    addBody(world, 30, createPlane([1, 0, 0], -1));
    addBody(world, 4, createBall([0, 1, 0], 0.3));
    addBody(world, 31, createBall([1, 0, 0], 0.3));
    addBody(world, 5, sheet);
    const contacts = createContacts(50_000);
    const sphere = new Float64Array(4);
    for (let step = 0; step < 30; step++) {
      for (const body of bodies) {
        body.setWeights([random.range(-2, 2), random.range(-2, 2)]);
        body.setPlacement(randomPlacement(random, 1.5));
      }
      const count = stepWorld(world, contacts);
      expect(contacts.dropped).toBe(0);
      expect(world.statistics).toMatchObject({ bodies: 17, touching: count, contacts: contacts.count });
      let next = 0;
      const seen = new Set<number>();
      for (let pair = 0; pair < count; pair++) {
        const [a, b] = world.touching.ids.subarray(pair * 2, pair * 2 + 2);
        const [first, size] = world.touching.contactRanges.subarray(pair * 2, pair * 2 + 2);
        expect(a).toBeLessThan(b);
        expect(first).toBe(next);
        next += size;
        for (const id of [a, b]) seen.add(id);
        for (let contact = first; contact < next; contact++) {
          // Spheres stand where the bodies say they are.
          const at = contacts.numbers.subarray(contact * CONTACT.stride, (contact + 1) * CONTACT.stride);
          const sides = [0, CONTACT.centerB].map((offset) => at.subarray(offset, offset + 4));
          [a, b].forEach((id, side) => {
            const body: ProxyBody | undefined = bodies[id - 10];
            if (!body) return;
            body.readProxy(contacts.pairs[contact * 2 + side], sphere);
            expect([...sides[side]], `step ${step}, ${a} ${b}`).toEqual([...sphere]);
          });
          if (a === 3) expect(at[CONTACT.normal + 1]).toBe(1);
          if (b === 30) expect(at[CONTACT.normal]).toBe(-1);
          if (a === 4) expect(at[CONTACT.radiusA]).toBe(0.3);
          if (b === 31) expect(at[CONTACT.radiusB]).toBe(0.3);
        }
      }
      expect(next).toBe(contacts.count);
      expect(
        [3, 4, 5, 30, 31].filter((id) => seen.has(id)),
        `seed 630, step ${step}`,
      ).toContain(3);
      for (const a of bodies.keys()) {
        for (let b = a + 1; b < bodies.length; b++) {
          const touches = spheresTouch(bodies[a], bodies[b]);
          expect(pairsOf(world.touching).includes(`${a + 10} ${b + 10}`), `seed 630, step ${step}`).toBe(touches);
        }
      }
    }
    for (const body of [...bodies, sheet]) body.dispose();
  });

  it('of every kind, one with another, says which touch, and where proxies meet triangles', () => {
    const random = createRandom(660);
    const { mesh } = sampleMesh(661);
    const axes = [0, 1, 2].map((axis) =>
      new Float32Array(mesh.vertexCount * 3).map((_, k) => (k % 3 === axis ? 1 : 0)),
    );
    const model = createLinearModel(mesh, axes);
    const bounds = createBdTree(mesh, model, buildTree(mesh));
    const proxies = createProxyShape(mesh, model, buildTree(mesh, QUINLAN_TREE), { level: 3 });
    const lazy = Array.from({ length: 4 }, () => createBody(kernels, { mesh, model, bounds }));
    const refitted = (['box', 'sphere', 'box'] as const).map((bound) =>
      refittedBody(kernels, { mesh, model, tree: buildTree(mesh), bound }),
    );
    const meshes = [lazy[0], refitted[0], lazy[1], refitted[1], lazy[2], refitted[2], lazy[3]];
    const spheres = Array.from({ length: 4 }, () => createBody(kernels, proxies));
    const plane = createPlane([0, 1, 0], -1);
    const ball = createBall([0, 1, 0], 0.3);
    const world = createWorld({ kernels });
    // Numbers rise from meshes to proxies to shapes and to meshes again: every kind comes before every other.
    const all = [...meshes.slice(0, 4), ...spheres.slice(0, 2), plane, ball, ...meshes.slice(4), ...spheres.slice(2)];
    all.forEach((body, id) => addBody(world, id, body));
    const contacts = createContacts(50_000);
    const [hits, ballHits] = [createPairHits(1), createHits(1)];
    const sphere = new Float64Array(4);
    const point = createClosestPoint();
    const isMesh = (body: unknown): body is (typeof meshes)[number] => meshes.includes(body as never);
    let before: string[] = [];
    let met = 0;
    for (let step = 0; step < 40; step++) {
      for (const body of [...meshes, ...spheres]) body.setWeights([0, 1, 2].map(() => random.range(-1.5, 1.5)));
      stepWorld(world, contacts);
      for (const body of lazy) body.refit();
      const proxyTouches = (a: ProxyBody, b: (typeof meshes)[number]): boolean =>
        Array.from({ length: proxies.proxyCount }, (_, proxy) => {
          a.readProxy(proxy, sphere);
          bruteClosestPoint(b.positions, mesh.triangles, sphere, point);
          return sphere[3] - point.distance >= 0;
        }).includes(true);
      const ids = [...all.keys()].filter((id) => all[id] !== plane);
      const now = brutePairs(ids, (i, j) => {
        const [a, b] = [all[i], all[j]];
        if (isMesh(a) && isMesh(b)) {
          return brutePairHits(a.positions, mesh.triangles, b.positions, mesh.triangles, hits) > 0;
        }
        if (isMesh(a) && spheres.includes(b as never)) return proxyTouches(b as ProxyBody, a);
        if (isMesh(b) && spheres.includes(a as never)) return proxyTouches(a as ProxyBody, b);
        const other = a === ball ? b : a;
        if (isMesh(other)) {
          return bruteBallHits(other.positions, mesh.triangles, ball.center, ball.radius, ballHits) > 0;
        }
        if (a === ball || b === ball) return spheresTouchBall(other as ProxyBody, ball);
        return spheresTouch(a as ProxyBody, b as ProxyBody);
      });
      const planeId = String(all.indexOf(plane));
      const touching = pairsOf(world.touching).filter((pair) => !pair.split(' ').includes(planeId));
      expect(touching, `seed 660, step ${step}`).toEqual(now);
      met += now.length;
      for (let pair = 0; pair < world.touching.count; pair++) {
        const [i, j] = world.touching.ids.subarray(pair * 2, pair * 2 + 2);
        const [first, count] = world.touching.contactRanges.subarray(pair * 2, pair * 2 + 2);
        if (!isMesh(all[i]) && !isMesh(all[j])) continue;
        // Contacts name the proxy of one and the triangle of the other.
        const meshSide = isMesh(all[i]) ? 0 : 1;
        for (let contact = first; contact < first + count; contact++) {
          expect(contacts.pairs[contact * 2 + meshSide]).toBeLessThan(mesh.triangleCount);
          expect(contacts.pairs[contact * 2 + 1 - meshSide]).toBeLessThan(proxies.proxyCount);
        }
      }
      before = now;
    }
    expect(met).toBeGreaterThan(200);
    expect(before.length).toBeGreaterThan(0);
    for (const body of [...meshes, ...spheres]) body.dispose();
  });
});
