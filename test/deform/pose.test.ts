import type { PliantErrorCode } from 'pliant';
import {
  type Pose,
  TRANSFORM_STRIDE,
  createPose,
  setMatrices,
  setPoints,
  setTime,
  setTransforms,
  setWeights,
} from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { expectRefused } from '../mesh/expect-refused.js';
import { expectSameWords } from '../support/same-words.js';

const LAYOUT = { weightCount: 3, transformCount: 1, pointCount: 2 };

const SECTIONS = [
  { name: 'setWeights', set: setWeights, section: (pose: Pose): Float32Array => pose.weights, length: 3 },
  { name: 'setTransforms', set: setTransforms, section: (pose: Pose): Float32Array => pose.transforms, length: 12 },
  { name: 'setPoints', set: setPoints, section: (pose: Pose): Float32Array => pose.points, length: 6 },
];

describe('a pose', () => {
  it('begins at rest: no weights, identity transforms, points at the origin, time zero', () => {
    const pose = createPose({ ...LAYOUT, transformCount: 2 });
    expect([...pose.weights]).toEqual([0, 0, 0]);
    expect(pose.transforms.length).toBe(2 * TRANSFORM_STRIDE);
    const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
    expect([...pose.transforms]).toEqual([...identity, ...identity]);
    expect([...pose.points]).toEqual([0, 0, 0, 0, 0, 0]);
    expect(pose.time).toBe(0);
    expect(pose.stamp).toBe(0);
  });

  it.each([
    ['a negative count', { ...LAYOUT, weightCount: -1 }],
    ['a fractional count', { ...LAYOUT, transformCount: 0.5 }],
    ['a count that is not a number', { ...LAYOUT, pointCount: NaN }],
  ])('is refused for %s', (_, layout) => {
    expectRefused(() => createPose(layout), 'bad-count', 'createPose');
  });

  it.each(SECTIONS)(
    '$name writes numbers rounded to float32 and raises the stamp by one',
    ({ set, section, length }) => {
      const pose = createPose(LAYOUT);
      const values = Array.from({ length }, (_, i) => 0.1 + i);
      set(pose, values);
      expect([...section(pose)]).toEqual(values.map(Math.fround));
      expect(pose.stamp).toBe(1);
      set(pose, Float64Array.from(values));
      expect(pose.stamp).toBe(2);
    },
  );

  it.each(SECTIONS)(
    '$name takes the largest float32 and the largest double that rounds to it',
    ({ set, section, length }) => {
      const pose = createPose(LAYOUT);
      const largest = (2 - 2 ** -23) * 2 ** 127;
      set(pose, new Float64Array(length).fill(largest * (1 + 2 ** -25 - 2 ** -50)));
      expect(section(pose)).toEqual(new Float32Array(length).fill(largest));
    },
  );

  const badNumbers = [NaN, Infinity, -Infinity, 1e39, -1e39, 3.4028236e38];
  describe.each(SECTIONS)('$name refuses, and changes nothing,', ({ name, set, section, length }) => {
    const good = Array.from({ length }, (_, i) => i + 1);

    function expectUntouched(values: unknown, code: 'bad-type' | 'bad-count' | 'bad-number', ...parts: string[]): void {
      const pose = createPose(LAYOUT);
      set(pose, good);
      const before = section(pose).slice();
      expectRefused(() => set(pose, values as number[]), code, name, ...parts);
      expectSameWords(section(pose), before, name);
      expect(pose.stamp).toBe(1);
    }

    it.each(badNumbers)('%d in the last place', (bad) => {
      expectUntouched([...good.slice(1).map(() => 7), bad], 'bad-number', `[${length - 1}]`, String(bad));
    });

    it('the wrong length', () => {
      expectUntouched(good.slice(1), 'bad-count', String(length - 1), String(length));
      expectUntouched([...good, 1], 'bad-count', String(length + 1), String(length));
      expectUntouched([], 'bad-count', '0');
    });

    it.each([[undefined], [null], [5], ['123'], [{}], [() => 1]])('%s instead of an array', (value) => {
      expectUntouched(value, 'bad-type');
    });

    it.each([[null], ['1'], [true], [1n], [undefined], [{}]])('%s instead of a number', (value) => {
      const values: unknown[] = [...good];
      values[0] = value;
      const pose = createPose(LAYOUT);
      set(pose, good);
      expect(() => set(pose, values as number[])).toThrowError(
        expect.objectContaining({ name: 'PliantError' }) as Error,
      );
      expect([...section(pose)]).toEqual(good);
      expect(pose.stamp).toBe(1);
    });
  });

  it('keeps a time of any finite double, and refuses others', () => {
    const pose = createPose(LAYOUT);
    setTime(pose, 1e300);
    expect(pose.time).toBe(1e300);
    expect(pose.stamp).toBe(1);
    for (const bad of [NaN, Infinity, -Infinity, '1', undefined]) {
      expectRefused(() => setTime(pose, bad as number), 'bad-number', 'setTime');
    }
    expect(pose.time).toBe(1e300);
    expect(pose.stamp).toBe(1);
  });
});

describe('matrices of a pose', () => {
  const layout = { weightCount: 0, transformCount: 2, pointCount: 0 };
  /** Entry (row, column) of matrix m is 100 m + 10 row + column, stored column by column. */
  const matrices = Array.from({ length: 32 }, (_, i) => {
    const [m, column, row] = [i >> 4, (i >> 2) & 3, i & 3];
    if (row === 3) return column === 3 ? 1 : 0;
    return 100 * m + 10 * row + column;
  });

  it('become transforms row by row, rounded to float32, and raise the stamp by one', () => {
    const pose = createPose(layout);
    setMatrices(
      pose,
      matrices.map((value, i) => ((i & 3) === 3 ? value : value + 0.1)),
    );
    const rows = [0, 1, 2, 3, 10, 11, 12, 13, 20, 21, 22, 23];
    const expected = [...rows, ...rows.map((value) => value + 100)].map((value) => Math.fround(value + 0.1));
    expect([...pose.transforms]).toEqual(expected);
    expect(pose.stamp).toBe(1);
    setMatrices(pose, Float32Array.from(matrices));
    expect(pose.stamp).toBe(2);
  });

  it('may miss the last 1 by roundings of doubles', () => {
    const pose = createPose(layout);
    setMatrices(
      pose,
      matrices.map((value, i) => ((i & 15) === 15 ? 1 - 2 ** -52 : value)),
    );
    expect(pose.transforms[12]).toBe(100);
  });

  it.each<[string, unknown, PliantErrorCode, string[]]>([
    ['too few', matrices.slice(0, 31), 'bad-count', ['31', '32']],
    ['too many', [...matrices, ...matrices], 'bad-count', ['64', '32']],
    ['no array', undefined, 'bad-type', ['undefined']],
    ['a number that is none', matrices.with(17, NaN), 'bad-number', ['matrices[17]', 'NaN']],
    ['a number beyond float32', matrices.with(28, 1e39), 'bad-number', ['matrices[28]', '1e+39']],
    ['a projection', matrices.with(23, 0.5), 'bad-number', ['matrix 1', 'column 1', '0.5']],
    ['another scale', matrices.with(15, 2), 'bad-number', ['matrix 0', 'column 3', '2']],
    [
      'rows instead of columns',
      [1, 0, 0, 5, 0, 1, 0, 6, 0, 0, 1, 7, 0, 0, 0, 1, ...matrices.slice(16)],
      'bad-number',
      ['column by column'],
    ],
  ])('are refused, and nothing changes, for %s', (_, given, code, parts) => {
    const pose = createPose(layout);
    const before = pose.transforms.slice();
    expectRefused(() => setMatrices(pose, given as number[]), code, 'setMatrices', ...parts);
    expectSameWords(pose.transforms, before, 'transforms');
    expect(pose.stamp).toBe(0);
  });
});
