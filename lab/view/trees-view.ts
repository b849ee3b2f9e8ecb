/** Boxes of the trees of a model, drawn by the helper of `pliant/three`: a level, what was visited, or the front. */
import { Color, Group } from 'three';
import { DeformTreeHelper } from 'pliant/three';
import type { LabState } from '../model/state.js';
import { TREE } from './colors.js';
import type { ModelObject } from './model-object.js';

/** Draws trees. */
export class TreesView {
  readonly object = new Group();
  readonly #objects: readonly ModelObject[];
  #helpers: DeformTreeHelper[] = [];

  constructor(objects: readonly ModelObject[]) {
    this.#objects = objects;
  }

  /** Draws the trees of what is shown, as they are after the last ray. */
  update({ treeLook, level }: LabState, hidden: ReadonlySet<number>): void {
    this.object.visible = treeLook !== 'off';
    if (treeLook === 'off') return;
    // Nobody needs them who does not look at trees.
    if (this.#helpers.length === 0) {
      this.#helpers = this.#objects.map(({ mesh }) => new DeformTreeHelper(mesh, { color: new Color(TREE) }));
      for (const { material } of this.#helpers) Object.assign(material, { transparent: true, opacity: 0.5 });
      this.object.add(...this.#helpers);
    }
    this.#helpers.forEach((helper, i) => {
      helper.visible = !hidden.has(i);
      if (!helper.visible) return;
      helper.display = treeLook;
      helper.level = Math.max(0, level);
      helper.update();
    });
  }

  /** How many boxes are drawn. */
  get drawnCount(): number {
    const LINE_ENDS = 24;
    if (!this.object.visible) return 0;
    const shown = this.#helpers.filter(({ visible }) => visible);
    return shown.reduce((sum, { geometry }) => sum + geometry.drawRange.count / LINE_ENDS, 0);
  }

  dispose(): void {
    for (const helper of this.#helpers) helper.dispose();
  }
}
