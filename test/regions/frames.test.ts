/** A sample of frames with regions proved free; the slow part of the tests has five thousand. */
import { describe, expect, it } from 'vitest';
import { expectFrames } from './check-frames.js';
import { ACTORS } from './make-frames.js';

/** So many that there are surfaces of all sorts among them, whatever the seed: a surface has ten frames, and many of those that are small and tangled have no region at all. */
const FRAMES: Readonly<Record<keyof typeof ACTORS, number>> = { linear: 120, bones: 240, blend: 300 };

describe('a surface that moves', () => {
  it.each(Object.keys(ACTORS))('loses no collision where regions are proved free: %s', (kind) => {
    const { colliding, regionsFree, refused } = expectFrames(kind, 1660, FRAMES[kind]);
    expect(colliding).toBeGreaterThan(FRAMES[kind] / 5);
    expect(regionsFree).toBeGreaterThan(0);
    expect(refused).toBeGreaterThan(0);
  });
});
