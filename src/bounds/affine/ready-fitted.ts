/** What was fitted to bounds is checked before kernels follow it: shapes are plain data, and may have been stored, sent or put together by hand. */
import { describe } from '../../checks.js';
import { PliantError } from '../../errors.js';
import { loadFittedKernels } from '../../kernels/fitted-kernels.js';
import type { Kernels } from '../../kernels/kernels.js';
import { AFFINE_FRAME, AFFINE_GOVERNOR, AFFINE_LIST, AFFINE_TERM, NO_AFFINE } from '../../kernels/layout/affine.js';
import { MATRIX64 } from '../../kernels/layout/blend.js';
import { BLEND } from '../../kernels/layout/header.js';
import { NODE, REGION } from '../../kernels/layout/regions.js';
import { listRegions } from '../regions/regions.js';
import { MOST_GOVERNORS } from './affine-fits.js';
import type { BlockBounds } from '../shape.js';
import { MOST_FIELDS_LISTED } from './field-regions.js';
import type { AffineRegions } from './pack-affine.js';

/** What was checked, with the triangles that it was checked for: bodies that share both are checked once. */
const checked = new WeakMap<AffineRegions, Uint32Array>();

/** Loads the loop, and checks what it is to follow; returns false where it cannot be loaded. */
export function readyFitted(kernels: Kernels, bounds: BlockBounds, regions: AffineRegions): boolean {
  if (!loadFittedKernels(kernels)) return false;
  if (checked.get(regions) !== bounds.triangles) {
    requireFitted(bounds, regions);
    checked.set(regions, bounds.triangles);
  }
  return true;
}

/**
 * Refuses words that lead out of the arrays or to governors that there are none of, and frames and lists of other nodes: each says what it is of. What numbers a frame or list has is
 * taken for granted, like those of all other bounds.
 */
function requireFitted(bounds: BlockBounds, { frames, lists, words }: AffineRegions): void {
  for (const [name, array] of Object.entries({ frames, lists, words })) {
    if (!(array instanceof Uint32Array)) {
      throw new PliantError(
        'bad-type',
        `findSelfHits: affine.${name} of the bounds is ${describe(array)}, not a Uint32Array; ${REMEDY}`,
      );
    }
  }
  const { nodes, regions, tiles } = listRegions(bounds);
  const { nodeCount, starts, tileCount } = tiles;
  const isBlend = bounds.shape === BLEND;
  const bytes = isBlend ? MATRIX64.count * 8 : 8;
  const governorCount = isBlend ? bounds.governorCount : bounds.fieldCount;
  const mostListed = isBlend ? MOST_GOVERNORS : MOST_FIELDS_LISTED;
  const isListed = (at: number, head: number, step: number, most: number): boolean => {
    if (!(at + head <= words.length && words[at] <= most && at + head + words[at] * step <= words.length)) return false;
    for (let i = 0; i < words[at]; i++) {
      const transform = words[at + head + i * step] / bytes;
      if (!(Number.isInteger(transform) && transform < governorCount)) return false;
    }
    return true;
  };
  requireLength('frames', frames.length, nodeCount - tileCount);
  requireLength('lists', lists.length, regions.length / REGION.wordCount);
  for (let node = tileCount; node < nodeCount; node++) {
    const at = frames[node - tileCount];
    if (at === NO_AFFINE) continue;
    const first = starts[nodes[node * NODE.wordCount + NODE.firstTile]];
    const end = starts[nodes[node * NODE.wordCount + NODE.endTile]];
    const isSound =
      isListed(at, AFFINE_FRAME.wordCount, AFFINE_GOVERNOR.wordCount, mostListed) &&
      words[at + AFFINE_FRAME.firstTriangle] === first &&
      words[at + AFFINE_FRAME.endTriangle] === end;
    if (!isSound) throw brokenAt('frames', node - tileCount, at);
  }
  for (let region = 0; region < lists.length; region++) {
    const at = lists[region];
    if (at === NO_AFFINE) continue;
    const a = regions[region * REGION.wordCount + REGION.nodeA];
    const b = regions[region * REGION.wordCount + REGION.nodeB];
    const isSound =
      isListed(at, AFFINE_LIST.wordCount, AFFINE_TERM.wordCount, mostListed) &&
      words[at + AFFINE_LIST.nodeA] === a &&
      words[at + AFFINE_LIST.nodeB] === b &&
      // A list tells how far a region is from the frames of its nodes.
      frames[a - tileCount] < NO_AFFINE &&
      frames[b - tileCount] < NO_AFFINE;
    if (!isSound) throw brokenAt('lists', region, at);
  }
}

const REMEDY = 'fit the shape again with fitRegions';

function requireLength(name: string, length: number, needed: number): void {
  if (length === needed) return;
  throw new PliantError(
    'mismatch',
    `findSelfHits: affine.${name} of the bounds has ${length} numbers, not ${needed}; ${REMEDY}`,
  );
}

function brokenAt(name: string, place: number, word: number): PliantError {
  return new PliantError(
    'mismatch',
    `findSelfHits: affine.${name}[${place}] of the bounds is ${word}, where nothing is that belongs to them; ${REMEDY}`,
  );
}
