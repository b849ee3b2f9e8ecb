/** A contact proxy against triangles of a mesh. */
import { closestPointOnTriangle } from '../../narrow/closest-point.js';
import type { PosedTriangles } from '../../query/pair/leaf-pairs.js';
import { CONTACT, COINCIDENT, addIfMet } from './contacts.js';
import { setUp } from './progress.js';
import type { WalkedContacts } from './progress.js';

/** Adds the contacts of the proxy whose sphere is in hand with a run of triangles, in the order of the tree. */
export function meetTriangles(
  walked: WalkedContacts,
  proxy: number,
  triangles: PosedTriangles,
  first: number,
  count: number,
): void {
  const { closest, contacts, fallback, spheres, statistics } = walked;
  const { corners, order, positions } = triangles;
  statistics.triangleTests += count;
  spheres[CONTACT.radiusB] = 0;
  const nearby = spheres[CONTACT.radiusA] * COINCIDENT * 2;
  for (let i = first; i < first + count; i++) {
    const a = corners[i * 3];
    const b = corners[i * 3 + 1];
    const c = corners[i * 3 + 2];
    closestPointOnTriangle(spheres, positions, a, b, c, closest);
    for (let axis = 0; axis < 3; axis++) spheres[CONTACT.centerB + axis] = closest[axis];
    if (closest[3] <= nearby * nearby) setBehind(fallback, positions, a, b, c);
    else setUp(fallback);
    addIfMet(contacts, proxy, order[i], spheres, fallback);
  }
}

/** The direction into the solid behind a triangle, against its normal; up, if it has none. */
function setBehind(out: Float64Array, p: Float32Array, a: number, b: number, c: number): void {
  const ux = p[b * 3] - p[a * 3];
  const uy = p[b * 3 + 1] - p[a * 3 + 1];
  const uz = p[b * 3 + 2] - p[a * 3 + 2];
  const vx = p[c * 3] - p[a * 3];
  const vy = p[c * 3 + 1] - p[a * 3 + 1];
  const vz = p[c * 3 + 2] - p[a * 3 + 2];
  const x = uz * vy - uy * vz;
  const y = ux * vz - uz * vx;
  const z = uy * vx - ux * vy;
  const length = Math.sqrt(x * x + y * y + z * z);
  setUp(out);
  if (!(length > 0 && length < Infinity)) return;
  out[0] = x / length;
  out[1] = y / length;
  out[2] = z / length;
}
