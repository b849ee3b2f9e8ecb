/** What an answer that was cut short is judged by: how far it is from the whole one, and whether it covers what truly meets. */
import { CONTACT } from 'pliant';
import type { SphereSource, WalkAnswer } from 'pliant/sim';

/** Where the spheres of an answer are: centres of both sides, six numbers a contact. */
export function centersOf({ contacts }: WalkAnswer): Float64Array {
  const centers = new Float64Array(contacts.count * 6);
  for (let i = 0; i < contacts.count; i++) {
    for (let axis = 0; axis < 3; axis++) {
      centers[i * 6 + axis] = contacts.numbers[i * CONTACT.stride + CONTACT.centerA + axis];
      centers[i * 6 + 3 + axis] = contacts.numbers[i * CONTACT.stride + CONTACT.centerB + axis];
    }
  }
  return centers;
}

/**
 * The largest distance from an answered sphere to the nearest one of the same side in the whole answer, from centre to centre: 0 when the answer is whole, for then it has the same
 * spheres. Not below the floor.
 */
export function errorOf(answered: Float64Array, whole: Float64Array, floor: number): number {
  let largest = floor * floor;
  for (let i = 0; i < answered.length; i += 3) {
    // In an answer that is whole, it stands in the same place.
    let nearest = i + 3 <= whole.length ? squaredBetween(answered, i, whole, i) : Infinity;
    for (let j = i % 6; j < whole.length && nearest > largest; j += 6) {
      nearest = Math.min(nearest, squaredBetween(answered, i, whole, j));
    }
    largest = Math.max(largest, nearest);
  }
  return Math.sqrt(largest);
}

function squaredBetween(a: Float64Array, i: number, b: Float64Array, j: number): number {
  const x = a[i] - b[j];
  const y = a[i + 1] - b[j + 1];
  const z = a[i + 2] - b[j + 2];
  return x * x + y * y + z * z;
}

/** The parent of each node. */
export function parentsOf({ childCount, firstChild, nodeCount }: SphereSource): Uint32Array {
  const parents = new Uint32Array(nodeCount);
  for (let node = 0; node < nodeCount; node++) {
    for (let child = 0; child < childCount[node]; child++) parents[firstChild[node] + child] = node;
  }
  return parents;
}

/**
 * How many pairs of leaves that truly meet are not covered: no answered pair is above them or is them. Two nodes for each pair of leaves.
 */
export function countMissed(
  { contacts }: WalkAnswer,
  leaves: Uint32Array,
  parents: readonly [Uint32Array, Uint32Array],
): number {
  const answered = new Set<number>();
  for (let i = 0; i < contacts.count; i++) answered.add(nameOf(contacts.pairs[i * 2], contacts.pairs[i * 2 + 1]));
  let missed = 0;
  for (let i = 0; i < leaves.length; i += 2) {
    if (!isCovered(answered, leaves[i], leaves[i + 1], parents)) missed++;
  }
  return missed;
}

function isCovered(
  answered: Set<number>,
  a: number,
  b: number,
  [inA, inB]: readonly [Uint32Array, Uint32Array],
): boolean {
  for (let nodeA = a; ; nodeA = inA[nodeA]) {
    for (let nodeB = b; ; nodeB = inB[nodeB]) {
      if (answered.has(nameOf(nodeA, nodeB))) return true;
      if (nodeB === 0) break;
    }
    if (nodeA === 0) return false;
  }
}

function nameOf(a: number, b: number): number {
  return a * 0x1000000 + b;
}
