/**
 * A fish that bends: a trunk that tapers, a tail fin, a fin on the back and two at the sides, in one closed surface, and three fields that bend it
 * sideways. After the fish of James & Pai 2004, 24,776 faces and three modes. It faces +x, up is +y; 0.3 m long. Every seed makes another one. Every number follows from the
 * options, bit for bit.
 */
import { PliantError } from 'pliant';
import { PI, cos, createRandom, sin } from 'pliant/exact';
import { createLinearModel } from 'pliant/parts';
import type { LinearModel, Mesh } from 'pliant/parts';

import { layFlesh } from './flesh.js';
import type { Muscle } from './flesh.js';
import { meshFlesh } from './flesh-surface.js';

/** Which fish, and how fine. */
export interface FishOptions {
  /** About how many triangles, from 10,000 to 200,000; met within one percent. */
  readonly triangles?: number;
  /** A whole number from 0 on. */
  readonly seed?: number;
}

/** The paper's resolution. */
export const FISH_DEFAULTS: Required<FishOptions> = { triangles: 24_776, seed: 1 };

/** A fish at rest, and how it bends. */
export interface Fish {
  readonly mesh: Mesh;
  /** Three fields: the whole fish bends to an arc, to an S, and to a wave with three bows. A weight of 1 moves the ends by a fifth of the length. */
  readonly model: LinearModel;
}

const NOSE = 0.15;
const LENGTH = 0.3;
/** How far a weight of 1 moves the ends. */
const SWING = 0.06;
/** In square metres. */
const NET_DENSITY = 0.2;

/** Makes a fish: a closed surface in one piece that does not touch itself at rest, and its fields. */
export function createFish(options: FishOptions = {}): Fish {
  const { seed, triangles } = { ...FISH_DEFAULTS, ...options };
  if (!(triangles >= 10_000 && triangles <= 200_000)) {
    throw new PliantError(
      'bad-number',
      `createFish: triangles is ${String(triangles)}; pass a number from 10,000 to 200,000`,
    );
  }
  const random = createRandom(seed);
  const girth = random.range(0.034, 0.042);
  const groups = [
    { blend: 0, muscles: growTrunk(girth) },
    { blend: 0.008, muscles: growFins(girth, random.range(0.8, 1.1)) },
  ];
  const mesh = meshFlesh(layFlesh(groups, [0.05, 0, 0], NET_DENSITY), triangles);
  return {
    mesh,
    model: createLinearModel(
      mesh,
      [1, 2, 3].map((bows) => bendField(mesh, bows)),
    ),
  };
}

function growTrunk(girth: number): Muscle[] {
  const flat = { blend: 0.02, flat: [0, 0, 1], flatness: 1.7 } as const;
  return [
    { ...flat, from: [0.118, 0, 0], to: [0.05, 0.004, 0], radius: 0.026, toRadius: girth },
    { ...flat, from: [0.05, 0.004, 0], to: [-0.02, 0.002, 0], radius: girth, toRadius: 0.8 * girth },
    { ...flat, from: [-0.02, 0.002, 0], to: [-0.1, 0, 0], radius: 0.8 * girth, toRadius: 0.012 },
  ];
}

function growFins(girth: number, size: number): Muscle[] {
  const fins: Muscle[] = [
    {
      from: [0.03, girth, 0],
      to: [-0.03, girth + 0.012 * size, 0],
      radius: 0.018 * size,
      toRadius: 0.013 * size,
      blend: 0.008,
      flat: [0, 0, 1],
      flatness: 4,
    },
  ];
  for (const side of [-1, 1]) {
    fins.push({
      from: [-0.1, 0, 0],
      to: [-0.1 - 0.036 * size, side * 0.034 * size, 0],
      radius: 0.013,
      toRadius: 0.011,
      blend: 0.008,
      flat: [0, 0, 1],
      flatness: 3.2,
    });
    fins.push({
      from: [0.06, -0.012, side * 0.018],
      to: [0.03, -0.028, side * (0.018 + 0.03 * size)],
      radius: 0.011,
      toRadius: 0.01,
      blend: 0.008,
      flat: [0.3, 0.9, side * 0.4],
      flatness: 2.8,
    });
  }
  return fins;
}

/** Sideways by a wave of so many bows along the fish; sections stay square to the line that they bend to, to first order. */
function bendField({ positions, vertexCount }: Mesh, bows: number): Float32Array {
  const field = new Float32Array(vertexCount * 3);
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    const along = ((NOSE - positions[vertex * 3]) / LENGTH) * (bows + 1) * PI;
    const slope = (SWING * (bows + 1) * PI * sin(along)) / LENGTH;
    field[vertex * 3] = -slope * positions[vertex * 3 + 2];
    field[vertex * 3 + 2] = SWING * cos(along);
  }
  return field;
}
