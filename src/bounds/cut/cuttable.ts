/**
 * A shape that can be cut while a body uses it. It is a copy, for that body alone, with room behind every array: a cut writes what it changes, in place, and the time it takes does not depend on how large
 * the mesh is.
 *
 * What was built stays below one lane of a block right under the root (`TOP`), its blocks in their order. Triangles that go leave holes in their leaves: bounds stay as they are, which hold all the more. Triangles that
 * come go into small trees in the other lanes of that block (beside.ts), so that no bound of what was built changes but that of the root.
 *
 * Numbers are stable. Triangles that go never come back, and those that come are numbered behind all others; the same holds for vertices. In the mesh, and wherever there is room, triangles that are not there
 * have the same vertex three times: they draw nothing, and go round nothing.
 */
import { LANES } from '../../kernels/layout/child-words.js';
import type { Mesh } from '../../mesh/mesh.js';
import type { BlockTree } from '../blocks/block-tree.js';
import type { Shape } from '../shape.js';
import type { CuttableRegions } from './cuttable-regions.js';
import type { RootSample } from './root-sample.js';

/** The block right under the root. */
export const TOP_BLOCK = 1;
/** The lane of that block which has what was built; the others have what was added. */
export const BUILT_SLOT = TOP_BLOCK * LANES;
/** A shape with room, and where things are in it. */
export interface CuttableShape extends Shape {
  /** Its counts are those of the present; its arrays go on behind them. */
  readonly mesh: Mesh & { vertexCount: number; triangleCount: number };
  /** Vertices and triangles that there may be in all. */
  readonly vertexRoom: number;
  readonly triangleRoom: number;
  /** Of each triangle its place in the order of the leaves, or `NO_INDEX` where it is not there. */
  readonly places: Uint32Array;
  /** Of each vertex its place in the order of the bounds: new ones are where their numbers say. */
  readonly vertexPlaces: Uint32Array;
  /** Of each place the slot of its leaf. */
  readonly leafSlots: Uint32Array;
  /** Of each block the slot that it is in. */
  readonly parents: Uint32Array;
  /** Triangles that are there. */
  presentCount: number;
  readonly beside: Beside;
  /** What is known of regions of what was built; nothing for bodies that shall not use them. */
  readonly regions: CuttableRegions | undefined;
}

/** How large arrays get. */
export interface Sizes {
  readonly vertexCount: number;
  readonly triangleCount: number;
  /** The first block for trees beside what was built. */
  readonly firstBlock: number;
  readonly blockCount: number;
}

/** Where one of the trees begins. */
export interface BesideTree {
  /** Its triangles, by their numbers; some may have been removed since. */
  triangles: readonly number[];
  firstPlace: number;
  firstBlock: number;
  firstPatchVertex: number;
}

/** All trees beside what was built: the first has lane 1. */
export interface Beside {
  readonly trees: readonly BesideTree[];
  /** Where what would come behind them all begins. */
  readonly end: BesideTree;
  /** What the root of a blend depends on. */
  readonly rootSample: RootSample | undefined;
}

/** A node of a tree that was built beside: its slot, and its triangles by their places. */
export interface BesideNode {
  readonly slot: number;
  readonly first: number;
  readonly count: number;
}

/** The vertex that triangles have that are not there. */
export function noVertex({ bounds }: { readonly bounds: BlockTree }): number {
  return bounds.vertexCount - 1;
}
