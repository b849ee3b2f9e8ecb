import { createRandom } from 'pliant/exact';
import { createLinkTransforms, createLinks, writeLinkTransforms } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { soup } from '../support/sample-meshes.js';
import { ALLOWED_BYTES_PER_FRAME, bytesPerFrame } from './count-allocations.js';

describe('links', () => {
  it('allocate nothing in a pose, with coarse vertices in a line or not', () => {
    const random = createRandom(23);
    const mesh = soup(random, 40, 0.2);
    const points = Float32Array.from({ length: 60 }, () => random.range(-1, 1));
    const links = createLinks(mesh, { points });
    const poses = Array.from({ length: 8 }, (_, pose) =>
      points.map((value, i) => (pose % 4 === 0 && i % 3 > 0 ? 0 : value + random.range(-0.2, 0.2))),
    );
    const transforms = createLinkTransforms(links);
    const bytes = bytesPerFrame((frame) => writeLinkTransforms(links, poses[frame % 8], transforms));
    expect(bytes).toBeLessThan(ALLOWED_BYTES_PER_FRAME);
  });
});
