/** What modes have to do with a contact: how far they give way, how fast they move the place, and what they take of a push. Places are known by the vertex that stands for a proxy. */
import { fieldIndex } from '../../parts.js';
import { turnVector, turnVectorBack } from '../rigid/turned.js';
import type { VibratingSide } from './sides.js';

/** A vector along the axes of the mesh, or of the world. */
const local = new Float64Array(3);

/** By how much a unit impulse along a vector changes the speed of the place along it, by way of modes: each has a mass of 1. */
export function inverseMassOfModes(side: VibratingSide, proxy: number, n: ArrayLike<number>, i: number): number {
  const { bodies, body, model, vertices } = side;
  turnVectorBack(bodies.turns, body * 4, n, i, local, 0);
  const { fieldCount, fields } = model;
  const [x, y, z] = placesOf(fieldCount, vertices[proxy]);
  const step = fieldIndex(fieldCount, 1, 0);
  let sum = 0;
  for (let mode = 0; mode < fieldCount; mode++) {
    const at = mode * step;
    const along = fields[x + at] * local[0] + fields[y + at] * local[1] + fields[z + at] * local[2];
    sum += along * along;
  }
  return sum;
}

/** Adds the speed at which modes move the place, in the world, times `sign`. */
export function addSpeedOfModes(side: VibratingSide, proxy: number, sign: number, out: Float64Array): void {
  const { bodies, body, model, vertices, vibration } = side;
  const { fieldCount, fields } = model;
  const [x, y, z] = placesOf(fieldCount, vertices[proxy]);
  const step = fieldIndex(fieldCount, 1, 0);
  local.fill(0);
  for (let mode = 0; mode < fieldCount; mode++) {
    const rate = sign * vibration.velocities[mode];
    local[0] += fields[x + mode * step] * rate;
    local[1] += fields[y + mode * step] * rate;
    local[2] += fields[z + mode * step] * rate;
  }
  turnVector(bodies.turns, body * 4, local, 0, local, 0);
  for (let axis = 0; axis < 3; axis++) out[axis] += local[axis];
}

/** Adds a force in the world, times `sign`, to what pushes each mode. */
export function pushModes(side: VibratingSide, proxy: number, sign: number, force: ArrayLike<number>): void {
  const { bodies, body, model, vertices, vibration } = side;
  turnVectorBack(bodies.turns, body * 4, force, 0, local, 0);
  const { fieldCount, fields } = model;
  const [x, y, z] = placesOf(fieldCount, vertices[proxy]);
  const step = fieldIndex(fieldCount, 1, 0);
  for (let mode = 0; mode < fieldCount; mode++) {
    const at = mode * step;
    vibration.forces[mode] +=
      sign * (fields[x + at] * local[0] + fields[y + at] * local[1] + fields[z + at] * local[2]);
  }
}

/** Where the three coordinates of a vertex are in the first field. */
function placesOf(fieldCount: number, vertex: number): readonly [number, number, number] {
  return [
    fieldIndex(fieldCount, 0, vertex * 3),
    fieldIndex(fieldCount, 0, vertex * 3 + 1),
    fieldIndex(fieldCount, 0, vertex * 3 + 2),
  ];
}
