/** glTF files as three.js loads them, posed by its own mixer. */
import { AnimationMixer, type Bone, LoopOnce, type Mesh, type Object3D, type SkinnedMesh } from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { type Random } from 'pliant';
import { createGltfIo } from '../support/gltf-io.js';

/** A loaded file. */
export interface GltfScene {
  readonly scene: Object3D;
  readonly meshes: readonly Mesh[];
  /** Poses the file: at a random instant of a random clip, or, where there is none, with bones and influences at random. */
  readonly pose: (random: Random) => void;
}

/** What three.js needs workers to unpack; it has been unpacked when the file was read. */
const PACKING = new Set(['KHR_draco_mesh_compression', 'EXT_meshopt_compression']);

/** Loads a file without its textures, which need a browser. */
export async function loadGltfScene(path: string): Promise<GltfScene> {
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
  const { scene, animations } = await new GLTFLoader().parseAsync(bytes.slice().buffer, '');
  const meshes: Mesh[] = [];
  scene.traverse((object) => 'isMesh' in object && meshes.push(object as Mesh));
  const mixer = new AnimationMixer(scene);
  return {
    scene,
    meshes,
    pose(random) {
      mixer.stopAllAction();
      if (animations.length === 0) {
        for (const mesh of meshes) poseAtRandom(mesh, random);
      } else {
        const clip = animations[random.integer(animations.length)];
        const action = mixer.clipAction(clip).setLoop(LoopOnce, 1);
        action.clampWhenFinished = true;
        action.play();
        mixer.setTime(random.next() * clip.duration);
      }
      scene.updateMatrixWorld(true);
    },
  };
}

function poseAtRandom(mesh: Mesh, random: Random): void {
  mesh.morphTargetInfluences?.forEach(
    (_, i, influences) => (influences[i] = random.integer(3) === 0 ? random.next() : 0),
  );
  for (const bone of (mesh as Partial<SkinnedMesh>).skeleton?.bones ?? []) turnAtRandom(bone, random);
}

function turnAtRandom(bone: Bone, random: Random): void {
  bone.rotation.set(random.range(-0.3, 0.3), random.range(-0.3, 0.3), random.range(-0.3, 0.3));
}
