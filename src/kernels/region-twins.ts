/** The loops over regions in TypeScript: for where WebAssembly cannot be had. Loaded there only. */
import type { Arena } from './arena.js';
import type { RegionFunctions } from './kernel-functions.js';
import { boundRegions } from './twin/bound-regions.js';
import { clearRegion } from './twin/clear-region.js';
import { walkFitted } from './twin/walk-fitted.js';
import { walkRegions } from './twin/walk-regions.js';
import { wordAt } from './units.js';

/** The loops over regions over a memory. */
export function runRegionTwins(arena: Arena): RegionFunctions {
  return {
    boundRegions: (body) => boundRegions(arena, body),
    clearRegion: (body, kept, region, state) =>
      clearRegion(arena, body, wordAt(kept), wordAt(region), wordAt(state)) ? 1 : 0,
    walkRegions: (body, state) => walkRegions(arena, body, state),
    walkFitted: (body, state) => walkFitted(arena, body, state),
  };
}
