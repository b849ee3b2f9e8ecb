import { createRandom } from 'pliant/exact';
import { sortFrames } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { expectRefused } from './expect-refused.js';

const SEED = 77;

describe('names of frames', () => {
  it.each([
    [
      ['f10.obj', 'f9.obj', 'f11.obj'],
      ['f9.obj', 'f10.obj', 'f11.obj'],
    ],
    [
      ['002.ply', '000.ply', '001.ply'],
      ['000.ply', '001.ply', '002.ply'],
    ],
    [
      ['f08.obj', 'f9.obj', 'f10.obj'],
      ['f08.obj', 'f9.obj', 'f10.obj'],
    ],
    // Every third frame is a recording as well.
    [
      ['f156.obj', 'f150.obj', 'f153.obj'],
      ['f150.obj', 'f153.obj', 'f156.obj'],
    ],
    // The number need not be the last.
    [
      ['shot2.2.v7.obj', 'shot2.10.v7.obj', 'shot2.6.v7.obj'],
      ['shot2.2.v7.obj', 'shot2.6.v7.obj', 'shot2.10.v7.obj'],
    ],
    [
      ['b.obj', 'a.obj', 'c.obj'],
      ['a.obj', 'b.obj', 'c.obj'],
    ],
    [
      ['f18446744073709551617.obj', 'f18446744073709551616.obj'],
      ['f18446744073709551616.obj', 'f18446744073709551617.obj'],
    ],
    [['only.obj'], ['only.obj']],
    [[], []],
  ])('%j are %j in the order of time', (names, sorted) => {
    expect(sortFrames(names)).toEqual(sorted);
  });

  it('come to the same order from every other', () => {
    const random = createRandom(SEED);
    const names = Array.from({ length: 1200 }, (_, k) => `cloth_${k + 95}.ply`);
    const shuffled = names.map((name) => ({ name, key: random.next() })).sort((a, b) => a.key - b.key);
    expect(sortFrames(shuffled.map(({ name }) => name)), `seed ${SEED}`).toEqual(names);
  });

  it('are refused when one is missing, or there twice', () => {
    expectRefused(() => sortFrames(['f1.obj', 'f2.obj', 'f4.obj']), 'bad-count', 'frame 3', '"f2.obj" and "f4.obj"');
    expectRefused(() => sortFrames(['f0.obj', 'f20.obj', 'f30.obj', 'f10.obj', 'f50.obj']), 'bad-count', 'frame 40');
    expectRefused(() => sortFrames(['f1.obj', 'f01.obj', 'f2.obj']), 'bad-count', 'both are frame 1');
  });

  it('are refused when they are of several recordings', () => {
    expectRefused(() => sortFrames(['body_1.obj', 'shirt_1.obj']), 'mismatch', '"body_1.obj" and "shirt_1.obj"');
    expectRefused(() => sortFrames(['rest.obj', 'f1.obj', 'f2.obj']), 'mismatch', 'rest.obj');
  });
});
