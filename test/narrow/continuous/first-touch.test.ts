import { createRandom, doVertexFaceMeet, findEdgeEdgeTouch } from 'pliant/exact';
import { isEdgeEdgeDecidedInDoubles, isVertexFaceDecidedInDoubles } from 'pliant/inspect';
import { describe, expect, it } from 'vitest';
import { EDGE_EDGE_TOUCHES } from './edge-edge-touches.js';
import {
  backwards,
  exactTimes,
  filtered,
  firstTimes,
  gapAtTouch,
  inEveryOrder,
  meets,
  meetsExactly,
} from './encounters.js';
import type { Sample } from './encounters.js';
import { VERTEX_FACE_TOUCHES } from './vertex-face-touches.js';

const TOUCHES = [...VERTEX_FACE_TOUCHES, ...EDGE_EDGE_TOUCHES];
const TOUCH_CASES = TOUCHES.map((touch) => [touch.name, touch] as const);

describe('first touch', () => {
  it.each(TOUCH_CASES)('is found, and its twin by one unit in the last place is not: %s', (_, touch) => {
    for (const sample of inEveryOrder(touch.touching)) {
      expect(firstTimes(sample)).toEqual(touch.times);
      expect(exactTimes(sample)).toEqual(touch.times);
      expect(meets(sample)).toBe(true);
      expect(meetsExactly(sample)).toBe(true);
      expect(gapAtTouch(sample)).toBeLessThan(1e-14);
      expect(meets(backwards(sample))).toBe(true);
      // A tie is not decided in doubles, by design.
      expect(filtered(sample)).toBeUndefined();
    }
    for (const sample of inEveryOrder(touch.missing)) {
      expect(firstTimes(sample)).toBeUndefined();
      expect(exactTimes(sample)).toBeUndefined();
      expect(meetsExactly(sample)).toBe(false);
      expect(meets(backwards(sample))).toBe(false);
    }
  });

  it('keeps its time at any offset, and under any power of two', () => {
    for (const { touching, times } of TOUCHES) {
      for (const scale of [2 ** -1000, 2 ** -40, 2 ** 40, 2 ** 1000]) {
        if (touching.start.some((value) => Math.abs(value) < 1 && value !== 0)) continue;
        expect(firstTimes(mapped(touching, (value) => value * scale))).toEqual(times);
      }
      expect(firstTimes(mapped(touching, (value) => value + 2 ** 40))).toEqual(times);
    }
  });

  it('is enclosed by neighbouring doubles where it is irrational', () => {
    // With u = (1, 0, 2t), v = (0, 1, 0), w = (t, 0, 1) the volume is 1 - 2t².
    const sample: Sample = {
      kind: 'vertex-face',
      start: [0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0],
      end: [1, 0, 1, 0, 0, 0, 1, 0, 2, 0, 1, 0],
    };
    const [below, above] = firstTimes(sample)!;
    expect(above).toBe(Math.SQRT1_2);
    expect(below).toBe(Math.SQRT1_2 - 2 ** -53);
  });

  it('is enclosed where it is smaller than any double but 0, and just before 1', () => {
    const late = 1 - 2 ** -53;
    const toFace = (from: number, to: number): Sample => ({
      kind: 'vertex-face',
      start: [1, 1, from, 0, 0, 0, 4, 0, 0, 0, 4, 0],
      end: [1, 1, to, 0, 0, 0, 4, 0, 0, 0, 4, 0],
    });
    expect(firstTimes(toFace(Number.MIN_VALUE, -2))).toEqual([0, Number.MIN_VALUE]);
    expect(firstTimes(toFace(2 ** -1060, -(2 ** 10)))).toEqual([2 ** -1070 - 2 ** -1074, 2 ** -1070]);
    expect(firstTimes(toFace(2, -Number.MIN_VALUE))).toEqual([late, 1]);
    expect(firstTimes(toFace(Number.MAX_VALUE, -Number.MIN_VALUE))).toEqual([late, 1]);
    expect(firstTimes(toFace(3, -5))).toEqual([0.375, 0.375]);
    expect(firstTimes(toFace(0.1, -0.1))).toEqual([0.5, 0.5]);
    expect(firstTimes(toFace(1, 2 ** 8 - 2 ** 60))).toEqual([2 ** -60, 2 ** -60 + 2 ** -112]);
  });

  it('is enclosed where it is no double, although a power of two divides it', () => {
    // The gap goes from 1 + 2^-60 to 2^-60 - 1, so the time is (1 + 2^-60) / 2.
    const level = -(2 ** -60);
    const face = [0, 0, level, 4, 0, level, 0, 4, level];
    const sample: Sample = { kind: 'vertex-face', start: [1, 1, 1, ...face], end: [1, 1, -1, ...face] };
    expect(exactTimes(sample)).toEqual([0.5, 0.5 + 2 ** -53]);
    expect(firstTimes(sample)).toEqual([0.5, 0.5 + 2 ** -53]);
  });

  it('is told from a time just before, and just behind, when all points are in a plane', () => {
    // With u = (1, 0, 0), v = (0, 1, t) the volume is t (2^-45 - t) / 4; at 0 the vertex is beside the face.
    const late = 2 ** -45;
    const corners = [0, 0, 0, 1, 0, 0, 0, 1];
    const beside = (x: number): Sample => ({
      kind: 'vertex-face',
      start: [x, 0.25, 0, ...corners, 0],
      end: [1 - late, 0.5, 0.25 + late / 4, ...corners, 1],
    });
    const [touching, missing] = [beside(-late), beside(-late * (1 + 2 ** -52))];
    for (const times of [firstTimes, exactTimes]) {
      expect(times(touching)).toEqual([late, late]);
      expect(times(backwards(touching))).toEqual([1 - late, 1 - late]);
      expect(times(missing)).toBeUndefined();
      expect(times(backwards(missing))).toBeUndefined();
    }
  });

  it('is decided for numbers of every size, in every order, and never differently in doubles', () => {
    const seed = 5;
    const random = createRandom(seed);
    const seen = { met: 0, missed: 0 };
    for (let i = 0; i < 60; i++) {
      const spread = [4, 60, 300, 1000][random.integer(4)];
      const coordinate = (): number =>
        random.integer(4) === 0 ? 0 : random.range(-1, 1) * 2 ** random.range(-spread, spread);
      const sample: Sample = {
        kind: random.integer(2) === 0 ? 'vertex-face' : 'edge-edge',
        start: Array.from({ length: 12 }, coordinate),
        end: Array.from({ length: 12 }, coordinate),
      };
      const name = `seed ${seed}, sample ${i}, ${JSON.stringify(sample)}`;
      const times = String(exactTimes(sample));
      seen[times === 'undefined' ? 'missed' : 'met']++;
      if (String(firstTimes(sample)) !== times) expect.fail(`${name}: ${String(firstTimes(sample))}, exactly ${times}`);
      for (const other of inEveryOrder(sample).slice(4)) {
        if (String(exactTimes(other)) !== times) expect.fail(`${name}: ${String(exactTimes(other))}, not ${times}`);
      }
      const alone = filtered(sample);
      if (alone !== undefined && alone !== (times !== 'undefined')) expect.fail(`${name}: doubles say ${alone}`);
    }
    expect(seen.met).toBeGreaterThan(5);
    expect(seen.missed).toBeGreaterThan(10);
  });

  it('is never told differently in doubles close to a tie, and has the same time', () => {
    const seed = 9;
    const random = createRandom(seed);
    const seen = { undecided: 0, met: 0, missed: 0 };
    for (const { name, touching } of TOUCHES) {
      for (let i = 0; i < 60; i++) {
        const size = 2 ** -random.integer(54);
        const [offset, scale] = [random.integer(3) * 1000, random.range(0.1, 10)];
        const shaken = mapped(touching, (value) => value * scale + offset + size * random.range(-1, 1));
        const times = exactTimes(shaken);
        const alone = filtered(shaken);
        seen[alone === undefined ? 'undecided' : alone ? 'met' : 'missed']++;
        const told = `seed ${seed}, ${name}, ${JSON.stringify(shaken)}: exactly ${String(times)}`;
        if (alone !== undefined && alone !== (times !== undefined)) expect.fail(`${told}, but doubles say ${alone}`);
        const gap = gapAtTouch(shaken) ?? 0;
        if (!(gap < 1e-11)) expect.fail(`${told}, but the places there are ${gap} apart`);
        if (String(firstTimes(shaken)) !== String(times)) expect.fail(`${told}, but ${String(firstTimes(shaken))}`);
      }
    }
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(20);
  });

  it('tells whether doubles are enough', () => {
    const [start, crossing, touching] = [1, -1, 0].map((height) =>
      Float64Array.of(1, 1, height, 0, 0, 0, 4, 0, 0, 0, 4, 0),
    );
    expect(isVertexFaceDecidedInDoubles(start, crossing)).toBe(true);
    expect(isVertexFaceDecidedInDoubles(start, touching)).toBe(false);
    const [above, below, beside] = [1, -1, 1].map((height, i) =>
      Float64Array.of(0, 0, 0, 4, 0, 0, 1 + 9 * (i >> 1), -1, height, 1 + 9 * (i >> 1), 1, height),
    );
    expect(isEdgeEdgeDecidedInDoubles(above, below)).toBe(true);
    expect(isEdgeEdgeDecidedInDoubles(beside, beside)).toBe(true);
    expect(isEdgeEdgeDecidedInDoubles(above, above.with(8, 0).with(11, 0))).toBe(false);
  });

  it('refuses numbers that are not finite, and too few of them', () => {
    const points = Float64Array.from({ length: 12 }, (_, k) => k);
    for (const bad of [NaN, Infinity, -Infinity]) {
      expect(() => doVertexFaceMeet(points, points.with(7, bad))).toThrow(
        `doVertexFaceMeet: end[7] is ${bad}; every number must be finite`,
      );
    }
    // One that is far beyond all others is not apart from them.
    expect(() => findEdgeEdgeTouch(points.with(0, Infinity), points.with(0, Infinity), new Float64Array(4))).toThrow(
      'findEdgeEdgeTouch: start[0] is Infinity',
    );
    expect(() => doVertexFaceMeet(points.subarray(1), points)).toThrow(
      'doVertexFaceMeet: start has 11 numbers; pass 12',
    );
    expect(() => findEdgeEdgeTouch(points, points, new Float64Array(1))).toThrow('out has 1 numbers; pass at least 4');
  });
});

function mapped({ kind, start, end }: Sample, map: (value: number) => number): Sample {
  return { kind, start: start.map(map), end: end.map(map) };
}
