/** Questions about proxies: contacts with a ball, a plane, other proxies or triangles. See random-sequences.test.ts. */
import {
  type AnyBody,
  type Contacts,
  type ProxyBody,
  CONTACT,
  beginContacts,
  createBall,
  createContacts,
  createPlane,
  findContacts,
} from 'pliant';
import { type Random, closestPointOnTriangle } from 'pliant/exact';
import { type Posed, nearPoint, radiusNear } from '../query/lazy-queries.js';
import { pick } from '../query/lazy-rigs.js';
import type { Found, Question } from './sequence-questions.js';

const ROOM = 4000;

/** A question about proxies: with a ball or a plane, or with another body, whose triangles are where `other` says. */
export function askProxies(random: Random, posed: Posed, other: Posed | undefined): Question {
  const contacts = createContacts(pick(random, [2, ROOM]));
  const center = nearPoint(random, posed);
  const radius = radiusNear(random, posed, center);
  const normal = [0, 1, 2].map(() => random.range(-1, 1));
  const thing =
    random.integer(2) === 0
      ? createBall(center, radius)
      : createPlane(normal, normal[0] * center[0] + normal[1] * center[1] + normal[2] * center[2]);
  const otherOf = (bodies: readonly AnyBody[]): AnyBody | typeof thing => (other ? bodies[1] : thing);
  return {
    what: other ? 'contacts of two' : `contacts with a ${thing.shape}`,
    isOrdered: false,
    begin: (search, bodies) => {
      contacts.count = contacts.dropped = 0;
      beginContacts(search, bodies[0] as ProxyBody, otherOf(bodies), contacts);
    },
    find: (bodies) => findContacts(bodies[0] as ProxyBody, otherOf(bodies), contacts),
    read: () => contactsOf(contacts),
    brute: (bodies) => {
      const spheres = spheresOf(bodies[0] as ProxyBody);
      let rows: number[][];
      if (!other) rows = spheres.flatMap((sphere, i) => (depthIn(sphere, thing) >= 0 ? [[i, 0]] : []));
      else if ('readProxy' in bodies[1]) {
        const others = spheresOf(bodies[1]);
        rows = spheres.flatMap((p, i) => others.flatMap((q, j) => (p[3] + q[3] - apart(p, q) >= 0 ? [[i, j]] : [])));
      } else rows = spheres.flatMap((sphere, i) => trianglesWithin(sphere, other).map((triangle) => [i, triangle]));
      return { rows, total: rows.length };
    },
    rowLength: 2,
  };
}

/** Centre and radius of every proxy. */
export function spheresOf(body: ProxyBody): number[][] {
  const sphere = new Float64Array(4);
  return Array.from({ length: body.proxies.proxyCount }, (_, proxy) => {
    body.readProxy(proxy, sphere);
    return [...sphere];
  });
}

function depthIn(
  [x, y, z, radius]: readonly number[],
  thing: ReturnType<typeof createBall | typeof createPlane>,
): number {
  if (thing.shape === 'ball') return radius + thing.radius - apart([x, y, z], [...thing.center]);
  const { plane } = thing;
  return radius - (x * plane[0] + y * plane[1] + z * plane[2] - plane[3]);
}

function trianglesWithin(sphere: readonly number[], { mesh, world }: Posed): number[] {
  const point = Float64Array.from(sphere);
  const closest = new Float64Array(4);
  const within: number[] = [];
  for (let t = 0; t < mesh.triangleCount; t++) {
    const [i, j, k] = mesh.triangles.subarray(t * 3, t * 3 + 3);
    closestPointOnTriangle(point, world, i, j, k, closest);
    if (sphere[3] - apart(sphere, [...closest]) >= 0) within.push(t);
  }
  return within;
}

function apart(a: readonly number[], b: readonly number[]): number {
  const [x, y, z] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  return Math.sqrt(x * x + y * y + z * z);
}

function contactsOf({ numbers, pairs, count, dropped }: Contacts): Found {
  const rows = Array.from({ length: count }, (_, i) => [
    ...pairs.subarray(i * 2, i * 2 + 2),
    ...numbers.subarray(i * CONTACT.stride, (i + 1) * CONTACT.stride),
  ]);
  return { rows, total: count + dropped };
}
