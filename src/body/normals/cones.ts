/**
 * The normal cones of a body's nodes in the present pose: as bits of the directions that all their triangles face, computed where they are asked for, and once in a pose.
 */
import { BY_FIELDS, BY_POINTS, FROM_TRIANGLES, NO_BOUND } from '../../bounds/normals/layout.js';
import type { NormalBounds } from '../../bounds/normals/layout.js';
import { parentsOf } from '../../bounds/normals/normal-bounds.js';
import type { Tiles } from '../../bounds/regions/tiles.js';
import { BLEND_POSE } from '../../kernels/layout/blend-body.js';
import { GOVERNING } from '../../kernels/layout/blend.js';
import { LANES, LEAF_CAPACITY, leafWord } from '../../kernels/layout/child-words.js';
import { HEADER } from '../../kernels/layout/header.js';
import { ALL_FACINGS, NO_NODE } from '../../kernels/layout/regions.js';
import { follow, follow64, wordAt } from '../../kernels/units.js';
import type { MeshBody } from '../mesh-body.js';
import { directionsOf } from './cone.js';
import { boundFieldGradient } from './field-gradient.js';
import { REACH, STRETCH, createGradient } from './gradient.js';
import type { Gradient, GradientSource } from './gradient.js';
import { boundPointGradient } from './point-gradient.js';
import { createNormalStatistics, resetNormalStatistics } from './statistics.js';
import type { NormalStatistics } from './statistics.js';
import { boundTransformGradient } from './transform-gradient.js';
import { directionsOfTriangle } from './triangle-directions.js';

/** Cones of one body. */
export interface NormalCones extends GradientSource {
  readonly tiles: Tiles;
  /** The node above each one, or `NO_NODE`. */
  readonly parents: Uint32Array;
  /** The directions that each node faces, and the pose that was so in, counted from 1. */
  readonly directions: Uint16Array;
  readonly poses: Uint32Array;
  /** The pose in hand, and the body's stamp of it. */
  pose: number;
  stamp: number;
  readonly statistics: NormalStatistics;
}

/** Cones of no pose yet. */
export function createNormalCones(body: MeshBody, normals: NormalBounds, tiles: Tiles): NormalCones {
  return {
    body,
    normals,
    limits: new Float64Array(2),
    weights: body.pose.weights,
    tiles,
    parents: parentsOf(tiles),
    directions: new Uint16Array(tiles.nodeCount),
    poses: new Uint32Array(tiles.nodeCount),
    pose: 0,
    stamp: -1,
    statistics: createNormalStatistics(),
  };
}

/** Takes up the present pose of the body, which is fresh, and forgets the cones of another; returns whether it is another. */
export function turnToPose(cones: NormalCones): boolean {
  const { body, limits } = cones;
  if (cones.stamp === body.stamp) return false;
  cones.stamp = body.stamp;
  cones.pose++;
  resetNormalStatistics(cones.statistics);
  limits[REACH] = body.worldReach[0];
  if (cones.normals.rule !== BY_FIELDS) {
    const { f64, u32 } = body.kernels.arena;
    limits[STRETCH] = f64[follow64(u32, wordAt(body.header) + BLEND_POSE.governing) + GOVERNING.stretch];
  }
  return true;
}

/** Whether a node's cone is known in this pose. */
export function isKnown({ pose, poses }: NormalCones, node: number): boolean {
  return poses[node] === pose;
}

/** Notes the cone of a node. */
function setCone(cones: NormalCones, node: number, directions: number): void {
  cones.directions[node] = directions;
  cones.poses[node] = cones.pose;
}

const gradient = createGradient();

/** Computes the cone of a node by itself: from what moves it, or from its triangles where that is cheaper. */
export function computeCone(cones: NormalCones, node: number): void {
  const { normals } = cones;
  const row = normals.rows[node];
  if (row === FROM_TRIANGLES) {
    lookAtTriangles(cones, node);
    return;
  }
  if (row === NO_BOUND) {
    setCone(cones, node, 0);
    return;
  }
  cones.statistics.masks++;
  boundGradient(cones, row, gradient);
  setCone(cones, node, directionsOf(gradient, normals.numbers, row));
}

/** Bounds the gradient of a row in the pose in hand. */
export function boundGradient(source: GradientSource, row: number, out: Gradient): void {
  const { rule } = source.normals;
  if (rule === BY_FIELDS) boundFieldGradient(source, row, out);
  else if (rule === BY_POINTS) boundPointGradient(source, row, out);
  else boundTransformGradient(source, row, out);
}

/** Puts the cone of a node together from those of the nodes below it, which are known. */
export function joinCones(cones: NormalCones, node: number): void {
  const { children, tileCount } = cones.tiles;
  let directions = ALL_FACINGS;
  for (let lane = 0; lane < LANES; lane++) {
    const child = children[(node - tileCount) * LANES + lane];
    if (child !== NO_NODE) directions &= cones.directions[child];
  }
  cones.statistics.joinedMasks++;
  setCone(cones, node, directions);
}

/** Computes cones from the tiles up to a node. */
function lookAtTriangles(cones: NormalCones, node: number): void {
  const { children, starts, tileCount } = cones.tiles;
  if (isKnown(cones, node)) return;
  if (node < tileCount) {
    cones.statistics.tileMasks++;
    setCone(cones, node, directionsOfTriangles(cones.body, starts[node], starts[node + 1]));
    return;
  }
  for (let lane = 0; lane < LANES; lane++) {
    const child = children[(node - tileCount) * LANES + lane];
    if (child !== NO_NODE) lookAtTriangles(cones, child);
  }
  joinCones(cones, node);
}

/** Poses triangles, and says which directions all of them face. */
function directionsOfTriangles({ header, kernels }: MeshBody, first: number, end: number): number {
  for (let from = first; from < end; from += LEAF_CAPACITY) {
    kernels.run.poseLeaf(header, leafWord(from, Math.min(LEAF_CAPACITY, end - from)) | 0);
  }
  const { f32, u32 } = kernels.arena;
  const positions = follow(u32, wordAt(header) + HEADER.positions);
  const corners = follow(u32, wordAt(header) + HEADER.triangles);
  let directions = ALL_FACINGS;
  for (let corner = corners + first * 3; corner < corners + end * 3 && directions !== 0; corner += 3) {
    directions &= directionsOfTriangle(
      f32,
      positions + u32[corner] * 3,
      positions + u32[corner + 1] * 3,
      positions + u32[corner + 2] * 3,
    );
  }
  return directions;
}
