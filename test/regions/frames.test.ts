/** A sample of frames with regions proved free; the slow part of the tests has five thousand. */
import { describe, expect, it } from 'vitest';
import { expectFrames } from './check-frames.js';
import { ACTORS } from './make-frames.js';

const FRAMES = 60;

describe('a surface that moves', () => {
  it.each(Object.keys(ACTORS))('loses no collision where regions are proved free: %s', (kind) => {
    const { colliding, regionsFree, refused } = expectFrames(kind, 1660, FRAMES);
    expect(colliding).toBeGreaterThan(FRAMES / 5);
    expect(regionsFree).toBeGreaterThan(0);
    expect(refused).toBeGreaterThan(0);
  });
});
