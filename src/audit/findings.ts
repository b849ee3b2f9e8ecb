/** From instants to findings: runs of consecutive instants at which the same objects meet, or are close. */
import type { SceneClip } from '../gltf/scene.js';
import { frameNameAt } from './frames.js';
import { REST } from './instants.js';
import type { Instant } from './instants.js';
import type { Measurement, MeasureRequest } from './measure.js';
import type { Closeness, Finding, ReportMeeting, ReportObject } from './report.js';

/** A run, before it is measured. */
export interface FindingDraft {
  readonly request: MeasureRequest;
  /** Places among the instants. */
  readonly first: number;
  readonly last: number;
  readonly peak: number;
  /** Triangle pairs at the peak that count. */
  readonly pairs: number;
  readonly meeting: Closeness;
}

/** A run that may go on. */
interface Run {
  readonly objectA: number;
  readonly objectB: number;
  readonly kind: 'meeting' | 'close';
  readonly isNew: boolean;
  readonly first: number;
  last: number;
  peak: number;
  peakSize: number;
  peakPairs: number;
  crosses: boolean;
}

/** A triangle pair of two objects takes so many times as long to measure as one of an object with itself: depth does that. */
const DEPTH_COST = 4;

/**
 * Finds the runs in what was checked, in the order of findings. An instant that was not checked, undefined in the list, ends
 * all runs: nobody knows what is there.
 */
export function draftFindings(
  instants: readonly Instant[],
  meetingsAt: readonly (readonly ReportMeeting[] | undefined)[],
): FindingDraft[] {
  const done: Run[] = [];
  let open = new Map<string, Run>();
  for (let i = 0; i < instants.length; i++) {
    const goesOn = i > 0 && instants[i].clip === instants[i - 1].clip;
    const still = new Map<string, Run>();
    for (const meeting of meetingsAt[i] ?? []) {
      for (const found of runsAt(meeting, i)) {
        const name = `${found.objectA} ${found.objectB} ${found.kind} ${found.isNew}`;
        const run = goesOn ? open.get(name) : undefined;
        if (run === undefined) {
          done.push(found);
          still.set(name, found);
        } else {
          extend(run, found);
          still.set(name, run);
        }
      }
    }
    open = still;
  }
  done.sort(
    (a, b) =>
      a.objectA - b.objectA ||
      a.objectB - b.objectB ||
      a.first - b.first ||
      (a.kind === b.kind ? 0 : a.kind === 'meeting' ? -1 : 1),
  );
  return done.map((run) => ({
    request: {
      instant: instants[run.peak],
      kind: run.kind,
      objectA: run.objectA,
      objectB: run.objectB,
      onlyNew: run.isNew,
    },
    first: run.first,
    last: run.last,
    peak: run.peak,
    pairs: run.peakPairs,
    meeting: run.kind === 'close' ? 'close' : run.crosses ? 'crossing' : 'touching',
  }));
}

/**
 * In which order to measure: what takes long first, so that nobody is left with it when the others are done. What has its
 * peak at the same instant stays together, so that this is posed once.
 */
export function orderOfMeasuring(drafts: readonly FindingDraft[]): number[] {
  const costs = new Map<number, number>();
  for (const { pairs, peak, request } of drafts) {
    const cost = request.objectA === request.objectB ? pairs : DEPTH_COST * pairs;
    costs.set(peak, (costs.get(peak) ?? 0) + cost);
  }
  const costAt = (draft: number): number => costs.get(drafts[draft].peak)!;
  return [...drafts.keys()].sort((a, b) => costAt(b) - costAt(a) || drafts[a].peak - drafts[b].peak || a - b);
}

/** What things are called. */
export interface NamedScene {
  readonly clips: readonly SceneClip[];
  /** A name for each clip. */
  readonly clipNames: readonly string[];
  readonly objects: readonly ReportObject[];
}

/** Puts what was measured to what is known. */
export function completeFinding(
  draft: FindingDraft,
  measured: Measurement,
  instants: readonly Instant[],
  { clips, clipNames, objects }: NamedScene,
): Finding {
  const { first, last, meeting, peak, request } = draft;
  const { objectA, objectB } = request;
  const ids = objectA === objectB ? [objectA] : [objectA, objectB];
  const { clip } = instants[first];
  const interval = [instants[first].time, instants[last].time] as const;
  return {
    objects: ids,
    names: ids.map((id) => objects[id].name),
    clip: clip === REST ? null : clipNames[clip],
    interval,
    ...(clip === REST ? {} : namedFrames(clips[clip], interval)),
    peak: instants[peak].time,
    meeting,
    new: request.onlyNew,
    pairs: measured.pairs,
    triangles: measured.triangles,
    places: measured.places,
    contourLength: measured.contourLength,
    depth: measured.depth,
    distance: measured.distance,
    joints: measured.joints,
    center: measured.center,
  };
}

function namedFrames(clip: SceneClip, [from, to]: Finding['interval']): Pick<Finding, 'frames'> {
  const [first, last] = [frameNameAt(clip, from), frameNameAt(clip, to)];
  return first === undefined || last === undefined ? {} : { frames: [first, last] };
}

/** The runs that a meeting at instant `i` begins, if no other goes on with it. */
function runsAt(meeting: ReportMeeting, i: number): Run[] {
  const { close, crossing, distance, newClose, newCrossing, objects, pairs } = meeting;
  const [objectA, objectB = objectA] = objects;
  const common = { objectA, objectB, first: i, last: i, peak: i };
  const runs: Run[] = [];
  if (pairs > 0) {
    const isNew = meeting.new > 0;
    const crosses = (isNew ? newCrossing : crossing) > 0;
    const peakPairs = isNew ? meeting.new : pairs;
    runs.push({ ...common, kind: 'meeting', isNew, peakSize: peakPairs, peakPairs, crosses });
  }
  if (close > 0) {
    const isNew = newClose > 0;
    const peakPairs = isNew ? newClose : close;
    runs.push({ ...common, kind: 'close', isNew, peakSize: -(distance ?? 0), peakPairs, crosses: false });
  }
  return runs;
}

function extend(run: Run, found: Run): void {
  run.last = found.last;
  run.crosses ||= found.crosses;
  if (found.peakSize <= run.peakSize) return;
  run.peak = found.peak;
  run.peakSize = found.peakSize;
  run.peakPairs = found.peakPairs;
}
