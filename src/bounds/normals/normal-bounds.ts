/**
 * Bounds on the normals of nodes in any pose, from what moves them alone and not from their triangles: Schvartzman, Gascón & Otaduy 2009, "Bounded Normal Trees for Reduced
 * Deformations of Triangulated Surfaces", sections 3.1 to 3.5, with all rounding. ../../body/normals/ evaluates them.
 *
 * A triangle has posed corners a, b, c: the float32 numbers that all of Pliant means by posed vertices. Which directions v have v·n > 0 for n = (a - c) x (b - c)?
 *
 * **Gradients.** Take any vectors g_a, g_b, m, x, and J = (a - c) g_aᵀ + (b - c) g_bᵀ + x mᵀ. The cofactors of a sum of dyads are sums of dyads of cross products, and m is across
 * what it is crossed with, so
 *
 *     cof(J) m = s (a - c) x (b - c),   s = (g_a x g_b)·m.
 *
 * Where s > 0, v·cof(J) m has the sign of v·n. The paper takes gradients of the corners' shares at rest for g_a and g_b, the normal at rest for m, and no x; triangle-frames.ts computes them and makes certain
 * that s > 0. With g_c = -(g_a + g_b), J = Σ_v p_v g_vᵀ + x mᵀ over the corners: a part of p that is the same at all three drops out.
 *
 * **Transforms.** With r_v = origin + Δ_v at rest, governors k with placed matrices A_k, t_k, and weights w_vk, p_v = Σ_k w_vk (A_k r_v + t_k) + ρ_v, where ρ_v is rounding. Put t̄_k = A_k origin + t_k,
 * A_k = A + ΔA_k, t̄_k = t + Δt_k for any A and t, and w_vk = w̄_k + (w_vk - w̄_k) for any w̄_k of the triangle. Then
 *
 *     J = (A + A_t) J_0 + Σ_k (ΔA_k Δt_k) J_k + Σ_v ρ'_v g_vᵀ + x mᵀ
 *     J_0 = Σ_v Δ_v g_vᵀ    A_t = Σ_k w̄_k ΔA_k    J_k = Σ_v (w_vk - w̄_k) (Δ_v, 1) g_vᵀ
 *
 * with ρ'_v = ρ_v + (Σ_k w_vk - 1)(A Δ_v + t). A row has intervals of J_0, J_k, m and w̄_k over the triangles of a node; a pose gives A_k and t_k. Fields that displace Δ_v first, by
 * q_j U_vj, move the origin by their means, J_0 by q_j Σ_v U_vj g_vᵀ, and J_k by what |q_j| times their spreads bound.
 *
 * **Points** y_k have A_k = R, the placement. With X_k places at rest from a mean, any matrix A and d_k = y_k - ȳ - A X_k, likewise
 *
 *     J = A Σ_v (Σ_k w_vk X_k) g_vᵀ + Σ_k d_k Σ_v w_vk g_vᵀ + R Σ_v r_v g_vᵀ + Σ_v ρ'_v g_vᵀ + x mᵀ.
 *
 * **Fields alone**: J = R (Σ_v r_v g_vᵀ + Σ_j q_j Σ_v U_vj g_vᵀ) + Σ_v ρ_v g_vᵀ + x mᵀ.
 *
 * **Completed gradients.** With x = (A + A_t) m, or A m, or R m, the dyad m mᵀ is added to J_0, which then is the identity but for rounding: normals at rest widen the bound once instead of twice. The paper has
 * x = 0; `gradient` says which.
 *
 * **Rounding.** Let u = 2^-24, U = 2^-53, W be the body's bound on world coordinates and on |row of A_k|₁ |r| + |t_k|, S its bound on the rows of A_k, and e = 16 (m + f + 16) U for m governors and f fields, far more
 * than any sum of ours loses of its magnitudes. A posed vertex of a blend is a sum in float64, off by eW, rounded once: |ρ_v| ≤ (u + e) W + 2^-150. One of a linear model is rounded, placed, and
 * rounded again: (2u + e) W, since W is more than √3 times what there was before. Weights sum to 1 within e, and |A Δ_v| + |t| ≤ 8W, so |ρ'_v| ≤ |ρ_v| + 8eW. t̄_k is off by eW, also by how the origin that
 * fields have moved is rounded, and ΔA_k by eS. So column l of J is widened by
 *
 *     W ((2u + 16e) Σ_v |g_vl| + 16e Σ_k Σ_v |w_vk - w̄_k| |g_vl|) + S e Σ_k |J_k|_l
 *
 * of which a row has the largest factors over its triangles, with W + 2^-120 for W where numbers are denormal. All intervals are rounded outwards to float32, with the radius larger
 * by e times the magnitude, so that sums of products with them in float64 are enclosed. What follows, products of intervals, is in ../../body/normals/cone.ts.
 */
import { requireOneOf, withDefaults } from '../../checks.js';
import type { Model } from '../../deform/model.js';
import { PliantError } from '../../errors.js';
import { LANES } from '../../kernels/layout/child-words.js';
import { NO_NODE } from '../../kernels/layout/regions.js';
import { findTiles } from '../regions/tiles.js';
import type { Tiles } from '../regions/tiles.js';
import type { Shape } from '../shape.js';
import { fingerprintOf } from './fingerprint.js';
import { FROM_TRIANGLES, NO_BOUND } from './layout.js';
import type { NormalBounds } from './layout.js';
import { isCheaperFromTriangles } from './prices.js';
import { addRow, createRows, finishRows, findRowGovernors } from './rows.js';
import { restSurfaceOf } from './surface.js';
import type { RestSurface } from './surface.js';

/** How to bound normals. */
export interface NormalBoundsOptions {
  /** `tangent` has gradients along triangles alone, as the paper has them; `whole` completes them by how normals move. */
  readonly gradient?: 'tangent' | 'whole';
}

/** Defaults of {@link NormalBoundsOptions}: those of the paper. */
export const NORMAL_BOUNDS_DEFAULTS: Required<NormalBoundsOptions> = { gradient: 'tangent' };

/**
 * Computes what bounds the normals of a shape in any pose. Make it once for a shape, as the shape itself.
 *
 * @throws PliantError `bad-type` for what is not a shape of triangles.
 */
export function createNormalBounds(shape: Shape, options: NormalBoundsOptions = {}): NormalBounds {
  const { gradient } = withDefaults(NORMAL_BOUNDS_DEFAULTS, options);
  requireOneOf('createNormalBounds', 'gradient', gradient, ['tangent', 'whole'] as const);
  if (!(shape?.bounds?.triangles instanceof Uint32Array)) {
    throw new PliantError('bad-type', 'createNormalBounds: got no shape of triangles; pass what createShape made');
  }
  return boundNormals(shape, gradient === 'whole', isCheaperFromTriangles);
}

/** The same, with a rule that says for which nodes of so many triangles and governors it is cheaper to look at triangles. */
export function boundNormals(
  shape: Shape,
  isWhole: boolean,
  isCheaper: (model: Model, triangleCount: number, governorCount: number) => boolean,
): NormalBounds {
  const tiles = findTiles(shape.bounds);
  const surface = restSurfaceOf(shape, isWhole);
  const rows = createRows(surface, shape.mesh.positions);
  const ranges = triangleRanges(tiles);
  const parents = parentsOf(tiles);
  const rowOf = new Uint32Array(tiles.nodeCount);
  for (let i = 0; i < tiles.nodeCount; i++) {
    // Nodes above tiles are numbered behind them, parents first; tiles come last.
    const node = (tiles.tileCount + i) % tiles.nodeCount;
    const first = ranges[node * 2];
    const end = ranges[node * 2 + 1];
    const isBelow = parents[node] !== NO_NODE && rowOf[parents[node]] === FROM_TRIANGLES;
    if (isBelow || isCheaper(shape.model, end - first, findRowGovernors(rows, first, end)))
      rowOf[node] = FROM_TRIANGLES;
    else rowOf[node] = hasOdd(surface, first, end) ? NO_BOUND : addRow(rows, first, end);
  }
  return { fingerprint: fingerprintOf(shape), rows: rowOf, ...finishRows(rows) };
}

/** The first triangle of each node, and the one behind its last, in the order of the leaves. */
export function triangleRanges({ children, nodeCount, starts, tileCount }: Tiles): Uint32Array {
  const ranges = new Uint32Array(nodeCount * 2);
  for (let tile = 0; tile < tileCount; tile++) {
    ranges[tile * 2] = starts[tile];
    ranges[tile * 2 + 1] = starts[tile + 1];
  }
  for (let node = nodeCount - 1; node >= tileCount; node--) {
    let first = 0xffffffff;
    let end = 0;
    for (let lane = 0; lane < LANES; lane++) {
      const child = children[(node - tileCount) * LANES + lane];
      if (child === NO_NODE) continue;
      first = Math.min(first, ranges[child * 2]);
      end = Math.max(end, ranges[child * 2 + 1]);
    }
    ranges[node * 2] = first;
    ranges[node * 2 + 1] = end;
  }
  return ranges;
}

/** The node above each one, or `NO_NODE`. */
export function parentsOf({ children, nodeCount, tileCount }: Tiles): Uint32Array {
  const parents = new Uint32Array(nodeCount).fill(NO_NODE);
  for (let upper = 0; upper < nodeCount - tileCount; upper++) {
    for (let lane = 0; lane < LANES; lane++) {
      const child = children[upper * LANES + lane];
      if (child !== NO_NODE) parents[child] = tileCount + upper;
    }
  }
  return parents;
}

function hasOdd({ frames: { isOdd } }: RestSurface, first: number, end: number): boolean {
  for (let triangle = first; triangle < end; triangle++) if (isOdd[triangle] === 1) return true;
  return false;
}
