/** glTF files as three.js loads and plays them. */
import { type AnimationClip, type AnimationMixer, LoopOnce } from 'three';
import { type GLTF, GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { createGltfIo } from './gltf-io.js';

/** What three.js needs workers to unpack; it has been unpacked when the file was read. */
const PACKING = new Set(['KHR_draco_mesh_compression', 'EXT_meshopt_compression']);

/** Loads a file without its textures, which need a browser. */
export async function loadWithThree(path: string): Promise<GLTF> {
  const io = await createGltfIo();
  const document = await io.read(path);
  const root = document.getRoot();
  for (const texture of root.listTextures()) texture.dispose();
  for (const extension of root.listExtensionsUsed()) if (PACKING.has(extension.extensionName)) extension.dispose();
  // A binary file has one buffer.
  const [buffer, ...others] = root.listBuffers();
  for (const accessor of root.listAccessors()) accessor.setBuffer(buffer);
  for (const other of others) other.dispose();
  const bytes = await io.writeBinary(document);
  return new GLTFLoader().parseAsync(bytes.slice().buffer, '');
}

/** Shows an instant of a clip, its end included. World matrices are not brought up to date. */
export function playTo(mixer: AnimationMixer, clip: AnimationClip, time: number): void {
  const action = mixer.clipAction(clip).setLoop(LoopOnce, 1);
  action.clampWhenFinished = true;
  action.play();
  mixer.setTime(time);
}
