/**
 * A teddy whose skin follows twenty-four particles: point-based animation by moving least squares. After the teddy of Schvartzman, Gascón & Otaduy
 * 2009: 26,402 vertices, 24 particles. It swings arms and legs, and now and then they touch its belly. Every number follows from the options,
 * bit for bit.
 */
import { PliantError } from 'pliant';
import { PI, cos, sin } from 'pliant/exact';
import { createParticles, writeParticleTransforms } from 'pliant/parts';
import type { Mesh, Particles } from 'pliant/parts';

import { meshFlesh } from './flesh-surface.js';
import { TEDDY_LIMBS, createTeddyFlesh } from './teddy-body.js';

/** How fine. */
export interface TeddyOptions {
  /** About how many vertices, from 2,000 to 500,000; met within one percent. */
  readonly vertices?: number;
}

/** The paper's resolution. */
export const TEDDY_DEFAULTS: Required<TeddyOptions> = { vertices: 26_402 };

/** Seconds until its motion repeats. */
export const TEDDY_PERIOD = 2.4;

/** Places of {@link TEDDY_LIMBS}: the trunk first, then the head, two arms, two legs, left before right. */
const HEAD = 1;
const FIRST_LEG = 4;
/** In radians: how far arms come forward and down, how far legs are lifted, and how far they come together. */
const ARM_FORWARD = 2;
const ARM_DOWN = 0.6;
const LEG_LIFT = 1.8;
const LEG_INWARD = 0.14;
/** Few, so that a limb turns as its own particles do, and not as half the trunk. */
const NEIGHBOURS = 3;

/** The teddy at rest, and how particles move it. */
export interface Teddy {
  readonly mesh: Mesh;
  /** A skin with a joint for each particle. */
  readonly particles: Particles;
  /** Room for the places of particles. */
  readonly places: Float64Array;
}

/** Makes the teddy. */
export function createTeddy(options: TeddyOptions = {}): Teddy {
  const { vertices } = { ...TEDDY_DEFAULTS, ...options };
  if (!(vertices >= 2000 && vertices <= 500_000)) {
    throw new PliantError(
      'bad-number',
      `createTeddy: vertices is ${String(vertices)}; pass a number from 2,000 to 500,000`,
    );
  }
  // A closed surface without holes has two triangles for every vertex, but four.
  const mesh = meshFlesh(createTeddyFlesh(), 2 * vertices - 4);
  const points = Float32Array.from(TEDDY_LIMBS.flatMap((limb) => limb.particles.flatMap(({ place }) => place)));
  return {
    mesh,
    particles: createParticles(mesh, { points, neighbours: NEIGHBOURS }),
    places: new Float64Array(points.length),
  };
}

/**
 * Writes the pose of a moment, in seconds: for each particle a 3 x 4 matrix row by row. `out` has room for twelve numbers per particle. The motion
 * repeats after {@link TEDDY_PERIOD}. Creates no objects.
 */
export function writeTeddyPose(teddy: Teddy, time: number, out: Float32Array): void {
  writeTeddyParticles(time, teddy.places);
  writeParticleTransforms(teddy.particles, teddy.places, out);
}

/** Writes where the particles are at a moment, three coordinates each. */
export function writeTeddyParticles(time: number, places: Float64Array): void {
  const turn = (2 * PI * time) / TEDDY_PERIOD;
  const waist = TEDDY_LIMBS[0].pivot;
  const lean = 0.12 * sin(turn);
  let at = 0;
  for (let limb = 0; limb < TEDDY_LIMBS.length; limb++) {
    const { particles, pivot } = TEDDY_LIMBS[limb];
    for (let k = 0; k < particles.length; k++) {
      const { place, share } = particles[k];
      for (let axis = 0; axis < 3; axis++) places[at + axis] = place[axis];
      if (limb === 0) roll(places, at, waist, share * lean);
      else {
        moveLimb(places, at, pivot, limb, share, turn);
        if (limb < FIRST_LEG) roll(places, at, waist, lean);
      }
      at += 3;
    }
  }
}

/** Arms take turns; legs are lifted together, the left a little earlier. */
function moveLimb(
  places: Float64Array,
  at: number,
  pivot: readonly number[],
  limb: number,
  share: number,
  turn: number,
): void {
  const side = limb % 2 === 0 ? -1 : 1;
  if (limb === HEAD) {
    bend(places, at, pivot, -share * (0.15 + 0.2 * sin(2 * turn)));
    sway(places, at, pivot, share * 0.25 * sin(turn));
  } else if (limb >= FIRST_LEG) {
    const lift = 0.5 - 0.5 * cos(turn + 0.3 * side);
    roll(places, at, pivot, -side * share * LEG_INWARD * (1 - lift));
    bend(places, at, pivot, share * LEG_LIFT * (lift * lift - 0.1));
  } else {
    const forward = 0.5 + 0.5 * sin(turn - (side * PI) / 2);
    roll(places, at, pivot, -side * share * ARM_DOWN * forward);
    sway(places, at, pivot, side * share * (ARM_FORWARD * forward - 0.1));
  }
}

/** Turns a place about z: forward rises. */
function bend(places: Float64Array, at: number, pivot: readonly number[], angle: number): void {
  rotate(places, at, pivot, 0, 1, angle);
}

/** Turns a place about y: right comes forward. */
function sway(places: Float64Array, at: number, pivot: readonly number[], angle: number): void {
  rotate(places, at, pivot, 2, 0, angle);
}

/** Turns a place about x: right sinks when up goes to the right. */
function roll(places: Float64Array, at: number, pivot: readonly number[], angle: number): void {
  rotate(places, at, pivot, 1, 2, angle);
}

/** Turns a place by an angle from one axis towards another. */
function rotate(
  places: Float64Array,
  at: number,
  pivot: readonly number[],
  from: number,
  to: number,
  angle: number,
): void {
  const cosine = cos(angle);
  const sine = sin(angle);
  const a = places[at + from] - pivot[from];
  const b = places[at + to] - pivot[to];
  places[at + from] = pivot[from] + cosine * a - sine * b;
  places[at + to] = pivot[to] + sine * a + cosine * b;
}
