/** What is put on the prototypes of three.js by whoever wants it, in the style of three-mesh-bvh. */
// Functions that are to become methods:
// oxlint-disable oxc/no-this-in-exported-function
import { Mesh, SkinnedMesh } from 'three';
import type { BufferGeometry, Intersection, Material, Object3DEventMap, Raycaster } from 'three';
import { describe } from '../checks.js';
import { PliantError } from '../errors.js';
import { raycastByThree } from './cast-by-three.js';
import { DeformTree } from './deform-tree.js';
import type { DeformTreeOptions } from './deform-tree-options.js';
import { isMerged, partsOf } from './parts.js';

declare module 'three' {
  // Type parameters must be those of three's own declaration, used or not.
  interface Mesh<
    // oxlint-disable-next-line no-unused-vars
    TGeometry extends BufferGeometry = BufferGeometry,
    // oxlint-disable-next-line no-unused-vars
    TMaterial extends Material | Material[] = Material | Material[],
    // oxlint-disable-next-line no-unused-vars
    TEventMap extends Object3DEventMap = Object3DEventMap,
  > {
    /** Answers queries about the mesh as it deforms; there after `computeDeformTree()`. */
    deformTree?: DeformTree | undefined;
    /** Put {@link computeDeformTree} here: `Mesh.prototype.computeDeformTree = computeDeformTree`. */
    computeDeformTree(options?: DeformTreeOptions): DeformTree;
    /** Put {@link disposeDeformTree} here: `Mesh.prototype.disposeDeformTree = disposeDeformTree`. */
    disposeDeformTree(): void;
  }

  interface Raycaster {
    /** Whether meshes with a tree report their first hit alone, which is faster. */
    firstHitOnly?: boolean;
  }
}

/**
 * Makes `mesh.deformTree`, at once, in place of the one that was there. What is computed of the geometry is shared by all meshes
 * that have it, so that every further mesh takes next to no time.
 *
 * To be put on the prototype, `Mesh.prototype.computeDeformTree = computeDeformTree`, or called: `computeDeformTree.call(mesh)`.
 *
 * @throws PliantError when the mesh cannot have one, saying why.
 */
export function computeDeformTree(this: Mesh, options: DeformTreeOptions = {}): DeformTree {
  requireMesh('computeDeformTree', this);
  const tree = new DeformTree(this, options);
  this.deformTree?.dispose();
  this.deformTree = tree;
  return tree;
}

/** Takes `mesh.deformTree` away, and gives its memory back. */
export function disposeDeformTree(this: Mesh): void {
  this.deformTree?.dispose();
  this.deformTree = undefined;
}

/**
 * Raycasts by `mesh.deformTree`, and as three.js where a mesh has none. Put it on `Mesh.prototype.raycast` and on
 * `SkinnedMesh.prototype.raycast`, which overrides the former, or on single meshes.
 */
export function acceleratedDeformRaycast(this: Mesh, raycaster: Raycaster, intersects: Intersection[]): void {
  if (this.deformTree) this.deformTree.raycastObject3D(raycaster, intersects);
  else if (isMerged(this)) for (const part of partsOf(this).meshes) part.raycast(raycaster, intersects);
  else raycastByThree(this, raycaster, intersects);
}

/** Whether a mesh is hit where its faces are: not where it has a way of its own. */
export function hasUsualRaycast(mesh: Mesh): boolean {
  // oxlint-disable typescript/unbound-method -- they are compared
  const { raycast } = mesh;
  return (
    raycast === acceleratedDeformRaycast ||
    raycast === Mesh.prototype.raycast ||
    raycast === SkinnedMesh.prototype.raycast ||
    (isMerged(mesh) && !Object.hasOwn(mesh, 'raycast'))
  );
  // oxlint-enable typescript/unbound-method
}

/** Refuses what is no mesh, or many. */
export function requireMesh(caller: string, mesh: Mesh): void {
  if (typeof mesh !== 'object' || mesh === null || !('isMesh' in mesh)) {
    throw new PliantError('bad-type', `${caller}: got ${describe(mesh)}; call it on a Mesh or a SkinnedMesh`);
  }
  if ('isInstancedMesh' in mesh || 'isBatchedMesh' in mesh) {
    throw new PliantError(
      'unsupported',
      `${caller}: ${describe(mesh)} draws many instances; three.js raycasts it, and a deform tree is for single meshes`,
    );
  }
}
