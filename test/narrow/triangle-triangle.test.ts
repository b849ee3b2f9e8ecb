import { CROSSING, TOUCHING } from 'pliant';
import { APART, DEFECT, createRandom, isCollinear, meetTriangles, meetTrianglesOfOneSurface } from 'pliant/exact';
import type { Meeting } from 'pliant/exact';

import { describe, expect, it } from 'vitest';
import { oracleMeeting } from '../oracle/triangle-triangle.js';
import { drawPair, PAIR_KINDS } from './triangle-pairs.js';
import type { TrianglePair } from './triangle-pairs.js';

const SEED = 8;
const NAMES = { [APART]: 'apart', [TOUCHING]: 'touching', [CROSSING]: 'crossing', [DEFECT]: 'defect' } as const;

/** A common edge leaves no room to cross, three common vertices are always a defect; all else can be. */
const POSSIBLE = [
  ...Object.values(NAMES).flatMap((meeting) => [`${meeting} with 0 shared`, `${meeting} with 1 shared`]),
  'apart with 2 shared',
  'touching with 2 shared',
  'defect with 2 shared',
  'defect with 3 shared',
];
const DEGENERATE = new Set(POSSIBLE.filter((name) => !name.startsWith('apart') && !name.startsWith('crossing')));

/** The vertices of B, in an array where those of A are 0, 1, 2 and those of B 3, 4, 5 unless shared. */
function verticesOfB(pair: TrianglePair): [number, number, number] {
  const vertices: [number, number, number] = [3, 4, 5];
  for (const [ofA, ofB] of pair.shared) vertices[ofB] = ofA;
  return vertices;
}

function meet(pair: TrianglePair): Meeting {
  return meetTrianglesOfOneSurface(Float32Array.from(pair.coordinates), 0, 1, 2, ...verticesOfB(pair));
}

function ordersOf(i: number, j: number, k: number): [number, number, number][] {
  return [
    [i, j, k],
    [j, k, i],
    [k, i, j],
    [k, j, i],
    [j, i, k],
    [i, k, j],
  ];
}

/** Mirror images, one by exchange of axes, and the powers of two that change no coordinate but by their factor. */
function* transformed(coordinates: readonly number[]): Generator<Float32Array> {
  yield Float32Array.from(coordinates, (value, i) => (i % 3 === 1 ? -value : value));
  yield Float32Array.from(coordinates, (_, i) => coordinates[i - (i % 3) + ((3 - (i % 3)) % 3)]);
  for (const factor of [2 ** -100, 2 ** -9, 2 ** 30, 2 ** 120]) {
    if (coordinates.every((value) => Math.fround(value * factor) / factor === value)) {
      yield Float32Array.from(coordinates, (value) => value * factor);
    }
  }
}

function tell(pair: TrianglePair): string {
  return `seed ${SEED}, ${pair.kind}, shared ${JSON.stringify(pair.shared)}: ${JSON.stringify(pair.coordinates)}`;
}

describe('exact triangle against triangle', () => {
  it('agrees with rational arithmetic on 100,000 pairs, every kind of meeting among them', () => {
    const random = createRandom(SEED);
    const seen = new Map<string, number>();
    const count = (name: string): void => void seen.set(name, (seen.get(name) ?? 0) + 1);
    for (let i = 0; i < 100_000; i++) {
      const pair = drawPair(random);
      const sharedOfA = pair.shared.map(([ofA]) => ofA);
      const expected = oracleMeeting(pair.coordinates, sharedOfA);
      const answer = NAMES[meet(pair)];
      if (answer !== expected) expect.fail(`${tell(pair)} is ${answer}, exactly ${expected}`);
      if (pair.shared.length === 0) {
        const a = Float32Array.from(pair.coordinates.slice(0, 9));
        const b = Float32Array.from(pair.coordinates.slice(9));
        const apart = NAMES[meetTriangles(a, 0, 1, 2, b, 0, 1, 2)];
        if (apart !== expected) expect.fail(`${tell(pair)} on two surfaces is ${apart}, exactly ${expected}`);
      }
      count(pair.kind);
      count(`${expected} with ${pair.shared.length} shared`);
    }
    const rare = PAIR_KINDS.filter((kind) => (seen.get(kind) ?? 0) < 5000);
    expect(rare).toEqual([]);
    const missing = POSSIBLE.filter((name) => (seen.get(name) ?? 0) < 500);
    expect(missing).toEqual([]);
    const degenerate = [...seen].filter(([name]) => DEGENERATE.has(name)).reduce((sum, [, times]) => sum + times, 0);
    expect(degenerate).toBeGreaterThan(20_000);
  });

  it('gives the same answer in every order of triangles and vertices, mirrored, and scaled by powers of two', () => {
    const random = createRandom(SEED + 1);
    for (let i = 0; i < 3000; i++) {
      const pair = drawPair(random);
      const answer = meet(pair);
      const [b0, b1, b2] = verticesOfB(pair);
      for (const positions of [Float32Array.from(pair.coordinates), ...transformed(pair.coordinates)]) {
        for (const a of ordersOf(0, 1, 2)) {
          for (const b of ordersOf(b0, b1, b2)) {
            const forth = meetTrianglesOfOneSurface(positions, ...a, ...b);
            const back = meetTrianglesOfOneSurface(positions, ...b, ...a);
            if (forth === answer && back === answer) continue;
            expect.fail(`${tell(pair)} is ${answer}, but ${forth} and ${back} for ${a.join()} and ${b.join()}`);
          }
        }
      }
    }
  });
});

describe('how two triangles of two surfaces meet', () => {
  const base = [0, 0, 0, 4, 0, 0, 0, 4, 0];

  it.each<[string, Meeting, number[]]>([
    ['above one another', APART, [0, 0, 1, 4, 0, 1, 0, 4, 1]],
    ['side by side in one plane', APART, [5, 0, 0, 9, 0, 0, 5, 4, 0]],
    ['a vertex on the face', TOUCHING, [1, 1, 0, 1, 1, 5, 2, 1, 5]],
    ['a vertex on an edge', TOUCHING, [2, 2, 0, 3, 3, 5, 2, 3, 5]],
    ['a vertex on a vertex', TOUCHING, [4, 0, 0, 9, 0, 5, 9, 1, 5]],
    ['an edge through an edge', TOUCHING, [1, 0, -1, 1, 0, 1, 1, -5, 0]],
    ['an edge lying in the face', TOUCHING, [1, 1, 0, 2, 1, 0, 1, 1, 5]],
    ['coplanar with a common edge', TOUCHING, [4, 0, 0, 0, 4, 0, 4, 4, 0]],
    ['coplanar and overlapping', TOUCHING, [1, 1, 0, 5, 1, 0, 1, 5, 0]],
    ['one inside the other', TOUCHING, [1, 1, 0, 2, 1, 0, 1, 2, 0]],
    ['the same place twice', TOUCHING, base],
    ['an edge piercing the face', CROSSING, [1, 1, -1, 1, 1, 1, 9, 9, 1]],
    ['a vertex passing through by the least float32', CROSSING, [1, 1, -1.401298464324817e-45, 1, 1, 5, 2, 1, 5]],
    ['a vertex short of the face by the least float32', APART, [1, 1, 1.401298464324817e-45, 1, 1, 5, 2, 1, 5]],
    ['three vertices on one line', DEFECT, [1, 1, -1, 1, 1, 0, 1, 1, 7]],
    ['three vertices in one point, far away', DEFECT, [9, 9, 9, 9, 9, 9, 9, 9, 9]],
  ])('%s', (_, expected, other) => {
    const [a, b] = [Float32Array.from(base), Float32Array.from(other)];
    expect(meetTriangles(a, 0, 1, 2, b, 0, 1, 2)).toBe(expected);
    expect(meetTriangles(b, 0, 1, 2, a, 0, 1, 2)).toBe(expected);
  });
});

describe('how two triangles of one surface meet', () => {
  it.each<[string, Meeting, number[], [number, number, number]]>([
    ['neighbours at an edge, folded', APART, [4, 4, 3], [1, 3, 2]],
    ['neighbours at an edge, flat', APART, [4, 4, 0], [1, 3, 2]],
    ['neighbours at an edge, folded onto each other', TOUCHING, [1, 1, 0], [1, 3, 2]],
    ['neighbours at a vertex', APART, [-1, 0, 1, -1, -1, 1], [0, 3, 4]],
    ['neighbours at a vertex, in one plane', APART, [-1, 0, 0, 0, -1, 0], [0, 3, 4]],
    ['neighbours at a vertex, in one plane, overlapping', TOUCHING, [1, 1, 0, 0, -1, 0], [0, 3, 4]],
    ['neighbours at a vertex, with edges on each other', TOUCHING, [2, 0, 0, 0, 0, 1], [0, 3, 4]],
    ['neighbours at a vertex, one through the other', CROSSING, [1, 1, 1, 1, 1, -1], [0, 3, 4]],
    ['neighbours at a vertex, one through the plane beside the other', APART, [-1, 1, 1, -1, -1, -1], [0, 3, 4]],
    ['vertices in one place that are not the same vertex', TOUCHING, [4, 0, 0, 5, 0, 1, 5, 1, 1], [3, 4, 5]],
    ['the same three vertices', DEFECT, [], [2, 1, 0]],
    ['a vertex twice in one triangle', DEFECT, [9, 9, 9], [3, 3, 0]],
  ])('%s', (_, expected, more, other) => {
    const positions = Float32Array.from([0, 0, 0, 4, 0, 0, 0, 4, 0, ...more]);
    expect(meetTrianglesOfOneSurface(positions, 0, 1, 2, ...other)).toBe(expected);
    expect(meetTrianglesOfOneSurface(positions, ...other, 0, 1, 2)).toBe(expected);
  });
});

describe('isCollinear', () => {
  it('knows lines, doubled vertices and points, whatever their direction', () => {
    const collinear = (...coordinates: number[]): boolean => isCollinear(Float32Array.from(coordinates), 0, 1, 2);
    expect(collinear(0, 0, 0, 1, 2, 3, 3, 6, 9)).toBe(true);
    expect(collinear(1, 2, 3, 1, 2, 3, 7, 8, 9)).toBe(true);
    expect(collinear(1, 2, 3, 1, 2, 3, 1, 2, 3)).toBe(true);
    expect(collinear(0, 0, 0, 1, 2, 3, 3, 6, 9.000001)).toBe(false);
    expect(collinear(5, 0, 0, 5, 1, 0, 5, 0, 1)).toBe(false);
    expect(collinear(0, 5, 0, 1, 5, 0, 0, 5, 1)).toBe(false);
    expect(collinear(0, 0, 5, 1, 0, 5, 0, 1, 5)).toBe(false);
  });
});
