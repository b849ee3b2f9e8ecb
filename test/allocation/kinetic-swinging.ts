/** A sheet whose vertices swing for ever: there are events in every frame. Each form of tree has a file, and so a process, of its own. */
import {
  type AnyKineticTree,
  type Flightplan,
  advance,
  boxAt,
  findLeavesInBox,
  planFlights,
  setFlight,
} from 'pliant/kinetic';
import { createRandom } from 'pliant/exact';
import { expect } from 'vitest';
import { sheet } from '../mesh/make-meshes.js';
import { ALLOWED_BYTES_PER_FRAME, bytesPerFrame } from './count-allocations.js';

/** Flights, events, boxes and queries of a tree over the sheet allocate nothing. */
export function expectNothingAllocated(create: (plan: Flightplan, triangles: Uint32Array) => AnyKineticTree): void {
  const { positions, triangles } = sheet(6, 6);
  const random = createRandom(1);
  const velocities = positions.map(() => random.range(-1, 1));
  const tree = create(planFlights({ positions, velocities }), triangles);
  // Each frame one vertex gets a new velocity, so that events go on for ever.
  const flights = Array.from({ length: 256 }, () => ({
    position: [0, 1, 2].map(() => random.range(0, 6)),
    velocity: [0, 1, 2].map(() => random.range(-1, 1)),
  }));
  const leaves = new Uint32Array(100);
  const box = new Float32Array(6);
  const query = [1, 1, -1, 3, 3, 1];
  // Beside a word, numbers stay the objects that they are: passing them on makes no new ones.
  const times: (number | string)[] = Array.from({ length: 100_000 }, (_, frame) => frame / 64);
  times.push('end');
  let frames = 0;
  const bytes = bytesPerFrame(() => {
    frames++;
    setFlight(tree, frames % 49, flights[(frames * 7) & 255]);
    advance(tree, times[frames] as number);
    boxAt(tree, tree.root, box);
    findLeavesInBox(tree, query, leaves);
  });
  expect(bytes).toBeLessThan(ALLOWED_BYTES_PER_FRAME);
  expect(tree.counts.leafEvents + tree.counts.treeEvents).toBeGreaterThan(frames / 10);
}
