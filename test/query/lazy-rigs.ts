/**
 * Small deforming bodies of every kind, in one pose and placement at a time: the same body lazy on both backends, where
 * its vertices are by the definition, and, as long as it is not placed anywhere, refitted too.
 */
import { type Body, type Pruning, type Shape, type Strategy, createBody } from 'pliant';
import type { Random } from 'pliant/exact';
import { type Mesh, buildTree, createBdTree, createLinearModel, createMesh } from 'pliant/parts';
import { RULES, randomPlacement, worldPositions } from '../bounds/bd-samples.js';
import { sheet } from '../mesh/make-meshes.js';
import { BACKENDS, refittedBody } from '../support/sample-bodies.js';
import { changed, latticeTangle, soup } from '../support/sample-meshes.js';

/** One body, several times over. */
export interface Rig {
  readonly what: string;
  readonly mesh: Mesh;
  /** Lazy bodies: WebAssembly first, then TypeScript. */
  readonly lazy: readonly [Body & Shape, Body & Shape];
  /** The same body refitted; stays in its place, so it is of no use once the others are placed. */
  readonly refit: Body;
  placement: number[] | undefined;
  /** Where all vertices are in the present pose and placement. */
  world: Float32Array;
}

/** Kinds of small meshes, all within about two units of the origin. */
export const RIG_MESHES: Readonly<Record<string, (random: Random, most: number) => Mesh>> = {
  soup: (random, most) => soup(random, 20 + random.integer(most - 19), 0.3),
  cloth: (random, most) => {
    const rows = 3 + random.integer(Math.floor(Math.sqrt(most / 2)) - 2);
    const cloth = sheet(Math.floor(most / 2 / rows), rows);
    return changed(cloth, (value, k) => (k % 3 === 2 ? random.range(-0.05, 0.05) : value * 0.15 - 1));
  },
  sphere: (_, most) => sphere(most < 128 ? 1 : 2),
  lattice: (random, most) =>
    changed(latticeTangle(random, 4 + random.integer(20), 20 + random.integer(most - 19), 4), (value) => value - 1.5),
  'one triangle': (random) => soup(random, 1, 1),
};

/** How a body deforms; each gives one field. Lengths of a weight of 1 are about a third of the mesh. */
const FIELDS: Readonly<Record<string, (random: Random, mesh: Mesh) => Float32Array>> = {
  random: (random, mesh) => mesh.positions.map(() => random.range(-0.3, 0.3)),
  smooth: (random, mesh) => {
    const [a, b, c] = [0, 0, 0].map(() => random.range(-1, 1));
    return mesh.positions.map((_, k) => {
      const v = k - (k % 3);
      return 0.3 * Math.fround(a * mesh.positions[v] + b * mesh.positions[v + 1] * mesh.positions[v + 2] + c);
    });
  },
  zero: (_, mesh) => new Float32Array(mesh.positions.length),
  translation: (random, mesh) => {
    const shift = [0, 0, 0].map(() => random.range(-0.5, 0.5));
    return mesh.positions.map((_, k) => shift[k % 3]);
  },
  'rotation-like': (random, mesh) => {
    const axis = random.integer(3);
    const [from, to] = [(axis + 1) % 3, (axis + 2) % 3];
    return mesh.positions.map((_, k) =>
      k % 3 === from ? -mesh.positions[k - from + to] : k % 3 === to ? mesh.positions[k - to + from] : 0,
    );
  },
  'one vertex': (random, mesh) => {
    const vertex = mesh.triangles[random.integer(mesh.triangles.length)];
    return mesh.positions.map((_, k) => (Math.floor(k / 3) === vertex ? random.range(-1, 1) : 0));
  },
};

/** What coordinates are multiplied by and moved by. */
const SCALES = [
  { name: 'ordinary', factor: 1, shift: 0 },
  { name: 'ordinary', factor: 1, shift: 0 },
  { name: 'tiny', factor: 1e-30, shift: 0 },
  { name: 'huge', factor: 1e30, shift: 0 },
  { name: 'far off', factor: 1, shift: 1e6 },
];

const FIELD_COUNTS = [0, 1, 3, 12];
/** When to refit, in every way. */
export const STRATEGIES: readonly Strategy[] = ['adaptive', 'lazy', 'refit'];
/** When to prove regions free, in every way. */
export const PRUNINGS: readonly Pruning[] = ['adaptive', 'always', 'never'];
const AMPLITUDES = [0.1, 1, 1, 3, 10];
const RULE_NAMES = Object.keys(RULES);

/** A rig of a random kind with up to about `most` triangles; two that are to meet need the same scale. */
export function randomRig(random: Random, most: number, scale = pick(random, SCALES)): Rig {
  const meshName = pick(random, Object.keys(RIG_MESHES));
  const fieldName = pick(random, Object.keys(FIELDS));
  const ruleName = pick(random, RULE_NAMES);
  const rest = RIG_MESHES[meshName](random, most);
  const fieldCount = pick(random, FIELD_COUNTS);
  const fields = Array.from({ length: fieldCount }, (_, j) =>
    FIELDS[j === 0 ? fieldName : pick(random, Object.keys(FIELDS))](random, rest).map((value) => value * scale.factor),
  );
  const mesh = changed(rest, (value) => value * scale.factor + scale.shift);
  const strategy = pick(random, STRATEGIES);
  const leafSize = 1 + random.integer(5);
  const what = `${scale.name} ${meshName}, ${fieldCount} fields (${fieldName}), ${ruleName}, ${strategy}, leaves of ${leafSize}`;
  return makeRig(what, mesh, fields, ruleName, strategy, leafSize);
}

/** A rig of given parts. */
export function makeRig(
  what: string,
  mesh: Mesh,
  fields: readonly Float32Array[],
  ruleName: string,
  strategy: Strategy,
  leafSize = 2,
): Rig {
  const model = createLinearModel(mesh, fields);
  const tree = buildTree(mesh, { leafSize, arity: leafSize % 2 === 0 ? 4 : 2 });
  const { bounds: options, coherence = 0 } = RULES[ruleName];
  const bounds = createBdTree(mesh, model, tree, options);
  const pruning = leafSize % 2 === 0 ? 'never' : 'always';
  const make = (kernels: (typeof BACKENDS)['wasm']): Body & Shape =>
    createBody(kernels, { mesh, model, bounds }, { strategy, coherence, pruning });
  const lazy = [make(BACKENDS.wasm), make(BACKENDS.typescript)] as const;
  const refit = refittedBody(BACKENDS.wasm, {
    mesh,
    model,
    tree,
    bound: ruleName.includes('box') ? 'box' : 'sphere',
  });
  return { what, mesh, lazy, refit, placement: undefined, world: worldPositions(lazy[0]) };
}

/** The scales that rigs come in. */
export function randomScale(random: Random): (typeof SCALES)[number] {
  return pick(random, SCALES);
}

/** A new pose, up to ten times the usual range; half of the time some weights are zero; now and then a new placement. */
export function moveRig(random: Random, rig: Rig, distance = 1): void {
  const amplitude = pick(random, AMPLITUDES);
  const isSparse = random.integer(2) === 0;
  poseRig(
    rig,
    Array.from(rig.lazy[0].pose.weights, () =>
      isSparse && random.integer(2) === 0 ? 0 : random.range(-amplitude, amplitude),
    ),
  );
  if (random.integer(4) === 0) {
    const size = rig.mesh.positions.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
    placeRig(rig, randomPlacement(random, size * distance, random.integer(4) === 0));
  }
}

/** Gives all bodies of a rig these weights. */
function poseRig(rig: Rig, weights: readonly number[]): void {
  for (const body of [...rig.lazy, rig.refit]) body.setWeights(weights);
  rig.world = worldPositions(rig.lazy[0], rig.placement);
}

/** Places the lazy bodies of a rig. */
function placeRig(rig: Rig, placement: number[]): void {
  for (const body of rig.lazy) body.setPlacement(placement);
  rig.placement = placement;
  rig.world = worldPositions(rig.lazy[0], placement);
}

/** The bodies that must agree in the present placement. */
export function bodiesOf(rig: Rig): readonly Body[] {
  return rig.placement ? rig.lazy : [...rig.lazy, rig.refit];
}

/** One of several. */
export function pick<Choice>(random: Random, choices: readonly Choice[]): Choice {
  return choices[random.integer(choices.length)];
}

/** Gives the memory of all bodies back. */
export function disposeRig(rig: Rig): void {
  for (const body of [...rig.lazy, rig.refit]) body.dispose();
}

/** A closed surface about the origin: an octahedron, refined so many times and blown up; 32 triangles, or 128. */
function sphere(refinements: number): Mesh {
  const corners = [1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1];
  let faces = [0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5];
  for (let round = 0; round < refinements; round++) {
    const middles = new Map<string, number>();
    const middleOf = (a: number, b: number): number => {
      const key = `${Math.min(a, b)} ${Math.max(a, b)}`;
      const known = middles.get(key);
      if (known !== undefined) return known;
      const sum = [0, 1, 2].map((axis) => corners[a * 3 + axis] + corners[b * 3 + axis]);
      const length = Math.sqrt(sum.reduce((total, value) => total + value * value, 0));
      corners.push(...sum.map((value) => value / length));
      middles.set(key, corners.length / 3 - 1);
      return corners.length / 3 - 1;
    };
    const refined: number[] = [];
    for (let face = 0; face < faces.length; face += 3) {
      const [a, b, c] = faces.slice(face, face + 3);
      const [ab, bc, ca] = [middleOf(a, b), middleOf(b, c), middleOf(c, a)];
      refined.push(a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca);
    }
    faces = refined;
  }
  return createMesh({ positions: Float32Array.from(corners), triangles: Uint32Array.from(faces) });
}
