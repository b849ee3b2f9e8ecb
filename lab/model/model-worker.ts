/** Opens a model and looks for collisions in it, away from the page. One worker for one model. */
import { PliantError, loadKernels } from 'pliant';
import { readGltf } from 'pliant/audit';
import { createExampleModel } from '../../scenes/example-models.js';
import { createDrawnSurface } from './drawn-surface.js';
import { findBeside, readBytes } from './dropped-files.js';
import { formatCount } from './format.js';
import type { ModelOrder, ModelReply, ModelSource, OpenedModel } from './model-messages.js';
import { SceneCollisions } from './scene-collisions.js';
import { readTargetNames } from './target-names.js';

let collisions: SceneCollisions | undefined;
let last: Promise<void> = Promise.resolve();

// One after the other: what is asked for before the trees are there waits for them.
self.addEventListener('message', ({ data }: MessageEvent<ModelOrder>) => {
  last = last.then(() => take(data)).catch(refuse);
});

async function take(order: ModelOrder): Promise<void> {
  if (order.kind === 'search') {
    const result = collisions?.find(order.moment, new Set(order.hidden));
    if (result !== undefined) reply({ kind: 'found', result });
    return;
  }
  const model = await open(order.source);
  reply({ kind: 'opened', opened: model });
  const triangles = model.scene.objects.reduce((sum, { mesh }) => sum + mesh.triangleCount, 0);
  collisions = await SceneCollisions.create(model.scene, await loadKernels(), (share) =>
    reply({ kind: 'progress', what: `Building trees over ${formatCount(triangles)} triangles…`, share }),
  );
}

async function open(source: ModelSource): Promise<OpenedModel> {
  const bytes = source.kind === 'example' ? createExampleModel(source.name) : await readModel(source);
  const scene = await readGltf(bytes, {
    readResource: async (path) => {
      const beside = source.kind === 'file' ? findBeside(source.files, source.path, path) : undefined;
      if (beside === undefined)
        throw new PliantError('bad-file', `it was not dropped; drop it together with the model`);
      return readBytes(beside);
    },
  });
  if (scene.objects.length === 0) {
    throw new PliantError('bad-file', 'There is no surface in this model: no node of its scene has triangles.');
  }
  return {
    scene,
    surfaces: scene.objects.map(createDrawnSurface),
    targetNames: readTargetNames(bytes, scene),
    byteLength: bytes.length,
  };
}

async function readModel({ path, files }: ModelSource & { kind: 'file' }): Promise<Uint8Array> {
  const found = files.find((dropped) => dropped.path === path);
  if (found === undefined) throw new PliantError('bad-file', `“${path}” is not here; drop it on the page.`);
  reply({ kind: 'progress', what: `Reading ${path}…` });
  return readBytes(found.file);
}

function refuse(error: unknown): void {
  reply({ kind: 'refused', message: error instanceof Error ? error.message : String(error) });
}

function reply(message: ModelReply): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
  self.postMessage(message);
}
