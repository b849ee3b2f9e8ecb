/** Where a body keeps what searches with itself need: taken when the first of them does. */
import { HEADER } from '../kernels/layout/header.js';
import { SELF } from '../kernels/layout/self.js';
import { follow, point, wordAt } from '../kernels/units.js';
import type { ByteOffset } from '../kernels/units.js';
import type { MeshBody } from './mesh-body.js';

/** Sees to the room for that. Comes first: where there is none, nothing else has been taken yet. */
export function haveSelf(body: MeshBody): void {
  const { header, kernels } = body;
  const { arena } = kernels;
  const at = wordAt(header) + HEADER.self;
  if (arena.u32[at] !== 0) return;
  const block = arena.allocate(SELF.wordCount * 4);
  point(arena.u32, at, block);
  body.keep({ forget: () => {}, dispose: () => arena.free(block) });
}

/** Notes where something is, after {@link haveSelf}; `word` says what. */
export function keepForSelf({ header, kernels }: MeshBody, word: number, place: ByteOffset): void {
  const { u32 } = kernels.arena;
  point(u32, follow(u32, wordAt(header) + HEADER.self) + word, place);
}
