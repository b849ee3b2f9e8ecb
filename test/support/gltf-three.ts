/** Where three.js has the vertices of a glTF file: another reader, another evaluation of clips and skins. */
import { AnimationMixer, LoopOnce, type Mesh, type Object3D, Vector3 } from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { createGltfIo } from './gltf-io.js';

/** A file as three.js sees it. */
export interface ThreeFile {
  /** Poses the file by a clip, given by its number, or leaves it at rest. */
  pose(clip: number | undefined, time: number): void;
  /** World positions of all vertices of the mesh of a node in the present pose, in the order of the file. */
  positionsOf(node: number): Float64Array;
}

/** What three.js needs workers to unpack; it has been unpacked when the file was read. */
const PACKING = new Set(['KHR_draco_mesh_compression', 'EXT_meshopt_compression']);

/** Loads a file without its textures, which need a browser. */
export async function readWithThree(path: string): Promise<ThreeFile> {
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
  const { scene, animations, parser } = await new GLTFLoader().parseAsync(bytes.slice().buffer, '');

  const objectOf = new Map<number, Object3D>();
  scene.traverse((object) => {
    const node = parser.associations.get(object)?.nodes;
    if (node !== undefined && !objectOf.has(node)) objectOf.set(node, object);
  });
  const mixer = new AnimationMixer(scene);
  return {
    pose(clip, time) {
      mixer.stopAllAction();
      if (clip !== undefined) {
        const action = mixer.clipAction(animations[clip]).setLoop(LoopOnce, 1);
        action.clampWhenFinished = true;
        action.play();
        mixer.setTime(time);
      }
      scene.updateMatrixWorld(true);
    },
    positionsOf(node) {
      return Float64Array.from(meshesOf(objectOf.get(node)!).flatMap((mesh) => verticesOf(mesh)));
    },
  };
}

/** A mesh of several primitives is a group of meshes. */
function meshesOf(object: Object3D): Mesh[] {
  const isMesh = (candidate: Object3D): candidate is Mesh => 'isMesh' in candidate;
  return isMesh(object) ? [object] : object.children.filter(isMesh);
}

function verticesOf(mesh: Mesh): number[] {
  const point = new Vector3();
  return Array.from({ length: mesh.geometry.getAttribute('position').count }, (_, vertex) =>
    mesh.getVertexPosition(vertex, point).applyMatrix4(mesh.matrixWorld).toArray(),
  ).flat();
}
