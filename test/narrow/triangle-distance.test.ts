import { APART, DEFECT, createRandom, meetTriangles } from 'pliant/exact';
import { describe, expect, it } from 'vitest';
import { triangleDistanceSquared } from './with-numbers.js';
import { exactIntegers } from '../oracle/exact-integers.js';
import { toNumber } from '../oracle/fractions.js';
import { leastDistanceSquared } from '../oracle/least-distance.js';
import { bigVector } from '../oracle/vectors.js';
import { drawPair } from './triangle-pairs.js';

const SEED = 12;
const SAMPLES = 10_000;

interface Found {
  readonly squared: number;
  readonly onA: number[];
  readonly onB: number[];
}

function distance(coordinates: readonly number[], order: readonly [number, number, number] = [0, 1, 2]): Found {
  const a = Float32Array.from(coordinates.slice(0, 9));
  const b = Float32Array.from(coordinates.slice(9));
  const [onA, onB] = [
    [0, 0, 0],
    [0, 0, 0],
  ];
  return { squared: triangleDistanceSquared(a, ...order, b, 0, 1, 2, onA, onB), onA, onB };
}

/** The squares of the distance of both triangles, and of a point from each. */
function exactly(coordinates: readonly number[], onA: readonly number[], onB: readonly number[]): number[] {
  const [one, ...integers] = exactIntegers([1, ...coordinates, ...onA, ...onB]);
  const corners = Array.from({ length: 8 }, (_, k) => bigVector(integers, 3 * k));
  const [a, b] = [corners.slice(0, 3), corners.slice(3, 6)];
  return [leastDistanceSquared(a, b), leastDistanceSquared(a, [corners[6]]), leastDistanceSquared(b, [corners[7]])].map(
    ({ numerator, denominator }) => toNumber({ numerator, denominator: denominator * one * one }),
  );
}

describe('distance of two triangles', () => {
  const triangle = [0, 0, 0, 4, 0, 0, 0, 4, 0];

  it('is found between faces and corners, edges, and corners', () => {
    expect(distance([...triangle, 1, 1, 3, 9, 1, 9, 1, 9, 9])).toEqual({ squared: 9, onA: [1, 1, 0], onB: [1, 1, 3] });
    expect(distance([...triangle, 2, -3, -5, 2, -3, 5, 2, -9, 0])).toEqual({
      squared: 9,
      onA: [2, 0, 0],
      onB: [2, -3, 0],
    });
    expect(distance([...triangle, 7, 0, 4, 9, 0, 4, 9, 1, 4])).toEqual({ squared: 25, onA: [4, 0, 0], onB: [7, 0, 4] });
  });

  it('is zero, at a common point, when they cross, touch, or overlap in a plane', () => {
    expect(distance([...triangle, 1, 1, -1, 1, 1, 1, 9, 9, 0])).toEqual({ squared: 0, onA: [1, 1, 0], onB: [1, 1, 0] });
    expect(distance([...triangle, 2, 2, 0, 9, 9, 0, 9, 9, 9])).toEqual({ squared: 0, onA: [2, 2, 0], onB: [2, 2, 0] });
    expect(distance([...triangle, 1, 1, 0, 2, 1, 0, 1, 2, 0]).squared).toBe(0);
  });

  it('takes collinear triangles as the segments or points that they cover', () => {
    expect(distance([...triangle, 1, 1, -1, 1, 1, 1, 1, 1, 0]).squared).toBe(0);
    expect(distance([1, 1, 2, 1, 1, 1, 1, 1, 3, ...triangle]).squared).toBe(1);
    expect(distance([1, 1, 2, 1, 1, 2, 1, 1, 2, 4, 5, 2, 4, 5, 2, 4, 5, 2]).squared).toBe(25);
  });

  it(`agrees with rational arithmetic on ${SAMPLES.toLocaleString('en')} pairs of all kinds`, () => {
    const random = createRandom(SEED);
    const seen = { apart: 0, meeting: 0, defect: 0, zero: 0 };
    for (let i = 0; i < SAMPLES; i++) {
      const { kind, coordinates } = drawPair(random);
      const { squared, onA, onB } = distance(coordinates);
      const name = `seed ${SEED}, ${kind} ${coordinates.join()}`;
      const [expected, offA, offB] = exactly(coordinates, onA, onB);
      const positions = Float32Array.from(coordinates);
      const meeting = meetTriangles(positions, 0, 1, 2, positions, 3, 4, 5);
      seen[meeting === DEFECT ? 'defect' : meeting === APART ? 'apart' : 'meeting']++;
      if (squared === 0) seen.zero++;
      const spread = [0, 1, 2].map((axis) => coordinates.filter((_, k) => k % 3 === axis));
      const reach = Math.max(...spread.map((values) => Math.max(...values) - Math.min(...values)));
      const size = Math.max(...coordinates.map(Math.abs));
      if ((squared === 0) !== (expected === 0)) expect.fail(`${name}: ${squared}, exactly ${expected}`);
      if (meeting !== DEFECT && (squared === 0) !== (meeting !== APART))
        expect.fail(`${name}: ${squared}, but not met`);
      if (!(Math.abs(squared - expected) <= 2 ** -44 * reach * reach)) {
        expect.fail(`${name}: ${squared}, exactly ${expected}`);
      }
      // A common point of slivers that cross is the middle of two that are close.
      const allowed = 2 ** (squared === 0 ? -22 : -49) * size;
      if (!(Math.sqrt(Math.max(offA, offB)) <= allowed)) {
        expect.fail(`${name}: ${onA.join()} or ${onB.join()} is off by ${offA} or ${offB}`);
      }
      const apart = Math.sqrt(onA.reduce((sum, value, k) => sum + (value - onB[k]) * (value - onB[k]), 0));
      if (!(Math.abs(apart - Math.sqrt(squared)) <= 2 ** -48 * size)) expect.fail(`${name}: ${squared}, not ${apart}`);
      const turned = distance(coordinates, [2, 0, 1]).squared;
      if (!(Math.abs(turned - expected) <= 2 ** -44 * reach * reach)) expect.fail(`${name}: ${turned} when turned`);
    }
    expect(seen.apart).toBeGreaterThan(1000);
    expect(seen.meeting).toBeGreaterThan(1000);
    expect(seen.defect).toBeGreaterThan(200);
    expect(seen.zero).toBeGreaterThan(seen.meeting);
  });
});
