// slow: makes the scene at its full size
import { createBody, createPairHits, createShape, findSelfHits } from 'pliant';
import { inspectSurface } from 'pliant/inspect';
import { bruteSelfHits } from 'pliant/oracle';
import { findEdges, findUnusedVertices } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import {
  CLOTH_COLUMNS,
  CLOTH_DEFAULTS,
  CLOTH_FRAMES,
  CLOTH_FRAME_RATE,
  CLOTH_ROWS,
  type Cloth,
  type ClothMotion,
  createCloth,
  writeClothPose,
} from '../../scenes/cloth.js';
import { sortedPairs } from '../query/check-hits.js';
import { hashWords } from '../support/same-words.js';
import { BACKENDS } from '../support/sample-bodies.js';

const CLOTH = createCloth({ levels: 2 });
const MOTIONS = ['drape', 'fold'] as const;
const POINTS = 231;

/** How many pairs of triangles collide in each frame. */
function collisionsOf(cloth: Cloth, motion: ClothMotion): number[] {
  const body = createBody(BACKENDS.wasm, createShape(cloth.mesh, cloth.model));
  const hits = createPairHits(100_000);
  const counts = cloth.frames[motion].map((points) => {
    body.setPoints(points);
    return findSelfHits(body, hits);
  });
  body.dispose();
  return counts;
}

function poseAt(motion: ClothMotion, time: number): Float32Array {
  const out = new Float32Array(POINTS * 3);
  writeClothPose(CLOTH, motion, time, out);
  return out;
}

describe('the cloth', () => {
  it('has the sizes of the paper: 231 control points, 13,041 vertices at the third level, 51,681 at the fourth', () => {
    expect([CLOTH_COLUMNS, CLOTH_ROWS]).toEqual([11, 21]);
    expect(CLOTH.points.length).toBe(POINTS * 3);
    for (const [levels, vertexCount] of [
      [2, 3321],
      [3, 13_041],
      [4, 51_681],
    ]) {
      const { mesh, model } = createCloth({ levels });
      expect(mesh.vertexCount).toBe(vertexCount);
      expect(mesh.triangleCount).toBe(400 * 4 ** levels);
      expect(model.poseLayout).toEqual({ weightCount: 0, transformCount: 0, pointCount: POINTS });
      // All weights are fractions of powers of two, and twelve points move a vertex at most.
      expect(model.normalized.largestError).toBe(0);
      let most = 0;
      for (let v = 0; v < vertexCount; v++)
        most = Math.max(most, model.influenceOffsets[v + 1] - model.influenceOffsets[v]);
      expect(most).toBe(levels === 2 ? 10 : 12);
    }
    expect(CLOTH_DEFAULTS.levels).toBe(4);
  });

  it('is one metre wide and two metres long, in one piece, with one border', () => {
    const { positions } = CLOTH.mesh;
    const side = (axis: number): number => {
      const values = positions.filter((_, k) => k % 3 === axis);
      return values.reduce((a, b) => Math.max(a, b)) - values.reduce((a, b) => Math.min(a, b));
    };
    expect([side(0), side(1), side(2)].map((length) => length.toFixed(5))).toEqual(['1.00000', '0.00000', '2.00000']);
    expect(findUnusedVertices(CLOTH.mesh).length).toBe(0);
    const edges = findEdges(CLOTH.mesh);
    expect(CLOTH.mesh.vertexCount - edges.edgeCount + CLOTH.mesh.triangleCount).toBe(1);
    const { boundaryEdges, nonManifoldEdges, misorientedEdges } = inspectSurface(CLOTH.mesh, edges);
    expect(boundaryEdges.length).toBe(2 * (40 + 80));
    expect([nonManifoldEdges.length, misorientedEdges.length]).toEqual([0, 0]);
  });

  it.each(MOTIONS)(
    'keeps its threads about as long as they are, and moves little from frame to frame: %s',
    (motion) => {
      const frames = CLOTH.frames[motion];
      expect(frames.length).toBe(CLOTH_FRAMES[motion]);
      const far = (points: Float32Array, a: number, b: number): number =>
        Math.sqrt([0, 1, 2].reduce((sum, axis) => sum + (points[a * 3 + axis] - points[b * 3 + axis]) ** 2, 0));
      let longest = 0;
      let sum = 0;
      let fastest = 0;
      frames.forEach((points, frame) => {
        for (let v = 0; v < POINTS - CLOTH_COLUMNS; v++) {
          const length = far(points, v, v + CLOTH_COLUMNS);
          longest = Math.max(longest, length);
          sum += length / (frames.length * (POINTS - CLOTH_COLUMNS));
        }
        if (frame === 0) return;
        points.forEach((value, k) => (fastest = Math.max(fastest, Math.abs(value - frames[frame - 1][k]))));
      });
      expect(longest).toBeLessThan(0.12);
      expect(sum).toBeGreaterThan(0.095);
      expect(sum).toBeLessThan(0.103);
      expect(fastest).toBeLessThan(0.2);
    },
  );

  it('drapes with few collisions with itself, in few frames', () => {
    const counts = collisionsOf(CLOTH, 'drape');
    const touching = counts.filter((count) => count > 0);
    expect(touching.length).toBeGreaterThanOrEqual(5);
    expect(touching.length).toBeLessThanOrEqual(20);
    expect(Math.max(...counts)).toBeLessThan(300);
  });

  it('folds over itself, and passes through itself for half of the time', () => {
    const counts = collisionsOf(CLOTH, 'fold');
    expect(counts.filter((count) => count > 0).length).toBeGreaterThanOrEqual(30);
    expect(Math.max(...counts)).toBeGreaterThan(300);
    expect(counts.slice(0, 20).every((count) => count === 0)).toBe(true);
  });

  it('collides with itself where brute force says so', () => {
    const cloth = createCloth({ levels: 1 });
    const body = createBody(BACKENDS.wasm, createShape(cloth.mesh, cloth.model), { pruning: 'always' });
    const [found, expected] = [createPairHits(20_000), createPairHits(20_000)];
    let collided = 0;
    for (const [motion, frame] of [
      ['drape', 24],
      ['drape', 40],
      ['fold', 44],
      ['fold', 60],
    ] as const) {
      body.setPoints(cloth.frames[motion][frame]);
      findSelfHits(body, found);
      bruteSelfHits(body.positions, cloth.mesh.triangles, expected);
      expect(sortedPairs(found), `${motion}, frame ${frame}`).toEqual(sortedPairs(expected));
      collided += expected.count > 0 ? 1 : 0;
    }
    expect(collided).toBeGreaterThanOrEqual(2);
    body.dispose();
  });

  it.each(MOTIONS)('goes through its frames and back again for ever, and straight between them: %s', (motion) => {
    const frames = CLOTH.frames[motion];
    const last = frames.length - 1;
    const difference = (a: Float32Array, b: Float32Array): number =>
      a.reduce((most, value, k) => Math.max(most, Math.abs(value - b[k])), 0);
    for (const [step, frame] of [
      [0, 0],
      [7, 7],
      [last, last],
      [last + 3, last - 3],
      [2 * last, 0],
      [2 * last + 5, 5],
      [-4, 4],
    ]) {
      expect(difference(poseAt(motion, step / CLOTH_FRAME_RATE), frames[frame]), `step ${step}`).toBeLessThan(1e-5);
    }
    const middle = frames[9].map((value, k) => (value + frames[10][k]) / 2);
    expect(difference(poseAt(motion, 9.5 / CLOTH_FRAME_RATE), middle)).toBeLessThan(1e-5);
  });

  it('has the same bits in every engine', () => {
    const { mesh, model, frames } = CLOTH;
    expect(hashWords(mesh.positions, mesh.triangles)).toBe('8e671e0b');
    expect(hashWords(model.governors, new Uint32Array(model.weights.buffer))).toBe('a79df222');
    expect(hashWords(...frames.drape)).toBe('d9bdf97e');
    expect(hashWords(...frames.fold)).toBe('26a9cc27');
  });

  it('comes out the same again, and falls otherwise with another seed', () => {
    const again = createCloth({ ...CLOTH_DEFAULTS, levels: 2 });
    const other = createCloth({ levels: 2, seed: 1 });
    for (const cloth of [again, other]) expect(hashWords(cloth.mesh.positions)).toBe(hashWords(CLOTH.mesh.positions));
    for (const motion of MOTIONS) {
      const hash = hashWords(...CLOTH.frames[motion]);
      expect(hashWords(...again.frames[motion])).toBe(hash);
      expect(hashWords(...other.frames[motion])).not.toBe(hash);
    }
  });

  it('refuses levels that are no number of them, or would fill the memory', () => {
    for (const levels of [-1, 1.5, NaN, 9]) {
      expect(() => createCloth({ levels })).toThrow(/createCloth: levels is .*from 0 to 5/);
    }
  });
});
