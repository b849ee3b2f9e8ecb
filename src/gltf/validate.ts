/**
 * Khronos's own validator decides what is glTF. A file with an error is refused, but for errors that real files carry and
 * that say nothing false about where a surface is: those are warnings.
 */
import type { ValidationReport } from 'gltf-validator';
import { describe } from '../checks.js';
import type { GltfContainer } from './container.js';
import type { GltfIssue } from './refusal.js';
import { inOneLine, refuse, refuseFor } from './refusal.js';
import type { BufferBytes } from './resources.js';
import { resolveResource } from './resources.js';
import type { JsonRecord } from './json-text.js';
import { recordsOf } from './json-text.js';
import type { SceneWarning } from './scene.js';

/**
 * Errors that do not matter here, and why. Byte strides say where numbers are and are followed; the rest is about joints
 * outside the scene, which have their place all the same, and about things that are only drawn.
 */
const HARMLESS: ReadonlyMap<string, string> = new Map([
  ['ANIMATION_SAMPLER_ACCESSOR_WITH_BYTESTRIDE', 'the stride is followed'],
  ['SKIN_IBM_ACCESSOR_WITH_BYTESTRIDE', 'the stride is followed'],
  ['MESH_PRIMITIVE_INDICES_ACCESSOR_WITH_BYTESTRIDE', 'the stride is followed'],
  ['NODE_SKIN_NO_SCENE', 'the joints move it all the same'],
  ['ACCESSOR_VECTOR3_NON_UNIT', 'normals and tangents are not used'],
  ['ACCESSOR_INVALID_SIGN', 'tangents are not used'],
  ['IMAGE_BUFFER_VIEW_WITH_BYTESTRIDE', 'images are not used'],
  ['IMAGE_DATA_INVALID', 'images are not used'],
  ['IMAGE_MIME_TYPE_INVALID', 'images are not used'],
  ['IMAGE_NON_ENABLED_MIME_TYPE', 'images are not used'],
  ['IMAGE_UNEXPECTED_EOS', 'images are not used'],
]);

/**
 * What others look after: missing images do not matter, and missing buffers were refused when they were read. Weights that
 * do not sum to 1 are normalised with a warning when a surface is made of them.
 */
const NOT_ASKED = ['IO_ERROR', 'ACCESSOR_WEIGHTS_NON_NORMALIZED'];

/** The validator stops at this many; more of the same tells nobody anything. */
const MOST_ISSUES = 1000;

/** Refuses what is not glTF. Returns what is wrong but harmless, one warning for each kind. */
export async function validateGltf(
  bytes: Uint8Array,
  container: GltfContainer,
  json: JsonRecord | undefined,
  buffers: BufferBytes,
): Promise<SceneWarning[]> {
  const warnings = new Map<string, { readonly first: GltfIssue; count: number }>();
  const ignored = new Set(NOT_ASKED);
  for (let isTruncated = true; isTruncated;) {
    const report = await runValidator(bytes, container.format, [...ignored], externalBytes(json, buffers));
    const errors: GltfIssue[] = [];
    for (const { code, message, severity, pointer, offset } of report.issues.messages) {
      ignored.add(code);
      if (severity !== 0) continue;
      const issue = {
        code,
        pointer: pointer || (offset === undefined ? '/' : `byte ${offset}`),
        message: inOneLine(message).replace(/\.$/, ''),
      };
      if (!HARMLESS.has(code)) {
        errors.push(issue);
        continue;
      }
      const known = warnings.get(code);
      if (known === undefined) warnings.set(code, { first: issue, count: 1 });
      else known.count++;
    }
    if (errors.length > 0) refuse(errors);
    // The validator stopped at harmless things: it goes on without those.
    isTruncated = report.issues.truncated;
  }
  return [...warnings.values()].map(({ first, count }) => ({
    ...first,
    message: `${first.message}${count > 1 ? `, and ${count - 1} more like it` : ''}; ${HARMLESS.get(first.code)!}`,
  }));
}

async function runValidator(
  bytes: Uint8Array,
  format: 'glb' | 'gltf',
  ignoredIssues: readonly string[],
  external: ReadonlyMap<string, Uint8Array>,
): Promise<ValidationReport> {
  const { validateBytes } = await import('gltf-validator');
  try {
    return await validateBytes(bytes, {
      format,
      maxIssues: MOST_ISSUES,
      ignoredIssues,
      writeTimestamp: false,
      externalResourceFunction: async (uri) => {
        const found = external.get(resolveResource(uri, '/') ?? '');
        if (found === undefined) throw new Error('images are not read');
        return found;
      },
    });
  } catch (error) {
    const why = error instanceof Error ? error.message : typeof error === 'string' ? error : describe(error);
    return refuseFor('INVALID_JSON', '/', `the file cannot be validated (${inOneLine(why)})`);
  }
}

/** The buffers that are files, by path: all that the validator may see of the world outside. */
function externalBytes(json: JsonRecord | undefined, buffers: BufferBytes): ReadonlyMap<string, Uint8Array> {
  const external = new Map<string, Uint8Array>();
  recordsOf(json?.['buffers']).forEach(({ uri }, i) => {
    const path = typeof uri === 'string' ? resolveResource(uri, `/buffers/${i}/uri`) : undefined;
    const bytes = buffers[i];
    if (path !== undefined && bytes !== undefined) external.set(path, bytes);
  });
  return external;
}
