/** The hot loops, wherever they run. */
import type { Arena } from './arena.js';
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
  readonly writeWeights: (body: ByteOffset) => number;
  /** In WebAssembly: where functions of other modules are put that these call. */
  readonly table?: WebAssembly.Table;
}

/** The loop for bodies that paths move, beside those that the main loops call: a module of its own. */
export interface PathFunctions {
  readonly poseAllPaths: (body: ByteOffset, count: number) => void;
}

/** The loop over regions of bodies that have been fitted: another module. */
export interface FittedFunctions {
  readonly walkFitted: (body: ByteOffset, state: ByteOffset) => number;
}

/** The loops over regions, for searches of bodies with themselves: a module of their own. */
export interface RegionFunctions {
  readonly boundRegions: (body: ByteOffset) => void;
  readonly clearRegion: (body: ByteOffset, kept: ByteOffset, region: ByteOffset, state: ByteOffset) => number;
  readonly walkRegions: (body: ByteOffset, state: ByteOffset) => number;
  /** In TypeScript the loop of fitted bodies is among them. */
  readonly walkFitted?: FittedFunctions['walkFitted'];
}

/** Loops, and the memory that they work on. */
export interface Loops {
  /** Where they run. */
  readonly backend: 'wasm' | 'typescript';
  readonly arena: Arena;
  readonly run: KernelFunctions;
  /** Those over regions: not looked for yet, or not to be had. */
  readonly regions: RegionFunctions | null | undefined;
  /** What the arena is in, for other modules to work on. */
  readonly memory: WebAssembly.Memory | undefined;
}
