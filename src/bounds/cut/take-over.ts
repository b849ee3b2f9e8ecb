/** What is found out about a shape on demand, taken over to the one after a cut, as far as it is known. */
import { areRegionsKnown, listRegions, rememberRegions } from '../regions/regions.js';
import type { BlockBounds } from '../shape.js';
import { cutRegions } from './cut-regions.js';

/** Finds the regions after a cut if those before it are known; returns how many borders and regions were found anew. `sources` is that of `cutRegions`. */
export function takeOverRegions(
  before: BlockBounds,
  after: BlockBounds,
  sources: Uint32Array,
): { readonly borders: number; readonly regions: number } {
  if (!areRegionsKnown(before)) return { borders: 0, regions: 0 };
  const { bordersRebuilt, regions, regionsRebuilt } = cutRegions(listRegions(before), before, after, sources);
  rememberRegions(after, regions);
  return { borders: bordersRebuilt, regions: regionsRebuilt };
}
