/** Some triangles of an object, marked: its own vertices, bent as it is, under an index of their own. */
import { BufferAttribute, BufferGeometry, DynamicDrawUsage, Group } from 'three';
import type { Material } from 'three';
import type { ModelObject } from './model-object.js';

/** Marks triangles of an object, once in each of some materials. */
export class ObjectMarks {
  readonly object = new Group();
  /** How many are drawn. */
  count = 0;
  readonly #model: ModelObject;
  readonly #materials: readonly Material[];
  readonly #order: number;
  #geometry: BufferGeometry | undefined;

  constructor(model: ModelObject, materials: readonly Material[], renderOrder: number) {
    this.#model = model;
    this.#materials = materials;
    this.#order = renderOrder;
    this.object.visible = false;
  }

  /** Draws some triangles. */
  update(triangles: Uint32Array): void {
    this.count = triangles.length;
    this.object.visible = this.count > 0;
    if (this.count === 0) return;
    // Most objects of a model never touch anything: what has no marks needs no room for them.
    const { index } = (this.#geometry ??= this.#create());
    const corners = this.#model.object.mesh.triangles;
    const { array } = index!;
    triangles.forEach((triangle, i) => {
      for (let corner = 0; corner < 3; corner++) array[i * 3 + corner] = corners[triangle * 3 + corner];
    });
    index!.clearUpdateRanges();
    index!.addUpdateRange(0, this.count * 3);
    index!.needsUpdate = true;
    this.#geometry.setDrawRange(0, this.count * 3);
  }

  dispose(): void {
    this.#geometry?.dispose();
  }

  #create(): BufferGeometry {
    const { geometry: source, object } = this.#model;
    const geometry = new BufferGeometry();
    for (const [name, attribute] of Object.entries(source.attributes)) geometry.setAttribute(name, attribute);
    geometry.morphAttributes = source.morphAttributes;
    geometry.morphTargetsRelative = source.morphTargetsRelative;
    geometry.setIndex(new BufferAttribute(new Uint32Array(object.mesh.triangles.length), 1).setUsage(DynamicDrawUsage));
    for (const material of this.#materials) {
      const part = this.#model.make(geometry, material);
      part.renderOrder = this.#order;
      part.matrix.copy(this.#model.mesh.matrix);
      part.matrixWorld.copy(part.matrix);
      this.object.add(part);
    }
    return geometry;
  }
}
