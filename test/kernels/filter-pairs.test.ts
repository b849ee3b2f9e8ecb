/** The filter of pairs of triangles: both backends the same words, and nothing left out but what is certainly apart. */
import { type Body, type Kernels, CROSSING } from 'pliant';
import { type Random, APART, createRandom, meetTriangles, meetTrianglesOfOneSurface } from 'pliant/exact';
import type { Mesh } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { haveStars } from '../../src/body/stars.js';
import { leafWord } from '../../src/kernels/layout/child-words.js';
import { CROSSES, FILTER } from '../../src/kernels/layout/filter.js';
import { RULES, makeLazyBody } from '../bounds/bd-samples.js';
import { meshOf, sheet, tangledMesh } from '../mesh/make-meshes.js';
import { expectSameWords } from '../support/same-words.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { SAMPLE_MESHES, changed, latticeTangle, soup } from '../support/sample-meshes.js';
import { point, wordAt } from '../../src/kernels/units.js';

const KERNELS: readonly Kernels[] = [BACKENDS.wasm, BACKENDS.typescript];

/** What came out: pairs of places in the order of the tree, and how many pairs of boxes meet. */
interface Filtered {
  readonly pairs: Uint32Array;
  readonly compared: number;
}

/** Both bodies whole, lazy no more. */
function makeWhole(kernels: Kernels, mesh: Mesh): Body {
  const body = makeLazyBody(kernels, mesh, [], RULES.boxes);
  body.refit();
  return body;
}

/** Runs of up to sixteen triangles, as words of leaves. */
function leavesOf(mesh: Mesh, size: number): number[] {
  return Array.from({ length: Math.ceil(mesh.triangleCount / size) }, (_, k) =>
    leafWord(k * size, Math.min(size, mesh.triangleCount - k * size)),
  );
}

function filter(kernels: Kernels, a: Body, b: Body, leafPairs: readonly number[]): Filtered {
  const { arena, run } = kernels;
  const list = arena.allocate(leafPairs.length * 4);
  const { u32 } = arena;
  u32.set(leafPairs, wordAt(list));
  const state = wordAt(kernels.filter);
  point(u32, state + FILTER.leafPairs, list);
  u32[state + FILTER.leafPairCount] = leafPairs.length / 2;
  u32[state + FILTER.next] = 0;
  const pairs: number[] = [];
  let compared = 0;
  while (u32[state + FILTER.next] < leafPairs.length / 2) {
    run.filterPairs(a.header, b.header, kernels.filter);
    const at = u32[state + FILTER.pairs] >>> 2;
    pairs.push(...u32.subarray(at, at + u32[state + FILTER.pairCount] * 2));
    compared += u32[state + FILTER.comparedCount];
  }
  arena.free(list);
  return { pairs: Uint32Array.from(pairs), compared };
}

/** All pairs of leaves: of one body each once, with itself too. */
function allLeafPairs(a: readonly number[], b: readonly number[], isSelf: boolean): number[] {
  return a.flatMap((leaf, i) => b.slice(isSelf ? i : 0).flatMap((other) => [leaf, other]));
}

function boxesMeet(body: Body, i: number, other: Body, j: number): boolean {
  return [0, 1, 2].every((axis) => {
    const of = ({ bounds, posed }: Body, t: number): number[] =>
      [0, 1, 2].map((k) => posed[bounds.triangles[t * 3 + k] * 3 + axis]);
    const [p, q] = [of(body, i), of(other, j)];
    return Math.min(...p) <= Math.max(...q) && Math.min(...q) <= Math.max(...p);
  });
}

/**
 * Filters all pairs of two meshes, or of one with itself, on both backends; checks that they agree and lose nothing.
 * Returns how many pairs were compared, and how many are left.
 */
function expectSound(meshA: Mesh, meshB: Mesh | undefined, leafSize: number, what: string): [number, number] {
  const plain = expectSoundWith(meshA, meshB, leafSize, what, false);
  if (meshB) return plain;
  // Where stars are known, less is left of one surface, and still nothing is lost.
  const [compared, left] = expectSoundWith(meshA, undefined, leafSize, `${what}, with stars`, true);
  expect(compared).toBe(plain[0]);
  expect(left, what).toBeLessThanOrEqual(plain[1]);
  return plain;
}

function expectSoundWith(
  meshA: Mesh,
  meshB: Mesh | undefined,
  leafSize: number,
  what: string,
  withStars: boolean,
): [number, number] {
  const [wasm, typescript] = KERNELS.map((kernels) => {
    const a = makeWhole(kernels, meshA);
    if (withStars) haveStars(a);
    const b = meshB ? makeWhole(kernels, meshB) : a;
    const leaves = allLeafPairs(leavesOf(meshA, leafSize), leavesOf(meshB ?? meshA, leafSize), !meshB);
    return { a, b, answer: filter(kernels, a, b, leaves) };
  });
  expectSameWords(typescript.answer.pairs, wasm.answer.pairs, what);
  expect(typescript.answer.compared, what).toBe(wasm.answer.compared);
  const { a, b, answer } = wasm;
  const left = new Set<string>();
  const crosses = new Set<string>();
  for (let k = 0; k < answer.pairs.length; k += 2) {
    const name = `${answer.pairs[k]} ${answer.pairs[k + 1] % CROSSES}`;
    left.add(name);
    if (answer.pairs[k + 1] >= CROSSES) crosses.add(name);
  }
  expect(left.size * 2, `${what}: none twice`).toBe(answer.pairs.length);
  let compared = 0;
  for (let i = 0; i < meshA.triangleCount; i++) {
    for (let j = meshB ? 0 : i + 1; j < (meshB ?? meshA).triangleCount; j++) {
      if (!boxesMeet(a, i, b, j)) continue;
      compared++;
      const [p, q, r] = a.bounds.triangles.subarray(i * 3, i * 3 + 3);
      const [s, t, u] = b.bounds.triangles.subarray(j * 3, j * 3 + 3);
      const meeting = meshB
        ? meetTriangles(a.posed, p, q, r, b.posed, s, t, u)
        : meetTrianglesOfOneSurface(a.posed, p, q, r, s, t, u);
      if (meeting !== APART && !left.has(`${i} ${j}`)) {
        expect.fail(`${what}: ${i} and ${j} have the meeting ${meeting} and were left out`);
      }
      if (meeting !== CROSSING && crosses.has(`${i} ${j}`)) {
        expect.fail(`${what}: ${i} and ${j} have the meeting ${meeting} and are said to cross`);
      }
    }
  }
  expect(answer.compared, `${what}: boxes`).toBe(compared);
  for (const { a: first, b: second } of [wasm, typescript]) {
    first.dispose();
    second.dispose();
  }
  return [compared, answer.pairs.length / 2];
}

const MESHES: Readonly<Record<string, (random: Random) => Mesh>> = {
  'a soup': (random) => soup(random, 1 + random.integer(40), 0.5),
  'a tangle on a lattice': (random) => latticeTangle(random, 4 + random.integer(30), 1 + random.integer(60), 3),
  'a tangle with all defects': tangledMesh,
  'a crumpled sheet': (random) =>
    changed(sheet(1 + random.integer(5), 1 + random.integer(5)), (value, k) =>
      k % 3 === 2 ? random.range(-1, 1) : value,
    ),
  'a sheet that is nearly flat': (random) => {
    const size = 10 ** random.range(-12, -3);
    return changed(sheet(4, 4), (value, k) => (k % 3 === 2 ? random.range(-size, size) : value + 0.1));
  },
  'a slanted flat sheet': (random) => {
    const [x, y] = [random.range(-1, 1), random.range(-1, 1)];
    const flat = sheet(4, 4);
    return changed(flat, (value, k) =>
      k % 3 === 2 ? x * flat.positions[k - 2] + y * flat.positions[k - 1] : value * 0.37,
    );
  },
  needles: (random) => changed(soup(random, 30, 0.5), (value, k) => (k % 3 === 0 ? value : value * 1e-6)),
};
const SCALES = [1, 1, 1e-13, 1e-20, 1e-38, 1e13, 1e37];

describe('the filter of pairs of triangles', () => {
  it.each(Object.keys(MESHES))('leaves out nothing but pairs that are apart: %s', (name) => {
    const seed = 851;
    const random = createRandom(seed);
    for (let round = 0; round < 120; round++) {
      const scale = SCALES[round % SCALES.length];
      const shift = round % 5 === 0 && scale === 1 ? random.range(-100, 100) : 0;
      const make = (maker: (random: Random) => Mesh): Mesh =>
        changed(maker(random), (value) => (value + shift) * scale);
      const what = `seed ${seed}, round ${round}, scale ${scale}`;
      const leafSize = 1 + random.integer(16);
      const mesh = make(MESHES[name]);
      expectSound(mesh, undefined, leafSize, `${what}, one`);
      const makers = Object.values(MESHES);
      expectSound(mesh, make(makers[random.integer(makers.length)]), leafSize, `${what}, two`);
    }
  });

  it.each(Object.keys(SAMPLE_MESHES).filter((name) => name !== 'a thousand equal triangles'))(
    'leaves out nothing but pairs that are apart: %s',
    (name) => {
      const mesh = SAMPLE_MESHES[name]();
      expectSound(mesh, undefined, 16, name);
      expectSound(mesh, mesh, 3, name);
    },
  );

  it('leaves nearly no neighbours of a curved surface, around saddles neither, and none in a plane', () => {
    const saddle = sheet(14, 14);
    for (const bend of [0, 1e-3, 0.05, -0.05]) {
      for (const twist of [0, 0.04]) {
        const mesh = changed(saddle, (value, k) => {
          if (k % 3 !== 2) return value;
          const [x, y] = [saddle.positions[k - 2] - 7.3, saddle.positions[k - 1] - 6.9];
          return bend * x * x - Math.abs(bend) * y * y + twist * x * y;
        });
        const [compared, left] = expectSound(mesh, undefined, 4, `bend ${bend}, twist ${twist}`);
        expect(compared).toBeGreaterThan(2000);
        expect(left, `bend ${bend}, twist ${twist}`).toBe(0);
      }
    }
  });

  it('knows nearly all triangles of ordinary shape that cross, and none that touch', () => {
    const random = createRandom(853);
    const body = makeWhole(BACKENDS.wasm, soup(random, 200, 0.5));
    const leaves = leavesOf(body.mesh, 16);
    const { pairs } = filter(BACKENDS.wasm, body, body, allLeafPairs(leaves, leaves, true));
    const { triangles } = body.bounds;
    let crossing = 0;
    let known = 0;
    for (let k = 0; k < pairs.length; k += 2) {
      const [p, q, r] = triangles.subarray(pairs[k] * 3, pairs[k] * 3 + 3);
      const [s, t, u] = triangles.subarray((pairs[k + 1] % CROSSES) * 3, (pairs[k + 1] % CROSSES) * 3 + 3);
      if (meetTrianglesOfOneSurface(body.posed, p, q, r, s, t, u) === CROSSING) crossing++;
      if (pairs[k + 1] >= CROSSES) known++;
    }
    expect(crossing).toBeGreaterThan(100);
    expect(known).toBeGreaterThan(0.98 * crossing);
    body.dispose();
    // A corner in a face, an edge in a face, and edges that meet, all to the last bit.
    const face = [0, 0, 0, 8, 0, 0, 0, 8, 0];
    for (const other of [
      [1, 1, 0, 2, 2, 3, 1, 2, 3],
      [1, 1, 0, 2, 1, 0, 1, 1, 3],
      [1, 0, -1, 1, 0, 1, 1, -3, 0],
      [9, 9, 0, -1, -1, 0, 4, 4, 5],
    ]) {
      const mesh = meshOf([...face, ...other], [0, 1, 2, 3, 4, 5]);
      const touching = makeWhole(BACKENDS.wasm, mesh);
      const found = filter(BACKENDS.wasm, touching, touching, [leafWord(0, 2), leafWord(0, 2)]);
      expect([...found.pairs], other.join(' ')).toEqual([0, 1]);
      expectSound(mesh, undefined, 2, other.join(' '));
      touching.dispose();
    }
  });

  it('goes on where it stopped when there are more pairs than room', () => {
    const mesh = changed(soup(createRandom(852), 300, 0.5, 0.3), (value) => value);
    const [compared] = expectSound(mesh, undefined, 16, 'seed 852');
    expect(compared).toBeGreaterThan(3 * 2048);
  });

  it('keeps the same triangle twice, and those that have no normal', () => {
    const mesh = meshOf(
      [0, 0, 0, 1, 0, 0, 0, 1, 0, 2, 0, 1, 0.5, 0.5, -1, 0.25, 0.25, 1],
      [0, 1, 2, 2, 0, 1, 0, 1, 1, 3, 4, 5, 4, 5, 5],
    );
    const body = makeWhole(BACKENDS.wasm, mesh);
    const { pairs } = filter(BACKENDS.wasm, body, body, [leafWord(0, 5), leafWord(0, 5)]);
    const { triangleOrder } = body.bounds;
    const named = Array.from({ length: pairs.length / 2 }, (_, k) =>
      [triangleOrder[pairs[k * 2]], triangleOrder[pairs[k * 2 + 1] % CROSSES]].sort((p, q) => p - q).join(' '),
    );
    for (const pair of ['0 1', '0 2', '1 2', '3 4']) expect(named).toContain(pair);
    body.dispose();
  });
});
