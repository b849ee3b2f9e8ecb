/**
 * Two spheres that grow until they meet, and on: where triangles touch, the vertices that still go outwards turn back. After the scene of Zachmann & Weller 2006, 2 k to 40 k triangles each: many flightplans change, and a
 * separation list tells where. Every number follows from the options, bit for bit.
 */
import { PliantError, createPairHits } from 'pliant';
import type { PairHits } from 'pliant';
import { createMesh } from 'pliant/parts';
import type { Mesh } from 'pliant/parts';
import {
  advanceList,
  createKineticTree,
  createSeparationList,
  findListHits,
  planFlights,
  setFlight,
} from 'pliant/kinetic';
import type { KineticOptions, KineticTree, SeparationList } from 'pliant/kinetic';

/** How fine the spheres are. */
export interface SpheresOptions {
  /** Edges along a side of the octahedron that a sphere is made of, 1 to 100: eight triangles for the square of it. 16 are 2,048 triangles, 71 are 40,328. */
  readonly detail?: number;
}

/** The paper's finest. */
const SPHERES_DEFAULTS: Required<SpheresOptions> = { detail: 71 };

/** Details from the paper's smallest to its largest: 2 k, 5 k, 10 k, 20 k and 40 k triangles. */
export const SPHERES_DETAILS = [16, 25, 36, 50, 71] as const;

/** How long the scene is worth to be watched, in seconds: then what was turned first is back where it began. */
export const SPHERES_DURATION = 2;

/** Radii at first, how fast they grow, and how far their middles are from each other; in metres and seconds. */
const RADIUS = 1;
const GROWTH = 0.25;
const DISTANCE = 2.25;
/** The direction between them, of length 1: along no axis, so that few vertices are level with each other. */
const BETWEEN = [0.8, 0.36, 0.48] as const;
/** Pairs of triangles that can touch at once; the finest spheres have a tenth of it. */
const MOST_PAIRS = 100_000;

/** One of the spheres as it is at time 0: its surface, its middle, and where its vertices go. */
export interface GrowingSphere {
  readonly mesh: Mesh;
  readonly middle: readonly [number, number, number];
  /** Velocities at first: three numbers per vertex. */
  readonly velocities: Float64Array;
}

/** Both spheres. */
export function createSpheres(options: SpheresOptions = {}): readonly [GrowingSphere, GrowingSphere] {
  const { detail } = { ...SPHERES_DEFAULTS, ...options };
  if (!(Number.isInteger(detail) && detail >= 1 && detail <= 100)) {
    throw new PliantError(
      'bad-number',
      `createSpheres: detail is ${String(detail)}; pass a whole number from 1 to 100`,
    );
  }
  const { directions, triangles } = createOctahedron(detail);
  const at = (side: number): GrowingSphere => {
    const middle = BETWEEN.map((value) => (side * DISTANCE * value) / 2);
    const positions = Float32Array.from(directions, (value, i) => middle[i % 3] + RADIUS * value);
    return {
      mesh: createMesh({ positions, triangles }),
      middle: [middle[0], middle[1], middle[2]],
      velocities: directions.map((value) => GROWTH * value),
    };
  };
  return [at(-1), at(1)];
}

/** Two spheres at a time, and what watches them. */
export interface SpheresRun {
  readonly trees: readonly [KineticTree, KineticTree];
  readonly list: SeparationList;
  /** For each sphere: 1 for vertices that have been turned back. */
  readonly isTurned: readonly [Uint8Array, Uint8Array];
  /** Pairs of triangles that touched at the last step. */
  readonly hits: PairHits;
  /** Vertices that have been turned back so far. */
  turnedCount: number;
}

/** Puts both spheres into trees, and a list over them. */
export function startSpheres(
  spheres: readonly [GrowingSphere, GrowingSphere],
  options: KineticOptions = {},
): SpheresRun {
  const [a, b] = spheres.map(({ mesh, velocities }) =>
    createKineticTree(planFlights({ positions: mesh.positions, velocities }), mesh.triangles, options),
  );
  return {
    trees: [a, b],
    list: createSeparationList(a, b),
    isTurned: [new Uint8Array(spheres[0].mesh.vertexCount), new Uint8Array(spheres[1].mesh.vertexCount)],
    hits: createPairHits(MOST_PAIRS),
    turnedCount: 0,
  };
}

/** Goes on to a time, and turns the vertices of triangles that touch then. Returns how many were turned. A vertex turns once: who goes inwards already is let go. */
export function stepSpheres(run: SpheresRun, spheres: readonly [GrowingSphere, GrowingSphere], time: number): number {
  advanceList(run.list, time);
  findListHits(run.list, run.hits);
  const before = run.turnedCount;
  for (let hit = 0; hit < run.hits.count; hit++) {
    turnTriangle(run, spheres, 0, run.hits.pairs[hit * 2]);
    turnTriangle(run, spheres, 1, run.hits.pairs[hit * 2 + 1]);
  }
  return run.turnedCount - before;
}

function turnTriangle(
  run: SpheresRun,
  spheres: readonly [GrowingSphere, GrowingSphere],
  which: 0 | 1,
  triangle: number,
): void {
  const { mesh, velocities } = spheres[which];
  for (let corner = triangle * 3; corner < triangle * 3 + 3; corner++) {
    const vertex = mesh.triangles[corner];
    if (run.isTurned[which][vertex] === 1) continue;
    run.isTurned[which][vertex] = 1;
    run.turnedCount++;
    const velocity = [0, 1, 2].map((axis) => -velocities[vertex * 3 + axis]);
    setFlight(run.trees[which], vertex, { velocity });
  }
}

/** Directions to the vertices of an octahedron whose faces are cut into `detail` squared triangles each, and those. */
function createOctahedron(detail: number): { readonly directions: Float64Array; readonly triangles: Uint32Array } {
  const numbers = new Map<string, number>();
  const directions: number[] = [];
  const vertexAt = (x: number, y: number, z: number): number => {
    const name = `${x} ${y} ${z}`;
    const known = numbers.get(name);
    if (known !== undefined) return known;
    const length = Math.sqrt(x * x + y * y + z * z);
    directions.push(x / length, y / length, z / length);
    numbers.set(name, numbers.size);
    return numbers.size - 1;
  };
  const triangles: number[] = [];
  for (let octant = 0; octant < 8; octant++) {
    const [sx, sy, sz] = [octant & 1 ? -1 : 1, octant & 2 ? -1 : 1, octant & 4 ? -1 : 1];
    const corner = (i: number, j: number): number => vertexAt(sx * i, sy * j, sz * (detail - i - j));
    // Mirrored octants are seen from the other side.
    const add = (a: number, b: number, c: number): void => {
      if (sx * sy * sz > 0) triangles.push(a, b, c);
      else triangles.push(a, c, b);
    };
    for (let i = 0; i < detail; i++) {
      for (let j = 0; i + j < detail; j++) {
        add(corner(i, j), corner(i + 1, j), corner(i, j + 1));
        if (i + j + 1 < detail) add(corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1));
      }
    }
  }
  return { directions: Float64Array.from(directions), triangles: Uint32Array.from(triangles) };
}
