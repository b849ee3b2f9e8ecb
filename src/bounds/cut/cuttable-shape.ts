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
import { requireInteger, requireNames, withDefaults } from '../../checks.js';
import { largestMagnitude } from '../../deform/linear.js';
import type { Model } from '../../deform/model.js';
import { giveModelRoom, takeModelRoom, withSpace } from '../../deform/model-room.js';
import { LANES, LEAF_BIT, NO_CHILD, leafCount, leafFirst } from '../../kernels/layout/child-words.js';
import { BLEND } from '../../kernels/layout/header.js';
import { NO_INDEX } from '../../mesh/mesh.js';
import type { Mesh } from '../../mesh/mesh.js';
import { fittedOf, keepFitted } from '../affine/known.js';
import type { BlockTree } from '../blocks/block-tree.js';
import { requireUncut } from '../blocks/block-tree.js';
import { listRegions, rememberRegions } from '../regions/regions.js';
import type { BlockBounds, Shape } from '../shape.js';
import { createBeside } from './beside.js';
import type { Beside } from './beside.js';
import { giveBdRoom } from './bd-room.js';
import { giveBlendRoom } from './blend-room.js';
import { createCuttableRegions } from './cuttable-regions.js';
import type { CuttableRegions } from './cuttable-regions.js';

/** For how much to keep room, until a body has to be made anew. */
export interface CutRoom {
  /** Vertices that may be added: from 0 to 1,048,576. All of them are posed with the others, whether they are there or not. */
  readonly vertices?: number;
  /** Triangles that may be added, counting those that are removed again: from 0 to 16,384. */
  readonly triangles?: number;
}

/** Defaults of {@link CutRoom}. */
export const CUT_ROOM_DEFAULTS: Required<CutRoom> = { vertices: 4096, triangles: 4096 };

const MOST_VERTICES = 1 << 20;
/** All that is added may come to be one patch of a blend, whose vertices are counted in sixteen bits. */
const MOST_TRIANGLES = 1 << 14;

/** The block right under the root. */
export const TOP_BLOCK = 1;
/** The lane of that block which has what was built; the others have what was added. */
export const BUILT_SLOT = TOP_BLOCK * LANES;
/** More levels than any tree of what was added has. */
const DEPTH = 96;

/** A shape with room, and where things are in it. */
export interface CuttableShape extends Shape {
  /** Its counts are those of the present; its arrays go on behind them. */
  readonly mesh: Mesh & { vertexCount: number; triangleCount: number };
  /** Vertices that there may be in all. */
  readonly vertexRoom: number;
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

/** Copies a shape, with room for cuts. Regions have to be known before, since they cannot be listed once there are holes. */
export function createCuttableShape(caller: string, shape: Shape, room: CutRoom, hasRegions: boolean): CuttableShape {
  requireNames(caller, room, Object.keys(CUT_ROOM_DEFAULTS));
  const { triangles, vertices } = withDefaults(CUT_ROOM_DEFAULTS, room);
  requireInteger(caller, 'room.vertices', vertices, 0, MOST_VERTICES);
  requireInteger(caller, 'room.triangles', triangles, 0, MOST_TRIANGLES);
  requireUncut(caller, shape.bounds);
  const sizes: Sizes = {
    // One vertex more, which triangles have that are not there.
    vertexCount: shape.mesh.vertexCount + vertices + 1,
    triangleCount: shape.mesh.triangleCount + triangles + 1,
    firstBlock: shape.bounds.blockCount + 1,
    // A tree of n triangles has at most n inner nodes, and there are three; the last two blocks are for nodes that are no more.
    blockCount: shape.bounds.blockCount + 1 + triangles + LANES + 2,
  };
  const model = giveModelRoom(shape.model, vertices + 1);
  const bounds = giveRoom(shape, model, sizes);
  const { leafSlots, parents, places } = findPlaces(bounds, sizes, shape.mesh.triangleCount);
  const cuttable: CuttableShape = {
    mesh: giveMeshRoom(shape.mesh, sizes),
    model,
    bounds,
    vertexRoom: shape.mesh.vertexCount + vertices,
    places,
    vertexPlaces: invert(bounds.vertexOrder),
    leafSlots,
    parents,
    presentCount: shape.mesh.triangleCount,
    beside: createBeside(shape, sizes),
    regions: hasRegions ? createCuttableRegions(listRegions(shape.bounds), shape, bounds) : undefined,
  };
  if (cuttable.regions) rememberRegions(bounds, cuttable.regions.listed);
  const fitted = fittedOf(shape.bounds);
  if (fitted) keepFitted(bounds, fitted);
  return cuttable;
}

/** The vertex that triangles have that are not there. */
export function noVertex({ bounds }: { readonly bounds: BlockTree }): number {
  return bounds.vertexCount - 1;
}

/** The mesh and the model as they are, for a shape anew: triangles that are there, in the order of their numbers, which `sources` has, and all vertices. */
export function collectShape({ mesh, model, places }: CuttableShape): {
  readonly mesh: Mesh;
  readonly model: Model;
  readonly sources: Uint32Array;
} {
  const sources = new Uint32Array(mesh.triangleCount).map((_, triangle) => triangle);
  const present = sources.filter((triangle) => places[triangle] !== NO_INDEX);
  const triangles = new Uint32Array(present.length * 3);
  present.forEach((triangle, i) => triangles.set(mesh.triangles.subarray(triangle * 3, triangle * 3 + 3), i * 3));
  return {
    mesh: {
      positions: mesh.positions.slice(0, mesh.vertexCount * 3),
      triangles,
      vertexCount: mesh.vertexCount,
      triangleCount: present.length,
    },
    model: takeModelRoom(model, mesh.vertexCount),
    sources: present,
  };
}

function giveRoom({ bounds, mesh }: Shape, model: Model, sizes: Sizes): BlockBounds {
  return bounds.shape === BLEND
    ? giveBlendRoom(
        { ...bounds, ...giveTreeRoom(bounds, sizes) },
        bounds,
        model,
        sizes,
        largestMagnitude(mesh.positions),
      )
    : giveBdRoom({ ...bounds, ...giveTreeRoom(bounds, sizes) }, bounds, sizes);
}

function giveTreeRoom(before: BlockTree, { blockCount, triangleCount, vertexCount }: Sizes): BlockTree {
  const words = new Uint32Array(blockCount * LANES).fill(NO_CHILD);
  words[0] = TOP_BLOCK;
  words[BUILT_SLOT] = moveWord(before.words[0]);
  for (let slot = LANES; slot < before.words.length; slot++) words[slot + LANES] = moveWord(before.words[slot]);
  words[(blockCount - 2) * LANES] = blockCount - 1;
  const vertexOrder = withSpace(before.vertexOrder, vertexCount);
  for (let vertex = before.vertexCount; vertex < vertexCount; vertex++) vertexOrder[vertex] = vertex;
  const triangleOrder = withSpace(before.triangleOrder, triangleCount);
  for (let place = before.triangleOrder.length; place < triangleCount; place++) triangleOrder[place] = place;
  return {
    vertexCount,
    blockCount,
    depth: Math.max(before.depth + 1, DEPTH),
    words,
    vertexOrder,
    triangles: withSpace(before.triangles, triangleCount * 3).fill(vertexCount - 1, before.triangles.length),
    triangleOrder,
    isCuttable: true,
  };
}

/** Where the same child is one block further. */
function moveWord(word: number): number {
  return word >= LEAF_BIT ? word : word + 1;
}

function giveMeshRoom(mesh: Mesh, { triangleCount, vertexCount }: Sizes): CuttableShape['mesh'] {
  const positions = withSpace(mesh.positions, vertexCount * 3);
  for (let k = mesh.positions.length; k < positions.length; k++) positions[k] = positions[k % 3];
  return {
    positions,
    triangles: withSpace(mesh.triangles, triangleCount * 3).fill(vertexCount - 1, mesh.triangles.length),
    vertexCount: mesh.vertexCount,
    triangleCount: mesh.triangleCount,
  };
}

function invert(order: Uint32Array): Uint32Array {
  const places = new Uint32Array(order.length);
  for (let place = 0; place < order.length; place++) places[order[place]] = place;
  return places;
}

/** Says where all triangles and blocks are of what was built. */
function findPlaces(
  { triangleOrder, words }: BlockTree,
  sizes: Sizes,
  builtCount: number,
): Pick<CuttableShape, 'leafSlots' | 'parents' | 'places'> {
  const places = new Uint32Array(sizes.triangleCount).fill(NO_INDEX);
  for (let place = 0; place < builtCount; place++) places[triangleOrder[place]] = place;
  const leafSlots = new Uint32Array(sizes.triangleCount);
  const parents = new Uint32Array(sizes.blockCount);
  for (let slot = 0; slot < words.length; slot++) {
    const word = words[slot];
    if (word === NO_CHILD) continue;
    if (word < LEAF_BIT) parents[word] = slot;
    else leafSlots.fill(slot, leafFirst(word), leafFirst(word) + leafCount(word));
  }
  return { leafSlots, parents, places };
}
