/** Models on disk, read as a program would: with files beside the model, and no others. */
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readGltf } from '../../src/gltf/read-gltf.js';
import type { AnimatedScene } from '../../src/gltf/scene.js';

/** Reads a model and its buffers. */
export async function loadFile(path: string): Promise<AnimatedScene> {
  const readResource = async (uri: string): Promise<Uint8Array> =>
    new Uint8Array(await readFile(join(dirname(path), uri)));
  return readGltf(new Uint8Array(await readFile(path)), { readResource });
}
