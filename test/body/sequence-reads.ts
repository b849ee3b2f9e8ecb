/** What bodies say of themselves, compared with a fresh body and with the definition; and that they say nothing once they are gone. See random-sequences.test.ts. */
import { type AnyBody, type Body, type ProxyBody, PliantError } from 'pliant';
import { expect } from 'vitest';
import { expectRefused } from '../mesh/expect-refused.js';
import { pick } from '../query/lazy-rigs.js';
import { expectSameWords } from '../support/same-words.js';
import { spheresOf } from './sequence-contacts.js';
import { type Actor, type Play, makeFresh } from './sequence-play.js';

/** Positions, counters, boxes and bounds of a body of triangles. */
export function readMesh(play: Play, actor: Actor, body: Body): void {
  const { pose, refusal, world } = actor;
  const what = `${play.what}: ${actor.name}`;
  expectSameWords(body.pose.weights, Float32Array.from(pose.weights), `${what}: weights`);
  expectSameWords(body.pose.transforms, Float32Array.from(pose.transforms), `${what}: transforms`);
  expectSameWords(body.pose.points, Float32Array.from(pose.points), `${what}: points`);
  const box = new Float64Array(6);
  if (refusal) {
    expectRefused(() => body.rootBox(box), refusal);
    expectRefused(() => body.refresh(), refusal);
    expect(body.isRefitted, what).toBe(false);
    return;
  }
  body.rootBox(box);
  // Vertices that no triangle uses may be anywhere.
  for (const vertex of body.mesh.triangles) {
    for (let axis = 0; axis < 3; axis++) {
      const value = world[vertex * 3 + axis];
      if (!(value >= box[axis] && value <= box[axis + 3])) expect.fail(`${what}: ${value} is out of the box`);
    }
  }
  const { blockCount } = body.bounds;
  const patchCount = 'patchCount' in body.bounds ? body.bounds.patchCount : 0;
  expect(body.blocksEvaluated, what).toBeLessThanOrEqual(blockCount);
  expect(body.patchesBaked, what).toBeLessThanOrEqual(patchCount);
  const fresh = makeFresh(play, actor, pick(play.random, play.references)) as Body;
  expect(body.reach, what).toBe(fresh.reach);
  expect(
    world.every((value) => Math.abs(value) <= body.reach),
    `${what}: reach`,
  ).toBe(true);
  if (play.random.integer(2) === 0) {
    for (const each of [body, fresh]) each.refit();
    expectSameWords(body.positions, world, `${what}: positions`);
    const freshBox = new Float64Array(6);
    body.rootBox(box);
    fresh.rootBox(freshBox);
    expect([...box], what).toEqual([...freshBox]);
    expect([body.blocksEvaluated, body.patchesBaked, body.verticesPosed], what).toEqual([
      blockCount,
      patchCount,
      body.mesh.vertexCount,
    ]);
  }
  fresh.dispose();
}

/** Spheres and boxes of a body of proxies: spheres hold the vertices below them, the box holds all spheres. */
export function readProxies(play: Play, actor: Actor): void {
  const body = actor.body as ProxyBody;
  const { mesh, refusal, world } = actor;
  const what = `${play.what}: ${actor.name}`;
  const box = new Float64Array(6);
  if (refusal) {
    expectRefused(() => body.rootBox(box), refusal);
    return expectRefused(() => body.readProxy(0, box), refusal);
  }
  const fresh = makeFresh(play, actor, pick(play.random, play.references)) as ProxyBody;
  const spheres = spheresOf(body);
  expect(spheres, what).toEqual(spheresOf(fresh));
  body.rootBox(box);
  const freshBox = new Float64Array(6);
  fresh.rootBox(freshBox);
  expect([...box], what).toEqual([...freshBox]);
  fresh.dispose();
  const { ranges, triangleOrder } = body.proxies;
  spheres.forEach(([x, y, z, radius], proxy) => {
    for (let i = ranges[proxy * 2]; i < ranges[proxy * 2] + ranges[proxy * 2 + 1]; i++) {
      for (const vertex of mesh.triangles.subarray(triangleOrder[i] * 3, triangleOrder[i] * 3 + 3)) {
        const [a, b, c] = world.subarray(vertex * 3, vertex * 3 + 3);
        const squared = (a - x) * (a - x) + (b - y) * (b - y) + (c - z) * (c - z);
        if (!(Math.sqrt(squared) <= radius * (1 + 1e-12))) expect.fail(`${what}: proxy ${proxy} loses a vertex`);
      }
    }
  });
}

/** Whatever a body that was disposed of is asked, it refuses. */
export function expectGone(body: AnyBody, what: string): void {
  const members = Object.getOwnPropertyDescriptors(Object.getPrototypeOf(body) as object);
  for (const [name, member] of Object.entries(members)) {
    if (name === 'constructor' || name === 'dispose') continue;
    const method = member.value as ((numbers: Float64Array) => unknown) | undefined;
    const use = (): unknown => (method ? method.call(body, new Float64Array(16)) : Reflect.get(body, name));
    let thrown: unknown;
    try {
      use();
    } catch (error) {
      thrown = error;
    }
    expect(thrown instanceof PliantError && thrown.code, `${what}: ${name} after dispose()`).toBe('disposed');
  }
}
