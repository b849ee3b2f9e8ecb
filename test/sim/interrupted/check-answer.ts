/** What must hold of every answer of a walk, whatever its budget was. */
import { CONTACT } from 'pliant';
import type { InterruptedWalk } from 'pliant/sim';
import { expect } from 'vitest';
import { distance, parentsOf } from './random-trees.js';

/** Every overlapping pair of leaves has an answered pair above it or is one, and lies as near to it as its error says; and no answered pair is farther apart than that. */
export function expectCovered(
  { answer, sourceA, sourceB }: InterruptedWalk,
  leaves: readonly (readonly [number, number])[],
  spheresA: Float64Array,
  spheresB: Float64Array,
): void {
  const { count, dropped, numbers, pairs } = answer.contacts;
  expect(dropped).toBe(0);
  const answered = new Map<string, number>();
  for (let i = 0; i < count; i++) answered.set(`${pairs[i * 2]} ${pairs[i * 2 + 1]}`, i);
  expect(answered.size, 'no pair is answered twice').toBe(count);
  const [parentsA, parentsB] = [parentsOf(sourceA), parentsOf(sourceB)];
  for (const [a, b] of leaves) {
    const found: number[] = [];
    for (const above of upTo(a, parentsA)) {
      for (const other of upTo(b, parentsB)) {
        const pair = answered.get(`${above} ${other}`);
        if (pair !== undefined) found.push(pair);
      }
    }
    expect(found.length, `leaves ${a} and ${b} have one answered pair above them`).toBe(1);
    const [pair] = found;
    const point = commonPoint(spheresA.subarray(a * 4, a * 4 + 4), spheresB.subarray(b * 4, b * 4 + 4));
    const at = pair * CONTACT.stride;
    for (const center of [at + CONTACT.centerA, at + CONTACT.centerB]) {
      // The farthest point of the sphere.
      const far = distance(point, numbers.subarray(center, center + 3)) + numbers[center + 3];
      expect(far).toBeLessThanOrEqual(answer.errors[pair] * (1 + 1e-12));
    }
  }
  for (let i = 0; i < count; i++) {
    expect(answer.errors[i]).toBeLessThanOrEqual(answer.errorBound);
    // What is below the two nodes is no farther apart than the error: any point of a leaf of the one from any of the other.
    const [a, b] = [firstLeaf(sourceA, pairs[i * 2]) * 4, firstLeaf(sourceB, pairs[i * 2 + 1]) * 4];
    const [leafA, leafB] = [spheresA.subarray(a, a + 4), spheresB.subarray(b, b + 4)];
    expect(distance(leafA, leafB) + leafA[3] + leafB[3]).toBeLessThanOrEqual(answer.errors[i] * (1 + 1e-9));
  }
}

/** The leaf that a node comes to by first children. */
function firstLeaf({ childCount, firstChild }: InterruptedWalk['sourceA'], node: number): number {
  let leaf = node;
  while (childCount[leaf] > 0) leaf = firstChild[leaf];
  return leaf;
}

/** A node and all above it. */
function upTo(node: number, parents: Uint32Array): number[] {
  const nodes = [node];
  for (let at = node; at !== 0; at = parents[at]) nodes.push(parents[at]);
  return nodes;
}

/** A point in both spheres, which overlap: on the line of their centres. */
function commonPoint(a: Float64Array, b: Float64Array): number[] {
  const apart = distance(a, b);
  const low = Math.max(-a[3], apart - b[3]);
  const high = Math.min(a[3], apart + b[3]);
  const share = apart > 0 ? (low + high) / 2 / apart : 0;
  return [0, 1, 2].map((axis) => a[axis] + share * (b[axis] - a[axis]));
}
