/** Writes animated models as `.glb` files: what the lab offers as examples, as bytes like those of any other file. */

/** A model, in the terms of glTF 2.0. */
export interface ModelDescription {
  readonly nodes: readonly ModelNode[];
  readonly meshes: readonly ModelMesh[];
  readonly skins: readonly ModelSkin[];
  readonly clips: readonly ModelClip[];
}

/** A node; those that nobody has for a child are the roots of the scene. */
interface ModelNode {
  readonly name: string;
  /** Comes earlier in the list; -1 for none. */
  readonly parent: number;
  readonly translation?: readonly number[];
  /** Index among the meshes, and the skin that moves it. */
  readonly mesh?: number;
  readonly skin?: number;
}

/** A surface. */
interface ModelMesh {
  readonly name: string;
  /** Three coordinates per vertex. */
  readonly positions: Float32Array;
  readonly triangles: Uint32Array;
  /** Four joints per vertex, and their weights, which sum to 1. */
  readonly joints?: Uint16Array;
  readonly weights?: Float32Array;
  readonly targets?: readonly ModelTarget[];
}

/** A morph target: how far it moves each vertex. */
export interface ModelTarget {
  readonly name: string;
  readonly displacements: Float32Array;
}

/** Joints at rest have the axes of the world, so that where they are says all. */
interface ModelSkin {
  readonly joints: readonly number[];
  /** Where each joint is when the surface is bound to it: three coordinates each. */
  readonly places: readonly (readonly number[])[];
}

/** An animation. */
export interface ModelClip {
  readonly name: string;
  readonly channels: readonly ModelChannel[];
}

/** One property of one node, linear from key to key. */
export interface ModelChannel {
  readonly node: number;
  readonly path: 'translation' | 'rotation' | 'weights';
  /** Seconds, ascending. */
  readonly times: Float32Array;
  readonly values: Float32Array;
}

type Numbers = Float32Array | Uint32Array | Uint16Array;
type Json = Record<string, unknown>;

const WIDTHS = { SCALAR: 1, VEC3: 3, VEC4: 4, MAT4: 16 } as const;
const [GLTF_MAGIC, JSON_CHUNK, BINARY_CHUNK] = [0x46546c67, 0x4e4f534a, 0x004e4942];
const [HEADER_BYTES, CHUNK_HEADER_BYTES] = [12, 8];
const [VERTEX_BUFFER, INDEX_BUFFER] = [34962, 34963];

/** The model as the bytes of a file. */
export function writeGlb(model: ModelDescription): Uint8Array<ArrayBuffer> {
  const data = new Accessors();
  const meshes = model.meshes.map((mesh) => writeMesh(mesh, data));
  const skins = model.skins.map((skin) => writeSkin(skin, data));
  const animations = model.clips.map((clip) => writeClip(clip, data));
  return joinChunks(
    {
      asset: { version: '2.0', generator: 'Pliant' },
      scene: 0,
      scenes: [{ nodes: childrenOf(model.nodes, -1) }],
      nodes: model.nodes.map((node, i) => writeNode(node, childrenOf(model.nodes, i))),
      meshes,
      ...(skins.length > 0 && { skins }),
      ...(animations.length > 0 && { animations }),
      accessors: data.accessors,
      bufferViews: data.views,
      buffers: [{ byteLength: data.byteLength }],
    },
    data.bytes(),
  );
}

/** Arrays, one behind the other in a buffer. The same array is written once. */
class Accessors {
  readonly accessors: Json[] = [];
  readonly views: Json[] = [];
  byteLength = 0;
  readonly #arrays: Numbers[] = [];
  readonly #known = new Map<Numbers, number>();

  add(type: keyof typeof WIDTHS, array: Numbers, target?: number): number {
    const known = this.#known.get(array);
    if (known !== undefined) return known;
    const width = WIDTHS[type];
    const componentType = array instanceof Float32Array ? 5126 : array instanceof Uint32Array ? 5125 : 5123;
    this.views.push({
      buffer: 0,
      byteOffset: this.byteLength,
      byteLength: array.byteLength,
      ...(target && { target }),
    });
    this.accessors.push({
      bufferView: this.views.length - 1,
      componentType,
      count: array.length / width,
      type,
      ...(type === 'MAT4' ? {} : boundsOf(array, width)),
    });
    this.#arrays.push(array);
    this.byteLength += Math.ceil(array.byteLength / 4) * 4;
    this.#known.set(array, this.accessors.length - 1);
    return this.accessors.length - 1;
  }

  bytes(): Uint8Array {
    const bytes = new Uint8Array(this.byteLength);
    this.#arrays.forEach((array, i) => {
      bytes.set(
        new Uint8Array(array.buffer, array.byteOffset, array.byteLength),
        this.views[i]['byteOffset'] as number,
      );
    });
    return bytes;
  }
}

function boundsOf(array: Numbers, width: number): { min: number[]; max: number[] } {
  const min = Array.from({ length: width }, () => Infinity);
  const max = Array.from({ length: width }, () => -Infinity);
  for (let i = 0; i < array.length; i++) {
    min[i % width] = Math.min(min[i % width], array[i]);
    max[i % width] = Math.max(max[i % width], array[i]);
  }
  return { min, max };
}

function childrenOf(nodes: readonly ModelNode[], parent: number): number[] {
  return [...nodes.keys()].filter((i) => nodes[i].parent === parent);
}

function writeNode({ name, translation, mesh, skin }: ModelNode, children: readonly number[]): Json {
  return {
    name,
    ...(translation && { translation }),
    ...(mesh !== undefined && { mesh }),
    ...(skin !== undefined && { skin }),
    ...(children.length > 0 && { children }),
  };
}

function writeMesh({ name, positions, triangles, joints, weights, targets }: ModelMesh, data: Accessors): Json {
  const attributes: Json = { POSITION: data.add('VEC3', positions, VERTEX_BUFFER) };
  if (joints !== undefined) attributes['JOINTS_0'] = data.add('VEC4', joints, VERTEX_BUFFER);
  if (weights !== undefined) attributes['WEIGHTS_0'] = data.add('VEC4', weights, VERTEX_BUFFER);
  const primitive: Json = { attributes, indices: data.add('SCALAR', triangles, INDEX_BUFFER) };
  if (targets === undefined) return { name, primitives: [primitive] };
  primitive['targets'] = targets.map(({ displacements }) => ({
    POSITION: data.add('VEC3', displacements, VERTEX_BUFFER),
  }));
  return {
    name,
    primitives: [primitive],
    weights: targets.map(() => 0),
    extras: { targetNames: targets.map((target) => target.name) },
  };
}

function writeSkin({ joints, places }: ModelSkin, data: Accessors): Json {
  const matrices = new Float32Array(joints.length * 16);
  places.forEach(([x, y, z], i) => matrices.set([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -x, -y, -z, 1], i * 16));
  return { joints, inverseBindMatrices: data.add('MAT4', matrices) };
}

function writeClip({ name, channels }: ModelClip, data: Accessors): Json {
  const types = { translation: 'VEC3', rotation: 'VEC4', weights: 'SCALAR' } as const;
  return {
    name,
    samplers: channels.map(({ path, times, values }) => ({
      input: data.add('SCALAR', times),
      output: data.add(types[path], values),
    })),
    channels: channels.map(({ node, path }, sampler) => ({ sampler, target: { node, path } })),
  };
}

function joinChunks(json: Json, binary: Uint8Array): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(JSON.stringify(json));
  const textBytes = Math.ceil(text.length / 4) * 4;
  const binaryAt = HEADER_BYTES + CHUNK_HEADER_BYTES + textBytes;
  const bytes = new Uint8Array(binaryAt + CHUNK_HEADER_BYTES + binary.length);
  // JSON is filled up with spaces.
  bytes.fill(0x20, HEADER_BYTES + CHUNK_HEADER_BYTES, binaryAt);
  bytes.set(text, HEADER_BYTES + CHUNK_HEADER_BYTES);
  bytes.set(binary, binaryAt + CHUNK_HEADER_BYTES);
  const view = new DataView(bytes.buffer);
  [GLTF_MAGIC, 2, bytes.length, textBytes, JSON_CHUNK].forEach((word, i) => view.setUint32(i * 4, word, true));
  [binary.length, BINARY_CHUNK].forEach((word, i) => view.setUint32(binaryAt + i * 4, word, true));
  return bytes;
}
