/** Poses for models that blend: calm ones, and the wildest that there are. */
import type { Random } from 'pliant/exact';
import type { BlendModel } from 'pliant/parts';

/** The numbers of a pose. */
export interface BlendPose {
  readonly weights: readonly number[];
  readonly transforms: readonly number[];
  readonly points: readonly number[];
}

/** Anything that follows a pose. */
interface Posable {
  setWeights(weights: ArrayLike<number>): void;
  setTransforms(transforms: ArrayLike<number>): void;
  setPoints(points: ArrayLike<number>): void;
}

type Matrix = readonly number[];
const IDENTITY: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];

/** Rows of a 3 x 4 matrix, by kind. `size` is about how large the mesh is. */
const MATRICES: Readonly<Record<string, (random: Random, size: number) => Matrix>> = {
  'at rest': () => IDENTITY,
  turned: (random, size) => turned(random, 1, size * 0.3),
  'scaled to nothing': (random, size) => turned(random, 0, size),
  'flat on one axis': (random, size) => turned(random, 1, size).map((value, k) => (k % 4 === 1 ? 0 : value)),
  mirrored: (random, size) => turned(random, 1, size * 0.3).map((value, k) => (k % 4 === 0 ? -value : value)),
  sheared: (random, size) =>
    IDENTITY.map((value, k) => (k % 4 === 3 ? random.range(-size, size) : value + random.range(-3, 3))),
  'a million times as large': (random, size) => turned(random, 1e6, size),
  'a millionth as large': (random, size) => turned(random, 1e-6, size * 0.1),
  'a thousand units away': (random) => turned(random, 1, 1000),
  'next to nothing': (random) => turned(random, 1e-40, 1e-39),
  'far beyond': (random, size) => turned(random, 1, size * 1e7),
};
const MATRIX_NAMES = Object.keys(MATRICES);

/** Kinds of poses: all governors alike in kind, one unlike the others, or each as it likes. */
export const POSE_KINDS: readonly string[] = [...MATRIX_NAMES, 'one wild', 'all kinds'];

/** What poses of most queries are of: things stay where they can meet. */
export const CALM_KINDS: readonly string[] = [
  'at rest',
  'turned',
  'turned',
  'turned',
  'mirrored',
  'sheared',
  'scaled to nothing',
  'flat on one axis',
  'a thousand units away',
];

/** A pose of a kind. Governors that move nothing get numbers as large as there are; all others turn about `pivot`. */
export function randomPose(
  random: Random,
  model: BlendModel,
  kind: string,
  size: number,
  restPoints: ArrayLike<number> = [],
  pivot: readonly number[] = [0, 0, 0],
): BlendPose {
  const { governorCount, poseLayout, usedGovernors } = model;
  const isUsed = new Set(usedGovernors);
  const wild = random.integer(governorCount);
  const matrices = Array.from({ length: governorCount }, (_, governor): Matrix => {
    if (!isUsed.has(governor)) return IDENTITY.map(() => (random.integer(2) === 0 ? 3.4e38 : -3.4e38));
    const isAny = kind === 'all kinds' || (kind === 'one wild' && governor === wild);
    const name = isAny ? anyOf(random) : kind === 'one wild' ? 'turned' : kind;
    return about(MATRICES[name](random, size), pivot);
  });
  const amplitude = [0, 0.3, 1, 10][random.integer(4)];
  const hasPoints = poseLayout.pointCount > 0;
  return {
    weights: Array.from({ length: poseLayout.weightCount }, () =>
      random.integer(3) === 0 ? 0 : random.range(-amplitude, amplitude),
    ),
    transforms: hasPoints ? [] : matrices.flat(),
    points: hasPoints ? matrices.flatMap((matrix, k) => movePoint(matrix, restPoints, k, size)) : [],
  };
}

/** Gives a body or the like these numbers. */
export function applyPose(body: Posable, pose: BlendPose): void {
  body.setWeights(pose.weights);
  body.setTransforms(pose.transforms);
  body.setPoints(pose.points);
}

/** A point moves as its matrix says from where it rests, or from a corner of the mesh's box. */
function movePoint(matrix: Matrix, restPoints: ArrayLike<number>, k: number, size: number): number[] {
  const rest = [0, 1, 2].map((axis) => restPoints[k * 3 + axis] ?? (((k >> axis) & 1) - 0.5) * 2 * size);
  return [0, 1, 2].map((row) => {
    const [x, y, z, t] = matrix.slice(row * 4, row * 4 + 4);
    const value = x * rest[0] + y * rest[1] + z * rest[2] + t;
    return Math.abs(value) < 3e38 ? value : 3e38;
  });
}

/** A rotation by a random quaternion, scaled, and a shift of up to `distance` on each axis. */
function turned(random: Random, scale: number, distance: number): Matrix {
  const [a, b, c, d] = [0, 0, 0, 0].map(() => random.range(-1, 1));
  const length = Math.sqrt(a * a + b * b + c * c + d * d) || 1;
  const [w, x, y, z] = [a, b, c, d].map((value) => value / length);
  const shift = [0, 0, 0].map(() => random.range(-distance, distance));
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
    [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
    [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
  ].flatMap((row, axis) => [...row.map((value) => value * scale), shift[axis]]);
}

/** The same about another place than the origin. */
function about(matrix: Matrix, [x, y, z]: readonly number[]): Matrix {
  return matrix.map((value, k) => {
    if (k % 4 !== 3) return value;
    return value + [x, y, z][k >> 2] - (matrix[k - 3] * x + matrix[k - 2] * y + matrix[k - 1] * z);
  });
}

function anyOf(random: Random): string {
  return MATRIX_NAMES[random.integer(MATRIX_NAMES.length)];
}
