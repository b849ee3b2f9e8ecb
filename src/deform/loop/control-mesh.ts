/** Checks of what is to be subdivided: meshes that have no rule for a vertex or an edge, and creases that are no edges, are refused here. */
import { describe, requireInteger } from '../../checks.js';
import { PliantError } from '../../errors.js';
import type { Mesh } from '../../mesh/mesh.js';
import { createLevel, isBorder, oppositeOf, walkRing } from './level.js';
import type { LoopLevel } from './level.js';

/**
 * A sharp edge of the control mesh: its two vertices, and for how many levels it is sharp: 0 or more, fractions too, for ever when left out.
 */
export type Crease = readonly [from: number, to: number, sharpness?: number];

const CALLER = 'subdivideLoop';

/** The control mesh as level 0. */
export function createControlLevel(
  mesh: Mesh,
  creases: readonly Crease[],
  corners: Readonly<ArrayLike<number>>,
): LoopLevel {
  const { triangles, vertexCount } = mesh;
  requireCorners(triangles);
  const sharpnessOf = gatherCreases(creases, vertexCount);
  if (typeof corners !== 'object' || corners === null || typeof corners.length !== 'number') {
    throw new PliantError('bad-type', `${CALLER}: corners is ${describe(corners)}; pass a list of control vertices`);
  }
  const isCorner = new Uint8Array(vertexCount);
  for (let i = 0; i < corners.length; i++) {
    requireInteger(CALLER, `corners[${i}]`, corners[i], 0, vertexCount - 1);
    isCorner[corners[i]] = 1;
  }
  const level = createLevel(triangles, vertexCount, isCorner, (low, high) => {
    const key = low * vertexCount + high;
    return sharpnessOf.get(key)?.sharpness ?? 0;
  });
  requireManifold(level);
  requireEdges(level, sharpnessOf);
  return level;
}

/** Refuses to go to the limit where an edge is neither smooth nor sharp for ever. */
export function requireSettled(level: LoopLevel, levels: number): void {
  const left = level.sharpness.reduce((most, value) => (value < Infinity ? Math.max(most, value) : most), 0);
  if (left > 0) {
    throw new PliantError(
      'unsupported',
      `${CALLER}: after ${levels} levels a crease is still sharp by ${left}, so its limit is unknown; use ` +
        `${levels + Math.ceil(left)} levels, or no limit`,
    );
  }
}

function requireCorners(triangles: Uint32Array): void {
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t], triangles[t + 1], triangles[t + 2]];
    if (a === b || b === c || c === a) {
      throw new PliantError(
        'bad-index',
        `${CALLER}: triangle ${t / 3} names vertex ${a === b ? a : c} twice; leave such triangles out`,
      );
    }
  }
}

/** Every edge on one sheet or on its border, every vertex in one fan of triangles. How triangles are oriented does not matter. */
function requireManifold(level: LoopLevel): void {
  const { edges, edgeStarts, edgesAt, vertexCount } = level;
  requireSheets(level);
  const ring = new Uint32Array(edges.edgeCount);
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    const [begin, end] = [edgeStarts[vertex], edgeStarts[vertex + 1]];
    if (begin === end) {
      throw new PliantError(
        'unsupported',
        `${CALLER}: vertex ${vertex} belongs to no triangle; leave such vertices out, as dropUnusedVertices does`,
      );
    }
    let first = edgesAt[begin];
    for (let i = begin; i < end; i++) if (isBorder(edges, edgesAt[i])) first = edgesAt[i];
    if (walkRing(level, vertex, first, ring) === end - begin) continue;
    throw new PliantError(
      'unsupported',
      `${CALLER}: at vertex ${vertex} pieces of the surface meet that no edge joins; give each piece a vertex of its own there`,
    );
  }
}

/** At most two triangles on an edge, and not the same three corners on both: cut into four, those would share inner edges too. */
function requireSheets({ edges, triangles }: LoopLevel): void {
  for (let edge = 0; edge < edges.edgeCount; edge++) {
    const [begin, end] = [edges.starts[edge], edges.starts[edge + 1]];
    const [low, high] = [edges.vertices[edge * 2], edges.vertices[edge * 2 + 1]];
    if (end - begin > 2) {
      throw new PliantError(
        'unsupported',
        `${CALLER}: the edge between vertices ${low} and ${high} has ${end - begin} triangles, and Loop's rules are for at most 2; ` +
          'give each sheet vertices of its own there',
      );
    }
    if (
      end - begin === 2 &&
      oppositeOf(triangles, edges.sides[begin]) === oppositeOf(triangles, edges.sides[begin + 1])
    ) {
      const [first, second] = [Math.floor(edges.sides[begin] / 3), Math.floor(edges.sides[begin + 1] / 3)];
      throw new PliantError(
        'unsupported',
        `${CALLER}: triangles ${first} and ${second} have the same corners; leave one of them out`,
      );
    }
  }
}

interface GivenCrease {
  readonly index: number;
  readonly from: number;
  readonly to: number;
  readonly sharpness: number;
}

/** Creases by their edge: lower vertex times the number of vertices plus the higher. Of one that is given twice, the sharper counts. */
function gatherCreases(creases: readonly Crease[], vertexCount: number): Map<number, GivenCrease> {
  const found = new Map<number, GivenCrease>();
  if (!Array.isArray(creases)) {
    throw new PliantError(
      'bad-type',
      `${CALLER}: creases is ${describe(creases)}; pass an array of [from, to] or [from, to, sharpness]`,
    );
  }
  (creases as readonly Crease[]).forEach((crease, index) => {
    if (!Array.isArray(crease) || crease.length < 2) {
      throw new PliantError(
        'bad-type',
        `${CALLER}: creases[${index}] is ${describe(crease)}; pass [from, to] or [from, to, sharpness]`,
      );
    }
    const [from, to, sharpness = Infinity] = crease as unknown as Crease;
    requireInteger(CALLER, `the first vertex of creases[${index}]`, from, 0, vertexCount - 1);
    requireInteger(CALLER, `the second vertex of creases[${index}]`, to, 0, vertexCount - 1);
    if (!(typeof sharpness === 'number' && sharpness >= 0)) {
      throw new PliantError(
        'bad-number',
        `${CALLER}: the sharpness of creases[${index}] is ${describe(sharpness)}; pass 0 or more, or Infinity`,
      );
    }
    const key = Math.min(from, to) * vertexCount + Math.max(from, to);
    const before = found.get(key);
    if (before === undefined || before.sharpness < sharpness) found.set(key, { index, from, to, sharpness });
  });
  return found;
}

function requireEdges({ edges, vertexCount }: LoopLevel, creases: Map<number, GivenCrease>): void {
  if (creases.size === 0) return;
  const known = new Set<number>();
  for (let i = 0; i < edges.vertices.length; i += 2) known.add(edges.vertices[i] * vertexCount + edges.vertices[i + 1]);
  for (const [key, { index, from, to }] of creases) {
    if (known.has(key)) continue;
    throw new PliantError(
      'bad-index',
      `${CALLER}: creases[${index}] joins vertices ${from} and ${to}, which no triangle joins; pass edges of the control mesh`,
    );
  }
}
