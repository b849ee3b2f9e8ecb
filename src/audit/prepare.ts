/** Before the first instant: options that make sense, the baseline, trees, and what the objects are at rest. */
import { createDefects, findDefects } from '../exact.js';
import { buildTreeAsync, createBlendTreeAsync, createPose, poseMesh } from '../parts.js';
import type { BlendModel, BlendTree, Tree } from '../parts.js';
import { describe, requireInteger, requireOneOf } from '../checks.js';
import { PliantError } from '../errors.js';
import { createSceneEvaluator, writePoseOf } from '../gltf/evaluate.js';
import type { AnimatedScene, SceneWarning } from '../gltf/scene.js';
import { baselineOf, findFileReport, matchObjects, requireReport } from './baseline.js';
import { MOST_THREADS } from './options.js';
import type { AuditOptions } from './options.js';
import type { PairSet } from './plan.js';
import type { ReportObject } from './report.js';
import type { StopWatch } from './stop.js';

/** Options with nothing missing. */
export type AuditSettings = Required<AuditOptions>;

/** Triangles in a leaf. Audits look at all of a surface; of 4, 8, 12 and 16, the last was the fastest on both characters of the benchmark. */
const LEAF_SIZE = 16;

/** Refuses options that make no sense, and scenes whose pairs of triangles cannot be numbered. */
export function requireSettings({ objects }: AnimatedScene, settings: AuditSettings): void {
  requireInteger('auditScene', 'threads', settings.threads, 1, MOST_THREADS);
  requireOneOf('auditScene', 'backend', settings.backend, ['auto', 'wasm', 'typescript'] as const);
  for (const name of ['clearance', 'minTriangles', 'minDepth', 'budgetSeconds'] as const) {
    if (!(settings[name] >= 0) || (name === 'clearance' && settings[name] === Infinity)) {
      throw new PliantError('bad-number', `auditScene: ${name} is ${describe(settings[name])}; pass zero or more`);
    }
  }
  let largest = 0;
  for (const { mesh } of objects) largest = Math.max(largest, mesh.triangleCount);
  if (largest * largest > Number.MAX_SAFE_INTEGER) {
    throw new PliantError('unsupported', `auditScene: an object has ${largest} triangles; split it into several`);
  }
}

/** What an earlier report has seen, if that is the baseline. */
export function earlierBaseline(
  { objects }: AnimatedScene,
  { baseline, file }: AuditSettings,
  warnings: SceneWarning[],
): readonly PairSet[] | undefined {
  if (baseline === 'rest' || baseline === 'none') return undefined;
  const report = findFileReport(requireReport(baseline), file);
  if (report === undefined) {
    const message = `the baseline has no file ${JSON.stringify(file)}; everything in it counts as new`;
    warnings.push({ code: 'baseline-without-file', pointer: '', message });
    return [];
  }
  const changed = objects.length - matchObjects(report.objects, objects).size;
  if (changed > 0) {
    const message = `the baseline does not have ${changed} of ${objects.length} objects by name and number of triangles`;
    warnings.push({ code: 'baseline-without-objects', pointer: '', message: `${message}; all they do counts as new` });
  }
  return baselineOf(report, objects);
}

/** Builds trees and bounds; undefined when it was stopped. Objects that show the same mesh share theirs. */
export async function buildTrees(
  { objects }: AnimatedScene,
  { onProgress }: AuditSettings,
  stop: StopWatch,
): Promise<{ trees: Tree[]; bounds: BlendTree[] } | undefined> {
  const built = new Map<BlendModel, { readonly tree: Tree; readonly bounds: BlendTree }>();
  const { signal } = stop;
  try {
    for (const [done, { mesh, model }] of objects.entries()) {
      onProgress?.({ stage: 'prepare', done, total: objects.length });
      if (built.has(model)) continue;
      const tree = await buildTreeAsync(mesh, { leafSize: LEAF_SIZE, signal });
      built.set(model, { tree, bounds: await createBlendTreeAsync(mesh, model, tree, { signal }) });
    }
  } catch (error) {
    if (stop.reason === undefined) throw error;
    return undefined;
  }
  const ofObjects = objects.map(({ model }) => built.get(model)!);
  return { trees: ofObjects.map(({ tree }) => tree), bounds: ofObjects.map(({ bounds }) => bounds) };
}

/** What the report says about the objects. */
export function describeObjects(scene: AnimatedScene): ReportObject[] {
  const evaluator = createSceneEvaluator(scene);
  return scene.objects.map((object) => {
    const { id, mesh, model, name, node } = object;
    const pose = createPose(model.poseLayout);
    writePoseOf(evaluator, object, pose);
    const positions = new Float32Array(mesh.vertexCount * 3);
    poseMesh(model, pose, positions);
    const defects = findDefects(mesh, positions, createDefects(mesh, 0));
    return { id, name, node, triangles: mesh.triangleCount, defects };
  });
}
