/**
 * What the adapter for three.js is raced on: a character that runs and a face that speaks, as three.js loads them, or, where
 * those files are absent, ones of the same size that are made here. Poses are recorded, so that to pose costs next to nothing.
 */
import { createRandom } from 'pliant/exact';
import {
  AnimationMixer,
  Bone,
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  Skeleton,
  SkinnedMesh,
  SphereGeometry,
  Vector3,
} from 'three';
import type { AnimationClip, Object3D } from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { QUADRUPED_PERIODS, createQuadruped, writeQuadrupedPose } from '../scenes/quadruped.js';
import type { Quadruped } from '../scenes/quadruped.js';

/** Something that deforms, in as many poses as there are frames. */
export interface Character {
  readonly name: string;
  readonly meshes: readonly Mesh[];
  /** Writes world matrices and influences, as the animation of an application has done before it picks anything. */
  readonly pose: (frame: number) => void;
}

/** Poses of a character, one after the other in time. */
export const FRAMES = 32;

const TRIANGLES = 49_112;
const TARGETS = 52;
const STRIDE = 12;

/** A file as three.js loads it, without textures, playing all clips that are wanted. */
export async function loadCharacter(
  name: string,
  file: ArrayBuffer,
  isWanted: (clip: AnimationClip) => boolean,
): Promise<Character> {
  const { animations, scene } = await new GLTFLoader().parseAsync(file, '');
  const clips = animations.filter(isWanted);
  const mixer = new AnimationMixer(scene);
  for (const clip of clips) mixer.clipAction(clip).play();
  const duration = Math.max(...clips.map((clip) => clip.duration));
  return recordCharacter(name, scene, (frame) => {
    mixer.setTime((duration * frame) / FRAMES);
    scene.updateMatrixWorld(true);
  });
}

/** A walking quadruped, its four strongest bones for each vertex. */
export function makeRunner(): Character {
  const animal = createQuadruped({ triangles: TRIANGLES });
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(animal.mesh.positions, 3));
  geometry.setIndex(new BufferAttribute(animal.mesh.triangles, 1));
  addStrongestBones(geometry, animal);
  const mesh = new SkinnedMesh(geometry, new MeshBasicMaterial({ side: DoubleSide }));
  const bones = animal.bones.map(() => new Bone());
  mesh.add(...bones);
  const inverses = bones.map(() => new Matrix4());
  mesh.bind(new Skeleton(bones, inverses), new Matrix4());
  const transforms = new Float32Array(animal.jointCount * STRIDE);
  return recordCharacter('quadruped', mesh, (frame) => {
    writeQuadrupedPose(animal, 'walk', (QUADRUPED_PERIODS.walk * frame) / FRAMES, transforms);
    bones.forEach(({ matrixWorld }, bone) => {
      const m = transforms.subarray(bone * STRIDE, (bone + 1) * STRIDE);
      matrixWorld.set(m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8], m[9], m[10], m[11], 0, 0, 0, 1);
    });
  });
}

/** A ball with as many targets as a face has, each a bump or a dent somewhere. */
export function makeFace(): Character {
  const random = createRandom(52);
  const geometry = new SphereGeometry(1, 72, 57);
  const { array } = geometry.getAttribute('position');
  const targets = Array.from({ length: TARGETS }, () => {
    const center = new Vector3(random.range(-1, 1), random.range(-1, 1), random.range(-1, 1)).normalize();
    const height = random.range(-0.2, 0.3);
    const shift = new Float32Array(array.length);
    for (let i = 0; i < array.length; i += 3) {
      const facing = array[i] * center.x + array[i + 1] * center.y + array[i + 2] * center.z;
      const rise = height * Math.max(0, facing) ** 8;
      for (let k = 0; k < 3; k++) shift[i + k] = rise * array[i + k];
    }
    return new BufferAttribute(shift, 3);
  });
  geometry.morphAttributes['position'] = targets;
  geometry.morphTargetsRelative = true;
  const mesh = new Mesh(geometry, new MeshBasicMaterial({ side: DoubleSide }));
  const phases = targets.map(() => random.range(0, 2 * Math.PI));
  return recordCharacter('ball', mesh, (frame) => {
    const turn = (2 * Math.PI * frame) / FRAMES;
    phases.forEach((phase, i) => (mesh.morphTargetInfluences![i] = Math.max(0, Math.sin(turn + phase))));
  });
}

/** Triangles of all meshes. */
export function countTriangles({ meshes }: Character): number {
  return meshes.reduce((sum, { geometry }) => sum + geometry.index!.count / 3, 0);
}

function recordCharacter(name: string, root: Object3D, animate: (frame: number) => void): Character {
  const meshes: Mesh[] = [];
  root.traverse((object) => 'isMesh' in object && meshes.push(object as Mesh));
  const influences = meshes.flatMap(({ morphTargetInfluences }) =>
    morphTargetInfluences ? [morphTargetInfluences] : [],
  );
  const matrices = matricesOf(meshes);
  const records = Array.from({ length: FRAMES }, (_, frame) => {
    animate(frame);
    return {
      // In one piece, so that fetching them costs little where caches hold none of it.
      elements: Float64Array.from(matrices.flatMap((matrix) => matrix.elements)),
      influences: Float64Array.from(influences.flat()),
    };
  });
  return {
    name,
    meshes,
    pose(frame) {
      const record = records[frame];
      for (let i = 0; i < matrices.length; i++) matrices[i].fromArray(record.elements, i * 16);
      let next = 0;
      for (const list of influences) for (let k = 0; k < list.length; k++) list[k] = record.influences[next++];
    },
  };
}

/** All that the animation writes and a query reads. */
function matricesOf(meshes: readonly Mesh[]): Matrix4[] {
  const matrices = new Set<Matrix4>();
  for (const mesh of meshes) {
    matrices.add(mesh.matrixWorld);
    if (!(mesh instanceof SkinnedMesh)) continue;
    matrices.add(mesh.bindMatrixInverse);
    for (const bone of mesh.skeleton.bones) matrices.add(bone.matrixWorld);
  }
  return [...matrices];
}

function addStrongestBones(geometry: BufferGeometry, { influencesPerVertex, joints, mesh, weights }: Quadruped): void {
  const skinIndex = new Uint16Array(mesh.vertexCount * 4);
  const skinWeight = new Float32Array(mesh.vertexCount * 4);
  for (let vertex = 0; vertex < mesh.vertexCount; vertex++) {
    const first = vertex * influencesPerVertex;
    const strongest = Array.from({ length: influencesPerVertex }, (_, k) => first + k)
      .sort((a, b) => weights[b] - weights[a])
      .slice(0, 4);
    const sum = strongest.reduce((total, at) => total + weights[at], 0);
    strongest.forEach((at, k) => {
      skinIndex[vertex * 4 + k] = joints[at];
      skinWeight[vertex * 4 + k] = weights[at] / sum;
    });
  }
  geometry.setAttribute('skinIndex', new BufferAttribute(skinIndex, 4));
  geometry.setAttribute('skinWeight', new BufferAttribute(skinWeight, 4));
}
