/** What a cut does to the triangles of a mesh: those that stay, in their order, then those that were added. */
import { describe } from '../../checks.js';
import { PliantError } from '../../errors.js';
import { LEAF_FIRST_BITS } from '../../kernels/layout/child-words.js';
import { NO_INDEX } from '../../mesh/mesh.js';
import type { Mesh } from '../../mesh/mesh.js';
import type { Deformation } from '../shape.js';
import { append, extendOrder } from './new-vertices.js';
import type { TriangleEdits } from './write-tree.js';

/** What to cut. */
export interface Cut {
  /** Triangles that go, by their numbers in the mesh of the shape, each once. */
  readonly remove?: ArrayLike<number>;
  /** Triangles that come, three vertices each. New vertices are numbered behind those of the shape. */
  readonly add?: ArrayLike<number>;
  /** New vertices. */
  readonly vertices?: {
    /** Where they are at rest: x, y, z of each. */
    readonly positions: Float32Array;
    /** How they move: what `createShape` takes, of the kind that the shape has, for the new vertices alone. Needed unless the shape does not deform. */
    readonly deformation?: Deformation;
  };
}

/** Who refuses a cut. */
export const CALLER = 'cutShape';

/** The mesh after the cut, and how its triangles are numbered. */
export function editTriangles(
  mesh: Mesh,
  vertexOrder: Uint32Array,
  { add = [], remove = [], vertices }: Cut,
): TriangleEdits & { readonly sources: Uint32Array } {
  const positions = vertices ? append(mesh.positions, vertices.positions) : mesh.positions;
  const newNumbers = new Uint32Array(mesh.triangleCount);
  requireList('remove', remove);
  for (let i = 0; i < remove.length; i++) {
    const triangle = remove[i];
    if (!Number.isInteger(triangle) || triangle < 0 || triangle >= mesh.triangleCount) {
      throw new PliantError(
        'bad-index',
        `${CALLER}: remove[${i}] is ${describe(triangle)}, but there are ${mesh.triangleCount} triangles; use their numbers in shape.mesh`,
      );
    }
    if (newNumbers[triangle] === NO_INDEX) {
      throw new PliantError('bad-index', `${CALLER}: remove[${i}] is triangle ${triangle} once more; name each once`);
    }
    newNumbers[triangle] = NO_INDEX;
  }
  requireAdded(add, positions.length / 3);
  const firstAdded = mesh.triangleCount - remove.length;
  const triangleCount = firstAdded + add.length / 3;
  if (triangleCount === 0) {
    throw new PliantError(
      'bad-count',
      `${CALLER}: all ${mesh.triangleCount} triangles would go; leave one, or dispose of the bodies`,
    );
  }
  if (triangleCount >= (1 << LEAF_FIRST_BITS) - 1) {
    throw new PliantError('unsupported', `${CALLER}: ${triangleCount} triangles are too many; split the mesh`);
  }
  const triangles = new Uint32Array(triangleCount * 3);
  const sources = new Uint32Array(triangleCount).fill(NO_INDEX);
  let next = 0;
  for (let triangle = 0; triangle < mesh.triangleCount; triangle++) {
    if (newNumbers[triangle] === NO_INDEX) continue;
    newNumbers[triangle] = next;
    sources[next] = triangle;
    for (let k = 0; k < 3; k++) triangles[next * 3 + k] = mesh.triangles[triangle * 3 + k];
    next++;
  }
  triangles.set(add, firstAdded * 3);
  return {
    mesh: { positions, triangles, vertexCount: positions.length / 3, triangleCount },
    newNumbers,
    firstAdded,
    sources,
    vertexOrder: extendOrder(vertexOrder, positions.length / 3),
  };
}

function requireAdded(add: ArrayLike<number>, vertexCount: number): void {
  requireList('add', add);
  if (add.length % 3 !== 0) {
    throw new PliantError(
      'bad-count',
      `${CALLER}: add has ${add.length} vertices, which is not a multiple of 3; pass three per triangle`,
    );
  }
  for (let i = 0; i < add.length; i++) {
    if (!Number.isInteger(add[i]) || add[i] < 0 || add[i] >= vertexCount) {
      throw new PliantError(
        'bad-index',
        `${CALLER}: add[${i}] is ${describe(add[i])}, but there are ${vertexCount} vertices; ` +
          'new ones are given by vertices, and numbered behind the others',
      );
    }
  }
}

function requireList(name: string, value: unknown): void {
  if (Array.isArray(value) || (ArrayBuffer.isView(value) && 'length' in value)) return;
  throw new PliantError('bad-type', `${CALLER}: ${name} is ${describe(value)}; pass an array of numbers`);
}
