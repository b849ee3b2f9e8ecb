/**
 * Several meshes as one: their vertices and faces in a row, and one list of all bones that move any of them.
 *
 * A vertex v of a skinned mesh in the attached mode is in the world at Σ w · bone · inverse · bind · v, wherever the mesh itself is. A vertex
 * of another mesh is at matrixWorld · v, as if that mesh were its bone. So a bone of the whole is an object, with a matrix that
 * comes before its own: `inverse · bind`, or the identity.
 */
import { AttachedBindMode, BufferAttribute, BufferGeometry, Matrix4, Skeleton } from 'three';
import type { Bone, Mesh, Object3D, SkinnedMesh } from 'three';
import { PliantError } from '../errors.js';
import { requireSkeleton } from './bone-reader.js';
import { BONES_PER_VERTEX, isSkinned, readGeometry } from './geometry-source.js';
import type { GeometrySource } from './geometry-source.js';
import { GeometryWatch } from './geometry-watch.js';

/** All that moves, made of several meshes. */
export interface MergedSurface {
  readonly geometry: BufferGeometry;
  readonly skeleton: Skeleton;
  /** How many faces, vertices and morph targets each mesh has. */
  readonly faceCounts: readonly number[];
  readonly vertexCounts: readonly number[];
  readonly targetCounts: readonly number[];
}

type Skin = NonNullable<GeometrySource['skin']>;

/** What is made of geometries, for all characters that have the same ones and bones in the same order. */
interface MergedGeometries {
  readonly watches: readonly GeometryWatch[];
  readonly areSkinned: readonly boolean[];
  /** Of each mesh, the bones that move anything, and their numbers in the whole. */
  readonly usedBones: readonly Uint32Array[];
  readonly numbers: readonly Uint32Array[];
  readonly geometry: BufferGeometry;
  readonly faceCounts: readonly number[];
  readonly vertexCounts: readonly number[];
  readonly targetCounts: readonly number[];
}

const MOST_BONES = 0x10000;

/** What was made of a list of geometries, and of longer ones that begin with it. */
class KnownGeometries {
  merged: MergedGeometries[] = [];
  readonly #longer = new WeakMap<BufferGeometry, KnownGeometries>();

  /** What is known of a list that has one geometry more. */
  with(geometry: BufferGeometry): KnownGeometries {
    const known = this.#longer.get(geometry) ?? new KnownGeometries();
    this.#longer.set(geometry, known);
    return known;
  }
}

/** Of all characters, so that those which come later share it. It is forgotten with any of the geometries that it was made of. */
const KNOWN = new KnownGeometries();

/** A geometry of all meshes, and a skeleton that moves it. */
export function mergeMeshes(caller: string, meshes: readonly Mesh[]): MergedSurface {
  for (const mesh of meshes) if (isSkinned(mesh)) requireAttached(caller, mesh as SkinnedMesh);
  const known = meshes.reduce((shorter, { geometry }) => shorter.with(geometry), KNOWN);
  for (const merged of known.merged) {
    if (!isMadeOf(merged, meshes)) continue;
    const bones = new BoneList(caller, meshes, merged.usedBones);
    if (bones.numbers.every((list, i) => isEqual(list, merged.numbers[i]))) return surfaceOf(merged, bones);
  }
  const watches = meshes.map((mesh) => new GeometryWatch(mesh));
  const sources = meshes.map((mesh) => readGeometry(caller, mesh));
  const usedBones = sources.map(({ skin }) => listBones(skin));
  const bones = new BoneList(caller, meshes, usedBones);
  const merged: MergedGeometries = {
    watches,
    areSkinned: meshes.map(isSkinned),
    usedBones,
    numbers: bones.numbers,
    geometry: createGeometry(sources, usedBones, bones.numbers),
    faceCounts: sources.map(({ triangles }) => triangles.length / 3),
    vertexCounts: sources.map(({ positions }) => positions.length / 3),
    targetCounts: sources.map(({ morphTargets }) => morphTargets.length),
  };
  // What was made of a geometry that has changed since is of no use to anyone.
  const others = known.merged.filter((other) => meshes.every((mesh, i) => other.watches[i].isUpToDate(mesh)));
  known.merged = [...others, merged];
  return surfaceOf(merged, bones);
}

function surfaceOf(merged: MergedGeometries, { bones, inverses }: BoneList): MergedSurface {
  const { faceCounts, geometry, targetCounts, vertexCounts } = merged;
  return { geometry, skeleton: new Skeleton(bones as Bone[], inverses), faceCounts, vertexCounts, targetCounts };
}

/** Objects that move vertices, each with what comes before. */
class BoneList {
  readonly bones: Object3D[] = [];
  readonly inverses: Matrix4[] = [];
  /** Of each mesh, numbers of its used bones; of the mesh itself where bones do not move it. */
  readonly numbers: readonly Uint32Array[];
  readonly #caller: string;
  readonly #places = new Map<Object3D, number[]>();

  constructor(caller: string, meshes: readonly Mesh[], usedBones: readonly Uint32Array[]) {
    this.#caller = caller;
    this.numbers = meshes.map((mesh, i) => {
      if (!isSkinned(mesh)) return Uint32Array.of(this.#add(mesh, new Matrix4()));
      const { bindMatrix } = mesh as SkinnedMesh;
      const { boneInverses, bones } = requireSkeleton(caller, mesh as SkinnedMesh, (usedBones[i].at(-1) ?? -1) + 1);
      return usedBones[i].map((bone) => this.#add(bones[bone], boneInverses[bone].clone().multiply(bindMatrix)));
    });
  }

  /** The number of a bone with this inverse. */
  #add(bone: Object3D, inverse: Matrix4): number {
    const places = this.#places.get(bone) ?? [];
    const place = places.find((other) => this.inverses[other].equals(inverse));
    if (place !== undefined) return place;
    if (this.bones.length === MOST_BONES) {
      throw new PliantError(
        'unsupported',
        `${this.#caller}: there are more than ${MOST_BONES} bones; merge fewer meshes at a time`,
      );
    }
    this.#places.set(bone, [...places, this.bones.length]);
    this.inverses.push(inverse);
    return this.bones.push(bone) - 1;
  }
}

function requireAttached(caller: string, { bindMode, name }: SkinnedMesh): void {
  if (bindMode === AttachedBindMode) return;
  throw new PliantError(
    'unsupported',
    `${caller}: the mesh "${name}" is bound in the mode "${bindMode}", which has it move beside its bones; ` +
      'leave it out, and give it a deform tree of its own',
  );
}

function isMadeOf({ areSkinned, watches }: MergedGeometries, meshes: readonly Mesh[]): boolean {
  return meshes.every((mesh, i) => areSkinned[i] === isSkinned(mesh) && watches[i].isUpToDate(mesh));
}

/** Bones with a weight anywhere, in ascending order; none where bones do not move the mesh. */
function listBones(skin: Skin | undefined): Uint32Array {
  if (!skin) return new Uint32Array(0);
  return Uint32Array.from(new Set(skin.joints.filter((_, i) => skin.weights[i] !== 0))).sort();
}

function isEqual(a: Uint32Array, b: Uint32Array): boolean {
  return a.length === b.length && a.every((number, i) => number === b[i]);
}

/** Every vertex with one and the same bone. */
function followOne(bone: number, vertexCount: number): Skin {
  const joints = new Uint32Array(vertexCount * BONES_PER_VERTEX);
  const weights = new Float64Array(vertexCount * BONES_PER_VERTEX);
  for (let i = 0; i < joints.length; i += BONES_PER_VERTEX) {
    joints[i] = bone;
    weights[i] = 1;
  }
  return { joints, weights };
}

function renumber({ joints, weights }: Skin, used: Uint32Array, numbers: Uint32Array): Skin {
  const numberOf = new Map<number, number>();
  used.forEach((bone, i) => numberOf.set(bone, numbers[i]));
  return { joints: joints.map((bone, i) => (weights[i] === 0 ? 0 : numberOf.get(bone)!)), weights };
}

function createGeometry(
  sources: readonly GeometrySource[],
  usedBones: readonly Uint32Array[],
  numbers: readonly Uint32Array[],
): BufferGeometry {
  const skins = sources.map(({ positions, skin }, i) =>
    skin ? renumber(skin, usedBones[i], numbers[i]) : followOne(numbers[i][0], positions.length / 3),
  );
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
