/**
 * Spheres around the cells of an octree, as tight as they can be: the smallest ball around what the surface has in the cell, triangles clipped at its sides. The cell whose sphere
 * stands out most is divided next, until there are as many spheres as wanted.
 */
import { smallestBall } from 'pliant/inspect';
import type { Mesh } from 'pliant/parts';
import { splitWorst } from './sim-spheres-split.js';
import type { ErrorOf, SphereNode } from './sim-spheres-split.js';

type Polygon = readonly (readonly number[])[];

interface Cell extends SphereNode {
  readonly low: readonly number[];
  readonly size: number;
  readonly polygons: readonly Polygon[];
}

/** Spheres of an octree, for each of the counts asked for, which ascend: as many as that, or a few more. */
export function octreeSpheres(mesh: Mesh, counts: readonly number[], errorOf: ErrorOf): Float64Array[] {
  const corner = (side: number): number[] => [0, 1, 2].map((axis) => mesh.positions[3 * mesh.triangles[side] + axis]);
  const polygons = Array.from({ length: mesh.triangleCount }, (_, t) => [
    corner(3 * t),
    corner(3 * t + 1),
    corner(3 * t + 2),
  ]);
  const points = polygons.flat();
  const low = [0, 1, 2].map((axis) => points.reduce((least, point) => Math.min(least, point[axis]), Infinity));
  const high = [0, 1, 2].map((axis) => points.reduce((most, point) => Math.max(most, point[axis]), -Infinity));
  const size = Math.max(...[0, 1, 2].map((axis) => high[axis] - low[axis]));
  return splitWorst(cellAround(low, size, polygons, errorOf), counts, (cell) => divide(cell, errorOf));
}

function cellAround(low: readonly number[], size: number, polygons: readonly Polygon[], errorOf: ErrorOf): Cell {
  const points = Float64Array.from(polygons.flat(2));
  const ball = new Float64Array(4);
  smallestBall(points, points.length / 3, ball);
  let squared = 0;
  for (let i = 0; i < points.length; i += 3) {
    const [x, y, z] = [points[i] - ball[0], points[i + 1] - ball[1], points[i + 2] - ball[2]];
    squared = Math.max(squared, x * x + y * y + z * z);
  }
  ball[3] = Math.sqrt(squared);
  return { sphere: ball, error: errorOf(ball), low, size, polygons };
}

function divide({ low, polygons, size }: Cell, errorOf: ErrorOf): Cell[] {
  const half = size / 2;
  const cells: Cell[] = [];
  for (let k = 0; k < 8; k++) {
    const corner = [0, 1, 2].map((axis) => low[axis] + ((k >> axis) & 1) * half);
    const own = polygons.flatMap((polygon) => {
      let part = polygon;
      for (let axis = 0; axis < 3 && part.length > 0; axis++) {
        const isUpper = ((k >> axis) & 1) === 1;
        part = clip(part, axis, low[axis] + half, isUpper ? 1 : -1);
      }
      return part.length > 0 ? [part] : [];
    });
    if (own.length > 0) cells.push(cellAround(corner, half, own, errorOf));
  }
  return cells;
}

/** What a polygon has on one side of a plane across an axis. */
function clip(polygon: Polygon, axis: number, at: number, sign: number): Polygon {
  const depths = polygon.map((point) => sign * (point[axis] - at));
  if (depths.every((depth) => depth >= 0)) return polygon;
  const out: (readonly number[])[] = [];
  for (const [i, point] of polygon.entries()) {
    const j = (i + 1) % polygon.length;
    if (depths[i] >= 0) out.push(point);
    if (depths[i] > 0 !== depths[j] > 0 && depths[i] !== 0 && depths[j] !== 0) {
      const share = depths[i] / (depths[i] - depths[j]);
      out.push(point.map((value, k) => value + share * (polygon[j][k] - value)));
    }
  }
  // What only touches the plane belongs to the other side.
  return depths.some((depth) => depth > 0) ? out : [];
}
