/** Composing bones in WebAssembly and in TypeScript: the same words, and those of the definition. */
import type { Kernels } from 'pliant';
import { type Random, createRandom } from 'pliant/exact';
import { describe, expect, it } from 'vitest';
import { BONE, BONES } from '../../src/kernels/layout/bones.js';
import { expectSameWords } from '../support/same-words.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { bytesTo, doubleAt, wordAt } from '../../src/kernels/units.js';

const TRANSFORM_LENGTH = 12;

interface Skeleton {
  readonly left: Float64Array;
  /** As the kernel reads them. */
  readonly bones: Float64Array;
  /** Which transform each bone writes. */
  readonly outs: readonly number[];
  readonly count: number;
}

function randomSkeleton(random: Random, count: number, size: number): Skeleton {
  const numbers = (length: number): Float64Array => Float64Array.from({ length }, () => random.range(-size, size));
  const outs = Array.from({ length: count }, (_, bone) => bone * 2 + random.integer(2));
  return { left: numbers(12), bones: numbers(count * BONE.count), outs, count };
}

interface Composed {
  readonly answer: number;
  /** Of which every second one or so is nobody's. */
  readonly transforms: Float32Array;
  readonly isChanged: number;
}

/** Runs the kernel, on transforms that are zero or given. */
function compose(kernels: Kernels, { bones, count, left, outs }: Skeleton, before?: Float32Array): Composed {
  const { arena, run } = kernels;
  const length = count * 2 * TRANSFORM_LENGTH;
  const parts = [BONES.wordCount * 4, left.byteLength, bones.byteLength, count * 4, length * 4];
  const blocks = parts.map((size) => arena.allocate(size));
  const [state, ...places] = blocks;
  arena.u32.set([...places.map(bytesTo), count], wordAt(state));
  [left, bones].forEach((values, i) => arena.f64.set(values, doubleAt(places[i])));
  outs.forEach((out, bone) => (arena.u32[wordAt(places[2]) + bone] = out * TRANSFORM_LENGTH * 4));
  if (before) arena.f32.set(before, wordAt(places[3]));
  const answer = run.composeBones(state);
  const transforms = arena.f32.slice(wordAt(places[3]), wordAt(places[3]) + length);
  const isChanged = arena.u32[wordAt(state) + BONES.isChanged];
  for (const block of blocks) arena.free(block);
  return { answer, transforms, isChanged };
}

/** left · world · bound by the definition, as 4 x 4 matrices. */
function defined({ bones, left, outs }: Skeleton, bone: number, transforms: Float32Array): void {
  const at = bone * BONE.count;
  const world = affine(bones.subarray(at + BONE.world, at + BONE.bound));
  const bound = [0, 4, 8, 12].map((row) => [...bones.subarray(at + BONE.bound + row, at + BONE.bound + row + 4)]);
  const middle = product(world, bound);
  // What the last row of `bound` makes of the last row is dropped, as three.js drops it.
  middle[3] = [0, 0, 0, 1];
  const rows = product(affine(left), middle);
  for (let k = 0; k < TRANSFORM_LENGTH; k++) transforms[outs[bone] * TRANSFORM_LENGTH + k] = rows[k >> 2][k & 3];
}

function affine(columns: Float64Array): number[][] {
  const rows = [0, 1, 2].map((row) => [0, 1, 2, 3].map((column) => columns[column * 3 + row]));
  return [...rows, [0, 0, 0, 1]];
}

function product(a: readonly (readonly number[])[], b: readonly (readonly number[])[]): number[][] {
  return a.map((row) => [0, 1, 2, 3].map((column) => row.reduce((sum, value, k) => sum + value * b[k][column], 0)));
}

describe('composing bones', () => {
  it.each([1, 1e-30, 1e12])('writes the same words in both backends, near the definition: numbers up to %d', (size) => {
    const random = createRandom(621);
    for (let round = 0; round < 40; round++) {
      const skeleton = randomSkeleton(random, random.integer(20), size);
      const { answer, isChanged, transforms } = compose(BACKENDS.wasm, skeleton);
      const twin = compose(BACKENDS.typescript, skeleton);
      expect([answer, twin.answer]).toEqual([skeleton.count, skeleton.count]);
      expect([isChanged, twin.isChanged]).toEqual(skeleton.count === 0 ? [0, 0] : [1, 1]);
      expectSameWords(transforms, twin.transforms, `round ${round}`);
      const expected = new Float32Array(transforms.length);
      for (let bone = 0; bone < skeleton.count; bone++) defined(skeleton, bone, expected);
      const largest = expected.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
      transforms.forEach((value, k) => expect(Math.abs(value - expected[k])).toBeLessThanOrEqual(1e-6 * largest));
    }
  });

  it.each([NaN, Infinity, 1e300])('tells which bone leads where float32 does not: %d', (bad) => {
    const random = createRandom(622);
    for (let round = 0; round < 60; round++) {
      const skeleton = randomSkeleton(random, 1 + random.integer(9), 1);
      const bone = random.integer(skeleton.count);
      skeleton.bones[bone * BONE.count + random.integer(BONE.count)] = bad;
      for (const kernels of [BACKENDS.wasm, BACKENDS.typescript]) expect(compose(kernels, skeleton).answer).toBe(bone);
    }
  });

  it('tells whether it has changed anything, be it one number', () => {
    const random = createRandom(623);
    for (let round = 0; round < 60; round++) {
      const skeleton = randomSkeleton(random, 1 + random.integer(9), 1);
      const { transforms } = compose(BACKENDS.wasm, skeleton);
      const other = transforms.slice();
      const bone = random.integer(skeleton.count);
      other[skeleton.outs[bone] * TRANSFORM_LENGTH + random.integer(TRANSFORM_LENGTH)] += 0.25;
      for (const kernels of [BACKENDS.wasm, BACKENDS.typescript]) {
        expect(compose(kernels, skeleton, transforms).isChanged).toBe(0);
        expect(compose(kernels, skeleton, other)).toEqual({ answer: skeleton.count, transforms, isChanged: 1 });
      }
    }
  });
});
