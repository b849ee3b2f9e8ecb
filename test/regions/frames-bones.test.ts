// slow: moves surfaces through thousands of frames, against brute force
/** Of five thousand frames, those of surfaces that bones bend, fold and mirror. */
import { describe, expect, it } from 'vitest';
import { expectFrames } from './check-frames.js';

const FRAMES = 1700;

describe('a surface that bones bend, fold and mirror', () => {
  it(`loses no collision in ${FRAMES} frames where regions are proved free`, () => {
    const { colliding, regionsFree, refused } = expectFrames('bones', 1662, FRAMES);
    expect(colliding).toBeGreaterThan(FRAMES / 5);
    expect(regionsFree).toBeGreaterThan(FRAMES);
    expect(refused).toBeGreaterThan(FRAMES / 5);
  });
});
