/**
 * What of a geometry matters to a deform tree, as plain arrays: they can be sent to a worker, and stay as they are when the
 * geometry is edited. Whatever attributes are made of — interleaved, quantised, halves — is read as three.js reads it.
 */
import type { BufferAttribute, BufferGeometry, InterleavedBufferAttribute, Mesh } from 'three';
import { PliantError } from '../errors.js';

/** Numbers per vertex, of either kind. */
export type Attribute = BufferAttribute | InterleavedBufferAttribute;

/** A geometry as plain data. */
export interface GeometrySource {
  /** x, y, z of each vertex. */
  readonly positions: Float32Array;
  /** Three vertices per face, in the order of the geometry's index. */
  readonly triangles: Uint32Array;
  /** Differences to `positions`, three numbers per vertex each. */
  readonly morphTargets: readonly Float32Array[];
  /** Four bones per vertex, and their weights as they are; none where bones do not move the mesh. */
  readonly skin: { readonly joints: Uint32Array; readonly weights: Float64Array } | undefined;
}

/** How many bones three.js lets a vertex have. */
export const BONES_PER_VERTEX = 4;

/** Reads the geometry of a mesh. `caller` begins the messages of errors. */
export function readGeometry(caller: string, mesh: Mesh): GeometrySource {
  const { geometry } = mesh;
  const position = geometry.getAttribute('position') as Attribute | undefined;
  if (position === undefined) {
    throw new PliantError('bad-type', `${caller}: the geometry has no attribute "position"; set one`);
  }
  const positions = readTriples(position);
  return {
    positions,
    triangles: readTriangles(caller, geometry, position.count),
    morphTargets: readMorphTargets(caller, geometry, positions),
    skin: isSkinned(mesh) ? readSkin(caller, geometry, position.count) : undefined,
  };
}

/** 32 bits that depend on every number of a geometry: one that differs always changes them. */
export function checksumGeometry({ positions, triangles, morphTargets, skin }: GeometrySource): number {
  const lists: (Float32Array | Float64Array | Uint32Array)[] = [positions, triangles, ...morphTargets];
  if (skin) lists.push(skin.joints, skin.weights);
  let sum = lists.length;
  for (const list of lists) {
    const words = new Uint32Array(list.buffer, list.byteOffset, list.byteLength >>> 2);
    sum = Math.imul(sum ^ words.length, 0x9e3779b1);
    for (let i = 0; i < words.length; i++) {
      sum = Math.imul(sum ^ words[i], 0x9e3779b1);
      sum ^= sum >>> 15;
    }
  }
  return sum >>> 0;
}

/** Whether bones move the mesh. */
export function isSkinned(mesh: Mesh): boolean {
  return 'isSkinnedMesh' in mesh;
}

/** Three numbers of each item, as the accessors of three.js give them. */
function readTriples(attribute: Attribute): Float32Array {
  const { count } = attribute;
  const { array } = attribute;
  if (!('data' in attribute) && array instanceof Float32Array && attribute.itemSize === 3) {
    return array.slice(0, count * 3);
  }
  const out = new Float32Array(count * 3);
  for (let i = 0; i < count; i++) {
    out[i * 3] = attribute.getX(i);
    out[i * 3 + 1] = attribute.getY(i);
    out[i * 3 + 2] = attribute.getZ(i);
  }
  return out;
}

/** Corners that do not make up a whole face are left out, as the GPU does. */
function readTriangles(caller: string, { index }: BufferGeometry, vertexCount: number): Uint32Array {
  const cornerCount = index === null ? vertexCount : index.count;
  const triangles = new Uint32Array(cornerCount - (cornerCount % 3));
  if (triangles.length === 0) {
    throw new PliantError('bad-count', `${caller}: the geometry has no faces; give it vertices and an index first`);
  }
  for (let i = 0; i < triangles.length; i++) {
    const vertex = index === null ? i : index.getX(i);
    if (!(vertex < vertexCount)) {
      throw new PliantError(
        'bad-index',
        `${caller}: face ${Math.floor(i / 3)} uses vertex ${vertex}, but there are ${vertexCount} vertices; check the index`,
      );
    }
    triangles[i] = vertex;
  }
  return triangles;
}

function readMorphTargets(caller: string, geometry: BufferGeometry, positions: Float32Array): Float32Array[] {
  const targets = (geometry.morphAttributes['position'] ?? []) as readonly Attribute[];
  return targets.map((target, j) => {
    if (target.count * 3 < positions.length) {
      throw new PliantError(
        'bad-count',
        `${caller}: morph target ${j} has ${target.count} vertices, the geometry ${positions.length / 3}; give it all of them`,
      );
    }
    const values = readTriples(target).subarray(0, positions.length);
    return geometry.morphTargetsRelative ? values : values.map((value, k) => value - positions[k]);
  });
}

function readSkin(caller: string, geometry: BufferGeometry, vertexCount: number): GeometrySource['skin'] {
  const skinIndex = geometry.getAttribute('skinIndex') as Attribute | undefined;
  const skinWeight = geometry.getAttribute('skinWeight') as Attribute | undefined;
  if (skinIndex === undefined || skinWeight === undefined) {
    throw new PliantError(
      'bad-type',
      `${caller}: the mesh is skinned, but its geometry has no attribute "${skinIndex ? 'skinWeight' : 'skinIndex'}"; ` +
        'set both, or use a Mesh',
    );
  }
  if (skinIndex.count < vertexCount || skinWeight.count < vertexCount) {
    throw new PliantError(
      'bad-count',
      `${caller}: there are ${vertexCount} vertices, but ${skinIndex.count} of "skinIndex" and ${skinWeight.count} of ` +
        '"skinWeight"; give each vertex both',
    );
  }
  const joints = new Uint32Array(vertexCount * BONES_PER_VERTEX);
  const weights = new Float64Array(vertexCount * BONES_PER_VERTEX);
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    for (let k = 0; k < BONES_PER_VERTEX; k++) {
      const weight = readComponent(skinWeight, vertex, k);
      if (!(weight >= 0 && weight < Infinity)) {
        throw new PliantError(
          'bad-number',
          `${caller}: weight ${k} of vertex ${vertex} is ${weight}; skin weights must be finite and not negative`,
        );
      }
      weights[vertex * BONES_PER_VERTEX + k] = weight;
      if (weight !== 0) joints[vertex * BONES_PER_VERTEX + k] = readBone(caller, skinIndex, vertex, k);
    }
  }
  return { joints, weights };
}

function readBone(caller: string, skinIndex: Attribute, vertex: number, k: number): number {
  const bone = readComponent(skinIndex, vertex, k);
  if (!Number.isInteger(bone) || bone < 0 || bone > 0xffff) {
    throw new PliantError(
      'bad-index',
      `${caller}: bone ${k} of vertex ${vertex} is ${bone}; "skinIndex" must hold numbers of bones`,
    );
  }
  return bone;
}

function readComponent(attribute: Attribute, item: number, component: number): number {
  if (component >= attribute.itemSize) return 0;
  switch (component) {
    case 0:
      return attribute.getX(item);
    case 1:
      return attribute.getY(item);
    case 2:
      return attribute.getZ(item);
    default:
      return attribute.getW(item);
  }
}
