/** How steep weights are over a region, as it is kept: no two points of the region may be found between which they are steeper. */
import { createRandom } from 'pliant/exact';
import type { Random } from 'pliant/exact';
import { describe, expect, it } from 'vitest';
import { affineSteps } from '../../src/bounds/affine/affine-regions.js';
import type { AffineRegions } from '../../src/bounds/affine/pack-affine.js';
import { listRegions } from '../../src/bounds/regions/regions.js';
import { AFFINE_FRAME, AFFINE_GOVERNOR, AFFINE_LIST, AFFINE_TERM, NO_AFFINE } from '../../src/kernels/layout/affine.js';
import { MATRIX64 } from '../../src/kernels/layout/blend.js';
import { NODE, REGION } from '../../src/kernels/layout/regions.js';
import { runNow } from '../../src/long-work.js';
import { LIMB_KINDS, createLimb } from './make-limbs.js';
import type { Limb } from './make-limbs.js';

/** What was fitted to a node: for each bone what its weight times the position is fitted by, nine numbers, and its weight. */
interface DecodedFrame {
  readonly middle: readonly number[];
  readonly matrices: number[][];
  readonly slopes: number[][];
}

function decodeFrame({ words }: AffineRegions, at: number, boneCount: number): DecodedFrame {
  const floats = new Float32Array(words.buffer);
  const matrices = Array.from({ length: boneCount }, () => Array.from({ length: 9 }, () => 0));
  const slopes = Array.from({ length: boneCount }, () => [0, 0, 0]);
  for (let i = 0; i < words[at + AFFINE_FRAME.count]; i++) {
    const governor = at + AFFINE_FRAME.wordCount + i * AFFINE_GOVERNOR.wordCount;
    const bone = words[governor] / (MATRIX64.count * 8);
    matrices[bone] = [...floats.subarray(governor + AFFINE_GOVERNOR.matrix, governor + AFFINE_GOVERNOR.matrix + 9)];
    slopes[bone] = [...floats.subarray(governor + AFFINE_GOVERNOR.slope, governor + AFFINE_GOVERNOR.slope + 3)];
  }
  return { middle: [...floats.subarray(at + AFFINE_FRAME.middle, at + AFFINE_FRAME.middle + 3)], matrices, slopes };
}

/** The coefficients of half the sum of two matrices M, about the point between both middles. */
function joinFrames(a: DecodedFrame, b: DecodedFrame): DecodedFrame {
  const middle = a.middle.map((x, axis) => (x + b.middle[axis]) / 2);
  const about = (frame: DecodedFrame, bone: number, k: number): number =>
    frame.matrices[bone][k] + (frame.middle[Math.floor(k / 3)] - middle[Math.floor(k / 3)]) * frame.slopes[bone][k % 3];
  return {
    middle,
    matrices: a.matrices.map((row, bone) => row.map((_, k) => (about(a, bone, k) + about(b, bone, k)) / 2)),
    slopes: a.slopes.map((row, bone) => row.map((x, k) => (x + b.slopes[bone][k]) / 2)),
  };
}

/** At a point of a triangle: where it is; of each bone its weight, and that times the position, both linear between corners; and a value that is -1 or 1 at vertices. */
interface Sample {
  readonly x: number[];
  readonly weights: number[];
  readonly products: number[][];
  sign: number;
}

function sampleOf(
  random: Random,
  { boneCount, bounds, model }: Limb,
  triangle: number,
  middle: readonly number[],
): Sample {
  const shares = [0, 1, 2].map(() => (random.integer(3) === 0 ? 0 : random.range(0.001, 1)));
  if (shares[0] + shares[1] + shares[2] === 0) shares[random.integer(3)] = 1;
  const total = shares[0] + shares[1] + shares[2];
  const sample: Sample = {
    x: [0, 0, 0],
    weights: Array.from({ length: boneCount }, () => 0),
    products: Array.from({ length: boneCount }, () => [0, 0, 0]),
    sign: 0,
  };
  for (let k = 0; k < 3; k++) {
    const vertex = bounds.vertexOrder[bounds.triangles[triangle * 3 + k]];
    const share = shares[k] / total;
    sample.sign += share * ((vertex * 2654435761) % 3 === 0 ? 1 : -1);
    for (let axis = 0; axis < 3; axis++) sample.x[axis] += share * model.rest[vertex * 3 + axis];
    for (let i = model.influenceOffsets[vertex]; i < model.influenceOffsets[vertex + 1]; i++) {
      const bone = model.governors[i];
      sample.weights[bone] += share * model.weights[i];
      for (let axis = 0; axis < 3; axis++) {
        sample.products[bone][axis] += share * model.weights[i] * (model.rest[vertex * 3 + axis] - middle[axis]);
      }
    }
  }
  return sample;
}

function lengthOf(x: readonly number[]): number {
  return Math.sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
}

/** Triangles of one run that have a vertex in common with one of another, in pairs. */
function touching(limb: Limb, runA: readonly number[], runB: readonly number[]): number[][] {
  const { triangles } = limb.bounds;
  const pairs: number[][] = [];
  const at = new Map<number, number[]>();
  for (let t = runB[0]; t < runB[1]; t++) {
    for (let k = 0; k < 3; k++) at.set(triangles[t * 3 + k], [...(at.get(triangles[t * 3 + k]) ?? []), t]);
  }
  for (let t = runA[0]; t < runA[1]; t++) {
    for (let k = 0; k < 3; k++) for (const other of at.get(triangles[t * 3 + k]) ?? []) pairs.push([t, other]);
  }
  return pairs;
}

describe('how steep weights are over regions', () => {
  it.each(LIMB_KINDS)('is nowhere more than what is kept: %s', (kind) => {
    const seed = 1603;
    const random = createRandom(seed);
    let regionCount = 0;
    let most = 0;
    const broken: string[] = [];
    for (const scale of [1, 0.001, 1000]) {
      const limb = createLimb(random, kind, scale);
      const affine = runNow(affineSteps(limb.model, limb.bounds));
      const floats = new Float32Array(affine.words.buffer);
      const { nodes, regions, tiles } = listRegions(limb.bounds);
      const runOf = (node: number): number[] => [
        tiles.starts[nodes[node * NODE.wordCount + NODE.firstTile]],
        tiles.starts[nodes[node * NODE.wordCount + NODE.endTile]],
      ];
      const frameOf = (node: number): DecodedFrame =>
        decodeFrame(affine, affine.frames[node - tiles.tileCount], limb.boneCount);
      affine.lists.forEach((list, region) => {
        if (list === NO_AFFINE) return;
        regionCount++;
        const a = regions[region * REGION.wordCount + REGION.nodeA];
        const b = regions[region * REGION.wordCount + REGION.nodeB];
        const frame = joinFrames(frameOf(a), frameOf(b));
        const close = touching(limb, runOf(a), runOf(b));
        const roughness = floats[list + AFFINE_LIST.roughness];
        for (let n = 0; n < 60; n++) {
          const [s, t] =
            n % 2 === 0 && close.length > 0
              ? close[random.integer(close.length)]
              : [runOf(a), runOf(b)].map(([first, end]) => first + random.integer(end - first));
          const p = sampleOf(random, limb, s, frame.middle);
          const q = sampleOf(random, limb, t, frame.middle);
          const way = p.x.map((x, axis) => x - q.x[axis]);
          const length = lengthOf(way);
          if (length < 1e-9 * scale) continue;
          const name = `seed ${seed}, ${kind} of scale ${scale}, region ${region}, triangles ${s} and ${t}`;
          if (!(Math.abs(p.sign - q.sign) <= roughness * length * (1 + 1e-9))) broken.push(`${name}: rough`);
          for (let i = 0; i < affine.words[list + AFFINE_LIST.count]; i++) {
            const term = list + AFFINE_LIST.wordCount + i * AFFINE_TERM.wordCount;
            const bone = affine.words[term] / (MATRIX64.count * 8);
            const m = frame.matrices[bone];
            const b3 = frame.slopes[bone];
            const products = [0, 1, 2].map(
              (row) =>
                p.products[bone][row] -
                q.products[bone][row] -
                (m[row * 3] * way[0] + m[row * 3 + 1] * way[1] + m[row * 3 + 2] * way[2]),
            );
            const weight = p.weights[bone] - q.weights[bone] - (b3[0] * way[0] + b3[1] * way[1] + b3[2] * way[2]);
            const steep = lengthOf(products) / length;
            if (!(steep <= floats[term + AFFINE_TERM.products] * (1 + 1e-9) + 1e-11)) broken.push(`${name}: product`);
            if (!(Math.abs(weight) / length <= floats[term + AFFINE_TERM.weights] * (1 + 1e-9) + 1e-11 / scale))
              broken.push(`${name}: weight`);
            most = Math.max(most, steep / floats[term + AFFINE_TERM.products]);
          }
        }
      });
    }
    expect(broken).toEqual([]);
    // There is much to be kept, and it is not far from what was found.
    expect(regionCount).toBeGreaterThan(2);
    expect(most).toBeGreaterThan(0.4);
  });

  it('keeps what sums to the identity and to zero, exactly', () => {
    const random = createRandom(1604);
    for (const kind of LIMB_KINDS) {
      const limb = createLimb(random, kind);
      const affine = runNow(affineSteps(limb.model, limb.bounds));
      for (const at of affine.frames) {
        if (at === NO_AFFINE) continue;
        const { matrices, slopes } = decodeFrame(affine, at, limb.boneCount);
        for (let k = 0; k < 9; k++) {
          expect(matrices.reduce((sum, matrix) => sum + matrix[k], 0)).toBe(k % 4 === 0 ? 1 : 0);
        }
        for (let k = 0; k < 3; k++) expect(slopes.reduce((sum, slope) => sum + slope[k], 0)).toBe(0);
      }
    }
  });
});
