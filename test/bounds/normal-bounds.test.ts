/** Bounds on normals hold for every posed triangle of every node, exactly, whatever moves it and wherever it is. */
import { type Body, type Shape, createBody, createShape, transferablesOf } from 'pliant';
import { createRandom, sin } from 'pliant/exact';
import {
  type Mesh,
  type NormalBounds,
  buildTree,
  createBlendTree,
  createCageModel,
  createMesh,
  createNormalBounds,
  createNormalPrune,
} from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { boundNormals, triangleRanges } from '../../src/bounds/normals/normal-bounds.js';
import { FROM_TRIANGLES, NO_BOUND } from '../../src/bounds/normals/layout.js';
import { findRestPoints } from '../../src/bounds/normals/rest-points.js';
import { FRAME, frameTriangles } from '../../src/bounds/normals/triangle-frames.js';
import { findTiles } from '../../src/bounds/regions/tiles.js';
import {
  type NormalCones,
  boundGradient,
  computeCone,
  createNormalCones,
  turnToPose,
} from '../../src/body/normals/cones.js';
import { createGradient } from '../../src/body/normals/gradient.js';
import { ALL_FACINGS } from '../../src/kernels/layout/regions.js';
import { sheet } from '../mesh/make-meshes.js';
import { POSE_KINDS } from '../support/blend-poses.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { SAMPLE_MESHES, changed, soup } from '../support/sample-meshes.js';
import { randomPlacement } from '../support/placements.js';
import { KINDS, type Sample, bodyOf, facedExactly, makeSample, wavySheet } from './normal-samples.js';

const GRADIENTS = [false, true] as const;

/** Every node has a row here, however small it is. */
function conesOf(body: Body & Shape, isWhole: boolean): NormalCones {
  const normals = boundNormals(body, isWhole, () => false);
  return createNormalCones(body, normals, findTiles(body.bounds));
}

/** Compares the cones of all nodes with what their triangles face; returns how many bits were set. */
function expectConesHold(cones: NormalCones, what: string): number {
  const { body, normals, tiles } = cones;
  body.refit();
  turnToPose(cones);
  const { posed, corners } = body;
  const faced = Array.from({ length: body.mesh.triangleCount }, (_, triangle) =>
    facedExactly(posed, corners[triangle * 3] * 3, corners[triangle * 3 + 1] * 3, corners[triangle * 3 + 2] * 3),
  );
  const ranges = triangleRanges(tiles);
  let bits = 0;
  let wrong = 0;
  for (let node = 0; node < tiles.nodeCount; node++) {
    computeCone(cones, node);
    let all = ALL_FACINGS;
    for (let triangle = ranges[node * 2]; triangle < ranges[node * 2 + 1]; triangle++) all &= faced[triangle];
    wrong ||= cones.directions[node] & ~all;
    for (let rest = cones.directions[node]; rest !== 0; rest &= rest - 1) bits++;
  }
  expect(wrong, `${what}, bits that are wrong`).toBe(0);
  expect(normals.rows).not.toContain(FROM_TRIANGLES);
  return bits;
}

/** Compares the bounds on gradients of all nodes with the gradients of their triangles, computed from posed vertices. */
function findGradientLoss(cones: NormalCones): string | undefined {
  const { body, normals, tiles } = cones;
  body.refit();
  turnToPose(cones);
  const { corners, posed } = body;
  const meshCorners = body.bounds.triangles.map((vertex) => body.bounds.vertexOrder[vertex]);
  const frames = frameTriangles(meshCorners, body.mesh.positions).numbers;
  const ranges = triangleRanges(tiles);
  const gradient = createGradient();
  for (let node = 0; node < tiles.nodeCount; node++) {
    const row = normals.rows[node];
    if (row === NO_BOUND) continue;
    boundGradient(cones, row, gradient);
    for (let triangle = ranges[node * 2]; triangle < ranges[node * 2 + 1]; triangle++) {
      const [a, b, c] = corners.subarray(triangle * 3, triangle * 3 + 3);
      for (let entry = 0; entry < 9; entry++) {
        const axis = Math.floor(entry / 3);
        const frame = triangle * FRAME.count + (entry % 3);
        const p = (posed[a * 3 + axis] - posed[c * 3 + axis]) * frames[frame + FRAME.a];
        const q = (posed[b * 3 + axis] - posed[c * 3 + axis]) * frames[frame + FRAME.b];
        // What this sum is off by; bounds are wider by 2^-24 of coordinates, half a billion times as much.
        const off = 1e-15 * (Math.abs(p) + Math.abs(q));
        const isIn = p + q >= gradient.low[entry] - off && p + q <= gradient.high[entry] + off;
        if (!isIn) return `node ${node}, triangle ${triangle}, entry ${entry}: ${p + q}`;
      }
    }
  }
  return undefined;
}

/** Points over a sheet of so many squares, and weights that run linearly between four of them. */
function gridOver(
  { positions, vertexCount }: Mesh,
  size: number,
  squares: number,
): { points: Float32Array; weights: Float64Array; governors: Uint16Array; influencesPerVertex: number } {
  const [side, step] = [squares + 1, size / squares];
  const points = Float32Array.from({ length: side * side * 3 }, (_, k) => {
    const point = Math.floor(k / 3);
    return [(point % side) * step, Math.floor(point / side) * step, 0][k % 3];
  });
  const governors = new Uint16Array(vertexCount * 4);
  const weights = new Float64Array(vertexCount * 4);
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    const [x, y] = [positions[vertex * 3] / step, positions[vertex * 3 + 1] / step];
    const [i, j] = [x, y].map((value) => Math.min(squares - 1, Math.floor(value)));
    const first = j * side + i;
    governors.set([first, first + 1, first + side, first + side + 1], vertex * 4);
    const [s, t] = [x - i, y - j];
    weights.set([(1 - s) * (1 - t), s * (1 - t), (1 - s) * t, s * t], vertex * 4);
  }
  return { points, weights, governors, influencesPerVertex: 4 };
}

/** A coordinate of a point that a matrix has turned. */
function movedBy(matrix: readonly number[], points: Float32Array, k: number): number {
  const row = (k % 3) * 3;
  const first = k - (k % 3);
  return matrix[row] * points[first] + matrix[row + 1] * points[first + 1] + matrix[row + 2] * points[first + 2];
}

function expectHold(sample: Sample, poseKinds: readonly string[], seed: number, what: string): number {
  const random = createRandom(seed);
  let bits = 0;
  for (const isWhole of GRADIENTS) {
    const body = bodyOf(sample);
    const cones = conesOf(body, isWhole);
    for (const poseKind of poseKinds) {
      sample.pose(body, poseKind);
      const name = `${what}, ${isWhole ? 'whole' : 'tangent'}, ${poseKind}`;
      bits += expectConesHold(cones, name);
      if (!isWhole) expect(findGradientLoss(cones), name).toBeUndefined();
      body.setPlacement(randomPlacement(random, [0, 1, 1000][random.integer(3)]));
      bits += expectConesHold(cones, `${name}, placed (seed ${seed})`);
      if (!isWhole) expect(findGradientLoss(cones), `${name}, placed (seed ${seed})`).toBeUndefined();
    }
    body.dispose();
  }
  return bits;
}

describe('bounds on normals', () => {
  it.each(KINDS)('hold for every posed triangle and every gradient, of a surface moved by: %s', (kind) => {
    const random = createRandom(4001);
    let bits = 0;
    for (let round = 0; round < 6; round++) {
      const scale = [1, 1e-3, 1e3][round % 3];
      const mesh = wavySheet(
        random,
        3 + random.integer(9),
        3 + random.integer(9),
        scale,
        [0, scale, 1000 * scale][round % 2],
      );
      const poses = ['bent', 'bent', POSE_KINDS[random.integer(POSE_KINDS.length)]];
      bits += expectHold(makeSample(random, mesh, kind), poses, 4002 + round, `seed 4001, round ${round}`);
    }
    // There is something that can be wrong.
    if (kind.startsWith('smooth') || kind === 'fields') expect(bits).toBeGreaterThan(100);
  });

  it.each(POSE_KINDS)('hold with governors that are: %s', (poseKind) => {
    const random = createRandom(4011);
    for (const kind of KINDS) {
      const mesh = wavySheet(random, 6, 5);
      expectHold(makeSample(random, mesh, kind), [poseKind], 4012, `seed 4011, ${kind}`);
    }
  });

  it.each(Object.keys(SAMPLE_MESHES))('hold for %s, and never take what is not a number for a bound', (name) => {
    const mesh = SAMPLE_MESHES[name]();
    const random = createRandom(4021);
    // A mesh as large as float32 allows leaves no room to move.
    const poses =
      name.includes('as large as') || name.includes('1e30')
        ? ['at rest', 'a millionth as large']
        : ['bent', 'turned', 'mirrored'];
    for (const kind of ['smooth skin', 'skin', 'cage', 'fields'] as const) {
      if (kind === 'fields' && poses[0] === 'at rest') continue;
      expectHold(makeSample(random, mesh, kind), poses, 4022, `${name}, ${kind}`);
    }
  });

  it('hold for single triangles, whose bounds are nothing but rounding, at any scale and any place', () => {
    const random = createRandom(4031);
    let bits = 0;
    for (let round = 0; round < 60; round++) {
      const scale = 10 ** random.range(-6, 6);
      const away = [0, 1, 1000][random.integer(3)] * scale;
      const mesh = changed(soup(random, 1, 0.5), (value) => scale * value + away);
      const kind = KINDS[round % KINDS.length];
      bits += expectHold(
        makeSample(random, mesh, kind),
        ['turned', 'mirrored'],
        4032 + round,
        `seed 4031, round ${round}, ${kind}`,
      );
    }
    expect(bits).toBeGreaterThan(500);
  });

  it('say nothing of nodes with triangles that have no normal at rest, and go on about the others', () => {
    const random = createRandom(4041);
    const { positions, triangles } = wavySheet(random, 12, 12);
    const flat = triangles.slice();
    // Named twice; and three corners in a line.
    flat[31] = flat[30];
    const mesh = createMesh({ positions, triangles: flat });
    const sample = makeSample(random, mesh, 'smooth skin');
    const body = bodyOf(sample);
    const cones = conesOf(body, false);
    const { rows } = cones.normals;
    const odd = rows.filter((row) => row === NO_BOUND).length;
    expect(odd).toBeGreaterThan(1);
    expect(odd).toBeLessThan(rows.length);
    sample.pose(body, 'bent');
    expectConesHold(cones, 'seed 4041');
    for (let node = 0; node < rows.length; node++) if (rows[node] === NO_BOUND) expect(cones.directions[node]).toBe(0);
    body.dispose();
  });

  it('of a rigid motion are as narrow as the normals at rest, where gradients are completed', () => {
    const random = createRandom(4051);
    const sample = makeSample(random, wavySheet(random, 10, 10), 'smooth skin');
    const body = bodyOf(sample);
    const bits = [false, true].map((isWhole) => {
      const cones = conesOf(body, isWhole);
      body.setTransforms([1, 2, 3, 4].flatMap(() => [0.8, 0, 0.6, 1, 0, 1, 0, 2, -0.6, 0, 0.8, 3]));
      return expectConesHold(cones, 'seed 4051');
    });
    expect(bits[0]).toBeGreaterThan(0);
    expect(bits[1]).toBeGreaterThan(bits[0]);
    body.dispose();
  });

  it('of a sheet over a flat grid of points are narrow, where the points move as one, and where they bend it', () => {
    const mesh = sheet(24, 24);
    const { points, ...weights } = gridOver(mesh, 24, 6);
    const model = createCageModel(mesh, { points, ...weights });
    const found = findRestPoints(model, mesh.positions);
    for (let k = 0; k < points.length; k++) expect(found[k]).toBeCloseTo(points[k], 6);
    const shape = { mesh, model, bounds: createBlendTree(mesh, model, buildTree(mesh)) };
    const body = createBody(BACKENDS.wasm, shape, { strategy: 'lazy' });
    const cones = conesOf(body, false);
    const turned = points.map((_, k) => movedBy([0.48, -0.8, 0.36, 0.6, 0, -0.8, 0.64, 0.6, 0.48], points, k));
    body.setPoints(turned);
    const bits = expectConesHold(cones, 'turned');
    // A plane faces four directions at least, whichever way it is turned; so does each of its nodes.
    expect(bits).toBeGreaterThanOrEqual(4 * cones.tiles.nodeCount);
    body.setPoints(turned.map((value, k) => value + 0.2 * sin(points[k - (k % 3)] / 3)));
    expect(expectConesHold(cones, 'bent')).toBeGreaterThan(cones.tiles.tileCount);
    body.dispose();
  });

  it('are plain data, which can be sent, and belong to one shape', () => {
    const random = createRandom(4061);
    const [one, other] = [0, 1].map(() => makeSample(random, wavySheet(random, 8, 8), 'smooth skin'));
    const normals = createNormalBounds(one.shape);
    const sent: NormalBounds = structuredClone(normals);
    expect(sent).toEqual(normals);
    expect(transferablesOf(normals).length).toBeGreaterThan(5);
    const [body, stranger] = [bodyOf(one), bodyOf(other)];
    createNormalPrune(body, sent);
    expect(() => createNormalPrune(stranger, sent)).toThrow(
      'createNormalPrune: the normals are those of another shape',
    );
    expect(() => createNormalPrune(body, {} as NormalBounds)).toThrow('createNormalPrune: the normals are an Object');
    body.dispose();
    stranger.dispose();
  });

  it('refuse what is not a shape, and options that are not known', () => {
    const shape = createShape(wavySheet(createRandom(4071), 3, 3));
    expect(() => createNormalBounds({} as typeof shape)).toThrow('createNormalBounds: got no shape of triangles');
    expect(() => createNormalBounds(shape, { gradient: 'half' as 'whole' })).toThrow('gradient is "half"');
  });
});
