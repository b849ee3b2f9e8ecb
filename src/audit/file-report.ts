/** Puts the report on a file together. */
import type { AnimatedScene, SceneClip, SceneWarning } from '../gltf/scene.js';
import type { CheckedInstant } from './checker.js';
import { nameClips } from './clip-names.js';
import { frameNameAt } from './frames.js';
import { REST } from './instants.js';
import type { Instant } from './instants.js';
import type { AuditSettings } from './prepare.js';
import type { FileReport, Finding, ReportInstant, ReportObject, SeenPairs, Unchecked } from './report.js';

/** Everything that a report is made from. */
export interface AuditOutcome {
  readonly scene: AnimatedScene;
  readonly settings: AuditSettings;
  readonly objects: readonly ReportObject[];
  readonly instants: readonly Instant[];
  /** What was found, by instant; undefined where nobody has looked. */
  readonly checked: readonly (CheckedInstant | undefined)[];
  readonly findings: readonly Finding[];
  readonly seen: readonly SeenPairs[];
  readonly warnings: readonly SceneWarning[];
  /** Why it was stopped; undefined when it was not. */
  readonly stopped: 'budget' | 'aborted' | undefined;
  /** Findings that nobody has measured. */
  readonly unmeasured: number;
}

/** Puts it together. */
export function assembleReport(outcome: AuditOutcome): FileReport {
  const { checked, findings, instants, objects, scene, seen, settings, warnings } = outcome;
  const { baseline } = settings;
  const clipNames = nameClips(scene.clips);
  const reported = instants.flatMap((instant, i) => {
    const found = checked[i];
    return found === undefined ? [] : [describeInstant(instant, found, scene.clips, clipNames, settings.listPairs)];
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
    unchecked: listUnchecked(outcome, clipNames),
    warnings,
    seen,
  };
}

function describeInstant(
  { clip, time }: Instant,
  { meetings, step, trianglePairs }: CheckedInstant,
  clips: readonly SceneClip[],
  clipNames: readonly string[],
  listPairs: boolean,
): ReportInstant {
  let self = 0;
  let pairs = 0;
  for (const meeting of meetings) {
    if (meeting.objects.length === 1) self += meeting.pairs;
    else pairs += meeting.pairs;
  }
  const frame = clip === REST ? undefined : frameNameAt(clips[clip], time);
  const named = frame === undefined ? {} : { frame };
  const passages = step === undefined || step.passages.length === 0 ? {} : { passages: step.passages };
  const instant = {
    clip: clip === REST ? null : clipNames[clip],
    time,
    ...named,
    self,
    pairs,
    contacts: meetings,
    ...passages,
  };
  if (!listPairs) return instant;
  const listed: [number, number, number, number][] = [];
  for (let i = 0; i < trianglePairs.length; i += 4) {
    listed.push([trianglePairs[i], trianglePairs[i + 1], trianglePairs[i + 2], trianglePairs[i + 3]]);
  }
  return { ...instant, trianglePairs: listed };
}

function listUnchecked(outcome: AuditOutcome, clipNames: readonly string[]): Unchecked[] {
  const { checked, instants, scene, unmeasured } = outcome;
  const unchecked = listSurfaceless(scene);
  const reason = outcome.stopped ?? 'aborted';
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

/** Points and lines: of objects, and of nodes that have nothing else and are no objects. */
function listSurfaceless({ nodes, objects, warnings }: AnimatedScene): Unchecked[] {
  const surfaceless = (object: number | null, message: string): Unchecked => {
    return { reason: 'no-triangles', object, clip: null, interval: null, instants: 0, message };
  };
  const objectOf = new Map(objects.map((object) => [object.node, object]));
  const others = warnings.flatMap(({ code, pointer, message }) => {
    const node = code === 'not-checked' && pointer.startsWith('/nodes/') ? Number(pointer.slice(7)) : undefined;
    if (node === undefined || objectOf.has(node)) return [];
    return [surfaceless(null, `${nodes[node].name || `node ${node}`}: ${message}`)];
  });
  const parts = objects.flatMap(({ id, name, notChecked }) => {
    return notChecked.map((message) => surfaceless(id, `${name}: ${message}`));
  });
  return [...parts, ...others];
}
