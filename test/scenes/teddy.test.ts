// slow: makes the scene at its full size
import { createBody, createPairHits, createShape, findSelfHits } from 'pliant';
import { createDefects, findDefects } from 'pliant/exact';
import { inspectSurface } from 'pliant/inspect';
import { bruteSelfHits } from 'pliant/oracle';
import { createSkinModel, findComponents, findEdges, findUnusedVertices, writeParticleTransforms } from 'pliant/parts';
import type { Mesh } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { TEDDY_LIMBS } from '../../scenes/teddy-body.js';
import { TEDDY_DEFAULTS, TEDDY_PERIOD, createTeddy, writeTeddyParticles, writeTeddyPose } from '../../scenes/teddy.js';
import { sortedPairs } from '../query/check-hits.js';
import { hashWords } from '../support/same-words.js';
import { BACKENDS } from '../support/sample-bodies.js';

const TEDDY = createTeddy();
const SMALL = createTeddy({ vertices: 2000 });
const PHASES = 24;

function poseAt(teddy: typeof TEDDY, time: number): Float32Array {
  const out = new Float32Array(24 * 12);
  writeTeddyPose(teddy, time, out);
  return out;
}

function expectClosed(mesh: Mesh): void {
  const edges = findEdges(mesh);
  const { closed, misorientedEdges } = inspectSurface(mesh, edges);
  expect(closed).toBe(true);
  expect(misorientedEdges.length).toBe(0);
  expect(findComponents(mesh).count).toBe(1);
  expect(mesh.vertexCount - edges.edgeCount + mesh.triangleCount).toBe(2);
  expect(findUnusedVertices(mesh).length).toBe(0);
}

/** The limb that moves a triangle most. */
function limbOf(triangle: number): string {
  const { joints, weights, influencesPerVertex: stride } = TEDDY.particles;
  const vertex = TEDDY.mesh.triangles[triangle * 3];
  let strongest = vertex * stride;
  for (let i = strongest; i < (vertex + 1) * stride; i++) if (weights[i] > weights[strongest]) strongest = i;
  let first = 0;
  return TEDDY_LIMBS.find(({ particles }) => (first += particles.length) > joints[strongest])!.name;
}

describe('the teddy', () => {
  it('has the size of the paper: 26,402 vertices, within one percent, and 24 particles', () => {
    expect(TEDDY_DEFAULTS.vertices).toBe(26_402);
    expect(Math.abs(TEDDY.mesh.vertexCount / 26_402 - 1)).toBeLessThan(0.01);
    expect(TEDDY.particles.jointCount).toBe(24);
    expect(Math.abs(SMALL.mesh.vertexCount / 2000 - 1)).toBeLessThan(0.01);
  });

  it('is one closed surface without defects, and does not touch itself at rest', () => {
    for (const { mesh, particles } of [TEDDY, SMALL]) {
      expectClosed(mesh);
      expect(findDefects(mesh, mesh.positions, createDefects(mesh))).toBe(0);
      const body = createBody(BACKENDS.wasm, createShape(mesh, particles));
      expect(findSelfHits(body, createPairHits(10))).toBe(0);
      body.dispose();
    }
  });

  it('is a skin as it stands, with nothing to normalise and few particles to a vertex', () => {
    const model = createSkinModel(TEDDY.mesh, TEDDY.particles);
    expect(model.normalized.vertexCount).toBe(0);
    expect(model.usedGovernors.length).toBe(24);
    expect(model.weights.length / model.vertexCount).toBeGreaterThan(3);
    expect(model.weights.length / model.vertexCount).toBeLessThan(8);
    const out = new Float32Array(24 * 12);
    writeParticleTransforms(TEDDY.particles, TEDDY.particles.points, out);
    out.forEach((value, i) => expect(value).toBe([0, 5, 10].includes(i % 12) ? 1 : 0));
  });

  it('swings its limbs, which touch it now and then, and nothing else of it touches', () => {
    const body = createBody(BACKENDS.wasm, createShape(TEDDY.mesh, TEDDY.particles));
    const hits = createPairHits(20_000);
    const met = new Set<string>();
    const counts = Array.from({ length: PHASES }, (_, phase) => {
      body.setTransforms(poseAt(TEDDY, (phase / PHASES) * TEDDY_PERIOD));
      const count = findSelfHits(body, hits);
      for (let i = 0; i < count; i++)
        met.add([limbOf(hits.pairs[i * 2]), limbOf(hits.pairs[i * 2 + 1])].sort().join(', '));
      return count;
    });
    body.dispose();
    expect(counts.filter((count) => count > 0).length).toBeGreaterThanOrEqual(8);
    expect(counts.filter((count) => count === 0).length).toBeGreaterThanOrEqual(6);
    expect(Math.max(...counts)).toBeLessThan(1500);
    expect([...met].some((pair) => pair.includes('arm') && pair.includes('trunk'))).toBe(true);
    expect([...met].every((pair) => /arm|leg/.test(pair))).toBe(true);
  });

  it('collides with itself where brute force says so', () => {
    const { mesh, particles } = SMALL;
    const body = createBody(BACKENDS.wasm, createShape(mesh, particles), { pruning: 'always' });
    const [found, expected] = [createPairHits(5000), createPairHits(5000)];
    for (const phase of [1, 12]) {
      body.setTransforms(poseAt(SMALL, (phase / PHASES) * TEDDY_PERIOD));
      findSelfHits(body, found);
      bruteSelfHits(body.positions, mesh.triangles, expected);
      expect(sortedPairs(found), `phase ${phase}`).toEqual(sortedPairs(expected));
      expect(expected.count).toBeGreaterThan(0);
    }
    body.dispose();
  });

  it('moves smoothly, and begins anew after its period', () => {
    const placesAt = (time: number): Float64Array => {
      const places = new Float64Array(72);
      writeTeddyParticles(time, places);
      return places;
    };
    const difference = (a: Float64Array, b: Float64Array): number =>
      a.reduce((most, value, k) => Math.max(most, Math.abs(value - b[k])), 0);
    let before = placesAt(0);
    for (let frame = 1; frame <= 96; frame++) {
      const places = placesAt((frame / 96) * TEDDY_PERIOD);
      expect(difference(places, before), `frame ${frame}`).toBeLessThan(0.02);
      before = places;
    }
    for (const time of [0, 0.4, 1.9]) {
      expect(difference(placesAt(time), placesAt(time + 3 * TEDDY_PERIOD))).toBeLessThan(1e-12);
      expect(difference(placesAt(time), placesAt(time - TEDDY_PERIOD))).toBeLessThan(1e-12);
    }
  });

  it('has the same bits in every engine', () => {
    const { mesh, particles } = TEDDY;
    expect(hashWords(mesh.positions, mesh.triangles)).toBe('ed9a625d');
    expect(hashWords(particles.joints, new Uint32Array(particles.weights.buffer))).toBe('76dcb798');
    expect(hashWords(poseAt(TEDDY, 0.3), poseAt(TEDDY, 1.7))).toBe('6cbea952');
  });

  it('refuses a number of vertices that would not show its shape, or fill the memory', () => {
    for (const vertices of [0, 1000, NaN, 1e9]) {
      expect(() => createTeddy({ vertices })).toThrow(/createTeddy: vertices is .*2,000 to 500,000/);
    }
  });
});
