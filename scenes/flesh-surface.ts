/** Skin as triangles: a net over flesh with about as many as are wanted, evened out on the surface. */
import { createMesh } from 'pliant/parts';
import type { Mesh } from 'pliant/parts';

import { PROBE_GRADIENT, PROBE_LENGTH, PROBE_VALUE, measureFlesh } from './flesh.js';
import type { Flesh } from './flesh.js';
import { netFlesh } from './flesh-net.js';
import type { Net } from './flesh-net.js';

/** How near the number of triangles must be to the wanted one. */
const TOLERANCE = 0.005;
const MOST_TRIALS = 12;
/** Where the grain of the grid keeps the search from the number, so many steps beside the best are tried, each further off by this share. */
const MOST_NEIGHBOURS = 12;
const NEIGHBOUR = 0.0011;
const RELAXATIONS = 4;
const RELAXATION = 0.7;

/** Meshes the flesh with so many triangles, within one percent: a closed surface in one piece. */
export function meshFlesh(flesh: Flesh, triangleCount: number): Mesh {
  const net = findNet(flesh, triangleCount);
  for (let round = 0; round < RELAXATIONS; round++) {
    evenOut(net);
    evenOut(net);
    project(flesh, net);
  }
  project(flesh, net);
  return createMesh({ positions: Float32Array.from(net.positions), triangles: cutQuads(net) });
}

/** The number of triangles falls with the square of the step, but for the grain of the grid. */
function findNet(flesh: Flesh, triangleCount: number): Net {
  let step = Math.sqrt(flesh.netDensity / triangleCount);
  let best = netFlesh(flesh, step);
  for (let trial = 1; trial < MOST_TRIALS && missOf(best, triangleCount) > TOLERANCE; trial++) {
    const net = trial === 1 ? best : netFlesh(flesh, step);
    if (missOf(net, triangleCount) < missOf(best, triangleCount)) best = net;
    step = net.step * Math.sqrt(net.quads.length / 2 / triangleCount);
  }
  const found = best.step;
  for (let trial = 2; trial < MOST_NEIGHBOURS + 2 && missOf(best, triangleCount) > TOLERANCE; trial++) {
    const away = (trial >> 1) * NEIGHBOUR;
    const net = netFlesh(flesh, found * (trial % 2 === 0 ? 1 + away : 1 - away));
    if (missOf(net, triangleCount) < missOf(best, triangleCount)) best = net;
  }
  return best;
}

function missOf(net: Net, triangleCount: number): number {
  return Math.abs(net.quads.length / 2 / triangleCount - 1);
}

/** Moves every vertex towards the middle of its neighbours. */
function evenOut({ positions, quads }: Net): void {
  const sums = new Float64Array(positions.length);
  const counts = new Uint32Array(positions.length / 3);
  for (let q = 0; q < quads.length; q += 4) {
    for (let corner = 0; corner < 4; corner++) {
      const vertex = quads[q + corner];
      const next = quads[q + ((corner + 1) & 3)];
      const previous = quads[q + ((corner + 3) & 3)];
      for (let axis = 0; axis < 3; axis++) {
        sums[vertex * 3 + axis] += positions[next * 3 + axis] + positions[previous * 3 + axis];
      }
      counts[vertex] += 2;
    }
  }
  for (let k = 0; k < positions.length; k++) {
    positions[k] += RELAXATION * (sums[k] / counts[Math.floor(k / 3)] - positions[k]);
  }
}

/** Brings every vertex back to the skin, by one step of Newton's method along the gradient. */
function project(flesh: Flesh, { positions, step }: Net): void {
  const probe = new Float64Array(PROBE_LENGTH);
  for (let at = 0; at < positions.length; at += 3) {
    for (let axis = 0; axis < 3; axis++) probe[axis] = positions[at + axis];
    measureFlesh(flesh, probe);
    const steepness = probe[4] * probe[4] + probe[5] * probe[5] + probe[6] * probe[6];
    const far = Math.min(Math.max(probe[PROBE_VALUE] / Math.max(steepness, 0.1), -step), step);
    for (let axis = 0; axis < 3; axis++) positions[at + axis] -= far * probe[PROBE_GRADIENT + axis];
  }
}

/** Cuts every quad along its shorter diagonal. */
function cutQuads({ positions, quads }: Net): Uint32Array {
  const triangles = new Uint32Array((quads.length / 4) * 6);
  let at = 0;
  for (let q = 0; q < quads.length; q += 4) {
    const [a, b, c, d] = [quads[q], quads[q + 1], quads[q + 2], quads[q + 3]];
    const isFirst = distanceSquared(positions, a, c) <= distanceSquared(positions, b, d);
    triangles.set(isFirst ? [a, b, c, a, c, d] : [b, c, d, b, d, a], at);
    at += 6;
  }
  return triangles;
}

function distanceSquared(positions: Float64Array, a: number, b: number): number {
  let sum = 0;
  for (let axis = 0; axis < 3; axis++) {
    const difference = positions[a * 3 + axis] - positions[b * 3 + axis];
    sum += difference * difference;
  }
  return sum;
}
