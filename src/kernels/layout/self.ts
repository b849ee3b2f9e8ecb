/** What a body keeps for searches with itself. */
import { follow } from '../units.js';
import type { WordIndex } from '../units.js';
import { HEADER } from './header.js';

/**
 * Words of it: where stars are (`STARS`), regions (`REGIONS`), and what is known of them from governors alone (`AFFINE`), or 0; and the last pose for which all vertices were posed, whatever
 * bounds are.
 */
export const SELF = { stars: 0, regions: 1, posedStamp: 2, affine: 3, wordCount: 4 } as const;

/** Whether a body has stars; `header` is that of the body. */
export function hasStars(u32: Uint32Array, header: WordIndex): boolean {
  return u32[header + HEADER.self] !== 0 && u32[follow(u32, header + HEADER.self) + SELF.stars] !== 0;
}

/** Where the stars of a body are that has some. */
export function starsOf(u32: Uint32Array, header: WordIndex): WordIndex {
  return follow(u32, follow(u32, header + HEADER.self) + SELF.stars);
}

/** Whether a body has regions. */
export function hasRegions(u32: Uint32Array, header: WordIndex): boolean {
  return u32[header + HEADER.self] !== 0 && u32[follow(u32, header + HEADER.self) + SELF.regions] !== 0;
}

/** Whether a search of a body with itself has posed all its vertices in the present pose. */
export function arePosed(u32: Uint32Array, header: WordIndex): boolean {
  const { self, stamp } = HEADER;
  return u32[header + self] !== 0 && u32[follow(u32, header + self) + SELF.posedStamp] === u32[header + stamp];
}

/** Where the regions of a body are that has some. */
export function regionsOf(u32: Uint32Array, header: WordIndex): WordIndex {
  return follow(u32, follow(u32, header + HEADER.self) + SELF.regions);
}

/** Where a body that has regions keeps what is known of them from governors alone; 0 where nothing is. */
export function affineOf(u32: Uint32Array, header: WordIndex): WordIndex {
  return follow(u32, follow(u32, header + HEADER.self) + SELF.affine);
}
