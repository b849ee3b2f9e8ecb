// slow: takes many searches to pieces
/** Searches for pairs that are taken to pieces: the pieces together find what one search finds, in the same order. */
import { type Body, createPairHits, createSearch, step } from 'pliant';
import { createRandom } from 'pliant/exact';
import { describe, expect, it } from 'vitest';
import { TASK_WORDS, beginPairTask, splitPairs } from '../../src/query/pair/tasks.js';
import { expectRefused } from '../mesh/expect-refused.js';
import { sheet } from '../mesh/make-meshes.js';
import { moveBlendRig, randomBlendRig } from '../support/blend-rigs.js';
import { SAMPLE_MESHES, changed, randomFields } from '../support/sample-meshes.js';
import { pairsInOrder } from './check-hits.js';
import { disposeRig, makeRig } from './lazy-rigs.js';
import { runPair, runSelf } from './run-searches.js';

const TASKS = [1, 2, 3, 16, 100, 5000];
const whole = createPairHits(100_000);
const part = createPairHits(100_000);

/** Two bodies, or one body twice. */
type Two = readonly [Body, Body];

/** Splits a search and does its tasks in a search of its own, which may be of other bodies like the first ones. */
function expectSame(two: Two, others: Two, least: number, what: string): number {
  const [search, elsewhere] = [createSearch(), createSearch()];
  if (two[0] === two[1]) runSelf(search, two[0], whole);
  else runPair(search, ...two, whole);
  const { defectPairs, triangleTests } = search.statistics;
  const tasks = splitPairs(search, ...two, part, least);
  expectRefused(() => step(search), 'mismatch');
  expect(part.count).toBe(0);
  const found: string[] = [];
  const counted = { defectPairs: 0, triangleTests: 0 };
  for (let task = 0; task < tasks.length / TASK_WORDS; task++) {
    beginPairTask(elsewhere, ...others, tasks, task, part);
    while (!step(elsewhere, 50));
    found.push(...pairsInOrder(part));
    counted.defectPairs += elsewhere.statistics.defectPairs;
    counted.triangleTests += elsewhere.statistics.triangleTests;
  }
  expect(found, what).toEqual(pairsInOrder(whole));
  // Boxes let every pair of triangles through whose boxes meet, whatever else is in them; other bounds may not.
  if (what.startsWith('boxes')) expect(counted, what).toEqual({ defectPairs, triangleTests });
  return tasks.length / TASK_WORDS;
}

describe('a search for pairs taken to pieces', () => {
  const random = createRandom(891);
  const cloth = changed(sheet(10, 10), (value, k) => (k % 3 === 2 ? random.range(-0.5, 0.5) : value));
  const meshes = {
    'a cloth': cloth,
    'a tangle': SAMPLE_MESHES['a tangle on a lattice'](),
    'a deep tree': SAMPLE_MESHES['each twice as far as the one before'](),
    'one triangle': SAMPLE_MESHES['one triangle'](),
  };

  it.each(Object.keys(meshes))('finds the same in the same order, however many the pieces are: %s', (name) => {
    const mesh = meshes[name as keyof typeof meshes];
    const fields = randomFields(random, mesh, 1, 0.3);
    for (const [rule, leafSize] of [
      ['boxes', 1],
      ['smallest balls', 4],
      ['oriented boxes', 2],
    ] as const) {
      // Other bodies of the same make, in the same pose, and another strategy: as in a worker.
      const rigs = (['lazy', 'adaptive', 'refit', 'lazy'] as const).map((strategy, i) => {
        const rig = makeRig(`${rule}, ${strategy}`, mesh, fields, rule, strategy, leafSize);
        for (const body of [...rig.lazy, rig.refit]) body.setWeights([i % 2 === 0 ? 1 : -1]);
        return rig;
      });
      const [a, b, likeA] = rigs;
      const likeB = rigs[3];
      for (const body of [...likeB.lazy, likeB.refit]) body.setWeights([-1]);
      const bodies: [string, Body, Body, Body, Body][] = [
        ['wasm', a.lazy[0], b.lazy[0], likeA.lazy[0], likeB.lazy[0]],
        ['typescript', a.lazy[1], b.lazy[1], likeA.lazy[1], likeB.lazy[1]],
        ['wasm, done by typescript', a.lazy[0], b.lazy[0], likeA.lazy[1], likeB.lazy[1]],
        ['refitted', a.refit, b.refit, likeA.refit, likeB.refit],
        ['refitted and lazy', a.refit, b.lazy[0], likeA.refit, likeB.lazy[0]],
      ];
      for (const [kind, first, second, likeFirst, likeSecond] of bodies) {
        for (const least of TASKS) {
          const what = `${rule}, ${kind}, ${least} tasks`;
          const pairTasks = expectSame([first, second], [likeFirst, likeSecond], least, what);
          if (kind === 'refitted and lazy') continue;
          const selfTasks = expectSame([first, first], [likeFirst, likeFirst], least, `${what}, self`);
          if (name === 'a cloth' && least <= 100) expect(selfTasks).toBeGreaterThanOrEqual(least);
          if (name === 'a cloth' && least <= 16) expect(pairTasks).toBeGreaterThanOrEqual(least);
        }
      }
      for (const rig of rigs) disposeRig(rig);
    }
  });

  it('finds the same in the same order on skins, embeddings and cages', () => {
    let met = 0;
    for (let round = 0; round < 40; round++) {
      const scale = { factor: 1, shift: 0 };
      const [rig, other] = [0, 0].map(() => randomBlendRig(random, 130, scale));
      for (const each of [rig, other]) moveBlendRig(random, each, 0.2);
      for (const least of [4, 40]) {
        for (const i of [0, 1]) {
          const what = `round ${round}, ${rig.what} and ${other.what}, ${least} tasks`;
          const [body, like] = [rig.lazy[i], rig.lazy[1 - i]];
          expectSame([body, other.lazy[i]], [like, other.lazy[1 - i]], least, what);
          expectSame([body, body], [like, like], least, `${what}, self`);
          met += whole.count;
        }
      }
      disposeRig(rig);
      disposeRig(other);
    }
    expect(met).toBeGreaterThan(1000);
  });

  it('has no pieces when nothing can meet', () => {
    const rig = makeRig('', cloth, [cloth.positions.map(() => 100)], 'boxes', 'lazy');
    const other = makeRig('', cloth, [], 'boxes', 'lazy');
    rig.lazy[0].setWeights([1]);
    expect(splitPairs(createSearch(), rig.lazy[0], other.lazy[0], part, 10).length).toBe(0);
    disposeRig(rig);
    disposeRig(other);
  });
});
