/** Which files a recording is made of: a folder with one mesh per frame, or a point cache with its mesh. */
import { readdir, stat } from 'node:fs/promises';
import { basename, extname, join, resolve } from 'node:path';
import { RECORDING_DEFAULTS, sortFrames } from '../parts.js';
import { errorText } from './error-text.js';
import { UsageError } from './usage-error.js';

/** What `--sequence` and `--mesh` say. */
export interface SequenceArguments {
  /** A folder, or a point cache. */
  readonly path: string;
  /** The mesh at rest. */
  readonly mesh: string | undefined;
  /** Frames per second; undefined where nobody has said. */
  readonly fps: number | undefined;
}

/** The files of a recording. */
export interface FoundSequence extends SequenceArguments {
  readonly fps: number;
  /** What it is called: the folder's name, or the file's without its ending. */
  readonly name: string;
  /** A mesh for each frame in the order of time, or the one cache of all frames. */
  readonly kind: 'meshes' | 'pc2' | 'mdd';
  readonly files: readonly string[];
}

const MESH = /\.(obj|ply)$/i;

/** Whether a name ends as meshes do that can be read. */
function isMeshName(name: string): boolean {
  return MESH.test(name);
}

/** Finds the files, and refuses what is no recording. */
export async function findSequence(asked: SequenceArguments): Promise<FoundSequence> {
  const { mesh, path } = asked;
  const fps = asked.fps ?? RECORDING_DEFAULTS.fps;
  const place = await stat(path).catch(() => undefined);
  if (place === undefined) throw new UsageError(`--sequence: there is no folder or file "${path}"; check the path`);
  if (mesh !== undefined) await requireMesh(mesh);
  if (place.isDirectory()) {
    const files = (await framesIn(path)).map((name) => join(path, name));
    return { path, mesh, fps, name: basename(resolve(path)), kind: 'meshes', files };
  }
  const kind = extname(path).slice(1).toLowerCase();
  if (kind !== 'pc2' && kind !== 'mdd') {
    throw new UsageError(`--sequence: "${path}" is neither a folder of .obj or .ply files nor a .pc2 or .mdd file`);
  }
  if (mesh === undefined) {
    throw new UsageError(`--sequence: "${path}" has points alone; pass their mesh as well, by --mesh rest.obj`);
  }
  if (kind === 'mdd' && asked.fps !== undefined) {
    throw new UsageError(`--fps: "${path}" says itself when its frames are; leave it out`);
  }
  return { path, mesh, fps, name: basename(path, extname(path)), kind, files: [path] };
}

async function requireMesh(path: string): Promise<void> {
  const place = await stat(path).catch(() => undefined);
  if (place?.isFile() !== true) throw new UsageError(`--mesh: there is no file "${path}"; check the path`);
  if (!isMeshName(path)) throw new UsageError(`--mesh: "${path}" ends in neither .obj nor .ply`);
}

/** The frames in a folder, in the order of time. What lies beside them, such as materials, is left alone. */
async function framesIn(folder: string): Promise<string[]> {
  let names: string[];
  try {
    names = await readdir(folder);
  } catch (error) {
    throw new UsageError(`--sequence: the folder "${folder}" cannot be read (${(error as Error).message})`);
  }
  const frames = names.filter((name) => isMeshName(name) && !name.startsWith('.'));
  if (frames.length === 0) {
    throw new UsageError(
      `--sequence: there is no .obj or .ply file in the folder "${folder}"; name the folder of the frames`,
    );
  }
  const kinds = new Set(frames.map((name) => extname(name).toLowerCase()));
  if (kinds.size > 1) {
    throw new UsageError(
      `--sequence: the folder "${folder}" has .obj and .ply files; keep those of one recording alone`,
    );
  }
  try {
    return sortFrames(frames);
  } catch (error) {
    throw new UsageError(`--sequence: "${folder}": ${errorText(error)}`);
  }
}
