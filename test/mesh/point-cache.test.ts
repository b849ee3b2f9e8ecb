import { PliantError } from 'pliant';
import { createRandom } from 'pliant/exact';
import { planKeyframes } from 'pliant/kinetic';
import { readMdd, readPc2 } from 'pliant/parts';
import type { Recording } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { expectRefused } from './expect-refused.js';
import { writeMdd, writePc2 } from './write-cache.js';

const SEED = 2024;
const FRAMES = [
  [0, 0.5, -1, 1e-30, 3e30, -0.25],
  [1, 2, 3, 4, 5, 6],
  [7, 8, 9, 10, 11, 12],
];

function framesOf({ frames }: Recording): number[][] {
  return frames.map((frame) => [...frame]);
}

const ROUNDED = FRAMES.map((frame) => frame.map(Math.fround));

describe('a PC2 cache', () => {
  it('has its points, at the times of a rate', () => {
    const cache = readPc2(writePc2(FRAMES), { fps: 10 });
    expect(framesOf(cache)).toEqual(ROUNDED);
    expect([...cache.times]).toEqual([0, 0.1, 0.2]);
    expect(cache.names).toEqual(['0', '1', '2']);
    expect([...readPc2(writePc2(FRAMES)).times]).toEqual([0, 1 / 24, 2 / 24]);
  });

  it('may have several samples a frame, or begin elsewhere', () => {
    const cache = readPc2(writePc2(FRAMES, { start: 100, rate: 0.5 }), { fps: 25 });
    expect([...cache.times]).toEqual([0, 0.5 / 25, 1 / 25]);
    expect(cache.names).toEqual(['100', '100.5', '101']);
  });

  it('is read from the middle of a buffer, and with more behind it', () => {
    const bytes = writePc2(FRAMES);
    const inside = new Uint8Array(bytes.length + 30);
    inside.set(bytes, 3);
    expect(framesOf(readPc2(inside.subarray(3)))).toEqual(ROUNDED);
    expect(framesOf(readPc2(bytes.buffer))).toEqual(ROUNDED);
  });

  it('is a plan of flights as it is', () => {
    const plan = planKeyframes(readPc2(writePc2(FRAMES), { fps: 1 }));
    expect([plan.vertexCount, plan.start, plan.end]).toEqual([2, 0, 2]);
  });

  it('can be kept in memory that workers share', () => {
    const { frames } = readPc2(writePc2(FRAMES), { shared: true });
    expect(frames.every(({ buffer }) => buffer instanceof SharedArrayBuffer)).toBe(true);
    expect(frames.map((frame) => [...frame])).toEqual(ROUNDED);
  });

  it('is refused when it is something else, or says what cannot be', () => {
    expectRefused(() => readPc2(writeMdd(FRAMES, [0, 1, 2])), 'bad-file', 'readPc2', 'POINTCACHE2');
    expectRefused(() => readPc2(new Uint8Array(0)), 'bad-file');
    expectRefused(() => readPc2('text' as never), 'bad-type', '"text"');
    expectRefused(() => readPc2(writePc2(FRAMES, { version: 2 })), 'unsupported', 'version is 2');
    expectRefused(() => readPc2(writePc2(FRAMES, { pointCount: 0 })), 'bad-count', '3 frames of 0 points');
    expectRefused(() => readPc2(writePc2(FRAMES, { sampleCount: -1 })), 'bad-count', '-1 frames');
    for (const rate of [0, -1, NaN, Infinity]) {
      expectRefused(() => readPc2(writePc2(FRAMES, { rate })), 'bad-number', `${rate} frames apart`);
    }
    expectRefused(() => readPc2(writePc2(FRAMES, { start: NaN })), 'bad-number', 'first frame is NaN');
    for (const fps of [0, -1, NaN, Infinity]) {
      expectRefused(() => readPc2(writePc2(FRAMES), { fps }), 'bad-number', `fps is ${fps}`);
    }
  });

  it('names a coordinate that is not finite', () => {
    const frames = [FRAMES[0], [1, 2, 3, 4, NaN, 6]];
    expectRefused(() => readPc2(writePc2(frames, { start: 5 })), 'bad-number', 'y of point 1 in frame 6 is NaN');
  });

  it('is cut short wherever it ends early, and allocates nothing for what it claims', () => {
    const bytes = writePc2(FRAMES);
    for (let length = 12; length < bytes.length; length++) {
      expectRefused(() => readPc2(bytes.subarray(0, length)), 'cut-short', `there are ${length}`);
    }
    const boast = writePc2(FRAMES, { pointCount: 0x7fffffff, sampleCount: 0x7fffffff });
    expectRefused(() => readPc2(boast), 'cut-short', '2147483647 frames');
  });
});

describe('an MDD cache', () => {
  it('has its points and says when they are', () => {
    const cache = readMdd(writeMdd(FRAMES, [0.5, 0.625, 1]));
    expect(framesOf(cache)).toEqual(ROUNDED);
    expect([...cache.times]).toEqual([0, 0.125, 0.5]);
    expect(cache.names).toEqual(['0', '1', '2']);
  });

  it('is refused when times do not rise, or it ends early', () => {
    expectRefused(() => readMdd(writeMdd(FRAMES, [0, 1, 1])), 'bad-number', 'frame 2 is at 1 seconds, after 1');
    expectRefused(() => readMdd(writeMdd(FRAMES, [NaN, 1, 2])), 'bad-number', 'frame 0');
    const bytes = writeMdd(FRAMES, [0, 1, 2]);
    for (let length = 0; length < bytes.length; length++) {
      expectRefused(() => readMdd(bytes.subarray(0, length)), 'cut-short');
    }
  });
});

it('damaged caches are read or refused, and nothing else', () => {
  const random = createRandom(SEED);
  for (const [read, bytes] of [
    [readPc2, writePc2(FRAMES)],
    [readMdd, writeMdd(FRAMES, [0, 1, 2])],
  ] as const) {
    for (let run = 0; run < 3000; run++) {
      const damaged = bytes.slice();
      for (let k = 0; k < 3; k++) damaged[random.integer(damaged.length)] = random.integer(256);
      let recording: Recording | undefined;
      try {
        recording = read(damaged);
      } catch (error) {
        if (!(error instanceof PliantError)) throw error;
      }
      const numbers = recording?.frames.flatMap((frame) => [...frame]) ?? [];
      expect(numbers.every(Number.isFinite), `seed ${SEED}, run ${run}`).toBe(true);
    }
  }
});
