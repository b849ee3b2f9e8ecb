/** How a rigid body resists: mass, centre and inertia of what a surface encloses, or of the surface itself. */
import { describe, requireNames } from '../../checks.js';
import { PliantError } from '../../errors.js';
import { inspectSurface } from '../../inspect.js';
import { findEdges } from '../../parts.js';
import type { Mesh } from '../../parts.js';

/** What it is made of: solid, or a thin shell. Give one of the two. */
export interface MassOptions {
  /** Kilograms per cubic metre of what the surface encloses; the surface has to be closed. Above 0. */
  readonly density?: number;
  /** Kilograms per square metre of the surface itself, which may be open. Above 0. */
  readonly areaDensity?: number;
}

/** Mass, centre of mass, and inertia about that centre. */
export interface MassProperties {
  /** In kilograms. */
  readonly mass: number;
  /** Centre of mass: three coordinates, in the space of the mesh. */
  readonly center: Float64Array;
  /** Inertia about the centre, a symmetric matrix of three by three, in kilogram square metres, along the axes of the mesh. */
  readonly inertia: Float64Array;
}

/** Moments up to the second: of mass, three of mass times place, and xx, xy, xz, yy, yz, zz of mass times place times place. */
const MOMENTS = 10;

/**
 * Measures what a mesh at rest weighs. A closed surface that is turned inside out has the same mass as the other way round.
 *
 * @throws PliantError `bad-number`, `bad-type` or `mismatch`: a border where there has to be none, no volume, no area.
 */
export function measureMass(mesh: Mesh, options: MassOptions): MassProperties {
  requireNames('measureMass', options, ['density', 'areaDensity']);
  const { density, areaDensity } = options;
  if ((density === undefined) === (areaDensity === undefined)) {
    throw new PliantError('mismatch', 'measureMass: pass either density, of a solid, or areaDensity, of a shell');
  }
  requirePositive(density === undefined ? 'areaDensity' : 'density', density ?? areaDensity);
  // Counted from the middle of the box: far from the origin, moments about it would cancel.
  const origin = middleOf(mesh);
  const moments = density === undefined ? momentsOfShell(mesh, origin) : momentsOfSolid(mesh, origin);
  return propertiesOf(moments, density ?? areaDensity!, origin);
}

function requirePositive(name: string, value: unknown): void {
  if (typeof value !== 'number') {
    throw new PliantError('bad-type', `measureMass: ${name} is ${describe(value)}; pass a number above 0`);
  }
  if (value > 0 && value < Infinity) return;
  throw new PliantError('bad-number', `measureMass: ${name} is ${value}; pass a finite number above 0`);
}

function middleOf({ positions, triangles }: Mesh): Float64Array {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const vertex of triangles) {
    for (let axis = 0; axis < 3; axis++) {
      const x = positions[vertex * 3 + axis];
      if (x < low[axis]) low[axis] = x;
      if (x > high[axis]) high[axis] = x;
    }
  }
  return Float64Array.from(low, (x, axis) => x + (high[axis] - x) / 2);
}

/** Integrals over the tetrahedra between the origin and each triangle, whose signs take away what lies outside. */
function momentsOfSolid(mesh: Mesh, origin: Float64Array): Float64Array {
  requireClosed(mesh);
  const moments = new Float64Array(MOMENTS);
  const corners = new Float64Array(9);
  for (let triangle = 0; triangle < mesh.triangleCount; triangle++) {
    readCorners(mesh, triangle, origin, corners);
    const [ax, ay, az, bx, by, bz, cx, cy, cz] = corners;
    const sixVolumes = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
    // Of a tetrahedron with a corner at the origin and volume V: V/4 times the sum of the corners; V/20 times the products of the sums, and the sums of the products.
    addSimplex(moments, corners, sixVolumes / 6, 4, 20);
  }
  if (moments[0] === 0) {
    throw new PliantError(
      'mismatch',
      'measureMass: the surface encloses no volume; pass areaDensity, the mass of a square metre of the surface itself',
    );
  }
  if (moments[0] < 0) for (let k = 0; k < MOMENTS; k++) moments[k] = -moments[k];
  return moments;
}

function requireClosed(mesh: Mesh): void {
  const { boundaryEdges, closed, misorientedEdges, nonManifoldEdges } = inspectSurface(mesh, findEdges(mesh));
  if (closed && misorientedEdges.length === 0) return;
  const defects = [
    [boundaryEdges.length, 'with one triangle'],
    [nonManifoldEdges.length, 'with three or more'],
    [misorientedEdges.length, 'between triangles that face opposite ways'],
  ] as const;
  const found = defects.filter(([count]) => count > 0).map(([count, what]) => `${count} edges ${what}`);
  throw new PliantError(
    'mismatch',
    `measureMass: the surface is not closed: ${found.join(', ') || 'it has no edges'}; weld its vertices, close it, or pass areaDensity instead of density`,
  );
}

function momentsOfShell(mesh: Mesh, origin: Float64Array): Float64Array {
  const moments = new Float64Array(MOMENTS);
  const corners = new Float64Array(9);
  for (let triangle = 0; triangle < mesh.triangleCount; triangle++) {
    readCorners(mesh, triangle, origin, corners);
    // Of a triangle of area A: A/3 times the sum of the corners; A/12 times the same products.
    addSimplex(moments, corners, areaOf(corners), 3, 12);
  }
  if (moments[0] > 0) return moments;
  throw new PliantError('mismatch', 'measureMass: no triangle of the mesh has an area, so it weighs nothing');
}

function readCorners({ positions, triangles }: Mesh, triangle: number, origin: Float64Array, out: Float64Array): void {
  for (let corner = 0; corner < 3; corner++) {
    const at = triangles[triangle * 3 + corner] * 3;
    for (let axis = 0; axis < 3; axis++) out[corner * 3 + axis] = positions[at + axis] - origin[axis];
  }
}

function areaOf([ax, ay, az, bx, by, bz, cx, cy, cz]: Float64Array): number {
  const [ux, uy, uz, vx, vy, vz] = [bx - ax, by - ay, bz - az, cx - ax, cy - ay, cz - az];
  const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  return Math.sqrt(x * x + y * y + z * z) / 2;
}

/** Adds the moments of a simplex of the measure given, whose corners other than the origin are given. */
function addSimplex(moments: Float64Array, p: Float64Array, measure: number, first: number, second: number): void {
  const sum = [p[0] + p[3] + p[6], p[1] + p[4] + p[7], p[2] + p[5] + p[8]];
  moments[0] += measure;
  let next = 4;
  for (let i = 0; i < 3; i++) {
    moments[1 + i] += (measure / first) * sum[i];
    for (let j = i; j < 3; j++) {
      const products = p[i] * p[j] + p[3 + i] * p[3 + j] + p[6 + i] * p[6 + j];
      moments[next++] += (measure / second) * (sum[i] * sum[j] + products);
    }
  }
}

function propertiesOf(moments: Float64Array, density: number, origin: Float64Array): MassProperties {
  const [measure, x, y, z, xx, xy, xz, yy, yz, zz] = moments;
  const [cx, cy, cz] = [x / measure, y / measure, z / measure];
  // Second moments about the centre.
  const [mxx, myy, mzz] = [xx - measure * cx * cx, yy - measure * cy * cy, zz - measure * cz * cz];
  const [mxy, mxz, myz] = [xy - measure * cx * cy, xz - measure * cx * cz, yz - measure * cy * cz];
  const inertia = [myy + mzz, -mxy, -mxz, -mxy, mxx + mzz, -myz, -mxz, -myz, mxx + myy];
  return {
    mass: measure * density,
    center: Float64Array.of(origin[0] + cx, origin[1] + cy, origin[2] + cz),
    inertia: Float64Array.from(inertia, (entry) => entry * density),
  };
}
