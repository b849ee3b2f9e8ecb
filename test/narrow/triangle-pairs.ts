/**
 * Seeded pairs of triangles, most of them awkward: touching at vertices, edges and faces, coplanar, sharing a vertex or
 * an edge, slivers, one step of a float32 apart, subnormal, huge, and of mixed sizes. All coordinates are float32
 * numbers.
 */
import { nextDown32, nextUp32 } from '../../src/math/round.js';
import type { Random } from 'pliant/exact';

/**
 * Two triangles as 18 coordinates; `shared` gives for some vertices of A (0, 1, 2) the vertex of B that is the same
 * one.
 */
export interface TrianglePair {
  readonly kind: PairKind;
  readonly coordinates: number[];
  readonly shared: readonly (readonly [ofA: number, ofB: number])[];
}

type Maker = (random: Random) => number[];

const MAKERS = {
  /** Anywhere in a cube: many cross, none is degenerate. */
  general: (random) => fill(() => random.range(-1, 1)),
  /** As two faces of meshes that come close: small, random, near each other. */
  near: (random) => {
    const a = point(random, 1);
    const b = shifted(a, point(random, 0.3));
    return [a, a, a, b, b, b].flatMap((centre) => shifted(centre, point(random, 0.5)));
  },
  /** On a grid of few points: every degenerate case there is, often several at once. */
  lattice: (random) => {
    const size = 2 + random.integer(4);
    return fill(() => random.integer(size));
  },
  /** A vertex of A on the face, an edge or a vertex of B. */
  vertexOnFace: (random) => {
    const [p, q, r] = [gridPoint(random), gridPoint(random), gridPoint(random)];
    const [s, t] = [random.integer(17), random.integer(17)];
    // Weights in sixteenths; outside the triangle when they exceed 16 together.
    const foot = p.map((value, i) => 16 * value + s * (q[i] - value) + t * (r[i] - value));
    const whole = [p, q, r].flatMap((corner) => corner.map((value) => 16 * value));
    return [...foot, ...shifted(foot, gridPoint(random)), ...shifted(foot, gridPoint(random)), ...whole];
  },
  /** An edge of A through an edge of B. */
  edgeOnEdge: (random) => {
    const cut = gridPoint(random);
    const [d, e] = [gridPoint(random), gridPoint(random)];
    const ends = [stretched(cut, d, 1), stretched(cut, d, -random.integer(3)), shifted(cut, gridPoint(random))];
    const others = [stretched(cut, e, 2), stretched(cut, e, -random.integer(3)), shifted(cut, gridPoint(random))];
    return [...ends.flat(), ...others.flat()];
  },
  /** Both in one tilted plane. */
  coplanar: (random) => {
    const [origin, u, v] = [gridPoint(random), gridPoint(random), gridPoint(random)];
    const corner = (): number[] => stretched(stretched(origin, u, random.integer(9) - 4), v, random.integer(9) - 4);
    return [corner(), corner(), corner(), corner(), corner(), corner()].flat();
  },
  /** Needles: three nearly or fully collinear vertices, against one another or a plain triangle. */
  sliver: (random) => {
    const needle = (): number[] => {
      const [a, b] = [point(random, 1), point(random, 1)];
      const middle = a.map((value, i) => nudged(random, Math.fround(value + (b[i] - value) * 0.5)));
      return [...a, ...b, ...middle];
    };
    const other = random.integer(2) === 0 ? needle() : [point(random, 1), point(random, 1), point(random, 1)].flat();
    return [...needle(), ...other];
  },
  /** Any bits that make a finite float32: sizes from 2^-149 to 2^128 side by side. */
  anyBits: (random) => {
    const words = new Uint32Array(18);
    const spread = [1, 8, 40, 255][random.integer(4)];
    const lowest = random.integer(256 - spread);
    for (let i = 0; i < 18; i++) {
      words[i] = (random.bits() & 0x807fffff) | ((lowest + random.integer(spread)) << 23);
      if (random.integer(6) === 0) words[i] = words[random.integer(i + 1)];
    }
    return [...new Float32Array(words.buffer)];
  },
} satisfies Record<string, Maker>;

export type PairKind = keyof typeof MAKERS;

/** Names of all kinds; `general` and `near` are the plain ones. */
export const PAIR_KINDS = Object.keys(MAKERS) as readonly PairKind[];

/** How often each kind is drawn: the plain ones cost the oracle least and teach least. */
const DRAWN: readonly PairKind[] = [
  ...(['general', 'near', 'near', 'lattice', 'lattice', 'lattice'] as const),
  ...(['vertexOnFace', 'edgeOnEdge', 'coplanar', 'sliver', 'anyBits'] as const),
];

/** Draws a pair: some kind, some vertices shared, somewhere in the float32 range, turned, perhaps one step off. */
export function drawPair(random: Random): TrianglePair {
  const kind = DRAWN[random.integer(DRAWN.length)];
  const coordinates = MAKERS[kind](random);
  const shared = drawShared(random);
  for (const [ofA, ofB] of shared) {
    for (let i = 0; i < 3; i++) coordinates[9 + 3 * ofB + i] = coordinates[3 * ofA + i];
  }
  const turned = kind === 'anyBits' ? coordinates : rescaled(random, coordinates);
  if (random.integer(5) === 0) nudgeOne(random, turned, shared);
  return { kind, coordinates: turned, shared };
}

function drawShared(random: Random): [number, number][] {
  const count = [0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3][random.integer(12)];
  const startA = random.integer(3);
  const startB = random.integer(3);
  const step = 1 + random.integer(2);
  return Array.from({ length: count }, (_, i) => [(startA + i) % 3, (startB + step * i) % 3]);
}

/**
 * Times a power of two, at times at an end of the float32 range, so that nothing is lost; axes exchanged and mirrored.
 */
function rescaled(random: Random, coordinates: readonly number[]): number[] {
  const floats = coordinates.map(Math.fround);
  const largest = Math.max(...floats.map(Math.abs), 1);
  const place = random.integer(8);
  let scale = 1;
  if (place === 0 && floats.every(Number.isInteger)) scale = 2 ** -149;
  if (place === 1) while (largest * scale < 2 ** 126) scale *= 2;
  if (place === 2) scale = 2 ** (random.integer(60) - 30);
  const axes = [
    [0, 1, 2],
    [1, 2, 0],
    [2, 1, 0],
  ][random.integer(3)];
  const sign = random.integer(2) === 0 ? scale : -scale;
  return floats.map((_, i) => floats[i - (i % 3) + axes[i % 3]] * sign + 0);
}

function nudgeOne(random: Random, coordinates: number[], shared: TrianglePair['shared']): void {
  const place = random.integer(18);
  const vertex = Math.floor(place / 3);
  const value = nudged(random, coordinates[place]);
  const partner = shared.find(([ofA, ofB]) => ofA === vertex || 3 + ofB === vertex);
  coordinates[place] = value;
  if (partner !== undefined) {
    coordinates[3 * partner[0] + (place % 3)] = value;
    coordinates[9 + 3 * partner[1] + (place % 3)] = value;
  }
}

function nudged(random: Random, value: number): number {
  const next = [nextUp32(value), value, nextDown32(value)][random.integer(3)];
  return Number.isFinite(next) ? next : value;
}

function fill(coordinate: () => number): number[] {
  return Array.from({ length: 18 }, coordinate);
}

function point(random: Random, size: number): number[] {
  return [random.range(-size, size), random.range(-size, size), random.range(-size, size)].map(Math.fround);
}

/** Integers small enough that the sums above stay exact in float32; now and then larger ones. */
function gridPoint(random: Random): number[] {
  const size = random.integer(3) === 0 ? 20_000 : 6;
  return [0, 1, 2].map(() => random.integer(2 * size + 1) - size);
}

function shifted(a: readonly number[], b: readonly number[]): number[] {
  return a.map((value, i) => value + b[i]);
}

function stretched(a: readonly number[], b: readonly number[], factor: number): number[] {
  return a.map((value, i) => value + factor * b[i]);
}
