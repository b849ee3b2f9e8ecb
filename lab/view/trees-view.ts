/** Boxes of the trees of a model, drawn by the helper of `pliant/three`: a level, what was visited, or the front. */
import { Group } from 'three';
import type { Mesh } from 'three';
import { DeformTreeHelper } from 'pliant/three';
import type { LabState } from '../model/state.js';
import { TREE } from './colors.js';

/** Ends of the lines of a box. */
const BOX_ENDS = 24;

/** Draws trees. */
export class TreesView {
  readonly object = new Group();
  /** Made for those meshes whose trees somebody has looked at. */
  readonly #helpers = new Map<Mesh, DeformTreeHelper>();

  /** Draws the trees of some meshes, as they are after the last ray, and of no others. */
  update({ treeLook, level }: LabState, meshes: readonly Mesh[]): void {
    for (const helper of this.#helpers.values()) helper.visible = false;
    if (treeLook === 'off') return;
    for (const mesh of meshes) {
      const helper = this.#helperOf(mesh);
      helper.visible = true;
      helper.display = treeLook;
      helper.level = Math.max(0, level);
      helper.update();
    }
  }

  /** How many boxes are drawn. */
  get drawnCount(): number {
    const shown = [...this.#helpers.values()].filter(({ visible }) => visible);
    return shown.reduce((sum, { geometry }) => sum + geometry.drawRange.count / BOX_ENDS, 0);
  }

  dispose(): void {
    for (const helper of this.#helpers.values()) helper.dispose();
  }

  #helperOf(mesh: Mesh): DeformTreeHelper {
    let helper = this.#helpers.get(mesh);
    if (helper === undefined) {
      helper = new DeformTreeHelper(mesh, { color: TREE });
      Object.assign(helper.material, { transparent: true, opacity: 0.5 });
      this.#helpers.set(mesh, helper);
      this.object.add(helper);
    }
    return helper;
  }
}
