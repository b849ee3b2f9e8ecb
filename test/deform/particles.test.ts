/** Point-based animation: motions of particles fitted to their neighbours, and a mesh that follows them. */
import type { PliantErrorCode } from 'pliant';
import { createRandom } from 'pliant/exact';
import type { Random } from 'pliant/exact';
import {
  PARTICLE_DEFAULTS,
  createParticles,
  createPose,
  createSkinModel,
  poseMesh,
  setTransforms,
  writeParticleTransforms,
} from 'pliant/parts';
import type { Mesh, ParticleData, Particles } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { expectRefused } from '../mesh/expect-refused.js';
import { tetrahedron } from '../mesh/make-meshes.js';
import { expectSameWords, hashWords } from '../support/same-words.js';
import { changed, soup } from '../support/sample-meshes.js';

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];

/** Particles at random places of a cube around the origin. */
function cloud(random: Random, count: number, size = 1): Float32Array {
  return Float32Array.from({ length: count * 3 }, () => random.range(-size, size));
}

function transformsOf(particles: Particles, positions: ArrayLike<number>): Float64Array {
  const out = new Float64Array(particles.jointCount * 12);
  writeParticleTransforms(particles, positions, out);
  return out;
}

function apply(transforms: ArrayLike<number>, at: number, [x, y, z]: readonly number[]): number[] {
  return [0, 4, 8].map((row) => {
    const r = at * 12 + row;
    return transforms[r] * x + transforms[r + 1] * y + transforms[r + 2] * z + transforms[r + 3];
  });
}

const placeOf = (points: ArrayLike<number>, k: number): number[] => [0, 1, 2].map((axis) => points[k * 3 + axis]);

function distance(a: readonly number[], b: readonly number[]): number {
  return Math.sqrt(a.reduce((sum, value, axis) => sum + (value - b[axis]) ** 2, 0));
}

/** A matrix with a determinant far from zero, and a shift. */
function affine(random: Random, shift = 1): (place: readonly number[]) => number[] {
  const rows = [0, 1, 2].map((row) => [0, 1, 2].map((column) => (row === column ? 1 : 0) + random.range(-0.8, 0.8)));
  const by = [0, 0, 0].map(() => random.range(-shift, shift));
  return (place) => rows.map((row, axis) => row.reduce((sum, value, k) => sum + value * place[k], by[axis]));
}

const mapped = (points: Float32Array, map: (place: readonly number[]) => number[]): number[] =>
  Array.from({ length: points.length / 3 }, (_, k) => map(placeOf(points, k))).flat();

describe('particles', () => {
  const random = createRandom(641);
  const mesh = soup(random, 60, 0.1, 0.9);
  const particles = createParticles(mesh, { points: cloud(random, 24) });

  it('give the identity at rest, to the last bit, wherever and however large they are', () => {
    for (const [scale, shift] of [
      [1, 0],
      [1e-30, 0],
      [1e30, 0],
      [1, 1000],
    ]) {
      const change = (value: number): number => value * scale + shift;
      const there = createParticles(changed(mesh, change), { points: particles.points.map(change) });
      const out = new Float32Array(there.jointCount * 12);
      writeParticleTransforms(there, there.points, out);
      const expected = Float32Array.from({ length: out.length }, (_, i) => IDENTITY[i % 12]);
      expect(
        [...out].every((value, i) => value === expected[i]),
        `times ${scale}, plus ${shift}`,
      ).toBe(true);
    }
  });

  it('follow an affine map with all they move, but for rounding', () => {
    for (let round = 0; round < 20; round++) {
      const map = affine(random);
      const transforms = transformsOf(particles, mapped(particles.points, map));
      for (let k = 0; k < particles.jointCount; k++) {
        const place = [0, 0, 0].map(() => random.range(-1, 1));
        expect(distance(apply(transforms, k, place), map(place)), `seed 641, round ${round}`).toBeLessThan(1e-12);
      }
    }
  });

  it('are carried each to where it has gone, however the others have', () => {
    for (let round = 0; round < 20; round++) {
      const positions = particles.points.map((value) => value + random.range(-0.5, 0.5));
      const transforms = transformsOf(particles, positions);
      for (let k = 0; k < particles.jointCount; k++) {
        const moved = apply(transforms, k, placeOf(particles.points, k));
        expect(distance(moved, placeOf(positions, k)), `seed 641, round ${round}`).toBeLessThan(1e-13);
      }
    }
  });

  it('move by the map that fits their neighbours best: any other is worse', () => {
    for (let round = 0; round < 10; round++) {
      const positions = particles.points.map((value) => value + random.range(-0.5, 0.5));
      const transforms = transformsOf(particles, positions);
      for (let k = 0; k < particles.jointCount; k++) {
        const [x, y] = [placeOf(particles.points, k), placeOf(positions, k)];
        const neighbours = [...particles.neighbours.subarray(...particles.neighbourStarts.subarray(k, k + 2))];
        expect(neighbours.length).toBeGreaterThanOrEqual(PARTICLE_DEFAULTS.neighbours);
        // The kernel reaches half as far again as the sixth neighbour; in a cloud the first six are well spread.
        const distances = Array.from({ length: 24 }, (_, j) => distance(placeOf(particles.points, j), x));
        const reach = 1.5 * distances.toSorted((a, b) => a - b)[PARTICLE_DEFAULTS.neighbours];
        expect(neighbours).toEqual(distances.flatMap((far, j) => (j !== k && far < reach ? [j] : [])));
        const residual = (matrix: readonly number[]): number =>
          neighbours.reduce((sum, j) => {
            const from = placeOf(particles.points, j).map((value, axis) => value - x[axis]);
            const to = placeOf(positions, j).map((value, axis) => value - y[axis]);
            const off = to.map(
              (value, row) => value - [0, 1, 2].reduce((s, c) => s + matrix[row * 3 + c] * from[c], 0),
            );
            const weight = (1 - (distances[j] / reach) ** 2) ** 3;
            return sum + weight * off.reduce((square, value) => square + value * value, 0);
          }, 0);
        const matrix = [0, 1, 2, 4, 5, 6, 8, 9, 10].map((i) => transforms[k * 12 + i]);
        const least = residual(matrix);
        for (let i = 0; i < 9; i++) {
          for (const by of [-1e-3, 1e-3]) {
            const other = matrix.map((value, at) => (at === i ? value + by : value));
            expect(residual(other), `seed 641, round ${round}, particle ${k}`).toBeGreaterThan(least);
          }
        }
      }
    }
  });

  it('weigh vertices by kernels that reach twice as far as their nearest neighbour, and over their own vertices', () => {
    const { joints, weights, influencesPerVertex: stride, points, radii } = particles;
    const nearestOf = (place: readonly number[]): number => {
      const distances = Array.from({ length: 24 }, (_, k) => distance(placeOf(points, k), place));
      return distances.indexOf(Math.min(...distances));
    };
    const owners = Array.from({ length: mesh.vertexCount }, (_, v) => nearestOf(placeOf(mesh.positions, v)));
    for (let k = 0; k < 24; k++) {
      const others = Array.from({ length: 24 }, (_, j) =>
        j === k ? Infinity : distance(placeOf(points, j), placeOf(points, k)),
      );
      const own = owners.flatMap((owner, v) =>
        owner === k ? [distance(placeOf(mesh.positions, v), placeOf(points, k))] : [],
      );
      expect(radii[k]).toBeCloseTo(Math.max(2 * Math.min(...others), 1.5 * Math.max(0, ...own)), 12);
    }
    for (let v = 0; v < mesh.vertexCount; v++) {
      const kernels = Array.from({ length: 24 }, (_, k) => {
        const share = distance(placeOf(points, k), placeOf(mesh.positions, v)) / radii[k];
        return share < 1 ? (1 - share * share) ** 3 : 0;
      });
      const sum = kernels.reduce((a, b) => a + b);
      const seen = Array.from({ length: 24 }, () => 0);
      for (let i = v * stride; i < (v + 1) * stride; i++) seen[joints[i]] += weights[i];
      seen.forEach((weight, k) => expect(Math.abs(weight - kernels[k] / sum)).toBeLessThan(1e-12));
    }
    expect(weights.every((weight) => weight >= 0)).toBe(true);
    expect(createSkinModel(mesh, particles).normalized.vertexCount).toBe(0);
  });

  it('are a skin as they stand, and move a mesh as the definition says', () => {
    const model = createSkinModel(mesh, particles);
    expect(model.poseLayout).toEqual({ weightCount: 0, transformCount: 24, pointCount: 0 });
    const positions = particles.points.map((value) => value + random.range(-0.3, 0.3));
    const transforms = transformsOf(particles, positions);
    const pose = createPose(model.poseLayout);
    setTransforms(pose, transforms);
    const posed = new Float32Array(mesh.positions.length);
    poseMesh(model, pose, posed);
    for (let v = 0; v < mesh.vertexCount; v++) {
      const expected = [0, 0, 0];
      for (let i = v * particles.influencesPerVertex; i < (v + 1) * particles.influencesPerVertex; i++) {
        const moved = apply(transforms, particles.joints[i], placeOf(mesh.positions, v));
        for (let axis = 0; axis < 3; axis++) expected[axis] += particles.weights[i] * moved[axis];
      }
      expect(distance(placeOf(posed, v), expected)).toBeLessThan(1e-6);
    }
    setTransforms(pose, transformsOf(particles, particles.points));
    poseMesh(model, pose, posed);
    posed.forEach((value, k) => expect(Math.abs(value - mesh.positions[k])).toBeLessThan(1e-7));
  });

  it('take what radius they are given, one for all or each its own', () => {
    const { points } = particles;
    const one = createParticles(mesh, { points, radius: 1.5 });
    expect(one.radii.every((radius) => radius === 1.5)).toBe(true);
    expect(createParticles(mesh, { points, radius: new Float64Array(24).fill(1.5) })).toEqual(one);
    const far = createParticles(mesh, { points, radius: 100 });
    expect(far.influencesPerVertex).toBe(24);
  });

  it('take more neighbours than they are told where those lie in a plane, and come to a sharp fit', () => {
    // Two layers, far from each other beside how dense they are.
    const points = Float32Array.from({ length: 50 * 3 }, (_, i) => {
      const k = Math.floor(i / 3);
      return i % 3 === 2 ? Math.floor(k / 25) * 3 : ((i % 3 === 0 ? k % 5 : Math.floor((k % 25) / 5)) - 2) * 0.5;
    });
    const layers = createParticles(mesh, { points });
    const counts = Array.from(
      points.subarray(0, 50),
      (_, k) => layers.neighbourStarts[k + 1] - layers.neighbourStarts[k],
    );
    expect(Math.min(...counts)).toBeGreaterThan(25);
    const map = affine(random);
    const transforms = transformsOf(layers, mapped(points, map));
    for (let k = 0; k < 50; k++) {
      expect(distance(apply(transforms, k, [1, 1, 1]), map([1, 1, 1]))).toBeLessThan(1e-12);
    }
  });

  it('may lie at one place with others, as long as not all do', () => {
    const points = Float32Array.from([...tetrahedron().positions, ...tetrahedron().positions]);
    const twins = createParticles(tetrahedron(), { points, neighbours: 3 });
    const map = affine(random);
    const transforms = transformsOf(twins, mapped(points, map));
    for (let k = 0; k < 8; k++) expect(distance(apply(transforms, k, [1, 2, 3]), map([1, 2, 3]))).toBeLessThan(1e-12);
    expect(twins.radii.every((radius) => radius > 0)).toBe(true);
  });

  it('need only be four, in a corner', () => {
    const four = createParticles(tetrahedron(), { points: tetrahedron().positions });
    const map = affine(random);
    const transforms = transformsOf(four, mapped(four.points, map));
    for (let k = 0; k < 4; k++) expect(distance(apply(transforms, k, [3, 1, 2]), map([3, 1, 2]))).toBeLessThan(1e-12);
  });

  it('have the same bits in every engine', () => {
    const even = createRandom(642);
    const cube = soup(even, 40, 0.2);
    const made = createParticles(cube, { points: cloud(even, 30) });
    const positions = made.points.map((value) => value + even.range(-0.3, 0.3));
    const words = (array: Float64Array): Uint32Array => new Uint32Array(array.buffer);
    expect(hashWords(made.joints, words(made.weights))).toBe('06898145');
    expect(hashWords(words(transformsOf(made, positions)))).toBe('51f49417');
    expectSameWords(
      Float32Array.from(transformsOf(structuredClone(made), positions)),
      Float32Array.from(transformsOf(made, positions)),
      'a clone',
    );
  });
});

describe('particles are refused', () => {
  const mesh: Mesh = tetrahedron();
  const random = createRandom(643);
  const points = cloud(random, 8);
  const plane = (far: number): Float32Array =>
    cloud(random, 30).map((value, i, all) => {
      const [x, y] = [all[i - (i % 3)], all[i - (i % 3) + 1]];
      return (i % 3 === 2 ? 0.3 * x - 0.7 * y : value) + far;
    });

  it.each<[string, unknown, PliantErrorCode, string[]]>([
    ['when they are missing', undefined, 'bad-type', ['undefined', '{ points }']],
    ['as an ordinary array', { points: [...points] }, 'bad-type', ['points']],
    ['with a coordinate left over', { points: points.subarray(1) }, 'bad-count', ['23']],
    [
      'with one that is not finite',
      { points: points.map((value, i) => (i === 5 ? NaN : value)) },
      'bad-number',
      ['points[5]'],
    ],
    ['when they are three', { points: points.subarray(0, 9) }, 'bad-count', ['3 particles', 'from 4']],
    ['when they are too many to compare', { points: cloud(random, 4097) }, 'bad-count', ['4097 particles', '4096']],
    ['in one place', { points: new Float32Array(30).fill(2) }, 'bad-number', ['particle 0', 'one plane']],
    [
      'on a line',
      { points: Float32Array.from({ length: 30 }, (_, i) => Math.floor(i / 3)) },
      'bad-number',
      ['one plane'],
    ],
    ['in a plane', { points: plane(0) }, 'bad-number', ['particle 0', '29 others', 'add particles']],
    ['in a plane far away, but for what is rounded there', { points: plane(100_000) }, 'bad-number', ['one plane']],
    ['with options that there are none of', { points, neighbors: 4 }, 'unsupported', ['neighbors', 'neighbours']],
    ['with two neighbours', { points, neighbours: 2 }, 'bad-count', ['neighbours', '2']],
    ['with a radius of nothing', { points, radius: 0 }, 'bad-number', ['particle 0', '0']],
    ['with a radius that is none', { points, radius: 'large' }, 'bad-type', ['radius', '"large"']],
    ['with too few radii', { points, radius: [1, 2] }, 'bad-count', ['2 radii', '8']],
    [
      'with a radius that is not finite',
      { points, radius: points.map(() => Infinity).subarray(0, 8) },
      'bad-number',
      ['Infinity'],
    ],
    [
      'where a vertex is out of reach',
      { points, radius: 0.1 },
      'bad-number',
      ['vertex 0', 'radius of 0.1', 'add a particle'],
    ],
  ])('%s', (_, data, code, parts) => {
    expectRefused(() => createParticles(mesh, data as ParticleData), code, 'createParticles', ...parts);
  });

  it('with a radius that takes more weights than there is room for', () => {
    const many = soup(random, 4000, 0.1);
    const data = { points: cloud(random, 3000), neighbours: 3, radius: 100 };
    expectRefused(() => createParticles(many, data), 'bad-count', '3000 particles', '12000 vertices', 'smaller radius');
  });

  it('with positions or room for more or fewer of them', () => {
    const particles = createParticles(mesh, { points });
    const out = new Float32Array(96);
    expectRefused(() => writeParticleTransforms(particles, points.subarray(3), out), 'bad-count', '21', '24');
    expectRefused(() => writeParticleTransforms(particles, points, new Float32Array(12)), 'bad-count', '12', '96');
  });
});
