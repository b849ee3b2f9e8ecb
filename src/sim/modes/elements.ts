/** Linear tetrahedra: how large each is, and how its four shape functions grow. */
import type { TetrahedralMesh } from '../../parts.js';
import { writeGradients } from '../elements/elements.js';
import { requireFills, requireSolid } from '../elements/solid.js';

/** What stiffness and mass are put together from. */
export interface Elements {
  readonly pointCount: number;
  /** Four points per element. */
  readonly corners: Uint32Array;
  /** Volume of each element times how far it is filled. */
  readonly volumes: Float64Array;
  /** Three numbers per corner: the gradient of the function that is 1 there and 0 at the other corners. */
  readonly gradients: Float64Array;
}

/**
 * Measures all elements, and refuses solids whose stiffness would make no sense.
 *
 * @param fills How far each element is filled, above 0 and up to 1; all are full where it is left out.
 */
export function measureElements(caller: string, solid: TetrahedralMesh, fills?: ArrayLike<number>): Elements {
  requireSolid(caller, solid);
  const corners = Uint32Array.from(solid.tetrahedra);
  const count = corners.length / 4;
  requireFills(caller, fills, count);
  const volumes = new Float64Array(count);
  const gradients = new Float64Array(count * 12);
  for (let element = 0; element < count; element++) {
    const at = element * 12;
    const sixfold = writeGradients(solid.points, corners, element, gradients, at + 3);
    for (let axis = at; axis < at + 3; axis++) {
      gradients[axis] = -(gradients[axis + 3] + gradients[axis + 6] + gradients[axis + 9]);
    }
    volumes[element] = (sixfold / 6) * (fills === undefined ? 1 : fills[element]);
  }
  return { pointCount: solid.points.length / 3, corners, volumes, gradients };
}
