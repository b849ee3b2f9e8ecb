/** Stars: rings in order, both backends the same words, and nothing called unfolded but what the exact test calls apart. */
import { type Kernels, type Shape, createBody, createPairHits, findSelfHits } from 'pliant';
import { type Random, APART, createRandom, meetTrianglesOfOneSurface } from 'pliant/exact';
import type { Mesh } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { listStars } from '../../src/bounds/blocks/stars.js';
import { haveStars } from '../../src/body/stars.js';
import { LANES } from '../../src/kernels/layout/child-words.js';
import { HEADER } from '../../src/kernels/layout/header.js';
import { hasStars, starsOf } from '../../src/kernels/layout/self.js';
import { MOST_IN_RING, OWN_MARK, STARS, STAR_GROUP, STRETCH_SHIFT } from '../../src/kernels/layout/stars.js';
import { wordAt } from '../../src/kernels/units.js';
import { RULES, lazyOptions, lazyParts, makeLazyBody } from '../bounds/bd-samples.js';
import { box, sphere, torus } from '../meaning/surfaces.js';
import { meshOf, sheet, tangledMesh } from '../mesh/make-meshes.js';
import { expectSameWords } from '../support/same-words.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { SAMPLE_MESHES, changed, latticeTangle, soup } from '../support/sample-meshes.js';

interface Star {
  readonly vertex: number;
  readonly ring: readonly number[];
  readonly isClosed: boolean;
}

/** All stars of a list, each once. */
function readStars(stars: Uint32Array): Star[] {
  const found = new Map<number, Star>();
  const stretches = Math.ceil(stars[0] / 2 ** STRETCH_SHIFT);
  let at = Math.ceil((1 + stretches) / LANES) * LANES;
  for (let stretch = 0; stretch < stretches; stretch++) {
    expect(stars[1 + stretch]).toBe(at * 4);
    for (; stars[at + STAR_GROUP.ringLength] > 0; at += (2 + stars[at + STAR_GROUP.ringLength]) * LANES) {
      const length = stars[at + STAR_GROUP.ringLength];
      for (let lane = 0; lane < LANES; lane++) {
        const vertex = stars[at + LANES + lane];
        const ring = Array.from({ length }, (_, k) => stars[at + (2 + k) * LANES + lane]);
        found.set(vertex, { vertex, ring, isClosed: stars[at + STAR_GROUP.isClosed] === 1 });
      }
    }
    at += LANES;
  }
  expect(at).toBe(stars.length);
  return [...found.values()];
}

function trianglesAt(triangles: Uint32Array, vertex: number): number[][] {
  return Array.from({ length: triangles.length / 3 }, (_, t) => [...triangles.subarray(t * 3, t * 3 + 3)]).filter(
    (corners) => corners.includes(vertex),
  );
}

const named = (triangles: readonly (readonly number[])[]): string[] =>
  triangles.map((corners) => [...corners].sort((p, q) => p - q).join(' ')).sort();

/** What unfolding writes: marks of corners. Checks that those that are shared belong to stars whose triangles are apart. */
function expectSound(mesh: Mesh, what: string): { readonly unfolded: ReadonlySet<number>; readonly stars: number } {
  const [wasm, typescript] = [BACKENDS.wasm, BACKENDS.typescript].map((kernels) => marksOf(kernels, mesh));
  expectSameWords(typescript.marks, wasm.marks, what);
  const { marks, positions, triangles } = wasm;
  const unfolded = new Set<number>();
  const folded = new Set<number>();
  marks.forEach((mark, corner) => {
    if (mark >= OWN_MARK) {
      expect(mark - OWN_MARK, what).toBe(corner);
      folded.add(triangles[corner]);
    } else {
      expect(mark, what).toBe(triangles[corner]);
      unfolded.add(mark);
    }
  });
  for (const vertex of unfolded) {
    expect(folded.has(vertex), `${what}: one star, one answer`).toBe(false);
    const star = trianglesAt(triangles, vertex);
    for (const [i, [p, q, r]] of star.entries()) {
      for (const [s, t, u] of star.slice(i + 1)) {
        const meeting = meetTrianglesOfOneSurface(positions, p, q, r, s, t, u);
        if (meeting !== APART) expect.fail(`${what}: ${p} ${q} ${r} and ${s} ${t} ${u} have the meeting ${meeting}`);
      }
    }
  }
  return { unfolded, stars: readStars(listStars(triangles, mesh.vertexCount)).length };
}

/** Of the last mesh that was marked: it is bounded once, however often it is marked. */
let parts: Shape | undefined;

/** Unfolds the stars of some runs of triangles, one after the other; by default of all. */
function marksOf(
  kernels: Kernels,
  mesh: Mesh,
  runs: readonly (readonly [first: number, end: number])[] = [[0, mesh.triangleCount]],
): { marks: Uint32Array; positions: Float32Array; triangles: Uint32Array } {
  if (parts?.mesh !== mesh) parts = lazyParts(mesh, [], RULES.boxes);
  const body = createBody(kernels, parts, lazyOptions(RULES.boxes));
  body.refit();
  haveStars(body);
  for (const [first, end] of runs) kernels.run.unfoldStars(body.header, first, end);
  const { u32 } = kernels.arena;
  const { triangles } = body.bounds;
  const kept = starsOf(u32, wordAt(body.header));
  const at = u32[kept + STARS.marks] >>> 2;
  const marks = u32.slice(at, at + triangles.length);
  const positions = body.posed.slice();
  body.dispose();
  return { marks, positions, triangles };
}

/** A star of its own: a ring that turns so often, closed or not, up and down at random. */
function fan(random: Random, count: number, turns: number, isClosed: boolean, height: number): Mesh {
  const positions = [0, 0, 0];
  for (let k = 0; k < count; k++) {
    const angle = (2 * Math.PI * turns * (k + random.range(-0.3, 0.3))) / (isClosed ? count : count - 1);
    const length = random.range(0.5, 1.5);
    positions.push(length * Math.cos(angle), length * Math.sin(angle), random.range(-height, height));
  }
  const triangles = Array.from({ length: isClosed ? count : count - 1 }, (_, k) => [0, 1 + k, 1 + ((k + 1) % count)]);
  return meshOf(positions, triangles.flat());
}

/** Turned somehow, so that no axis is special. */
function tilted(random: Random, mesh: Mesh): Mesh {
  const [a, b, c] = [random.range(-2, 2), random.range(-2, 2), random.range(-2, 2)];
  const { positions } = mesh;
  return changed(mesh, (_, k) => {
    const [x, y, z] = positions.subarray(k - (k % 3), k - (k % 3) + 3);
    return [x + a * y + b * z, y + c * z, x - z + a * y][k % 3];
  });
}

describe('stars', () => {
  it('have rings whose neighbours are the triangles of the vertex, one after the other', () => {
    const seed = 861;
    const random = createRandom(seed);
    const meshes = [sheet(4, 3), sphere([0, 0, 0], 1, 4), torus(2, 1, 8, 6), box([0, 0, 0], [1, 1, 1])];
    for (let round = 0; round < 60; round++) meshes.push(tangledMesh(random), latticeTangle(random, 6, 12, 3));
    let count = 0;
    for (const { triangles, vertexCount } of meshes) {
      for (const { isClosed, ring, vertex } of readStars(listStars(triangles, vertexCount))) {
        expect(new Set([vertex, ...ring]).size, `seed ${seed}`).toBe(ring.length + 1);
        const steps = isClosed ? ring.length : ring.length - 1;
        const around = Array.from({ length: steps }, (_, k) => [vertex, ring[k], ring[(k + 1) % ring.length]]);
        expect(named(around), `seed ${seed}`).toEqual(named(trianglesAt(triangles, vertex)));
        count++;
      }
    }
    expect(count).toBeGreaterThan(100);
  });

  it('are there for every vertex of a closed surface and of a sheet, but for corners with one triangle', () => {
    expect(readStars(listStars(torus(2, 1, 8, 6).triangles, 48))).toHaveLength(48);
    const { triangles, vertexCount } = sheet(4, 3);
    const single = Array.from({ length: vertexCount }, (_, v) => v).filter(
      (vertex) => trianglesAt(triangles, vertex).length === 1,
    );
    expect(readStars(listStars(triangles, vertexCount))).toHaveLength(vertexCount - single.length);
  });

  it('are not there where triangles do not go round a vertex in one way', () => {
    // Two fans that share a vertex; three triangles on an edge; a triangle twice; a corner twice; and too many.
    const bow = [0, 1, 2, 0, 2, 3, 0, 4, 5, 0, 5, 6];
    const book = [0, 1, 2, 0, 1, 3, 0, 1, 4];
    const twice = [0, 1, 2, 2, 0, 1];
    const point = [0, 0, 1, 0, 1, 2];
    for (const triangles of [bow, book, twice, point]) {
      const vertices = readStars(listStars(Uint32Array.from(triangles), 7)).map(({ vertex }) => vertex);
      expect(vertices, triangles.join(' ')).not.toContain(0);
    }
    const random = createRandom(862);
    for (const [count, expected] of [
      [MOST_IN_RING, true],
      [MOST_IN_RING + 1, false],
    ] as const) {
      const wheel = fan(random, count, 1, true, 0);
      const vertices = readStars(listStars(wheel.triangles, wheel.vertexCount)).map(({ vertex }) => vertex);
      expect(vertices.includes(0), `${count} around`).toBe(expected);
    }
  });
});

describe('unfolding stars', () => {
  it('tells all neighbours of a smooth surface apart, in a plane and on edges of boxes too', () => {
    const random = createRandom(863);
    expect(expectSound(box([0, 0, 0], [1, 1, 1]), 'a box').unfolded.size).toBe(8);
    for (const mesh of [sphere([0, 0, 0], 1, 8), torus(2, 1, 24, 16), sheet(6, 6)]) {
      for (const posed of [mesh, tilted(random, mesh)]) {
        const { stars, unfolded } = expectSound(posed, 'smooth');
        expect(unfolded.size).toBe(stars);
      }
    }
  });

  it('trusts no ring that goes round more than once, or meets itself', () => {
    const seed = 864;
    const random = createRandom(seed);
    const unfolded = { once: 0, more: 0 };
    for (let round = 0; round < 3000; round++) {
      const isClosed = random.integer(2) === 0;
      const turns = isClosed ? 1 + random.integer(3) : random.range(0.2, 2.5);
      const count = Math.max(3, Math.ceil(turns * random.range(2.2, 6)));
      if (count > MOST_IN_RING) continue;
      const height = [0, 1e-7, 0.3, 2][random.integer(4)];
      const scale = [1, 1e-20, 1e15, 1e-38][round % 4];
      const mesh = changed(tilted(random, fan(random, count, turns, isClosed, height)), (value) => value * scale);
      const found = expectSound(mesh, `seed ${seed}, round ${round}`);
      if (!found.unfolded.has(0)) continue;
      if (turns <= 1) unfolded.once++;
      // A ramp may well go round more than once, and be apart.
      else if (height < 1e-6 && turns > 1.4) unfolded.more++;
    }
    expect(unfolded.once).toBeGreaterThan(200);
    expect(unfolded.more).toBe(0);
  });

  it.each(['a crumpled sheet', 'a tangle', 'a lattice', 'needles', 'a soup', 'a sheet that is nearly flat'])(
    'is sound, whatever happens: %s',
    (name) => {
      const seed = 865;
      const random = createRandom(seed);
      for (let round = 0; round < 150; round++) {
        const scale = [1, 1, 1e-13, 1e-20, 1e-38, 1e13, 1e37][round % 7];
        const size = 10 ** random.range(-12, 0.5);
        const crumpled = (): Mesh =>
          changed(sheet(2 + random.integer(4), 2 + random.integer(4)), (value, k) =>
            k % 3 === 2 || name === 'a crumpled sheet' ? value + random.range(-size, size) : value,
          );
        const mesh =
          name === 'a tangle'
            ? tangledMesh(random)
            : name === 'a lattice'
              ? latticeTangle(random, 4 + random.integer(20), 1 + random.integer(40), 3)
              : name === 'a soup'
                ? soup(random, 20, 0.5)
                : name === 'needles'
                  ? changed(crumpled(), (value, k) => (k % 3 === 0 ? value : value * 1e-6))
                  : crumpled();
        expectSound(
          changed(mesh, (value) => value * scale),
          `seed ${seed}, round ${round}, scale ${scale}`,
        );
      }
    },
  );

  it('waits until all vertices are posed, holds for that pose alone, and gives its memory back', () => {
    for (const kernels of [BACKENDS.wasm, BACKENDS.typescript]) {
      const { usedBytes } = kernels.arena;
      const mesh = sheet(4, 4);
      const fields = [mesh.positions.map((_, k) => (k % 3 === 2 ? k % 7 : 0))];
      const bodies = [0, 1].map(() => makeLazyBody(kernels, mesh, fields, RULES.boxes));
      const [body, other] = bodies;
      const stamp = (): number => kernels.arena.u32[wordAt(body.header) + HEADER.stamp];
      const stretchStamp = (): number => {
        const { u32 } = kernels.arena;
        return u32[u32[starsOf(u32, wordAt(body.header)) + STARS.stretches] >>> 2];
      };
      body.refresh();
      haveStars(body);
      expect(hasStars(kernels.arena.u32, wordAt(body.header))).toBe(false);
      body.refit();
      haveStars(body);
      expect(hasStars(kernels.arena.u32, wordAt(body.header))).toBe(true);
      expect(stretchStamp()).not.toBe(stamp());
      findSelfHits(body, createPairHits(1));
      expect(stretchStamp()).toBe(stamp());
      body.setWeights([0.5]);
      body.refresh();
      expect(stretchStamp()).not.toBe(stamp());
      other.refit();
      haveStars(other);
      for (const each of bodies) each.dispose();
      expect(kernels.arena.usedBytes).toBe(usedBytes);
    }
  });

  it('of a part of a surface marks that part as all of it would be marked', () => {
    const random = createRandom(866);
    const mesh = torus(2, 1, 192, 128);
    const stretchCount = Math.ceil(mesh.triangleCount / 2 ** STRETCH_SHIFT);
    let partial = 0;
    const whole = marksOf(BACKENDS.wasm, mesh).marks;
    expect(whole.every((mark) => mark < OWN_MARK)).toBe(true);
    for (let round = 0; round < 12; round++) {
      const runs = Array.from({ length: 1 + random.integer(4) }, () => {
        const first = random.integer(mesh.triangleCount);
        return [first, first + 1 + random.integer(Math.min(3000, mesh.triangleCount - first))] as const;
      });
      const { marks } = marksOf(BACKENDS.wasm, mesh, runs);
      expectSameWords(marksOf(BACKENDS.typescript, mesh, runs).marks, marks, `round ${round}`);
      for (const [first, end] of runs) {
        expectSameWords(marks.subarray(first * 3, end * 3), whole.subarray(first * 3, end * 3), `round ${round}`);
      }
      // Beyond the stretches that they are in, nothing was done.
      const stretches = new Set(runs.flatMap(([first, end]) => [first >> STRETCH_SHIFT, (end - 1) >> STRETCH_SHIFT]));
      const marked = marks.filter((_, corner) => stretches.has(Math.floor(corner / 3) >> STRETCH_SHIFT));
      expect(marked.every((mark) => mark < OWN_MARK)).toBe(true);
      if (stretches.size < stretchCount) partial++;
      const rest = marks.filter((_, corner) => !stretches.has(Math.floor(corner / 3) >> STRETCH_SHIFT));
      expect(rest.every((mark) => mark === 0)).toBe(true);
    }
    expect(partial).toBeGreaterThan(3);
  });

  it.each(Object.keys(SAMPLE_MESHES))('is sound: %s', (name) => {
    expectSound(SAMPLE_MESHES[name](), name);
  });
});
