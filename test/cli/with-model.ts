/** A model in a folder of its own, for one test. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { boxesModel } from './boxes-model.js';
import { temporaryFolder } from './temporary-folder.js';

/** Makes the folder with the model in it, two boxes unless told otherwise; returns the paths of both. */
export async function withModel(bytes = boxesModel(), name = 'boxes.glb'): Promise<{ folder: string; model: string }> {
  const folder = await temporaryFolder();
  const model = join(folder, name);
  await writeFile(model, bytes);
  return { folder, model };
}
