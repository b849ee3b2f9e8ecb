/**
 * Several meshes as one: their vertices and faces in a row, and one list of all bones that move any of them.
 *
 * A vertex v of a skinned mesh is in the world at Σ w · bone · inverse · bind · v, wherever the mesh itself is: what is left of that place,
 * `matrixWorld · bindMatrixInverse`, is nothing in the attached mode. A vertex of another mesh is at matrixWorld · v, as if
 * that mesh were its bone. So a bone of the whole is an object with a matrix, `inverse · bind` or the identity.
 */
import { AttachedBindMode, BufferAttribute, BufferGeometry, Matrix4, Skeleton } from 'three';
import type { Bone, Mesh, Object3D, SkinnedMesh } from 'three';
import { PliantError } from '../errors.js';
import { requireSkeleton } from './bone-reader.js';
import { BONES_PER_VERTEX, isSkinned, readGeometry } from './geometry-source.js';
import type { GeometrySource } from './geometry-source.js';

/** All that moves, made of several meshes. */
export interface MergedSurface {
  readonly geometry: BufferGeometry;
  readonly skeleton: Skeleton;
  readonly bindMatrix: Matrix4;
  /** How many faces and morph targets each mesh has. */
  readonly faceCounts: readonly number[];
  readonly targetCounts: readonly number[];
}

type Skin = NonNullable<GeometrySource['skin']>;

/** A geometry of all meshes, and a skeleton that moves it. `first`, one of the meshes, says in which space it is then. */
export function mergeMeshes(caller: string, meshes: readonly Mesh[], first: SkinnedMesh): MergedSurface {
  const sources = meshes.map((mesh) => readGeometry(caller, mesh));
  const isOneSkeleton = meshes.every((mesh) => isBoundAs(mesh, first));
  const bones = new BoneList();
  const skins = meshes.map((mesh, i) => {
    const { positions, skin } = sources[i];
    if (!skin) return followMesh(bones.add(mesh, new Matrix4()), positions.length / 3);
    requireAttached(caller, mesh as SkinnedMesh);
    const { skeleton } = mesh as SkinnedMesh;
    requireSkeleton(caller, mesh as SkinnedMesh, countBones(skin));
    return isOneSkeleton ? skin : renumber(skin, (bone) => bones.add(skeleton.bones[bone], boundAt(mesh, bone)));
  });
  return {
    geometry: createGeometry(sources, skins),
    skeleton: isOneSkeleton ? first.skeleton : new Skeleton(bones.bones as Bone[], bones.inverses),
    bindMatrix: isOneSkeleton ? first.bindMatrix : new Matrix4(),
    faceCounts: sources.map(({ triangles }) => triangles.length / 3),
    targetCounts: sources.map(({ morphTargets }) => morphTargets.length),
  };
}

/** Objects that move vertices, each with what is done before. */
class BoneList {
  readonly bones: Object3D[] = [];
  readonly inverses: Matrix4[] = [];
  readonly #places = new Map<Object3D, number[]>();

  /** The number of a bone with this inverse. */
  add(bone: Object3D, inverse: Matrix4): number {
    const places = this.#places.get(bone) ?? [];
    const known = places.find((place) => this.inverses[place].equals(inverse));
    if (known !== undefined) return known;
    this.#places.set(bone, [...places, this.bones.length]);
    this.inverses.push(inverse);
    return this.bones.push(bone) - 1;
  }
}

/** Whether both meshes have the same bones, bound in the same way. */
function isBoundAs(mesh: Mesh, first: SkinnedMesh): boolean {
  return (
    isSkinned(mesh) &&
    (mesh as SkinnedMesh).skeleton === first.skeleton &&
    (mesh as SkinnedMesh).bindMatrix.equals(first.bindMatrix)
  );
}

function requireAttached(caller: string, { bindMode, name }: SkinnedMesh): void {
  if (bindMode === AttachedBindMode) return;
  throw new PliantError(
    'unsupported',
    `${caller}: the mesh "${name}" is bound in the mode "${bindMode}", which has it move beside its bones; ` +
      'leave it out, and give it a deform tree of its own',
  );
}

/** inverse · bind */
function boundAt(mesh: Mesh, bone: number): Matrix4 {
  const { bindMatrix, skeleton } = mesh as SkinnedMesh;
  return skeleton.boneInverses[bone].clone().multiply(bindMatrix);
}

function countBones({ joints }: Skin): number {
  let count = 0;
  for (const joint of joints) count = Math.max(count, joint + 1);
  return count;
}

/** Every vertex with one and the same bone. */
function followMesh(bone: number, vertexCount: number): Skin {
  const joints = new Uint32Array(vertexCount * BONES_PER_VERTEX);
  const weights = new Float64Array(vertexCount * BONES_PER_VERTEX);
  for (let i = 0; i < joints.length; i += BONES_PER_VERTEX) {
    joints[i] = bone;
    weights[i] = 1;
  }
  return { joints, weights };
}

function renumber({ joints, weights }: Skin, numberOf: (bone: number) => number): Skin {
  const numbers = new Map<number, number>();
  const find = (bone: number): number => {
    const known = numbers.get(bone) ?? numberOf(bone);
    numbers.set(bone, known);
    return known;
  };
  return { joints: joints.map((bone, i) => (weights[i] === 0 ? 0 : find(bone))), weights };
}

function createGeometry(sources: readonly GeometrySource[], skins: readonly Skin[]): BufferGeometry {
  const vertexCounts = sources.map(({ positions }) => positions.length / 3);
  const vertexCount = vertexCounts.reduce((sum, count) => sum + count, 0);
  const positions = new Float32Array(vertexCount * 3);
  const joints = new Uint16Array(vertexCount * BONES_PER_VERTEX);
  // As they are read: a GPU never sees them.
  const weights = new Float64Array(vertexCount * BONES_PER_VERTEX);
  const triangles = new Uint32Array(sources.reduce((sum, source) => sum + source.triangles.length, 0));
  const morphTargets: BufferAttribute[] = [];
  let vertex = 0;
  let corner = 0;
  sources.forEach((source, i) => {
    positions.set(source.positions, vertex * 3);
    joints.set(skins[i].joints, vertex * BONES_PER_VERTEX);
    weights.set(skins[i].weights, vertex * BONES_PER_VERTEX);
    for (let k = 0; k < source.triangles.length; k++) triangles[corner + k] = vertex + source.triangles[k];
    for (const target of source.morphTargets) {
      // Nothing moves in other meshes.
      const whole = new Float32Array(vertexCount * 3);
      whole.set(target, vertex * 3);
      morphTargets.push(new BufferAttribute(whole, 3));
    }
    vertex += vertexCounts[i];
    corner += source.triangles.length;
  });
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setAttribute('skinIndex', new BufferAttribute(joints, BONES_PER_VERTEX));
  geometry.setAttribute('skinWeight', new BufferAttribute(weights, BONES_PER_VERTEX));
  geometry.setIndex(new BufferAttribute(triangles, 1));
  if (morphTargets.length > 0) {
    geometry.morphAttributes['position'] = morphTargets;
    geometry.morphTargetsRelative = true;
  }
  return geometry;
}
