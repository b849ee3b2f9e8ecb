/** What a lazy body keeps of its stars for searches with itself: taken when such a search first needs it. */
import type { Kernels } from '../kernels/kernels.js';
import { BODY } from '../kernels/lazy-layout.js';
import { STAR_ROOM_BYTES } from '../kernels/star-layout.js';
import { ROW } from './lazy-memory.js';
import { listStars, stretchCountOf } from './stars.js';

/** Triangles whose stars are wanted: three corners each, and how many vertices they have together. */
export interface StarredSurface {
  readonly triangles: Uint32Array;
  readonly vertexCount: number;
}

/**
 * Has the stars there that searches unfold where they look, once all vertices have been posed. Pairs of triangles in stars that are
 * unfolded are no collisions: see ../kernels/twin/unfold-stars.ts.
 */
export function haveStars(kernels: Kernels, header: number, surface: StarredSurface): void {
  const at = header >>> 2;
  const { u32 } = kernels.arena;
  if (u32[at + BODY.stars] !== 0 || u32[at + BODY.wholeStamp] !== u32[at + BODY.stamp]) return;
  takeStars(kernels, header, surface);
}

/** Forgets what is known of all stars. */
export function forgetStars({ arena }: Kernels, header: number, { triangles, vertexCount }: StarredSurface): void {
  const { u32 } = arena;
  const at = header >>> 2;
  if (u32[at + BODY.stars] === 0) return;
  const stretches = u32[at + BODY.starStretches] >>> 2;
  const flags = u32[at + BODY.starFlags] >>> 2;
  u32.fill(0, stretches, stretches + stretchCountOf(triangles));
  u32.fill(0, flags, flags + vertexCount);
}

/** Gives back what was taken, if anything was. */
export function giveStarsBack({ arena, uploads }: Kernels, header: number, surface: StarredSurface): void {
  const at = header >>> 2;
  if (arena.u32[at + BODY.stars] === 0) return;
  uploads.release(listStars(surface.triangles, surface.vertexCount));
  arena.free(arena.u32[at + BODY.starRoom]);
}

function takeStars({ arena, uploads }: Kernels, header: number, { triangles, vertexCount }: StarredSurface): void {
  const stars = listStars(triangles, vertexCount);
  const uploaded = uploads.acquire(stars);
  // Marks are read in rows: the last reaches past the last corner.
  const marksBytes = triangles.length * 4 + ROW;
  let room: number;
  try {
    room = arena.allocate(STAR_ROOM_BYTES + marksBytes + (vertexCount + stretchCountOf(triangles)) * 4);
  } catch (error) {
    uploads.release(stars);
    throw error;
  }
  const { u32 } = arena;
  const at = header >>> 2;
  const marks = room + STAR_ROOM_BYTES;
  // Zeros: vertices without a ring stay so.
  const flags = marks + marksBytes;
  const stretches = flags + vertexCount * 4;
  u32[at + BODY.stars] = uploaded;
  u32[at + BODY.starRoom] = room;
  u32[at + BODY.starMarks] = marks;
  u32[at + BODY.starFlags] = flags;
  u32[at + BODY.starStretches] = stretches;
}
