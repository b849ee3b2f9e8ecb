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
 * Signs of orientation in the plane are exact. s = 2^-46 times the size of what is projected: three products and sums, and two axes that are orthonormal within rounding,
 * lose a few times 2^-53 of it. Normals are off by less than 2^-40, since triangles are not thinner than 1 : 1024, and the cosine by less than 2^-38. Factors are rounded up by 2^-20, more than
 * float32 takes from them and float64 from slopes and altitudes.
 */
import { orient2d } from '../../math/predicates.js';
import { NO_INDEX } from '../../mesh/mesh.js';
import type { RestSurface } from './rest-surface.js';

/** Triangles over a hull, with how much longer ways on each are than in the plane. */
export interface Sheet {
  readonly triangles: Uint32Array;
  readonly factors: Float32Array;
}

/** The smallest cosine of an angle with the direction of projection. */
const LEAST_COSINE = 0.25;
/** Triangles that are added to those of the cells, at most, and times as many as they have. */
const MOST_ADDED = 48;
const MOST_SHARE = 2;
/** More than the rounding of a difference of two products of differences, as a share of their magnitudes: Shewchuk 1997. */
const CERTAIN = 4e-16;
const ROUNDING = 1 / 70368744177664;
const COSINE_ROUNDING = 1 / 274877906944;
/** 2^-20 */
const FACTOR_ROUNDING = 1 / 1048576;

/** Finds the sheet over two runs of triangles, or one given twice; or null. */
export type SheetFinder = (firstA: number, endA: number, firstB: number, endB: number) => Sheet | null;

/** Prepares to find sheets of a surface. */
export function createSheetFinder(surface: RestSurface): SheetFinder {
  const { altitudes, areas, corners, neighbours, normals, positions } = surface;
  const inSheet = new Int32Array(surface.triangleCount).fill(-1);
  const projected = new Int32Array(surface.vertexCount).fill(-1);
  const px = new Float64Array(surface.vertexCount);
  const py = new Float64Array(surface.vertexCount);
  const list: number[] = [];
  const points: number[] = [];
  const hull: number[] = [];
  /** Direction, two axes, and the point that coordinates are counted from. */
  const plane = new Float64Array(12);
  let mark = 0;
  /** How far what has been projected is from that point, at most. */
  let size = 0;

  const sideOf = (a: number, b: number, x: number, y: number): number => {
    const left = (px[a] - x) * (py[b] - y);
    const right = (py[a] - y) * (px[b] - x);
    const area = left - right;
    // Nearly always certain at once.
    return Math.abs(area) > CERTAIN * (Math.abs(left) + Math.abs(right))
      ? area
      : orient2d(px[a], py[a], px[b], py[b], x, y);
  };

  const turn = (a: number, b: number, c: number): number => sideOf(a, b, px[c], py[c]);

  const project = (vertex: number): boolean => {
    if (projected[vertex] === mark) return false;
    projected[vertex] = mark;
    const x = positions[vertex * 3] - plane[9];
    const y = positions[vertex * 3 + 1] - plane[10];
    const z = positions[vertex * 3 + 2] - plane[11];
    size = Math.max(size, Math.abs(x) + Math.abs(y) + Math.abs(z));
    px[vertex] = plane[3] * x + plane[4] * y + plane[5] * z;
    py[vertex] = plane[6] * x + plane[7] * y + plane[8] * z;
    return true;
  };

  const cosineOf = (triangle: number): number =>
    plane[0] * normals[triangle * 3] + plane[1] * normals[triangle * 3 + 1] + plane[2] * normals[triangle * 3 + 2];

  /** Whether a triangle may be part of the sheet. */
  const add = (triangle: number): boolean => {
    if (!(altitudes[triangle] > 0 && cosineOf(triangle) >= LEAST_COSINE)) return false;
    inSheet[triangle] = mark;
    list.push(triangle);
    const a = corners[triangle * 3];
    const b = corners[triangle * 3 + 1];
    const c = corners[triangle * 3 + 2];
    if (project(a)) points.push(a);
    if (project(b)) points.push(b);
    if (project(c)) points.push(c);
    return turn(a, b, c) > 0;
  };

  /** Takes the direction of a plane from the normals of two runs. */
  const choosePlane = (firstA: number, endA: number, firstB: number, endB: number): void => {
    plane.fill(0);
    for (let run = 0; run < 2; run++) {
      for (let t = run === 0 ? firstA : firstB; t < (run === 0 ? endA : endB); t++) {
        for (let axis = 0; axis < 3; axis++) plane[axis] += areas[t] * normals[t * 3 + axis];
      }
    }
    const length = Math.sqrt(plane[0] * plane[0] + plane[1] * plane[1] + plane[2] * plane[2]);
    for (let axis = 0; axis < 3; axis++) plane[axis] /= length;
    const [x, y, z] = plane;
    const isSteep = Math.abs(x) < 0.6;
    const across = isSteep ? Math.sqrt(y * y + z * z) : Math.sqrt(x * x + z * z);
    plane[3] = isSteep ? 0 : -z / across;
    plane[4] = isSteep ? z / across : 0;
    plane[5] = isSteep ? -y / across : x / across;
    plane[6] = y * plane[5] - z * plane[4];
    plane[7] = z * plane[3] - x * plane[5];
    plane[8] = x * plane[4] - y * plane[3];
    for (let axis = 0; axis < 3; axis++) plane[9 + axis] = positions[corners[firstA * 3] * 3 + axis];
  };

  const findHull = (): void => {
    points.sort((a, b) => px[a] - px[b] || py[a] - py[b]);
    hull.length = 0;
    for (let pass = 0; pass < 2; pass++) {
      const base = hull.length;
      for (let i = 0; i < points.length; i++) {
        const point = points[pass === 0 ? i : points.length - 1 - i];
        while (hull.length >= base + 2 && turn(hull[hull.length - 2], hull[hull.length - 1], point) <= 0) hull.pop();
        hull.push(point);
      }
      hull.pop();
    }
  };

  /** Whether a side reaches into the inside of the hull: if not, it is parted from it by a line through a side of the hull, or through itself. */
  const reachesIn = (a: number, b: number): boolean => {
    let before = hull[hull.length - 1];
    for (let i = 0; i < hull.length; i++) {
      if (turn(before, hull[i], a) <= 0 && turn(before, hull[i], b) <= 0) return false;
      before = hull[i];
    }
    let isAbove = false;
    let isBelow = false;
    for (let i = 0; i < hull.length && !(isAbove && isBelow); i++) {
      const side = turn(a, b, hull[i]);
      if (side > 0) isAbove = true;
      if (side < 0) isBelow = true;
    }
    return isAbove && isBelow;
  };

  /** Adds what lies across open sides until none reaches in; returns false where that cannot be. */
  const grow = (most: number): boolean => {
    for (let next = 0; next < list.length; next++) {
      for (let side = list[next] * 3; side < list[next] * 3 + 3; side++) {
        const across = neighbours[side];
        if (across !== NO_INDEX && inSheet[across] === mark) continue;
        if (!reachesIn(corners[side], corners[side % 3 === 2 ? side - 2 : side + 1])) continue;
        if (across === NO_INDEX || list.length >= most || !add(across)) return false;
      }
    }
    return true;
  };

  /** Whether the middle of the first triangle lies in no other. */
  const isCoveredOnce = (): boolean => {
    let x = 0;
    let y = 0;
    for (let corner = list[0] * 3; corner < list[0] * 3 + 3; corner++) {
      x += px[corners[corner]] / 3;
      y += py[corners[corner]] / 3;
    }
    for (let i = 0; i < list.length; i++) {
      const a = corners[list[i] * 3];
      const b = corners[list[i] * 3 + 1];
      const c = corners[list[i] * 3 + 2];
      const least = Math.min(sideOf(a, b, x, y), sideOf(b, c, x, y), sideOf(c, a, x, y));
      if (i === 0 ? least <= 0 : least >= 0) return false;
    }
    return true;
  };

  const describe = (): Sheet | null => {
    const off = ROUNDING * size;
    let steepest = 0;
    let longest = 0;
    const triangles = new Uint32Array(list.length);
    const factors = new Float32Array(list.length);
    for (let i = 0; i < list.length; i++) {
      const triangle = list[i];
      const slope = (2 * off) / altitudes[triangle];
      triangles[i] = triangle;
      factors[i] = 1 / (cosineOf(triangle) - COSINE_ROUNDING - slope);
      if (slope > steepest) steepest = slope;
      if (factors[i] > longest) longest = factors[i];
    }
    const share = 1 - 2 * steepest * longest;
    if (!(share > 0.5)) return null;
    for (let i = 0; i < list.length; i++) factors[i] *= (1 + FACTOR_ROUNDING) / share;
    return { triangles, factors };
  };

  return (firstA, endA, firstB, endB) => {
    mark++;
    size = 0;
    list.length = 0;
    points.length = 0;
    choosePlane(firstA, endA, firstB, endB);
    for (let t = firstA; t < endA; t++) if (!add(t)) return null;
    if (firstB !== firstA) for (let t = firstB; t < endB; t++) if (!add(t)) return null;
    findHull();
    return grow(list.length * MOST_SHARE + MOST_ADDED) && isCoveredOnce() ? describe() : null;
  };
}
