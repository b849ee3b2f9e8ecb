/** From steps to findings: runs of steps within which something passes unseen, and what touched before a run of instants began. */
import type { CheckedInstant } from './checker.js';
import type { FindingDraft, NamedScene } from './findings.js';
import type { Instant } from './instants.js';
import type { FirstTouch, Passage } from './passages.js';
import type { Finding } from './report.js';

/** What touched first on the way to the first instant of a run; undefined where nobody has looked, or there is no way to it. */
export function touchBefore(
  { first, request }: FindingDraft,
  checked: readonly (CheckedInstant | undefined)[],
): FirstTouch | undefined {
  if (request.kind === 'close') return undefined;
  const arrival = checked[first]?.step?.arrivals.find(
    ({ objectA, objectB }) => objectA === request.objectA && objectB === request.objectB,
  );
  return request.onlyNew ? arrival?.firstNew : arrival?.first;
}

/** The findings of steps: one for each run of consecutive steps in which the same objects pass each other unseen. */
export function passageFindings(
  instants: readonly Instant[],
  checked: readonly (CheckedInstant | undefined)[],
  scene: NamedScene,
): Finding[] {
  const found: Finding[] = [];
  let open = new Map<string, PassageRun>();
  const finish = (runs: Iterable<PassageRun>): void => {
    for (const run of runs) found.push(describeRun(run, scene));
  };
  for (let i = 0; i < instants.length; i++) {
    const goesOn = i > 0 && instants[i].clip === instants[i - 1].clip;
    const still = new Map<string, PassageRun>();
    for (const passage of checked[i]?.step?.passages ?? []) {
      const key = `${passage.objects.join(' ')} ${passage.new}`;
      const run = goesOn ? open.get(key) : undefined;
      open.delete(key);
      still.set(key, run === undefined ? { clip: instants[i].clip, passages: [passage] } : extend(run, passage));
    }
    finish(open.values());
    open = still;
  }
  finish(open.values());
  return found;
}

/** All findings: by objects, clip and time. Both lists are in the order of clips and times for each of the objects. */
export function mergeFindings(
  findings: readonly Finding[],
  passing: readonly Finding[],
  clipNames: readonly string[],
): Finding[] {
  if (passing.length === 0) return [...findings];
  const clipOf = (finding: Finding): number => (finding.clip === null ? -1 : clipNames.indexOf(finding.clip));
  // Sorting is stable: what begins at the same time stays as it was.
  return [...findings, ...passing].sort(
    (a, b) =>
      a.objects[0] - b.objects[0] ||
      (a.objects[1] ?? a.objects[0]) - (b.objects[1] ?? b.objects[0]) ||
      clipOf(a) - clipOf(b) ||
      a.interval[0] - b.interval[0],
  );
}

/** Passages in consecutive steps. */
interface PassageRun {
  readonly clip: number;
  readonly passages: readonly Passage[];
}

function extend({ clip, passages }: PassageRun, next: Passage): PassageRun {
  return { clip, passages: [...passages, next] };
}

function describeRun({ clip, passages }: PassageRun, { clipNames, objects }: NamedScene): Finding {
  const largest = passages.reduce((best, one) => (one.pairs > best.pairs ? one : best));
  const [{ first, new: isNew, objects: ids }] = passages;
  return {
    objects: ids,
    names: ids.map((id) => objects[id].name),
    clip: clipNames[clip],
    interval: [first.time, passages[passages.length - 1].first.time],
    peak: largest.first.time,
    between: true,
    firstTouch: first,
    meeting: 'crossing',
    new: isNew,
    pairs: largest.pairs,
    triangles: largest.triangles,
    places: largest.places,
    contourLength: 0,
    depth: null,
    distance: null,
    joints: [],
    center: largest.first.point,
  };
}
