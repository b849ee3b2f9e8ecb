/** glTF files as three.js loads them, posed by its own mixer. */
import type { Random } from 'pliant/exact';
import { AnimationMixer, type Bone, type Mesh, type Object3D, type SkinnedMesh } from 'three';
import { loadWithThree, playTo } from '../support/gltf-loader.js';

/** A loaded file. */
export interface GltfScene {
  readonly scene: Object3D;
  readonly meshes: readonly Mesh[];
  /** Poses the file: at a random instant of a random clip, or, where there is none, with bones and influences at random. */
  readonly pose: (random: Random) => void;
}

/** Loads a file without its textures, which need a browser. */
export async function loadGltfScene(path: string): Promise<GltfScene> {
  const { scene, animations } = await loadWithThree(path);
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
        playTo(mixer, clip, random.next() * clip.duration);
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
