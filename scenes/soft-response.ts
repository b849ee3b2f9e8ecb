/**
 * How two soft bodies push each other where spheres meet, in three ways.
 *
 * - `shared`: all contacts of the pair share one stiffness, as `pushApart` does. Momentum is kept. Where contacts are many, most of them are shallow, and the pair gives way.
 * - `local`: contacts share stiffness with those alone that push the same vertices. A contact has the n-th part if n contacts push the busiest of its vertices, so no vertex is pushed harder than by one contact alone, and a wide area
 *   holds more than a narrow one. Both sides get the same, so momentum is kept.
 * - `averaged`: each vertex takes the mean of what it is given, as in the paper. Momentum is not kept.
 */
import { CONTACT } from 'pliant';
import type { Contacts } from 'pliant';
import { averageForces, createPenalty, pushApart } from 'pliant/sim';
import type { PenaltyOptions, SoftSide } from 'pliant/sim';

/** See above. */
export type SoftResponse = 'shared' | 'local' | 'averaged';

const PENALTY = createPenalty({ frequency: 40, damping: 0.5, friction: 0.3, slip: 0.05 });
/** Metres. A large sphere stands for much that is below it, and its depth says little: it pushes no harder than this. */
const MOST_DEPTH = 0.04;

/** Adds forces to both sides. Depths of contacts are cut to what is pushed with. */
export function pushSoftBodies(contacts: Contacts, a: SoftSide, b: SoftSide, response: SoftResponse): void {
  const { count, numbers } = contacts;
  for (let i = CONTACT.depth; i < count * CONTACT.stride; i += CONTACT.stride) {
    numbers[i] = Math.min(numbers[i], MOST_DEPTH);
  }
  if (response === 'shared') pushApart(contacts, 0, count, a, b, PENALTY);
  else if (response === 'local') pushLocally(contacts, a, b);
  else {
    for (let i = 0; i < count; i++) pushApart(contacts, i, i + 1, a, b, PENALTY);
    averageForces(a);
    averageForces(b);
  }
}

/** Stiffness goes by the square of the frequency, damping by the frequency times its share: so with both divided by the root of n, a contact has the n-th part of both. */
function pushLocally(contacts: Contacts, a: SoftSide, b: SoftSide): void {
  const { count, numbers, pairs } = contacts;
  a.received.fill(0);
  b.received.fill(0);
  for (let i = 0; i < count; i++) {
    if (!(numbers[i * CONTACT.stride + CONTACT.depth] > 0)) continue;
    countPushes(a, pairs[i * 2]);
    countPushes(b, pairs[i * 2 + 1]);
  }
  const [busyA, busyB] = [a.received.slice(), b.received.slice()];
  const penalty: { -readonly [Name in keyof PenaltyOptions]-?: number } = { ...PENALTY };
  for (let i = 0; i < count; i++) {
    if (!(numbers[i * CONTACT.stride + CONTACT.depth] > 0)) continue;
    const busiest = Math.max(findBusiest(a, pairs[i * 2], busyA), findBusiest(b, pairs[i * 2 + 1], busyB));
    const share = 1 / Math.sqrt(busiest);
    penalty.frequency = PENALTY.frequency * share;
    penalty.damping = PENALTY.damping * share;
    pushApart(contacts, i, i + 1, a, b, penalty);
  }
}

function countPushes({ received, starts, vertices }: SoftSide, node: number): void {
  for (let k = starts[node]; k < starts[node + 1]; k++) received[vertices[k]]++;
}

function findBusiest({ starts, vertices }: SoftSide, node: number, busy: Uint32Array): number {
  let most = 1;
  for (let k = starts[node]; k < starts[node + 1]; k++) most = Math.max(most, busy[vertices[k]]);
  return most;
}
