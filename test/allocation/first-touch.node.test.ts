import {
  TOUCH_LENGTH,
  createRandom,
  doEdgeEdgeMeet,
  doVertexFaceMeet,
  findEdgeEdgeTouch,
  findVertexFaceTouch,
} from 'pliant/exact';
import { describe, expect, it } from 'vitest';
import { ALLOWED_BYTES_PER_FRAME, bytesPerFrame } from './count-allocations.js';

const SEED = 21;
const COUNT = 64;

describe('first touch', () => {
  it('allocates nothing where doubles decide', () => {
    const random = createRandom(SEED);
    const points = (): Float64Array => Float64Array.from({ length: 12 }, () => random.range(-1, 1));
    const starts = Array.from({ length: COUNT }, points);
    const ends = Array.from({ length: COUNT }, points);
    const out = new Float64Array(TOUCH_LENGTH);
    let met = 0;
    const bytes = bytesPerFrame((frame) => {
      const start = starts[frame % COUNT];
      const end = ends[frame % COUNT];
      if (doVertexFaceMeet(start, end)) met++;
      if (doEdgeEdgeMeet(start, end)) met++;
      if (findVertexFaceTouch(start, end, out)) met++;
      if (findEdgeEdgeTouch(start, end, out)) met++;
    });
    expect(met).toBeGreaterThan(COUNT);
    expect(bytes).toBeLessThan(ALLOWED_BYTES_PER_FRAME);
  });
});
