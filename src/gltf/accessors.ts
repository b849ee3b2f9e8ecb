/** The numbers of a file, decoded by glTF-Transform: interleaved, sparse, quantised, packed by Draco or meshoptimizer. */
import type { Accessor, GLTF, JSONDocument } from '@gltf-transform/core';
import { describe } from '../checks.js';
import { PliantError } from '../errors.js';
import { DRACO_EXTENSION, MESHOPT_EXTENSIONS } from './packed-claims.js';
import { requireDracoHeader } from './draco-header.js';
import type { GltfJson } from './needed.js';
import { accessorsOfPrimitive, neededAccessors, shownPrimitives } from './needed.js';
import { inOneLine, refuseFor } from './refusal.js';
import type { BufferBytes } from './resources.js';

/** Decoded accessors, by their index in the file. */
export interface GltfNumbers {
  /** Numbers as they are meant: normalised integers are fractions. All are finite. Shared: not to be written. */
  floats(accessor: number): Float32Array;
  /** Whole numbers, as they are stored. */
  integers(accessor: number): Uint32Array;
}

/** Brings the WebAssembly of the decoder for Draco; undefined where the decoder finds it itself. */
export type ReadDracoBinary = (() => Promise<ArrayBuffer>) | undefined;

/** Decodes what {@link neededAccessors} names, and nothing else. */
export async function decodeAccessors(
  json: GltfJson,
  buffers: BufferBytes,
  readDracoBinary?: ReadDracoBinary,
): Promise<GltfNumbers> {
  const reduced = reduceDocument(json, buffers);
  const accessors = await readAccessors(reduced, readDracoBinary);
  const floats = new Map<number, Float32Array>();
  const integers = new Map<number, Uint32Array>();
  const arrayOf = (index: number): ComponentArray => {
    const array = accessors[index].getArray() as ComponentArray | null;
    const { count } = json.accessors![index];
    const length = count * accessors[index].getElementSize();
    if (array === null || array.length !== length) {
      const found = array?.length ?? 0;
      return refuseFor(
        'claim-count',
        `/accessors/${index}`,
        `the accessor claims ${length} numbers, but its data has ${found}`,
      );
    }
    return array;
  };
  return {
    floats(index) {
      const known = floats.get(index);
      if (known !== undefined) return known;
      const array = arrayOf(index);
      const decoded =
        array instanceof Float32Array ? array : Float32Array.from(array, fractionOf(json.accessors![index]));
      requireFiniteNumbers(decoded, index, accessors[index].getElementSize());
      floats.set(index, decoded);
      return decoded;
    },
    integers(index) {
      const known = integers.get(index);
      if (known !== undefined) return known;
      const array = arrayOf(index);
      const decoded = array instanceof Uint32Array ? array : Uint32Array.from(array);
      integers.set(index, decoded);
      return decoded;
    },
  };
}

/** The components that glTF knows. */
type ComponentArray = Int8Array | Uint8Array | Int16Array | Uint16Array | Uint32Array | Float32Array;

/** glTF 2.0, section 3.6.2.2: signed integers have one value more below zero than above, which counts as -1. */
function fractionOf({ componentType, normalized }: GLTF.IAccessor): (value: number) => number {
  const largest = { 5120: 127, 5121: 255, 5122: 32767, 5123: 65535 }[componentType as number];
  if (normalized !== true || largest === undefined) return (value) => value;
  return (value) => Math.max(value / largest, -1);
}

function requireFiniteNumbers(numbers: Float32Array, accessor: number, size: number): void {
  const at = numbers.findIndex((value) => !Number.isFinite(value));
  if (at < 0) return;
  const message = `element ${Math.floor(at / size)} is ${numbers[at]}; every number must be finite`;
  refuseFor('ACCESSOR_INVALID_FLOAT', `/accessors/${accessor}`, message, 'bad-number');
}

/** A document of the needed accessors alone, which keep their indices, and of what packs them. */
function reduceDocument(json: GltfJson, buffers: BufferBytes): JSONDocument {
  const needed = neededAccessors(json);
  const packed = shownPrimitives(json).filter((primitive) => primitive.extensions?.[DRACO_EXTENSION] !== undefined);
  const filled = new Set(packed.flatMap((primitive) => dracoAccessors(primitive)));
  const empty = buffers.length;
  const views = (json.bufferViews ?? []).map((): GLTF.IBufferView => ({ buffer: empty, byteLength: 0 }));
  const take = (index: number, pointer: string): void => {
    views[index] = reduceView(json.bufferViews![index], buffers, index, pointer);
  };
  const accessors = (json.accessors ?? []).map((accessor, i): GLTF.IAccessor => {
    const { type, componentType, normalized = false, count, bufferView, byteOffset = 0, sparse } = accessor;
    if (!needed.has(i)) return { type: 'SCALAR', componentType: 5121, count: 1 };
    const definition: GLTF.IAccessor = { type, componentType, normalized, count };
    if (bufferView !== undefined && !filled.has(i)) {
      take(bufferView, `/accessors/${i}`);
      Object.assign(definition, { bufferView, byteOffset });
    }
    if (sparse !== undefined) {
      take(sparse.indices.bufferView, `/accessors/${i}/sparse/indices`);
      take(sparse.values.bufferView, `/accessors/${i}/sparse/values`);
      // Offsets are said even where they are zero: glTF-Transform would take the accessor's own instead.
      definition.sparse = {
        count: sparse.count,
        indices: { byteOffset: 0, ...sparse.indices },
        values: { byteOffset: 0, ...sparse.values },
      };
    }
    return definition;
  });
  const primitives = packed.map((primitive) => {
    const draco = primitive.extensions![DRACO_EXTENSION] as DracoPrimitive;
    take(draco.bufferView, '/meshes');
    requireDracoHeader(bytesOfView(json, buffers, draco.bufferView), `/bufferViews/${draco.bufferView}`);
    return reducePrimitive(primitive, draco);
  });
  const usesMeshopt = views.some((view) => view.extensions !== undefined);
  return {
    json: {
      asset: { version: '2.0' },
      extensionsUsed: [
        ...(usesMeshopt ? [MESHOPT_EXTENSIONS[0]] : []),
        ...(packed.length > 0 ? [DRACO_EXTENSION] : []),
      ],
      buffers: [...buffers, NO_BYTES].map((bytes = NO_BYTES, i) => ({ uri: uriOf(i), byteLength: bytes.length })),
      bufferViews: views,
      accessors,
      meshes: primitives.length > 0 ? [{ primitives }] : [],
    },
    resources: Object.fromEntries([...buffers, NO_BYTES].map((bytes = NO_BYTES, i) => [uriOf(i), owned(bytes)])),
  };
}

const NO_BYTES = new Uint8Array(0);

function uriOf(buffer: number): string {
  return `buffer-${buffer}`;
}

/** glTF-Transform takes no views of shared memory. */
function owned(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer ? (bytes as Uint8Array<ArrayBuffer>) : Uint8Array.from(bytes);
}

/** What the extension for Draco says about a primitive. */
interface DracoPrimitive {
  readonly bufferView: number;
  readonly attributes: Readonly<Record<string, number>>;
}

function dracoAccessors(primitive: GLTF.IMeshPrimitive): number[] {
  const { attributes } = primitive.extensions![DRACO_EXTENSION] as DracoPrimitive;
  const filled = Object.keys(attributes).map((semantic) => primitive.attributes[semantic]);
  return primitive.indices === undefined ? filled : [...filled, primitive.indices];
}

function reducePrimitive(primitive: GLTF.IMeshPrimitive, draco: DracoPrimitive): GLTF.IMeshPrimitive {
  const wanted = new Set(accessorsOfPrimitive(primitive));
  const isWanted = ([semantic]: [string, number]): boolean => wanted.has(primitive.attributes[semantic]);
  return {
    attributes: Object.fromEntries(Object.entries(primitive.attributes).filter(isWanted)),
    ...(primitive.indices !== undefined && { indices: primitive.indices }),
    extensions: {
      [DRACO_EXTENSION]: {
        bufferView: draco.bufferView,
        attributes: Object.fromEntries(Object.entries(draco.attributes).filter(isWanted)),
      },
    },
  };
}

/** What the extension for meshoptimizer says about a buffer view. */
interface MeshoptView {
  readonly buffer: number;
  readonly byteOffset?: number;
  readonly byteLength: number;
}

function reduceView(view: GLTF.IBufferView, buffers: BufferBytes, index: number, pointer: string): GLTF.IBufferView {
  const { buffer, byteOffset = 0, byteLength, byteStride } = view;
  const name = MESHOPT_EXTENSIONS.find((extension) => view.extensions?.[extension] !== undefined);
  const placed = { buffer, byteOffset, byteLength, ...(byteStride !== undefined && { byteStride }) };
  if (name === undefined) {
    requireRange(buffers[buffer], byteOffset, byteLength, pointer);
    return placed;
  }
  const packed = view.extensions![name] as MeshoptView;
  requireRange(buffers[packed.buffer], packed.byteOffset ?? 0, packed.byteLength, `/bufferViews/${index}`);
  return { ...placed, extensions: { [MESHOPT_EXTENSIONS[0]]: packed } };
}

function bytesOfView(json: GltfJson, buffers: BufferBytes, index: number): Uint8Array {
  const { buffer, byteOffset = 0, byteLength } = json.bufferViews![index];
  return buffers[buffer]!.subarray(byteOffset, byteOffset + byteLength);
}

function requireRange(bytes: Uint8Array | undefined, byteOffset: number, byteLength: number, pointer: string): void {
  if (bytes === undefined) refuseFor('BUFFER_MISSING_GLB_DATA', pointer, 'the buffer behind this has no data');
  if (!(byteOffset + byteLength <= bytes.length)) {
    const message = `the data ends at byte ${byteOffset + byteLength}, but its buffer has ${bytes.length} bytes`;
    refuseFor('BUFFER_VIEW_TOO_LONG', pointer, message, 'cut-short');
  }
}

/** Decoders are loaded for the files that need them. */
async function readAccessors(document: JSONDocument, readDracoBinary: ReadDracoBinary): Promise<Accessor[]> {
  const { Logger, WebIO } = await import('@gltf-transform/core');
  const io = new WebIO().setLogger(new Logger(Logger.Verbosity.SILENT));
  const used = document.json.extensionsUsed ?? [];
  if (used.length > 0) {
    const { EXTMeshoptCompression, KHRDracoMeshCompression } = await import('@gltf-transform/extensions');
    io.registerExtensions([EXTMeshoptCompression, KHRDracoMeshCompression]);
  }
  if (used.includes(MESHOPT_EXTENSIONS[0])) {
    const { MeshoptDecoder } = await import('meshoptimizer/decoder');
    await MeshoptDecoder.ready;
    io.registerDependencies({ 'meshopt.decoder': MeshoptDecoder });
  }
  if (used.includes(DRACO_EXTENSION)) {
    io.registerDependencies({ 'draco3d.decoder': await loadDraco(readDracoBinary) });
  }
  try {
    return (await io.readJSON(document)).getRoot().listAccessors();
  } catch (error) {
    if (error instanceof PliantError) throw error;
    const why = error instanceof Error ? error.message : describe(error);
    return refuseFor('compressed-data', '/bufferViews', `the data cannot be decoded (${why})`);
  }
}

/** The decoder looks for its WebAssembly beside itself, where bundles for browsers do not have it. */
async function loadDraco(readDracoBinary: ReadDracoBinary): Promise<unknown> {
  try {
    const { createDecoderModule } = await import('draco3dgltf');
    return await createDecoderModule(readDracoBinary === undefined ? {} : { wasmBinary: await readDracoBinary() });
  } catch (error) {
    const why = inOneLine(error instanceof Error ? error.message : describe(error));
    const message = `the decoder for Draco cannot be loaded (${why})`;
    return refuseFor('decoder-draco', '/extensionsUsed', message, 'unsupported');
  }
}
