/**
 * The audit as a library: when, where and how deep do the objects of an animated model pass through each other, or through
 * themselves? This is the entry point in Node; browsers get `web.ts`, with the same names but for those that read files.
 *
 * @packageDocumentation
 */
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { AnimatedScene } from '../gltf/scene.js';
import { runAudit } from './audit.js';
import { readModel } from './node-model.js';
import type { AuditOptions } from './options.js';
import type { FileReport } from './report.js';
import { REST_MS, RestingLanes } from './resting-lanes.js';

export { readGltf } from '../gltf/read-gltf.js';
export {
  createSceneEvaluator,
  evaluateClip,
  evaluateRest,
  writeObjectPoints,
  writeObjectPose,
} from '../gltf/evaluate.js';
export { requireReport } from './baseline.js';
export { sceneOfSequence } from './sequence-scene.js';
export { serveAudits } from './node-serve.js';
export { AUDIT_DEFAULTS } from './options.js';
export { REPORT_SCHEMA } from './report.js';
export type * from './web.js';

/** Between audits they are anyone's: whoever takes one has it alone, and it has forgotten the audit before. */
const workers = new RestingLanes(() => new Worker(new URL('./node-worker.js', import.meta.url)), REST_MS);

/**
 * Checks a scene at many instants, and reports what meets. Stopped early, by the signal or the budget, it still resolves: the
 * report says what was not checked.
 *
 * @throws PliantError for options that make no sense, and names that nothing has.
 */
export async function auditScene(scene: AnimatedScene, options: AuditOptions = {}): Promise<FileReport> {
  return runAudit(scene, options, workers);
}

/**
 * Reads a glTF file with what belongs to it, and audits it. Nothing outside its folder is read. In Node only.
 *
 * @param path A path, or a `file:` URL.
 * @throws PliantError for files that cannot be read or are refused, and as {@link auditScene} does.
 */
export async function auditFile(path: string | URL, options: AuditOptions = {}): Promise<FileReport> {
  const scene = await readGltfFile(path);
  return auditScene(scene, { file: typeof path === 'string' ? path : fileURLToPath(path), ...options });
}

/**
 * Reads a glTF file with what belongs to it. Nothing outside its folder is read. In Node only.
 *
 * @param path A path, or a `file:` URL.
 * @throws PliantError for files that cannot be read or are refused.
 */
export async function readGltfFile(path: string | URL): Promise<AnimatedScene> {
  return (await readModel(typeof path === 'string' ? path : fileURLToPath(path))).scene;
}
