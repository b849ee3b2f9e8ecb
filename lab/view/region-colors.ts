/**
 * Colours for what is proved free of collisions: by which rule, and how many triangles at once. The picture and its legend take them from here. Rules differ in hue, blue and yellow, which nearly
 * everybody tells apart, and sizes in lightness. No yellow is dark, so that what collides, in dark red, stands out from it.
 */
import { PROVED_BY_GOVERNORS, PROVED_BY_NOTHING } from 'pliant/inspect';
import type { REGION_LOOKS } from '../model/state.js';

/** What regions are coloured by, where they are. */
export type RegionColoring = Exclude<(typeof REGION_LOOKS)[number], 'off'>;

/** Fewest triangles of the regions of each size: four times as many from one to the next, as nodes of a tree have. */
export const REGION_SIZES = [1, 32, 128, 512, 2048, 8192] as const;

/** What is in no region. */
export const UNPROVED = 0x5d6470;

/** Small regions first. */
export const BORDER_COLORS = [0xffedae, 0xffdf7d, 0xffcf4a, 0xf2bb24, 0xdba414, 0xc4910c] as const;
export const GOVERNOR_COLORS = [0xd4e6ff, 0xaccdf8, 0x7fb0ef, 0x558edd, 0x376bc4, 0x294aa2] as const;
export const SIZE_COLORS = [0xfff1b8, 0xc3e59b, 0x6fd0a6, 0x2fadb8, 0x2f7fc4, 0x4b55b8] as const;
/** Of all sizes. */
export const BORDER_COLOR = BORDER_COLORS[2];
export const GOVERNOR_COLOR = GOVERNOR_COLORS[3];

/** How many classes there are: what is not proved; then the sizes that borders prove, then those that governors do. */
export const REGION_CLASS_COUNT = 1 + 2 * REGION_SIZES.length;

/** Which class a triangle is in, from how many are proved free with it, and by which rule. */
export function regionClass(size: number, rule: number): number {
  if (rule === PROVED_BY_NOTHING) return 0;
  let found = REGION_SIZES.length - 1;
  while (REGION_SIZES[found] > size) found--;
  return 1 + found + (rule === PROVED_BY_GOVERNORS ? REGION_SIZES.length : 0);
}

/** The colour of each class. */
export function regionColors(coloring: RegionColoring): readonly number[] {
  if (coloring === 'size') return [UNPROVED, ...SIZE_COLORS, ...SIZE_COLORS];
  if (coloring === 'both') return [UNPROVED, ...BORDER_COLORS, ...GOVERNOR_COLORS];
  return [UNPROVED, ...REGION_SIZES.map(() => BORDER_COLOR), ...REGION_SIZES.map(() => GOVERNOR_COLOR)];
}
