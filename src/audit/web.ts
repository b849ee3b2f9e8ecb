/**
 * The audit as a library: when, where and how deep do the objects of an animated model pass through each other, or through
 * themselves? This is the entry point in browsers; Node gets `node.ts`, which has `auditFile` as well.
 *
 * @packageDocumentation
 */
import { PliantError } from '../errors.js';
import type { AnimatedScene } from '../gltf/scene.js';
import { runAudit } from './audit.js';
import { REST_MS, RestingLanes } from './resting-lanes.js';
import type { AuditOptions } from './options.js';
import type { FileReport } from './report.js';

export { readGltf } from '../gltf/read-gltf.js';
export type { ReadGltfOptions } from '../gltf/read-gltf.js';
export type { ReadResource } from '../gltf/resources.js';
export {
  createSceneEvaluator,
  evaluateClip,
  evaluateRest,
  writeObjectPoints,
  writeObjectPose,
} from '../gltf/evaluate.js';
export type { SceneEvaluator } from '../gltf/evaluate.js';
export type {
  AnimatedScene,
  ChannelPath,
  Interpolation,
  SceneChannel,
  SceneClip,
  SceneNode,
  SceneObject,
  SceneRecording,
  SceneSkin,
  SceneWarning,
} from '../gltf/scene.js';
export { requireReport } from './baseline.js';
export { sceneOfSequence } from './sequence-scene.js';
export { AUDIT_DEFAULTS } from './options.js';
export type { AuditOptions, AuditProgress } from './options.js';
export type { FirstTouch, Passage } from './passages.js';
export { REPORT_SCHEMA } from './report.js';
export type {
  Closeness,
  FileReport,
  Finding,
  Report,
  ReportClip,
  ReportMeeting,
  ReportInstant,
  ReportObject,
  SeenPairs,
  Unchecked,
} from './report.js';
export { serveAudits } from './web-serve.js';
export type { NodeWorker, SearchWorker, WebWorker } from '../workers/search-worker.js';

/**
 * Checks a scene at many instants, and reports what meets. Stopped early, by the signal or the budget, it still resolves: the
 * report says what was not checked.
 *
 * @throws PliantError for options that make no sense, and names that nothing has.
 */
export async function auditScene(scene: AnimatedScene, options: AuditOptions = {}): Promise<FileReport> {
  return runAudit(scene, options, workers);
}

/** Between audits they are anyone's: whoever takes one has it alone, and it has forgotten the audit before. */
const workers = new RestingLanes(() => {
  if (typeof Worker === 'undefined') {
    throw new PliantError('unsupported', 'auditScene: there are no workers here; leave threads at 1');
  }
  return new Worker(new URL('./web-worker.js', import.meta.url), { type: 'module' });
}, REST_MS);
