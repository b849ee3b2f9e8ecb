/**
 * The audit: trees, instants, findings, report. Who does the work makes no difference to the report: instants are independent
 * of each other, and everything is put in order afterwards.
 */
import { withDefaults } from '../checks.js';
import type { AnimatedScene, SceneWarning } from '../gltf/scene.js';
import type { CheckedInstant } from './checker.js';
import { chooseObjects } from './choice.js';
import { nameClips } from './clip-names.js';
import { assembleReport } from './file-report.js';
import { completeFinding, draftFindings, orderOfMeasuring } from './findings.js';
import { REST, listInstants } from './instants.js';
import type { Instant } from './instants.js';
import { createLocalLane, shareTasks } from './lanes.js';
import type { AuditLane } from './lanes.js';
import type { Measurement } from './measure.js';
import { AUDIT_DEFAULTS } from './options.js';
import type { AuditOptions } from './options.js';
import { packPairs } from './pack-pairs.js';
import { mergeFindings, passageFindings, touchBefore } from './passage-findings.js';
import { uniteSets } from './plan.js';
import type { AuditPlan, PairSet } from './plan.js';
import { buildTrees, describeObjects, earlierBaseline, requireSettings } from './prepare.js';
import type { AuditSettings } from './prepare.js';
import type { FileReport, Finding, ReportObject, SeenPairs } from './report.js';
import { RestingLanes } from './resting-lanes.js';
import { StopWatch } from './stop.js';
import { requireStraight } from './straight.js';

/** Audits a scene, with some of `workers` when there is to be more than one thread. */
export async function runAudit(
  scene: AnimatedScene,
  options: AuditOptions,
  workers: RestingLanes,
): Promise<FileReport> {
  const settings = withDefaults(AUDIT_DEFAULTS, options);
  requireSettings(scene, settings);
  const instants = listInstants(scene.clips, settings);
  if (settings.continuous)
    requireStraight(
      scene,
      [...new Set(instants.map(({ clip }) => clip))].filter((clip) => clip !== REST),
    );
  const choice = chooseObjects(scene.objects, settings);
  const warnings: SceneWarning[] = [...scene.warnings];
  const earlier = earlierBaseline(scene, settings, warnings);

  const stop = new StopWatch(settings.signal, settings.budgetSeconds);
  const pool = settings.createWorker === undefined ? workers : new RestingLanes(settings.createWorker, 0);
  const lanes: AuditLane[] = [];
  try {
    for (let i = 1; i < Math.min(settings.threads, instants.length); i++) {
      lanes.push(pool.take());
    }
    lanes.unshift(createLocalLane(lanes.length > 0));
    // Workers start while the trees are built.
    const loaded = lanes.map((lane) => lane.ask<'load'>({ kind: 'load', backend: settings.backend }));
    const trees = await firstErrorOr(loaded, buildTrees(scene, settings, stop));
    let measured: Measured = { findings: [], unmeasured: 0 };
    let seen: SeenPairs[] = [];
    const audit: Audit = { scene, settings, instants, stop, lanes, loaded, checked: [], busy: new Set() };
    const objects = describeObjects(scene);
    if (trees !== undefined) {
      const { clearance, continuous, listPairs } = settings;
      const plan = { scene, ...trees, choice, clearance, continuous, listPairs };
      const prepared = await prepareLanes(audit, plan, earlier);
      await checkAll(audit, prepared);
      // Workers sort what they have seen before they measure, and it is put together while they do.
      [seen, measured] = await Promise.all([collectSeen(audit), measureAll(audit, prepared, objects)]);
    }
    // Those that took part have answered everything, and may rest; all others end.
    for (const lane of audit.busy) if (lane !== lanes[0]) pool.giveBack(lanes.splice(lanes.indexOf(lane), 1)[0]);
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
  /** For each lane, when it has started. */
  readonly loaded: readonly Promise<unknown>[];
  /** What was found, by instant; undefined where nobody has looked. */
  readonly checked: (CheckedInstant | undefined)[];
  /** Lanes that have checked instants. */
  readonly busy: Set<AuditLane>;
}

interface Measured {
  readonly findings: readonly Finding[];
  readonly unmeasured: number;
}

/** For each lane, whether it could make its bodies: settled before its first task is. */
type Prepared = ReadonlyMap<AuditLane, Promise<unknown>>;

/**
 * Has everyone make bodies, and the first lane find out about the baseline, which all are told. Nobody waits for the others:
 * lanes do their orders one after the other, so that tasks may be sent after these at once.
 */
async function prepareLanes(
  { lanes, loaded, settings }: Audit,
  plan: AuditPlan,
  earlier: readonly PairSet[] | undefined,
): Promise<Prepared> {
  const planned = lanes.map((lane) => lane.ask<'plan'>({ kind: 'plan', plan }));
  const sets =
    settings.baseline === 'rest'
      ? await firstErrorOr([...loaded, ...planned], lanes[0].ask<'rest'>({ kind: 'rest' }))
      : (earlier ?? []);
  const told = lanes.map((lane) => lane.ask<'baseline'>({ kind: 'baseline', sets }));
  return new Map(
    lanes.map((lane, i) => {
      // One that could not even load fails at all of these; the first says why.
      const all = Promise.all([loaded[i], planned[i], told[i]]);
      // Whoever gives the lane a task hears of it; of one that is given none, nobody needs to.
      all.catch(() => {});
      return [lane, all];
    }),
  );
}

async function checkAll(audit: Audit, prepared: Prepared): Promise<void> {
  const { busy, checked, instants, lanes, loaded, settings, stop } = audit;
  let done = 0;
  const report = (): void => settings.onProgress?.({ stage: 'search', done, total: instants.length });
  report();
  const isStopped = (): boolean => stop.reason !== undefined;
  await shareTasks(lanes, loaded, instants.length, isStopped, async (lane, first, end) => {
    busy.add(lane);
    const before = first === 0 ? undefined : instants[first - 1];
    const asked = lane.ask<'check'>({ kind: 'check', instants: instants.slice(first, end), before });
    const [, found] = await Promise.all([prepared.get(lane), asked]);
    for (let i = first; i < end; i++) {
      checked[i] = found[i - first];
      done++;
      report();
    }
  });
}

/** Waits for some work while others get ready; whichever fails first, that is the error. */
async function firstErrorOr<Result>(ready: readonly Promise<unknown>[], work: Promise<Result>): Promise<Result> {
  return Promise.race([work, Promise.all(ready).then(async () => work)]);
}

/** Finds runs and measures them; a budget does not end this, being aborted does. */
async function measureAll(
  { checked, instants, lanes, loaded, scene, settings, stop }: Audit,
  prepared: Prepared,
  objects: readonly ReportObject[],
): Promise<Measured> {
  const drafts = draftFindings(
    instants,
    instants.map((_, i) => checked[i]?.meetings),
  );
  const order = orderOfMeasuring(drafts);
  const measured: (Measurement | undefined)[] = drafts.map(() => undefined);
  let done = 0;
  const isStopped = (): boolean => stop.reason === 'aborted';
  await shareTasks(lanes, loaded, drafts.length, isStopped, async (lane, first, end) => {
    const some = order.slice(first, end);
    const asked = lane.ask<'measure'>({ kind: 'measure', requests: some.map((i) => drafts[i].request) });
    const [, answers] = await Promise.all([prepared.get(lane), asked]);
    for (const [k, i] of some.entries()) {
      measured[i] = answers[k];
      done++;
      settings.onProgress?.({ stage: 'measure', done, total: drafts.length });
    }
  });
  const named = { clips: scene.clips, clipNames: nameClips(scene.clips), objects };
  const findings = drafts.flatMap((draft, i) => {
    const measurement = measured[i];
    if (measurement === undefined) return [];
    const finding = completeFinding(draft, measurement, instants, named);
    const firstTouch = touchBefore(draft, checked);
    return [firstTouch === undefined ? finding : { ...finding, firstTouch }];
  });
  const passing = passageFindings(instants, checked, named);
  return {
    findings: mergeFindings(findings, passing, named.clipNames).filter((finding) => isLargeEnough(finding, settings)),
    unmeasured: drafts.length - findings.length,
  };
}

function isLargeEnough({ depth, triangles }: Finding, { minDepth, minTriangles }: AuditSettings): boolean {
  return triangles >= minTriangles && (depth === null || depth >= minDepth);
}

/** Puts together what everyone has seen. */
async function collectSeen({ busy, scene }: Audit): Promise<SeenPairs[]> {
  const lists = await Promise.all([...busy].map((lane) => lane.ask<'seen'>({ kind: 'seen' })));
  return uniteSets(lists).map(({ kind, objectA, objectB, pairs }) => ({
    objects: objectA === objectB ? [objectA] : [objectA, objectB],
    kind,
    count: pairs.count,
    packed: packPairs(pairs, scene.objects[objectB].mesh.triangleCount),
  }));
}
