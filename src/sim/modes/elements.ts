/** Linear tetrahedra: how large each is, and how its four shape functions grow. Refuses solids whose stiffness would make no sense. */
import { describe } from '../../checks.js';
import { PliantError } from '../../errors.js';
import type { TetrahedralMesh } from '../../parts.js';

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

/** An element whose volume is below this share of the cube of its longest edge is flat: rounding of float32 could turn it inside out. */
const FLAT = 1e-9;

/**
 * Measures all elements. All must have a volume, and the same sense of winding: one that is wound the other way overlaps its neighbours.
 *
 * @param fills How far each element is filled, above 0 and up to 1; all are full where it is left out.
 */
export function measureElements(caller: string, solid: TetrahedralMesh, fills?: ArrayLike<number>): Elements {
  const { pointCount, corners } = requireSolid(caller, solid);
  const elementCount = corners.length / 4;
  requireFills(caller, fills, elementCount);
  const volumes = new Float64Array(elementCount);
  const gradients = new Float64Array(elementCount * 12);
  const edges = new Float64Array(9);
  let sense = 0;
  for (let element = 0; element < elementCount; element++) {
    const sixfold = writeGradients(solid.points, corners, element, edges, gradients);
    if (!(Math.abs(sixfold) > FLAT * longestEdgeCubed(edges))) {
      throw new PliantError(
        'bad-number',
        `${caller}: tetrahedron ${element} is flat, its volume is ${sixfold / 6}; leave it out, or mend the mesh`,
      );
    }
    sense ||= Math.sign(sixfold);
    if (Math.sign(sixfold) !== sense) {
      throw new PliantError(
        'mismatch',
        `${caller}: tetrahedron ${element} is flipped, its points are wound the other way than those of tetrahedron 0; ` +
          'swap two of its points if the mesh is right, or move the point that was pushed through',
      );
    }
    volumes[element] = (Math.abs(sixfold) / 6) * (fills === undefined ? 1 : fills[element]);
  }
  requireDifferent(caller, corners);
  return { pointCount, corners, volumes, gradients };
}

/** Writes the gradients of one element, and answers six times its volume, with the sign of its winding. */
function writeGradients(
  points: Float32Array,
  corners: Uint32Array,
  element: number,
  edges: Float64Array,
  gradients: Float64Array,
): number {
  const origin = corners[element * 4] * 3;
  for (let edge = 0; edge < 3; edge++) {
    const end = corners[element * 4 + edge + 1] * 3;
    for (let axis = 0; axis < 3; axis++) edges[edge * 3 + axis] = points[end + axis] - points[origin + axis];
  }
  // Differences of float32 are exact in float64, or nearly so, and each gradient is a cross product over the determinant.
  const at = element * 12;
  for (let edge = 0; edge < 3; edge++) {
    const b = ((edge + 1) % 3) * 3;
    const c = ((edge + 2) % 3) * 3;
    for (let axis = 0; axis < 3; axis++) {
      const y = (axis + 1) % 3;
      const z = (axis + 2) % 3;
      gradients[at + 3 + edge * 3 + axis] = edges[b + y] * edges[c + z] - edges[b + z] * edges[c + y];
    }
  }
  const sixfold = edges[0] * gradients[at + 3] + edges[1] * gradients[at + 4] + edges[2] * gradients[at + 5];
  for (let axis = 0; axis < 3; axis++) {
    let sum = 0;
    for (let corner = 1; corner < 4; corner++) {
      gradients[at + corner * 3 + axis] /= sixfold;
      sum += gradients[at + corner * 3 + axis];
    }
    gradients[at + axis] = -sum;
  }
  return sixfold;
}

function longestEdgeCubed(edges: Float64Array): number {
  let longest = 0;
  for (let a = 0; a < 3; a++) {
    // From corner 0 to each other, and from each other to the next.
    const b = ((a + 1) % 3) * 3;
    let own = 0;
    let across = 0;
    for (let axis = 0; axis < 3; axis++) {
      const along = edges[a * 3 + axis];
      own += along * along;
      across += (edges[b + axis] - along) * (edges[b + axis] - along);
    }
    longest = Math.max(longest, own, across);
  }
  return longest * Math.sqrt(longest);
}

function requireSolid(
  caller: string,
  { points, tetrahedra }: TetrahedralMesh,
): { readonly pointCount: number; readonly corners: Uint32Array } {
  if (!(points instanceof Float32Array)) {
    throw new PliantError('bad-type', `${caller}: points is ${describe(points)}; pass a Float32Array`);
  }
  if (!(tetrahedra instanceof Uint32Array || tetrahedra instanceof Uint16Array || tetrahedra instanceof Uint8Array)) {
    throw new PliantError('bad-type', `${caller}: tetrahedra is ${describe(tetrahedra)}; pass an array of indices`);
  }
  if (points.length % 3 !== 0 || tetrahedra.length === 0 || tetrahedra.length % 4 !== 0) {
    throw new PliantError(
      'bad-count',
      `${caller}: there are ${points.length} coordinates and ${tetrahedra.length} corners; pass three for each point and four for each tetrahedron`,
    );
  }
  points.forEach((coordinate, i) => {
    if (Number.isFinite(coordinate)) return;
    throw new PliantError('bad-number', `${caller}: points[${i}] is ${coordinate}; every number must be finite`);
  });
  const pointCount = points.length / 3;
  const isUsed = new Uint8Array(pointCount);
  tetrahedra.forEach((point, i) => {
    if (point >= pointCount) {
      throw new PliantError(
        'bad-index',
        `${caller}: tetrahedron ${i >>> 2} uses point ${point}, but there are ${pointCount} points; check whether the file counts from 1`,
      );
    }
    isUsed[point] = 1;
  });
  const unused = isUsed.indexOf(0);
  if (unused >= 0) {
    throw new PliantError(
      'mismatch',
      `${caller}: point ${unused} belongs to no tetrahedron, so it has no mass; leave it out`,
    );
  }
  return { pointCount, corners: Uint32Array.from(tetrahedra) };
}

function requireFills(caller: string, fills: ArrayLike<number> | undefined, elementCount: number): void {
  if (fills === undefined) return;
  if (fills.length !== elementCount) {
    throw new PliantError(
      'bad-count',
      `${caller}: fills has ${fills.length} numbers, but there are ${elementCount} tetrahedra; pass one for each`,
    );
  }
  for (let element = 0; element < elementCount; element++) {
    if (fills[element] > 0 && fills[element] <= 1) continue;
    throw new PliantError(
      'bad-number',
      `${caller}: fills[${element}] is ${fills[element]}; pass numbers above 0 and up to 1`,
    );
  }
}

/** Refuses an element that is there twice, in whatever order its corners are. */
function requireDifferent(caller: string, corners: Uint32Array): void {
  const elementCount = corners.length / 4;
  const sorted = corners.slice();
  for (let at = 0; at < sorted.length; at += 4) sorted.subarray(at, at + 4).sort();
  const compare = (a: number, b: number): number => {
    for (let k = 0; k < 4; k++) {
      const difference = sorted[a * 4 + k] - sorted[b * 4 + k];
      if (difference !== 0) return difference;
    }
    return 0;
  };
  const order = Uint32Array.from({ length: elementCount }, (_, element) => element).sort(
    (a, b) => compare(a, b) || a - b,
  );
  for (let i = 1; i < elementCount; i++) {
    if (compare(order[i - 1], order[i]) !== 0) continue;
    throw new PliantError(
      'mismatch',
      `${caller}: tetrahedra ${order[i - 1]} and ${order[i]} have the same four points; leave one of them out`,
    );
  }
}
