/** Where three.js has the vertices of a glTF file: another reader, another evaluation of clips and skins. */
import { AnimationMixer, type Mesh, type Object3D, Vector3 } from 'three';
import { loadWithThree, playTo } from './gltf-loader.js';

/** A file as three.js sees it. */
export interface ThreeFile {
  /** Poses the file by a clip, given by its number, or leaves it at rest. */
  pose(clip: number | undefined, time: number): void;
  /** World positions of all vertices of the mesh of a node in the present pose, in the order of the file. */
  positionsOf(node: number): Float64Array;
}

/** Loads a file without its textures, which need a browser. */
export async function readWithThree(path: string): Promise<ThreeFile> {
  const { scene, animations, parser } = await loadWithThree(path);
  const objectOf = new Map<number, Object3D>();
  scene.traverse((object) => {
    const node = parser.associations.get(object)?.nodes;
    if (node !== undefined && !objectOf.has(node)) objectOf.set(node, object);
  });
  const mixer = new AnimationMixer(scene);
  return {
    pose(clip, time) {
      mixer.stopAllAction();
      if (clip !== undefined) playTo(mixer, animations[clip], time);
      scene.updateMatrixWorld(true);
    },
    positionsOf(node) {
      const meshes = meshesOf(objectOf.get(node)!);
      const counts = meshes.map(({ geometry }) => geometry.getAttribute('position').count);
      const positions = new Float64Array(counts.reduce((sum, count) => sum + count * 3, 0));
      let at = 0;
      for (const mesh of meshes) at = writeVertices(mesh, positions, at);
      return positions;
    },
  };
}

/** A mesh of several primitives is a group of meshes. */
function meshesOf(object: Object3D): Mesh[] {
  const isMesh = (candidate: Object3D): candidate is Mesh => 'isMesh' in candidate;
  return isMesh(object) ? [object] : object.children.filter(isMesh);
}

/** Writes the vertices of a mesh, in the world; returns where they end. */
function writeVertices(mesh: Mesh, out: Float64Array, at: number): number {
  const point = new Vector3();
  const { count } = mesh.geometry.getAttribute('position');
  for (let vertex = 0; vertex < count; vertex++) {
    mesh
      .getVertexPosition(vertex, point)
      .applyMatrix4(mesh.matrixWorld)
      .toArray(out, at + vertex * 3);
  }
  return at + count * 3;
}
