// slow: waits until the compiler has done with the walk over nodes
/** Searches that prune by normals allocate nothing per frame once everything is warm, whatever moves a body. */
import { type Body, createBody, createPairHits, createSearch, findSelfHits, step } from 'pliant';
import { createRandom } from 'pliant/exact';
import { beginPrunedSelf, createNormalBounds, createNormalPrune } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { makeSample, wavySheet } from '../bounds/normal-samples.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { ALLOWED_BYTES_PER_FRAME, bytesPerFrame } from './count-allocations.js';

const FRAMES = 50;
const KINDS = ['fields', 'smooth morphing skin', 'smooth cage'] as const;

const found = createPairHits(1);

/**
 * Poses made beforehand: what a test adds up itself would be counted too. Without collisions, since triangles that are too close to call are told
 * apart by big integers, which are objects.
 */
function recordPoses(body: Body, pose: () => void): (() => void)[] {
  return Array.from({ length: FRAMES }, () => {
    do pose();
    while (findSelfHits(body, found) > 0);
    const { points, transforms, weights } = body.pose;
    const [p, t, w] = [points.slice(), transforms.slice(), weights.slice()];
    return () => {
      if (p.length > 0) body.setPoints(p);
      if (t.length > 0) body.setTransforms(t);
      if (w.length > 0) body.setWeights(w);
    };
  });
}

describe('on wasm nothing is allocated per frame', () => {
  it.each(KINDS)('by searches that prune by normals, of bodies moved by: %s', (kind) => {
    // With this seed no two triangles are too close to call.
    const random = createRandom(4311);
    const sample = makeSample(random, wavySheet(random, 12, 12), kind);
    const body = createBody(BACKENDS.wasm, sample.shape, { strategy: 'lazy', pruning: 'never' });
    const poses = recordPoses(body, () => sample.pose(body, 'bent'));
    const prune = createNormalPrune(body, createNormalBounds(body));
    const search = createSearch();
    const hits = createPairHits(10_000);
    let masks = 0;
    const bytes = bytesPerFrame((frame) => {
      poses[frame % FRAMES]();
      beginPrunedSelf(search, body, hits, prune);
      step(search);
      masks += prune.statistics.masks;
    }, 300);
    expect(masks).toBeGreaterThan(1000);
    expect(bytes).toBeLessThan(ALLOWED_BYTES_PER_FRAME);
    body.dispose();
  });
});
