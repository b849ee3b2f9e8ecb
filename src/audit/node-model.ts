/** Models on disk. Nothing is read but the model itself and regular files in its own folder; nothing is fetched. */
import { readGltf } from '../gltf/read-gltf.js';
import type { AnimatedScene } from '../gltf/scene.js';
import { readModelFile } from './node-files.js';
import type { ModelFile } from './node-files.js';

/** A model, and the file that it was read from. */
export interface Model {
  readonly file: ModelFile;
  readonly scene: AnimatedScene;
}

/** Reads a model and the buffers that lie beside it. */
export async function readModel(path: string): Promise<Model> {
  const file = await readModelFile(path);
  return { file, scene: await readGltf(file.bytes, file) };
}
