/**
 * What is needed to prove, from the weights of displacement fields alone, that regions have no collisions with themselves (../../kernels/twin/field-error.ts): matrices G_j that fields U_j are fitted by, over
 * each node above the tiles, and how far they are from that, over each node and over each two that are a region: V_j with |U_j(x) - U_j(y) - G_j (x - y)| ≤ V_j |x - y|.
 *
 * The coordinates of fields, scaled, are taken for weights of a skin: some fields at a time, with one weight more that makes their sum 1. What is found out about the weights of skins (steepness.ts) is that
 * their slopes are fitted by b, but for S between any two points; signs of weights do not matter. So the rows of G_j are three b over the scale, and V_j² is the sum of three S² over the square of it.
 * Scales are powers of two, and lose nothing.
 */
import { NO_AFFINE } from '../../kernels/layout/affine.js';
import type { LinearModel } from '../../deform/linear.js';
import { rescale } from '../../long-work.js';
import type { LongWork } from '../../long-work.js';
import type { BdTree } from '../bd/bd-tree.js';
import { listRegions } from '../regions/regions.js';
import type { Tiles } from '../regions/tiles.js';
import type { Frame } from './affine-fits.js';
import { MOST_TRIANGLES, frameOf, measuredSteps, sizeOf, surfaceSteps } from './affine-regions.js';
import type { Measured } from './affine-regions.js';
import { createPacking, putFieldFrame, putFieldList } from './pack-affine.js';
import type { AffineRegions, FieldTerm } from './pack-affine.js';
import { skinWeightsSteps } from './skin-weights.js';
import type { Influences } from './skin-weights.js';
import { NOT_KNOWN } from './steepness.js';

/** Fields that are measured together: three coordinates each, and one weight more, are as many as can be told apart. */
const FIELDS_AT_ONCE = 9;
/** More would take more of float64 than is allowed for. */
export const MOST_FIELDS_LISTED = 1024;
/** 2^-6: with it, the sizes of 27 coordinates sum to less than 1. */
const LARGEST_WEIGHT = 1 / 64;

/** Fields that are measured together, as a skin. */
interface Batch extends Measured {
  readonly scales: Float64Array;
  readonly first: number;
}

/** Lists what is known of the regions that fields move, one at least, step by step. */
export function* fieldSteps(model: LinearModel, tree: BdTree): LongWork<AffineRegions> {
  const { regions, tiles } = listRegions(tree);
  yield 0;
  const surface = yield* rescale(surfaceSteps(model, tree), 0, 0.01);
  const scales = Float64Array.from(model.fieldReach, scaleOf);
  const order = Uint32Array.from({ length: tree.vertexCount }, (_, i) => i);
  const batches: Batch[] = [];
  const batchCount = Math.ceil(model.fieldCount / FIELDS_AT_ONCE);
  for (let batch = 0; batch < batchCount; batch++) {
    const first = batch * FIELDS_AT_ONCE;
    const skin = weighFields(tree, first, Math.min(first + FIELDS_AT_ONCE, model.fieldCount), scales);
    const share = 0.98 / batchCount;
    const from = 0.01 + share * batch;
    const weights = yield* rescale(skinWeightsSteps(skin, order, tree.triangles), from, 0.01 * share);
    const measured = yield* rescale(measuredSteps(surface, weights, regions, tiles), from + 0.01 * share, 0.99 * share);
    batches.push({ ...measured, scales, first });
  }
  yield 0.99;
  return packFields(batches, tiles);
}

/** Writes frames and lists. */
function packFields(batches: readonly Batch[], { nodeCount, tileCount }: Tiles): AffineRegions {
  const { tree } = batches[0];
  const frames = new Uint32Array(nodeCount - tileCount).fill(NO_AFFINE);
  const lists = new Uint32Array(tree.regionCount).fill(NO_AFFINE);
  const packing = createPacking();
  for (let node = tileCount; node < nodeCount; node++) {
    if (sizeOf(tree, node, node) > MOST_TRIANGLES || !batches.every(({ fits }) => fits[node].isUsable)) continue;
    const terms = batches.flatMap((batch) => termsOf(batch, batch.fits[node], NOT_KNOWN));
    const isHeld = terms.every(({ matrix }) => matrix.every((value) => Math.fround(value) === value));
    if (!isHeld || terms.length > MOST_FIELDS_LISTED) continue;
    frames[node - tileCount] = packing.length;
    putFieldFrame(packing, terms, tree.cells[node].first, tree.cells[node].end);
  }
  for (let region = 0; region < lists.length; region++) {
    const a = tree.nodeA(region);
    const b = tree.nodeB(region);
    if (a < tileCount || b < tileCount || !batches.every(({ known }) => known.starts[region] >= 0)) continue;
    if (frames[a - tileCount] === NO_AFFINE || frames[b - tileCount] === NO_AFFINE) continue;
    lists[region] = packing.length;
    // What bounds any function that is at most 1 at vertices does not depend on the fields.
    const roughness = Math.min(...batches.map(({ known }) => known.roughness[region]));
    putFieldList(packing, termsOfRegion(batches, region, a, b), roughness, a, b);
  }
  return { frames, lists, words: packing.words.slice(0, packing.length) };
}

/** A power of two that takes a field to weights. */
function scaleOf(reach: number): number {
  let scale = 1;
  let size = reach;
  for (; size > LARGEST_WEIGHT; size /= 2) scale /= 2;
  for (; size > 0 && size * 2 <= LARGEST_WEIGHT && scale < 1e30; size *= 2) scale *= 2;
  return scale;
}

/** Some fields as weights: governors are three for each field, and one behind them. */
function weighFields(tree: BdTree, first: number, end: number, scales: Float64Array): Influences {
  const { displacements, fieldCount, vertexCount } = tree;
  const step = 3 * (1 + fieldCount);
  const rest = (end - first) * 3;
  const influenceOffsets = new Uint32Array(vertexCount + 1);
  const governors: number[] = [];
  const weights: number[] = [];
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    let left = 1;
    for (let k = 0; k < rest; k++) {
      const field = first + Math.floor(k / 3);
      const value = displacements[vertex * step + 3 * (1 + field) + (k % 3)] * scales[field];
      if (value === 0) continue;
      governors.push(k);
      weights.push(value);
      left -= value;
    }
    governors.push(rest);
    weights.push(left);
    influenceOffsets[vertex + 1] = governors.length;
  }
  return {
    governorCount: rest + 1,
    influenceOffsets,
    governors: Uint32Array.from(governors),
    weights: Float64Array.from(weights),
  };
}

/** The fields that a frame has, by their coordinates; `start` says where it is known how steep they are, or that it is not. */
function termsOf({ first, known, scales }: Batch, frame: Frame, start: number): FieldTerm[] {
  const terms: FieldTerm[] = [];
  const numbers = known.numbers();
  frame.governors.forEach((governor, i) => {
    const field = first + Math.floor(governor / 3);
    // The weight behind all fields of a batch moves nothing.
    if (governor === FIELDS_AT_ONCE * 3 || field >= scales.length) return;
    let term = terms.at(-1);
    if (term?.field !== field) terms.push((term = { field, matrix: new Float64Array(9), steepness: 0, size: 0 }));
    for (let k = 0; k < 3; k++) {
      const value = frame.slopes[i * 3 + k] / scales[field];
      term.matrix[(governor % 3) * 3 + k] = value;
      term.size += Math.abs(value);
    }
    const steep = start >= 0 ? numbers[start + i * 2 + 1] / scales[field] : 0;
    term.steepness = Math.sqrt(term.steepness * term.steepness + steep * steep) * SLACK;
  });
  return terms;
}

/** 1 + 2^-40 */
const SLACK = 1 + 1 / 1099511627776;

/** All fields of a region. */
function termsOfRegion(batches: readonly Batch[], region: number, a: number, b: number): FieldTerm[] {
  return batches.flatMap((batch) => {
    const { fits, known } = batch;
    const terms = termsOf(batch, frameOf(fits, a, b), known.starts[region]);
    // What is fitted to both may cancel where each is large.
    for (const node of [a, b]) {
      for (const { field, size } of termsOf(batch, fits[node], NOT_KNOWN)) {
        const term = terms.find((other) => other.field === field)!;
        term.size = Math.max(term.size, size);
      }
    }
    return terms;
  });
}
