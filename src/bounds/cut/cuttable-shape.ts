/** How a shape is copied for a body that may be cut (cuttable.ts), and what can be collected from it. */
import { requireInteger, requireNames, withDefaults } from '../../checks.js';
import { largestMagnitude } from '../../deform/linear.js';
import type { Model } from '../../deform/model.js';
import { giveModelRoom, takeModelRoom, withSpace } from '../../deform/model-room.js';
import { LANES, LEAF_BIT, NO_CHILD, leafCount, leafFirst } from '../../kernels/layout/child-words.js';
import { BLEND } from '../../kernels/layout/header.js';
import { NO_INDEX } from '../../mesh/mesh.js';
import type { Mesh } from '../../mesh/mesh.js';
import type { BlockTree } from '../blocks/block-tree.js';
import { requireUncut } from '../blocks/block-tree.js';
import { listRegions, rememberRegions } from '../regions/regions.js';
import type { BlockBounds, Shape } from '../shape.js';
import { createBeside } from './beside.js';
import { giveBdRoom } from './bd-room.js';
import { giveBlendRoom } from './blend-room.js';
import { BUILT_SLOT, TOP_BLOCK } from './cuttable.js';
import type { CuttableShape, Sizes } from './cuttable.js';
import { createCuttableRegions } from './cuttable-regions.js';

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

/** More levels than any tree of what was added has. */
const DEPTH = 96;

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
    // One triangle more, so that the counts of the mesh never are those of the bounds: whatever takes it for an ordinary shape notices.
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
    triangleRoom: shape.mesh.triangleCount + triangles,
    places,
    vertexPlaces: invert(bounds.vertexOrder),
    leafSlots,
    parents,
    presentCount: shape.mesh.triangleCount,
    beside: createBeside(shape, sizes),
    regions: hasRegions ? createCuttableRegions(listRegions(shape.bounds), shape, bounds) : undefined,
  };
  if (cuttable.regions) rememberRegions(bounds, cuttable.regions.listed);
  return cuttable;
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
