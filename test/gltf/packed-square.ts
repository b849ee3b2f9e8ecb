/** A file that is compressed by Draco. */
import { GltfMaker } from './make-gltf.js';

/** A unit square of two triangles, encoded by Draco 1.5.7, sequentially, with ten bits for each coordinate. */
export function packedSquare(): Uint8Array {
  const stream = 'RFJBQ08CAgEAAAACBAEAAQIAAgMBAQAJAwAAAgABAQADAwEwARADADSCiAQAAAAA/wMAAAAAAAAAAAAAAAAAAAAAgD8K';
  const maker = new GltfMaker();
  const bufferView = maker.addView(new Uint8Array(Buffer.from(stream, 'base64')));
  const extensions = { KHR_draco_mesh_compression: { bufferView, attributes: { POSITION: 0 } } };
  return maker.glb({
    extensionsUsed: ['KHR_draco_mesh_compression'],
    extensionsRequired: ['KHR_draco_mesh_compression'],
    accessors: [
      { componentType: 5126, count: 4, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] },
      { componentType: 5125, count: 6, type: 'SCALAR' },
    ],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1, extensions }] }],
  });
}
