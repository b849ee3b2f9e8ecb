/** Elements in WebAssembly and in TypeScript write the same words: whole groups and parts of one, damped or not, at rest, stretched, flat and turned inside out. */
import { createRandom } from 'pliant/exact';
import type { Random } from 'pliant/exact';
import { describe, expect, it } from 'vitest';
import { createElementKernel } from '../../src/kernels/element-kernels.js';
import type { ElementSource } from '../../src/kernels/element-kernels.js';
import { ELEMENT_VERTEX } from '../../src/kernels/layout/elements.js';
import { expectSameWords } from '../support/same-words.js';

/** Elements with any corners and gradients: no solid need be behind them. */
function randomSource(random: Random, vertexCount: number, count: number, isDamped: boolean): ElementSource {
  const numbers = (length: number, low: number, high: number): Float64Array =>
    Float64Array.from({ length }, () => random.range(low, high));
  const corners = Uint32Array.from({ length: count * 4 }, () => random.integer(vertexCount));
  const [phi, psi] = isDamped ? [random.range(0, 5), random.range(0, 5)] : [0, 0];
  return {
    vertexCount,
    corners,
    gradients: numbers(count * 9, -3, 3),
    volumes: numbers(count, 0.01, 2),
    weights: numbers(count, 0.1, 4),
    constants: {
      lambda: random.range(-1, 50),
      mu: random.range(2, 50),
      phi,
      psi,
      push: random.range(10, 100),
      pushShare: 0.7,
    },
  };
}

function writeVertices(vertices: Float32Array, random: Random, spread: number): void {
  for (let i = 0; i < vertices.length; i++) {
    if (i % ELEMENT_VERTEX.wordCount < ELEMENT_VERTEX.force)
      vertices[i] = i % 4 === 3 ? 0 : random.range(-spread, spread);
  }
}

/** Forces without the last number of each row, which says nothing. */
function forcesOf(vertices: Float32Array): Float32Array {
  return vertices.filter((_, i) => i % ELEMENT_VERTEX.wordCount >= ELEMENT_VERTEX.force && i % 4 !== 3);
}

describe('elements in WebAssembly and in TypeScript', () => {
  it.each([1, 2, 3, 4, 5, 8, 127])('write the same words (%d elements)', (count) => {
    let pushed = 0;
    for (let run = 0; run < 12; run++) {
      const seed = 18_000 + count * 20 + run;
      const random = createRandom(seed);
      const source = randomSource(random, 4 + random.integer(40), count, run % 2 === 0);
      const [wasm, twin] = (['wasm', 'typescript'] as const).map((backend) =>
        createElementKernel('test', backend, source),
      );
      for (const spread of [1, 0.01, 30, 0]) {
        writeVertices(wasm.vertices, random, spread);
        twin.vertices.set(wasm.vertices);
        const what = `seed ${seed}, spread ${spread}`;
        const stiffest = wasm.measure();
        expect(Object.is(stiffest, twin.measure()), `${what}: ${stiffest}`).toBe(true);
        expect(stiffest, what).toBeGreaterThan(0);
        expectSameWords(forcesOf(wasm.vertices), forcesOf(twin.vertices), what);
        if (spread < 1) pushed++;
        else expect(forcesOf(wasm.vertices).some((force) => force !== 0) || count === 1, what).toBe(true);
      }
    }
    expect(pushed).toBe(24);
  });

  it('both say that numbers which are none come to nothing', () => {
    const source = randomSource(createRandom(18_999), 6, 5, true);
    for (const backend of ['wasm', 'typescript'] as const) {
      for (const bad of [NaN, Infinity, 1e30]) {
        const kernel = createElementKernel('test', backend, source);
        writeVertices(kernel.vertices, createRandom(7), 1);
        kernel.vertices[source.corners[0] * ELEMENT_VERTEX.wordCount] = bad;
        kernel.measure();
        expect(
          forcesOf(kernel.vertices).every((force) => Number.isFinite(force)),
          `${backend}, ${bad}`,
        ).toBe(false);
      }
    }
  });
});
