/** What was fitted to a shape is a part of it: it goes where the shape goes, and is checked before it is followed. */
import { beginSelf, createBody, createPairHits, createSearch, createShape, step, transferablesOf } from 'pliant';
import type { Body, BodyOptions, Shape } from 'pliant';
import { createRandom } from 'pliant/exact';
import { collectCut, createCuttableBody, cutBody, fitRegions } from 'pliant/parts';
import type { AffineRegions } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { AFFINE_FRAME, AFFINE_LIST, NO_AFFINE } from '../../src/kernels/layout/affine.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { pairsInOrder } from '../query/check-hits.js';
import { createLimb, poseLimb } from './make-limbs.js';
import type { Limb } from './make-limbs.js';

const hits = createPairHits(200_000);
const search = createSearch();

/** All hits in some poses, and how many regions bones proved free. */
function searchPoses(limb: Limb, shape: Shape): { found: string[][]; unbent: number } {
  return searchBody(limb, createBody(BACKENDS.wasm, shape, { pruning: 'always' }));
}

function searchBody(limb: Limb, body: Body): { found: string[][]; unbent: number } {
  const random = createRandom(20);
  let unbent = 0;
  const found = [0.05, 0.4, 3].map((angle) => {
    body.setTransforms(poseLimb(random, limb, angle));
    beginSelf(search, body, hits);
    step(search);
    unbent += search.statistics.regionsUnbent;
    return pairsInOrder(hits);
  });
  body.dispose();
  return { found, unbent };
}

function fitLimb(seed: number): { limb: Limb; plain: Shape; fitted: Shape; affine: AffineRegions } {
  const limb = createLimb(createRandom(seed), 'tube');
  const plain = { mesh: limb.mesh, model: limb.model, bounds: limb.bounds };
  const fitted = fitRegions(plain);
  const { affine } = fitted.bounds as Limb['bounds'];
  return { limb, plain, fitted, affine: affine! };
}

function withAffine({ limb, plain }: { limb: Limb; plain: Shape }, affine: unknown): Shape {
  return { ...plain, bounds: { ...limb.bounds, affine: affine as AffineRegions } };
}

describe('what was fitted to a shape', () => {
  it('is in the shape that is returned, and not in the one that was given', () => {
    const { fitted, limb, plain } = fitLimb(23);
    expect(limb.bounds.affine).toBeUndefined();
    expect(fitRegions(fitted)).toBe(fitted);
    const { found, unbent } = searchPoses(limb, plain);
    expect(unbent).toBe(0);
    const after = searchPoses(limb, fitted);
    expect(after.unbent).toBeGreaterThan(0);
    expect(after.found).toEqual(found);
    expect(found.flat().length).toBeGreaterThan(0);
  });

  it('stays with a clone, and with one whose buffers are handed over', () => {
    const { fitted, limb } = fitLimb(22);
    const expected = searchPoses(limb, fitted);
    expect(searchPoses(limb, structuredClone(fitted))).toEqual(expected);
    const copy = structuredClone(fitted);
    expect(searchPoses(limb, structuredClone(copy, { transfer: transferablesOf(copy) }))).toEqual(expected);
    expect(expected.unbent).toBeGreaterThan(0);
  });

  it('goes on to hold for a body that is cut, and can be found again for what is left of it', () => {
    const { fitted, limb } = fitLimb(23);
    const remove = Uint32Array.of(3, 4, 40, 41);
    const cut = (options: BodyOptions): Body => {
      const body = createCuttableBody(BACKENDS.wasm, fitted, options);
      cutBody(body, { remove });
      return body;
    };
    const { found, unbent } = searchBody(limb, cut({ pruning: 'always' }));
    expect(unbent).toBeGreaterThan(0);
    expect(searchBody(limb, cut({ pruning: 'never' })).found).toEqual(found);
    const { mesh, model, sources } = collectCut(cut({}));
    const again = fitRegions(createShape(mesh, model));
    const after = searchPoses(limb, again);
    const named = (pair: string): string => pair.replace(/\d+/g, (number) => String(sources[Number(number)]));
    expect(after.found.map((pairs) => pairs.map(named).toSorted())).toEqual(found.map((pairs) => pairs.toSorted()));
    expect(after.unbent).toBeGreaterThan(0);
    expect(searchPoses(limb, structuredClone(again))).toEqual(after);
  });

  it('is refused where it belongs to another tree', () => {
    const one = fitLimb(24);
    const other = fitLimb(25);
    expect(() => searchPoses(one.limb, withAffine(one, other.affine))).toThrow(/affine\.(frames|lists).*fitRegions/);
  });

  it('is refused where its words lead astray', () => {
    const made = fitLimb(24);
    const { affine, limb } = made;
    const frame = affine.frames.findIndex((at) => at !== NO_AFFINE);
    const list = affine.lists.findIndex((at) => at !== NO_AFFINE);
    const broken = (change: (copy: AffineRegions) => void): Shape => {
      const copy = structuredClone(affine);
      change(copy);
      return withAffine(made, copy);
    };
    for (const change of [
      (copy: AffineRegions) => (copy.frames[frame] = copy.words.length - 1),
      (copy: AffineRegions) => (copy.lists[list] = copy.words.length),
      (copy: AffineRegions) => copy.frames.fill(NO_AFFINE),
      (copy: AffineRegions) => (copy.words[copy.lists[list]] = 1e6),
      (copy: AffineRegions) => (copy.words[copy.frames[frame]] = 31),
      (copy: AffineRegions) => (copy.words[copy.lists[list] + AFFINE_LIST.wordCount] = 96 * limb.boneCount),
      (copy: AffineRegions) => (copy.words[copy.frames[frame] + AFFINE_FRAME.wordCount] = 4),
      (copy: AffineRegions) => (copy.words[copy.frames[frame] + AFFINE_FRAME.endTriangle] += 1),
      (copy: AffineRegions) => (copy.words[copy.lists[list] + AFFINE_LIST.nodeB] += 1),
    ]) {
      expect(() => searchPoses(limb, broken(change)), String(change)).toThrow(/findSelfHits: affine\.(frames|lists)\[/);
    }
    const { frames, lists, words } = affine;
    for (const wrong of [
      { frames, lists },
      { frames: [...frames], lists, words },
      { frames: null, lists, words },
    ]) {
      expect(() => searchPoses(limb, withAffine(made, wrong))).toThrow('not a Uint32Array');
    }
    const short = { frames, lists: lists.subarray(1), words };
    expect(() => searchPoses(limb, withAffine(made, short))).toThrow(
      `${lists.length - 1} numbers, not ${lists.length}`,
    );
  });
});
