/**
 * What a walk answers, complete or cut short: leaves that overlap, then untested pairs taken as colliding, each with how far off it may be.
 *
 * **The error.** That of a pair of spheres A and B is the diameter of their union, at least: max(2r_A, 2r_B, d + r_A + r_B), d being the distance of their centres. Two points of the union are never farther
 * from each other. So
 *
 * 1. whatever the two surfaces have in common below the pair, and every contact of leaves below it that lies in both spheres, is no farther than the error from any point of either sphere;
 * 2. the surfaces below the pair come as near to each other as the error, for each has a point in its sphere: what is answered as a contact may be none, but not by more.
 *
 * The largest of all is the error of the answer. Where spheres lie in those above them, the union of a pair lies in that of the pair that it came from, so with more tests the error never grows. In
 * trees whose spheres stick out of their parents the bounds hold as well, and may rise by what sticks out.
 */
import { CONTACT, createContacts } from '../../index.js';
import { evaluateSphere } from './sphere-source.js';
import type { InterruptedWalk, WalkAnswer } from './walk-record.js';

/** Distances are good to a few roundoffs; so much more makes the error safe. */
const SLACK = 1 + 1e-14;
/** Share of the radii below which the distance of two centres says nothing about a direction. */
const COINCIDENT = 1e-9;

/** Room for an answer. */
export function createAnswer(capacity: number): WalkAnswer {
  return {
    contacts: createContacts(capacity),
    errors: new Float64Array(capacity),
    leafCount: 0,
    errorBound: 0,
    isComplete: false,
  };
}

/** Writes what the walk knows. Spheres that have not been tested are evaluated for it. */
export function writeAnswer(walk: InterruptedWalk): void {
  const { answer, contactCount, contacts, head, pairs, sourceA, sourceB, turned } = walk;
  const capacity = turned.length;
  answer.contacts.count = 0;
  answer.contacts.dropped = 0;
  answer.errorBound = 0;
  answer.leafCount = contactCount;
  answer.isComplete = walk.waiting === 0;
  for (let i = 0; i < contactCount; i++) writePair(walk, contacts[i * 2], contacts[i * 2 + 1]);
  for (let i = 0; i < walk.waiting; i++) {
    const at = head + i < capacity ? head + i : head + i - capacity;
    evaluateSphere(sourceA, pairs[at * 2]);
    evaluateSphere(sourceB, pairs[at * 2 + 1]);
    writePair(walk, pairs[at * 2], pairs[at * 2 + 1]);
  }
}

function writePair({ answer, sourceA, sourceB }: InterruptedWalk, a: number, b: number): void {
  const { numbers, pairs } = answer.contacts;
  const spheresA = sourceA.spheres;
  const spheresB = sourceB.spheres;
  const index = answer.contacts.count++;
  const at = index * CONTACT.stride;
  const radiusA = spheresA[a * 4 + 3];
  const radiusB = spheresB[b * 4 + 3];
  const x = spheresB[b * 4] - spheresA[a * 4];
  const y = spheresB[b * 4 + 1] - spheresA[a * 4 + 1];
  const z = spheresB[b * 4 + 2] - spheresA[a * 4 + 2];
  const distance = Math.sqrt(x * x + y * y + z * z);
  const reach = radiusA + radiusB;
  const isApart = distance > reach * COINCIDENT;
  const depth = reach - distance;
  pairs[index * 2] = a;
  pairs[index * 2 + 1] = b;
  for (let axis = 0; axis < 3; axis++) {
    numbers[at + CONTACT.centerA + axis] = spheresA[a * 4 + axis];
    numbers[at + CONTACT.centerB + axis] = spheresB[b * 4 + axis];
  }
  numbers[at + CONTACT.radiusA] = radiusA;
  numbers[at + CONTACT.radiusB] = radiusB;
  numbers[at + CONTACT.normal] = isApart ? x / distance : 0;
  numbers[at + CONTACT.normal + 1] = isApart ? y / distance : 1;
  numbers[at + CONTACT.normal + 2] = isApart ? z / distance : 0;
  numbers[at + CONTACT.depth] = depth < 0 ? 0 : depth;
  const error = Math.max(2 * radiusA, 2 * radiusB, distance + reach) * SLACK;
  answer.errors[index] = error;
  // Spheres that are no numbers promise nothing. Written as one choice, the error would be put on the heap first.
  if (!(error >= 0)) answer.errors[index] = Infinity;
  if (answer.errors[index] > answer.errorBound) answer.errorBound = answer.errors[index];
}
