/** Contacts of spheres with the triangles of a closed surface, of which a sphere may meet many, and may have come to the other side. */
import { CONTACT } from 'pliant';
import type { Contacts } from 'pliant';
import type { Mesh } from 'pliant/parts';

/** Unit normals of all triangles, three numbers each; zero where a triangle has none. */
export function findTriangleNormals({ positions, triangleCount, triangles }: Mesh): Float64Array {
  const normals = new Float64Array(triangleCount * 3);
  for (let t = 0; t < triangleCount; t++) {
    const [a, b, c] = [triangles[t * 3] * 3, triangles[t * 3 + 1] * 3, triangles[t * 3 + 2] * 3];
    const [ux, uy, uz] = [0, 1, 2].map((k) => positions[b + k] - positions[a + k]);
    const [vx, vy, vz] = [0, 1, 2].map((k) => positions[c + k] - positions[a + k]);
    const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    const length = Math.sqrt(x * x + y * y + z * z);
    if (length > 0) normals.set([x / length, y / length, z / length], t * 3);
  }
  return normals;
}

/**
 * Turns the contacts of spheres whose centre has come behind a triangle, so that they are pushed out as they came. A contact knows only the way from the centre to the closest point; from behind, that way leads outward. The deeper the centre, the more a sphere has to be pushed.
 * `normals` are those at rest: the surface may swing, but not turn over.
 */
export function turnContactsOutward(contacts: Contacts, normals: Float64Array): void {
  const { numbers, pairs } = contacts;
  for (let contact = 0; contact < contacts.count; contact++) {
    const at = contact * CONTACT.stride;
    const normal = at + CONTACT.normal;
    const triangle = pairs[contact * 2 + 1] * 3;
    const outward =
      numbers[normal] * normals[triangle] +
      numbers[normal + 1] * normals[triangle + 1] +
      numbers[normal + 2] * normals[triangle + 2];
    if (!(outward > 0)) continue;
    for (let axis = 0; axis < 3; axis++) numbers[normal + axis] *= -1;
    numbers[at + CONTACT.depth] = 2 * numbers[at + CONTACT.radiusA] - numbers[at + CONTACT.depth];
  }
}

/**
 * Leaves one contact of each sphere, the deepest, and of equal ones the first: how hard a sphere is pushed does not depend on how fine the surface is. They are in the order in which spheres came first. `places` has a number for each sphere, and is overwritten.
 */
export function keepDeepest(contacts: Contacts, places: Int32Array): void {
  const { numbers, pairs } = contacts;
  const { depth, stride } = CONTACT;
  places.fill(-1);
  let kept = 0;
  for (let contact = 0; contact < contacts.count; contact++) {
    const proxy = pairs[contact * 2];
    let place = places[proxy];
    if (place < 0) place = places[proxy] = kept++;
    else if (!(numbers[contact * stride + depth] > numbers[place * stride + depth])) continue;
    if (place === contact) continue;
    numbers.copyWithin(place * stride, contact * stride, (contact + 1) * stride);
    pairs.copyWithin(place * 2, contact * 2, (contact + 1) * 2);
  }
  contacts.count = kept;
}
