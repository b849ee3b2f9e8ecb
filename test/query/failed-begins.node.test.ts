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
import {
  type FirstTouch,
  type Motion,
  type MotionHits,
  beginFirstTouch,
  beginFirstSelfTouch,
  beginMotionHits,
  beginMotionSelfHits,
  createFirstTouch,
  createMotion,
  createMotionHits,
} from 'pliant/continuous';
import { createRandom } from 'pliant/exact';
import {
  QUINLAN_TREE,
  beginPrunedSelf,
  buildTree,
  createBdTree,
  createBlendTree,
  createLinearModel,
  createProxyShape,
} from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { entryPoints } from '../../scripts/source-aliases.mjs';
import * as internals from '../../src/internals.js';
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
const { TOP, beginMotionTasks, beginPairTask, beginTouchTasks } = internals;

const ORIGIN = [0, 0, 0];
const NEVER = { clearsNode: () => false, clearsPair: () => false };

interface Bodies {
  readonly a: Body;
  readonly b: Body;
  readonly proxyA: ProxyBody;
  readonly proxyB: ProxyBody;
  readonly motionA: Motion;
  readonly motionB: Motion;
}

/** Where nothing that is asked fits. */
const hits = createHits(1000);
const pairHits = createPairHits(1000);
const contacts = createContacts(1000);
const motionHits = createMotionHits(1000);
const first = createFirstTouch();
/** One task: all there is. */
const tasks = Uint32Array.of(0, 0);
/** All of a search over a step, as a single task. */
const WHOLE = Uint32Array.of(TOP, TOP);

/** Each question, by what begins it: asked well, and in ways that are refused. */
const QUESTIONS: Readonly<
  Record<
    string,
    {
      readonly well: (search: Search, bodies: Bodies) => void;
      readonly badly: readonly ((search: Search, bodies: Bodies) => void)[];
    }
  >
> = {
  beginBall: {
    well: (search, { a }) => beginBall(search, a, ORIGIN, 2, hits),
    badly: [
      (search, { a }) => beginBall(search, a, [0, 0], 2, hits),
      (search, { a }) => beginBall(search, a, ORIGIN, -1, hits),
      (search) => beginBall(search, undefined as unknown as Body, ORIGIN, 2, hits),
    ],
  },
  beginCapsule: {
    well: (search, { a }) => beginCapsule(search, a, ORIGIN, [1, 1, 1], 2, hits),
    badly: [(search, { a }) => beginCapsule(search, a, ORIGIN, [NaN, 1, 1], 2, hits)],
  },
  beginBox: {
    well: (search, { a }) => beginBox(search, a, [-2, -2, -2], [2, 2, 2], hits),
    badly: [(search, { a }) => beginBox(search, a, [2, 2, 2], [-2, -2, -2], hits)],
  },
  beginFrustum: {
    well: (search, { a }) => beginFrustum(search, a, [1, 0, 0, 2], hits),
    badly: [(search, { a }) => beginFrustum(search, a, [1, 0, 0], hits)],
  },
  beginRay: {
    well: (search, { a }) => beginRay(search, a, [-3, 0, 0], [1, 0, 0], hits),
    badly: [
      (search, { a }) => beginRay(search, a, [-3, 0, 0], ORIGIN, hits),
      (search, { a }) => beginRay(search, a, [-3, 0, 0], [1, 0, 0], createHits(0)),
      (search, { a }) => beginRay(search, a, [-3, 0, 0], [1, 0, 0], hits, -1),
    ],
  },
  'beginRay, too long for a kernel': {
    well: (search, { a }) => beginRay(search, a, [-1e30, 0, 0], [1, 0, 0], hits),
    badly: [(search, { a }) => beginRay(search, a, [-1e30, NaN, 0], [1, 0, 0], hits)],
  },
  beginSweep: {
    well: (search, { a }) => beginSweep(search, a, [-3, 0, 0], [3, 0, 0], 0.5, hits),
    badly: [(search, { a }) => beginSweep(search, a, [-3, 0, 0], [3, 0, 0], NaN, hits)],
  },
  beginClosestPoint: {
    well: (search, { a }) => beginClosestPoint(search, a, ORIGIN, createClosestPoint()),
    badly: [
      (search, { a }) => beginClosestPoint(search, a, [1e200, 0, 0], createClosestPoint()),
      (search, { a }) => beginClosestPoint(search, a, ORIGIN, createClosestPoint(), NaN),
    ],
  },
  beginDistance: {
    well: (search, { a, b }) => beginDistance(search, a, b, createDistance()),
    badly: [
      (search, { a }) => beginDistance(search, a, a, createDistance()),
      (search, { a, b }) => beginDistance(search, a, b, createDistance(), -1),
    ],
  },
  beginPair: {
    well: (search, { a, b }) => beginPair(search, a, b, pairHits),
    badly: [
      (search, { a }) => beginPair(search, a, a, pairHits),
      (search, { a }) => beginPair(search, a, undefined as unknown as Body, pairHits),
    ],
  },
  beginSelf: {
    well: (search, { a }) => beginSelf(search, a, pairHits),
    badly: [(search, { proxyA }) => beginSelf(search, proxyA as unknown as Body, pairHits)],
  },
  beginPrunedSelf: {
    well: (search, { a }) => beginPrunedSelf(search, a, pairHits, NEVER),
    badly: [(search) => beginPrunedSelf(search, {} as unknown as Body, pairHits, NEVER)],
  },
  beginPairTask: {
    well: (search, { a, b }) => beginPairTask(search, a, b, tasks, 0, pairHits),
    badly: [(search, { a, proxyA }) => beginPairTask(search, a, proxyA as unknown as Body, tasks, 0, pairHits)],
  },
  beginContacts: {
    well: (search, { proxyA, proxyB }) => beginContacts(search, proxyA, proxyB, contacts),
    badly: [
      (search, { proxyA }) => beginContacts(search, proxyA, proxyA, contacts),
      (search, { proxyA }) => beginContacts(search, proxyA, undefined as unknown as Body, contacts),
      (search, { a }) => beginContacts(search, a as unknown as ProxyBody, a, contacts),
    ],
  },
  'beginContacts, with a ball': {
    well: (search, { proxyA }) => beginContacts(search, proxyA, createBall(ORIGIN, 2), contacts),
    badly: [(search, { proxyA }) => beginContacts(search, proxyA, { ...createBall(ORIGIN, 2), radius: NaN }, contacts)],
  },
  beginMotionHits: {
    well: (search, { motionA, motionB }) => beginMotionHits(search, motionA, motionB, motionHits),
    badly: [
      (search, { motionA }) => beginMotionHits(search, motionA, motionA, motionHits),
      (search, { motionA }) => beginMotionHits(search, motionA, undefined as unknown as Motion, motionHits),
      (search, { motionA, motionB }) => beginMotionHits(search, motionA, motionB, hits as unknown as MotionHits),
    ],
  },
  beginMotionSelfHits: {
    well: (search, { motionA }) => beginMotionSelfHits(search, motionA, motionHits),
    badly: [(search, { a }) => beginMotionSelfHits(search, a as unknown as Motion, motionHits)],
  },
  beginFirstTouch: {
    well: (search, { motionA, motionB }) => beginFirstTouch(search, motionA, motionB, first),
    badly: [
      (search, { motionA }) => beginFirstTouch(search, motionA, motionA, first),
      (search, { motionA, motionB }) => beginFirstTouch(search, motionA, motionB, first, 2),
    ],
  },
  beginFirstSelfTouch: {
    well: (search, { motionA }) => beginFirstSelfTouch(search, motionA, first),
    badly: [
      (search, { motionA }) => beginFirstSelfTouch(search, motionA, first, NaN),
      (search, { motionA }) => beginFirstSelfTouch(search, motionA, hits as unknown as FirstTouch),
    ],
  },
  beginMotionTasks: {
    well: (search, { motionA, motionB }) => beginMotionTasks(search, motionA, motionB, WHOLE, motionHits),
    badly: [
      (search, { motionA, motionB }) =>
        beginMotionTasks(search, motionA, motionB, tasks, hits as unknown as MotionHits),
    ],
  },
  beginTouchTasks: {
    well: (search, { motionA, motionB }) => beginTouchTasks(search, motionA, motionB, WHOLE, first, 1),
    badly: [(search, { motionA, motionB }) => beginTouchTasks(search, motionA, motionB, tasks, first, NaN)],
  },
};

function makeBodies(kind: string): Bodies {
  const shape = kind === 'linear' ? { mesh, model: linear, bounds } : { mesh, model: blend, bounds: blendBounds };
  const [a, b] = [0, 1].map(() => createBody(kernels, shape));
  const [proxyA, proxyB] = [0, 1].map(() => createBody(kernels, proxies));
  return { a, b, proxyA, proxyB, motionA: createMotion(a, b), motionB: createMotion(b, a) };
}

function setWeights(bodies: Bodies, weight: number): void {
  for (const body of [bodies.a, bodies.b, bodies.proxyA, bodies.proxyB]) body.setWeights([weight]);
}

function disposeAll(bodies: Bodies): void {
  for (const body of [bodies.a, bodies.b, bodies.proxyA, bodies.proxyB]) body.dispose();
}

/** Nothing can be gone on with, neither what failed nor what was asked before. */
function expectNothingBegun(search: Search, fail: () => unknown, what: string): void {
  expect(fail, what).toThrow(/./);
  expectRefused(() => step(search), 'mismatch', 'no question was begun');
  expectRefused(() => step(search, 1), 'mismatch', 'no question was begun');
}

it('every function that begins a question is tried here', async () => {
  const modules = await Promise.all(entryPoints.map(({ name }) => import(name) as Promise<object>));
  const begins = [...modules, internals].flatMap((module) => Object.keys(module)).filter((name) => /^begin[A-Z]/.test(name)); // prettier-ignore
  expect(new Set(Object.keys(QUESTIONS).map((name) => name.split(',')[0]))).toEqual(new Set(begins));
});

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
    disposeAll(bodies);
  });

  it.each(Object.keys(QUESTIONS))('a question about a pose that is refused cannot be gone on with: %s', (name) => {
    const bodies = makeBodies(kind);
    const { well } = QUESTIONS[name];
    const search = createSearch();
    well(search, bodies);
    step(search, 1);
    setWeights(bodies, 3.4e38);
    expectNothingBegun(search, () => well(search, bodies), name);
    setWeights(bodies, 0);
    expectRefused(() => step(search), 'mismatch', 'no question was begun');
    well(search, bodies);
    expect(step(search), name).toBe(true);
    disposeAll(bodies);
  });
});
