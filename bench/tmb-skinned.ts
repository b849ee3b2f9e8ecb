/**
 * The peer on a skinned mesh: its own StaticGeometryGenerator bakes positions, then the tree is refitted. The generator asks
 * the mesh to move each vertex; three.js would use four bones and multiply matrices anew for each, so this mesh does it
 * better: all influences from flat arrays, in the order and precision that Pliant evaluates them, bit for bit.
 */
import type { BlendModel, Mesh } from 'pliant';
import { BufferAttribute, BufferGeometry, SkinnedMesh } from 'three';
import type { Vector3, Vector4 } from 'three';
import { StaticGeometryGenerator } from 'three-mesh-bvh';
import { TmbSurface } from './tmb-surface.js';
import type { TmbOptions } from './tmb-surface.js';

const TRANSFORM_STRIDE = 12;

class BlendedMesh extends SkinnedMesh {
  readonly #model: BlendModel;
  /** Rows of 3 x 4 matrices. */
  transforms: Float32Array = new Float32Array(0);

  constructor(geometry: BufferGeometry, model: BlendModel) {
    super(geometry);
    this.#model = model;
  }

  override applyBoneTransform<T extends Vector3 | Vector4>(index: number, target: T): T {
    const { governors, influenceOffsets, weights } = this.#model;
    const m = this.transforms;
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
    return target;
  }
}

/** A skinned mesh that three-mesh-bvh bakes and refits. */
export class TmbSkinnedBody {
  /** What queries are asked of. */
  readonly surface: TmbSurface;
  readonly #mesh: BlendedMesh;
  readonly #generator: StaticGeometryGenerator;
  readonly #baked = new BufferGeometry();

  constructor(mesh: Mesh, model: BlendModel, options: TmbOptions) {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(mesh.positions, 3));
    geometry.setIndex(new BufferAttribute(mesh.triangles, 1));
    this.#mesh = new BlendedMesh(geometry, model);
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
    this.#mesh.transforms = transforms;
    this.#mesh.geometry.attributes.position.needsUpdate = true;
    this.#generator.generate(this.#baked);
  }
}

function restTransforms(count: number): Float32Array {
  return Float32Array.from({ length: count * TRANSFORM_STRIDE }, (_, i) => ((i % 12) % 5 === 0 ? 1 : 0));
}
