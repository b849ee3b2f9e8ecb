/** What a body keeps of its stars for searches with itself: taken when such a search first needs it. */
import { listStars, stretchCountOf } from '../bounds/blocks/stars.js';
import { HEADER } from '../kernels/layout/header.js';
import { SELF, hasStars } from '../kernels/layout/self.js';
import { STARS, STAR_ROOM_BYTES } from '../kernels/layout/stars.js';
import { ROW } from './memory.js';
import type { MeshBody } from './mesh-body.js';
import { haveSelf, keepForSelf } from './self.js';
import { behind, point, wordAt } from '../kernels/units.js';

/**
 * Has the stars there that searches unfold where they look, once all vertices have been posed. Pairs of triangles in stars that are
 * unfolded are no collisions: see ../kernels/twin/unfold-stars.ts.
 */
export function haveStars(body: MeshBody): void {
  const { u32 } = body.kernels.arena;
  const at = wordAt(body.header);
  if (!hasStars(u32, at) && u32[at + HEADER.wholeStamp] === u32[at + HEADER.stamp]) takeStars(body);
}

function takeStars(body: MeshBody): void {
  const { bounds, kernels } = body;
  const { arena, uploads } = kernels;
  const { triangles, vertexCount } = bounds;
  haveSelf(body);
  const shared = [{ words: listStars(triangles, vertexCount) }];
  // Marks are read in rows: the last reaches past the last corner.
  const marksBytes = triangles.length * 4 + ROW;
  const flagBytes = (vertexCount + stretchCountOf(triangles)) * 4;
  const taken = uploads.take(STARS.wordCount * 4 + STAR_ROOM_BYTES + marksBytes + flagBytes, shared);
  const block = taken.own;
  const { u32 } = arena;
  const kept = wordAt(block);
  const room = behind(block, STARS.wordCount * 4);
  const marks = behind(room, STAR_ROOM_BYTES);
  // Zeros: vertices without a ring stay so.
  const flags = behind(marks, marksBytes);
  point(u32, kept + STARS.list, taken.shared[0]);
  point(u32, kept + STARS.room, room);
  point(u32, kept + STARS.marks, marks);
  point(u32, kept + STARS.flags, flags);
  point(u32, kept + STARS.stretches, behind(flags, vertexCount * 4));
  keepForSelf(body, SELF.stars, block);
  body.keep({
    forget: () => {
      arena.u32.fill(0, wordAt(flags), wordAt(behind(flags, flagBytes)));
    },
    dispose: () => uploads.giveBack(block, shared),
  });
}
