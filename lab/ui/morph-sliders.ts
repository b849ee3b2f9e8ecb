/** A slider for each morph target: it follows the clip until somebody moves it. */
import type { SceneEvaluator, SceneObject } from 'pliant/audit';
import { parseWeights, writeWeights } from '../model/model-choices.js';
import type { Store } from '../model/store.js';
import { elementById } from './elements.js';
import { make } from './make.js';

/** More sliders than anybody moves. */
const MOST_SLIDERS = 400;

interface Slider {
  readonly object: SceneObject;
  readonly target: number;
  readonly input: HTMLInputElement;
  readonly output: HTMLElement;
  readonly row: HTMLElement;
}

/** The sliders of a model. */
export class MorphSliders {
  readonly #store: Store;
  readonly #place = elementById('morphs', HTMLElement);
  #sliders: Slider[] = [];

  /** Listens until the signal says that it is over. */
  constructor(store: Store, signal: AbortSignal) {
    this.#store = store;
    const reset = elementById('morph-reset', HTMLButtonElement);
    reset.addEventListener('click', () => store.set({ weights: '' }), { signal });
  }

  /** Makes sliders for a model. */
  fill(objects: readonly SceneObject[], names: readonly (readonly string[])[]): void {
    this.#sliders = [];
    this.#place.replaceChildren();
    const morphing = objects.filter(({ defaultWeights }) => defaultWeights.length > 0);
    for (const object of morphing) {
      // A heading where there are several.
      if (morphing.length > 1) this.#place.append(make('h3', object.name));
      for (let target = 0; target < object.defaultWeights.length && this.#sliders.length < MOST_SLIDERS; target++) {
        this.#place.append(this.#makeRow(object, target, names[object.id][target]));
      }
    }
    elementById('morph-section', HTMLElement).hidden = this.#sliders.length === 0;
  }

  /** Shows the weights of the present pose. */
  show({ weightOffsets, weights }: SceneEvaluator): void {
    const set = new Set(parseWeights(this.#store.state.weights).map(({ object, target }) => `${object}.${target}`));
    for (const { input, object, output, row, target } of this.#sliders) {
      const value = weights[weightOffsets[object.node] + target];
      const text = value.toFixed(2);
      if (output.textContent === text && row.classList.contains('set') === set.has(`${object.id}.${target}`)) continue;
      output.textContent = text;
      row.classList.toggle('set', set.has(`${object.id}.${target}`));
      if (document.activeElement !== input || !row.matches('.set')) input.valueAsNumber = value;
    }
    elementById('morph-reset', HTMLButtonElement).disabled = set.size === 0;
  }

  #makeRow(object: SceneObject, target: number, name: string): HTMLElement {
    const row = make('label', '', 'row morph');
    const input = make('input');
    input.type = 'range';
    input.min = '0';
    input.max = '1';
    input.step = '0.01';
    input.value = '0';
    const output = make('output', '0.00');
    input.addEventListener('input', () => this.#set(object.id, target, input.valueAsNumber));
    row.append(make('span', name), input, output);
    this.#sliders.push({ object, target, input, output, row });
    return row;
  }

  #set(object: number, target: number, value: number): void {
    const others = parseWeights(this.#store.state.weights).filter(
      (weight) => weight.object !== object || weight.target !== target,
    );
    this.#store.set({ weights: writeWeights([...others, { object, target, value }]) });
  }
}
