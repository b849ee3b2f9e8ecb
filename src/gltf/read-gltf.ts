/**
 * Reads animated glTF: `.glb`, `.gltf`, `.vrm`. In this order: what the file claims against what it holds, Khronos's
 * validator, decoding by glTF-Transform, surfaces and clips. Nothing of a claimed size is allocated before the claim is checked.
 */
import { describe } from '../checks.js';
import { PliantError } from '../errors.js';
import { decodeAccessors } from './accessors.js';
import { requireClaims } from './claims.js';
import { readClips } from './clips.js';
import { openContainer } from './container.js';
import type { JsonRecord } from './json-text.js';
import { parseJson } from './json-text.js';
import type { GltfJson } from './needed.js';
import { shownNodes } from './needed.js';
import { readNodes } from './nodes.js';
import { readObjects } from './objects.js';
import { requireExtensions } from './required-extensions.js';
import type { BufferBytes, ReadResource } from './resources.js';
import { imagePaths, readBuffers } from './resources.js';
import type { AnimatedScene, SceneWarning } from './scene.js';
import { validateGltf } from './validate.js';

/** Where the files come from that a model refers to. */
export interface ReadGltfOptions {
  /** Reads a buffer that is a file of its own. Without it, such models are refused. */
  readonly readResource?: ReadResource;
  /** Whether an image exists, to warn of missing ones. Images are never read. Without it, nothing is said about them. */
  readonly hasResource?: (path: string) => Promise<boolean>;
  /**
   * Brings the file `draco_decoder_gltf.wasm` of the npm package `draco3dgltf`, for models that are packed by Draco. Node finds
   * it itself; in browsers such models are refused without it.
   */
  readonly readDracoBinary?: () => Promise<ArrayBuffer>;
}

/**
 * Reads the surfaces and animations of a model.
 *
 * @throws PliantError with the validator's code and a JSON pointer for each thing that is wrong, and what to do about it.
 */
export async function readGltf(bytes: Uint8Array, options: ReadGltfOptions = {}): Promise<AnimatedScene> {
  if (!(bytes instanceof Uint8Array)) {
    throw new PliantError('bad-type', `readGltf: got ${describe(bytes)}; pass the bytes of a file as a Uint8Array`);
  }
  const container = openContainer(bytes);
  const unchecked = container.json === undefined ? undefined : parseJson(container.json);
  const buffers = unchecked === undefined ? [] : await readBuffers(unchecked, container.binary, options.readResource);
  const dataBytes = countBytes(buffers);
  if (unchecked !== undefined) requireClaims(unchecked, dataBytes);
  const warnings = await validateGltf(bytes, container, unchecked, buffers);

  const json = unchecked as unknown as GltfJson;
  requireExtensions(json, warnings);
  const numbers = await decodeAccessors(json, buffers, options.readDracoBinary);
  const objects = readObjects(json, numbers, dataBytes, warnings);
  const clips = readClips(json, numbers, objects, warnings);
  await warnOfImages(unchecked!, options, warnings);
  warnOfHidden(json, warnings);
  return { objects, clips, nodes: readNodes(json), warnings };
}

/** Buffers may share a file; it counts once. */
function countBytes(buffers: BufferBytes): number {
  return [...new Set(buffers)].reduce((sum, bytes) => sum + (bytes?.length ?? 0), 0);
}

async function warnOfImages(
  json: JsonRecord,
  { hasResource }: ReadGltfOptions,
  warnings: SceneWarning[],
): Promise<void> {
  if (hasResource === undefined) return;
  for (const [index, path] of imagePaths(json)) {
    if (await hasResource(path)) continue;
    const message = `the image ${JSON.stringify(path)} is missing; images are not used`;
    warnings.push({ code: 'IO_ERROR', pointer: `/images/${index}/uri`, message });
  }
}

function warnOfHidden(json: GltfJson, warnings: SceneWarning[]): void {
  const shown = new Set(shownNodes(json));
  const hidden = (json.nodes ?? [])
    .map((node, i) => (node.mesh !== undefined && !shown.has(i) ? i : -1))
    .filter((i) => i >= 0);
  if (hidden.length === 0) return;
  const message = `nodes with a mesh that lie outside the default scene are left out, ${hidden.length} in all`;
  warnings.push({ code: 'outside-scene', pointer: `/nodes/${hidden[0]}`, message });
}
