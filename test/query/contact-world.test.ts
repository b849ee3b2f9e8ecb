import {
  type Mesh,
  type Random,
  CROSSING,
  QUINLAN_TREE,
  bruteBallHits,
  bruteClosestPoint,
  brutePairHits,
  buildTree,
  createClosestPoint,
  createLinearModel,
  createPairHits,
  createRandom,
  createRefitBody,
  createTriangleHits,
} from 'pliant';
import { describe, expect, it } from 'vitest';
import { createBdTree } from '../../src/bounds/bd-tree.js';
import { createContactProxies } from '../../src/bounds/contact-proxies.js';
import { createLazyBody } from '../../src/bounds/lazy-body.js';
import { type ProxyBody, createProxyBody } from '../../src/bounds/proxy-body.js';
import {
  type ContactWorld,
  addBody,
  createContactWorld,
  removeBody,
  stepContactWorld,
} from '../../src/query/contact-world.js';
import type { PairList } from '../../src/query/pair-list.js';
import {
  CONTACT_CENTER_B,
  CONTACT_NORMAL,
  CONTACT_RADIUS_A,
  CONTACT_RADIUS_B,
  CONTACT_STRIDE,
  createProxyContacts,
} from '../../src/query/proxy-contacts.js';
import { type BallShape, createBallShape, createPlaneShape } from '../../src/query/world-bodies.js';
import { randomPlacement } from '../support/placements.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { randomFields, soup } from '../support/sample-meshes.js';

const kernels = BACKENDS.wasm;

function pairsOf(list: PairList): string[] {
  return Array.from({ length: list.count }, (_, i) => `${list.ids[i * 2]} ${list.ids[i * 2 + 1]}`);
}

/** Compares a step's report with the touching pairs before and now, both found without the world, in rising order. */
function expectReport(world: ContactWorld, before: readonly string[], now: readonly string[], what: string): void {
  expect(pairsOf(world.touching), `${what}: touching`).toEqual(now);
  expect(pairsOf(world.began), `${what}: began`).toEqual(now.filter((pair) => !before.includes(pair)));
  expect(pairsOf(world.stays), `${what}: stays`).toEqual(now.filter((pair) => before.includes(pair)));
  expect(pairsOf(world.ended), `${what}: ended`).toEqual(before.filter((pair) => !now.includes(pair)));
}

/** Pairs of numbers in rising order for which `touch` holds. */
function brutePairs(ids: readonly number[], touch: (a: number, b: number) => boolean): string[] {
  const sorted = [...ids].sort((a, b) => a - b);
  return sorted.flatMap((a, i) => sorted.slice(i + 1).flatMap((b) => (touch(a, b) ? [`${a} ${b}`] : [])));
}

function ballsTouch(a: BallShape, b: BallShape): boolean {
  const [x, y, z] = a.center.map((value, axis) => b.center[axis] - value);
  return Math.sqrt(x * x + y * y + z * z) <= a.radius + b.radius;
}

describe('a contact world of balls reports what brute force finds', () => {
  const sizes: Readonly<Record<string, (random: Random) => number>> = {
    'like sizes': (random) => random.range(0.4, 0.8),
    'sizes from 1e-9 to 1e9': (random) => 10 ** random.range(-9, 1) * (random.integer(12) === 0 ? 1e8 : 1),
    'no size at all': () => 0,
  };

  it.each(Object.entries(sizes))('while they wander, come and go: %s', (name, size) => {
    const random = createRandom(601);
    const world = createContactWorld({ kernels });
    const balls = new Map<number, BallShape>();
    let before: string[] = [];
    let changes = 0;
    for (let step = 0; step < 300; step++) {
      const where = `${name}, seed 601, step ${step}`;
      for (let k = 0; k < 2; k++) {
        const id = random.integer(60);
        if (balls.has(id)) {
          if (random.integer(3) > 0) continue;
          expect(removeBody(world, id)).toBe(true);
          balls.delete(id);
        } else {
          const ball = createBallShape(
            [0, 1, 2].map(() => random.range(-3, 3)),
            size(random),
          );
          addBody(world, id, ball);
          balls.set(id, ball);
          // A number that is taken again names another body, so what its last bearer touched has ended.
          before = before.map((pair) => (pair.split(' ').includes(String(id)) ? `${pair} (then)` : pair));
        }
      }
      for (const ball of balls.values()) {
        if (step % 40 === 0) ball.center.fill(random.integer(3));
        else for (let axis = 0; axis < 3; axis++) ball.center[axis] += random.range(-0.2, 0.2);
      }
      const now = brutePairs([...balls.keys()], (a, b) => ballsTouch(balls.get(a)!, balls.get(b)!));
      expect(stepContactWorld(world)).toBe(now.length);
      expect(pairsOf(world.touching), where).toEqual(now);
      expect(pairsOf(world.began), where).toEqual(now.filter((pair) => !before.includes(pair)));
      expect(pairsOf(world.stays), where).toEqual(now.filter((pair) => before.includes(pair)));
      const gone = before.filter((pair) => !now.includes(pair)).map((pair) => pair.replace(' (then)', ''));
      expect(pairsOf(world.ended), where).toEqual(gone);
      changes += world.began.count + world.ended.count;
      before = now;
    }
    expect(changes).toBeGreaterThan(100);
  });

  it('in the same words whatever the order in which they came', () => {
    const reports = [0, 1].map((order) => {
      const random = createRandom(602);
      const balls = Array.from({ length: 40 }, () =>
        createBallShape(
          [0, 1, 2].map(() => random.range(-2, 2)),
          0.5,
        ),
      );
      const world = createContactWorld({ kernels });
      const ids = [...balls.keys()];
      for (const i of order === 0 ? ids : ids.reverse()) addBody(world, i * 7, balls[i]);
      if (order === 1) {
        removeBody(world, 35);
        addBody(world, 35, balls[5]);
      }
      const report: string[] = [];
      for (let step = 0; step < 30; step++) {
        stepContactWorld(world);
        report.push(...pairsOf(world.began), '|', ...pairsOf(world.stays), '|', ...pairsOf(world.ended));
        for (const ball of balls) for (let axis = 0; axis < 3; axis++) ball.center[axis] += random.range(-0.3, 0.3);
      }
      return report;
    });
    expect(reports[0]).toEqual(reports[1]);
  });
});

/** Bodies of one mesh at random, to be moved at will. */
function sampleMesh(seed: number): { mesh: Mesh; fields: Float32Array[] } {
  const mesh = soup(createRandom(seed), 24, 0.2, 0.4);
  return { mesh, fields: randomFields(createRandom(seed + 1), mesh, 2, 0.05) };
}

describe('a contact world of deforming bodies', () => {
  it('that are lazy says which surfaces meet, exactly', () => {
    const random = createRandom(610);
    const { mesh, fields } = sampleMesh(611);
    const model = createLinearModel(mesh, fields);
    const bounds = createBdTree(mesh, model, buildTree(mesh));
    const bodies = Array.from({ length: 16 }, () => createLazyBody(kernels, { mesh, model, bounds }));
    const world = createContactWorld({ kernels });
    bodies.forEach((body, id) => addBody(world, id, body));
    const hits = createPairHits(1);
    let before: string[] = [];
    for (let step = 0; step < 40; step++) {
      for (const body of bodies) {
        body.setWeights([random.range(-2, 2), random.range(-2, 2)]);
        body.setPlacement(randomPlacement(random, 1.5));
      }
      stepContactWorld(world);
      for (const body of bodies) body.refit();
      const now = brutePairs([...bodies.keys()], (a, b) => {
        const [p, q] = [bodies[a].positions, bodies[b].positions];
        return brutePairHits(p, mesh.triangles, q, mesh.triangles, hits) > 0;
      });
      expectReport(world, before, now, `seed 610, step ${step}`);
      expect(world.statistics.searches).toBeGreaterThanOrEqual(now.length);
      expect(world.statistics.nodesVisited).toBeGreaterThanOrEqual(world.statistics.searches);
      before = now;
    }
    expect(before.length).toBeGreaterThan(5);
    for (const body of bodies) body.dispose();
  });

  it('that are refitted says which surfaces meet, exactly', () => {
    const random = createRandom(620);
    const { mesh } = sampleMesh(621);
    const axes = [0, 1, 2].map((axis) =>
      new Float32Array(mesh.vertexCount * 3).map((_, k) => (k % 3 === axis ? 1 : 0)),
    );
    const model = createLinearModel(mesh, axes);
    const bodies = (['box', 'sphere'] as const).flatMap((bound) =>
      Array.from({ length: 6 }, () => createRefitBody(kernels, { mesh, model, tree: buildTree(mesh), bound })),
    );
    const world = createContactWorld({ kernels });
    bodies.forEach((body, id) => addBody(world, id, body));
    const hits = createPairHits(1);
    let before: string[] = [];
    for (let step = 0; step < 30; step++) {
      for (const body of bodies) body.setWeights([0, 1, 2].map(() => random.range(-1.5, 1.5)));
      stepContactWorld(world);
      const now = brutePairs([...bodies.keys()], (a, b) => {
        const [p, q] = [bodies[a].positions, bodies[b].positions];
        const met = brutePairHits(p, mesh.triangles, q, mesh.triangles, hits) > 0;
        return met && hits.meetings[0] <= CROSSING;
      });
      expectReport(world, before, now, `seed 620, step ${step}`);
      before = now;
    }
    for (const body of bodies) body.dispose();
  });

  it('known by proxies gives the contacts of each pair, the lower number first', () => {
    const random = createRandom(630);
    const { mesh, fields } = sampleMesh(631);
    const model = createLinearModel(mesh, fields);
    const proxies = createContactProxies(mesh, model, buildTree(mesh, QUINLAN_TREE), { level: 3 });
    const sheet = createLazyBody(kernels, { mesh, model, bounds: createBdTree(mesh, model, buildTree(mesh)) });
    const bodies = Array.from({ length: 12 }, () => createProxyBody(kernels, proxies));
    const world = createContactWorld({ kernels });
    bodies.forEach((body, i) => addBody(world, 10 + i, body));
    addBody(world, 3, createPlaneShape([0, 2, 0], -1));
    addBody(world, 30, createPlaneShape([1, 0, 0], -1));
    addBody(world, 4, createBallShape([0, 1, 0], 0.3));
    addBody(world, 31, createBallShape([1, 0, 0], 0.3));
    addBody(world, 5, sheet);
    const contacts = createProxyContacts(50_000);
    const sphere = new Float64Array(4);
    for (let step = 0; step < 30; step++) {
      for (const body of bodies) {
        body.setWeights([random.range(-2, 2), random.range(-2, 2)]);
        body.setPlacement(randomPlacement(random, 1.5));
      }
      const count = stepContactWorld(world, contacts);
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
          const at = contacts.numbers.subarray(contact * CONTACT_STRIDE, (contact + 1) * CONTACT_STRIDE);
          const sides = [0, CONTACT_CENTER_B].map((offset) => at.subarray(offset, offset + 4));
          [a, b].forEach((id, side) => {
            const body: ProxyBody | undefined = bodies[id - 10];
            if (!body) return;
            body.readProxy(contacts.pairs[contact * 2 + side], sphere);
            expect([...sides[side]], `step ${step}, ${a} ${b}`).toEqual([...sphere]);
          });
          if (a === 3) expect(at[CONTACT_NORMAL + 1]).toBe(1);
          if (b === 30) expect(at[CONTACT_NORMAL]).toBe(-1);
          if (a === 4) expect(at[CONTACT_RADIUS_A]).toBe(0.3);
          if (b === 31) expect(at[CONTACT_RADIUS_B]).toBe(0.3);
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

  it('and meshes meet planes and balls, exactly', () => {
    const { mesh, fields } = sampleMesh(641);
    const model = createLinearModel(mesh, fields);
    const body = createLazyBody(kernels, { mesh, model, bounds: createBdTree(mesh, model, buildTree(mesh)) });
    const world = createContactWorld({ kernels });
    const lowest = mesh.positions.reduce((least, value, k) => (k % 3 === 1 ? Math.min(least, value) : least), Infinity);
    addBody(world, 0, createPlaneShape([0, 1, 0], lowest));
    addBody(world, 1, body);
    addBody(world, 2, createPlaneShape([0, 1, 0], lowest - 1e-9));
    addBody(world, 3, createBallShape([...mesh.positions.subarray(0, 3)], 0));
    stepContactWorld(world);
    expect(pairsOf(world.touching).filter((pair) => pair !== '0 3' && pair !== '2 3')).toEqual(['0 1', '1 3']);
    body.dispose();
  });

  it('of every kind, one with another, says which touch, and where proxies meet triangles', () => {
    const random = createRandom(660);
    const { mesh } = sampleMesh(661);
    const axes = [0, 1, 2].map((axis) =>
      new Float32Array(mesh.vertexCount * 3).map((_, k) => (k % 3 === axis ? 1 : 0)),
    );
    const model = createLinearModel(mesh, axes);
    const bounds = createBdTree(mesh, model, buildTree(mesh));
    const proxies = createContactProxies(mesh, model, buildTree(mesh, QUINLAN_TREE), { level: 3 });
    const lazy = Array.from({ length: 4 }, () => createLazyBody(kernels, { mesh, model, bounds }));
    const refitted = (['box', 'sphere', 'box'] as const).map((bound) =>
      createRefitBody(kernels, { mesh, model, tree: buildTree(mesh), bound }),
    );
    const meshes = [lazy[0], refitted[0], lazy[1], refitted[1], lazy[2], refitted[2], lazy[3]];
    const spheres = Array.from({ length: 4 }, () => createProxyBody(kernels, proxies));
    const plane = createPlaneShape([0, 1, 0], -1);
    const ball = createBallShape([0, 1, 0], 0.3);
    const world = createContactWorld({ kernels });
    // Numbers rise from meshes to proxies to shapes and to meshes again: every kind comes before every other.
    const all = [...meshes.slice(0, 4), ...spheres.slice(0, 2), plane, ball, ...meshes.slice(4), ...spheres.slice(2)];
    all.forEach((body, id) => addBody(world, id, body));
    const contacts = createProxyContacts(50_000);
    const [hits, ballHits] = [createPairHits(1), createTriangleHits(1)];
    const sphere = new Float64Array(4);
    const point = createClosestPoint();
    const isMesh = (body: unknown): body is (typeof meshes)[number] => meshes.includes(body as never);
    let before: string[] = [];
    let met = 0;
    for (let step = 0; step < 40; step++) {
      for (const body of [...meshes, ...spheres]) body.setWeights([0, 1, 2].map(() => random.range(-1.5, 1.5)));
      stepContactWorld(world, contacts);
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

function spheresTouchBall(body: ProxyBody, ball: BallShape): boolean {
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

describe('a contact world', () => {
  it('reports the end of what a removed body touched, also when another takes its number', () => {
    const world = createContactWorld({ kernels });
    addBody(world, 1, createBallShape([0, 0, 0], 1));
    addBody(world, 2, createBallShape([1, 0, 0], 1));
    stepContactWorld(world);
    expectReport(world, [], ['1 2'], 'first');
    removeBody(world, 2);
    addBody(world, 2, createBallShape([1, 0, 0], 1));
    stepContactWorld(world);
    expect(pairsOf(world.ended)).toEqual(['1 2']);
    expect(pairsOf(world.began)).toEqual(['1 2']);
    expect(pairsOf(world.stays)).toEqual([]);
    removeBody(world, 1);
    stepContactWorld(world);
    expectReport(world, ['1 2'], [], 'last');
    stepContactWorld(world);
    expectReport(world, [], [], 'after');
  });

  it('looks only at pairs that are wanted', () => {
    const world = createContactWorld({ kernels, isWanted: (a, b) => (a + b) % 2 === 1 });
    for (let id = 0; id < 4; id++) addBody(world, id, createBallShape([0, 0, 0], 1));
    stepContactWorld(world);
    expect(pairsOf(world.touching)).toEqual(['0 1', '0 3', '1 2', '2 3']);
    expect(world.statistics.searches).toBe(4);
  });

  it('keeps its reports when a body refuses its pose', () => {
    const world = createContactWorld({ kernels });
    const ball = createBallShape([1, 0, 0], 1);
    addBody(world, 1, createBallShape([0, 0, 0], 1));
    addBody(world, 2, ball);
    stepContactWorld(world);
    ball.center[0] = Number.NaN;
    expect(() => stepContactWorld(world)).toThrow(/center\[0\] is NaN/);
    expectReport(world, [], ['1 2'], 'as before');
    ball.center[0] = 5;
    stepContactWorld(world);
    expectReport(world, ['1 2'], [], 'apart');
  });

  it('refuses what it cannot hold', () => {
    const { mesh, fields } = sampleMesh(650);
    const model = createLinearModel(mesh, fields);
    const proxies = createContactProxies(mesh, model, buildTree(mesh, QUINLAN_TREE), { level: 2 });
    const body = createProxyBody(kernels, proxies);
    const foreign = createProxyBody(BACKENDS.typescript, proxies);
    const world = createContactWorld({ kernels });
    addBody(world, 7, body);
    expect(() => addBody(world, 7, createBallShape([0, 0, 0], 1))).toThrow(/there is a body 7 already/);
    expect(() => addBody(world, 8, body)).toThrow(/this body is there already, as 7/);
    expect(() => addBody(world, 8, foreign)).toThrow(/other kernels than the world/);
    expect(() => addBody(world, -1, createBallShape([0, 0, 0], 1))).toThrow(/id is -1/);
    expect(() => addBody(world, 8, undefined as never)).toThrow(/got undefined; pass a body/);
    expect(() => createContactWorld({} as never)).toThrow(/kernels are missing/);
    expect(() => createBallShape([0, 0, 0], -1)).toThrow(/the radius -1/);
    expect(() => createPlaneShape([0, 0, 0], 1)).toThrow(/length 0/);
    expect(removeBody(world, 8)).toBe(false);
    body.dispose();
    expect(() => stepContactWorld(world)).toThrow(/used after dispose/);
    foreign.dispose();
  });
});
