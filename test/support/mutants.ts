/** The library with a change in one place of its sources, to see whether tests would notice. For Node. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Pliant from 'pliant';
import type * as Parts from 'pliant/parts';
import { transformWithOxc } from 'vite';
import { expect, inject } from 'vitest';
import { projectPath } from '../../scripts/paths.mjs';

/** A change: in which source, what is there, and what is there instead. */
export interface Mutation {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** What tests use of a library that was changed: modules of its own, which share nothing with the one that was not. */
export interface Mutant {
  readonly pliant: typeof Pliant;
  readonly parts: typeof Parts;
  /** Any module of it, by its path below `src`, without an ending. */
  readonly load: (module: string) => Promise<unknown>;
}

let count = 0;

/** Makes the library with some changes. What each replaces must be there once: where sources have moved on, so must the change. */
export async function makeMutant(mutations: readonly Mutation[]): Promise<Mutant> {
  // Beside the compiled sources, so that Node loads it as it does those, and it goes when they do.
  const compiled = dirname(dirname(dirname(inject('nodeWorker'))));
  const folder = join(compiled, 'mutants', `${process.pid}-${count++}`);
  mkdirSync(folder, { recursive: true });
  cpSync(join(compiled, 'src'), join(folder, 'src'), { recursive: true });
  const texts = new Map<string, string>();
  for (const { file, from, to } of mutations) {
    const text = texts.get(file) ?? readFileSync(projectPath(file), 'utf8');
    expect(text.split(from).length - 1, `${file} has once: ${from}`).toBe(1);
    texts.set(
      file,
      text.replace(from, () => to),
    );
  }
  for (const [file, text] of texts) {
    const { code } = await transformWithOxc(text, projectPath(file), { target: 'es2022' });
    writeFileSync(join(folder, file.replace(/\.ts$/, '.js')), code);
  }
  const load = (module: string): Promise<unknown> =>
    import(/* @vite-ignore */ pathToFileURL(join(folder, 'src', `${module}.js`)).href);
  return { pliant: await load('index'), parts: await load('parts'), load } as Mutant;
}
