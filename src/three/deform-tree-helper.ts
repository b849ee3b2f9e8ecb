/** Draws the boxes of a deform tree. */
import { BufferAttribute, BufferGeometry, DynamicDrawUsage, LineBasicMaterial, LineSegments, Object3D } from 'three';
import type { ColorRepresentation, Mesh } from 'three';
import type { MeshBody } from '../index.js';
import { requireInteger, requireOneOf, withDefaults } from '../checks.js';
import { TreeBoxes } from './tree-boxes.js';
import type { TreeDisplay } from './tree-boxes.js';

/** What a helper draws. */
export interface DeformTreeHelperOptions {
  /** Which boxes. */
  readonly display?: TreeDisplay;
  /** Which level, the root's being 0; of interest where `display` is `level`. */
  readonly level?: number;
  /** Colour of the lines. */
  readonly color?: ColorRepresentation;
}

/** Defaults of {@link DeformTreeHelperOptions}. */
export const DEFORM_TREE_HELPER_DEFAULTS: Required<DeformTreeHelperOptions> = {
  display: 'level',
  level: 3,
  color: 0x00ff88,
};

/** Edges of a box, between corners whose bits say whether they are high in x, y and z. */
const EDGES = [0, 1, 2, 3, 4, 5, 6, 7, 0, 2, 1, 3, 4, 6, 5, 7, 0, 4, 1, 5, 2, 6, 3, 7];
const CORNERS = 8;

/**
 * The boxes of `mesh.deformTree` as lines. Add it to the scene, anywhere, and call {@link update} once per frame, after the
 * queries; it is drawn where the mesh is. As long as the mesh has no deform tree, it draws nothing.
 */
export class DeformTreeHelper extends LineSegments<BufferGeometry, LineBasicMaterial> {
  /** The mesh whose tree is drawn. */
  readonly mesh: Mesh;
  /** Which boxes are drawn. */
  display: TreeDisplay;
  /** Which level is drawn, where that is asked for. */
  level: number;
  #boxes: TreeBoxes | undefined;
  #body: MeshBody | undefined;

  constructor(mesh: Mesh, options: DeformTreeHelperOptions = {}) {
    const { display, level, color } = withDefaults(DEFORM_TREE_HELPER_DEFAULTS, options);
    super(new BufferGeometry(), new LineBasicMaterial({ color, toneMapped: false }));
    this.name = 'DeformTreeHelper';
    this.mesh = mesh;
    this.display = display;
    this.level = level;
    this.matrixAutoUpdate = false;
    // Its lines move with the pose, and with them what would have to be in view.
    this.frustumCulled = false;
    this.update();
  }

  /** Draws the boxes as they are now. `visited` and `front` are about what queries have looked at in the present pose. */
  update(): void {
    requireOneOf('DeformTreeHelper', 'display', this.display, ['level', 'visited', 'front'] as const);
    requireInteger('DeformTreeHelper', 'level', this.level, 0, 0xffff);
    const body = this.mesh.deformTree?.body;
    this.geometry.setDrawRange(0, 0);
    if (!body) return;
    if (body !== this.#body) this.#begin(body);
    const count = this.#boxes!.choose(this.display, this.level);
    const position = this.geometry.getAttribute('position') as BufferAttribute;
    writeCorners(this.#boxes!.corners, count, position.array as Float32Array);
    position.needsUpdate = true;
    this.geometry.setDrawRange(0, count * EDGES.length);
  }

  /** Follows the mesh, whatever it was added to. */
  override updateMatrixWorld(force?: boolean): void {
    super.updateMatrixWorld(force);
    this.matrixWorld.copy(this.mesh.matrixWorld);
  }

  /** Nothing to hit. */
  override raycast(): void {
    // A helper is looked at, not touched.
  }

  /** Another helper for the same mesh. */
  override clone(recursive?: boolean): this {
    const copy = new DeformTreeHelper(this.mesh, { display: this.display, level: this.level });
    copy.material.copy(this.material);
    // That of lines would share geometry and material, and each helper disposes of its own.
    return Object3D.prototype.copy.call(copy, this, recursive) as this;
  }

  /** Frees what the GPU has of it. */
  override dispose(): void {
    // Older releases of three.js have none.
    (super.dispose as (() => void) | undefined)?.call(this);
    this.geometry.dispose();
    this.material.dispose();
  }

  /** Makes room for the boxes of another tree. */
  #begin(body: MeshBody): void {
    this.#body = body;
    this.#boxes = new TreeBoxes(body);
    const { capacity } = this.#boxes;
    const index = new Uint32Array(capacity * EDGES.length);
    for (let i = 0; i < index.length; i++) {
      index[i] = Math.floor(i / EDGES.length) * CORNERS + EDGES[i % EDGES.length];
    }
    this.geometry.dispose();
    this.geometry = new BufferGeometry();
    this.geometry.setIndex(new BufferAttribute(index, 1));
    const position = new BufferAttribute(new Float32Array(capacity * CORNERS * 3), 3);
    this.geometry.setAttribute('position', position.setUsage(DynamicDrawUsage));
  }
}

function writeCorners(boxes: Float32Array, count: number, out: Float32Array): void {
  for (let box = 0; box < count; box++) {
    for (let corner = 0; corner < CORNERS; corner++) {
      for (let axis = 0; axis < 3; axis++) {
        const isHigh = (corner >> axis) & 1;
        out[(box * CORNERS + corner) * 3 + axis] = boxes[box * 6 + axis + isHigh * 3];
      }
    }
  }
}
