/** What to cut, and whether it can be. */
import { describe, requireNames } from '../../checks.js';
import { BLEND_MODEL } from '../../deform/blend.js';
import type { Model } from '../../deform/model.js';
import { requireInfluenceRoom, requireSameKind } from '../../deform/model-room.js';
import { PliantError } from '../../errors.js';
import { BLEND } from '../../kernels/layout/header.js';
import { NO_INDEX, createMesh } from '../../mesh/mesh.js';
import { isOnGrid, largestDisplacement } from '../blend/rest-grid.js';
import { modelOf } from '../shape.js';
import type { Deformation } from '../shape.js';
import type { CuttableShape } from './cuttable.js';

/** What to cut. */
export interface Cut {
  /** Triangles that go, by their numbers, each once. */
  readonly remove?: ArrayLike<number>;
  /** Triangles that come, three vertices each. New vertices are numbered behind those that there are. */
  readonly add?: ArrayLike<number>;
  /** New vertices. */
  readonly vertices?: {
    /** Where they are at rest: x, y, z of each. */
    readonly positions: Float32Array;
    /** How they move: what `createShape` takes, of the kind that the body has, for the new vertices alone. Needed unless the body does not deform. */
    readonly deformation?: Deformation;
  };
}

/** Who refuses a cut. */
const CALLER = 'cutBody';

/** Refuses a cut that cannot be, before anything is changed; returns the model of its new vertices, if there are any. */
export function requireCut(cuttable: CuttableShape, cut: Cut): Model | undefined {
  if (typeof cut !== 'object' || cut === null) {
    throw new PliantError('bad-type', `${CALLER}: the cut is ${describe(cut)}; pass { remove, add, vertices }`);
  }
  requireNames(CALLER, cut, ['remove', 'add', 'vertices']);
  const { mesh } = cuttable;
  const { add = [], remove = [], vertices } = cut;
  const more = vertices && requireVertices(cuttable, vertices);
  requireRemoved(cuttable, remove);
  requireAdded(add, mesh.vertexCount + (more?.vertexCount ?? 0));
  requireRoom('triangles', add.length / 3, cuttable.triangleRoom - mesh.triangleCount);
  if (cuttable.presentCount === remove.length && add.length === 0) {
    throw new PliantError(
      'bad-count',
      `${CALLER}: all ${remove.length} triangles would go; leave one, or dispose of the body`,
    );
  }
  return more;
}

function requireRemoved({ mesh, places }: CuttableShape, remove: ArrayLike<number>): void {
  requireList('remove', remove);
  const seen = new Set<number>();
  for (let i = 0; i < remove.length; i++) {
    const triangle = remove[i];
    if (!Number.isInteger(triangle) || triangle < 0 || triangle >= mesh.triangleCount) {
      throw new PliantError(
        'bad-index',
        `${CALLER}: remove[${i}] is ${describe(triangle)}, but triangles are numbered up to ${mesh.triangleCount - 1}; use the numbers that hits have`,
      );
    }
    if (places[triangle] === NO_INDEX) {
      throw new PliantError(
        'bad-index',
        `${CALLER}: remove[${i}] is triangle ${triangle}, which was removed before; numbers do not come back`,
      );
    }
    if (seen.has(triangle)) {
      throw new PliantError('bad-index', `${CALLER}: remove[${i}] is triangle ${triangle} once more; name each once`);
    }
    seen.add(triangle);
  }
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

/** Refuses new vertices that are none, that move in another way than the others, or for which there is no room. */
function requireVertices(
  { bounds, mesh, model, vertexRoom }: CuttableShape,
  { deformation, positions }: NonNullable<Cut['vertices']>,
): Model {
  // A mesh has a triangle: any serves to check coordinates.
  const part = createMesh({ positions, triangles: Uint32Array.of(0, 0, 0) });
  if (deformation === undefined && (model.kind === BLEND_MODEL || model.fieldCount > 0)) {
    throw new PliantError(
      'bad-type',
      `${CALLER}: vertices.deformation is undefined; say how the ${part.vertexCount} new vertices move, as for createShape`,
    );
  }
  const more = modelOf(CALLER, part, deformation);
  if (more.vertexCount !== part.vertexCount) {
    throw new PliantError(
      'bad-count',
      `${CALLER}: vertices.deformation moves ${more.vertexCount} vertices, but ${part.vertexCount} are new; give it those alone`,
    );
  }
  requireSameKind(CALLER, model, more);
  requireRoom('vertices', part.vertexCount, vertexRoom - mesh.vertexCount);
  requireInfluenceRoom(CALLER, model, mesh.vertexCount, more);
  if (bounds.shape !== BLEND) return more;
  for (let vertex = 0; vertex < more.vertexCount; vertex++) {
    if (!isOnGrid(bounds.grid, more.rest, vertex)) refuseFar(`vertices.positions has vertex ${vertex} outside of`);
  }
  const most = largestDisplacement(bounds.grid);
  if (more.fieldReach.some((reach) => !(reach <= most))) refuseFar('vertices.deformation displaces vertices far from');
  return more;
}

/** Boxes at rest are kept on a grid over the mesh that the body was made of. */
function refuseFar(what: string): never {
  throw new PliantError(
    'bad-number',
    `${CALLER}: ${what} twice the box of the mesh that the body was made of; make a body anew, of what collectCut gives`,
  );
}

function requireRoom(what: string, wanted: number, left: number): void {
  if (wanted <= left) return;
  throw new PliantError(
    'bad-count',
    `${CALLER}: there is room for ${left} more ${what}, but ${wanted} come; make a body anew, of what collectCut gives, or with more room`,
  );
}

function requireList(name: string, value: unknown): void {
  if (Array.isArray(value) || (ArrayBuffer.isView(value) && 'length' in value)) return;
  throw new PliantError('bad-type', `${CALLER}: ${name} is ${describe(value)}; pass an array of numbers`);
}
