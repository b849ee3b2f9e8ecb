/**
 * Reads a model and what belongs to it from disk: regular files in the model's folder and below it, and nothing else. Links are
 * followed only as far as they stay there.
 */
import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { PliantError } from '../errors.js';
import type { ReadGltfOptions } from '../gltf/read-gltf.js';

/** Larger files are refused unread: nothing that is read as one array can be larger. */
const MOST_BYTES = 0x7fffffff;

/** Who reads models. */
const GLTF = 'readGltfFile';

/** A model's bytes, and how to read what it refers to. */
export interface ModelFile extends Required<Pick<ReadGltfOptions, 'readResource' | 'hasResource'>> {
  /** The file itself. */
  readonly bytes: Uint8Array;
}

/**
 * Reads a model.
 *
 * @throws PliantError `bad-file` when it cannot be read, is no regular file, or is too large.
 */
export async function readModelFile(path: string): Promise<ModelFile> {
  let folder: string;
  try {
    folder = await realpath(dirname(path));
  } catch (error) {
    return refuse(path, reasonOf(error), GLTF);
  }
  // The model itself may be a link; what it refers to is then beside the link, as for every other program.
  const bytes = await readRegular(join(folder, basename(path)), path, GLTF);
  const readResource = async (name: string): Promise<Uint8Array> => readRegular(await within(folder, name), name, GLTF);
  const hasResource = async (name: string): Promise<boolean> => {
    try {
      await within(folder, name);
      return true;
    } catch {
      return false;
    }
  };
  return { bytes, readResource, hasResource };
}

/** Where a file of the model's folder really is; refuses what is elsewhere. */
async function within(folder: string, name: string): Promise<string> {
  let real: string;
  try {
    real = await realpath(join(folder, name));
  } catch (error) {
    return refuse(name, reasonOf(error), GLTF);
  }
  const inside = folder.endsWith(sep) ? folder : folder + sep;
  return real.startsWith(inside) ? real : refuse(name, 'it lies outside the folder of the model', GLTF);
}

/** Reads a file, whole. */
export async function readRegular(path: string, shown: string, caller: string): Promise<Uint8Array> {
  return withRegularFile(path, shown, caller, async (file, byteCount) => {
    if (byteCount > MOST_BYTES) refuse(shown, `it has ${byteCount} bytes, more than ${MOST_BYTES}`, caller);
    return file.readFile();
  });
}

/** Opens a file, if it is one, lets it be read, and closes it: opening a device or a pipe could wait forever. */
export async function withRegularFile<Result>(
  path: string,
  shown: string,
  caller: string,
  read: (file: FileHandle, byteCount: number) => Promise<Result>,
): Promise<Result> {
  let file;
  try {
    file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    return refuse(shown, reasonOf(error), caller);
  }
  try {
    const stats = await file.stat();
    if (stats.isDirectory()) refuse(shown, 'it is a folder', caller);
    if (!stats.isFile()) refuse(shown, 'it is no regular file', caller);
    return await read(file, stats.size);
  } catch (error) {
    if (error instanceof PliantError) throw error;
    return refuse(shown, reasonOf(error), caller);
  } finally {
    await file.close();
  }
}

function reasonOf(error: unknown): string {
  const { code } = error as { code?: string };
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EACCES' || code === 'EPERM') return 'it may not be read';
  return error instanceof Error ? error.message : String(error);
}

function refuse(path: string, why: string, caller: string): never {
  throw new PliantError('bad-file', `${caller}: ${JSON.stringify(path)} cannot be read: ${why}; check the path`);
}
