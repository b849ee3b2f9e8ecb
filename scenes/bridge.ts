/**
 * A footbridge, cast in one piece: a deck between two towers, cables that hang from them, hangers, parapets along the deck and an arch below. After the bridge of James & Pai 2004, 240,316
 * faces. It spans 24 m along x, is 4 m wide, and its deck lies at y = 0. The same every time, bit for bit; the seed chooses how far cables sag.
 */
import { PliantError } from 'pliant';
import { createRandom } from 'pliant/exact';
import type { Mesh } from 'pliant/parts';

import { layFlesh } from './flesh.js';
import type { Muscle, MuscleGroup } from './flesh.js';
import { meshFlesh } from './flesh-surface.js';

/** Which bridge, and how fine. */
export interface BridgeOptions {
  /** About how many triangles, from 60,000 to 500,000; met within one percent. Coarser nets would lose the cables. */
  readonly triangles?: number;
  /** A whole number from 0 on. */
  readonly seed?: number;
}

/** The paper's resolution. */
export const BRIDGE_DEFAULTS: Required<BridgeOptions> = { triangles: 240_316, seed: 1 };

const HALF_SPAN = 12;
const HALF_WIDTH = 2;
/** Where towers stand, from the middle, and how high they are. */
const TOWER = 8;
const TOWER_HEIGHT = 4.4;
const HANGERS = 13;
const BLEND = 0.1;
/** In square metres. */
const NET_DENSITY = 1400;

/** Makes a bridge: a closed surface in one piece that does not touch itself. */
export function createBridge(options: BridgeOptions = {}): Mesh {
  const { seed, triangles } = { ...BRIDGE_DEFAULTS, ...options };
  if (!(triangles >= 60_000 && triangles <= 500_000)) {
    throw new PliantError(
      'bad-number',
      `createBridge: triangles is ${String(triangles)}; pass a number from 60,000 to 500,000`,
    );
  }
  const lowest = createRandom(seed).range(1.1, 1.5);
  const groups: MuscleGroup[] = [{ blend: 0, muscles: [layDeck()] }];
  for (const side of [-1, 1]) {
    const z = side * HALF_WIDTH * 0.86;
    groups.push(
      { blend: BLEND, muscles: raiseParapet(z) },
      { blend: BLEND, muscles: hangCable(z, lowest) },
      { blend: BLEND, muscles: archBelow(side * HALF_WIDTH * 0.5) },
    );
  }
  groups.push({ blend: BLEND, muscles: raiseTowers() });
  return meshFlesh(layFlesh(groups, [0, 0, 0], NET_DENSITY), triangles);
}

function layDeck(): Muscle {
  return {
    from: [-HALF_SPAN + HALF_WIDTH, 0, 0],
    to: [HALF_SPAN - HALF_WIDTH, 0, 0],
    radius: HALF_WIDTH,
    toRadius: HALF_WIDTH,
    blend: BLEND,
    flat: [0, 1, 0],
    flatness: 8,
  };
}

/** A low wall along the side of the deck, so that what falls on it stays there. */
function raiseParapet(z: number): Muscle[] {
  const end = HALF_SPAN - HALF_WIDTH;
  return [
    {
      from: [-end, 0.3, z],
      to: [end, 0.3, z],
      radius: 0.5,
      toRadius: 0.5,
      blend: BLEND,
      flat: [0, 0, 1],
      flatness: 4,
    },
  ];
}

/** A cable over the top of both towers, lowest in the middle, its ends in the deck; and hangers from it. */
function hangCable(z: number, lowest: number): Muscle[] {
  const heightAt = (x: number): number => {
    const share = Math.min(Math.abs(x) / TOWER, 1);
    return lowest + (TOWER_HEIGHT - 0.15 - lowest) * share * share;
  };
  const muscles: Muscle[] = [];
  const pieces = 2 * (HANGERS + 1);
  for (let k = 0; k < pieces; k++) {
    const from = -TOWER + (2 * TOWER * k) / pieces;
    const to = -TOWER + (2 * TOWER * (k + 1)) / pieces;
    muscles.push(rod([from, heightAt(from), z], [to, heightAt(to), z], 0.13));
  }
  for (const side of [-1, 1]) {
    muscles.push(rod([side * TOWER, heightAt(TOWER), z], [side * (HALF_SPAN - 1), 0, z], 0.13));
  }
  for (let k = 1; k <= HANGERS; k++) {
    const x = -TOWER + (2 * TOWER * k) / (HANGERS + 1);
    muscles.push(rod([x, 0, z], [x, heightAt(x), z], 0.1));
  }
  return muscles;
}

/** An arch that rises from below the towers to the deck. */
function archBelow(z: number): Muscle[] {
  const pieces = 10;
  const heightAt = (x: number): number => -0.1 - 2.2 * (x / TOWER) * (x / TOWER);
  return Array.from({ length: pieces }, (_, k) => {
    const from = -TOWER + (2 * TOWER * k) / pieces;
    const to = -TOWER + (2 * TOWER * (k + 1)) / pieces;
    return rod([from, heightAt(from), z], [to, heightAt(to), z], 0.2);
  });
}

/** Two towers of two posts each, with a beam on top and one below the deck. */
function raiseTowers(): Muscle[] {
  const muscles: Muscle[] = [];
  const z = HALF_WIDTH * 0.86;
  for (const x of [-TOWER, TOWER]) {
    for (const side of [-1, 1]) muscles.push(rod([x, -2.6, side * z], [x, TOWER_HEIGHT, side * z], 0.26));
    for (const y of [-2.2, TOWER_HEIGHT - 0.3]) muscles.push(rod([x, y, -z], [x, y, z], 0.2));
  }
  return muscles;
}

function rod(from: Muscle['from'], to: Muscle['to'], radius: number): Muscle {
  return { from, to, radius, toRadius: radius, blend: BLEND };
}
