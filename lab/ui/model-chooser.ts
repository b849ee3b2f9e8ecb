/** The choice of a model: examples, and what was dropped or opened. */
import type { ExampleModel } from '../../scenes/example-names.js';
import type { DroppedFile } from '../model/model-messages.js';
import type { LabState } from '../model/state.js';
import type { Store } from '../model/store.js';
import { listFiles } from './drop-zone.js';
import { elementById } from './elements.js';
import { make } from './make.js';

const EXAMPLES: readonly (readonly [name: ExampleModel, title: string])[] = [
  ['animal', 'A cat-like animal'],
  ['sleeve', 'An arm in a sleeve'],
  ['face', 'A face of morph targets'],
  ['tube', 'A tube that curls up'],
];

/** Values of files in the list; no example is called so. */
const FILE_PREFIX = 'file:';

/** Fills the list, and tells the store what is chosen. */
export class ModelChooser {
  readonly #select = elementById('model-choice', HTMLSelectElement);
  readonly #files = make('optgroup');
  readonly #input = elementById('file-input', HTMLInputElement);

  /** `onFiles` is told of files that were chosen with the button. */
  constructor(store: Store, onFiles: (files: readonly DroppedFile[]) => void) {
    const examples = make('optgroup');
    examples.label = 'Examples';
    examples.append(...EXAMPLES.map(([name, title]) => makeOption(name, title)));
    this.#files.label = 'Your files';
    this.#select.append(examples);
    this.#select.addEventListener('change', () => {
      const { value } = this.#select;
      const example = EXAMPLES.find(([name]) => name === value)?.[0];
      store.set(example === undefined ? { model: 'file', file: value.slice(FILE_PREFIX.length) } : { model: example });
    });
    elementById('open-file', HTMLButtonElement).addEventListener('click', () => this.open());
    this.#input.addEventListener('change', () => {
      const files = listFiles(this.#input.files ?? []);
      // The same file can be chosen again, for it may have been changed.
      this.#input.value = '';
      if (files.length > 0) onFiles(files);
    });
    store.subscribe((state) => this.show(state));
    this.show(store.state);
  }

  /** Asks for files. */
  open(): void {
    this.#input.click();
  }

  /** Offers the models that were dropped. */
  offer(paths: readonly string[], state: LabState): void {
    this.#files.replaceChildren(...paths.map((path) => makeOption(FILE_PREFIX + path, path)));
    if (paths.length > 0) this.#select.append(this.#files);
    this.show(state);
  }

  show({ file, model }: LabState): void {
    const value = model === 'file' ? FILE_PREFIX + file : model;
    if (this.#select.value !== value) this.#select.value = value;
  }
}

/** What an example is called. */
export function nameExample(name: ExampleModel): string {
  return EXAMPLES.find(([example]) => example === name)?.[1] ?? name;
}

function makeOption(value: string, title: string): HTMLOptionElement {
  const option = make('option', title);
  option.value = value;
  return option;
}
