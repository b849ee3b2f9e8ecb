/** The objects of a model, each with a box to show and hide it. */
import type { SceneObject } from 'pliant/audit';
import { formatCount } from '../model/format.js';
import { parseHidden } from '../model/model-choices.js';
import type { CollisionResult } from '../model/scene-collisions.js';
import type { Store } from '../model/store.js';
import { elementById } from './elements.js';
import { make } from './make.js';

interface Row {
  readonly box: HTMLInputElement;
  readonly count: HTMLElement;
}

/** Lists objects. */
export class ObjectList {
  readonly #store: Store;
  #rows: Row[] = [];

  constructor(store: Store) {
    this.#store = store;
  }

  /** Lists the objects of a model, with their colours. */
  fill(objects: readonly SceneObject[], colors: readonly string[]): void {
    this.#rows = [];
    elementById('objects', HTMLElement).replaceChildren(
      ...objects.map((object, i) => this.#makeRow(object, colors[i])),
    );
  }

  /** Shows what is hidden, and how many triangles of each object collide. */
  show(hidden: ReadonlySet<number>, result: CollisionResult | undefined): void {
    this.#rows.forEach(({ box, count }, id) => {
      const triangles = result?.added[id].length ?? 0;
      const text = triangles === 0 || hidden.has(id) ? '' : formatCount(triangles);
      box.checked = !hidden.has(id);
      if (count.textContent !== text) count.textContent = text;
    });
  }

  #makeRow({ id, mesh, name }: SceneObject, color: string): HTMLElement {
    const item = make('li');
    const label = make('label', '', 'check');
    const box = make('input');
    box.type = 'checkbox';
    box.checked = true;
    box.addEventListener('change', () => this.#toggle(id, box.checked));
    const swatch = make('i', '', 'swatch');
    swatch.style.background = color;
    const count = make('b');
    count.title = 'Triangles that newly collide';
    label.append(box, swatch, make('span', name, 'name'), count, make('small', formatCount(mesh.triangleCount)));
    item.append(label);
    this.#rows.push({ box, count });
    return item;
  }

  #toggle(id: number, isShown: boolean): void {
    const hidden = parseHidden(this.#store.state.hidden);
    if (isShown) hidden.delete(id);
    else hidden.add(id);
    this.#store.set({ hidden: [...hidden].sort((a, b) => a - b).join(',') });
  }
}
