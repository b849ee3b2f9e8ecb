/**
 * Shapes that are cut at random, and beside each what it must have become: positions, triangles and motion in plain lists, filtered and extended as anyone would do it by hand.
 */
import type { Shape } from 'pliant';
import type { Random } from 'pliant/exact';
import {
  type Cut,
  type Mesh,
  type Model,
  BLEND_MODEL,
  buildTree,
  createBdTree,
  createBlendTree,
  createLinearModel,
  createMesh,
  createSkinModel,
  createTetEmbedding,
} from 'pliant/parts';
import { sheet, tangledMesh } from '../mesh/make-meshes.js';
import { randomPiece } from '../regions/make-pieces.js';

/** How vertices move. */
export const MOTIONS = ['rigid', 'linear', 'skin', 'morphing skin', 'embedding'] as const;

/** A way to move. */
export type Motion = (typeof MOTIONS)[number];

/** Room for all cuts of a test. */
export const ROOM = { vertices: 600, triangles: 1500 };

const BONES = 4;
const INFLUENCES = 2;

/** What a shape must be after all cuts so far. */
export interface Expected {
  readonly motion: Motion;
  positions: number[];
  triangles: number[];
  /** The number that each triangle has in the body, and the next one. */
  numbers: number[];
  nextNumber: number;
  /** Displacements of each field. */
  fields: number[][];
  joints: number[];
  weights: number[];
}

/** A tetrahedron around everything. */
const SOLID = {
  points: Float32Array.of(-9, -9, -9, 30, -9, -9, -9, 30, -9, -9, -9, 30),
  tetrahedra: Uint32Array.of(0, 1, 2, 3),
};

/** How a mesh is to move, at random. */
function expectedOf(random: Random, mesh: Mesh, motion: Motion): Expected {
  const expected: Expected = {
    motion,
    positions: [...mesh.positions],
    triangles: [...mesh.triangles],
    numbers: Array.from({ length: mesh.triangleCount }, (_, i) => i),
    nextNumber: mesh.triangleCount,
    fields: motion === 'linear' ? [[], []] : motion === 'morphing skin' ? [[]] : [],
    joints: [],
    weights: [],
  };
  for (let vertex = 0; vertex < mesh.vertexCount; vertex++) addMotion(random, expected);
  return expected;
}

/** Adds how one more vertex moves. */
function addMotion(random: Random, { fields, joints, motion, weights }: Expected): void {
  for (const field of fields) for (let axis = 0; axis < 3; axis++) field.push(random.range(-0.15, 0.15));
  if (!motion.endsWith('skin')) return;
  for (let k = 0; k < INFLUENCES; k++) {
    joints.push(random.integer(BONES));
    weights.push(random.next() + 0.01);
  }
}

/** The mesh that a shape must have. */
export function meshOfExpected({ positions, triangles }: Expected): Mesh {
  return createMesh({ positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) });
}

/** The model of vertices from one on. */
export function modelOfExpected(expected: Expected, mesh: Mesh, from = 0): Model {
  const { motion } = expected;
  const fields = expected.fields.map((field) => Float32Array.from(field.slice(from * 3)));
  if (motion === 'embedding') return createTetEmbedding(mesh, SOLID);
  if (!motion.endsWith('skin')) return createLinearModel(mesh, fields);
  return createSkinModel(mesh, {
    joints: Uint32Array.from(expected.joints.slice(from * INFLUENCES)),
    weights: Float64Array.from(expected.weights.slice(from * INFLUENCES)),
    influencesPerVertex: INFLUENCES,
    jointCount: BONES,
    ...(fields.length > 0 && { morphTargets: fields }),
  });
}

/** Meshes to cut. */
export const MESHES: Readonly<Record<string, (random: Random) => Mesh>> = {
  'a sheet': (random) => scaled(sheet(8 + random.integer(10), 6 + random.integer(12))),
  'a piece': (random) => randomPiece(random).mesh,
  'a tangle': (random) => tangledMesh(random),
  'a ball': (random) => ball(6 + random.integer(8), 8 + random.integer(12)),
  // Large enough that bounds of upper nodes are kept.
  'a large sheet': () => scaled(sheet(52, 50)),
};

function scaled(mesh: Mesh): Mesh {
  const most = Math.max(...mesh.positions.map(Math.abs));
  return createMesh({ positions: mesh.positions.map((value) => value / most), triangles: mesh.triangles });
}

function ball(rows: number, columns: number): Mesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let i = 0; i <= rows; i++) {
    for (let j = 0; j < columns; j++) {
      const [u, v] = [(Math.PI * i) / rows, (2 * Math.PI * j) / columns];
      positions.push(Math.sin(u) * Math.cos(v) * 0.5, Math.sin(u) * Math.sin(v) * 0.5, Math.cos(u) * 0.5);
      if (i === rows) continue;
      const [a, b] = [i * columns + j, i * columns + ((j + 1) % columns)];
      triangles.push(a, a + columns, b, b, a + columns, b + columns);
    }
  }
  return createMesh({ positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) });
}

function boundsOf(random: Random, mesh: Mesh, model: Model): Shape['bounds'] {
  const tree = buildTree(mesh, { leafSize: 1 + random.integer(6), arity: random.integer(4) === 0 ? 2 : 4 });
  if (model.kind === BLEND_MODEL)
    return createBlendTree(mesh, model, tree, { patchSize: [1, 8, 16, 64][random.integer(4)] });
  const bound = (['box', 'sphere', 'oriented-box'] as const)[random.integer(3)];
  return createBdTree(mesh, model, tree, { bound, morph: random.integer(3) === 0 });
}

/** A shape at random over a mesh, and what it is. */
export function shapeOf(random: Random, mesh: Mesh, motion: Motion): { shape: Shape; expected: Expected } {
  const expected = expectedOf(random, mesh, motion);
  const model = modelOfExpected(expected, mesh);
  return { shape: { mesh, model, bounds: boundsOf(random, mesh, model) }, expected };
}

/** Numbers that drive a model: weights, then transforms or points, which move it by more or less. Every vertex moves for itself: so much of a fine mesh would collide by what a coarse one bears. */
export function randomNumbers(
  random: Random,
  { poseLayout, vertexCount }: Model,
): { weights: number[]; transforms: number[]; points: number[] } {
  const much = vertexCount > 1000 ? 0.03 : 1;
  const transforms = Array.from({ length: poseLayout.transformCount }, () =>
    [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0].map((value) => value + random.range(-0.3, 0.3) * much),
  ).flat();
  return {
    weights: Array.from({ length: poseLayout.weightCount }, () => random.range(-1.5, 1.5) * much),
    transforms,
    points:
      poseLayout.pointCount === 0 ? [] : [...SOLID.points].map((value) => value * (1 + random.range(-0.6, 0.6) * much)),
  };
}

/** A cut at random, and what the shape must be after it, which is written into `expected`. */
export function randomCut(random: Random, expected: Expected): { readonly cut: Cut; readonly what: string } {
  const kinds = Object.keys(CUTS);
  const kind = kinds[random.integer(kinds.length)];
  const removed = new Set<number>();
  const add: number[] = [];
  const vertexCount = expected.positions.length / 3;
  CUTS[kind](random, expected, removed, add);
  const triangleCount = expected.triangles.length / 3;
  if (removed.size >= triangleCount && add.length === 0) removed.delete(random.integer(triangleCount));
  if (removed.size >= triangleCount && add.length === 0) removed.clear();
  const remove = [...removed].sort(() => random.next() - 0.5).map((i) => expected.numbers[i]);
  expected.triangles = [...expected.triangles.filter((_, corner) => !removed.has(Math.floor(corner / 3))), ...add];
  expected.numbers = expected.numbers.filter((_, i) => !removed.has(i));
  for (let i = 0; i < add.length / 3; i++) expected.numbers.push(expected.nextNumber++);
  const positions = Float32Array.from(expected.positions.slice(vertexCount * 3));
  if (positions.length === 0) return { cut: { remove, add }, what: kind };
  const part: Mesh = { positions, triangles: new Uint32Array(0), vertexCount: positions.length / 3, triangleCount: 0 };
  const deformation = modelOfExpected(expected, part, vertexCount);
  return { cut: { remove, add: Uint32Array.from(add), vertices: { positions, deformation } }, what: kind };
}

type MakeCut = (random: Random, expected: Expected, removed: Set<number>, add: number[]) => void;

const CUTS: Readonly<Record<string, MakeCut>> = {
  nothing: () => undefined,
  'some triangles': (random, { triangles }, removed) => {
    for (let i = 1 + random.integer(5); i > 0; i--) removed.add(random.integer(triangles.length / 3));
  },
  'a hole': (random, expected, removed) => {
    const [x, y, z] = pointOf(expected, expected.triangles[random.integer(expected.triangles.length)]);
    removeWhere(expected, removed, random.range(0.05, 0.35), ([a, b, c]) =>
      Math.sqrt((a - x) ** 2 + (b - y) ** 2 + (c - z) ** 2),
    );
  },
  'a slit': (random, expected, removed) => {
    const axis = random.integer(3);
    const at = pointOf(expected, expected.triangles[random.integer(expected.triangles.length)])[axis];
    removeWhere(expected, removed, 0.03, (point) => Math.abs(point[axis] - at));
  },
  'most of it': (random, { triangles }, removed) => {
    for (let i = 0; i < triangles.length / 3; i++) if (random.integer(8) > 0) removed.add(i);
  },
  'triangles between any vertices': (random, expected, _, add) => {
    for (let i = 3 * (1 + random.integer(6)); i > 0; i--) add.push(random.integer(expected.positions.length / 3));
  },
  'triangles between neighbours': (random, expected, _, add) => {
    for (let i = 1 + random.integer(8); i > 0; i--) add.push(...neighbours(random, expected));
  },
  'the same again, turned over': (random, { triangles }, removed, add) => {
    for (let i = 1 + random.integer(6); i > 0; i--) {
      const triangle = random.integer(triangles.length / 3);
      const [a, b, c] = triangles.slice(triangle * 3, triangle * 3 + 3);
      add.push(a, c, b);
      if (random.integer(2) === 0) removed.add(triangle);
    }
  },
  'one point in the middle of triangles': (random, expected, removed, add) => {
    for (let i = 1 + random.integer(5); i > 0; i--) {
      const triangle = random.integer(expected.triangles.length / 3);
      if (removed.has(triangle)) continue;
      const corners = expected.triangles.slice(triangle * 3, triangle * 3 + 3);
      const middle = addVertex(
        random,
        expected,
        [0, 1, 2].map((axis) => mean(corners.map((v) => pointOf(expected, v)[axis]))),
      );
      removed.add(triangle);
      for (let k = 0; k < 3; k++) add.push(corners[k], corners[(k + 1) % 3], middle);
    }
  },
  'an island': (random, expected, _, add) => {
    // Boxes of blends are kept on a grid that does not reach far beyond the mesh.
    const far = expected.motion.endsWith('skin') ? 0.2 : random.integer(3) === 0 ? 5 : 1;
    const near = expected.motion.endsWith('skin') ? pointOf(expected, expected.triangles[0]) : [0, 0, 0];
    const place = near.map((middle) => middle + random.range(-0.5, 1) * far);
    const first = expected.positions.length / 3;
    const side = 2 + random.integer(5);
    for (let i = 0; i <= side; i++) {
      for (let j = 0; j <= side; j++) addVertex(random, expected, [place[0] + i * 0.05, place[1] + j * 0.05, place[2]]);
    }
    for (let i = 0; i < side; i++) {
      for (let j = 0; j < side; j++) {
        const at = first + i * (side + 1) + j;
        add.push(at, at + side + 1, at + 1, at + 1, at + side + 1, at + side + 2);
      }
    }
  },
  'everything but what is new': (random, { triangles, positions }, removed, add) => {
    for (let i = 0; i < triangles.length / 3; i++) removed.add(i);
    for (let i = 0; i < 60; i++) add.push(random.integer(positions.length / 3));
  },
};

function pointOf({ positions }: Expected, vertex: number): number[] {
  return positions.slice(vertex * 3, vertex * 3 + 3);
}

function mean(values: readonly number[]): number {
  return Math.fround(values.reduce((sum, value) => sum + value, 0) / values.length);
}

function removeWhere(
  { positions, triangles }: Expected,
  removed: Set<number>,
  limit: number,
  distance: (point: readonly number[]) => number,
): void {
  for (let triangle = 0; triangle < triangles.length / 3; triangle++) {
    const points = [0, 1, 2].map((k) =>
      positions.slice(triangles[triangle * 3 + k] * 3, triangles[triangle * 3 + k] * 3 + 3),
    );
    if (points.some((point) => distance(point) < limit)) removed.add(triangle);
  }
}

/** Corners of three triangles around one vertex: often an edge that has two triangles already. */
function neighbours(random: Random, { triangles }: Expected): number[] {
  const triangle = random.integer(triangles.length / 3);
  const corners = triangles.slice(triangle * 3, triangle * 3 + 3);
  const around: number[] = [];
  for (let i = 0; i < triangles.length; i += 3) {
    const others = triangles.slice(i, i + 3);
    if (others.includes(corners[0])) around.push(...others);
  }
  return [corners[0], corners[1], around[random.integer(around.length)]];
}

function addVertex(random: Random, expected: Expected, place: readonly number[]): number {
  expected.positions.push(...place.map(Math.fround));
  addMotion(random, expected);
  return expected.positions.length / 3 - 1;
}
