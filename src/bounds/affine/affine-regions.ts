/**
 * What is needed to prove, from the governors of a skin alone, that regions have no collisions with themselves (../../kernels/twin/clear-affine.ts): how its weights run over each node above the
 * tiles, and how far they are from that, over each node and over each two that are a region. From a skin at rest, once.
 */
import { NO_AFFINE } from '../../kernels/layout/affine.js';
import { NO_NODE, REGION } from '../../kernels/layout/regions.js';
import { LANES } from '../../kernels/layout/child-words.js';
import type { BlendModel } from '../../deform/blend.js';
import { rescale } from '../../long-work.js';
import type { LongWork } from '../../long-work.js';
import type { BlendTree } from '../blend/blend-tree.js';
import { listRegions } from '../regions/regions.js';
import type { Tiles } from '../regions/tiles.js';
import { MOST_GOVERNORS, fitNodes } from './affine-fits.js';
import type { AffineFit } from './affine-fits.js';
import { createCellMeter } from './cells.js';
import type { Cell } from './cells.js';
import { createPacking, joinFits, putFrame, putList } from './pack-affine.js';
import type { AffineRegions } from './pack-affine.js';
import { createRestSurface } from './rest-surface.js';
import type { RestSurface } from './rest-surface.js';
import { createSheetFinder } from './sheets.js';
import type { Sheet } from './sheets.js';
import { createSkinWeights } from './skin-weights.js';
import { createSteepnessMeter } from './steepness.js';
import type { SteepnessMeter } from './steepness.js';

/** Triangles of a region, at most: larger ones bend too much. */
const MOST_TRIANGLES = 16384;

/** Lists what is known of the regions of a skin, step by step. */
export function* affineSteps(model: BlendModel, tree: BlendTree): LongWork<AffineRegions> {
  const { regions, tiles } = listRegions(tree);
  yield 0.01;
  const children = childrenOf(tiles);
  const positions = new Float32Array(tree.vertexCount * 3);
  tree.vertexOrder.forEach((vertex, i) => {
    for (let axis = 0; axis < 3; axis++) positions[i * 3 + axis] = model.rest[vertex * 3 + axis];
  });
  const surface = createRestSurface(tree.triangles, positions);
  yield 0.02;
  const weights = createSkinWeights(model, tree.vertexOrder, tree.triangles);
  const fits = fitNodes(surface, weights, tiles.starts, children);
  yield 0.05;
  const { ends, firsts } = runsOf(tiles, children);
  const measureNode = createCellMeter(surface, weights);
  const cells: Cell[] = [];
  for (let node = 0; node < tiles.nodeCount; node++) {
    cells.push(measureNode(fits[node], firsts[node], ends[node]));
    yield 0.05 + (0.05 * node) / tiles.nodeCount;
  }
  const sheetOver = rememberSheets(surface, firsts, ends);
  const measure = createSteepnessMeter(surface, weights, { cells, children, sheetOver });
  return yield* rescale(packSteps(regions, tiles, fits, { ends, firsts }, measure), 0.1, 0.9);
}

/** Where the triangles of each node begin, and where they end. */
interface Runs {
  readonly firsts: Uint32Array;
  readonly ends: Uint32Array;
}

/** Finds them. */
function runsOf({ nodeCount, starts, tileCount }: Tiles, children: readonly (readonly number[])[]): Runs {
  const firsts = new Uint32Array(nodeCount);
  const ends = new Uint32Array(nodeCount);
  firsts.set(starts.subarray(0, tileCount));
  ends.set(starts.subarray(1, tileCount + 1));
  for (let node = nodeCount - 1; node >= tileCount; node--) {
    const below = children[node];
    firsts[node] = firsts[below[0]];
    ends[node] = ends[below[below.length - 1]];
  }
  return { firsts, ends };
}

function childrenOf({ children, nodeCount, tileCount }: Tiles): number[][] {
  return Array.from({ length: nodeCount }, (_, node) =>
    node < tileCount
      ? []
      : [...children.subarray((node - tileCount) * LANES, (node - tileCount + 1) * LANES)].filter((c) => c !== NO_NODE),
  );
}

/** Finds each sheet once. */
function rememberSheets(
  surface: RestSurface,
  firsts: Uint32Array,
  ends: Uint32Array,
): (a: number, b: number) => Sheet | null {
  const find = createSheetFinder(surface);
  const known = new Map<number, Sheet | null>();
  return (a, b) => {
    const low = Math.min(a, b);
    const high = Math.max(a, b);
    const name = low * firsts.length + high;
    let sheet = known.get(name);
    if (sheet === undefined) known.set(name, (sheet = find(firsts[low], ends[low], firsts[high], ends[high])));
    return sheet;
  };
}

function* packSteps(
  regions: Uint32Array,
  { nodeCount, tileCount }: Tiles,
  fits: readonly AffineFit[],
  { ends, firsts }: Runs,
  measure: SteepnessMeter,
): LongWork<AffineRegions> {
  const regionCount = regions.length / REGION.wordCount;
  const frames = new Uint32Array(nodeCount - tileCount).fill(NO_AFFINE);
  const lists = new Uint32Array(regionCount).fill(NO_AFFINE);
  const packing = createPacking();
  const sizeOf = (node: number): number => ends[node] - firsts[node];
  for (let node = tileCount; node < nodeCount; node++) {
    if (sizeOf(node) > MOST_TRIANGLES || !fits[node].isUsable || fits[node].governors.length > MOST_GOVERNORS) continue;
    frames[node - tileCount] = packing.words.length;
    putFrame(packing, fits[node], firsts[node], ends[node]);
  }
  for (let region = 0; region < regionCount; region++) {
    const a = regions[region * REGION.wordCount + REGION.nodeA];
    const b = regions[region * REGION.wordCount + REGION.nodeB];
    if (a < tileCount || b < tileCount) continue;
    if (frames[a - tileCount] === NO_AFFINE || frames[b - tileCount] === NO_AFFINE) continue;
    if (a !== b && sizeOf(a) + sizeOf(b) > MOST_TRIANGLES) continue;
    const frame = a === b ? fits[a] : joinFits(fits[a], fits[b]);
    const steepness = measure(frame, a, b);
    if (steepness) {
      lists[region] = packing.words.length;
      putList(packing, frame, steepness, a, b);
    }
    yield region / regionCount;
  }
  return { frames, lists, words: Uint32Array.from(packing.words) };
}
