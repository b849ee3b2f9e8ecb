/** Where a body keeps what searches with itself need: taken when the first of them does. */
import { HEADER } from '../kernels/layout/header.js';
import { SELF } from '../kernels/layout/self.js';
import { follow, wordAt } from '../kernels/units.js';
import type { ByteOffset } from '../kernels/units.js';
import type { MeshBody } from './mesh-body.js';

/** Notes where something is; `word` says what. */
export function keepForSelf(body: MeshBody, word: number, place: ByteOffset): void {
  const { header, kernels } = body;
  const { arena } = kernels;
  const at = wordAt(header) + HEADER.self;
  if (arena.u32[at] === 0) {
    const block = arena.allocate(SELF.wordCount * 4);
    arena.u32[at] = block;
    body.keep({ forget: () => {}, dispose: () => arena.free(block) });
  }
  arena.u32[follow(arena.u32, at) + word] = place;
}
