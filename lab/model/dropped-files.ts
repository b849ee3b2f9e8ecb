/** Files that somebody dropped or chose: which of them is a model, and which belong to it. */
import { PliantError } from 'pliant';
import type { DroppedFile } from './model-messages.js';

/** Larger ones are for the command line: a page has to hold all of it, several times over. */
const MOST_BYTES = 512 * 1024 * 1024;
/** Of a folder with more than that, the rest is not looked at. */
export const MOST_FILES = 5000;

const MODEL = /\.(glb|gltf|vrm)$/i;

/** Paths of the models among files: those in few folders first. */
export function findModels(files: readonly DroppedFile[]): string[] {
  const depth = (path: string): number => path.split('/').length;
  return files
    .map(({ path }) => path)
    .filter((path) => MODEL.test(path))
    .sort((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1));
}

/** Says why there is no model among files. */
export function explainNoModel(files: readonly DroppedFile[]): PliantError {
  if (files.length === 0) return new PliantError('bad-file', 'Nothing was dropped that could be read as a file.');
  const names = files.slice(0, 3).map(({ path }) => `“${path}”`);
  const more = files.length > names.length ? ` and ${files.length - names.length} more` : '';
  const isOne = files.length === 1;
  return new PliantError(
    'bad-file',
    `${names.join(', ')}${more} ${isOne ? 'is not a model' : 'are not models'}; drop a .glb, .gltf or .vrm file, with the files it needs.`,
  );
}

/** Reads a file; one that is too large is refused before it takes up memory. */
export async function readBytes(file: File): Promise<Uint8Array> {
  if (file.size > MOST_BYTES) {
    const size = `${Math.round(file.size / 1024 / 1024)} MB`;
    throw new PliantError(
      'unsupported',
      `“${file.name}” has ${size}, and this page takes ${MOST_BYTES / 1024 / 1024} MB; run “npx pliant audit” on it instead.`,
    );
  }
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new PliantError('bad-file', `“${file.name}” cannot be read (${why}); drop it again.`);
  }
}

/** Finds a file that a model names, beside it; by its name alone where files were dropped without their folders. */
export function findBeside(files: readonly DroppedFile[], model: string, path: string): File | undefined {
  const folder = model.slice(0, model.lastIndexOf('/') + 1);
  const name = path.slice(path.lastIndexOf('/') + 1);
  const exact = files.find((dropped) => dropped.path === folder + path);
  return (exact ?? files.find((dropped) => dropped.path === name))?.file;
}
