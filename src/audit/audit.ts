/**
 * The audit: trees, instants, findings, report. Who does the work makes no difference to the report: instants are independent
 * of each other, and everything is put in order afterwards.
 */
import { withDefaults } from '../checks.js';
import type { AnimatedScene, SceneWarning } from '../gltf/scene.js';
import type { SearchWorker } from '../workers/worker-port.js';
import type { CheckedInstant } from './checker.js';
import { chooseObjects } from './choice.js';
import { assembleReport } from './file-report.js';
import { completeFinding, draftFindings } from './findings.js';
import { listInstants, nameClips } from './instants.js';
import type { Instant } from './instants.js';
import { createLocalLane, createWorkerLane, shareTasks } from './lanes.js';
import type { AuditLane } from './lanes.js';
import type { Measurement } from './measure.js';
import { AUDIT_DEFAULTS } from './options.js';
import type { AuditOptions } from './options.js';
import { packPairs } from './pack-pairs.js';
import { PairSets } from './plan.js';
import type { AuditPlan, PairSet } from './plan.js';
import { buildTrees, describeObjects, earlierBaseline, requireSettings } from './prepare.js';
import type { AuditSettings } from './prepare.js';
import type { FileReport, Finding, ReportObject, SeenPairs } from './report.js';
import { StopWatch } from './stop.js';

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
      lanes.push(
        settings.threads === 1 ? createLocalLane() : createWorkerLane((settings.createWorker ?? createWorker)()),
      );
    }
    // Workers start while the trees are built.
    const ready = Promise.all(lanes.map((lane) => lane.ask<'load'>({ kind: 'load', backend: settings.backend })));
    const [trees] = await Promise.all([buildTrees(scene, settings, stop), ready]);
    const audit: Audit = { scene, settings, instants, stop, lanes, checked: [] };
    const objects = describeObjects(scene);
    let measured: Measured = { findings: [], unmeasured: 0 };
    let seen: SeenPairs[] = [];
    if (trees !== undefined) {
      const { clearance, listPairs } = settings;
      await checkAll(audit, { scene, ...trees, choice, clearance, listPairs }, earlier);
      measured = await measureAll(audit, objects);
      seen = await collectSeen(audit);
    }
    return assembleReport({ ...audit, ...measured, objects, seen, warnings, stopped: stop.reason });
  } finally {
    stop.dispose();
    for (const lane of lanes) lane.close();
  }
}

/** An audit in progress. */
interface Audit {
  readonly scene: AnimatedScene;
  readonly settings: AuditSettings;
  readonly instants: readonly Instant[];
  readonly stop: StopWatch;
  readonly lanes: readonly AuditLane[];
  /** What was found, by instant; undefined where nobody has looked. */
  readonly checked: (CheckedInstant | undefined)[];
}

interface Measured {
  readonly findings: readonly Finding[];
  readonly unmeasured: number;
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
): Promise<Measured> {
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
  return {
    findings: findings.filter((finding) => isLargeEnough(finding, settings)),
    unmeasured: drafts.length - findings.length,
  };
}

function isLargeEnough({ depth, triangles }: Finding, { minDepth, minTriangles }: AuditSettings): boolean {
  return triangles >= minTriangles && (depth === null || depth >= minDepth);
}

/** Puts together what everyone has seen. */
async function collectSeen({ lanes, scene }: Audit): Promise<SeenPairs[]> {
  const all = new PairSets();
  for (const sets of await Promise.all(lanes.map((lane) => lane.ask<'seen'>({ kind: 'seen' })))) all.addAll(sets);
  return all.list().map(({ kind, objectA, objectB, pairs }) => ({
    objects: objectA === objectB ? [objectA] : [objectA, objectB],
    kind,
    count: pairs.count,
    packed: packPairs(pairs, scene.objects[objectB].mesh.triangleCount),
  }));
}
