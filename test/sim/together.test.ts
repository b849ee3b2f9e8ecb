/** The parts of `pliant/sim` at work together: a lattice around a surface becomes a soft body, which carries the surface, its spheres and its links, meets another one within a budget, and is pushed back. */
import { CONTACT, createBody, createPairHits, createShape, findPairHits, loadKernels } from 'pliant';
import type { Kernels, MeshBody } from 'pliant';
import {
  createLinkTransforms,
  createLinks,
  createTetEmbedding,
  inspectTetrahedra,
  writeLinkTransforms,
} from 'pliant/parts';
import {
  addForce,
  carryByLinks,
  createClosestFollower,
  createEnclosingFollower,
  createFollowedSpheres,
  createInterruptedWalk,
  createLattice,
  createMaterial,
  createPenalty,
  createSoftBody,
  createSoftSide,
  createSphereTree,
  embedModeFields,
  findVibrationModes,
  followSphere,
  followSpheres,
  measureMisses,
  pushApart,
  readEnergy,
  readMomentum,
  stepSoftBody,
  walkWithin,
} from 'pliant/sim';
import type { Lattice, SoftBody, SoftBodyOptions, SoftSide, WalkAnswer } from 'pliant/sim';
import { beforeAll, describe, expect, it } from 'vitest';
import { box, bunnyMesh, moved, together } from './lattice/solids.js';

const JELLY = createMaterial({ young: 4e4, poisson: 0.35, density: 1000, phi: 10, psi: 20 });
/** A bunny about one metre long, whose feet are at a height of 0. */
const BUNNY = moved(bunnyMesh(), [0, 0, 0], [0.1, 0.1, 0.1]);
const LATTICE = createLattice(BUNNY, { cells: 7 });
const TREE = createSphereTree(BUNNY, { depth: 2 });

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

function softBodyOf(lattice: Lattice, options: SoftBodyOptions = {}): SoftBody {
  return createSoftBody(lattice, { material: JELLY, fills: lattice.fills, ...options });
}

function sumOf(values: ArrayLike<number>): number {
  return Array.from(values).reduce((sum, value) => sum + value, 0);
}

/** Six times the volume of each tetrahedron, with its sign. */
function sixfoldVolumes(points: ArrayLike<number>, tetrahedra: ArrayLike<number>): number[] {
  return Array.from({ length: tetrahedra.length / 4 }, (_, t) => {
    const [o, ...ends] = [0, 1, 2, 3].map((corner) => tetrahedra[t * 4 + corner] * 3);
    const [a, b, c] = ends.map((end) => [0, 1, 2].map((axis) => points[end + axis] - points[o + axis]));
    return determinant(a, b, c);
  });
}

function determinant(a: readonly number[], b: readonly number[], c: readonly number[]): number {
  return a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
}

/** Where a vertex of the bunny is carried to: by its place in the tetrahedron that the lattice names, as shares of its volume. */
function carriedTo(vertex: number, positions: ArrayLike<number>): number[] {
  const { points, tetrahedra, tetrahedronOf } = LATTICE;
  const corners = [0, 1, 2, 3].map((k) => tetrahedra[tetrahedronOf[vertex] * 4 + k]);
  const at = [...BUNNY.positions.subarray(vertex * 3, vertex * 3 + 3)];
  const ways = corners.map((point) => [0, 1, 2].map((axis) => points[point * 3 + axis] - at[axis]));
  const shares = [0, 1, 2, 3].map((k) => {
    const [a, b, c] = [1, 2, 3].map((step) => ways[(k + step) % 4]);
    return (k % 2 === 0 ? 1 : -1) * determinant(a, b, c);
  });
  const whole = sumOf(shares);
  return [0, 1, 2].map((axis) => sumOf(corners.map((point, k) => (shares[k] / whole) * positions[point * 3 + axis])));
}

describe('a lattice whose pieces part in the midst of cells', () => {
  // A comb of two teeth, nearer to each other than a cell is long.
  const comb = together(
    box([0, 0, 0], [0.7, 0.3, 0.2]),
    box([0.06, 0.2, 0.01], [0.28, 1, 0.19]),
    box([0.46, 0.2, 0.01], [0.68, 1, 0.19]),
  );
  const lattice = createLattice(comb, { cellSize: 0.24 });
  const tipsOf = ({ points }: Lattice): readonly number[] =>
    [0.17, 0.57].map((x) => {
      const distances = Array.from({ length: points.length / 3 }, (_, p) =>
        Math.hypot(points[p * 3] - x, points[p * 3 + 1] - 1, points[p * 3 + 2] - 0.1),
      );
      return distances.indexOf(Math.min(...distances));
    });

  it('has faces with three tetrahedra, and makes a soft body that weighs what the surface holds', () => {
    const report = inspectTetrahedra(lattice);
    expect(report.crowdedFaces.length).toBeGreaterThan(0);
    const body = softBodyOf(lattice);
    const volume = sumOf(
      sixfoldVolumes(lattice.points, lattice.tetrahedra).map((six, t) => (six / 6) * lattice.fills[t]),
    );
    expect(sumOf(body.masses)).toBeCloseTo(1000 * volume, 6);
    expect(Math.abs(volume / (0.7 * 0.3 * 0.2 + 2 * 0.22 * 0.7 * 0.18) - 1)).toBeLessThan(0.05);
  });

  it('moves one tooth and hardly the other', () => {
    const stiff = createMaterial({ young: 4e6, phi: 2000, psi: 2000 });
    const pinned = Array.from(lattice.points.keys())
      .filter((i) => i % 3 === 1 && lattice.points[i] < 0.2)
      .map((i) => (i - 1) / 3);
    const body = softBodyOf(lattice, { material: stiff, pinned, gravity: [0, 0, 0] });
    const [pulled, other] = tipsOf(lattice);
    for (let frame = 0; frame < 30; frame++) {
      addForce(body, pulled, -200, 0, 0);
      stepSoftBody(body, 1 / 100);
    }
    const wayOf = (point: number): number => Math.abs(body.positions[point * 3] - lattice.points[point * 3]);
    expect(wayOf(pulled)).toBeGreaterThan(0.005);
    expect(wayOf(other)).toBeLessThan(0.1 * wayOf(pulled));
  });

  it('falls, lands and topples on a plane, and gains no energy', () => {
    const body = softBodyOf(lattice, { planes: [{ normal: [0, 1, 0], offset: -0.5 }] });
    let last = readEnergy(body).total;
    const [scale, first] = [Math.abs(last), last];
    for (let frame = 0; frame < 120; frame++) {
      stepSoftBody(body, 1 / 60);
      const { total } = readEnergy(body);
      expect(total, `frame ${frame}`).toBeLessThan(last + 1e-4 * scale);
      last = total;
    }
    const lowest = Math.min(...body.positions.filter((_, i) => i % 3 === 1));
    expect(lowest).toBeGreaterThan(-0.7);
    expect(readEnergy(body).total).toBeLessThan(first - 0.1 * scale);
    expect(body.failure).toBeUndefined();
  });
});

describe('vibration modes of a lattice', () => {
  const modes = findVibrationModes(LATTICE, JELLY, { fills: LATTICE.fills, modeCount: 5 });
  const moveBy = (body: SoftBody, mode: number, amplitude: number): void => {
    body.positions.forEach((_, i, all) => (all[i] = LATTICE.points[i] + amplitude * modes.shapes[mode][i]));
  };

  it('have the masses of the soft body of the same lattice, and its energy', () => {
    const body = softBodyOf(LATTICE, { precision: 'float64', gravity: [0, 0, 0] });
    modes.masses.forEach((mass, point) => expect(mass).toBeCloseTo(body.masses[point], 9));
    modes.eigenvalues.forEach((eigenvalue, mode) => {
      const amplitude = 1e-5 / Math.max(...modes.shapes[mode].map(Math.abs));
      moveBy(body, mode, amplitude);
      const expected = (eigenvalue * amplitude * amplitude) / 2;
      expect(Math.abs(readEnergy(body).elastic / expected - 1), `mode ${mode}`).toBeLessThan(1e-3);
    });
  });

  it('swing as fast as the soft body does', () => {
    const body = softBodyOf(LATTICE, {
      precision: 'float64',
      gravity: [0, 0, 0],
      material: { ...JELLY, phi: 0, psi: 0 },
    });
    const amplitude = 1e-5 / Math.max(...modes.shapes[0].map(Math.abs));
    moveBy(body, 0, amplitude);
    // After a quarter of a period all of it is in motion; after a half, it is on the other side.
    stepSoftBody(body, Math.PI / Math.sqrt(modes.eigenvalues[0]));
    const along = sumOf(
      Array.from(
        body.positions,
        (x, i) => (x - LATTICE.points[i]) * modes.shapes[0][i] * modes.masses[Math.floor(i / 3)],
      ),
    );
    expect(along / amplitude).toBeCloseTo(-1, 3);
  });

  it('carry a surface as its embedding does', () => {
    const embedding = createTetEmbedding(BUNNY, LATTICE);
    const byModes = createBody(kernels, createShape(BUNNY, { fields: embedModeFields(modes, embedding) }));
    const byPoints = createBody(kernels, createShape(BUNNY, LATTICE));
    const amplitudes = [0.3, -0.2, 0.1, 0.25, -0.15];
    const points = LATTICE.points.map((x, i) => x + sumOf(amplitudes.map((a, mode) => a * modes.shapes[mode][i])));
    byModes.setWeights(amplitudes);
    byPoints.setPoints(points);
    for (const body of [byModes, byPoints]) body.refit();
    const worst = Math.max(...byModes.positions.map((x, i) => Math.abs(x - byPoints.positions[i])));
    expect(worst).toBeLessThan(1e-6);
    for (const body of [byModes, byPoints]) body.dispose();
  });

  it('have six rigid motions for each of two boxes that share cells and no more', () => {
    const apart = together(box([0, 0, 0], [1, 0.3, 0.3]), box([0, 0.4, 0], [1, 0.7, 0.3]));
    const lattice = createLattice(apart, { cellSize: 0.16 });
    expect(findVibrationModes(lattice, JELLY, { fills: lattice.fills, modeCount: 2 }).rigidCount).toBe(12);
  });
});

/** A bunny that lives: a soft body, what it carries, and who is pushed where spheres meet. */
interface LivingBunny {
  readonly soft: SoftBody;
  readonly body: MeshBody;
  readonly side: SoftSide;
  readonly mover: { stamp: number; writeSphere(node: number, out: Float64Array, at: number): void };
}

function createBunny(offset: readonly number[], velocity: readonly number[], options: SoftBodyOptions): LivingBunny {
  const soft = softBodyOf(LATTICE, options);
  soft.positions.forEach((x, i, all) => (all[i] = x + offset[i % 3]));
  soft.velocities.forEach((_, i, all) => (all[i] = velocity[i % 3]));
  const embedding = createTetEmbedding(BUNNY, LATTICE);
  const follower = createEnclosingFollower(TREE, BUNNY, embedding, LATTICE.points);
  const near = createClosestFollower(TREE, LATTICE.points, { closest: 4 });
  const side = createSoftSide({
    velocities: soft.velocities,
    masses: soft.contactMasses,
    forces: soft.forces,
    starts: Uint32Array.from({ length: TREE.nodeCount + 1 }, (_, node) => node * near.perNode),
    vertices: near.closest,
  });
  const mover = {
    stamp: 0,
    writeSphere: (node: number, out: Float64Array, at: number): void =>
      followSphere(follower, node, soft.positions, out, at),
  };
  return { soft, body: createBody(kernels, createShape(BUNNY, LATTICE)), side, mover };
}

describe('a bunny that falls on a plane', () => {
  it('carries its surface by the lattice and by links, and spheres enclose both wherever it is', () => {
    const { body, soft } = createBunny([40, 0.2, -70], [0.3, 0, 0.2], { planes: [{ normal: [0, 1, 0] }] });
    const links = createLinks(BUNNY, LATTICE);
    const linked = createBody(kernels, createShape(BUNNY, links));
    const transforms = createLinkTransforms(links);
    const followers = [
      [body, createEnclosingFollower(TREE, BUNNY, createTetEmbedding(BUNNY, LATTICE), LATTICE.points)],
      [linked, createEnclosingFollower(TREE, BUNNY, carryByLinks(BUNNY, links), LATTICE.points)],
    ] as const;
    const spheres = new Float64Array(4 * TREE.nodeCount);
    let squashed = 0;
    for (let frame = 0; frame < 60; frame++) {
      stepSoftBody(soft, 1 / 60);
      if (frame % 6 !== 5) continue;
      body.setPoints(soft.positions);
      writeLinkTransforms(links, soft.positions, transforms);
      linked.setTransforms(transforms);
      for (const [carried, follower] of followers) {
        carried.refit();
        followSpheres(follower, soft.positions, spheres);
        expect(measureMisses(TREE, BUNNY, spheres, carried.positions).nodes, `frame ${frame}`).toBe(0);
      }
      for (let vertex = 0; vertex < BUNNY.vertexCount; vertex += 7) {
        carriedTo(vertex, soft.positions).forEach((x, axis) => {
          expect(Math.abs(body.positions[vertex * 3 + axis] - x)).toBeLessThan(2e-5);
          expect(Math.abs(linked.positions[vertex * 3 + axis] - x)).toBeLessThan(LATTICE.cellSize);
        });
      }
      squashed = Math.max(squashed, readEnergy(soft).contact);
    }
    expect(squashed).toBeGreaterThan(0);
    expect(soft.failure).toBeUndefined();
    for (const carried of [body, linked]) carried.dispose();
  });
});

/** Points that two triangles have in common: where edges of one pass through the other. */
function crossingsOf(first: MeshBody, a: number, second: MeshBody, b: number): number[][] {
  const [p, q] = [cornersOf(first, a), cornersOf(second, b)];
  return [...edgesThrough(p, q), ...edgesThrough(q, p)];
}

function cornersOf({ positions }: MeshBody, triangle: number): number[][] {
  return [0, 1, 2].map((k) => {
    const at = BUNNY.triangles[triangle * 3 + k] * 3;
    return [...positions.subarray(at, at + 3)];
  });
}

function edgesThrough(triangle: readonly number[][], [a, b, c]: readonly number[][]): number[][] {
  const minus = (u: readonly number[], v: readonly number[]): number[] => u.map((x, axis) => x - v[axis]);
  return [0, 1, 2].flatMap((k) => {
    const [from, to] = [triangle[k], triangle[(k + 1) % 3]];
    const way = minus(to, from);
    const whole = determinant(way, minus(b, a), minus(c, a));
    const t = -determinant(minus(from, a), minus(b, a), minus(c, a)) / whole;
    const v = determinant(way, minus(from, a), minus(c, a)) / whole;
    const w = determinant(way, minus(b, a), minus(from, a)) / whole;
    return t >= 0 && t <= 1 && v >= 0 && w >= 0 && v + w <= 1 ? [from.map((x, axis) => x + t * way[axis])] : [];
  });
}

/** Whether both spheres of some answered pair hold the point. */
function isAnswered({ contacts: { count, numbers } }: WalkAnswer, point: readonly number[]): boolean {
  for (let at = 0; at < count * CONTACT.stride; at += CONTACT.stride) {
    const isWithin = [at + CONTACT.centerA, at + CONTACT.centerB].every((sphere, k) => {
      const distance = Math.hypot(...point.map((x, axis) => x - numbers[sphere + axis]));
      return distance <= numbers[at + (k === 0 ? CONTACT.radiusA : CONTACT.radiusB)] + 1e-6;
    });
    if (isWithin) return true;
  }
  return false;
}

describe('two bunnies that run into each other', () => {
  const step = 1 / 300;

  it.each([60, 1000, 1e9])('part again, keep their momentum, and no crossing is left out, within %d tests', (tests) => {
    const still = { gravity: [0, 0, 0] as const };
    const pair = [createBunny([-0.6, 0, 0], [1, 0, 0], still), createBunny([0.6, 0.1, 0], [-1, 0, 0], still)];
    const [a, b] = pair;
    const sources = pair.map(({ mover }) => createFollowedSpheres(TREE, mover));
    const walk = createInterruptedWalk(sources[0], sources[1]);
    const penalty = createPenalty({ frequency: 8, damping: 0.2, friction: 0 });
    const hits = createPairHits(20_000);
    const momentum = (axis: number): number => sumOf(pair.map(({ soft }) => readMomentum(soft).linear[axis]));
    const before = [0, 1, 2].map(momentum);
    const size = readMomentum(a.soft).mass;
    let crossings = 0;
    for (let k = 0; k < 240; k++) {
      for (const { mover } of pair) mover.stamp++;
      walkWithin(walk, { tests });
      const { answer } = walk;
      if (k % 10 === 0) {
        for (const { body, soft } of pair) {
          body.setPoints(soft.positions);
          body.refit();
        }
        const count = findPairHits(a.body, b.body, hits);
        for (let i = 0; i < count; i += 5) {
          for (const point of crossingsOf(a.body, hits.pairs[i * 2], b.body, hits.pairs[i * 2 + 1])) {
            crossings++;
            expect(isAnswered(answer, point), `step ${k}, point ${point.join(', ')}`).toBe(true);
          }
        }
      }
      pushApart(answer.contacts, 0, answer.contacts.count, a.side, b.side, penalty);
      for (const { soft } of pair) stepSoftBody(soft, step);
    }
    if (tests === 1e9) expect(crossings).toBeGreaterThan(0);
    [0, 1, 2].forEach((axis) => expect(Math.abs(momentum(axis) - before[axis])).toBeLessThan(1e-6 * size));
    const [left, right] = pair.map(({ soft }) => readMomentum(soft).linear[0] / size);
    expect(left).toBeLessThan(0);
    expect(right).toBeGreaterThan(0);
    for (const { body } of pair) body.dispose();
  });
});
