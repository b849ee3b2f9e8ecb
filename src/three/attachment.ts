/** Keeps an object of the scene on the surface of a deforming mesh. */
import { Matrix4, Vector3 } from 'three';
import type { Intersection, Mesh, Object3D } from 'three';
import { describe } from '../checks.js';
import { PliantError } from '../errors.js';
import { isMerged } from './parts.js';
import type { Parts } from './parts.js';

/** Where on a mesh: a hit of a ray has all of it. Without an `object`, faces are numbered as the tree does. */
export type SurfacePlace = Pick<Intersection, 'faceIndex' | 'barycoord'> & Partial<Pick<Intersection, 'object'>>;

/** Writes the three corners of a face in the present pose, in the space of the mesh, nine numbers. */
export type PoseFace = (face: number, out: Float32Array) => void;

// Written and read within one call, in which nobody else's code runs.
const corners = new Float32Array(9);
const a = new Vector3();
const b = new Vector3();
const c = new Vector3();
const point = new Vector3();
const axisX = new Vector3();
const axisY = new Vector3();
const axisZ = new Vector3();
const basis = new Matrix4();
const toParent = new Matrix4();
const SMALLEST = 1e-300;

/**
 * An object that is kept on the surface: at the place of the hit, its z axis along the normal of the face, away from the front,
 * and its x axis along the edge from corner a to b. Its scale stays as it is. Call {@link update} after the mesh has moved.
 */
export class Attachment {
  /** What is kept on the surface. */
  readonly object: Object3D;
  /** The face that it is on. */
  readonly faceIndex: number;
  /** Where on the face: the weights of its corners. */
  readonly barycoord: Vector3;

  readonly #mesh: Mesh;
  /** Whose face it is. */
  readonly #part: Mesh;
  readonly #poseFace: PoseFace;
  #isDisposed = false;

  /**
   * Use `DeformTree.attach`.
   * @internal
   */
  constructor(mesh: Mesh, parts: Parts, poseFace: PoseFace, object: Object3D, place: SurfacePlace, faceCount: number) {
    const { faceIndex, barycoord } = isMerged(mesh) ? placeOn(mesh, parts, place) : (place ?? {});
    if (typeof faceIndex !== 'number' || !Number.isInteger(faceIndex) || faceIndex < 0 || faceIndex >= faceCount) {
      throw new PliantError(
        'bad-index',
        `DeformTree.attach: faceIndex is ${describe(faceIndex)}, but the mesh has ${faceCount} faces; pass a hit of this mesh`,
      );
    }
    if (!barycoord || ![barycoord.x, barycoord.y, barycoord.z].every(Number.isFinite)) {
      throw new PliantError('bad-number', 'DeformTree.attach: the hit has no finite barycoord; pass a hit of a ray');
    }
    this.#mesh = mesh;
    this.#part = parts.meshes[parts.indexAt(faceIndex)];
    this.#poseFace = poseFace;
    this.object = object;
    this.faceIndex = faceIndex;
    this.barycoord = barycoord.clone();
    this.update();
  }

  /**
   * Moves the object to where its place on the surface is now. Costs three vertices, however large the mesh is. World matrices of
   * the mesh and its bones are taken as they are, as raycasts take them. On a face that has no area, or in a space without one,
   * the object keeps its orientation; in a parent that is scaled to nothing it stays as it is.
   *
   * @throws PliantError when the mesh has another geometry by now, without such a face, or no deform tree.
   */
  update(): void {
    if (this.#isDisposed) return;
    const { barycoord, object } = this;
    const { parent } = object;
    const { matrixWorld } = this.#mesh;
    toParent.identity();
    if (parent) {
      parent.updateWorldMatrix(true, false);
      if (!(Math.abs(parent.matrixWorld.determinant()) > 0)) return;
      toParent.copy(parent.matrixWorld).invert();
    }
    this.#poseFace(this.faceIndex, corners);
    a.fromArray(corners, 0).applyMatrix4(matrixWorld);
    b.fromArray(corners, 3).applyMatrix4(matrixWorld);
    c.fromArray(corners, 6).applyMatrix4(matrixWorld);
    point.copy(a).multiplyScalar(barycoord.x).addScaledVector(b, barycoord.y).addScaledVector(c, barycoord.z);
    object.position.copy(point).applyMatrix4(toParent);
    // A mirrored mesh shows its faces the other way round.
    const isMirrored = this.#part.matrixWorld.determinant() < 0;
    if (setFrame(isMirrored)) object.quaternion.setFromRotationMatrix(basis);
    object.updateMatrix();
  }

  /** Lets the object go; it stays where it is. */
  dispose(): void {
    this.#isDisposed = true;
  }
}

/**
 * Leaves the frame of the face in `basis`, as the parent of the object sees it; false where it has none. The normal is what
 * stays right in a parent that is mirrored or stretched, where not all axes can be.
 */
function setFrame(isMirrored: boolean): boolean {
  axisX.subVectors(b, a);
  axisZ.subVectors(c, a);
  axisY.copy(axisX).cross(axisZ);
  const area = axisY.length();
  const length = axisX.length();
  if (!(area > SMALLEST && length > SMALLEST && area < Infinity)) return false;
  axisZ.copy(axisY).multiplyScalar((isMirrored ? -1 : 1) / area);
  axisX.multiplyScalar(1 / length);
  axisZ.transformDirection(toParent);
  axisX.transformDirection(toParent);
  axisY.crossVectors(axisZ, axisX).normalize();
  axisX.crossVectors(axisY, axisZ);
  basis.makeBasis(axisX, axisY, axisZ);
  return true;
}

/** A place on a merged mesh, whose faces a hit numbers as the part does that it is on. */
function placeOn(merged: Mesh, parts: Parts, hit: SurfacePlace): Partial<SurfacePlace> {
  const { faceIndex, object } = hit ?? {};
  if (object === undefined || object === merged || typeof faceIndex !== 'number') return hit ?? {};
  const face = parts.find(object, faceIndex);
  if (face !== undefined) return { ...hit, faceIndex: face };
  throw new PliantError(
    'bad-index',
    `DeformTree.attach: the hit is on face ${faceIndex} of "${object.name}", and the merged mesh has no such part or face; ` +
      'pass a hit of this mesh',
  );
}
