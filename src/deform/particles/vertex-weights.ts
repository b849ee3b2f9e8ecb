/** Which particles move which vertex: those whose kernel reaches it, each by its share of the sum of kernels. */
import { describe } from '../../checks.js';
import { PliantError } from '../../errors.js';
import type { Mesh } from '../../mesh/mesh.js';
import { kernel, squaredBetween } from './kernel.js';

/** Influences as a skin has them: vertex by vertex, padded with weights of 0, summing to 1. */
export interface VertexWeights {
  readonly joints: Uint32Array;
  readonly weights: Float64Array;
  readonly influencesPerVertex: number;
}

/** A particle reaches at least so much further than the farthest vertex that has no particle nearer, so that this one is moved smoothly. */
const BEYOND_VERTICES = 1.5;
/** And over its nearest neighbour: so far that kernels overlap. */
const BEYOND_NEIGHBOUR = 2;

/** As many weights, padded, as fit into half a gigabyte. */
const MOST_WEIGHTS = 33_554_432;

/** How far particles reach that were given no radius: over their neighbours, and every vertex is reached by the one nearest to it. */
export function chooseRadii(mesh: Mesh, points: Float32Array): Float64Array {
  const count = points.length / 3;
  const squares = new Float64Array(count);
  for (let particle = 0; particle < count; particle++) {
    let nearest = Infinity;
    for (let other = 0; other < count; other++) {
      const square = squaredBetween(points, particle, points, other);
      // Particles at one place do not count as neighbours.
      if (square > 0 && square < nearest) nearest = square;
    }
    squares[particle] = nearest * BEYOND_NEIGHBOUR * BEYOND_NEIGHBOUR;
  }
  for (let vertex = 0; vertex < mesh.vertexCount; vertex++) {
    const nearest = findNearest(mesh, vertex, points);
    const square = squaredBetween(mesh.positions, vertex, points, nearest) * BEYOND_VERTICES * BEYOND_VERTICES;
    if (square > squares[nearest]) squares[nearest] = square;
  }
  return squares.map((square) => Math.sqrt(square));
}

/** Radii as they are given: one for all, or one for each. */
export function requireRadii(caller: string, given: unknown, count: number): Float64Array {
  const radii =
    typeof given === 'number'
      ? new Float64Array(count).fill(given)
      : typeof given === 'object' && given !== null && typeof (given as ArrayLike<unknown>).length === 'number'
        ? Float64Array.from(given as ArrayLike<number>)
        : undefined;
  if (radii === undefined) {
    throw new PliantError(
      'bad-type',
      `${caller}: radius is ${describe(given)}; pass a number, one for each particle, or 'auto'`,
    );
  }
  if (radii.length !== count) {
    throw new PliantError('bad-count', `${caller}: ${radii.length} radii for ${count} particles; pass one for each`);
  }
  const wrong = radii.findIndex((radius) => !(radius > 0 && radius < Infinity));
  if (wrong >= 0) {
    throw new PliantError(
      'bad-number',
      `${caller}: the radius of particle ${wrong} is ${radii[wrong]}; pass a length above 0`,
    );
  }
  return radii;
}

/**
 * Weighs all particles at all vertices, in time that grows with the product of both.
 *
 * @throws PliantError where a vertex is out of reach of all of them.
 */
export function weighVertices(caller: string, mesh: Mesh, points: Float32Array, radii: Float64Array): VertexWeights {
  const { positions, vertexCount } = mesh;
  let influencesPerVertex = 0;
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    let count = 0;
    for (let particle = 0; particle < radii.length; particle++) {
      if (kernel(squaredBetween(positions, vertex, points, particle), radii[particle]) > 0) count++;
    }
    if (count === 0) refuseVertex(caller, mesh, vertex, points, radii);
    influencesPerVertex = Math.max(influencesPerVertex, count);
  }
  if (vertexCount * influencesPerVertex > MOST_WEIGHTS) {
    throw new PliantError(
      'bad-count',
      `${caller}: ${influencesPerVertex} particles reach a vertex, too many for ${vertexCount} vertices; use a smaller radius`,
    );
  }
  const joints = new Uint32Array(vertexCount * influencesPerVertex);
  const weights = new Float64Array(joints.length);
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    const begin = vertex * influencesPerVertex;
    let end = begin;
    let sum = 0;
    for (let particle = 0; particle < radii.length; particle++) {
      const weight = kernel(squaredBetween(positions, vertex, points, particle), radii[particle]);
      if (weight === 0) continue;
      joints[end] = particle;
      weights[end++] = weight;
      sum += weight;
    }
    for (let i = begin; i < end; i++) weights[i] /= sum;
  }
  return { joints, weights, influencesPerVertex };
}

function refuseVertex(caller: string, mesh: Mesh, vertex: number, points: Float32Array, radii: Float64Array): never {
  const nearest = findNearest(mesh, vertex, points);
  const distance = Math.sqrt(squaredBetween(mesh.positions, vertex, points, nearest));
  throw new PliantError(
    'bad-number',
    `${caller}: no particle reaches vertex ${vertex}; the nearest is ${nearest}, ${distance} away, with a radius of ${radii[nearest]}; ` +
      "use a larger radius or 'auto', or add a particle there",
  );
}

/** The particle nearest to a vertex, of the lowest number among several. */
function findNearest(mesh: Mesh, vertex: number, points: Float32Array): number {
  let nearest = 0;
  let least = Infinity;
  for (let particle = 0; particle * 3 < points.length; particle++) {
    const square = squaredBetween(mesh.positions, vertex, points, particle);
    if (square >= least) continue;
    least = square;
    nearest = particle;
  }
  return nearest;
}
