/** Names of clips and objects that were asked for. Of several files, each must be in one, not in every one. */
import { fitsSomething, listNames } from '../audit/choice.js';
import { nameClips } from '../audit/clip-names.js';
import { clipsCalled } from '../audit/instants.js';
import type { AnimatedScene } from '../gltf/scene.js';
import type { AuditArguments } from './audit-arguments.js';

/** Patterns that fit a file, or why it is left out. */
export type NamesInFile = Pick<AuditArguments, 'clips' | 'only'> | { readonly leftOut: string };

/** Remembers what was found where. */
export class AskedNames {
  readonly #asked: Pick<AuditArguments, 'clips' | 'only' | 'ignore'>;
  readonly #isAlone: boolean;
  readonly #found = { clip: new Set<string>(), only: new Set<string>(), ignore: new Set<string>() };

  constructor(asked: Pick<AuditArguments, 'clips' | 'only' | 'ignore'>, fileCount: number) {
    this.#asked = asked;
    this.#isAlone = fileCount === 1;
  }

  /** What to look for in a file. The only file there is must have everything: the audit itself says what is missing. */
  in({ clips, objects }: AnimatedScene): NamesInFile {
    const { clips: clipPatterns, only, ignore } = this.#asked;
    const names = objects.map(({ name }) => name);
    const fits = (pattern: string): boolean => fitsSomething(names, pattern);
    const clipsHere = clipPatterns?.filter((pattern) => clipsCalled(clips, pattern).length > 0);
    const onlyHere = only?.filter(fits);
    for (const pattern of clipsHere ?? []) this.#found.clip.add(pattern);
    for (const pattern of onlyHere ?? []) this.#found.only.add(pattern);
    for (const pattern of ignore.filter(fits)) this.#found.ignore.add(pattern);
    if (this.#isAlone) return { clips: clipPatterns, only };
    if (clipsHere?.length === 0) {
      return { leftOut: `no clip is called ${listNames(clipPatterns!)}; there are ${listNames(nameClips(clips))}` };
    }
    if (onlyHere?.length === 0) {
      return { leftOut: `nothing is called ${listNames(only!)}; there are ${listNames(names)}` };
    }
    return { clips: clipsHere, only: onlyHere };
  }

  /** What no file has: whoever asked for it believes that it was checked. */
  missing(): string[] {
    if (this.#isAlone) return [];
    const { clips = [], only = [] } = this.#asked;
    return [
      ...clips.filter((pattern) => !this.#found.clip.has(pattern)).map((pattern) => `--clip: no file has "${pattern}"`),
      ...only.filter((pattern) => !this.#found.only.has(pattern)).map((pattern) => `--only: no file has "${pattern}"`),
    ];
  }

  /** What was to be ignored and is nowhere: probably a mistake, but nothing is missed by it. */
  ignoredInVain(): string[] {
    const unused = this.#asked.ignore.filter((pattern) => !this.#found.ignore.has(pattern));
    return unused.map((pattern) => `--ignore: nothing is called "${pattern}"`);
  }
}
