/** Skins that are searched often enough are fitted to their bones by the searches themselves. */
import { beginSelf, createBody, createPairHits, createSearch, createShape, findSelfHits, step } from 'pliant';
import type { Body, Kernels } from 'pliant';
import { createRandom } from 'pliant/exact';
import { createLinkTransforms, createLinks, fitRegions, writeLinkTransforms } from 'pliant/parts';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadFitting } from '../../src/bounds/affine/at-hand.js';
import { pairsInOrder } from '../query/check-hits.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { createLimb, poseLimb } from './make-limbs.js';
import type { Limb } from './make-limbs.js';

const MOST_SEARCHES = 20_000;
const hits = createPairHits(200_000);
const search = createSearch();

function bodyOf(limb: Limb, options = {}): Body {
  return createBody(BACKENDS.wasm, { mesh: limb.mesh, model: limb.model, bounds: limb.bounds }, options);
}

/** Searches a body, bent a little and otherwise in each search, until bones prove regions free; returns how many searches that took. */
function searchUntilFitted(limb: Limb, body: Body, seed: number, most = MOST_SEARCHES): number {
  const random = createRandom(seed);
  for (let searches = 1; searches <= most; searches++) {
    body.setTransforms(poseLimb(random, limb, 0.02));
    beginSelf(search, body, hits);
    step(search);
    if (search.statistics.regionsUnbent > 0) return searches;
  }
  return Infinity;
}

beforeAll(loadFitting);

describe('searches of a skin with itself', () => {
  it('fit it to its bones once they have been many, for all bodies of the shape', () => {
    const limb = createLimb(createRandom(31), 'tube');
    const [first, second] = [bodyOf(limb), bodyOf(limb)];
    const searches = searchUntilFitted(limb, first, 1);
    expect(searches).toBeGreaterThan(500);
    expect(searches).toBeLessThan(MOST_SEARCHES);
    expect(searchUntilFitted(limb, second, 2, 1)).toBe(1);
    first.dispose();
    second.dispose();
  });

  it('leave links alone: where weights jump, no part moves nearly by one matrix', () => {
    const limb = createLimb(createRandom(36), 'tube');
    const points = limb.mesh.positions.filter((_, i) => Math.floor(i / 3) % 7 === 0);
    const links = createLinks(limb.mesh, { points });
    const shape = createShape(limb.mesh, links);
    const skin = bodyOf(limb, { pruning: 'always' });
    const linked = createBody(BACKENDS.wasm, shape, { pruning: 'always' });
    const transforms = createLinkTransforms(links);
    const isFitting = ({ bounds }: Body): boolean => BACKENDS.wasm.fits?.has(bounds) ?? false;
    const random = createRandom(6);
    let searches = 0;
    for (; searches < 500 && !isFitting(skin); searches++) {
      skin.setTransforms(poseLimb(random, limb, 0.02));
      findSelfHits(skin, hits);
    }
    expect(isFitting(skin)).toBe(true);
    for (let k = 0; k < 2 * searches + 20; k++) {
      writeLinkTransforms(
        links,
        points.map((value) => value + random.range(-1e-3, 1e-3)),
        transforms,
      );
      linked.setTransforms(transforms);
      findSelfHits(linked, hits);
    }
    expect(linked.model).toMatchObject({ isUneven: true });
    expect(isFitting(linked)).toBe(false);
    skin.dispose();
    linked.dispose();
  });

  it('find the same before, while and after they do', () => {
    const limb = createLimb(createRandom(32), 'tube');
    const [body, plain] = [bodyOf(limb), bodyOf(limb, { pruning: 'never' })];
    const random = createRandom(3);
    let found = 0;
    let unbent = 0;
    for (let k = 0; k < 6000; k++) {
      const transforms = poseLimb(random, limb, k % 50 === 0 ? 2.5 : 0.02);
      body.setTransforms(transforms);
      beginSelf(search, body, hits);
      step(search);
      unbent += search.statistics.regionsUnbent;
      if (k % 25 > 0) continue;
      const pairs = pairsInOrder(hits);
      plain.setTransforms(transforms);
      findSelfHits(plain, hits);
      expect(pairs).toEqual(pairsInOrder(hits));
      found += pairs.length;
    }
    expect(found).toBeGreaterThan(0);
    expect(unbent).toBeGreaterThan(0);
    body.dispose();
    plain.dispose();
  });

  it('leave it as it is where they are asked for in slices, or not to prove regions free', () => {
    const limb = createLimb(createRandom(33), 'tube');
    const sliced = bodyOf(limb, { pruning: 'always' });
    const random = createRandom(4);
    for (let k = 0; k < 6000; k++) {
      sliced.setTransforms(poseLimb(random, limb, 0.02));
      beginSelf(search, sliced, hits);
      while (!step(search, 1e6));
      expect(search.statistics.regionsTried).toBe(0);
    }
    const never = bodyOf(limb, { pruning: 'never' });
    expect(searchUntilFitted(limb, never, 5, 6000)).toBe(Infinity);
    sliced.dispose();
    never.dispose();
  });

  it('arrive at what fitRegions finds', () => {
    const limb = createLimb(createRandom(34), 'tube');
    const fitted = createBody(BACKENDS.wasm, fitRegions({ mesh: limb.mesh, model: limb.model, bounds: limb.bounds }), {
      pruning: 'always',
    });
    const body = bodyOf(limb, { pruning: 'always' });
    searchUntilFitted(limb, body, 6);
    const random = createRandom(7);
    for (let k = 0; k < 20; k++) {
      const transforms = poseLimb(random, limb, 0.3);
      const counts = [body, fitted].map((one) => {
        one.setTransforms(transforms);
        beginSelf(search, one, hits);
        step(search);
        return { ...search.statistics, pairs: pairsInOrder(hits) };
      });
      expect(counts[0]).toEqual(counts[1]);
    }
    body.dispose();
    fitted.dispose();
  });

  it('do so in loops written in TypeScript as well, where regions are always to be proved free', () => {
    const limb = createLimb(createRandom(35), 'tube');
    const kernels: Kernels = BACKENDS.typescript;
    const body = createBody(
      kernels,
      { mesh: limb.mesh, model: limb.model, bounds: limb.bounds },
      { pruning: 'always' },
    );
    expect(searchUntilFitted(limb, body, 8)).toBeLessThan(MOST_SEARCHES);
    body.dispose();
  });
});
