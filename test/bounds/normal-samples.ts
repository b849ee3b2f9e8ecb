/** Surfaces that deform in every way, for tests of normal bounds, and what their posed normals face, exactly. */
import { type Body, type Shape, createBody } from 'pliant';
import { type Random, cos, sin } from 'pliant/exact';
import {
  type BlendModel,
  type Mesh,
  buildTree,
  createBdTree,
  createBlendTree,
  createCageModel,
  createLinearModel,
  createMesh,
  createSkinModel,
} from 'pliant/parts';
import { LINE_COUNT } from '../../src/kernels/layout/regions.js';
import { BLEND_KINDS, type BlendKind, randomBlend, restPoints } from '../support/blend-models.js';
import { type BlendPose, randomPose } from '../support/blend-poses.js';
import { exactFloat32 } from '../support/exact-floats.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { randomFields, reachOf } from '../support/sample-meshes.js';

/** Kinds of deformation: fields alone, those of blends, and skins whose weights run smoothly over the surface. */
export const KINDS = ['fields', ...BLEND_KINDS, 'smooth skin', 'smooth morphing skin', 'smooth cage'] as const;

/** A kind of deformation. */
export type Kind = (typeof KINDS)[number];

/** A shape, and how to pose its bodies. */
export interface Sample {
  readonly shape: Shape;
  readonly pose: (body: Body, poseKind: string) => void;
}

/** A sheet with waves, scaled and moved. */
export function wavySheet(random: Random, columns: number, rows: number, scale = 1, away = 0): Mesh {
  const height = random.range(0, 0.15);
  const [a, b] = [random.range(1, 6), random.range(1, 6)];
  const positions: number[] = [];
  for (let i = 0; i <= columns; i++) {
    for (let j = 0; j <= rows; j++) {
      const [s, t] = [i / columns, j / rows];
      positions.push(...[s, t, height * sin(a * s) * cos(b * t)].map((value) => scale * value + away));
    }
  }
  const triangles: number[] = [];
  for (let i = 0; i < columns; i++) {
    for (let j = 0; j < rows; j++) {
      const corner = i * (rows + 1) + j;
      const next = corner + rows + 1;
      triangles.push(corner, next, next + 1, corner, next + 1, corner + 1);
    }
  }
  return createMesh({ positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) });
}

/** A mesh that deforms in a way. */
export function makeSample(random: Random, mesh: Mesh, kind: Kind): Sample {
  const tree = buildTree(mesh, { leafSize: 1 + random.integer(6) });
  const size = {
    governorCount: 1 + random.integer(9),
    influences: 1 + random.integer(4),
    fieldCount: random.integer(4),
  };
  const reach = reachOf(mesh);
  if (kind === 'fields') {
    const fields = randomFields(random, mesh, size.fieldCount, 0.02 * reach);
    // One that bends it smoothly.
    fields.push(
      mesh.positions.map((_, k) => (k % 3 === 2 ? mesh.positions[k - 2] * mesh.positions[k - 1] : 0) / (reach || 1)),
    );
    const model = createLinearModel(mesh, fields);
    const weight = (): number => [0, random.range(-1, 1), random.range(-10, 10)][random.integer(3)];
    return {
      shape: { mesh, model, bounds: createBdTree(mesh, model, tree) },
      pose: (body) => body.setWeights(fields.map(weight)),
    };
  }
  const points = restPoints(random, mesh, size.governorCount);
  const model = blendOf(random, mesh, kind, size, points);
  return {
    shape: { mesh, model, bounds: createBlendTree(mesh, model, tree, { patchSize: [4, 64][random.integer(2)] }) },
    pose: (body, poseKind) => {
      const { transforms, points: places, weights } = poseOf(random, model, poseKind, reach, points);
      if (weights.length > 0) body.setWeights(weights);
      if (transforms.length > 0) body.setTransforms(transforms);
      if (places.length > 0) body.setPoints(places);
    },
  };
}

/** A body of a sample on the kernels in WebAssembly. */
export function bodyOf({ shape }: Sample): Body & Shape {
  return createBody(BACKENDS.wasm, shape, { strategy: 'lazy', pruning: 'never' });
}

type Size = Parameters<typeof randomBlend>[3];

function blendOf(
  random: Random,
  mesh: Mesh,
  kind: Exclude<Kind, 'fields'>,
  size: Size,
  points: Float32Array,
): BlendModel {
  if (kind === 'smooth cage') return smoothCage(mesh, points);
  if (kind !== 'smooth skin' && kind !== 'smooth morphing skin')
    return randomBlend(random, mesh, kind satisfies BlendKind, size, points);
  const { joints, weights } = smoothWeights(mesh, 4);
  const fieldCount = kind === 'smooth skin' ? 0 : 2;
  const morphTargets = randomFields(random, mesh, fieldCount, 0.01 * reachOf(mesh));
  return createSkinModel(mesh, { joints, weights, influencesPerVertex: 2, jointCount: 4, morphTargets });
}

/** Two joints for each vertex, whose weights run linearly along x. */
function smoothWeights(
  { positions, vertexCount }: Mesh,
  jointCount: number,
): { joints: Uint16Array; weights: Float64Array } {
  let [low, high] = [Infinity, -Infinity];
  for (let k = 0; k < positions.length; k += 3)
    [low, high] = [Math.min(low, positions[k]), Math.max(high, positions[k])];
  const joints = new Uint16Array(vertexCount * 2);
  const weights = new Float64Array(vertexCount * 2);
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    const along = ((positions[vertex * 3] - low) / (high - low || 1)) * (jointCount - 1);
    const joint = Math.min(jointCount - 2, Math.floor(along));
    joints.set([joint, joint + 1], vertex * 2);
    weights.set([joint + 1 - along, along - joint], vertex * 2);
  }
  return { joints, weights };
}

/** Points with weights that fall with distance. */
function smoothCage(mesh: Mesh, points: Float32Array): BlendModel {
  const pointCount = points.length / 3;
  const reach = reachOf(mesh) || 1;
  const weights = new Float64Array(mesh.vertexCount * pointCount);
  for (let i = 0; i < weights.length; i++) {
    const [vertex, point] = [Math.floor(i / pointCount), i % pointCount];
    let squared = 0;
    for (let axis = 0; axis < 3; axis++) {
      const way = (mesh.positions[vertex * 3 + axis] - points[point * 3 + axis]) / reach;
      squared += way * way;
    }
    weights[i] = 1 / (0.1 + squared);
  }
  return createCageModel(mesh, { points, weights });
}

/** A pose of a kind; `bent` turns governors by little, each a bit more than the one before. */
function poseOf(random: Random, model: BlendModel, kind: string, reach: number, points: Float32Array): BlendPose {
  if (kind !== 'bent') return randomPose(random, model, kind, reach, points);
  const step = random.range(-0.15, 0.15);
  const turn = random.range(0, 6);
  const matrices = Array.from({ length: model.governorCount }, (_, k) => {
    const [c, s] = [cos(turn + step * k), sin(turn + step * k)];
    const lift = random.range(-0.02, 0.02) * reach;
    return k % 2 === 0 ? [c, 0, s, lift, 0, 1, 0, 0, -s, 0, c, lift] : [c, 0, s, 0, 0, 1, 0, lift, -s, 0, c, 0];
  });
  const isCage = model.poseLayout.pointCount > 0;
  return {
    weights: Array.from({ length: model.fieldCount }, () => random.range(-1, 1)),
    transforms: isCage ? [] : matrices.flat(),
    points: isCage ? matrices.flatMap((m, k) => moved(m, points.subarray(k * 3, k * 3 + 3))) : [],
  };
}

function moved(m: readonly number[], [x, y, z]: ArrayLike<number> & Iterable<number>): number[] {
  return [0, 4, 8].map((row) => m[row] * x + m[row + 1] * y + m[row + 2] * z + m[row + 3]);
}

/** The directions of the bits, in the order of the lines that regions are seen along. */
const LINES: readonly (readonly number[])[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
  [1, 1, 1],
  [-1, 1, 1],
  [1, -1, 1],
  [-1, -1, 1],
];

/** Which of fourteen directions a triangle faces, in exact arithmetic. Corners are indices of coordinates. */
export function facedExactly(positions: Float32Array, a: number, b: number, c: number): number {
  const [e, f] = [b, c].map((to) =>
    [0, 1, 2].map((axis) => exactFloat32(positions[to + axis]) - exactFloat32(positions[a + axis])),
  );
  const n = [e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]];
  let bits = 0;
  LINES.forEach((line, i) => {
    const product = line.reduce((sum, part, axis) => sum + BigInt(part) * n[axis], 0n);
    if (product > 0n) bits |= 1 << i;
    if (product < 0n) bits |= 1 << (i + LINE_COUNT);
  });
  return bits;
}
