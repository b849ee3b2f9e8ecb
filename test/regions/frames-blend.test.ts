// slow: moves surfaces through thousands of frames, against brute force
/** Of five thousand frames, those of skins, morphing skins, embeddings and cages with weights of any kind. */
import { describe, expect, it } from 'vitest';
import { expectFrames } from './check-frames.js';

const FRAMES = 1600;

describe('a surface that skins, cages and tetrahedra move', () => {
  it(`loses no collision in ${FRAMES} frames where regions are proved free`, () => {
    const { colliding, regionsFree, refused } = expectFrames('blend', 1663, FRAMES);
    expect(colliding).toBeGreaterThan(FRAMES / 5);
    expect(regionsFree).toBeGreaterThan(FRAMES / 2);
    expect(refused).toBeGreaterThan(FRAMES / 5);
  });
});
