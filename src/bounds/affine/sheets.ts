/**
 * Where a surface at rest lies like a sheet over a plane, so that straight ways in the plane are ways on the surface.
 *
 * Let p take each vertex to a point of the plane, linearly on triangles, and let C be two cells, or one. Let Q be the convex hull of p(C), and N a set of triangles, C among them,
 * that run round counter-clockwise in the plane. A side of a triangle of N is *open* unless exactly one other triangle of N has it, running through it
 * the other way. If no open side reaches into the inside of Q, and some point of the inside of Q lies in one triangle of N only, then for any x, y of C the straight way from p(x) to p(y) is the image of a way from x to y on N.
 *
 * Why. The boundaries of all triangles of N, together, wind round a point off all sides as often as triangles cover it. What is not open cancels, so that number is the same
 * everywhere inside Q: one. Let two different points of N lie over one point q of Q, its rim included, both in triangles that have points inside Q as near to q as you like. Sides that end in or
 * pass through the first point are not open where they lead inside; so the triangles of N around it fill what of a neighbourhood of q lies in Q. The triangle of the second reaches into that, and
 * points there would be covered twice. So there is exactly one such point of N over each point of Q, it depends continuously on q, and points of C, whose triangles lie in Q, are among them. ∎
 * In particular no two points of C have the same place, and none of its triangles is without area.
 *
 * How long is the way? Here p is, but for rounding, the projection along a direction n. Let r be what p is off, |r| ≤ s at vertices; so on a triangle of altitude h its slope is at most ε = 2s/h.
 * A step of length ℓ on a triangle whose normal makes an angle θ with n is at least (cos θ - ε)ℓ in the plane. So a function with slopes of at most V_t on
 * triangles t changes along the way by at most |p(x) - p(y)| max V_t F_t, F_t = 1 / (cos θ_t - ε_t). So does r, whose slopes are at most ε: so |p(x) - p(y)| ≤ |x - y| +
 * εF |p(x) - p(y)|, that is |p(x) - p(y)| ≤ |x - y| / (1 - εF), with the largest ε and F. The *factors* are F_t / (1 - εF).
 *
 * p rounds to the points of a grid, of which the cells are some half a million units large, so that signs of orientation are exact: nothing that is computed for them takes more than 50 bits. s is
 * three quarters of a unit, which is more than half the diagonal of a square of the grid, and what float64 loses before. Normals are off by less than 2^-40, since triangles are not thinner than 1 : 1024, and the
 * cosine by less than 2^-38. Factors are rounded up by 2^-20, more than float64 takes from slopes and altitudes.
 */
import { NO_INDEX } from '../../mesh/mesh.js';
import type { RestSurface } from './rest-surface.js';

/** Triangles over a hull, with how much longer ways on each are than in the plane. */
interface Sheet {
  readonly triangles: Uint32Array;
  readonly factors: Float64Array;
  count: number;
}

/** The smallest cosine of an angle with the direction of projection. */
const LEAST_COSINE = 0.25;
/** Triangles that are added to those of the cells, at most, and times as many as they have. */
const MOST_ADDED = 48;
const MOST_SHARE = 2;
/** Cells reach at most so many units from where the plane is counted from, and more than half as many; all of a sheet at most eight times as many. */
const CELL_UNITS = 524288;
const MOST_UNITS = 8 * CELL_UNITS;
/** Above all differences of coordinates. */
const KEY_UNITS = 4 * MOST_UNITS;
/** So many numbers are sorted by insertion, at most. */
const MOST_INSERTED = 40;
/** Half a unit in each of two directions, and what is rounded before. */
const OFF_UNITS = 0.75;
const COSINE_ROUNDING = 1 / 274877906944;
/** 2^-20 */
const FACTOR_ROUNDING = 1 / 1048576;

/** Finds the sheet over two runs of triangles, or one given twice; or null. The sheet is that of the next call, too. */
export type SheetFinder = (firstA: number, endA: number, firstB: number, endB: number) => Sheet | null;

/** Prepares to find sheets of a surface. */
export function createSheetFinder(surface: RestSurface): SheetFinder {
  const { altitudes, areas, corners, neighbours, normals, positions } = surface;
  const inSheet = new Int32Array(surface.triangleCount);
  const projected = new Int32Array(surface.vertexCount);
  const px = new Float64Array(surface.vertexCount);
  const py = new Float64Array(surface.vertexCount);
  let sheet: Sheet = { triangles: new Uint32Array(256), factors: new Float64Array(256), count: 0 };
  let points = new Uint32Array(256);
  let pointCount = 0;
  /** Coordinates of the corners of the hull, in turn. */
  let hullX = new Float64Array(512);
  let hullY = new Float64Array(512);
  let hullCount = 0;
  /** The side of the hull that last parted a side from it. */
  let parting = 0;
  let keys = new Float64Array(256);
  /** Direction, two axes in units, and the point that coordinates are counted from. */
  const plane = new Float64Array(12);
  let mark = 0;
  /** Units in a length of one. */
  let perUnit = 0;

  /** Projects a vertex, unless that has been done; returns false where it is too far away. */
  const project = (vertex: number): boolean => {
    if (projected[vertex] === mark) return true;
    projected[vertex] = mark;
    const x = positions[vertex * 3] - plane[9];
    const y = positions[vertex * 3 + 1] - plane[10];
    const z = positions[vertex * 3 + 2] - plane[11];
    const u = Math.round(plane[3] * x + plane[4] * y + plane[5] * z);
    const v = Math.round(plane[6] * x + plane[7] * y + plane[8] * z);
    px[vertex] = u;
    py[vertex] = v;
    points[pointCount++] = vertex;
    return Math.abs(u) <= MOST_UNITS && Math.abs(v) <= MOST_UNITS;
  };

  const cosineOf = (triangle: number): number =>
    plane[0] * normals[triangle * 3] + plane[1] * normals[triangle * 3 + 1] + plane[2] * normals[triangle * 3 + 2];

  /** Adds a triangle, if it may be part of the sheet. */
  const add = (triangle: number): boolean => {
    if (!(altitudes[triangle] > 0 && cosineOf(triangle) >= LEAST_COSINE)) return false;
    inSheet[triangle] = mark;
    sheet.triangles[sheet.count++] = triangle;
    const a = corners[triangle * 3];
    const b = corners[triangle * 3 + 1];
    const c = corners[triangle * 3 + 2];
    return (
      project(a) &&
      project(b) &&
      project(c) &&
      (px[b] - px[a]) * (py[c] - py[a]) - (py[b] - py[a]) * (px[c] - px[a]) > 0
    );
  };

  /** Takes the direction of a plane from the normals of two runs, and units from how large they are. Where there is none, it is not a number. */
  const choosePlane = (firstA: number, endA: number, firstB: number, endB: number): void => {
    plane.fill(0);
    const origin = corners[firstA * 3] * 3;
    const ox = positions[origin];
    const oy = positions[origin + 1];
    const oz = positions[origin + 2];
    let squared = 0;
    for (let run = 0; run < 2; run++) {
      for (let t = run === 0 ? firstA : firstB; t < (run === 0 ? endA : endB); t++) {
        for (let axis = 0; axis < 3; axis++) plane[axis] += areas[t] * normals[t * 3 + axis];
        for (let corner = t * 3; corner < t * 3 + 3; corner++) {
          const x = positions[corners[corner] * 3] - ox;
          const y = positions[corners[corner] * 3 + 1] - oy;
          const z = positions[corners[corner] * 3 + 2] - oz;
          squared = Math.max(squared, x * x + y * y + z * z);
        }
      }
    }
    const length = Math.sqrt(plane[0] * plane[0] + plane[1] * plane[1] + plane[2] * plane[2]);
    for (let axis = 0; axis < 3; axis++) plane[axis] /= length;
    const x = plane[0];
    const y = plane[1];
    const z = plane[2];
    const isSteep = Math.abs(x) < 0.6;
    const across = isSteep ? Math.sqrt(y * y + z * z) : Math.sqrt(x * x + z * z);
    const ux = isSteep ? 0 : -z / across;
    const uy = isSteep ? z / across : 0;
    const uz = isSteep ? -y / across : x / across;
    perUnit = CELL_UNITS / Math.sqrt(squared);
    plane[3] = ux * perUnit;
    plane[4] = uy * perUnit;
    plane[5] = uz * perUnit;
    plane[6] = (y * uz - z * uy) * perUnit;
    plane[7] = (z * ux - x * uz) * perUnit;
    plane[8] = (x * uy - y * ux) * perUnit;
    plane[9] = ox;
    plane[10] = oy;
    plane[11] = oz;
  };

  const findHull = (): void => {
    // Coordinates in one number each, for sorting: 46 bits.
    for (let i = 0; i < pointCount; i++)
      keys[i] = (px[points[i]] + MOST_UNITS) * KEY_UNITS + (py[points[i]] + MOST_UNITS);
    sortKeys(keys, pointCount);
    hullCount = 0;
    for (let pass = 0; pass < 2; pass++) {
      const base = hullCount;
      for (let i = 0; i < pointCount; i++) {
        const key = keys[pass === 0 ? i : pointCount - 1 - i];
        const column = Math.floor(key / KEY_UNITS);
        const x = column - MOST_UNITS;
        const y = key - column * KEY_UNITS - MOST_UNITS;
        while (hullCount >= base + 2) {
          const ax = hullX[hullCount - 2];
          const ay = hullY[hullCount - 2];
          if ((hullX[hullCount - 1] - ax) * (y - ay) - (hullY[hullCount - 1] - ay) * (x - ax) > 0) break;
          hullCount--;
        }
        hullX[hullCount] = x;
        hullY[hullCount++] = y;
      }
      hullCount--;
    }
    // The first once more, so that sides need not be counted round.
    hullX[hullCount] = hullX[0];
    hullY[hullCount] = hullY[0];
    parting = 0;
  };

  /** Whether a side reaches into the inside of the hull: if not, it is parted from it by a line through a side of the hull, or through itself. */
  const reachesIn = (a: number, b: number): boolean => {
    const ax = px[a];
    const ay = py[a];
    const bx = px[b];
    const by = py[b];
    // Often the side of the hull that did so last parts the next one, too.
    for (let n = 0, i = parting; n < hullCount; n++) {
      const x = hullX[i];
      const y = hullY[i];
      const dx = hullX[i + 1] - x;
      const dy = hullY[i + 1] - y;
      if (dx * (ay - y) - dy * (ax - x) <= 0 && dx * (by - y) - dy * (bx - x) <= 0) {
        parting = i;
        return false;
      }
      if (++i === hullCount) i = 0;
    }
    let isAbove = false;
    let isBelow = false;
    for (let i = 0; i < hullCount && !(isAbove && isBelow); i++) {
      const side = (bx - ax) * (hullY[i] - ay) - (by - ay) * (hullX[i] - ax);
      if (side > 0) isAbove = true;
      if (side < 0) isBelow = true;
    }
    return isAbove && isBelow;
  };

  /** Adds what lies across open sides until none reaches in; returns false where that cannot be. */
  const grow = (most: number): boolean => {
    for (let next = 0; next < sheet.count; next++) {
      const first = sheet.triangles[next] * 3;
      for (let side = first; side < first + 3; side++) {
        const across = neighbours[side];
        if (across !== NO_INDEX && inSheet[across] === mark) continue;
        if (!reachesIn(corners[side], corners[side === first + 2 ? first : side + 1])) continue;
        if (across === NO_INDEX || sheet.count >= most || !add(across)) return false;
      }
    }
    return true;
  };

  /** Whether the middle of the first triangle lies in no other. Everything is taken three times, so that the middle is a point of the grid. */
  const isCoveredOnce = (): boolean => {
    const first = sheet.triangles[0] * 3;
    const x = px[corners[first]] + px[corners[first + 1]] + px[corners[first + 2]];
    const y = py[corners[first]] + py[corners[first + 1]] + py[corners[first + 2]];
    for (let i = 1; i < sheet.count; i++) {
      const at = sheet.triangles[i] * 3;
      let isIn = true;
      let ax = 3 * px[corners[at + 2]] - x;
      let ay = 3 * py[corners[at + 2]] - y;
      for (let corner = at; corner < at + 3 && isIn; corner++) {
        const bx = 3 * px[corners[corner]] - x;
        const by = 3 * py[corners[corner]] - y;
        isIn = ax * by - ay * bx >= 0;
        ax = bx;
        ay = by;
      }
      if (isIn) return false;
    }
    return true;
  };

  const describe = (): Sheet | null => {
    const { count, factors, triangles } = sheet;
    const off = OFF_UNITS / perUnit;
    let steepest = 0;
    let longest = 0;
    for (let i = 0; i < count; i++) {
      const slope = (2 * off) / altitudes[triangles[i]];
      factors[i] = 1 / (cosineOf(triangles[i]) - COSINE_ROUNDING - slope);
      if (slope > steepest) steepest = slope;
      // Negative ones are none, and so is what is not a number.
      if (!(factors[i] > 0)) return null;
      if (factors[i] > longest) longest = factors[i];
    }
    const share = 1 - steepest * longest;
    if (!(share > 0.5)) return null;
    for (let i = 0; i < count; i++) factors[i] *= (1 + FACTOR_ROUNDING) / share;
    return sheet;
  };

  return (firstA, endA, firstB, endB) => {
    const isOne = firstA === firstB;
    const most = (endA - firstA + (isOne ? 0 : endB - firstB)) * (MOST_SHARE + 1) + MOST_ADDED + 1;
    if (most > sheet.triangles.length) {
      sheet = { triangles: new Uint32Array(most * 2), factors: new Float64Array(most * 2), count: 0 };
    }
    if (most * 3 > points.length) {
      points = new Uint32Array(most * 6);
      keys = new Float64Array(most * 6);
      hullX = new Float64Array(most * 12);
      hullY = new Float64Array(most * 12);
    }
    mark++;
    sheet.count = 0;
    pointCount = 0;
    choosePlane(firstA, endA, firstB, endB);
    for (let t = firstA; t < endA; t++) if (!add(t)) return null;
    if (!isOne) for (let t = firstB; t < endB; t++) if (!add(t)) return null;
    findHull();
    return grow(sheet.count * MOST_SHARE + MOST_ADDED) && isCoveredOnce() ? describe() : null;
  };
}

/** Sorts numbers. There are few of them as a rule. */
function sortKeys(keys: Float64Array, count: number): void {
  if (count > MOST_INSERTED) {
    keys.subarray(0, count).sort();
    return;
  }
  for (let i = 1; i < count; i++) {
    const key = keys[i];
    let j = i - 1;
    while (j >= 0 && keys[j] > key) {
      keys[j + 1] = keys[j];
      j--;
    }
    keys[j + 1] = key;
  }
}
