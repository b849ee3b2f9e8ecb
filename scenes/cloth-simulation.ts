/**
 * A small simulation of cloth: points that keep their distances (position-based dynamics, Müller et al. 2006), fall, and are stopped by a
 * ball, a floor, a table and, roughly, by each other. Additions, products, quotients and roots in a fixed order: the same everywhere.
 */

/** Cloth in motion: a grid of points. */
export interface ClothState {
  readonly columns: number;
  readonly rows: number;
  /** Where points are, three coordinates each, in metres; y is up. */
  readonly places: Float64Array;
  readonly velocities: Float64Array;
  /** 1 for points that somebody holds: they stay where they are put. */
  readonly isHeld: Uint8Array;
  /** Which points keep their distances: two numbers for each link. */
  readonly ends: Uint32Array;
  /** The distance of each link, and how strongly it is kept: two numbers. */
  readonly lengths: Float64Array;
  readonly before: Float64Array;
}

/** Two points that keep their distance. */
export interface Link {
  readonly a: number;
  readonly b: number;
  /** In metres. */
  readonly length: number;
  /** Share of what is wrong that is put right at once, up to 1. */
  readonly strength: number;
}

/** What stops the cloth. */
export interface ClothObstacles {
  /** Centre and radius. */
  readonly ball?: readonly [number, number, number, number];
  /** Height. */
  readonly floor?: number;
  /** A round table that is solid down to the ground: x and z of its middle, its height and its radius. */
  readonly table?: readonly [number, number, number, number];
  /** Moves the point whose coordinates begin at `p` out of whatever is in the way, instead of all others of these. */
  readonly stop?: (places: Float64Array, p: number) => void;
  /** Points that are no neighbours come no nearer to each other than this. Where it is 0, nobody looks. */
  readonly thickness: number;
}

const GRAVITY = 9.81;
/** Share of its velocity that a point loses in a second. */
const DRAG = 2;
const ROUNDS = 8;
/** Share of its way along an obstacle that a point loses. */
const FRICTION = 0.5;
/** How strongly the grid keeps its sides, its diagonals, and every second point apart, which makes it stiff. */
const SIDES = 1;
const DIAGONALS = 0.15;
const STIFFNESS = 0.008;
const BEYOND = 2;

/** Cloth at rest: points as they lie in the plane, `places` where they are at first. */
export function createClothState(columns: number, rows: number, spacing: number, places: Float64Array): ClothState {
  const links: Link[] = [];
  const link = (column: number, row: number, across: number, down: number, strength: number): void => {
    const [toColumn, toRow] = [column + across, row + down];
    if (toColumn < 0 || toColumn >= columns || toRow >= rows) return;
    const length = spacing * Math.sqrt(across * across + down * down);
    links.push({ a: row * columns + column, b: toRow * columns + toColumn, length, strength });
  };
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      link(column, row, 1, 0, SIDES);
      link(column, row, 0, 1, SIDES);
      link(column, row, 1, 1, DIAGONALS);
      link(column, row, -1, 1, DIAGONALS);
      link(column, row, BEYOND, 0, STIFFNESS);
      link(column, row, 0, BEYOND, STIFFNESS);
    }
  }
  return { ...createLinkedCloth(links, places), columns, rows };
}

/** Cloth of any shape, by its links. It has no columns that tell neighbours, so let its obstacles have no thickness. */
export function createLinkedCloth(links: readonly Link[], places: Float64Array): ClothState {
  const points = places.length / 3;
  return {
    columns: points,
    rows: 1,
    places,
    velocities: new Float64Array(places.length),
    isHeld: new Uint8Array(points),
    ends: Uint32Array.from(links.flatMap(({ a, b }) => [a, b])),
    lengths: Float64Array.from(links.flatMap(({ length, strength }) => [length, strength])),
    before: places.slice(),
  };
}

/** Goes on by so many seconds; some hundredths at most. Points that are held have been put where they are to be. */
export function stepCloth(state: ClothState, seconds: number, obstacles: ClothObstacles): void {
  const { before, isHeld, places, velocities } = state;
  for (let i = 0; i < places.length; i++) {
    before[i] = places[i];
    if (isHeld[Math.floor(i / 3)] === 1) continue;
    velocities[i] *= 1 - DRAG * seconds;
    if (i % 3 === 1) velocities[i] -= GRAVITY * seconds;
    places[i] += velocities[i] * seconds;
  }
  for (let round = 0; round < ROUNDS; round++) {
    keepDistances(state);
    if (round % 4 === 3 && obstacles.thickness > 0) keepApart(state, obstacles.thickness);
    if (obstacles.stop === undefined) stopAtObstacles(state, obstacles);
    else if (round % 2 === 1) stopElsewhere(state, obstacles.stop);
  }
  for (let i = 0; i < places.length; i++) velocities[i] = (places[i] - before[i]) / seconds;
}

function keepDistances({ ends, isHeld, lengths, places }: ClothState): void {
  for (let i = 0; i < ends.length; i += 2) {
    const a = ends[i];
    const b = ends[i + 1];
    const p = a * 3;
    const q = b * 3;
    const x = places[q] - places[p];
    const y = places[q + 1] - places[p + 1];
    const z = places[q + 2] - places[p + 2];
    const far = Math.sqrt(x * x + y * y + z * z);
    const free = 2 - isHeld[a] - isHeld[b];
    if (far === 0 || free === 0) continue;
    const share = (lengths[i + 1] * (far - lengths[i])) / (far * free);
    if (isHeld[a] === 0) {
      places[p] += share * x;
      places[p + 1] += share * y;
      places[p + 2] += share * z;
    }
    if (isHeld[b] === 0) {
      places[q] -= share * x;
      places[q + 1] -= share * y;
      places[q + 2] -= share * z;
    }
  }
}

/** Points of different parts of the cloth that are too near push each other away. */
function keepApart({ columns, isHeld, places }: ClothState, thickness: number): void {
  for (let a = 0; a < isHeld.length; a++) {
    for (let b = a + 1; b < isHeld.length; b++) {
      const apart = Math.abs(places[a * 3 + 1] - places[b * 3 + 1]);
      if (apart >= thickness || isHeld[a] + isHeld[b] === 2) continue;
      if (Math.abs((a % columns) - (b % columns)) <= 2 && b - a <= 2 * columns + 2) continue;
      const far = distanceOf(places, a, b);
      if (far >= thickness || far === 0) continue;
      pull(places, isHeld, a, b, (far - thickness) / (far * (2 - isHeld[a] - isHeld[b])));
    }
  }
}

/** Moves two points towards each other, each by a share of the way between them. */
function pull(places: Float64Array, isHeld: Uint8Array, a: number, b: number, share: number): void {
  for (let axis = 0; axis < 3; axis++) {
    const way = share * (places[b * 3 + axis] - places[a * 3 + axis]);
    if (isHeld[a] === 0) places[a * 3 + axis] += way;
    if (isHeld[b] === 0) places[b * 3 + axis] -= way;
  }
}

function stopAtObstacles({ before, isHeld, places }: ClothState, { ball, floor, table }: ClothObstacles): void {
  for (let point = 0; point < isHeld.length; point++) {
    if (isHeld[point] === 1) continue;
    const p = point * 3;
    if (table !== undefined) stopAtTable(places, before, p, table);
    if (floor !== undefined && places[p + 1] < floor) {
      places[p + 1] = floor;
      for (const axis of [0, 2]) places[p + axis] -= FRICTION * (places[p + axis] - before[p + axis]);
    }
    if (ball === undefined) continue;
    const [x, y, z] = [places[p] - ball[0], places[p + 1] - ball[1], places[p + 2] - ball[2]];
    const far = Math.sqrt(x * x + y * y + z * z);
    if (far >= ball[3] || far === 0) continue;
    const out = ball[3] / far;
    places[p] = ball[0] + x * out;
    places[p + 1] = ball[1] + y * out;
    places[p + 2] = ball[2] + z * out;
    for (let axis = 0; axis < 3; axis++) places[p + axis] -= FRICTION * (places[p + axis] - before[p + axis]);
  }
}

function stopElsewhere({ isHeld, places }: ClothState, stop: (places: Float64Array, p: number) => void): void {
  for (let point = 0; point < isHeld.length; point++) if (isHeld[point] === 0) stop(places, point * 3);
}

/** A point in the table goes up or aside, whichever is nearer. */
function stopAtTable(
  places: Float64Array,
  before: Float64Array,
  p: number,
  [middleX, middleZ, height, radius]: readonly [number, number, number, number],
): void {
  const [x, z] = [places[p] - middleX, places[p + 2] - middleZ];
  const far = Math.sqrt(x * x + z * z);
  const depth = height - places[p + 1];
  if (depth <= 0 || far >= radius) return;
  if (depth < radius - far) {
    places[p + 1] = height;
    for (const axis of [0, 2]) places[p + axis] -= FRICTION * (places[p + axis] - before[p + axis]);
  } else {
    places[p] = middleX + (x * radius) / far;
    places[p + 2] = middleZ + (z * radius) / far;
  }
}

function distanceOf(places: Float64Array, a: number, b: number): number {
  const x = places[b * 3] - places[a * 3];
  const y = places[b * 3 + 1] - places[a * 3 + 1];
  const z = places[b * 3 + 2] - places[a * 3 + 2];
  return Math.sqrt(x * x + y * y + z * z);
}
