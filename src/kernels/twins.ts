/** The hot loops in TypeScript: for where WebAssembly cannot be had. Loaded there only. */
import type { Arena } from './arena.js';
import type { KernelFunctions } from './kernel-functions.js';
import { composeBones } from './twin/compose-bones.js';
import { deformLinear } from './twin/deform-linear.js';
import { evaluateBlock } from './twin/evaluate-block.js';
import { filterPairs } from './twin/filter-pairs.js';
import { poseBlendVertices } from './twin/pose-blend.js';
import { placeVertices, poseLeaf } from './twin/pose-leaf.js';
import { refitBlocks } from './twin/refit-blocks.js';
import { unfoldStars } from './twin/unfold-stars.js';
import { walkPairs } from './twin/walk-pairs.js';
import { walkRay } from './twin/walk-ray.js';
import { walkSegment } from './twin/walk-segment.js';
import { writeGovernors } from './twin/write-governors.js';
import { writeWeights } from './twin/write-weights.js';

/** The hot loops over a memory. */
export function runTwins(arena: Arena): KernelFunctions {
  // Written out, since bound functions and rest parameters allocate on each call.
  return {
    deformLinear: (records, recordBytes, active, weights, activeCount, vertexCount, out) =>
      deformLinear(arena, records, recordBytes, active, weights, activeCount, vertexCount, out),
    evaluateBlock: (body, block) => evaluateBlock(arena, body, block),
    poseLeaf: (body, word) => poseLeaf(arena, body, word),
    placeVertices: (positions, vertexCount, placement) => placeVertices(arena, positions, vertexCount, placement),
    refitBlocks: (body, firstBlock, blockCount) => refitBlocks(arena, body, firstBlock, blockCount),
    poseBlendVertices: (body, first, count) => poseBlendVertices(arena, body, first, count),
    unfoldStars: (body, first, end) => unfoldStars(arena, body, first, end),
    walkSegment: (body, state) => walkSegment(arena, body, state),
    walkRay: (body, state) => walkRay(arena, body, state),
    walkPairs: (bodyA, bodyB, state) => walkPairs(arena, bodyA, bodyB, state),
    filterPairs: (bodyA, bodyB, state) => filterPairs(arena, bodyA, bodyB, state),
    composeBones: (state) => composeBones(arena, state),
    writeGovernors: (body, arePoints, isPlaced) => writeGovernors(arena, body, arePoints, isPlaced),
    writeWeights: (body) => writeWeights(arena, body),
  };
}
