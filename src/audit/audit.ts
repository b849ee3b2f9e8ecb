/**
 * The audit: trees, instants, findings, report. Who does the work makes no difference to the report: instants are independent
 * of each other, and everything is put in order afterwards.
 */
import { describe, requireInteger, requireOneOf, withDefaults } from '../checks.js';
import { createBlendTreeAsync } from '../bounds/blend-tree.js';
import type { BlendTree } from '../bounds/blend-tree.js';
import { poseMesh } from '../deform/model.js';
import { createPose, setTransforms, setWeights } from '../deform/pose.js';
import { PliantError } from '../errors.js';
import { createSceneEvaluator, writeObjectPose } from '../gltf/evaluate.js';
import type { AnimatedScene, SceneWarning } from '../gltf/scene.js';
import { createDefects, findDefects } from '../narrow/defects.js';
import { buildTreeAsync } from '../tree/build.js';
import type { Tree } from '../tree/tree.js';
import type { SearchWorker } from '../workers/worker-port.js';
import { baselineOf, findFileReport, requireReport } from './baseline.js';
import type { CheckedInstant } from './checker.js';
import { chooseObjects } from './choice.js';
import { completeFinding, draftFindings } from './findings.js';
import { REST, listInstants, nameClips } from './instants.js';
import type { Instant } from './instants.js';
import { createLocalLane, createWorkerLane, shareTasks } from './lanes.js';
import type { AuditLane } from './lanes.js';
import type { Measurement } from './measure.js';
import { AUDIT_DEFAULTS } from './options.js';
import type { AuditOptions } from './options.js';
import { packPairs } from './pack-pairs.js';
import { addKeys } from './pair-keys.js';
import { PairSets } from './plan.js';
import type { AuditPlan, PairSet } from './plan.js';
import type { FileReport, Finding, ReportInstant, ReportObject, SeenPairs, Unchecked } from './report.js';
import { StopWatch } from './stop.js';

type Settings = Required<AuditOptions>;

const MOST_THREADS = 64;
/** Triangles of two surfaces whose pairs still have exact keys. */
const MOST_PAIRS = Number.MAX_SAFE_INTEGER;

/** Audits a scene, with workers from `createWorker` when there is to be more than one thread. */
export async function runAudit(
  scene: AnimatedScene,
  options: AuditOptions,
  createWorker: () => SearchWorker,
): Promise<FileReport> {
  const settings = withDefaults(AUDIT_DEFAULTS, options);
  requireSettings(scene, settings);
  const instants = listInstants(scene.clips, settings);
  const choice = chooseObjects(scene.objects, settings);
  const warnings: SceneWarning[] = [...scene.warnings];
  const earlier = earlierBaseline(scene, settings, warnings);

  const stop = new StopWatch(settings.signal, settings.budgetSeconds);
  const lanes: AuditLane[] = [];
  try {
    for (let i = 0; i < Math.max(1, Math.min(settings.threads, instants.length)); i++) {
      lanes.push(settings.threads === 1 ? createLocalLane() : createWorkerLane((settings.createWorker ?? createWorker)()));
    }
    // Workers start while the trees are built.
    const ready = Promise.all(lanes.map((lane) => lane.ask<'load'>({ kind: 'load', backend: settings.backend })));
    const [trees] = await Promise.all([buildTrees(scene, settings, stop), ready]);
    const audit: Audit = { scene, settings, instants, stop, lanes, checked: [] };
    let findings: Finding[] = [];
    let seen: SeenPairs[] = [];
    let unmeasured = 0;
    const objects = describeObjects(scene);
    if (trees !== undefined) {
      const { clearance, listPairs } = settings;
      await checkAll(audit, { scene, ...trees, choice, clearance, listPairs }, earlier);
      const measured = await measureAll(audit, objects);
      findings = measured.findings.filter((finding) => isLargeEnough(finding, settings));
      unmeasured = measured.unmeasured;
      seen = await collectSeen(audit);
    }
    return reportOf(audit, objects, findings, seen, unmeasured, warnings);
  } finally {
    stop.dispose();
    for (const lane of lanes) lane.close();
  }
}

/** An audit in progress. */
interface Audit {
  readonly scene: AnimatedScene;
  readonly settings: Settings;
  readonly instants: readonly Instant[];
  readonly stop: StopWatch;
  readonly lanes: readonly AuditLane[];
  /** What was found, by instant; undefined where nobody has looked. */
  readonly checked: (CheckedInstant | undefined)[];
}

function requireSettings({ objects }: AnimatedScene, settings: Settings): void {
  requireInteger('auditScene', 'threads', settings.threads, 1, MOST_THREADS);
  requireOneOf('auditScene', 'backend', settings.backend, ['auto', 'wasm', 'typescript'] as const);
  for (const name of ['clearance', 'minTriangles', 'minDepth', 'budgetSeconds'] as const) {
    if (!(settings[name] >= 0) || (name === 'clearance' && settings[name] === Infinity)) {
      throw new PliantError('bad-number', `auditScene: ${name} is ${describe(settings[name])}; pass zero or more`);
    }
  }
  let largest = 0;
  for (const { mesh } of objects) largest = Math.max(largest, mesh.triangleCount);
  if (largest * largest > MOST_PAIRS) {
    throw new PliantError('unsupported', `auditScene: an object has ${largest} triangles; split it into several`);
  }
}

/** What an earlier report has seen, if that is the baseline. */
function earlierBaseline(
  { objects }: AnimatedScene,
  { baseline, file }: Settings,
  warnings: SceneWarning[],
): readonly PairSet[] | undefined {
  if (baseline === 'rest' || baseline === 'none') return undefined;
  const report = findFileReport(requireReport(baseline), file);
  if (report !== undefined) return baselineOf(report, objects);
  const message = `the baseline has no file ${JSON.stringify(file)}; everything in it counts as new`;
  warnings.push({ code: 'baseline-without-file', pointer: '', message });
  return [];
}

/** Builds trees and bounds; undefined when it was stopped. */
async function buildTrees(
  { objects }: AnimatedScene,
  { onProgress }: Settings,
  stop: StopWatch,
): Promise<{ trees: Tree[]; bounds: BlendTree[] } | undefined> {
  const trees: Tree[] = [];
  const bounds: BlendTree[] = [];
  const { signal } = stop;
  try {
    for (const { mesh, model } of objects) {
      onProgress?.({ stage: 'prepare', done: trees.length, total: objects.length });
      const tree = await buildTreeAsync(mesh, { signal });
      bounds.push(await createBlendTreeAsync(mesh, model, tree, { signal }));
      trees.push(tree);
    }
  } catch (error) {
    if (stop.reason === undefined) throw error;
    return undefined;
  }
  return { trees, bounds };
}

async function checkAll(audit: Audit, plan: AuditPlan, earlier: readonly PairSet[] | undefined): Promise<void> {
  const { checked, instants, lanes, settings, stop } = audit;
  await Promise.all(lanes.map((lane) => lane.ask<'plan'>({ kind: 'plan', plan })));
  const sets = settings.baseline === 'rest' ? await lanes[0].ask<'rest'>({ kind: 'rest' }) : (earlier ?? []);
  await Promise.all(lanes.map((lane) => lane.ask<'baseline'>({ kind: 'baseline', sets })));
  let done = 0;
  const report = (): void => settings.onProgress?.({ stage: 'search', done, total: instants.length });
  report();
  const isStopped = (): boolean => stop.reason !== undefined;
  await shareTasks(lanes, instants.length, isStopped, async (lane, i) => {
    checked[i] = await lane.ask<'check'>({ kind: 'check', instant: instants[i] });
    done++;
    report();
  });
}

/** Finds runs and measures them; a budget does not end this, being aborted does. */
async function measureAll(
  { checked, instants, lanes, scene, settings, stop }: Audit,
  objects: readonly ReportObject[],
): Promise<{ findings: Finding[]; unmeasured: number }> {
  const drafts = draftFindings(
    instants,
    instants.map((_, i) => checked[i]?.contacts),
  );
  // By instant, so that each is posed once.
  const order = [...drafts.keys()].sort((a, b) => drafts[a].peak - drafts[b].peak || a - b);
  const measured: (Measurement | undefined)[] = drafts.map(() => undefined);
  let done = 0;
  const isStopped = (): boolean => stop.reason === 'aborted';
  await shareTasks(lanes, drafts.length, isStopped, async (lane, i) => {
    measured[order[i]] = await lane.ask<'measure'>({ kind: 'measure', request: drafts[order[i]].request });
    done++;
    settings.onProgress?.({ stage: 'measure', done, total: drafts.length });
  });
  const clipNames = nameClips(scene.clips);
  const findings = drafts.flatMap((draft, i) => {
    const measurement = measured[i];
    return measurement === undefined ? [] : [completeFinding(draft, measurement, instants, clipNames, objects)];
  });
  return { findings, unmeasured: drafts.length - findings.length };
}

function isLargeEnough({ depth, triangles }: Finding, { minDepth, minTriangles }: Settings): boolean {
  return triangles >= minTriangles && (depth === null || depth >= minDepth);
}

/** Puts together what everyone has seen. */
async function collectSeen({ lanes, scene }: Audit): Promise<SeenPairs[]> {
  const all = new PairSets();
  for (const sets of await Promise.all(lanes.map((lane) => lane.ask<'seen'>({ kind: 'seen' })))) {
    for (const { kind, objectA, objectB, pairs } of sets) addKeys(all.at(kind, objectA, objectB), pairs);
  }
  return all.list().map(({ kind, objectA, objectB, pairs }) => ({
    objects: objectA === objectB ? [objectA] : [objectA, objectB],
    kind,
    count: pairs.count,
    packed: packPairs(pairs, scene.objects[objectB].mesh.triangleCount),
  }));
}

function describeObjects(scene: AnimatedScene): ReportObject[] {
  const evaluator = createSceneEvaluator(scene);
  return scene.objects.map((object) => {
    const { id, mesh, model, name, node } = object;
    const transforms = new Float32Array(model.governorCount * 12);
    const weights = new Float32Array(model.fieldCount);
    writeObjectPose(evaluator, object, transforms, weights);
    const pose = createPose(model.poseLayout);
    setTransforms(pose, transforms);
    setWeights(pose, weights);
    const positions = new Float32Array(mesh.vertexCount * 3);
    poseMesh(model, pose, positions);
    const defects = findDefects(mesh, positions, createDefects(mesh, 0));
    return { id, name, node, triangles: mesh.triangleCount, defects };
  });
}

function reportOf(
  audit: Audit,
  objects: readonly ReportObject[],
  findings: readonly Finding[],
  seen: readonly SeenPairs[],
  unmeasured: number,
  warnings: readonly SceneWarning[],
): FileReport {
  const { checked, instants, scene, settings } = audit;
  const { baseline } = settings;
  const clipNames = nameClips(scene.clips);
  const reported = instants.flatMap((instant, i) => {
    const found = checked[i];
    return found === undefined ? [] : [describeInstant(instant, found, clipNames, settings.listPairs)];
  });
  return {
    file: settings.file,
    baseline: typeof baseline === 'string' ? baseline : 'report',
    clearance: settings.clearance > 0 ? settings.clearance : null,
    objects,
    clips: scene.clips.map(({ duration, index }, i) => ({
      name: clipNames[i],
      index,
      duration,
      instants: instants.filter(({ clip }, k) => clip === i && checked[k] !== undefined).length,
    })),
    instants: reported,
    findings,
    unchecked: listUnchecked(audit, clipNames, unmeasured),
    warnings,
    seen,
  };
}

function describeInstant(
  { clip, time }: Instant,
  { contacts, trianglePairs }: CheckedInstant,
  clipNames: readonly string[],
  listPairs: boolean,
): ReportInstant {
  let self = 0;
  let pairs = 0;
  for (const contact of contacts) {
    if (contact.objects.length === 1) self += contact.pairs;
    else pairs += contact.pairs;
  }
  const instant = { clip: clip === REST ? null : clipNames[clip], time, self, pairs, contacts };
  if (!listPairs) return instant;
  const listed: [number, number, number, number][] = [];
  for (let i = 0; i < trianglePairs.length; i += 4) {
    listed.push([trianglePairs[i], trianglePairs[i + 1], trianglePairs[i + 2], trianglePairs[i + 3]]);
  }
  return { ...instant, trianglePairs: listed };
}

function listUnchecked(audit: Audit, clipNames: readonly string[], unmeasured: number): Unchecked[] {
  const { checked, instants, scene, stop } = audit;
  const unchecked: Unchecked[] = scene.objects.flatMap(({ id, notChecked }) =>
    notChecked.map((message): Unchecked => {
      return { reason: 'no-triangles', object: id, clip: null, interval: null, instants: 0, message };
    }),
  );
  const reason = stop.reason ?? 'aborted';
  const why = reason === 'budget' ? 'the time was up' : 'the audit was aborted';
  // Runs of instants that nobody has looked at.
  for (let first = 0; first < instants.length; first++) {
    if (checked[first] !== undefined) continue;
    const { clip } = instants[first];
    let last = first;
    while (last + 1 < instants.length && checked[last + 1] === undefined && instants[last + 1].clip === clip) last++;
    const name = clip === REST ? null : clipNames[clip];
    const interval = [instants[first].time, instants[last].time] as const;
    const count = last - first + 1;
    const what =
      name === null ? 'the rest pose' : `${count} instants of ${name}, from ${interval[0]} s to ${interval[1]} s`;
    unchecked.push({ reason, object: null, clip: name, interval, instants: count, message: `${what}: ${why}` });
    first = last;
  }
  if (unmeasured > 0) {
    const message = `${unmeasured} findings were not measured, and are left out: ${why}`;
    unchecked.push({ reason, object: null, clip: null, interval: null, instants: 0, message });
  }
  return unchecked;
}
