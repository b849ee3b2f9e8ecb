// slow: moves surfaces through thousands of frames, against brute force
/** Of five thousand frames, those of surfaces that fields move. */
import { describe, expect, it } from 'vitest';
import { expectFrames } from './check-frames.js';

const FRAMES = 1700;

describe('a surface that fields press flat, turn inside out and shake', () => {
  it(`loses no collision in ${FRAMES} frames where regions are proved free`, () => {
    const { colliding, regionsFree, refused } = expectFrames('linear', 1661, FRAMES);
    expect(colliding).toBeGreaterThan(FRAMES / 5);
    expect(regionsFree).toBeGreaterThan(FRAMES);
    expect(refused).toBeGreaterThan(FRAMES / 5);
  });
});
