// slow: makes the scene at its full size
import { createPairHits, findSelfHits } from 'pliant';
import { createDefects, findDefects } from 'pliant/exact';
import { inspectSurface } from 'pliant/inspect';
import {
  buildTree,
  createLinearModel,
  createMesh,
  createPose,
  createSkinModel,
  findComponents,
  findEdges,
  findUnusedVertices,
  poseMesh,
  setTransforms,
} from 'pliant/parts';
import type { Mesh } from 'pliant/parts';

import { describe, expect, it } from 'vitest';
import {
  QUADRUPED_DEFAULTS,
  QUADRUPED_PERIODS,
  QUADRUPED_SIZES,
  createQuadruped,
  writeQuadrupedPose,
} from '../../scenes/quadruped.js';
import type { QuadrupedMotion } from '../../scenes/quadruped.js';
import type { Bone } from '../../scenes/quadruped-skeleton.js';
import { hashWords } from '../support/same-words.js';
import { BACKENDS, refittedBody } from '../support/sample-bodies.js';

const QUADRUPED = createQuadruped({ triangles: 'small' });
const { mesh: MESH, bones: BONES, joints: JOINTS, weights: WEIGHTS, influencesPerVertex: STRIDE } = QUADRUPED;
const TREE = buildTree(MESH);
const PHASES = 32;
/** How the names of their bones begin. */
const LEGS = ['left fore', 'right fore', 'left hind', 'right hind'];

function poseAt(motion: QuadrupedMotion, time: number): Float32Array {
  const transforms = new Float32Array(BONES.length * 12);
  writeQuadrupedPose(QUADRUPED, motion, time, transforms);
  return transforms;
}

/** Linear blend skinning as a textbook has it. */
function skin(transforms: Float32Array): Float32Array {
  const posed = new Float32Array(MESH.positions.length);
  for (let vertex = 0; vertex < MESH.vertexCount; vertex++) {
    const [x, y, z] = MESH.positions.subarray(vertex * 3, vertex * 3 + 3);
    for (let i = vertex * STRIDE; i < (vertex + 1) * STRIDE; i++) {
      for (let row = 0; row < 3; row++) {
        const m = JOINTS[i] * 12 + row * 4;
        const place = transforms[m] * x + transforms[m + 1] * y + transforms[m + 2] * z + transforms[m + 3];
        posed[vertex * 3 + row] += WEIGHTS[i] * place;
      }
    }
  }
  return posed;
}

/** Pairs of triangles of one surface that meet, two numbers each. */
function selfHits(positions: Float32Array, triangles = MESH.triangles, tree = TREE): Uint32Array {
  const mesh = createMesh({ positions, triangles });
  const body = refittedBody(BACKENDS.wasm, { mesh, model: createLinearModel(mesh, []), tree });
  const hits = createPairHits(10_000);
  findSelfHits(body, hits);
  body.dispose();
  expect(hits.dropped).toBe(0);
  return hits.pairs.slice(0, hits.count * 2);
}

function hitsByPhase(motion: QuadrupedMotion): Uint32Array[] {
  return Array.from({ length: PHASES }, (_, phase) => {
    return selfHits(skin(poseAt(motion, (phase / PHASES) * QUADRUPED_PERIODS[motion])));
  });
}

/** The leg that moves a triangle most, or none. */
function legOf(triangle: number): number {
  return LEGS.findIndex((name) => BONES[JOINTS[MESH.triangles[triangle * 3] * STRIDE]].name.startsWith(name));
}

function expectClosed(mesh: Mesh): void {
  const edges = findEdges(mesh);
  const { closed, misorientedEdges } = inspectSurface(mesh, edges);
  expect(closed).toBe(true);
  expect(misorientedEdges.length).toBe(0);
  // One piece without a hole: Euler's vertices - edges + faces is that of a sphere.
  expect(findComponents(mesh).count).toBe(1);
  expect(mesh.vertexCount - edges.edgeCount + mesh.triangleCount).toBe(2);
  expect(findUnusedVertices(mesh).length).toBe(0);
}

describe('the quadruped', () => {
  it('is one closed surface without defects, and does not touch itself at rest', () => {
    expectClosed(MESH);
    expect(findDefects(MESH, MESH.positions, createDefects(MESH))).toBe(0);
    expect(selfHits(MESH.positions).length).toBe(0);
  });

  it('has as many triangles as are wanted, within one percent', () => {
    for (const triangles of ['small', 9000, 'medium'] as const) {
      const { mesh } = createQuadruped({ triangles });
      const wanted = typeof triangles === 'number' ? triangles : QUADRUPED_SIZES[triangles];
      expect(Math.abs(mesh.triangleCount / wanted - 1), `${triangles}`).toBeLessThan(0.01);
      expectClosed(mesh);
    }
  });

  it('has the 244,735 triangles of the paper, within one percent, unless told otherwise', () => {
    const { mesh } = createQuadruped();
    expect(Math.abs(mesh.triangleCount / 244_735 - 1)).toBeLessThan(0.01);
    expectClosed(mesh);
    expect(selfHits(mesh.positions, mesh.triangles, buildTree(mesh)).length).toBe(0);
  });

  it('has few narrow triangles', () => {
    let narrow = 0;
    for (let t = 0; t < MESH.triangles.length; t += 3) {
      const corners = [0, 1, 2].map((k) => MESH.positions.subarray(MESH.triangles[t + k] * 3).subarray(0, 3));
      const sides = corners.map((a, k) => Math.hypot(...a.map((x, axis) => x - corners[(k + 1) % 3][axis])));
      const [a, b, c] = sides.sort((p, q) => p - q);
      // The law of cosines, for the angle opposite the shortest side.
      if (Math.acos((b * b + c * c - a * a) / (2 * b * c)) < Math.PI / 9) narrow++;
    }
    expect(narrow / MESH.triangleCount).toBeLessThan(0.005);
  });

  it('has forty bones, parents first, and up to nine of them move a vertex', () => {
    expect(BONES.length).toBe(40);
    expect(BONES.every(({ parent }, bone) => parent < bone)).toBe(true);
    expect(BONES.filter(({ parent }) => parent < 0).length).toBe(1);
    expect(STRIDE).toBe(9);
    const histogram = Array.from({ length: 10 }, () => 0);
    for (let vertex = 0; vertex < MESH.vertexCount; vertex++) {
      const weights = [...WEIGHTS.subarray(vertex * 9, vertex * 9 + 9)];
      const joints = [...JOINTS.subarray(vertex * 9, vertex * 9 + 9)].filter((_, k) => weights[k] > 0);
      expect(Math.abs(weights.reduce((a, b) => a + b) - 1)).toBeLessThan(1e-6);
      expect(weights.every((weight) => weight >= 0)).toBe(true);
      expect(joints.every((joint) => joint < 40)).toBe(true);
      expect(new Set(joints).size).toBe(joints.length);
      histogram[joints.length]++;
    }
    const threeToSix = histogram.slice(3, 7).reduce((a, b) => a + b);
    expect(threeToSix / MESH.vertexCount).toBeGreaterThan(0.6);
    expect(histogram[9]).toBeGreaterThan(100);
  });

  it('has weights that change little from a vertex to the next, and legs that move nothing of the other side', () => {
    const weightOf = (vertex: number, joint: number): number => {
      const at = JOINTS.subarray(vertex * 9, vertex * 9 + 9).indexOf(joint);
      return at < 0 ? 0 : WEIGHTS[vertex * 9 + at];
    };
    let largest = 0;
    for (let t = 0; t < MESH.triangles.length; t += 3) {
      const [a, b] = MESH.triangles.subarray(t, t + 2);
      for (let joint = 0; joint < 40; joint++) {
        largest = Math.max(largest, Math.abs(weightOf(a, joint) - weightOf(b, joint)));
      }
    }
    expect(largest).toBeLessThan(0.5);
    for (let i = 0; i < JOINTS.length; i++) {
      const { side } = BONES[JOINTS[i]];
      if (WEIGHTS[i] > 0) expect(side * MESH.positions[Math.floor(i / 9) * 3 + 2]).toBeGreaterThan(-0.012);
    }
  });

  it('is a skin as it stands, with nothing to normalise', () => {
    const model = createSkinModel(MESH, QUADRUPED);
    expect(model.normalized.vertexCount).toBe(0);
    const pose = createPose(model.poseLayout);
    setTransforms(pose, poseAt('walk', 0.3));
    const posed = new Float32Array(MESH.positions.length);
    poseMesh(model, pose, posed);
    const expected = skin(poseAt('walk', 0.3));
    const farthest = posed.reduce((most, x, k) => Math.max(most, Math.abs(x - expected[k])), 0);
    expect(farthest).toBeLessThan(1e-6);
  });

  it.each(['walk', 'jump'] as const)('keeps its bones rigid and joined in a %s', (motion) => {
    for (let phase = 0; phase < PHASES; phase++) {
      const transforms = poseAt(motion, (phase / PHASES) * QUADRUPED_PERIODS[motion]);
      const place = (row: number, [x, y, z]: Bone['joint']): number =>
        transforms[row] * x + transforms[row + 1] * y + transforms[row + 2] * z + transforms[row + 3];
      let stretch = 0;
      let gap = 0;
      BONES.forEach(({ joint, parent }, bone) => {
        for (let row = bone * 12; row < bone * 12 + 12; row += 4) {
          for (let other = bone * 12; other <= row; other += 4) {
            const dot = [0, 1, 2].reduce((sum, k) => sum + transforms[row + k] * transforms[other + k], 0);
            stretch = Math.max(stretch, Math.abs(dot - (row === other ? 1 : 0)));
          }
          if (parent >= 0) gap = Math.max(gap, Math.abs(place(row, joint) - place(row + (parent - bone) * 12, joint)));
        }
      });
      expect(stretch, `phase ${phase}`).toBeLessThan(1e-6);
      expect(gap, `phase ${phase}`).toBeLessThan(1e-6);
    }
  });

  it.each(['walk', 'jump'] as const)('moves smoothly in a %s that begins anew', (motion) => {
    const period = QUADRUPED_PERIODS[motion];
    const difference = (a: Float32Array, b: Float32Array): number =>
      a.reduce((most, number, k) => Math.max(most, Math.abs(number - b[k])), 0);
    let before = skin(poseAt(motion, 0));
    for (let frame = 1; frame <= 96; frame++) {
      const posed = skin(poseAt(motion, (frame / 96) * period));
      expect(difference(posed, before), `frame ${frame}`).toBeLessThan(0.04);
      before = posed;
    }
    for (const time of [0, 0.21, 0.7].map((share) => share * period)) {
      expect(difference(poseAt(motion, time), poseAt(motion, time + 3 * period))).toBeLessThan(1e-6);
      expect(difference(poseAt(motion, time), poseAt(motion, time - 2 * period))).toBeLessThan(1e-6);
    }
  });

  it('walks with its feet on the ground', () => {
    for (let phase = 0; phase < PHASES; phase++) {
      const lowest = skin(poseAt('walk', phase / PHASES)).reduce(
        (low, y, k) => (k % 3 === 1 ? Math.min(low, y) : low),
        1,
      );
      expect(Math.abs(lowest), `phase ${phase}`).toBeLessThan(0.012);
    }
  });

  it('walks with legs that graze each other now and then', () => {
    const hits = hitsByPhase('walk');
    const touching = hits.filter(({ length }) => length > 0);
    expect(touching.length).toBeGreaterThanOrEqual(4);
    expect(touching.length).toBeLessThanOrEqual(12);
    for (const pairs of touching) {
      expect(pairs.length / 2).toBeLessThan(100);
      for (let k = 0; k < pairs.length; k += 2) {
        const legs = [legOf(pairs[k]), legOf(pairs[k + 1])].sort((a, b) => a - b);
        expect([
          [0, 1],
          [2, 3],
        ]).toContainEqual(legs);
      }
    }
  });

  it('jumps with skin pinched at its joints', () => {
    const counts = hitsByPhase('jump').map(({ length }) => length / 2);
    expect(counts.filter((count) => count > 300).length).toBeGreaterThanOrEqual(6);
    expect(counts.filter((count) => count === 0).length).toBeGreaterThanOrEqual(6);
  });

  it('has the same bits in every engine', () => {
    expect(hashWords(MESH.positions, MESH.triangles)).toBe('3ccf073e');
    expect(hashWords(WEIGHTS, Uint32Array.from(JOINTS))).toBe('05527687');
    expect(hashWords(poseAt('walk', 0.3), poseAt('jump', 0.9))).toBe('59ebdc83');
  });

  it('comes out the same again, and otherwise with another seed', () => {
    expect(createQuadruped({ ...QUADRUPED_DEFAULTS, triangles: 'small' }).mesh).toEqual(MESH);
    const other = createQuadruped({ triangles: 'small', seed: 1 });
    expect(hashWords(other.mesh.positions)).not.toBe(hashWords(MESH.positions));
    expectClosed(other.mesh);
  });

  it('refuses a number of triangles that would not show its shape, or fill the memory', () => {
    for (const triangles of [0, 100, NaN, 1e9]) {
      expect(() => createQuadruped({ triangles })).toThrow(/createQuadruped: triangles is .*8,000 to 1,000,000/);
    }
  });
});
