/**
 * What is needed to prove, from the governors of a skin alone, that regions have no collisions with themselves (../../kernels/twin/clear-fitted.ts): how its weights run over each node above the
 * tiles, and how far they are from that, over each node and over each two that are a region. From a skin at rest, once.
 */
import type { BlendModel } from '../../deform/blend.js';
import type { Model } from '../../deform/model.js';
import { NO_AFFINE } from '../../kernels/layout/affine.js';
import { LANES } from '../../kernels/layout/child-words.js';
import { NO_NODE } from '../../kernels/layout/regions.js';
import { rescale } from '../../long-work.js';
import type { LongWork } from '../../long-work.js';
import type { BlendTree } from '../blend/blend-tree.js';
import type { BlockTree } from '../blocks/block-tree.js';
import { listRegions } from '../regions/regions.js';
import type { Tiles } from '../regions/tiles.js';
import { MOST_GOVERNORS, fitSteps } from './affine-fits.js';
import type { AffineFit } from './affine-fits.js';
import { createCellMeter } from './cells.js';
import type { Cell } from './cells.js';
import { createPacking, joinFits, putFrame, putList } from './pack-affine.js';
import type { AffineRegions, FrameWithMeans } from './pack-affine.js';
import { createRegionTree } from './region-tree.js';
import type { RegionTree } from './region-tree.js';
import { restSurfaceSteps } from './rest-surface.js';
import type { RestSurface } from './rest-surface.js';
import { skinWeightsSteps } from './skin-weights.js';
import type { SkinWeights } from './skin-weights.js';
import { NOT_KNOWN, NOT_PROVED, createSteepnessMeter } from './steepness.js';
import type { KnownRegions } from './steepness.js';
import { inStretches, staying } from './stretches.js';

/** Triangles of a region, at most: larger ones bend too much. */
export const MOST_TRIANGLES = 16384;
/** Pairs of cells between two chances to give way; and what a region costs beside those that are looked at. */
const PAIRS_PER_STEP = 150;
const REGION_PAIRS = 8;
/** Vertices or regions between two chances to give way, where little is done with each. */
const STRETCH = 16384;

/** Where each part of the work begins, as a share of all: measured. */
const SHARE = { surface: 0, weights: 0.01, fits: 0.02, lists: 0.98 } as const;

/** Lists what is known of the regions of a skin, step by step: each takes a millisecond or two, once the regions of the tree have been listed. */
export function* affineSteps(model: BlendModel, tree: BlendTree): LongWork<AffineRegions> {
  const { regions, tiles } = listRegions(tree);
  yield 0;
  const surface = yield* part('surface', 'weights', surfaceSteps(model, tree));
  const weights = yield* part('weights', 'fits', skinWeightsSteps(model, tree.vertexOrder, tree.triangles));
  const measured = yield* part('fits', 'lists', measuredSteps(surface, weights, regions, tiles));
  return yield* rescale(packSteps(tiles, measured), SHARE.lists, 1 - SHARE.lists);
}

/** What a model has at rest, in the order of a tree. */
export function* surfaceSteps(model: Model, tree: BlockTree): LongWork<RestSurface> {
  const positions = new Float32Array(tree.vertexCount * 3);
  const gather = inStretches(tree.vertexCount, STRETCH, (from, to) => {
    for (let i = from; i < to; i++) {
      const vertex = tree.vertexOrder[i];
      for (let axis = 0; axis < 3; axis++) positions[i * 3 + axis] = model.rest[vertex * 3 + axis];
    }
  });
  yield* staying(gather, 0);
  return yield* restSurfaceSteps(tree.triangles, positions);
}

/** What is known of nodes and regions, before it is written. */
export interface Measured {
  readonly fits: readonly AffineFit[];
  readonly tree: RegionTree;
  readonly known: KnownRegions;
}

/** Fits all nodes, and measures all regions. */
export function* measuredSteps(
  surface: RestSurface,
  weights: SkinWeights,
  regions: Uint32Array,
  tiles: Tiles,
): LongWork<Measured> {
  const fits = yield* rescale(fitSteps(surface, weights, tiles), 0, 0.08);
  const cells = yield* rescale(cellSteps(surface, weights, tiles, fits), 0.08, 0.08);
  const tree = createRegionTree(regions, tiles, cells);
  const known = yield* rescale(measureSteps(surface, weights, tree, fits), 0.16, 0.84);
  return { fits, tree, known };
}

function part<Result>(from: keyof typeof SHARE, to: keyof typeof SHARE, work: LongWork<Result>): LongWork<Result> {
  return rescale(work, SHARE[from], SHARE[to] - SHARE[from]);
}

/** Measures all nodes that are not too large. */
function* cellSteps(
  surface: RestSurface,
  weights: SkinWeights,
  { children, nodeCount, starts, tileCount }: Tiles,
  fits: readonly AffineFit[],
): LongWork<Cell[]> {
  const firsts = new Uint32Array(nodeCount);
  const ends = new Uint32Array(nodeCount);
  firsts.set(starts.subarray(0, tileCount));
  ends.set(starts.subarray(1, tileCount + 1));
  for (let node = nodeCount - 1; node >= tileCount; node--) {
    firsts[node] = NO_NODE;
    for (let at = (node - tileCount) * LANES; at < (node - tileCount + 1) * LANES; at++) {
      if (children[at] === NO_NODE) continue;
      firsts[node] = Math.min(firsts[node], firsts[children[at]]);
      ends[node] = Math.max(ends[node], ends[children[at]]);
    }
  }
  const measure = createCellMeter(surface, weights);
  const cells: Cell[] = [];
  for (let node = 0; node < nodeCount; node++) {
    // Of larger ones it is enough to know that they are.
    const end = ends[node] - firsts[node] > MOST_TRIANGLES ? firsts[node] : ends[node];
    const steps = measure(fits[node], firsts[node], end, node < tileCount);
    let step = steps.next();
    while (step.done !== true) {
      yield node / nodeCount;
      step = steps.next();
    }
    cells.push(end === ends[node] ? step.value : { ...step.value, end: ends[node] });
  }
  return cells;
}

/** What is known of regions while it is found out. */
interface GrowingRegions extends KnownRegions {
  readonly add: (region: number, numbers: Float64Array, count: number, roughness: number) => void;
}

function createKnown(regionCount: number): GrowingRegions {
  let numbers = new Float64Array(1 << 14);
  let used = 0;
  const starts = new Int32Array(regionCount).fill(NOT_KNOWN);
  const roughness = new Float64Array(regionCount);
  return {
    starts,
    roughness,
    numbers: () => numbers,
    add: (region, found, count, rough) => {
      if (used + count > numbers.length) {
        const larger = new Float64Array(numbers.length * 2);
        larger.set(numbers);
        numbers = larger;
      }
      for (let i = 0; i < count; i++) numbers[used + i] = found[i];
      starts[region] = used;
      roughness[region] = rough;
      used += count;
    },
  };
}

/** Measures all regions that are not too large, the smallest first; tiles are left to those that they are part of. */
function* measureSteps(
  surface: RestSurface,
  weights: SkinWeights,
  tree: RegionTree,
  fits: readonly AffineFit[],
): LongWork<KnownRegions> {
  const known = createKnown(tree.regionCount);
  const meter = createSteepnessMeter(surface, weights, tree, known);
  // A region takes about as long as it has triangles.
  let all = 1;
  const isMeasured = (a: number, b: number): boolean =>
    !(tree.isTile(a) && tree.isTile(b)) && sizeOf(tree, a, b) <= MOST_TRIANGLES;
  const count = inStretches(tree.regionCount, STRETCH, (from, to) => {
    for (let region = from; region < to; region++) {
      const a = tree.nodeA(region);
      const b = tree.nodeB(region);
      if (isMeasured(a, b)) all += sizeOf(tree, a, b);
    }
  });
  yield* staying(count, 0);
  let done = 0;
  let work = 0;
  for (let region = tree.regionCount - 1; region >= 0; region--) {
    const a = tree.nodeA(region);
    const b = tree.nodeB(region);
    if (tree.isTile(a) && tree.isTile(b)) continue;
    known.starts[region] = NOT_PROVED;
    if (!isMeasured(a, b)) continue;
    const frame = frameOf(fits, a, b);
    known.starts[region] = NOT_KNOWN;
    meter.begin(frame, region, a, b);
    work += REGION_PAIRS;
    do {
      work += meter.goOn(PAIRS_PER_STEP - work);
      if (work >= PAIRS_PER_STEP) {
        work = 0;
        yield done / all;
      }
    } while (!meter.isDone());
    done += sizeOf(tree, a, b);
    const steepness = meter.outcome();
    if (steepness) known.add(region, steepness.numbers, frame.governors.length * 2, steepness.roughness);
    else known.starts[region] = NOT_PROVED;
  }
  return known;
}

/** The triangles of a region. */
export function sizeOf({ cells }: RegionTree, a: number, b: number): number {
  const size = cells[a].end - cells[a].first;
  return a === b ? size : size + cells[b].end - cells[b].first;
}

/** What a region is compared with. */
export function frameOf(fits: readonly AffineFit[], a: number, b: number): FrameWithMeans {
  return a === b ? fits[a] : joinFits(fits[a], fits[b]);
}

/** Writes frames and lists. */
function* packSteps({ nodeCount, tileCount }: Tiles, { fits, known, tree }: Measured): LongWork<AffineRegions> {
  const frames = new Uint32Array(nodeCount - tileCount).fill(NO_AFFINE);
  const lists = new Uint32Array(tree.regionCount).fill(NO_AFFINE);
  const packing = createPacking();
  const isFramed = (node: number): boolean =>
    node >= tileCount &&
    sizeOf(tree, node, node) <= MOST_TRIANGLES &&
    fits[node].isUsable &&
    fits[node].governors.length <= MOST_GOVERNORS;
  const putFrames = inStretches(nodeCount - tileCount, 256, (from, to) => {
    for (let upper = from; upper < to; upper++) {
      const node = tileCount + upper;
      if (!isFramed(node)) continue;
      frames[upper] = packing.length;
      putFrame(packing, fits[node], tree.cells[node].first, tree.cells[node].end);
    }
  });
  yield* staying(putFrames, 0);
  const numbers = known.numbers();
  yield* inStretches(tree.regionCount, 512, (from, to) => {
    for (let region = from; region < to; region++) {
      const a = tree.nodeA(region);
      const b = tree.nodeB(region);
      if (known.starts[region] < 0 || !isFramed(a) || !isFramed(b)) continue;
      lists[region] = packing.length;
      putList(packing, frameOf(fits, a, b), numbers, known.starts[region], known.roughness[region], a, b);
    }
  });
  return { frames, lists, words: packing.words.slice(0, packing.length) };
}
