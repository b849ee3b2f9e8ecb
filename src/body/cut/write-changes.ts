/** Writes what a cut has changed to where the kernels read it. */
import { patchesBeside } from '../../bounds/cut/beside-blend.js';
import type { ChangedRange, Changes } from '../../bounds/cut/changes.js';
import type { CuttableShape } from '../../bounds/cut/cuttable.js';
import { knownStars } from '../../bounds/blocks/stars.js';
import { BLEND } from '../../kernels/layout/header.js';
import { slotWordAt } from '../../kernels/layout/record.js';
import { hasRegions, hasStars } from '../../kernels/layout/self.js';
import { wordAt } from '../../kernels/units.js';
import type { Body } from '../body.js';
import { writePatches } from '../memory.js';

/** Writes parts of arrays, words of slots, and patches. */
export function writeChanges({ header, kernels }: Body, shape: CuttableShape, { ranges, slots }: Changes): void {
  const { bounds, regions } = shape;
  const { u32 } = kernels.arena;
  const at = wordAt(header);
  // What searches with itself need is there once one has been.
  const later = new Set<unknown>();
  if (regions && !hasRegions(u32, at)) {
    const { across, nodes, regions: all, tiles, vertices } = regions.listed;
    for (const words of [across, nodes, all, tiles.children, vertices]) later.add(words);
  }
  if (!hasStars(u32, at)) later.add(knownStars(bounds.triangles));
  for (const range of ranges) if (!later.has(range.words)) writeRange(kernels, range);
  for (const slot of slots) u32[slotWordAt(u32, at, slot)] = bounds.words[slot];
  if (bounds.shape === BLEND) writePatches(u32, at, patchesBeside(bounds));
}

function writeRange({ arena, uploads }: Body['kernels'], { from, to, words }: ChangedRange): void {
  // It is there already: nothing is copied.
  const at = wordAt(uploads.acquire(words));
  uploads.release(words);
  if (words instanceof Float32Array) arena.f32.set(words.subarray(from, to), at + from);
  else arena.u32.set(words.subarray(from, to), at + from);
}
