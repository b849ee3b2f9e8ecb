/**
 * The peer on a skinned mesh: its own StaticGeometryGenerator bakes positions, then the tree is refitted. The generator asks
 * the mesh to move each vertex. three.js reads four bones per vertex; this mesh has any number, moved in one of two ways:
 *
 * - `three`: as three.js itself does, step by step. What its users have.
 * - `flat`: from flat arrays, matrices summed before they are applied, several times as fast. What they could have.
 *
 * Both round to the positions that Pliant has.
 */
import type { BlendModel, Mesh } from 'pliant/parts';
import { Bone, BufferAttribute, BufferGeometry, Matrix4, Skeleton, SkinnedMesh, Vector3, Vector4 } from 'three';
import { StaticGeometryGenerator } from 'three-mesh-bvh';
import { TmbSurface } from './tmb-surface.js';
import type { TmbOptions } from './tmb-surface.js';

const TRANSFORM_STRIDE = 12;

/** How vertices are moved. */
export type Skinning = 'three' | 'flat';

const boneMatrix = new Matrix4();
const base = new Vector4();
const moved = new Vector4();
const sum = new Vector3();

class BlendedMesh extends SkinnedMesh {
  readonly #model: BlendModel;
  readonly #skinning: Skinning;
  /** Rows of 3 x 4 matrices. */
  #transforms: Float32Array = new Float32Array(0);

  constructor(geometry: BufferGeometry, model: BlendModel, skinning: Skinning) {
    super(geometry);
    this.#model = model;
    this.#skinning = skinning;
    const bones = Array.from({ length: model.governorCount }, () => new Bone());
    const inverses = bones.map(() => new Matrix4());
    this.bind(new Skeleton(bones, inverses), new Matrix4());
  }

  setTransforms(transforms: Float32Array): void {
    this.#transforms = transforms;
    this.skeleton.bones.forEach(({ matrixWorld }, bone) => {
      const m = transforms.subarray(bone * TRANSFORM_STRIDE, (bone + 1) * TRANSFORM_STRIDE);
      matrixWorld.set(m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8], m[9], m[10], m[11], 0, 0, 0, 1);
    });
  }

  override applyBoneTransform<T extends Vector3 | Vector4>(index: number, target: T): T {
    if (this.#skinning === 'three') this.#applyAsThree(index, target);
    else this.#applyFlat(index, target);
    return target;
  }

  #applyAsThree(index: number, target: Vector3 | Vector4): void {
    const { governors, influenceOffsets, weights } = this.#model;
    const { bones, boneInverses } = this.skeleton;
    base.set(target.x, target.y, target.z, 1).applyMatrix4(this.bindMatrix);
    sum.set(0, 0, 0);
    for (let k = influenceOffsets[index]; k < influenceOffsets[index + 1]; k++) {
      const bone = governors[k];
      boneMatrix.multiplyMatrices(bones[bone].matrixWorld, boneInverses[bone]);
      moved.copy(base).applyMatrix4(boneMatrix);
      sum.x += moved.x * weights[k];
      sum.y += moved.y * weights[k];
      sum.z += moved.z * weights[k];
    }
    sum.applyMatrix4(this.bindMatrixInverse);
    target.x = sum.x;
    target.y = sum.y;
    target.z = sum.z;
  }

  #applyFlat(index: number, target: Vector3 | Vector4): void {
    const { governors, influenceOffsets, weights } = this.#model;
    const m = this.#transforms;
    const end = influenceOffsets[index + 1];
    let k = influenceOffsets[index];
    let w = weights[k];
    let at = governors[k] * TRANSFORM_STRIDE;
    let xx = w * m[at];
    let xy = w * m[at + 1];
    let xz = w * m[at + 2];
    let xt = w * m[at + 3];
    let yx = w * m[at + 4];
    let yy = w * m[at + 5];
    let yz = w * m[at + 6];
    let yt = w * m[at + 7];
    let zx = w * m[at + 8];
    let zy = w * m[at + 9];
    let zz = w * m[at + 10];
    let zt = w * m[at + 11];
    for (k++; k < end; k++) {
      w = weights[k];
      at = governors[k] * TRANSFORM_STRIDE;
      xx += w * m[at];
      xy += w * m[at + 1];
      xz += w * m[at + 2];
      xt += w * m[at + 3];
      yx += w * m[at + 4];
      yy += w * m[at + 5];
      yz += w * m[at + 6];
      yt += w * m[at + 7];
      zx += w * m[at + 8];
      zy += w * m[at + 9];
      zz += w * m[at + 10];
      zt += w * m[at + 11];
    }
    const { x, y, z } = target;
    target.x = xx * x + xy * y + xz * z + xt;
    target.y = yx * x + yy * y + yz * z + yt;
    target.z = zx * x + zy * y + zz * z + zt;
  }
}

/** A skinned mesh that three-mesh-bvh bakes and refits. */
export class TmbSkinnedBody {
  /** What queries are asked of. */
  readonly surface: TmbSurface;
  readonly #mesh: BlendedMesh;
  readonly #generator: StaticGeometryGenerator;
  readonly #baked = new BufferGeometry();

  constructor(mesh: Mesh, model: BlendModel, options: TmbOptions, skinning: Skinning = 'three') {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(mesh.positions, 3));
    geometry.setIndex(new BufferAttribute(mesh.triangles, 1));
    this.#mesh = new BlendedMesh(geometry, model, skinning);
    this.#generator = new StaticGeometryGenerator(this.#mesh);
    this.#generator.attributes = ['position'];
    this.#generator.applyWorldTransforms = false;
    this.#bake(restTransforms(model.governorCount));
    this.surface = new TmbSurface(mesh, this.#baked, options);
  }

  /** Bakes all positions, and refits the tree. */
  pose(transforms: Float32Array): void {
    this.#bake(transforms);
    this.surface.refit();
  }

  /** The generator bakes anew what it is told has changed. */
  #bake(transforms: Float32Array): void {
    this.#mesh.setTransforms(transforms);
    this.#mesh.geometry.attributes.position.needsUpdate = true;
    this.#generator.generate(this.#baked);
  }
}

function restTransforms(count: number): Float32Array {
  return Float32Array.from({ length: count * TRANSFORM_STRIDE }, (_, i) => ((i % 12) % 5 === 0 ? 1 : 0));
}
