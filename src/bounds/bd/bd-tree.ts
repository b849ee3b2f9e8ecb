/**
 * The coefficients of a BD-Tree (James & Pai 2004): for every node a bound at rest, and for every displacement field
 * how it moves and grows. With them a node's bound follows from the weights alone:
 *
 *     c' = c + Σ_j Ubar_j q_j        R' = R + Σ_j dR_j |q_j|        (boxes: h' = h + Σ_j dH_j |q_j| on each axis)
 *
 * since |p'_i - c'| ≤ |p_i - c| + Σ_j |q_j| |U_ij - Ubar_j|, whatever c and Ubar_j are. Bounds are *wrapped*: they
 * enclose the vertices below the node, not its children's bounds. With `morph` there is for every field also the size
 * at its target (../../body/linear/size-terms.ts), and always how fast the bound grows when it is kept from one pose to the next
 * (rates.ts).
 *
 * Float32 safety. c' is summed in float32, in any order, from c, Ubar_j and q that are float32 numbers; with u =
 * 2^-24, n = M + 1 operations on each term and ε_n = nu / (1 - nu), it is off by at most ε_n(|c| + Σ|Ubar_j||q_j|).
 * Sizes are sums of products as well, of terms that are not negative: m = M + 2 operations on each (one of them for
 * the growth of a bound that is carried over), or 2M + 3 with morph targets, so that at least 1 - ε_m of the true sum
 * is left. A posed vertex is summed in float64 and rounded once, so it is off by at most κ(|p_i| + Σ|U_ij||q_j|) with
 * κ = 1.001u. Taking
 *
 *     R = max_i(|p_i - c| + κ|p_i|) + ε_n|c| + M·2^-147                              at rest
 *     dR_j = max_i(|U_ij - Ubar_j| + κ|U_ij|) + ε_n|Ubar_j|                           for each field
 *     R_j = max_i(|p_i + U_ij - c - Ubar_j| + κ|p_i| + κ|U_ij|) + ε_n(|c| + |Ubar_j|) + M·2^-147   at its target
 *
 * and storing each over 1 - ε_m, rounded up, makes the float32 sum of sizes at least the true distance of the rounded
 * vertex from the rounded centre, at no cost at run time: the errors add up as the sizes themselves do. Where float32
 * is denormal each product may lose 2^-150: M of them in the centre on each axis, at most 2M + 2 in the size, and one
 * in the vertex; (√3 M + 2M + 2 + √3)·2^-150 is less than M·2^-147. The same holds on each axis for boxes, and along
 * the axes of an oriented box, as they are stored, for their products with the differences.
 *
 * Measured, as mean over all nodes of size over tightest size when deformed (radii, or areas of boxes), leaves of 4:
 *
 *     centre of spheres             mean    middle   smallest ball      build
 *     curtain, 12 k, M = 12         1.49    1.35     1.35
 *     curtain, 240 k, M = 10        1.44    1.34     1.33               0.8, 0.9, 1.3 s
 *     horse, 15 targets             1.61    1.44     1.35
 *     face, 52 targets              1.16    1.10     1.03
 *
 *     with morph targets            spheres         boxes
 *     horse, fading two shapes      1.35 → 1.05     1.80 → 1.13
 *     horse, five at random         1.64 → 1.34     3.04 → 2.06
 *     face, fading two shapes       1.03 → 1.01     1.06 → 1.02
 *
 *     blocks opened, leaves met     spheres         boxes          oriented boxes
 *     ball along the 240 k curtain  41, 21          23, 14         22, 13
 *     the 12 k one, turned          35, 21          31, 20         21, 13
 *
 *     one block of four, M = 10     23 ns           28 ns          38 ns            (in cache; 35, 47 and 61 ns in passing)
 *
 * So smallest balls are worth their time, and boxes are the default. Oriented boxes take a third longer to evaluate and
 * open as many blocks; but where a body is placed at an angle to the world they open a third fewer, and the same query
 * took 4.2 instead of 4.8 µs. Trees that are cut for motion (tree/split.ts) count as much as the choice of bounds.
 */
import { requireOneOf } from '../../checks.js';
import { LINEAR_MODEL } from '../../deform/linear.js';
import type { LinearModel } from '../../deform/linear.js';
import { PliantError } from '../../errors.js';
import { LANES } from '../../kernels/layout/child-words.js';
import { BOXES, ORIENTED, SPHERES } from '../../kernels/layout/header.js';
import { FLOAT32_ROUNDOFF } from '../../math/float.js';
import { runInSlices, runNow } from '../../long-work.js';
import type { LongWork, LongWorkOptions } from '../../long-work.js';
import type { Mesh } from '../../mesh/mesh.js';
import type { Tree } from '../../tree/tree.js';
import type { AffineRegions } from '../affine/pack-affine.js';
import { gatherVertices, layOutBlocks, orderTriangles, valuesByVertex } from '../blocks/lay-out.js';
import { fitAxes, fitRates, fitSlot, fitTarget, sizeCountOf } from './fit.js';
import type { BdCenter, NodeFit } from './fit.js';
import { measureRates } from './rates.js';
import { requireFits, requireParts } from '../blocks/block-tree.js';
import type { BlockTree } from '../blocks/block-tree.js';
import { orderDisplacements, orderVertices, renumberCorners } from '../blocks/vertex-order.js';

/** What kind of bounds to compute. */
export interface BdTreeOptions {
  /**
   * Spheres; axis-aligned boxes, half as much memory again and tighter around flat parts; or boxes along axes of their
   * own, which are chosen for each node and stay as they are when it deforms.
   */
  readonly bound?: 'sphere' | 'box' | 'oriented-box';
  /** Where a sphere's centre is put, at rest and for each field. Boxes have theirs in the middle, the best for them. */
  readonly center?: BdCenter;
  /**
   * Whether to keep sizes at morph targets too: bounds then shrink where the shape does. Worth its memory (a quarter
   * more for spheres, half more for boxes) when weights are mostly positive and their sum is not far above 1.
   */
  readonly morph?: boolean;
}

/** Defaults of {@link BdTreeOptions}. */
export const BD_TREE_DEFAULTS: Required<BdTreeOptions> = {
  bound: 'box',
  center: 'smallest-ball',
  morph: false,
};

/** Bounds that follow a linear model. Plain data: it can be cloned, moved to a worker and shared by bodies. */
export interface BdTree extends BlockTree {
  /** Whether the bounds are spheres (0), boxes (1) or oriented boxes (2). */
  readonly shape: typeof SPHERES | typeof BOXES | typeof ORIENTED;
  /** Displacement fields of the model. */
  readonly fieldCount: number;
  /** The checksum of the model: bounds hold for no other. */
  readonly modelChecksum: number;
  /** Rows for rest and for each field: three of centres, one or three of sizes, and as many of sizes at its target. */
  readonly rowCount: number;
  /** Whether there are sizes at morph targets. */
  readonly morph: boolean;
  /** Per block, first at rest and then for each field: {@link rowCount} rows of four lanes. */
  readonly rows: Float32Array;
  /** Per block one or three rows of four lanes: how fast sizes grow with the distance of the pose. */
  readonly rates: Float32Array;
  /** Per block nine rows of four lanes: three axes. Empty unless the bounds are oriented boxes. */
  readonly axes: Float32Array;
  /** Per vertex, in the order of {@link vertexOrder}, three numbers for its place at rest and three for each field. */
  readonly displacements: Float32Array;
  /** What `fitRegions` found out, where it was asked: by it, weights alone can tell that regions are free of collisions. */
  readonly affine?: AffineRegions | undefined;
}

/** 2^-147 */
const TINY = 5.605193857299268e-45;
/** More fields would leave nothing of the float32 sums' accuracy. */
const MOST_FIELDS = 0xffff;
/** Vertices times fields between two chances to give way. */
const WORK_PER_STEP = 200_000;

const SHAPES = { sphere: SPHERES, box: BOXES, 'oriented-box': ORIENTED } as const;

/** Computes the coefficients for a wide tree over the mesh of a linear model. */
export function createBdTree(mesh: Mesh, model: LinearModel, tree: Tree, options: BdTreeOptions = {}): BdTree {
  requireParts('createBdTree', mesh, model, LINEAR_MODEL, tree);
  return runNow(bdTreeSteps('createBdTree', mesh, model, tree, options));
}

/** {@link createBdTree} in slices, with progress and the option to call it off. */
export async function createBdTreeAsync(
  mesh: Mesh,
  model: LinearModel,
  tree: Tree,
  options: BdTreeOptions & LongWorkOptions = {},
): Promise<BdTree> {
  requireParts('createBdTreeAsync', mesh, model, LINEAR_MODEL, tree);
  return runInSlices(bdTreeSteps('createBdTreeAsync', mesh, model, tree, options), options);
}

/** The same, step by step. */
export function* bdTreeSteps(
  caller: string,
  mesh: Mesh,
  model: LinearModel,
  tree: Tree,
  options: BdTreeOptions,
): LongWork<BdTree> {
  const { bound, center, morph } = { ...BD_TREE_DEFAULTS, ...options };
  requireOneOf(caller, 'bound', bound, ['sphere', 'box', 'oriented-box'] as const);
  requireOneOf(caller, 'center', center, ['mean', 'middle', 'smallest-ball'] as const);
  requireOneOf(caller, 'morph', morph, [true, false] as const);
  requireFits(caller, tree);
  requireFields(caller, model);
  const { blockCount, words, slots } = layOutBlocks(tree);
  const { fieldCount } = model;
  const slotCount = fieldCount + 1;
  const sizeCount = sizeCountOf(bound);
  const rowCount = 3 + sizeCount * (morph ? 2 : 1);
  const meshTriangles = orderTriangles(mesh, tree);
  const vertexOrder = orderVertices(mesh.vertexCount, meshTriangles);
  const result: BdTree = {
    shape: SHAPES[bound],
    fieldCount,
    vertexCount: mesh.vertexCount,
    modelChecksum: model.checksum,
    blockCount,
    depth: tree.depth,
    words,
    rowCount,
    morph,
    rows: new Float32Array(blockCount * slotCount * rowCount * LANES),
    rates: new Float32Array(blockCount * sizeCount * LANES),
    axes: new Float32Array(bound === 'oriented-box' ? blockCount * 9 * LANES : 0),
    triangles: renumberCorners(meshTriangles, vertexOrder),
    triangleOrder: tree.triangleOrder,
    vertexOrder,
    displacements: orderDisplacements(model, vertexOrder, true),
  };
  yield 0;
  const fit = createFit(valuesByVertex(model), mesh.vertexCount, fieldCount, bound, center, morph);
  const rates = measureRates(fit.values, mesh.vertexCount, slotCount);
  const seenBy = new Int32Array(mesh.vertexCount).fill(-1);
  let work = 0;
  for (let node = 0; node < tree.nodeCount; node++) {
    fit.count = gatherVertices(tree, meshTriangles, node, seenBy, fit.vertices);
    const block = slots[node] >>> 2;
    const lane = slots[node] & 3;
    if (bound === 'oriented-box') fitAxes(fit, result.axes, block * 9 * LANES + lane);
    for (let slot = 0; slot < slotCount; slot++) {
      const at = (block * slotCount + slot) * rowCount * LANES + lane;
      fitSlot(fit, slot, result.rows, at);
      if (morph && slot > 0) fitTarget(fit, result.rows, at + (3 + sizeCount) * LANES);
      work += fit.count;
      if (work > WORK_PER_STEP) {
        work = 0;
        yield node / tree.nodeCount;
      }
    }
    fitRates(fit, rates, result.rates, block * sizeCount * LANES + lane);
  }
  return result;
}

/** Prepares to fit bounds to vertices, whose `values` are laid out as {@link valuesByVertex} does. */
export function createFit(
  values: Float32Array,
  vertexCount: number,
  fieldCount: number,
  bound: NodeFit['bound'],
  center: BdCenter,
  morph: boolean,
): NodeFit {
  const coordinateCount = vertexCount * 3;
  return {
    bound,
    center,
    values,
    slotCount: fieldCount + 1,
    // A little more than the proof asks for, for the float64 arithmetic of what it is multiplied by.
    centerEpsilon: epsilonOf(fieldCount + 1) * (1 + 1e-6),
    sizeEpsilon: epsilonOf(morph ? 2 * fieldCount + 3 : fieldCount + 2),
    denormal: fieldCount * TINY,
    vertices: new Uint32Array(vertexCount),
    count: 0,
    points: new Float64Array(coordinateCount),
    magnitudes: new Float64Array(coordinateCount),
    restCenter: new Float64Array(3),
    axes: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1),
    present: new Float64Array(3),
    centerMagnitude: new Float64Array(3),
    fitted: new Float64Array(4),
    spread: new Float64Array(6),
  };
}

/** Bounds the relative error of a float32 sum with so many operations on each term. */
function epsilonOf(operations: number): number {
  return (operations * FLOAT32_ROUNDOFF) / (1 - operations * FLOAT32_ROUNDOFF);
}

/** Refuses more fields than the float32 sums can bear. */
function requireFields(caller: string, model: LinearModel): void {
  if (model.fieldCount > MOST_FIELDS) {
    throw new PliantError(
      'unsupported',
      `${caller}: the model has ${model.fieldCount} fields; use at most ${MOST_FIELDS}`,
    );
  }
}
