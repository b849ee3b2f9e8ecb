/** Animated models that the project makes itself, as `.glb` files: something to look at before one has a file of one's own. */
import type { ExampleModel } from './example-names.js';
import { describeAnimal } from './model-animal.js';
import { describeFace } from './model-face.js';
import { describeSleeve } from './model-sleeve.js';
import { describeTube } from './model-tube.js';
import { writeGlb } from './write-glb.js';

const DESCRIBE = { animal: describeAnimal, sleeve: describeSleeve, face: describeFace, tube: describeTube } as const;

/** Makes the file of an example: the same bytes every time. */
export function createExampleModel(name: ExampleModel): Uint8Array<ArrayBuffer> {
  return writeGlb(DESCRIBE[name]());
}
