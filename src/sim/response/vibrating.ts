/** What modes have to do with a contact: how far they give way, how fast they move the place, and what they take of a push. Places are known by the vertex that stands for a proxy. */
import { fieldIndex } from '../../parts.js';
import type { VibratingSide } from './sides.js';

/** A vector along the axes of the mesh. */
const local = new Float64Array(3);

/** R^T v for the rotation R of a unit quaternion, left in `local`. */
function turnBack(q: Float64Array, at: number, v: ArrayLike<number>, i: number): void {
  const [x, y, z, w] = [q[at], q[at + 1], q[at + 2], q[at + 3]];
  local[0] = (1 - 2 * (y * y + z * z)) * v[i] + 2 * (x * y + w * z) * v[i + 1] + 2 * (x * z - w * y) * v[i + 2];
  local[1] = 2 * (x * y - w * z) * v[i] + (1 - 2 * (x * x + z * z)) * v[i + 1] + 2 * (y * z + w * x) * v[i + 2];
  local[2] = 2 * (x * z + w * y) * v[i] + 2 * (y * z - w * x) * v[i + 1] + (1 - 2 * (x * x + y * y)) * v[i + 2];
}

/** By how much a unit impulse along a vector changes the speed of the place along it, by way of modes: each has a mass of 1. */
export function inverseMassOfModes(side: VibratingSide, proxy: number, n: ArrayLike<number>, i: number): number {
  const { bodies, body, model, vertices } = side;
  turnBack(bodies.turns, body * 4, n, i);
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
  const [ix, iy, iz] = placesOf(fieldCount, vertices[proxy]);
  const step = fieldIndex(fieldCount, 1, 0);
  let [a, b, c] = [0, 0, 0];
  for (let mode = 0; mode < fieldCount; mode++) {
    const rate = sign * vibration.velocities[mode];
    a += fields[ix + mode * step] * rate;
    b += fields[iy + mode * step] * rate;
    c += fields[iz + mode * step] * rate;
  }
  const q = body * 4;
  const [x, y, z, w] = [bodies.turns[q], bodies.turns[q + 1], bodies.turns[q + 2], bodies.turns[q + 3]];
  out[0] += (1 - 2 * (y * y + z * z)) * a + 2 * (x * y - w * z) * b + 2 * (x * z + w * y) * c;
  out[1] += 2 * (x * y + w * z) * a + (1 - 2 * (x * x + z * z)) * b + 2 * (y * z - w * x) * c;
  out[2] += 2 * (x * z - w * y) * a + 2 * (y * z + w * x) * b + (1 - 2 * (x * x + y * y)) * c;
}

/** Adds a force in the world, times `sign`, to what pushes each mode. */
export function pushModes(side: VibratingSide, proxy: number, sign: number, force: ArrayLike<number>): void {
  const { bodies, body, model, vertices, vibration } = side;
  turnBack(bodies.turns, body * 4, force, 0);
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
