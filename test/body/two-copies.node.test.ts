/** Programs that load the package twice, by way of two libraries: bodies of both copies meet if they are the same release. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as here from 'pliant';
import type * as Pliant from 'pliant';
import { createRandom } from 'pliant/exact';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { KERNELS_FINGERPRINT } from '../../src/kernels/generated/kernels-wasm.js';
import { expectRefused } from '../mesh/expect-refused.js';
import { pairsInOrder } from '../query/check-hits.js';
import { randomFields, soup } from '../support/sample-meshes.js';

/** Loads the sources once more, from a folder of their own. */
async function loadCopy(name: string, change?: (text: string) => string): Promise<typeof Pliant> {
  const compiled = join(dirname(inject('nodeWorker')), '../..');
  const copy = join(compiled, name);
  cpSync(join(compiled, 'src'), join(copy, 'src'), { recursive: true });
  if (change) {
    const file = join(copy, 'src/kernels/generated/kernels-wasm.js');
    writeFileSync(file, change(readFileSync(file, 'utf8')));
  }
  return (await import(/* @vite-ignore */ pathToFileURL(join(copy, 'src/index.js')).href)) as typeof Pliant;
}

const random = createRandom(5601);
const mesh = soup(random, 60, 0.4);
const fields = randomFields(random, mesh, 2, 0.3);
const shape = here.createShape(mesh, { fields });
const proxies = here.createShape(mesh, { fields }, { proxies: { level: 3 } });
const kernels = await here.loadKernels();

function bodyOf(copy: typeof Pliant, own: Pliant.Kernels, weights: readonly number[]): Pliant.Body {
  const body = copy.createBody(own, shape);
  body.setWeights(weights);
  return body;
}

describe('two copies of one release', () => {
  let other: typeof Pliant;
  let otherKernels: Pliant.Kernels;

  beforeAll(async () => {
    other = await loadCopy('same-release');
    otherKernels = await other.loadKernels();
  });

  it('are two: their classes and their errors differ', () => {
    expect(other.PliantError).not.toBe(here.PliantError);
    expect(other.createBody).not.toBe(here.createBody);
  });

  it('answer about each other, with the same hits in the same order as one alone', () => {
    const [a, b] = [bodyOf(here, kernels, [1, 0]), bodyOf(here, kernels, [0, -1])];
    const expected = here.createPairHits(10_000);
    here.findPairHits(a, b, expected);
    expect(expected.count).toBeGreaterThan(20);
    const distance = here.findDistance(a, b, here.createDistance());
    // A body of the other copy with kernels of its own, and one that shares those that are here.
    for (const own of [otherKernels, kernels]) {
      const stranger = bodyOf(other, own, [0, -1]);
      for (const copy of [here, other]) {
        const hits = copy.createPairHits(10_000);
        copy.findPairHits(a, stranger, hits);
        expect(pairsInOrder(hits)).toEqual(pairsInOrder(expected));
        expect(copy.findDistance(a, stranger, copy.createDistance())).toBe(distance);
        const [ball, again] = [copy.createHits(100), copy.createHits(100)];
        expect(copy.findBallHits(stranger, [0, 0, 0], 0.5, ball)).toBe(copy.findBallHits(b, [0, 0, 0], 0.5, again));
        expect(ball.count).toBeGreaterThan(0);
        expect(ball.triangles).toEqual(again.triangles);
      }
      stranger.dispose();
    }
    for (const body of [a, b]) body.dispose();
  });

  it('take each other into their worlds', () => {
    const world = here.createWorld({ kernels });
    const bodies = [bodyOf(here, kernels, [1, 0]), bodyOf(other, kernels, [0, -1])];
    bodies.forEach((body, id) => here.addBody(world, id, body));
    here.addBody(world, 2, other.createBody(kernels, proxies));
    here.addBody(world, 3, other.createBall([0, 0, 0], 0.5));
    expect(here.stepWorld(world, here.createContacts(1000))).toBe(6);
    for (const body of bodies) body.dispose();
  });
});

describe('copies of two releases', () => {
  let other: typeof Pliant;
  let otherKernels: Pliant.Kernels;

  beforeAll(async () => {
    other = await loadCopy('another-release', (text) => {
      if (!text.includes(KERNELS_FINGERPRINT)) throw new Error('the copy has no fingerprint to change');
      return text.replaceAll(KERNELS_FINGERPRINT, 'another');
    });
    otherKernels = await other.loadKernels();
  });

  it('refuse to be asked about each other, and say why', () => {
    const a = bodyOf(here, kernels, [1, 0]);
    const stranger = bodyOf(other, otherKernels, [0, -1]);
    const strangeProxies = other.createBody(otherKernels, proxies);
    const ownProxies = here.createBody(kernels, proxies);
    const [hits, pairHits, contacts] = [here.createHits(10), here.createPairHits(10), here.createContacts(10)];
    const search = here.createSearch();
    const world = here.createWorld({ kernels });
    const asked: readonly (() => unknown)[] = [
      () => here.findPairHits(a, stranger, pairHits),
      () => here.findPairHits(stranger, a, pairHits),
      () => here.findSelfHits(stranger, pairHits),
      () => here.findDistance(a, stranger, here.createDistance()),
      () => here.findBallHits(stranger, [0, 0, 0], 1, hits),
      () => here.findRayHits(stranger, [0, 0, 0], [1, 0, 0], hits),
      () => here.findClosestPoint(stranger, [0, 0, 0], here.createClosestPoint()),
      () => here.beginPair(search, a, stranger, pairHits),
      () => here.findContacts(ownProxies, stranger, contacts),
      () => here.findContacts(strangeProxies, ownProxies, contacts),
      () => here.findContacts(ownProxies, strangeProxies, contacts),
      () => here.addBody(world, 1, stranger),
      () => here.addBody(world, 2, strangeProxies),
    ];
    for (const [i, ask] of asked.entries()) {
      expect(ask, `question ${i}`).toThrow(/comes from another release/);
      expectRefused(ask, 'mismatch', 'load the package once');
    }
    expect(() => here.step(search)).toThrow(/no question was begun/);
    for (const body of [a, stranger, strangeProxies, ownProxies]) body.dispose();
  });

  it('refuse to put bodies into the memory of each other', () => {
    expectRefused(() => here.createBody(otherKernels, proxies), 'mismatch', 'load the package once');
    expectRefused(() => bodyOf(here, otherKernels, [1, 0]), 'mismatch', 'load the package once');
  });
});
