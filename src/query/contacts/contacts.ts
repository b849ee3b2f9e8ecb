/**
 * Where searches put contacts between spheres: a buffer that belongs to the caller and is filled from the front. A full
 * buffer loses nothing in silence: what did not fit is counted.
 */
import { requireInteger } from '../../checks.js';

/** Where the numbers of a contact are. */
export const CONTACT = {
  /** The centre of the first sphere. */
  centerA: 0,
  /** The radius of the first sphere. */
  radiusA: 3,
  /** The centre of the second sphere; the closest point of a triangle or of a plane, if it is one of those. */
  centerB: 4,
  /** The radius of the second sphere; 0 for a triangle or a plane. */
  radiusB: 7,
  /** A unit vector from the first to the second, along which they are to be pushed apart. */
  normal: 8,
  /** How far they must be pushed apart to touch in one point; 0 when they just touch. */
  depth: 11,
  /** Numbers of a contact. */
  stride: 12,
} as const;

/** Contacts that a search found. */
export interface Contacts {
  /** {@link CONTACT}.stride numbers per contact, in world space. */
  readonly numbers: Float64Array;
  /** Two entries per contact: the proxy of the first body, and the proxy or the triangle of the second (0 for a shape). */
  readonly pairs: Uint32Array;
  /** How many are stored. */
  count: number;
  /** Found, but not stored for want of room. */
  dropped: number;
}

/** Room for `capacity` contacts. */
export function createContacts(capacity: number): Contacts {
  requireInteger('createContacts', 'capacity', capacity, 0, 0x3ffffff);
  return {
    numbers: new Float64Array(capacity * CONTACT.stride),
    pairs: new Uint32Array(capacity * 2),
    count: 0,
    dropped: 0,
  };
}

/** Empties the buffer. */
export function clearContacts(contacts: Contacts): void {
  contacts.count = 0;
  contacts.dropped = 0;
}

/** Share of the radii below which the distance of two centres is mere rounding, and says nothing about a direction. */
export const COINCIDENT = 1e-9;

/**
 * Stores the contact of two spheres, given by their centres and radii in `spheres`, if they meet; touching counts. When
 * the centres coincide there is no direction from one to the other, and `fallback` (three numbers) is taken.
 */
export function addIfMet(
  contacts: Contacts,
  a: number,
  b: number,
  spheres: Float64Array,
  fallback: Float64Array,
): boolean {
  const x = spheres[CONTACT.centerB] - spheres[CONTACT.centerA];
  const y = spheres[CONTACT.centerB + 1] - spheres[CONTACT.centerA + 1];
  const z = spheres[CONTACT.centerB + 2] - spheres[CONTACT.centerA + 2];
  const distance = Math.sqrt(x * x + y * y + z * z);
  const reach = spheres[CONTACT.radiusA] + spheres[CONTACT.radiusB];
  const depth = reach - distance;
  if (!(depth >= 0)) return false;
  const at = startContact(contacts, a, b, spheres);
  if (at < 0) return true;
  const { numbers } = contacts;
  const isApart = distance > reach * COINCIDENT;
  numbers[at + CONTACT.normal] = isApart ? x / distance : fallback[0];
  numbers[at + CONTACT.normal + 1] = isApart ? y / distance : fallback[1];
  numbers[at + CONTACT.normal + 2] = isApart ? z / distance : fallback[2];
  numbers[at + CONTACT.depth] = depth;
  return true;
}

/** Stores the two spheres of a contact and returns where its numbers are, or counts it as dropped and returns -1. */
export function startContact(contacts: Contacts, a: number, b: number, spheres: Float64Array): number {
  const { count, numbers, pairs } = contacts;
  if (count * 2 >= pairs.length) {
    contacts.dropped++;
    return -1;
  }
  const at = count * CONTACT.stride;
  for (let k = 0; k < CONTACT.normal; k++) numbers[at + k] = spheres[k];
  pairs[count * 2] = a;
  pairs[count * 2 + 1] = b;
  contacts.count++;
  return at;
}

/** Makes the first the second and the second the first, in all contacts from `first` on. */
export function flipContacts(contacts: Contacts, first: number): void {
  const { numbers, pairs } = contacts;
  for (let contact = first; contact < contacts.count; contact++) {
    const at = contact * CONTACT.stride;
    for (let k = 0; k < CONTACT.centerB; k++) {
      const value = numbers[at + k];
      numbers[at + k] = numbers[at + CONTACT.centerB + k];
      numbers[at + CONTACT.centerB + k] = value;
    }
    for (let axis = 0; axis < 3; axis++) numbers[at + CONTACT.normal + axis] *= -1;
    const a = pairs[contact * 2];
    pairs[contact * 2] = pairs[contact * 2 + 1];
    pairs[contact * 2 + 1] = a;
  }
}
