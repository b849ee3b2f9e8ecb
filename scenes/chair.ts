/**
 * A chair, cast in one piece: a seat, four legs with rungs between them, and a back with three slats. After the chair of James & Pai 2004, 17,914 faces. It stands on y = 0,
 * faces +x, up is +y; 0.9 m high. Every seed makes another one, a little higher or wider. Every number follows from the options, bit for bit.
 */
import { PliantError } from 'pliant';
import { createRandom } from 'pliant/exact';
import type { Mesh } from 'pliant/parts';

import { layFlesh } from './flesh.js';
import type { Muscle, Point } from './flesh.js';
import { meshFlesh } from './flesh-surface.js';

/** Which chair, and how fine. */
export interface ChairOptions {
  /** About how many triangles, from 12,000 to 200,000; met within one percent. */
  readonly triangles?: number;
  /** A whole number from 0 on. */
  readonly seed?: number;
}

/** The paper's resolution. */
export const CHAIR_DEFAULTS: Required<ChairOptions> = { triangles: 17_914, seed: 1 };

const LEG_RADIUS = 0.022;
const SEAT_HEIGHT = 0.45;
/** How thick the seat is, from its middle to its face. */
const SEAT_THICKNESS = 0.028;
/** How smoothly parts join. */
const BLEND = 0.02;
/** In square metres. */
const NET_DENSITY = 4.5;

/** Makes a chair: a closed surface in one piece that does not touch itself. */
export function createChair(options: ChairOptions = {}): Mesh {
  const { seed, triangles } = { ...CHAIR_DEFAULTS, ...options };
  if (!(triangles >= 12_000 && triangles <= 200_000)) {
    throw new PliantError(
      'bad-number',
      `createChair: triangles is ${String(triangles)}; pass a number from 12,000 to 200,000`,
    );
  }
  const random = createRandom(seed);
  const width = random.range(0.19, 0.215);
  const depth = random.range(0.19, 0.215);
  const height = random.range(0.86, 0.94);
  const lean = random.range(0.05, 0.09);
  const groups = [
    { blend: 0, muscles: [carveSeat(width, depth)] },
    { blend: BLEND, muscles: carveLegs(width, depth) },
    { blend: BLEND, muscles: carveBack(width, depth, height, lean) },
  ];
  return meshFlesh(layFlesh(groups, [0, SEAT_HEIGHT, 0], NET_DENSITY), triangles);
}

function carveSeat(width: number, depth: number): Muscle {
  const radius = depth + 0.02;
  return {
    from: [0, SEAT_HEIGHT, -width * 0.5],
    to: [0, SEAT_HEIGHT, width * 0.5],
    radius,
    toRadius: radius,
    blend: BLEND,
    flat: [0, 1, 0],
    flatness: radius / SEAT_THICKNESS,
  };
}

/** Four legs that stand a little apart, a rung on either side, and one between the rungs. */
function carveLegs(width: number, depth: number): Muscle[] {
  const legs: Muscle[] = [];
  const rungHeight = 0.18;
  // Where a leg is at the height of the rungs, as a share of the way down.
  const share = 1 - rungHeight / SEAT_HEIGHT;
  const at = (inside: number, outside: number): number => inside + share * (outside - inside);
  for (const side of [-1, 1]) {
    for (const end of [-1, 1]) {
      const top: Point = [end * depth * 0.68, SEAT_HEIGHT, side * width * 0.78];
      legs.push(rod(top, [end * depth, LEG_RADIUS, side * width], LEG_RADIUS));
    }
    const z = side * at(width * 0.78, width);
    const x = at(depth * 0.68, depth);
    legs.push(rod([-x, rungHeight, z], [x, rungHeight, z], 0.016));
  }
  const z = at(width * 0.78, width);
  legs.push(rod([0, rungHeight, -z], [0, rungHeight, z], 0.016));
  return legs;
}

/** Two posts that lean back, a rail on top and three slats. */
function carveBack(width: number, depth: number, height: number, lean: number): Muscle[] {
  const back: Muscle[] = [];
  const foot = -depth * 0.7;
  for (const side of [-1, 1]) {
    const z = side * width * 0.8;
    back.push(rod([foot, SEAT_HEIGHT, z], [foot - lean, height, z], LEG_RADIUS));
  }
  const rail: Point = [foot - lean, height - 0.02, 0];
  back.push({
    from: [rail[0], rail[1], -width * 0.8],
    to: [rail[0], rail[1], width * 0.8],
    radius: 0.045,
    toRadius: 0.045,
    blend: BLEND,
    flat: [1, 0.15, 0],
    flatness: 2.5,
  });
  for (const place of [-0.4, 0, 0.4]) {
    const z = place * width;
    back.push(rod([foot, SEAT_HEIGHT, z], [rail[0], rail[1], z], 0.015));
  }
  return back;
}

function rod(from: Point, to: Point, radius: number): Muscle {
  return { from, to, radius, toRadius: radius, blend: BLEND };
}
