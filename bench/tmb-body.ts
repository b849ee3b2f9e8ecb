/**
 * The peer on a linear model: positions deformed in JavaScript each frame, fields interleaved per coordinate, the tree in the
 * order that refits fastest.
 */
import type { Mesh } from 'pliant/parts';
import { BufferAttribute, BufferGeometry } from 'three';
import { TmbSurface } from './tmb-surface.js';
import type { TmbOptions } from './tmb-surface.js';

const NO_SHIFT: readonly number[] = [];

/** A mesh with displacement fields that three-mesh-bvh refits. */
export class TmbBody {
  /** What queries are asked of. */
  readonly surface: TmbSurface;
  readonly #rest: Float32Array;
  readonly #fields: Float32Array;
  readonly #fieldCount: number;
  readonly #positions: Float32Array;

  /** `fields` are interleaved per coordinate; bodies may share them. */
  constructor(mesh: Mesh, fields: Float32Array, options: TmbOptions) {
    this.#rest = mesh.positions;
    this.#fields = fields;
    this.#fieldCount = fields.length / mesh.positions.length;
    this.#positions = mesh.positions.slice();
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(this.#positions, 3));
    geometry.setIndex(new BufferAttribute(mesh.triangles.slice(), 1));
    this.surface = new TmbSurface(mesh, geometry, options);
  }

  /** Deforms all positions by the weights, as exactly as Pliant does, moves them, and refits the tree. */
  pose(weights: Float32Array, shift: readonly number[] = NO_SHIFT): void {
    const rest = this.#rest;
    const fields = this.#fields;
    const positions = this.#positions;
    const fieldCount = this.#fieldCount;
    for (let k = 0, at = 0; k < positions.length; k++) {
      let sum = rest[k];
      for (let j = 0; j < fieldCount; j++, at++) sum += fields[at] * weights[j];
      positions[k] = sum;
    }
    if (shift !== NO_SHIFT) {
      const [x, y, z] = shift;
      for (let k = 0; k < positions.length; k += 3) {
        positions[k] += x;
        positions[k + 1] += y;
        positions[k + 2] += z;
      }
    }
    this.surface.refit();
  }
}
