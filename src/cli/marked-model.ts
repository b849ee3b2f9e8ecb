/**
 * `--glb`: the model as it was, with the findings as vertex colours. The file is edited, not written anew, so that whatever is in
 * it stays: materials, extensions, compressed data. Vertices of triangles that meet something get a colour, all others are white.
 */
import type { GLTF } from '@gltf-transform/core';
import type { ModelFile } from '../audit/node-files.js';
import { decodeAccessors } from '../gltf/accessors.js';
import type { GltfNumbers } from '../gltf/accessors.js';
import { openContainer } from '../gltf/container.js';
import { parseJson } from '../gltf/json-text.js';
import type { GltfJson } from '../gltf/needed.js';
import { hasSurface } from '../gltf/needed.js';
import { imagePaths, readBuffers } from '../gltf/resources.js';
import type { AnimatedScene } from '../gltf/scene.js';
import { appendTriangles, countTriangles } from '../gltf/triangles.js';
import { createBinaryChunk, glbBytes } from './glb-file.js';
import type { BinaryChunk } from './glb-file.js';
import { MARK_KNOWN, MARK_NEW } from './triangle-marks.js';

const UNSIGNED_BYTE = 5121;
const ARRAY_BUFFER = 34962;

/** Red, green, blue and opacity of each mark. */
const COLORS: Readonly<Record<number, readonly number[]>> = {
  [MARK_KNOWN]: [255, 190, 60, 255],
  [MARK_NEW]: [255, 30, 30, 255],
};
const WHITE = [255, 255, 255, 255];

/** What is edited. The JSON is a copy of the file's. */
interface Editing {
  readonly json: GltfJson;
  readonly numbers: GltfNumbers;
  readonly chunk: BinaryChunk;
}

/**
 * The bytes of a GLB. Buffers and images that lie beside the model are taken in.
 *
 * @param marks For each object of the scene, a mark for each of its triangles.
 */
export async function markedModel(
  file: ModelFile,
  { objects }: AnimatedScene,
  marks: readonly Uint8Array[],
): Promise<Uint8Array> {
  const { json: text, binary } = openContainer(file.bytes);
  // The file was read before: this cannot fail.
  const record = parseJson(text!)!;
  const json = record as unknown as GltfJson;
  const buffers = await readBuffers(record, binary, file.readResource);
  const numbers = await decodeAccessors(json, buffers);
  const images = imagePaths(record);
  const chunk = createBinaryChunk(json, buffers);
  const editing: Editing = { json, numbers, chunk };
  for (const { id, node } of objects) if (marks[id].some((mark) => mark !== 0)) colorObject(editing, node, marks[id]);
  for (const [index, path] of images) {
    if (!(await file.hasResource(path))) continue;
    embedImage(editing, json.images![index], path, await file.readResource(path));
  }
  return glbBytes(json, chunk);
}

/** Nodes that show one mesh have findings of their own: such a node gets a copy, which shares all accessors but the colours. */
function colorObject(editing: Editing, index: number, marks: Uint8Array): void {
  const { json } = editing;
  const node = json.nodes![index];
  const isShared = json.nodes!.some((other, i) => i !== index && other.mesh === node.mesh);
  const mesh = isShared ? structuredClone(json.meshes![node.mesh!]) : json.meshes![node.mesh!];
  if (isShared) node.mesh = json.meshes!.push(mesh) - 1;
  let first = 0;
  for (const primitive of mesh.primitives) {
    if (!hasSurface(primitive)) continue;
    const count = countTriangles(json, primitive);
    colorPrimitive(editing, primitive, marks.subarray(first, first + count));
    first += count;
  }
}

function colorPrimitive({ json, numbers, chunk }: Editing, primitive: GLTF.IMeshPrimitive, marks: Uint8Array): void {
  if (!marks.some((mark) => mark !== 0)) return;
  const { count } = json.accessors![primitive.attributes['POSITION']];
  const triangles = new Uint32Array(marks.length * 3);
  appendTriangles(triangles, 0, json, numbers, primitive, { first: 0, count }, '/meshes');
  const worst = new Uint8Array(count);
  triangles.forEach((vertex, corner) => {
    worst[vertex] = Math.max(worst[vertex], marks[Math.floor(corner / 3)]);
  });
  const colors = new Uint8Array(count * 4);
  worst.forEach((mark, vertex) => colors.set(mark === 0 ? WHITE : COLORS[mark], vertex * 4));
  const bufferView = addView(json, chunk, colors, { target: ARRAY_BUFFER });
  json.accessors!.push({ bufferView, componentType: UNSIGNED_BYTE, normalized: true, count, type: 'VEC4' });
  primitive.attributes['COLOR_0'] = json.accessors!.length - 1;
}

const MIME_TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  ktx2: 'image/ktx2',
};

function embedImage({ json, chunk }: Editing, image: GLTF.IImage, path: string, bytes: Uint8Array): void {
  const mimeType = image.mimeType ?? MIME_TYPES[path.slice(path.lastIndexOf('.') + 1).toLowerCase()];
  if (mimeType === undefined) return;
  delete image.uri;
  Object.assign(image, { mimeType, bufferView: addView(json, chunk, bytes, {}) });
}

function addView(json: GltfJson, chunk: BinaryChunk, bytes: Uint8Array, more: Partial<GLTF.IBufferView>): number {
  json.bufferViews ??= [];
  json.bufferViews.push({ buffer: 0, byteOffset: chunk.append(bytes), byteLength: bytes.length, ...more });
  return json.bufferViews.length - 1;
}
