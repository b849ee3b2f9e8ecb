/** The loops over regions in TypeScript: for where WebAssembly cannot be had. Loaded there only. */
import type { Arena } from './arena.js';
import type { RegionFunctions } from './kernel-functions.js';
import { boundRegions } from './twin/bound-regions.js';
import { walkRegions } from './twin/walk-regions.js';

/** The loops over regions over a memory. */
export function runRegionTwins(arena: Arena): RegionFunctions {
  return {
    boundRegions: (body) => boundRegions(arena, body),
    walkRegions: (body, state) => walkRegions(arena, body, state),
  };
}
