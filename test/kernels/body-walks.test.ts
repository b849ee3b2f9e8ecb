/** The walks in the kernels, by every rule, against brute force on exactly posed triangles: nothing may be missed. */
import type { Kernels } from 'pliant';
import { type Random, APART, ballMeetsTriangle, createRandom, meetTriangles } from 'pliant/exact';
import { describe, expect, it } from 'vitest';
import type { Body } from '../../src/body/body.js';
import { leafCount, leafFirst } from '../../src/kernels/layout/child-words.js';
import { WALK } from '../../src/kernels/layout/walk.js';
import type { ByteOffset } from '../../src/kernels/units.js';
import { RULES, makeLazyBody, randomPlacement, worldPositions } from '../bounds/bd-samples.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { changed, randomFields, soup } from '../support/sample-meshes.js';
import { behind, point, wordAt } from '../../src/kernels/units.js';

const ENTRIES = 20_000;
const U = 2 ** -24;

/** Runs a walk to its end; returns what came out, `width` words each. */
function walk(kernels: Kernels, width: 1 | 2, shape: readonly number[], step: (state: ByteOffset) => number): number[] {
  const { arena } = kernels;
  const state = arena.allocate(WALK.wordCount * 4 + ENTRIES * 16);
  const at = wordAt(state);
  point(arena.u32, at + WALK.stack, behind(state, WALK.wordCount * 4));
  arena.u32[at + WALK.stackSize] = 1;
  arena.u32[at + WALK.stackCapacity] = ENTRIES;
  point(arena.u32, at + WALK.out, behind(state, WALK.wordCount * 4 + ENTRIES * 8));
  arena.u32[at + WALK.outCapacity] = ENTRIES;
  arena.u32[at + WALK.budget] = 0xffffffff;
  arena.f32.set(shape, at + WALK.shape);
  expect(step(state)).toBe(1);
  const out = arena.u32[at + WALK.out] >>> 2;
  const found = [...arena.u32.subarray(out, out + arena.u32[at + WALK.outCount] * width)];
  arena.free(state);
  return found;
}

/** The triangles of leaves, in the order of the tree. */
function trianglesOf(words: readonly number[]): Set<number> {
  return new Set(words.flatMap((word) => Array.from({ length: leafCount(word) }, (_, i) => leafFirst(word) + i)));
}

/** Poses and places a body at random; returns where its vertices are. */
function moveBody(body: Body, random: Random, reach: number, isPlaced: boolean): Float32Array {
  body.setWeights(Array.from(body.pose.weights, () => random.range(-1, 1)));
  const placement = isPlaced ? randomPlacement(random, reach, random.integer(2) === 1) : undefined;
  if (placement) body.setPlacement(placement);
  body.refresh();
  return worldPositions(body, placement);
}

/** A vertex of the mesh. */
function corner({ bounds }: Body, triangle: number, k: number): number {
  return bounds.vertexOrder[bounds.triangles[triangle * 3 + k]];
}

/** Start, direction, one over its squared length, and the radius padded as the proof of the walk asks. */
function segmentShape(start: readonly number[], end: readonly number[], radius: number, reach: number): number[] {
  const direction = end.map((value, axis) => Math.fround(value - start[axis]));
  const squared = direction.reduce((sum, value) => sum + value * value, 0);
  const pad = 64 * U * Math.max(reach, ...start.map(Math.abs), ...end.map(Math.abs)) + 2 ** -60;
  return [...start, ...direction, squared === 0 ? 0 : 1 / squared, radius + pad];
}

const SCALES = [1, 1e-6, 1e6];

describe.each(Object.keys(RULES))('walking over %s', (name) => {
  const kernels = BACKENDS.wasm;

  it('finds every triangle that a ball or a swept ball meets', () => {
    const random = createRandom(551);
    for (const scale of SCALES) {
      const mesh = changed(soup(random, 80, 0.15), (value) => value * scale);
      const body = makeLazyBody(kernels, mesh, randomFields(random, mesh, 3, 0.2 * scale), RULES[name]);
      let met = 0;
      let pruned = 0;
      for (let round = 0; round < 60; round++) {
        const positions = moveBody(body, random, scale, round >= 30);
        const reach = body.reach;
        const [start, end] = [0, 1].map(() => [0, 1, 2].map(() => Math.fround(random.range(-reach, reach) * 0.6)));
        const radius = Math.fround(random.range(0, 0.2) * scale);
        const stop = round % 2 === 0 ? start : end;
        const words = walk(kernels, 1, segmentShape(start, stop, radius, reach), (state) =>
          kernels.run.walkSegment(body.header, state),
        );
        const found = trianglesOf(words);
        // Balls at points of the segment: what one of them meets, the swept ball meets.
        for (let k = 0; k <= 8; k++) {
          const [x, y, z] = start.map((value, axis) => value + ((stop[axis] - value) * k) / 8);
          for (let triangle = 0; triangle < mesh.triangleCount; triangle++) {
            const [a, b, c] = [0, 1, 2].map((i) => corner(body, triangle, i));
            if (!ballMeetsTriangle(Float64Array.of(x, y, z, radius), positions, a, b, c)) continue;
            met++;
            expect(found.has(triangle), `seed 551, scale ${scale}, round ${round}, triangle ${triangle}`).toBe(true);
          }
          if (round % 2 === 0) break;
        }
        pruned += mesh.triangleCount - found.size;
      }
      expect(met).toBeGreaterThan(50);
      // Bounds that are carried over whatever it costs do not prune much; all others do.
      expect(pruned).toBeGreaterThan(RULES[name].coherence === undefined ? 60 * 40 : 0);
      body.dispose();
    }
  });

  it('finds every pair of triangles that meet, whatever the other body is bounded by', () => {
    const random = createRandom(552);
    for (const other of Object.keys(RULES)) {
      const mesh = soup(random, 30, 0.25);
      const bodies = [name, other].map((rule) =>
        makeLazyBody(kernels, mesh, randomFields(random, mesh, 2, 0.1), RULES[rule]),
      );
      let met = 0;
      for (let round = 0; round < 4; round++) {
        const [first, second] = bodies.map((body, i) => moveBody(body, random, 0.3, i < round));
        const [a, b] = bodies.map((body) => body.header);
        kernels.run.evaluateBlock(a, 0);
        kernels.run.evaluateBlock(b, 0);
        const words = walk(kernels, 2, [2 ** -60], (state) => kernels.run.walkPairs(a, b, state));
        const found = new Set<number>();
        for (let k = 0; k < words.length; k += 2) {
          for (const i of trianglesOf([words[k]])) for (const j of trianglesOf([words[k + 1]])) found.add(i * 100 + j);
        }
        for (let i = 0; i < mesh.triangleCount; i++) {
          for (let j = 0; j < mesh.triangleCount; j++) {
            const [p, q, r] = [0, 1, 2].map((k) => corner(bodies[0], i, k));
            const [s, t, u] = [0, 1, 2].map((k) => corner(bodies[1], j, k));
            if (meetTriangles(first, p, q, r, second, s, t, u) === APART) continue;
            met++;
            expect(found.has(i * 100 + j), `seed 552, ${other}, round ${round}: ${i}, ${j}`).toBe(true);
          }
        }
      }
      expect(met, other).toBeGreaterThan(0);
      for (const body of bodies) body.dispose();
    }
  });
});
