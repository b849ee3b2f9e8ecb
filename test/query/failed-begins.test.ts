/** A question that could not be begun cannot be gone on with, whatever the search was asked before. */
import {
  type Body,
  type ProxyBody,
  type Search,
  beginBall,
  beginBox,
  beginCapsule,
  beginClosestPoint,
  beginContacts,
  beginDistance,
  beginFrustum,
  beginPair,
  beginRay,
  beginSelf,
  beginSweep,
  createBall,
  createBody,
  createClosestPoint,
  createContacts,
  createDistance,
  createHits,
  createPairHits,
  createSearch,
  step,
} from 'pliant';
import { createRandom } from 'pliant/exact';
import {
  QUINLAN_TREE,
  buildTree,
  createBdTree,
  createBlendTree,
  createLinearModel,
  createProxyShape,
} from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { beginPrunedSelf } from '../../src/query/pair/find-pair-hits.js';
import { beginPairTask } from '../../src/query/pair/tasks.js';
import { expectRefused } from '../mesh/expect-refused.js';
import { randomBlend } from '../support/blend-models.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { soup } from '../support/sample-meshes.js';

const random = createRandom(5501);
const mesh = soup(random, 200, 0.4);
const tree = buildTree(mesh);
const everywhere = mesh.positions.map((_, k) => (k % 3 === 0 ? 2 : 0));
const linear = createLinearModel(mesh, [everywhere]);
const bounds = createBdTree(mesh, linear, tree);
const blend = randomBlend(random, mesh, 'morphing skin', { governorCount: 2, influences: 2, fieldCount: 1 });
const blendBounds = createBlendTree(mesh, blend, tree);
const proxies = createProxyShape(mesh, linear, buildTree(mesh, QUINLAN_TREE), { level: 4 });
const kernels = BACKENDS.wasm;

const ORIGIN = [0, 0, 0];
const NEVER = { clearsNode: () => false, clearsPair: () => false };

interface Bodies {
  readonly a: Body;
  readonly b: Body;
  readonly proxyA: ProxyBody;
  readonly proxyB: ProxyBody;
}

/** Where nothing that is asked fits. */
const hits = createHits(1000);
const pairHits = createPairHits(1000);
const contacts = createContacts(1000);
/** One task: all there is. */
const tasks = Uint32Array.of(0, 0);

/** Each question, asked well, and in ways that are refused. */
const QUESTIONS: Readonly<
  Record<
    string,
    {
      readonly well: (search: Search, bodies: Bodies) => void;
      readonly badly: readonly ((search: Search, bodies: Bodies) => void)[];
    }
  >
> = {
  ball: {
    well: (search, { a }) => beginBall(search, a, ORIGIN, 2, hits),
    badly: [
      (search, { a }) => beginBall(search, a, [0, 0], 2, hits),
      (search, { a }) => beginBall(search, a, ORIGIN, -1, hits),
      (search) => beginBall(search, undefined as unknown as Body, ORIGIN, 2, hits),
    ],
  },
  capsule: {
    well: (search, { a }) => beginCapsule(search, a, ORIGIN, [1, 1, 1], 2, hits),
    badly: [(search, { a }) => beginCapsule(search, a, ORIGIN, [NaN, 1, 1], 2, hits)],
  },
  box: {
    well: (search, { a }) => beginBox(search, a, [-2, -2, -2], [2, 2, 2], hits),
    badly: [(search, { a }) => beginBox(search, a, [2, 2, 2], [-2, -2, -2], hits)],
  },
  frustum: {
    well: (search, { a }) => beginFrustum(search, a, [1, 0, 0, 2], hits),
    badly: [(search, { a }) => beginFrustum(search, a, [1, 0, 0], hits)],
  },
  ray: {
    well: (search, { a }) => beginRay(search, a, [-3, 0, 0], [1, 0, 0], hits),
    badly: [
      (search, { a }) => beginRay(search, a, [-3, 0, 0], ORIGIN, hits),
      (search, { a }) => beginRay(search, a, [-3, 0, 0], [1, 0, 0], createHits(0)),
      (search, { a }) => beginRay(search, a, [-3, 0, 0], [1, 0, 0], hits, -1),
    ],
  },
  'ray too long for a kernel': {
    well: (search, { a }) => beginRay(search, a, [-1e30, 0, 0], [1, 0, 0], hits),
    badly: [(search, { a }) => beginRay(search, a, [-1e30, NaN, 0], [1, 0, 0], hits)],
  },
  sweep: {
    well: (search, { a }) => beginSweep(search, a, [-3, 0, 0], [3, 0, 0], 0.5, hits),
    badly: [(search, { a }) => beginSweep(search, a, [-3, 0, 0], [3, 0, 0], NaN, hits)],
  },
  'closest point': {
    well: (search, { a }) => beginClosestPoint(search, a, ORIGIN, createClosestPoint()),
    badly: [
      (search, { a }) => beginClosestPoint(search, a, [1e200, 0, 0], createClosestPoint()),
      (search, { a }) => beginClosestPoint(search, a, ORIGIN, createClosestPoint(), NaN),
    ],
  },
  distance: {
    well: (search, { a, b }) => beginDistance(search, a, b, createDistance()),
    badly: [
      (search, { a }) => beginDistance(search, a, a, createDistance()),
      (search, { a, b }) => beginDistance(search, a, b, createDistance(), -1),
    ],
  },
  pair: {
    well: (search, { a, b }) => beginPair(search, a, b, pairHits),
    badly: [
      (search, { a }) => beginPair(search, a, a, pairHits),
      (search, { a }) => beginPair(search, a, undefined as unknown as Body, pairHits),
    ],
  },
  self: {
    well: (search, { a }) => beginSelf(search, a, pairHits),
    badly: [(search, { proxyA }) => beginSelf(search, proxyA as unknown as Body, pairHits)],
  },
  'pruned self': {
    well: (search, { a }) => beginPrunedSelf(search, a, pairHits, NEVER),
    badly: [(search) => beginPrunedSelf(search, {} as unknown as Body, pairHits, NEVER)],
  },
  'task of a pair': {
    well: (search, { a, b }) => beginPairTask(search, a, b, tasks, 0, pairHits),
    badly: [(search, { a, proxyA }) => beginPairTask(search, a, proxyA as unknown as Body, tasks, 0, pairHits)],
  },
  contacts: {
    well: (search, { proxyA, proxyB }) => beginContacts(search, proxyA, proxyB, contacts),
    badly: [
      (search, { proxyA }) => beginContacts(search, proxyA, proxyA, contacts),
      (search, { proxyA }) => beginContacts(search, proxyA, undefined as unknown as Body, contacts),
      (search, { a }) => beginContacts(search, a as unknown as ProxyBody, a, contacts),
    ],
  },
  'contacts with a ball': {
    well: (search, { proxyA }) => beginContacts(search, proxyA, createBall(ORIGIN, 2), contacts),
    badly: [(search, { proxyA }) => beginContacts(search, proxyA, { ...createBall(ORIGIN, 2), radius: NaN }, contacts)],
  },
};

function makeBodies(kind: string): Bodies {
  const shape = kind === 'linear' ? { mesh, model: linear, bounds } : { mesh, model: blend, bounds: blendBounds };
  const [a, b] = [0, 1].map(() => createBody(kernels, shape));
  const [proxyA, proxyB] = [0, 1].map(() => createBody(kernels, proxies));
  return { a, b, proxyA, proxyB };
}

/** Nothing can be gone on with, neither what failed nor what was asked before. */
function expectNothingBegun(search: Search, fail: () => unknown, what: string): void {
  expect(fail, what).toThrow(/./);
  expectRefused(() => step(search), 'mismatch', 'no question was begun');
  expectRefused(() => step(search, 1), 'mismatch', 'no question was begun');
}

describe.each(['linear', 'blend'])('on %s bodies', (kind) => {
  it.each(Object.keys(QUESTIONS))('a question that is refused cannot be gone on with: %s', (name) => {
    const bodies = makeBodies(kind);
    const { badly, well } = QUESTIONS[name];
    for (const [i, bad] of badly.entries()) {
      for (const [before, question] of Object.entries(QUESTIONS)) {
        const search = createSearch();
        question.well(search, bodies);
        step(search, 1);
        expectNothingBegun(search, () => bad(search, bodies), `${name}, way ${i}, after ${before}`);
        // And the search can be used again.
        well(search, bodies);
        expect(step(search), name).toBe(true);
      }
    }
    for (const body of Object.values(bodies) as { dispose: () => void }[]) body.dispose();
  });

  it.each(Object.keys(QUESTIONS))('a question about a pose that is refused cannot be gone on with: %s', (name) => {
    const bodies = makeBodies(kind);
    const { well } = QUESTIONS[name];
    const search = createSearch();
    well(search, bodies);
    step(search, 1);
    for (const body of Object.values(bodies) as { setWeights: (weights: number[]) => void }[])
      body.setWeights([3.4e38]);
    expectNothingBegun(search, () => well(search, bodies), name);
    for (const body of Object.values(bodies) as { setWeights: (weights: number[]) => void }[]) body.setWeights([0]);
    expectRefused(() => step(search), 'mismatch', 'no question was begun');
    well(search, bodies);
    expect(step(search), name).toBe(true);
    for (const body of Object.values(bodies) as { dispose: () => void }[]) body.dispose();
  });
});
