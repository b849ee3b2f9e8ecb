/**
 * The contours of regions, looked at where the normals of a region face one way: rule A of ../../kernels/twin/clear-region.ts, with the vertices of borders posed when they are first needed.
 *
 * Underflow. Products of float32 numbers are off by 2^-149 where they underflow, and the kernels' bounds on turns by 2^-150. Rule A allows for that by how much its triangles face a direction (cross-borders.ts); ours may
 * face it by less. So borders have to be large here. Let S be the size of one, u = 2^-24. Every bound is at least slop² = 1024u²S², of which 288u²S² are needed at most (cross-borders.ts, winding.ts). With S ≥ 2^-40
 * what is left is more than 700u²S² ≥ 2^-119: far more than 2^-148.
 */
import type { Arena } from '../../kernels/arena.js';
import { listRegions } from '../../bounds/regions/regions.js';
import type { Regions } from '../../bounds/regions/regions.js';
import type { RegionFunctions } from '../../kernels/kernel-functions.js';
import { leafWord } from '../../kernels/layout/child-words.js';
import { HEADER } from '../../kernels/layout/header.js';
import { CORNER_BIT, FACING, NODE, NO_LINE, REGION, REGIONS } from '../../kernels/layout/regions.js';
import { arePosed, regionsOf } from '../../kernels/layout/self.js';
import { PAIR_WALK } from '../../kernels/layout/walk.js';
import { behind, follow, placeOf, pointerAt, wordAt } from '../../kernels/units.js';
import type { WordIndex } from '../../kernels/units.js';
import type { MeshBody } from '../mesh-body.js';
import type { NormalCones } from './cones.js';

/** 2^-40 */
const SMALLEST = 9.094947017729282e-13;

/** What contours need of a body. */
export interface Contours {
  readonly run: RegionFunctions;
  readonly regions: Regions;
  /** Of each vertex a triangle that it is a corner of, in the order of the leaves. */
  readonly triangleOf: Uint32Array;
  /** The pose in which each node was last made ready. */
  readonly readyIn: Uint32Array;
}

/** Prepares for the contours of a body that has its regions. */
export function createContours(body: MeshBody, run: RegionFunctions): Contours {
  const { bounds } = body;
  const regions = listRegions(bounds);
  const triangleOf = new Uint32Array(bounds.vertexCount);
  bounds.triangles.forEach((vertex, corner) => (triangleOf[vertex] = Math.floor(corner / 3)));
  return { run, regions, triangleOf, readyIn: new Uint32Array(regions.tiles.nodeCount) };
}

/**
 * Whether a region is free of collisions for certain. The cones of both its nodes are known. What is kept of nodes in the arena is that of our cones then, which may say less than what a search of
 * regions finds: so that search is made to find it again.
 */
export function isContourClear(contours: Contours, cones: NormalCones, region: number): boolean {
  const { regions, run } = contours;
  const { header, kernels } = cones.body;
  const record = region * REGION.wordCount;
  const a = regions.regions[record + REGION.nodeA];
  const b = regions.regions[record + REGION.nodeB];
  makeReady(contours, cones, a);
  makeReady(contours, cones, b);
  const { u32 } = kernels.arena;
  const kept = regionsOf(u32, wordAt(header));
  const state = wordAt(kernels.scratch);
  u32[kept + REGIONS.facingsStamp] = 0;
  u32[state + PAIR_WALK.borderEdges] = 0;
  const place = behind(pointerAt(u32, kept + REGIONS.regions), record * 4);
  const isClear =
    run.clearRegion(header, placeOf(kept), place, kernels.scratch) === 1 &&
    isLarge(kernels.arena, kept, a) &&
    isLarge(kernels.arena, kept, b);
  cones.statistics.contours++;
  if (!isClear) cones.statistics.contoursRefused++;
  cones.statistics.contourEdges += u32[state + PAIR_WALK.borderEdges];
  return isClear;
}

/** Whether the border of a node has been seen in this pose, and is so large that nothing is lost to underflow. */
function isLarge({ f32, u32 }: Arena, kept: WordIndex, node: number): boolean {
  const facing = follow(u32, kept + REGIONS.facings) + node * FACING.wordCount;
  return u32[facing + FACING.line] !== NO_LINE && f32[facing + FACING.size] >= SMALLEST;
}

/** Poses the border of a node, and writes its directions to where the rule reads them, once in a pose. */
function makeReady({ readyIn, regions, triangleOf }: Contours, cones: NormalCones, node: number): void {
  if (readyIn[node] === cones.pose) return;
  readyIn[node] = cones.pose;
  const { header, kernels } = cones.body;
  const { u32 } = kernels.arena;
  const at = wordAt(header);
  if (u32[at + HEADER.wholeStamp] !== u32[at + HEADER.stamp] && !arePosed(u32, at)) {
    const { nodes, vertices } = regions;
    const first = nodes[node * NODE.wordCount + NODE.firstPoint];
    const end = first + nodes[node * NODE.wordCount + NODE.pointCount];
    const stamps = follow(u32, at + HEADER.vertexStamps);
    const now = u32[at + HEADER.stamp];
    for (let point = first; point < end; point++) {
      const vertex = vertices[point] & ~CORNER_BIT;
      // A leaf of one triangle: kernels pose its corners, whatever moves them.
      if (u32[stamps + vertex] !== now) kernels.run.poseLeaf(header, leafWord(triangleOf[vertex], 1) | 0);
    }
  }
  const facing = follow(u32, regionsOf(u32, at) + REGIONS.facings) + node * FACING.wordCount;
  u32[facing + FACING.directions] = cones.directions[node];
  u32[facing + FACING.simple] = 0;
  u32[facing + FACING.tried] = 0;
  u32[facing + FACING.line] = NO_LINE;
  u32[facing + FACING.stamp] = 0;
}
