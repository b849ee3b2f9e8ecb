/**
 * The table that the tablecloth falls on, as a surface: a round top with a rounded rim, on a foot. Its top is a little below what stops the cloth, which is as if the cloth were that thick; so the
 * cloth comes to lie above it, and touches it where it bends over the rim.
 */
import { cos, sin, PI } from 'pliant/exact';
import { createMesh } from 'pliant/parts';
import type { Mesh } from 'pliant/parts';
import { TABLECLOTH_OBSTACLES } from './tablecloth.js';

/** Half of the cloth's thickness, in metres. */
const GAP = 0.004;
/** The rim is half an ellipse, so wide and half as high. */
const RIM = [0.1, 0.05] as const;
const RIM_STEPS = 8;
/** Distance from the axis and height of rings below the rim, in metres. */
const FOOT = [
  [0.05, 0.62],
  [0.035, 0.55],
  [0.035, 0.08],
  [0.22, 0.03],
  [0.23, 0],
] as const;
/** Rings of the top within the rim. */
const TOP_RINGS = 6;

/** Makes the table, with so many corners around. */
export function createTable(corners = 64): Mesh {
  const [x, z, height, radius] = TABLECLOTH_OBSTACLES.table;
  const rings = ringsOf(height - GAP, radius - GAP);
  const positions = [x, height - GAP, z];
  for (const [far, y] of rings) {
    for (let corner = 0; corner < corners; corner++) {
      const angle = (2 * PI * corner) / corners;
      positions.push(x + far * cos(angle), y, z + far * sin(angle));
    }
  }
  const triangles: number[] = [];
  for (let corner = 0; corner < corners; corner++) {
    const next = (corner + 1) % corners;
    triangles.push(0, 1 + next, 1 + corner);
    for (let ring = 0; ring + 1 < rings.length; ring++) {
      const [inner, outer] = [1 + ring * corners, 1 + (ring + 1) * corners];
      triangles.push(inner + corner, inner + next, outer + corner, inner + next, outer + next, outer + corner);
    }
  }
  return createMesh({ positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) });
}

/** From the middle of the top outwards, over the rim, and down the foot: distance from the axis, and height. */
function ringsOf(height: number, radius: number): (readonly [far: number, y: number])[] {
  const [wide, high] = RIM;
  const flat = radius - wide;
  const rings: (readonly [number, number])[] = [];
  for (let ring = 1; ring <= TOP_RINGS; ring++) rings.push([(flat * ring) / TOP_RINGS, height]);
  for (let step = 1; step <= RIM_STEPS; step++) {
    const angle = (PI * step) / RIM_STEPS;
    rings.push([flat + wide * sin(angle), height - high * (1 - cos(angle))]);
  }
  return [...rings, ...FOOT];
}
