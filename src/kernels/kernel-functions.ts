/** The hot loops, wherever they run. */
import type { ByteOffset } from './units.js';

/** The hot loops over byte offsets into an arena. The files of the twins describe each. */
export interface KernelFunctions {
  readonly deformLinear: (
    records: ByteOffset,
    recordBytes: number,
    active: ByteOffset,
    weights: ByteOffset,
    activeCount: number,
    vertexCount: number,
    out: ByteOffset,
  ) => void;
  readonly evaluateBlock: (body: ByteOffset, block: number) => ByteOffset;
  readonly poseLeaf: (body: ByteOffset, word: number) => void;
  readonly placeVertices: (positions: ByteOffset, vertexCount: number, placement: ByteOffset) => void;
  readonly refitBlocks: (body: ByteOffset, firstBlock: number, blockCount: number) => void;
  readonly poseBlendVertices: (body: ByteOffset, first: number, count: number) => void;
  readonly unfoldStars: (body: ByteOffset, first: number, end: number) => void;
  readonly walkSegment: (body: ByteOffset, state: ByteOffset) => number;
  readonly walkRay: (body: ByteOffset, state: ByteOffset) => number;
  readonly walkPairs: (bodyA: ByteOffset, bodyB: ByteOffset, state: ByteOffset) => number;
  readonly filterPairs: (bodyA: ByteOffset, bodyB: ByteOffset, state: ByteOffset) => void;
  readonly composeBones: (state: ByteOffset) => number;
  readonly writeGovernors: (body: ByteOffset, arePoints: number, isPlaced: number) => void;
}

/** The loops over regions, for searches of bodies with themselves: a module of their own. */
export interface RegionFunctions {
  readonly boundRegions: (body: ByteOffset) => void;
  readonly walkRegions: (body: ByteOffset, state: ByteOffset) => number;
}
