/** Posed vertices as queries and users read them: views of the arena, renewed when that grows, and a copy in the order of the mesh. */
import type { Kernels } from '../kernels/kernels.js';
import { HEADER } from '../kernels/layout/header.js';
import { wordAt } from '../kernels/units.js';
import type { ByteOffset } from '../kernels/units.js';

/** Views, and the copy. */
export interface PosedPositions {
  readonly kernels: Kernels;
  readonly header: ByteOffset;
  readonly vertexOrder: Uint32Array;
  readonly cornerCount: number;
  /** The whole arena as it was when the views were made: it is replaced when memory grows. */
  viewed: Float32Array | undefined;
  posed: Float32Array;
  corners: Uint32Array;
  /** Positions in the order of the mesh, made when they are asked for, and what had been posed when they were copied. */
  inMeshOrder: Float32Array | undefined;
  copiedStamp: number;
  copiedCount: number;
  isCopyWhole: boolean;
}

/** Positions of a body whose vertices lie in another order than those of its mesh. */
export function createPosedPositions(
  kernels: Kernels,
  header: ByteOffset,
  { triangles, vertexOrder }: { readonly vertexOrder: Uint32Array; readonly triangles: Uint32Array },
): PosedPositions {
  return {
    kernels,
    header,
    vertexOrder,
    cornerCount: triangles.length,
    viewed: undefined,
    posed: new Float32Array(0),
    corners: new Uint32Array(0),
    inMeshOrder: undefined,
    copiedStamp: -1,
    copiedCount: 0,
    isCopyWhole: false,
  };
}

/** Makes `posed` and `corners` views of the present memory. */
export function renewViews(positions: PosedPositions): void {
  const { f32, u32 } = positions.kernels.arena;
  if (positions.viewed === f32) return;
  const header = wordAt(positions.header);
  positions.viewed = f32;
  positions.posed = new Float32Array(f32.buffer, u32[header + HEADER.positions], positions.vertexOrder.length * 3);
  positions.corners = new Uint32Array(u32.buffer, u32[header + HEADER.triangles], positions.cornerCount);
}

/**
 * All positions in the order of the mesh. They are copied when something has been posed since they were last: `stamp` says in which pose,
 * `isWhole` whether all vertices have been posed in it. Until then the kernels count; a vertex on a border between patches counts
 * for each, so the number alone does not tell a whole body from a part.
 */
export function positionsInMeshOrder(positions: PosedPositions, stamp: number, isWhole: boolean): Float32Array {
  renewViews(positions);
  const { kernels, posed, vertexOrder } = positions;
  const count = kernels.arena.u32[wordAt(positions.header) + HEADER.verticesPosed];
  const copy = (positions.inMeshOrder ??= new Float32Array(vertexOrder.length * 3));
  if (positions.copiedStamp === stamp && positions.copiedCount === count && positions.isCopyWhole === isWhole) {
    return copy;
  }
  for (let i = 0; i < vertexOrder.length; i++) {
    const to = vertexOrder[i] * 3;
    for (let axis = 0; axis < 3; axis++) copy[to + axis] = posed[i * 3 + axis];
  }
  positions.copiedStamp = stamp;
  positions.copiedCount = count;
  positions.isCopyWhole = isWhole;
  return copy;
}
