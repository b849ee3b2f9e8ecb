/** Makes a tetrahedral mesh sound as far as can be done without moving a point. */
import { requireNames, withDefaults } from '../checks.js';
import { PliantError } from '../errors.js';
import { findDuplicates, signOfVolume } from './inspect-tetrahedra.js';
import { NO_INDEX } from './mesh.js';
import { requireSolid } from './require-tetrahedra.js';
import { findTetrahedronFaces } from './tetrahedron-faces.js';
import type { TetrahedralMesh } from './tetrahedral-mesh.js';

/** What is left out besides turning tetrahedra round. */
export interface OrientOptions {
  /** Leave out tetrahedra without volume. Default false. */
  readonly dropFlat?: boolean;
  /** Leave out tetrahedra with the same four points as an earlier one. Default false. */
  readonly dropDuplicated?: boolean;
  /** Leave out points that no tetrahedron uses, after the others were left out. Default false. */
  readonly dropUnused?: boolean;
}

/** Used where {@link OrientOptions} are left out. */
export const ORIENT_DEFAULTS: Required<OrientOptions> = { dropFlat: false, dropDuplicated: false, dropUnused: false };

/** Tetrahedra that all have the same orientation, and how they correspond to the original ones. */
export interface OrientedTetrahedra extends TetrahedralMesh {
  /** Four points per tetrahedron; all volumes are positive, or zero where flat ones were kept. */
  readonly tetrahedra: Uint32Array;
  /** How many tetrahedra were turned round. */
  readonly turned: number;
  /** For each tetrahedron, the original one; ascending. */
  readonly originalOf: Uint32Array;
  /** For each point, the original one; ascending. */
  readonly originalPointOf: Uint32Array;
}

/**
 * Turns tetrahedra round whose volume is negative, by exchanging their last two corners, and leaves out what the options say. The mesh given is not changed.
 *
 * @throws PliantError when it is no tetrahedral mesh, or nothing would be left of it.
 */
export function orientTetrahedra(solid: TetrahedralMesh, options: OrientOptions = {}): OrientedTetrahedra {
  const caller = 'orientTetrahedra';
  const pointCount = requireSolid(caller, solid);
  requireNames(caller, options, Object.keys(ORIENT_DEFAULTS));
  const { dropFlat, dropDuplicated, dropUnused } = withDefaults(ORIENT_DEFAULTS, options);
  const all = Uint32Array.from(solid.tetrahedra);
  const duplicated = dropDuplicated
    ? new Set(findDuplicates(all, findTetrahedronFaces(all, pointCount)))
    : new Set<number>();
  const originalOf: number[] = [];
  let turned = 0;
  for (let tetrahedron = 0; tetrahedron < all.length / 4; tetrahedron++) {
    const at = tetrahedron * 4;
    const sign = signOfVolume(solid, at);
    if ((sign === 0 && dropFlat) || duplicated.has(tetrahedron)) continue;
    if (sign < 0) {
      [all[at + 2], all[at + 3]] = [all[at + 3], all[at + 2]];
      turned++;
    }
    originalOf.push(tetrahedron);
  }
  if (originalOf.length === 0) {
    throw new PliantError(
      'bad-number',
      `${caller}: none of ${all.length / 4} tetrahedra has a volume; check the points`,
    );
  }
  const tetrahedra = new Uint32Array(originalOf.length * 4);
  for (const [place, tetrahedron] of originalOf.entries()) {
    tetrahedra.set(all.subarray(tetrahedron * 4, tetrahedron * 4 + 4), place * 4);
  }
  const kept = keepPoints(solid.points, tetrahedra, dropUnused);
  return { ...kept, tetrahedra, turned, originalOf: Uint32Array.from(originalOf) };
}

/** Renumbers the points of the tetrahedra where some are left out. */
function keepPoints(
  points: Float32Array,
  tetrahedra: Uint32Array,
  dropUnused: boolean,
): Pick<OrientedTetrahedra, 'points' | 'originalPointOf'> {
  const isKept = new Uint8Array(points.length / 3);
  if (!dropUnused) isKept.fill(1);
  for (const point of tetrahedra) isKept[point] = 1;
  const keptOf = new Uint32Array(isKept.length).fill(NO_INDEX);
  const originalPointOf: number[] = [];
  for (let point = 0; point < isKept.length; point++) {
    if (isKept[point] === 1) keptOf[point] = originalPointOf.push(point) - 1;
  }
  for (let i = 0; i < tetrahedra.length; i++) tetrahedra[i] = keptOf[tetrahedra[i]];
  const kept = new Float32Array(originalPointOf.length * 3);
  for (const [place, point] of originalPointOf.entries()) {
    kept.set(points.subarray(point * 3, point * 3 + 3), place * 3);
  }
  return { points: kept, originalPointOf: Uint32Array.from(originalPointOf) };
}
