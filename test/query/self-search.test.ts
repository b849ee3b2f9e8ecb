import { type Body, beginSelf, createPairHits, createSearch, findSelfHits, step } from 'pliant';
import { createRandom } from 'pliant/exact';
import { bruteSelfHits } from 'pliant/oracle';
import type { Mesh } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { meshOf, sheet } from '../mesh/make-meshes.js';
import { oracleMeeting } from '../oracle/triangle-triangle.js';
import { BACKENDS, SETUPS, makeBody } from '../support/sample-bodies.js';
import { SAMPLE_MESHES, changed, randomFields, reachOf } from '../support/sample-meshes.js';
import { pairsInOrder, sortedPairs } from './check-hits.js';
import { SMALL_MESHES, moveBody, randomBody } from './make-frames.js';
import { runSelf } from './run-searches.js';

const FRAMES = 500;
const found = createPairHits(600_000);
const expected = createPairHits(600_000);

function expectLikeBrute(body: Body, what: string): number {
  const count = findSelfHits(body, found);
  bruteSelfHits(body.positions, body.mesh.triangles, expected);
  expect(found.count, what).toBe(expected.count);
  expect(sortedPairs(found), what).toEqual(sortedPairs(expected));
  return count;
}

/** How two triangles of one mesh meet, by rational numbers. */
function oracleSelf(mesh: Mesh, positions: Float32Array, s: number, t: number): string {
  const corners = [s, t].map((triangle) => [...mesh.triangles.subarray(triangle * 3, triangle * 3 + 3)]);
  const coordinates = corners.flat().flatMap((vertex) => [...positions.subarray(vertex * 3, vertex * 3 + 3)]);
  const shared = [0, 1, 2].filter((place) => corners[1].includes(corners[0][place]));
  return oracleMeeting(coordinates, shared);
}

describe('a search for collisions of a body with itself', () => {
  it.each(Object.keys(SMALL_MESHES))(`finds what brute force finds, in ${FRAMES} frames of random %s`, (name) => {
    const seed = 191;
    const random = createRandom(seed);
    let hits = 0;
    for (let frame = 0; frame < FRAMES; frame++) {
      const body = randomBody(random, SMALL_MESHES[name]);
      hits += expectLikeBrute(body, `seed ${seed}, frame ${frame}`);
      moveBody(random, body);
      hits += expectLikeBrute(body, `seed ${seed}, frame ${frame}, moved`);
      body.dispose();
    }
    if (name === 'one triangle') expect(hits).toBe(0);
    else expect(hits).toBeGreaterThan(FRAMES);
  });

  it.each(Object.keys(SAMPLE_MESHES))('finds what brute force finds in %s, whatever bounds it has', (name) => {
    const mesh = SAMPLE_MESHES[name]();
    const random = createRandom(192);
    const fields = randomFields(random, mesh, 2, reachOf(mesh) / 4);
    for (const setup of SETUPS) {
      const body = makeBody(BACKENDS.wasm, mesh, fields, setup);
      expectLikeBrute(body, `${name}, ${setup.bound}`);
      body.setWeights([1, -1]);
      expectLikeBrute(body, `${name}, ${setup.bound}, moved`);
      body.dispose();
    }
  });

  it('is held against brute force, and brute force against rational numbers', () => {
    const random = createRandom(193);
    const seen: Record<string, number> = { apart: 0, touching: 0, crossing: 0, defect: 0 };
    for (let frame = 0; frame < 60; frame++) {
      const body = randomBody(random, Object.values(SMALL_MESHES)[frame % 4]);
      body.refresh();
      bruteSelfHits(body.positions, body.mesh.triangles, expected);
      const oracle: string[] = [];
      for (let s = 0; s < body.mesh.triangleCount; s++) {
        for (let t = s + 1; t < body.mesh.triangleCount; t++) {
          const meeting = oracleSelf(body.mesh, body.positions, s, t);
          seen[meeting]++;
          if (meeting === 'touching' || meeting === 'crossing') oracle.push(`${s} ${t} ${meeting}`);
        }
      }
      expect(sortedPairs(expected), `seed 193, frame ${frame}`).toEqual(oracle.sort());
      body.dispose();
    }
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(50);
  });

  it('finds nothing in a flat sheet, whose neighbours share edges and corners only', () => {
    for (const setup of SETUPS) {
      const body = makeBody(BACKENDS.wasm, sheet(15, 15), [], setup);
      expect(findSelfHits(body, found)).toBe(0);
      body.dispose();
    }
  });

  it('finds both sides of a sheet that is folded onto itself, the lower number first', () => {
    // Two squares hinged along x = 0, the right one folded over onto the left one.
    const mesh = meshOf([0, 0, 0, 0, 1, 0, 1, 0, 0, 1, 1, 0, 1, 0, 0, 1, 1, 0], [0, 2, 3, 0, 3, 1, 0, 4, 5, 0, 5, 1]);
    const body = makeBody(BACKENDS.wasm, mesh);
    expectLikeBrute(body, 'folded');
    findSelfHits(body, found);
    const pairs = sortedPairs(found);
    expect(pairs).toContain('0 2 touching');
    expect(pairs).toContain('1 3 touching');
    for (let i = 0; i < found.count; i++) expect(found.pairs[i * 2]).toBeLessThan(found.pairs[i * 2 + 1]);
    body.dispose();
  });

  it('counts defects apart: the same triangle twice, and collinear ones', () => {
    const twice = makeBody(BACKENDS.wasm, meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2, 1, 2, 0, 0, 1, 1]));
    const search = createSearch();
    expect(runSelf(search, twice, found)).toBe(0);
    expect(search.statistics.defectPairs).toBe(3);
    expect(search.statistics.triangleTests).toBe(3);
  });

  it('looks at every pair of coincident triangles exactly once', () => {
    const body = makeBody(
      BACKENDS.wasm,
      changed(SMALL_MESHES.soup(createRandom(3)), (_, k) => [0, 0, 0, 1, 0, 0, 0, 1, 0][k % 9]),
    );
    const n = body.mesh.triangleCount;
    const search = createSearch();
    expect(runSelf(search, body, found)).toBe((n * (n - 1)) / 2);
    expect(search.statistics.triangleTests).toBe((n * (n - 1)) / 2);
    expect(sortedPairs(found).length).toBe((n * (n - 1)) / 2);
    body.dispose();
  });

  it.each([1, 2, 7, 'random'] as const)('gives the same pairs in the same order with a budget of %s', (budget) => {
    const random = createRandom(194);
    const mesh = sheet(7, 7);
    let total = 0;
    for (const setup of SETUPS) {
      const body = makeBody(BACKENDS.typescript, mesh, randomFields(random, mesh, 2, 1), setup);
      const search = createSearch();
      for (let frame = 0; frame < 5; frame++) {
        moveBody(random, body, false);
        total += runSelf(search, body, expected);
        const statistics = { ...search.statistics };
        beginSelf(search, body, found);
        while (!step(search, budget === 'random' ? 1 + random.integer(99) : budget));
        expect(pairsInOrder(found)).toEqual(pairsInOrder(expected));
        expect(search.statistics).toEqual(statistics);
      }
      body.dispose();
    }
    expect(total).toBeGreaterThan(100);
  });
});
