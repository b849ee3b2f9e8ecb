/** Which models are meant: files as they are named, folders with all models below them, patterns with `*`, `**`, `?`, `[…]`, `{…}`. */
import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { UsageError } from './usage-error.js';

const MODEL = /\.(glb|gltf|vrm)$/i;
const PATTERN = /[*?[\]{}]/;

/** Folders that nobody means when they name the folder above. */
const SKIPPED = /^(\.|node_modules$)/;

/** Whether a name ends as the names of models do. */
export function isModelName(name: string): boolean {
  return MODEL.test(name);
}

/** What arguments stand for. */
export interface FoundModels {
  /** Files, each once, in the order of the arguments, and sorted by name within one. */
  readonly files: readonly string[];
  /** Arguments that stand for nothing, and why. */
  readonly missing: readonly { readonly place: string; readonly message: string }[];
}

/** Finds the files that arguments stand for. A file that is named is taken whatever its ending. */
export async function findModels(places: readonly string[]): Promise<FoundModels> {
  const found = new Map<string, string>();
  const missing: { place: string; message: string }[] = [];
  for (const place of places) {
    const files = await filesOf(place);
    if (typeof files === 'string') missing.push({ place, message: files });
    else for (const path of files) if (!found.has(resolve(path))) found.set(resolve(path), path);
  }
  return { files: [...found.values()], missing };
}

/** The one model that a command is about. */
export async function findModel(command: string, places: readonly string[]): Promise<string> {
  const { files, missing } = await findModels(places);
  if (missing.length > 0) throw new UsageError(`pliant ${command}: ${missing[0].message}`);
  if (files.length !== 1) throw new UsageError(`pliant ${command}: name one model; got ${files.length}`);
  return files[0];
}

/** Files, or why there are none. */
async function filesOf(place: string): Promise<string[] | string> {
  const there = await stat(place).catch(() => undefined);
  if (there?.isDirectory() === true) {
    const models = (await filesBelow(place)).filter(isModelName);
    return models.length > 0 ? models : `there is no .glb, .gltf or .vrm file in the folder "${place}"`;
  }
  if (there !== undefined) return [place];
  if (!PATTERN.test(place)) return `there is no file "${place}"; check the path`;
  const models = (await matching(place)).filter(isModelName);
  return models.length > 0 ? models : `no .glb, .gltf or .vrm file matches "${place}"; check the pattern`;
}

async function filesBelow(folder: string): Promise<string[]> {
  const files: string[] = [];
  for (const entry of await entriesOf(folder)) {
    if (SKIPPED.test(entry.name)) continue;
    const path = join(folder, entry.name);
    // Links to folders are not followed: they may lead back to where they are.
    if (entry.isDirectory()) files.push(...(await filesBelow(path)));
    else if (entry.isFile() || (entry.isSymbolicLink() && (await isFile(path)))) files.push(path);
  }
  return files;
}

async function matching(pattern: string): Promise<string[]> {
  const slashed = sep === '\\' ? pattern.replaceAll('\\', '/') : pattern;
  const found = new Set<string>();
  for (const alternative of expandBraces(slashed)) {
    const parts = alternative.split('/');
    const isAbsolute = parts[0] === '';
    await matchParts(isAbsolute ? '/' : '', isAbsolute ? parts.slice(1) : parts, found);
  }
  return [...found].sort();
}

async function matchParts(folder: string, parts: readonly string[], found: Set<string>): Promise<void> {
  const [part, ...rest] = parts;
  if (part === undefined) return;
  const at = folder === '' ? '.' : folder;
  const isLast = rest.length === 0;
  if (part === '**') {
    await matchParts(folder, isLast ? ['*'] : rest, found);
    for (const entry of await entriesOf(at)) {
      if (entry.isDirectory() && !SKIPPED.test(entry.name)) await matchParts(join(folder, entry.name), parts, found);
    }
    return;
  }
  if (part === '.' || part === '..' || part === '') {
    await matchParts(part === '' ? folder : join(folder, part), rest, found);
    return;
  }
  const test = partTest(part);
  for (const entry of await entriesOf(at)) {
    if (!test.test(entry.name) || (entry.name.startsWith('.') && !part.startsWith('.'))) continue;
    const path = join(folder, entry.name);
    if (!isLast) await matchParts(path, rest, found);
    else if (await isFile(path)) found.add(path);
  }
}

/** `a{b,c}d` stands for `abd` and `acd`. */
function expandBraces(pattern: string): string[] {
  const match = /\{([^{}]*,[^{}]*)\}/.exec(pattern);
  if (match === null) return [pattern];
  const before = pattern.slice(0, match.index);
  const behind = pattern.slice(match.index + match[0].length);
  return match[1].split(',').flatMap((choice) => expandBraces(before + choice + behind));
}

function partTest(part: string): RegExp {
  const source = part.replaceAll(/\[!?[^\]]+\]|[\s\S]/g, (piece) => {
    if (piece === '*') return '.*';
    if (piece === '?') return '.';
    if (piece.length > 1) return piece.replaceAll('\\', '\\\\').replace(/^\[!/, '[^');
    return piece.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&');
  });
  return new RegExp(`^${source}$`, 's');
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() === true;
}
