/** Kinetic bodies in WebAssembly and in TypeScript write the same words: lazily, baked, refitted, placed, and against other rules. */
import type { Body } from 'pliant';
import { createRandom } from 'pliant/exact';
import { advance, createKineticBody, createKineticTree, planKeyframes } from 'pliant/kinetic';
import { describe, expect, it } from 'vitest';
import { HEADER } from '../../src/kernels/layout/header.js';
import { wordAt } from '../../src/kernels/units.js';
import { RULES, makeLazyBody } from '../bounds/bd-samples.js';
import { MOTIONS, type MovingRig, disposeMovingRig, makeMovingRig, moveRig } from '../kinetic/moving-bodies.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { expectSameWords } from '../support/same-words.js';
import { randomFields, soup } from '../support/sample-meshes.js';
import { pairStart, randomRay, randomSegment, walk, wordsOf } from './body-words.js';

const KERNELS = Object.values(BACKENDS);

/** Walks both in every way, alone and against `others`, and compares everything after each. */
function expectTwins({ bodies }: MovingRig, others: readonly Body[], seed: number, what: string): void {
  const random = createRandom(seed);
  const compare = (where: string): void => expectSameWords(wordsOf(bodies[0]), wordsOf(bodies[1]), `${what}, ${where}`);
  for (const body of [...bodies, ...others]) body.refresh();
  const reach = bodies[0].reach + 1e-3;
  expect(bodies[1].reach, what).toBe(bodies[0].reach);
  for (const [name, start] of [
    ['walkSegment', randomSegment(random, reach)],
    ['walkRay', randomRay(random, reach)],
  ] as const) {
    const [first, second] = KERNELS.map((kernels, side) =>
      walk(kernels, start, (state) => kernels.run[name](bodies[side].header, state)),
    );
    expectSameWords(first, second, `${what}, ${name}`);
    compare(`after ${name}`);
  }
  for (const [a, b] of [
    [bodies, others],
    [others, bodies],
  ]) {
    const [first, second] = KERNELS.map((kernels, side) =>
      walk(kernels, pairStart(2 ** -60), (state) => kernels.run.walkPairs(a[side].header, b[side].header, state)),
    );
    expectSameWords(first, second, `${what}, pair`);
  }
  compare('after pairs');
  for (const body of bodies) {
    for (let block = 0; block < body.bounds.blockCount; block++) body.kernels.run.evaluateBlock(body.header, block);
  }
  compare('all blocks');
}

describe('kinetic bodies in WebAssembly and in TypeScript write the same words', () => {
  it.each(Object.keys(MOTIONS))('%s', (motion) => {
    let lazy = 0;
    for (let run = 0; run < 6; run++) {
      const seed = 8100 + run;
      const random = createRandom(seed);
      const mesh = soup(random, [3, 90, 300][run % 3], 0.3);
      const rig = makeMovingRig(seed, motion, mesh);
      const rule = Object.values(RULES)[run % Object.values(RULES).length];
      const others = KERNELS.map((kernels) => makeLazyBody(kernels, mesh, randomFields(random, mesh, 2, 0.2), rule));
      for (let change = 0; change < 8; change++) {
        const what = `${rig.what}, change ${change}: ${change === 0 ? 'built' : moveRig(rig, random)}`;
        expectTwins(rig, others, seed + change, what);
        if (!rig.bodies[0].isRefitted && rig.bodies[0].blocksEvaluated > 0) lazy++;
        if (change % 2 === 0) continue;
        for (const body of rig.bodies) body.refit();
        expectSameWords(wordsOf(rig.bodies[0]), wordsOf(rig.bodies[1]), `${what}, refitted`);
        expectSameWords(rig.bodies[0].positions, rig.bodies[1].positions, `${what}, positions`);
      }
      disposeMovingRig(rig);
      for (const body of others) body.dispose();
    }
    expect(lazy).toBeGreaterThan(3);
  });

  it('where stamps run out of bits, and everything is forgotten once', () => {
    const { positions, triangles } = soup(createRandom(8200), 200, 0.3);
    const frames = [positions, positions.map((value) => value * 1.5)];
    const tree = createKineticTree(planKeyframes({ times: [0, 1], frames }), triangles, { arity: 4, leafSize: 30 });
    const bodies = KERNELS.map((kernels) => createKineticBody(kernels, tree, { strategy: 'lazy' }));
    for (const body of bodies) body.kernels.arena.u32[wordAt(body.header) + HEADER.stamp] = 0xfffffffd;
    for (let frame = 1; frame <= 6; frame++) {
      advance(tree, frame / 10);
      for (const body of bodies) {
        body.refresh();
        for (let block = 0; block < body.bounds.blockCount; block += 3) {
          body.kernels.run.evaluateBlock(body.header, block);
        }
        expect(body.isRefitted, `frame ${frame}`).toBe(false);
        expect(body.patchesBaked, `frame ${frame}`).toBeGreaterThan(0);
      }
      expectSameWords(wordsOf(bodies[0]), wordsOf(bodies[1]), `frame ${frame}`);
    }
    for (const body of bodies) body.dispose();
  });
});
