/** glTF-Transform with every extension and decoder that it knows, and without words about those it does not. */
import { Logger, NodeIO } from '@gltf-transform/core';
import { ALL_EXTENSIONS } from '@gltf-transform/extensions';
import { createDecoderModule } from 'draco3dgltf';
import { MeshoptDecoder } from 'meshoptimizer';

/** Reads and writes files and memory. */
export async function createGltfIo(): Promise<NodeIO> {
  return (
    new NodeIO()
      .setLogger(new Logger(Logger.Verbosity.SILENT))
      // Images may be missing.
      .setStrictResources(false)
      .registerExtensions(ALL_EXTENSIONS)
      .registerDependencies({ 'draco3d.decoder': await createDecoderModule(), 'meshopt.decoder': MeshoptDecoder })
  );
}
