import { type Kernels, type Mesh, type Random, createRandom } from 'pliant';
import { describe, expect, it } from 'vitest';
import type { LazyBody } from '../../src/bounds/lazy-body.js';
import {
  BODY,
  CACHE_BYTES,
  LANES,
  LEAF_BIT,
  NO_CHILD,
  ORIENTED,
  ORIENTED_BYTES,
  WALK,
} from '../../src/kernels/lazy-layout.js';
import { RULES, type Rule, makeLazyBody, randomPlacement } from '../bounds/bd-samples.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { SAMPLE_MESHES, changed, randomFields, reachOf, soup } from '../support/sample-meshes.js';
import { expectSameWords } from '../support/same-words.js';

const CAPACITY = 64;
const STACK = 4096;
/** A thousand coincident triangles make a million pairs. */
const MOST_ROUNDS = 500;
const KERNELS: readonly Kernels[] = [BACKENDS.wasm, BACKENDS.typescript];

/** Everything that evaluation, posing and walks write, as far as it can be compared: no pointers. */
function wordsOf(body: LazyBody): Uint32Array {
  const { u32 } = body.kernels.arena;
  const header = body.header >>> 2;
  const { blockCount } = body.coefficients;
  const part = (pointer: number, words: number): number[] => [
    ...u32.subarray(u32[header + pointer] >>> 2, (u32[header + pointer] >>> 2) + words),
  ];
  return Uint32Array.from([
    ...[BODY.shape, BODY.stamp, BODY.wholeStamp, BODY.blocksEvaluated, BODY.blocksCarried, BODY.verticesPosed].map(
      (word) => u32[header + word],
    ),
    ...part(BODY.cache, (blockCount * CACHE_BYTES) / 4),
    ...part(BODY.blockStamps, blockCount),
    ...part(BODY.vertexStamps, body.mesh.vertexCount),
    ...part(BODY.positions, body.mesh.vertexCount * 3),
    ...(u32[header + BODY.rule] === ORIENTED ? part(BODY.oriented, (blockCount * ORIENTED_BYTES) / 4) : []),
    ...(u32[header + BODY.bases] === 0 ? [] : part(BODY.bases, (blockCount * CACHE_BYTES) / 4)),
    ...(u32[header + BODY.bases] === 0 ? [] : part(BODY.baseStamps, blockCount)),
  ]);
}

/** Walks in many small steps, to the end if that is not too far; returns all that came out, and how much was opened. */
function walk(
  kernels: Kernels,
  entries: readonly number[],
  shape: readonly number[],
  step: (state: number) => number,
): Uint32Array {
  const { arena } = kernels;
  const state = arena.allocate(WALK.wordCount * 4 + (STACK + CAPACITY) * 8);
  const at = state >>> 2;
  const stack = state + WALK.wordCount * 4;
  const width = shape.length === 1 ? 2 : 1;
  arena.u32[at + WALK.stack] = stack;
  arena.u32[at + WALK.out] = stack + STACK * 8;
  arena.u32[at + WALK.outCapacity] = CAPACITY;
  arena.u32[at + WALK.stackSize] = entries.length / width;
  arena.u32.set(entries, stack >>> 2);
  arena.f32.set(shape, at + WALK.shape);
  const found: number[] = [];
  for (let round = 0, isDone = 0; isDone === 0 && round < MOST_ROUNDS; round++) {
    arena.u32[at + WALK.budget] = 1 + (round % 7);
    arena.u32[at + WALK.outCount] = 0;
    isDone = step(state);
    const out = arena.u32[at + WALK.out] >>> 2;
    found.push(isDone, ...arena.u32.subarray(out, out + arena.u32[at + WALK.outCount] * width));
  }
  found.push(arena.u32[at + WALK.blocks]);
  arena.free(state);
  return Uint32Array.from(found);
}

/** Start, direction, one over its squared length, radius; every other time a ball. */
function randomSegment(random: Random, reach: number): number[] {
  const start = [0, 0, 0].map(() => Math.fround(random.range(-reach, reach)));
  const direction = [0, 0, 0].map(() => Math.fround(random.range(-reach, reach)));
  const inverse = 1 / direction.reduce((sum, value) => sum + value * value, 0);
  const isBall = random.integer(2) === 0;
  return [...start, ...(isBall ? [0, 0, 0] : direction), isBall ? 0 : inverse, random.range(0, reach * 0.3)];
}

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
    rules.forEach((_, i) => {
      const [first, second] = KERNELS.map((kernels, side) =>
        walk(kernels, [0], segment, (state) => kernels.run.walkSegment(bodies[side][i].header, state)),
      );
      expectSameWords(first, second, `${what}, ${where}, segment`);
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
        return walk(kernels, [0, 0], [2 ** -60], (state) => kernels.run.walkPairs(a, b, state));
      });
      expectSameWords(first, second, `${what}, ${where}, pair ${i} ${j}`);
    }
    for (const side of bodies) {
      for (const body of side) {
        for (let block = 0; block < body.coefficients.blockCount; block++)
          body.kernels.run.evaluateBlock(body.header, block);
      }
    }
    compare(`${where}, all blocks`);
    if (round % 2 === 1) for (const side of bodies) for (const body of side) body.refit();
    compare(`${where}, refitted`);
  }
  for (const side of bodies) for (const body of side) body.dispose();
}

const NAMES = Object.keys(RULES);

describe('lazy bodies in WebAssembly and in TypeScript write the same words', () => {
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
      const header = body.header >>> 2;
      u32[header + BODY.stamp] = 0xfffffffe;
      const seen: number[] = [];
      for (let frame = 0; frame < 5; frame++) {
        body.setWeights([frame, 1]);
        body.refresh();
        for (let block = 0; block < body.coefficients.blockCount; block++)
          kernels.run.evaluateBlock(body.header, block);
        kernels.run.poseLeaf(
          body.header,
          body.coefficients.words.find((word) => word >= LEAF_BIT && word !== NO_CHILD) ?? 0,
        );
        expect(body.isRefitted, `frame ${frame}`).toBe(false);
        seen.push(u32[header + BODY.stamp], u32[header + BODY.blocksEvaluated] + u32[header + BODY.blocksCarried]);
        expect(u32[header + BODY.verticesPosed], `frame ${frame}`).toBeGreaterThan(0);
      }
      const { blockCount } = body.coefficients;
      expect(seen).toEqual([0xffffffff, 1, 2, 3, 4].flatMap((stamp) => [stamp, blockCount]));
      return body;
    });
    expectSameWords(wordsOf(wasm), wordsOf(typescript), 'after the last stamp');
    wasm.dispose();
    typescript.dispose();
  });
});

describe('a walk over lazy bodies', () => {
  it('opens each block once and no more than it may', () => {
    const mesh = soup(createRandom(461), 200, 0.1);
    const body = makeLazyBody(BACKENDS.wasm, mesh, [], RULES.boxes);
    body.refresh();
    const out = walk(BACKENDS.wasm, [0], [0, 0, 0, 0, 0, 0, 0, 100], (state) =>
      BACKENDS.wasm.run.walkSegment(body.header, state),
    );
    expect(out.at(-1)).toBe(body.coefficients.blockCount);
    expect(out.length).toBeGreaterThan(mesh.triangleCount / LANES);
    body.dispose();
  });
});
