/** A mark that was pinned to the surface of a model, and stays there while it moves. */
import type { Object3D } from 'three';
import type { Attachment } from 'pliant/three';
import type { SurfaceHit } from './model-picker.js';
import type { ModelObject } from './model-object.js';

/** Pins one mark. */
export class SurfacePin {
  readonly #mark: Object3D;
  #attachment: Attachment | undefined;

  constructor(mark: Object3D) {
    this.#mark = mark;
  }

  /** Where the mark is; empty while it is nowhere. */
  get place(): number[] {
    return this.#attachment === undefined ? [] : this.#mark.position.toArray();
  }

  /** Puts the mark where a ray has hit, or takes it away. */
  put(hit: SurfaceHit | undefined, objects: readonly ModelObject[]): void {
    this.#attachment?.dispose();
    this.#attachment = hit && objects[hit.object].mesh.deformTree?.attach(this.#mark, hit.intersection);
    this.#mark.visible = this.#attachment !== undefined;
  }

  /** Follows the surface. */
  update(): void {
    this.#attachment?.update();
  }

  dispose(): void {
    this.#attachment?.dispose();
  }
}
