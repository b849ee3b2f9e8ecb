/**
 * Nothing is allocated per frame once everything is warm. The heap in use is read before and after a run of frames, now a
 * short one and now a long one, in turn: reading it allocates too, but as much for either, and what they differ by is
 * the frames' own. The median of the differences stands: now and then a collection or the compiler gets in between. A
 * control shows that one small object per frame is noticed.
 *
 * Each backend has a file, and so a process, of its own, as in a program: engines specialise code to what they have seen,
 * and code that has seen both backends passes numbers through the heap.
 */
import { type Body, createHits, createPairHits, findBallHits, findBoxHits, findPairHits, findSelfHits } from 'pliant';
import { type Backend, buildTree, createMesh } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { createCurtainScene } from '../../scenes/curtain.js';
import { BACKENDS, refittedBody } from '../support/sample-bodies.js';

/** A small curtain: some touching, some not. */
export const SCENE = createCurtainScene({ columns: 6, rows: 10, hooks: 2, fieldCount: 6, frameCount: 100 });
const PAIRS = 51;
/** Frames of a short run; a long one has twice as many. */
const FRAMES = 10;
/** Compilers work beside the frames, and take longer on a busy machine: warm is what gets to nothing within so many rounds. */
const ROUNDS = 12;
/** What the heap grew by in each run. Runs are measured in one place, so that whatever is compiled, both kinds are. */
const growths = new Float64Array(PAIRS * 2);
/** Less than any object takes: a number that is not a small integer has 12 or 16 bytes. */
export const ALLOWED_BYTES_PER_FRAME = 1;

/** What is allocated per frame once warm, in bytes. Whoever allocates is found out in the first round as in the last. */
export function bytesPerFrame(work: (frame: number) => void, warmUpFrames = 4000, rounds = ROUNDS): number {
  let bytes = Infinity;
  for (let round = 0; round < rounds && bytes >= ALLOWED_BYTES_PER_FRAME; round++) {
    for (let frame = 0; frame < warmUpFrames; frame++) work(frame);
    globalThis.gc!();
    // Frames that leave so much behind that it is collected in between may make the heap shrink: that is not nothing.
    bytes = Math.abs(medianGrowth(work)) / FRAMES;
  }
  return bytes;
}

/** The median of what the heap in use grows by in a run of frames. */
function medianGrowth(work: (frame: number) => void): number {
  for (let run = 0; run < PAIRS * 2; run++) {
    const end = run % 2 === 0 ? FRAMES : 2 * FRAMES;
    const before = process.memoryUsage().heapUsed;
    for (let frame = 0; frame < end; frame++) work(run * FRAMES + frame);
    growths[run] = process.memoryUsage().heapUsed - before;
  }
  const differences = Float64Array.from({ length: PAIRS }, (_, pair) => growths[pair * 2 + 1] - growths[pair * 2]);
  return differences.sort()[PAIRS >> 1];
}

function makeBody(backend: Backend, bound: 'box' | 'sphere', shift = 0): Body {
  const { triangles, positions } = SCENE.mesh;
  const mesh = createMesh({ positions: positions.map((value, k) => value + shift * (1 + (k % 3))), triangles });
  const model = { ...SCENE.model, rest: mesh.positions, restReach: SCENE.model.restReach + 3 * shift };
  return refittedBody(BACKENDS[backend], { mesh, model, tree: buildTree(mesh), bound });
}

/** The tests of one backend. */
export function describeAllocations(backend: Backend): void {
  describe('the measure of allocations', () => {
    let sink: unknown;

    it('notices one small object per frame, and a large one, and nothing where there is none', () => {
      const target = new Float64Array(4);
      expect(bytesPerFrame((frame) => (target[frame & 3] = frame))).toBe(0);
      const ofObject = bytesPerFrame((frame) => (sink = { frame }));
      expect(ofObject).toBeGreaterThan(10 * ALLOWED_BYTES_PER_FRAME);
      expect(ofObject).toBeLessThan(100);
      const ofMuch = bytesPerFrame((frame) => (sink = Array.from({ length: 10_000 }, () => frame)), 100, 1);
      expect(ofMuch).toBeGreaterThan(1000 * ALLOWED_BYTES_PER_FRAME);
      expect(sink).toBeDefined();
    });
  });

  describe(`on ${backend} nothing is allocated per frame`, () => {
    const hits = createHits(1000);
    const pairs = createPairHits(5000);

    it.each(['box', 'sphere'] as const)('by posing a body with %s bounds', (bound) => {
      const body = makeBody(backend, bound);
      const bytes = bytesPerFrame((frame) => {
        body.setWeights(SCENE.weights[frame % 100]);
        body.refresh();
      });
      expect(bytes).toBeLessThan(ALLOWED_BYTES_PER_FRAME);
      body.dispose();
    });

    it.each(['box', 'sphere'] as const)('by posing and asking with a ball and a box, with %s bounds', (bound) => {
      const body = makeBody(backend, bound);
      const low = new Float64Array(3);
      const high = new Float64Array(3);
      let touched = 0;
      const bytes = bytesPerFrame((frame) => {
        const center = SCENE.centers.glide[frame % 100];
        body.setWeights(SCENE.weights[frame % 100]);
        touched += findBallHits(body, center, 0.2, hits);
        for (let axis = 0; axis < 3; axis++) {
          low[axis] = center[axis] - 0.2;
          high[axis] = center[axis] + 0.2;
        }
        touched += findBoxHits(body, low, high, hits);
      });
      expect(touched).toBeGreaterThan(5000);
      expect(bytes).toBeLessThan(ALLOWED_BYTES_PER_FRAME);
      body.dispose();
    });

    it.each(['box', 'sphere'] as const)('by searching pairs of two bodies, with %s bounds', (bound) => {
      const [a, b] = [makeBody(backend, bound), makeBody(backend, bound, 0.0537)];
      let met = 0;
      const bytes = bytesPerFrame((frame) => {
        a.setWeights(SCENE.weights[frame % 100]);
        b.setWeights(SCENE.weights[(frame * 7 + 50) % 100]);
        met += findPairHits(a, b, pairs);
      });
      expect(met).toBeGreaterThan(5000);
      expect(bytes).toBeLessThan(ALLOWED_BYTES_PER_FRAME);
      a.dispose();
      b.dispose();
    });

    it('by searching a body for collisions with itself', () => {
      const body = makeBody(backend, 'box');
      const weights = SCENE.weights.map((row) => row.map((weight) => weight * 60));
      let met = 0;
      const bytes = bytesPerFrame((frame) => {
        body.setWeights(weights[frame % 100]);
        met += findSelfHits(body, pairs);
      });
      expect(met).toBeGreaterThan(1000);
      expect(bytes).toBeLessThan(ALLOWED_BYTES_PER_FRAME);
      body.dispose();
    });
  });
}
