/**
 * How steep the bounds of a region may be before it pays to look closer: somewhat steeper than weights are in some places of it. Any limits are sound: they say what is looked for, not what is
 * found.
 */
import { LANES } from '../../kernels/layout/child-words.js';
import { NO_NODE } from '../../kernels/layout/regions.js';
import { MOST_GOVERNORS } from './affine-fits.js';
import type { Cell } from './cells.js';
import type { RegionTree } from './region-tree.js';
import type { RestSurface } from './rest-surface.js';
import type { SkinSlopes } from './skin-slopes.js';

/** Limits of the region that was begun with last. */
export interface Limits {
  readonly limitV: Float64Array;
  readonly limitS: Float64Array;
  /** Sets limits for the governors of a frame, under which slopes have been begun; returns false where there are none, since a triangle is too thin. */
  readonly begin: (count: number, a: number, b: number) => boolean;
}

/** How much steeper a bound may be than the steepest triangle of a cell that was looked at, and than the steepest of some ways between two. */
const TOLERANCE = 1.15;
const SAMPLE_TOLERANCE = 1.8;
/** Governors that hardly matter are not looked at more closely than so: their share of the steepest one. */
const LEAST_SHARE = 0.06;
/** Vertices of each cell that ways are taken between. */
const SAMPLES = 8;

/** Prepares to set limits. */
export function createLimits(surface: RestSurface, tree: RegionTree, slopes: SkinSlopes): Limits {
  const { corners, positions } = surface;
  const { cells } = tree;
  const limitV = new Float64Array(MOST_GOVERNORS);
  const limitS = new Float64Array(MOST_GOVERNORS);
  /** The steepest triangles of each node that has been begun with: of those above it, they are looked at alone. */
  const steepest: (Uint32Array | undefined)[] = [];
  const mostV = new Int32Array(MOST_GOVERNORS);
  const mostS = new Int32Array(MOST_GOVERNORS);

  const takeRoots = (count: number): void => {
    for (let i = 0; i < count; i++) {
      limitV[i] = Math.sqrt(limitV[i]);
      limitS[i] = Math.sqrt(limitS[i]);
    }
  };

  /** Raises limits, squared, to how steep a triangle is. */
  const look = (triangle: number, count: number): boolean => {
    const row = slopes.steepnessOf(triangle);
    if (row < 0) return false;
    const { steepness } = slopes;
    for (let i = 0; i < count; i++) {
      if (steepness[row + i * 2] > limitV[i]) {
        limitV[i] = steepness[row + i * 2];
        mostV[i] = triangle;
      }
      if (steepness[row + i * 2 + 1] > limitS[i]) {
        limitS[i] = steepness[row + i * 2 + 1];
        mostS[i] = triangle;
      }
    }
    return true;
  };

  const beginWithNode = (node: number, count: number): boolean => {
    mostV.fill(-1);
    mostS.fill(-1);
    for (let lane = 0; lane < LANES; lane++) {
      const child = tree.isTile(node) ? (lane === 0 ? node : NO_NODE) : tree.childOf(node, lane);
      if (child === NO_NODE) continue;
      const some = steepest[child];
      const { end, first } = cells[child];
      for (let k = 0; k < (some ? some.length : end - first); k++)
        if (!look(some ? some[k] : first + k, count)) return false;
    }
    const found: number[] = [];
    for (let i = 0; i < count; i++) {
      if (mostV[i] >= 0 && !found.includes(mostV[i])) found.push(mostV[i]);
      if (mostS[i] >= 0 && !found.includes(mostS[i])) found.push(mostS[i]);
    }
    steepest[node] = Uint32Array.from(found);
    takeRoots(count);
    return true;
  };

  const beginWithTwo = (a: Cell, b: Cell, count: number): boolean => {
    const stepA = Math.max(1, Math.ceil((a.end - a.first) / SAMPLES));
    const stepB = Math.max(1, Math.ceil((b.end - b.first) / SAMPLES));
    for (let s = a.first; s < a.end; s += stepA) {
      const x = corners[s * 3];
      const rowX = slopes.valuesAt(x);
      if (rowX < 0) return false;
      for (let t = b.first; t < b.end; t += stepB) {
        const y = corners[t * 3];
        const rowY = slopes.valuesAt(y);
        if (rowY < 0) return false;
        const { values } = slopes;
        const dx = positions[x * 3] - positions[y * 3];
        const dy = positions[x * 3 + 1] - positions[y * 3 + 1];
        const dz = positions[x * 3 + 2] - positions[y * 3 + 2];
        const squared = dx * dx + dy * dy + dz * dz;
        if (squared === 0) continue;
        const perSquare = 1 / squared;
        for (let i = 0; i < count; i++) {
          const p = values[rowX + i * 4] - values[rowY + i * 4];
          const q = values[rowX + i * 4 + 1] - values[rowY + i * 4 + 1];
          const r = values[rowX + i * 4 + 2] - values[rowY + i * 4 + 2];
          const w = values[rowX + i * 4 + 3] - values[rowY + i * 4 + 3];
          limitV[i] = Math.max(limitV[i], (p * p + q * q + r * r) * perSquare);
          limitS[i] = Math.max(limitS[i], w * w * perSquare);
        }
      }
    }
    takeRoots(count);
    return true;
  };

  return {
    limitV,
    limitS,
    begin: (count, a, b) => {
      limitV.fill(0);
      limitS.fill(0);
      if (!(a === b ? beginWithNode(a, count) : beginWithTwo(cells[a], cells[b], count))) return false;
      const tolerance = a === b ? TOLERANCE : SAMPLE_TOLERANCE;
      let mostV = 0;
      let mostS = 0;
      for (let i = 0; i < count; i++) {
        mostV = Math.max(mostV, limitV[i]);
        mostS = Math.max(mostS, limitS[i]);
      }
      for (let i = 0; i < count; i++) {
        limitV[i] = Math.max(limitV[i], mostV * LEAST_SHARE) * tolerance;
        limitS[i] = Math.max(limitS[i], mostS * LEAST_SHARE) * tolerance;
      }
      return true;
    },
  };
}
