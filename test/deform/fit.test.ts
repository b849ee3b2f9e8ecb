import { createRandom } from 'pliant/exact';
import {
  type LinearFit,
  FIT_DEFAULTS,
  createPose,
  fitLinearModel,
  fitLinearModelAsync,
  poseMesh,
  setWeights,
} from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { expectRefused } from '../mesh/expect-refused.js';
import { randomFields, soup } from '../support/sample-meshes.js';
import { expectSameWords } from '../support/same-words.js';

const SEED = 51;
const MESH = soup(createRandom(SEED), 60, 0.3);

/** Frames that move along `rank` random fields, the later the less, each frame with random weights. */
function recordedFrames(seed: number, rank: number, frameCount: number, amplitude = 0.5): Float32Array[] {
  const random = createRandom(seed);
  const fields = randomFields(random, MESH, rank, amplitude);
  return Array.from({ length: frameCount }, () => {
    const weights = fields.map((_, j) => random.range(-1, 1) / (1 + j));
    return MESH.positions.map((rest, k) => fields.reduce((sum, field, j) => sum + field[k] * weights[j], rest));
  });
}

function posedFrame(fit: LinearFit, frame: number): Float32Array {
  const pose = createPose(fit.model.poseLayout);
  setWeights(pose, fit.weights[frame]);
  const out = new Float32Array(fit.model.vertexCount * 3);
  poseMesh(fit.model, pose, out);
  return out;
}

function largestDistance(a: Float32Array, b: Float32Array): number {
  let largest = 0;
  for (let k = 0; k < a.length; k += 3) {
    const [x, y, z] = [a[k] - b[k], a[k + 1] - b[k + 1], a[k + 2] - b[k + 2]];
    largest = Math.max(largest, Math.sqrt(x * x + y * y + z * z));
  }
  return largest;
}

describe('a linear model fitted to a recording', () => {
  it.each([1, 2, 5, 9])(
    'has %d fields when the motion has that many, and gives it back to float32 accuracy',
    (rank) => {
      const frames = recordedFrames(SEED + rank, rank, 24);
      const fit = fitLinearModel(frames, MESH.triangles);
      expect(fit.model.fieldCount).toBe(rank);
      frames.forEach((frame, t) => expect(largestDistance(posedFrame(fit, t), frame), `frame ${t}`).toBeLessThan(5e-7));
      expect(fit.residual.largest).toBeLessThan(5e-7);
      expect(fit.residual.keptEnergy).toBeGreaterThan(1 - 1e-12);
      expect(fit.residual.keptEnergy).toBeLessThanOrEqual(1);
    },
  );

  it('keeps as many fields as it may, the most important first, and reports what that costs', () => {
    const frames = recordedFrames(SEED, 8, 30);
    let before = Infinity;
    let energyBefore = -1;
    for (const fieldCount of [0, 1, 3, 8]) {
      const { model, residual } = fitLinearModel(frames, MESH.triangles, { fieldCount });
      expect(model.fieldCount).toBe(fieldCount);
      expect(residual.rootMeanSquare).toBeLessThan(before);
      expect(residual.keptEnergy).toBeGreaterThan(energyBefore);
      before = residual.rootMeanSquare;
      energyBefore = residual.keptEnergy;
    }
    const norms = [0, 1, 2].map(
      (j) => fitLinearModel(frames, MESH.triangles, { fieldCount: j + 1 }).residual.keptEnergy,
    );
    expect(norms[1] - norms[0]).toBeLessThanOrEqual(norms[0]);
    expect(norms[2] - norms[1]).toBeLessThanOrEqual(norms[1] - norms[0]);
  });

  it.each([0, 2, 6])('reports the residual that its %d fields really have', (fieldCount) => {
    const frames = recordedFrames(SEED, 6, 12);
    const fit = fitLinearModel(frames, MESH.triangles, { fieldCount });
    const distances = frames.map((frame, t) => largestDistance(posedFrame(fit, t), frame));
    expect([...fit.residual.largestOfFrame]).toEqual(distances);
    expect(fit.residual.largest).toBe(Math.max(...distances));
    let squares = 0;
    frames.forEach((frame, t) => {
      const posed = posedFrame(fit, t);
      frame.forEach((value, k) => (squares += (posed[k] - value) ** 2));
    });
    const measured = Math.sqrt(squares / (frames.length * MESH.vertexCount));
    expect(Math.abs(fit.residual.rootMeanSquare - measured)).toBeLessThanOrEqual(measured * 1e-12);
  });

  it('no other weights come closer: its fields explain the frames in the sense of least squares', () => {
    const frames = recordedFrames(SEED, 6, 12);
    const fit = fitLinearModel(frames, MESH.triangles, { fieldCount: 3 });
    const random = createRandom(SEED);
    const pose = createPose(fit.model.poseLayout);
    const out = new Float32Array(fit.model.vertexCount * 3);
    const misfit = (frame: Float32Array, weights: ArrayLike<number>): number => {
      setWeights(pose, weights);
      poseMesh(fit.model, pose, out);
      return frame.reduce((sum, value, k) => sum + (value - out[k]) ** 2, 0);
    };
    frames.forEach((frame, t) => {
      const best = misfit(frame, fit.weights[t]);
      for (let trial = 0; trial < 20; trial++) {
        const other = misfit(
          frame,
          fit.weights[t].map((weight) => weight + random.range(-0.1, 0.1)),
        );
        expect(other, `frame ${t}, trial ${trial}`).toBeGreaterThan(best);
      }
    });
  });

  it('scales its fields so that weights lie in [-1, 1] and each field has a frame of weight 1', () => {
    const { weights, model } = fitLinearModel(recordedFrames(SEED, 5, 20), MESH.triangles);
    for (let j = 0; j < model.fieldCount; j++) {
      const ofField = weights.map((row) => row[j]);
      expect(Math.max(...ofField)).toBe(1);
      expect(Math.min(...ofField)).toBeGreaterThanOrEqual(-1);
    }
  });

  it('has no field for a single frame, or for frames that are all the same', () => {
    const [frame] = recordedFrames(SEED, 3, 1);
    for (const frames of [[frame], [frame, frame.slice(), frame.slice()]]) {
      const fit = fitLinearModel(frames, MESH.triangles);
      expect(fit.model.fieldCount).toBe(0);
      expect(fit.weights.map((row) => row.length)).toEqual(frames.map(() => 0));
      expect(fit.residual).toEqual({
        largest: 0,
        rootMeanSquare: 0,
        largestOfFrame: new Float64Array(frames.length),
        keptEnergy: 1,
      });
      expectSameWords(fit.mesh.positions, frame, 'the mean');
    }
  });

  it('has one field for two frames, and never more than frames less one', () => {
    expect(fitLinearModel(recordedFrames(SEED, 9, 2), MESH.triangles).model.fieldCount).toBe(1);
    const fit = fitLinearModel(recordedFrames(SEED, 9, 5), MESH.triangles, { fieldCount: 9 });
    expect(fit.model.fieldCount).toBe(4);
    expect(fit.residual.largest).toBeLessThan(5e-7);
  });

  it('takes the mean as the shape at rest, and the triangles as they are', () => {
    const frames = recordedFrames(SEED, 3, 7);
    const { mesh, model } = fitLinearModel(frames, MESH.triangles);
    expect(model.rest).toBe(mesh.positions);
    expect(mesh.triangles).toBe(MESH.triangles);
    mesh.positions.forEach((value, k) => {
      expect(value).toBe(Math.fround(frames.reduce((sum, frame) => sum + frame[k], 0) / frames.length));
    });
  });

  it('copes with recordings of any size', () => {
    for (const scale of [1e-40, 1e-20, 1e20, 1e37]) {
      const frames = recordedFrames(SEED, 3, 10).map((frame) => frame.map((value) => value * scale));
      const fit = fitLinearModel(frames, MESH.triangles, { fieldCount: 3 });
      expect(fit.model.fieldCount, `scale ${scale}`).toBe(3);
      // Denormal float32 have few digits: half a unit of 2^-149 in each of three fields, frames and the mean.
      expect(fit.residual.largest, `scale ${scale}`).toBeLessThan(Math.max(1e-6 * scale, 8 * 2 ** -149));
    }
  });

  it('is the same to the last bit when fitted in slices', async () => {
    const frames = recordedFrames(SEED, 6, 20);
    const now = fitLinearModel(frames, MESH.triangles, { fieldCount: 5 });
    const shares: number[] = [];
    const later = await fitLinearModelAsync(frames, MESH.triangles, {
      fieldCount: 5,
      onProgress: (share) => shares.push(share),
    });
    expectSameWords(later.model.fields, now.model.fields, 'fields');
    expectSameWords(later.mesh.positions, now.mesh.positions, 'mean');
    later.weights.forEach((row, t) => expectSameWords(row, now.weights[t], `weights of frame ${t}`));
    expect(later.residual).toEqual(now.residual);
    expect(shares[0]).toBe(0);
    expect(shares.filter((share) => share === 1)).toEqual([1]);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
  });

  it('can be called off', async () => {
    const reason = new Error('enough');
    const work = fitLinearModelAsync(recordedFrames(SEED, 3, 5), MESH.triangles, { signal: AbortSignal.abort(reason) });
    await expect(work).rejects.toBe(reason);
  });

  it('keeps at most sixteen fields unless told otherwise', () => {
    expect(FIT_DEFAULTS.fieldCount).toBe(16);
    expect(fitLinearModel(recordedFrames(SEED, 20, 25), MESH.triangles).model.fieldCount).toBe(16);
  });

  it('refuses what is no recording', async () => {
    const [frame] = recordedFrames(SEED, 1, 1);
    const broken = frame.slice();
    broken[5] = NaN;
    const cases: [unknown, 'bad-type' | 'bad-count' | 'bad-number', string][] = [
      [undefined, 'bad-type', 'frames'],
      [[], 'bad-count', 'frames'],
      [[undefined], 'bad-type', 'frames[0]'],
      [[Float64Array.from(frame)], 'bad-type', 'frames[0]'],
      [[frame, frame.slice(3)], 'bad-count', 'frames[1]'],
      [[frame, broken], 'bad-number', 'frames[1][5]'],
    ];
    for (const [frames, code, part] of cases) {
      expectRefused(() => fitLinearModel(frames as Float32Array[], MESH.triangles), code, 'fitLinearModel', part);
      await expect(fitLinearModelAsync(frames as Float32Array[], MESH.triangles), part).rejects.toMatchObject({ code });
    }
    for (const fieldCount of [-1, 1.5, NaN, Infinity]) {
      expectRefused(() => fitLinearModel([frame], MESH.triangles, { fieldCount }), 'bad-count', 'fieldCount');
    }
    expectRefused(() => fitLinearModel([frame], Uint32Array.of(0, 1, 5000)), 'bad-index', '5000');
  });
});
