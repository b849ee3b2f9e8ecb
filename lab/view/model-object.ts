/**
 * One object of a model, as three.js draws it: a SkinnedMesh, or a Mesh where nothing bends it, made from what the audit reads.
 * So the picture, the pick under the pointer and the audit number the same triangles, and take their poses from the same
 * evaluator. A second reader would weld, number and interpolate in its own way, and would have to be trusted with hostile files.
 */
import { BufferAttribute, BufferGeometry, Color, DoubleSide, Matrix4, Mesh, MeshPhongMaterial } from 'three';
import { Skeleton, SkinnedMesh } from 'three';
import type { Bone, Material } from 'three';
import type { SceneEvaluator, SceneObject } from 'pliant/audit';
import { DRAWN_INFLUENCES } from '../model/drawn-surface.js';
import type { DrawnSurface } from '../model/drawn-surface.js';

const MATRIX = 12;
/** Pushed back a little, so that marks in the surface are seen. */
const BEHIND_MARKS = { polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 } as const;

/** A surface that follows its joints and weights. */
export class ModelObject {
  readonly object: SceneObject;
  readonly geometry: BufferGeometry;
  readonly mesh: Mesh<BufferGeometry, MeshPhongMaterial>;
  /** The colour that tells it from the others. */
  readonly color: Color;
  readonly #skeleton: Skeleton | undefined;
  /** What is placed by the matrix of the node. */
  readonly #placed: Mesh[] = [];
  /** Weights of the morph targets, one array for all that is drawn of the object. */
  readonly #weights: number[];

  constructor(object: SceneObject, surface: DrawnSurface, bones: readonly Bone[]) {
    this.object = object;
    const { id, skin } = object;
    // From green over blue to violet, for red and yellow mean something: steps of the golden ratio stay apart.
    const step = (0.5 + id * 0.618034) % 1;
    this.color = new Color().setHSL(0.42 + 0.36 * step, 0.36, 0.5 + 0.12 * ((id % 3) - 1) * Math.min(1, id));
    this.geometry = createGeometry(object, surface);
    this.#weights = Array.from(object.defaultWeights);
    if (skin !== undefined) {
      const inverses = skin.joints.map((_, joint) => new Matrix4().fromArray(skin.inverseBinds, joint * 16));
      this.#skeleton = new Skeleton(
        skin.joints.map((node) => bones[node]),
        inverses,
      );
    }
    this.mesh = this.make(
      this.geometry,
      new MeshPhongMaterial({
        color: this.color,
        specular: 0x1c2636,
        shininess: 20,
        side: DoubleSide,
        flatShading: surface.isSharp,
        ...BEHIND_MARKS,
      }),
    );
    this.mesh.name = object.name;
  }

  /** Makes something that is bent as the object is, from its geometry or one that shares its vertices. */
  make<Kind extends Material>(geometry: BufferGeometry, material: Kind): Mesh<BufferGeometry, Kind> {
    const skeleton = this.#skeleton;
    const part = skeleton === undefined ? new Mesh(geometry, material) : new SkinnedMesh(geometry, material);
    // The pose is written by `update`, into this matrix or into the joints.
    part.matrixAutoUpdate = false;
    // No box around the surface at rest says where it is now.
    part.frustumCulled = false;
    if (part instanceof SkinnedMesh && skeleton !== undefined) part.bind(skeleton, new Matrix4());
    else this.#placed.push(part);
    if (this.#weights.length > 0) part.morphTargetInfluences = this.#weights;
    return part;
  }

  /** Takes over the present pose. Joints have been placed before. */
  update({ weightOffsets, weights, world }: SceneEvaluator): void {
    const { node } = this.object;
    for (let i = 0; i < this.#weights.length; i++) this.#weights[i] = weights[weightOffsets[node] + i];
    for (const part of this.#placed) placeAt(part, world, node);
  }

  dispose(): void {
    this.geometry.dispose();
    this.mesh.material.dispose();
    this.#skeleton?.dispose();
  }
}

/** Places something where a node is: three rows of four numbers. What it belongs to is at the origin of the world. */
export function placeAt({ matrix, matrixWorld }: Mesh | Bone, world: Float64Array, node: number): void {
  const m = node * MATRIX;
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 4; column++) matrix.elements[column * 4 + row] = world[m + row * 4 + column];
  }
  matrixWorld.copy(matrix);
}

function createGeometry({ mesh, model }: SceneObject, { fields, normals, skin }: DrawnSurface): BufferGeometry {
  const geometry = new BufferGeometry()
    .setAttribute('position', new BufferAttribute(model.rest, 3))
    .setAttribute('normal', new BufferAttribute(normals, 3))
    .setIndex(new BufferAttribute(mesh.triangles, 1));
  if (fields.length > 0) {
    geometry.morphTargetsRelative = true;
    geometry.morphAttributes.position = fields.map((field) => new BufferAttribute(field, 3));
  }
  if (skin !== undefined) {
    geometry.setAttribute('skinIndex', new BufferAttribute(skin.joints, DRAWN_INFLUENCES));
    geometry.setAttribute('skinWeight', new BufferAttribute(skin.weights, DRAWN_INFLUENCES));
  }
  return geometry;
}
