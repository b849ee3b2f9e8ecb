// slow: compares every word that kernels and twins write
import type { Kernels } from 'pliant';
import { createRandom } from 'pliant/exact';
import type { Mesh } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { LANES, LEAF_BIT, NO_CHILD } from '../../src/kernels/layout/child-words.js';
import { HEADER } from '../../src/kernels/layout/header.js';
import { LINEAR_BOUND } from '../../src/kernels/layout/linear.js';
import { RULES, type Rule, makeLazyBody, randomPlacement } from '../bounds/bd-samples.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { SAMPLE_MESHES, changed, randomFields, reachOf, soup } from '../support/sample-meshes.js';
import { expectSameWords } from '../support/same-words.js';
import { pairStart, randomRay, randomSegment, segmentStart, walk, wordsOf } from './body-words.js';
import { wordAt } from '../../src/kernels/units.js';

const KERNELS: readonly Kernels[] = [BACKENDS.wasm, BACKENDS.typescript];

function expectTwins(
  mesh: Mesh,
  fields: readonly Float32Array[],
  rules: readonly Rule[],
  seed: number,
  what: string,
): void {
  const random = createRandom(seed);
  const bodies = KERNELS.map((kernels) => rules.map((rule) => makeLazyBody(kernels, mesh, fields, rule)));
  const compare = (where: string): void => {
    bodies[0].forEach((body, i) =>
      expectSameWords(wordsOf(body), wordsOf(bodies[1][i]), `${what}, ${where}, body ${i}`),
    );
  };
  for (let round = 0; round < 4; round++) {
    const where = `seed ${seed}, round ${round}`;
    const reach = bodies[0][0].reach + 1e-40;
    rules.forEach((_, i) => {
      const weights = fields.map(() => random.integer(3) && random.range(-0.3, 0.9));
      const placement = randomPlacement(random, reach * 0.5);
      for (const side of bodies) {
        side[i].setWeights(weights);
        if (round >= 2 && i === 0) side[i].setPlacement(placement);
        side[i].refresh();
      }
    });
    const segment = randomSegment(random, reach);
    const ray = randomRay(random, reach);
    rules.forEach((_, i) => {
      const [first, second] = KERNELS.map((kernels, side) =>
        walk(kernels, segment, (state) => kernels.run.walkSegment(bodies[side][i].header, state)),
      );
      expectSameWords(first, second, `${what}, ${where}, segment`);
      const [hitFirst, hitSecond] = KERNELS.map((kernels, side) =>
        walk(kernels, ray, (state) => kernels.run.walkRay(bodies[side][i].header, state)),
      );
      expectSameWords(hitFirst, hitSecond, `${what}, ${where}, ray`);
    });
    compare(`${where}, after the segment`);
    for (const [i, j] of [
      [0, 1],
      [1, 0],
      [1, 1],
    ]) {
      const [first, second] = KERNELS.map((kernels, side) => {
        const [a, b] = [bodies[side][i].header, bodies[side][j].header];
        kernels.run.evaluateBlock(a, 0);
        kernels.run.evaluateBlock(b, 0);
        return walk(kernels, pairStart(2 ** -60), (state) => kernels.run.walkPairs(a, b, state));
      });
      expectSameWords(first, second, `${what}, ${where}, pair ${i} ${j}`);
    }
    for (const side of bodies) {
      for (const body of side) {
        for (let block = 0; block < body.bounds.blockCount; block++) body.kernels.run.evaluateBlock(body.header, block);
      }
    }
    compare(`${where}, all blocks`);
    if (round % 2 === 1) for (const side of bodies) for (const body of side) body.refit();
    compare(`${where}, refitted`);
  }
  for (const side of bodies) for (const body of side) body.dispose();
}

const NAMES = Object.keys(RULES);

describe('bodies in WebAssembly and in TypeScript write the same words', () => {
  it.each(NAMES)('as %s, against every other rule', (name) => {
    for (const [i, other] of NAMES.entries()) {
      const random = createRandom(401);
      const mesh = soup(random, 25, 0.4);
      expectTwins(
        mesh,
        randomFields(random, mesh, 3, 0.3),
        [RULES[name], RULES[other]],
        402 + i,
        `${name} and ${other}`,
      );
    }
  });

  it.each(Object.keys(SAMPLE_MESHES))('for %s', (meshName) => {
    const mesh = SAMPLE_MESHES[meshName]();
    const isLarge = mesh.triangleCount > 150;
    for (const [i, name] of NAMES.entries()) {
      // The large ones would take minutes in pairs of all rules; soups above have those.
      if (isLarge && i % 3 !== 0) continue;
      const fields = randomFields(createRandom(421), mesh, i % 5, reachOf(mesh));
      const rules = [RULES[name], RULES[NAMES[(i + 4) % NAMES.length]]];
      expectTwins(mesh, fields, rules, 422 + i, `${meshName}, ${name}`);
    }
  });

  it('for numbers of all magnitudes side by side: denormals, zeros of both signs, large ones', () => {
    const random = createRandom(441);
    const values = [0, -0, 2 ** -149, -(2 ** -149), 1e-40, -1e-38, 1, -1, 1 + 2 ** -23, 1e10, -1e18, 1e18];
    const pick = (): number => values[random.integer(values.length)];
    for (let round = 0; round < 30; round++) {
      const mesh = changed(soup(random, 1 + random.integer(12), 1), pick);
      const fields = randomFields(random, mesh, 2, 1).map((field) => field.map(() => pick()));
      const rules = [RULES[NAMES[random.integer(NAMES.length)]], RULES[NAMES[random.integer(NAMES.length)]]];
      expectTwins(mesh, fields, rules, 442 + round, `seed 441, round ${round}`);
    }
  });

  it('where stamps run out of bits, and everything is forgotten once', () => {
    const mesh = soup(createRandom(451), 20, 0.4);
    const [wasm, typescript] = KERNELS.map((kernels) => {
      const body = makeLazyBody(
        kernels,
        mesh,
        randomFields(createRandom(452), mesh, 2, 0.3),
        RULES['boxes carried over'],
      );
      const { u32 } = kernels.arena;
      const header = wordAt(body.header);
      u32[header + HEADER.stamp] = 0xfffffffe;
      const seen: number[] = [];
      for (let frame = 0; frame < 5; frame++) {
        body.setWeights([frame, 1]);
        body.refresh();
        for (let block = 0; block < body.bounds.blockCount; block++) kernels.run.evaluateBlock(body.header, block);
        kernels.run.poseLeaf(body.header, body.bounds.words.find((word) => word >= LEAF_BIT && word !== NO_CHILD) ?? 0);
        expect(body.isRefitted, `frame ${frame}`).toBe(false);
        seen.push(
          u32[header + HEADER.stamp],
          u32[header + HEADER.blocksEvaluated] + u32[header + LINEAR_BOUND.blocksCarried],
        );
        expect(u32[header + HEADER.verticesPosed], `frame ${frame}`).toBeGreaterThan(0);
      }
      const { blockCount } = body.bounds;
      expect(seen).toEqual([0xffffffff, 1, 2, 3, 4].flatMap((stamp) => [stamp, blockCount]));
      return body;
    });
    expectSameWords(wordsOf(wasm), wordsOf(typescript), 'after the last stamp');
    wasm.dispose();
    typescript.dispose();
  });
});

describe('a walk over bodies', () => {
  it('opens each block once and no more than it may', () => {
    const mesh = soup(createRandom(461), 200, 0.1);
    const body = makeLazyBody(BACKENDS.wasm, mesh, [], RULES.boxes);
    body.refresh();
    const out = walk(BACKENDS.wasm, segmentStart([0, 0, 0, 0, 0, 0, 0, 100]), (state) =>
      BACKENDS.wasm.run.walkSegment(body.header, state),
    );
    expect(out.at(-1)).toBe(body.bounds.blockCount);
    expect(out.length).toBeGreaterThan(mesh.triangleCount / LANES);
    body.dispose();
  });
});
