/** Checks of tetrahedral meshes as arguments. */
import { describe, requireFinite, requireFloat32Array } from '../checks.js';
import { PliantError } from '../errors.js';
import type { TetrahedralMesh } from './tetrahedral-mesh.js';

/** Refuses what is no tetrahedral mesh, or has points that are not finite or not there. Returns the number of points. */
export function requireSolid(caller: string, solid: TetrahedralMesh): number {
  if (typeof solid !== 'object' || solid === null) {
    throw new PliantError('bad-type', `${caller}: got ${describe(solid)}; pass { points, tetrahedra }`);
  }
  const { points, tetrahedra } = solid;
  requireFloat32Array(caller, 'points', points);
  if (points.length === 0 || points.length % 3 !== 0) {
    throw new PliantError('bad-count', `${caller}: points has ${points.length} numbers; pass three for each point`);
  }
  requireFinite(caller, 'points', points);
  requireTetrahedra(caller, tetrahedra, points.length / 3);
  return points.length / 3;
}

/** Refuses what does not name four points for each of at least one tetrahedron. */
export function requireTetrahedra(
  caller: string,
  tetrahedra: TetrahedralMesh['tetrahedra'],
  pointCount: number,
): Uint32Array {
  if (!(tetrahedra instanceof Uint32Array || tetrahedra instanceof Uint16Array || tetrahedra instanceof Uint8Array)) {
    throw new PliantError(
      'bad-type',
      `${caller}: tetrahedra is ${describe(tetrahedra)}; pass a Uint32Array, a Uint16Array or a Uint8Array`,
    );
  }
  if (tetrahedra.length === 0 || tetrahedra.length % 4 !== 0) {
    throw new PliantError(
      'bad-count',
      `${caller}: tetrahedra has ${tetrahedra.length} numbers; pass four for each tetrahedron`,
    );
  }
  for (let i = 0; i < tetrahedra.length; i++) {
    if (tetrahedra[i] >= pointCount) {
      throw new PliantError(
        'bad-index',
        `${caller}: tetrahedron ${i >>> 2} uses point ${tetrahedra[i]}, but there are ${pointCount} points; ` +
          'check whether the file counts from 1',
      );
    }
  }
  return tetrahedra instanceof Uint32Array ? tetrahedra : Uint32Array.from(tetrahedra);
}
