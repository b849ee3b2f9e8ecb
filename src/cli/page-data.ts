/** What the command gives to the page of `--html`. */
import type { FileReport, ReportInstant } from '../audit/report.js';
import type { AnimatedScene } from '../gltf/scene.js';
import type { IsKnown } from './known-pairs.js';

/** Numbers of a pair in {@link PageInstant.pairs}: first object, its triangle, second object, its triangle. */
export const PAIR_STRIDE = 4;

/** All that the page shows. */
export interface PageData {
  /** Which release made it. */
  readonly version: string;
  readonly files: readonly PageFile[];
}

/** A model, how it moves, and what was found. */
export interface PageFile {
  readonly report: Omit<FileReport, 'seen' | 'instants'>;
  readonly scene: Pick<AnimatedScene, 'objects' | 'clips' | 'nodes' | 'warnings'>;
  readonly instants: readonly PageInstant[];
}

/** An instant, with the triangle pairs that meet. */
export interface PageInstant {
  readonly clip: string | null;
  readonly time: number;
  /** {@link PAIR_STRIDE} numbers for each pair. */
  readonly pairs: Uint32Array;
  /** For each pair, 1 when the baseline has it. */
  readonly known: Uint8Array;
}

/** Gathers what the page shows of a file. The report must list its pairs. */
export function pageFile(report: FileReport, scene: AnimatedScene, isKnown: IsKnown): PageFile {
  const { seen: _seen, instants, ...rest } = report;
  const { objects, clips, nodes } = scene;
  return {
    report: rest,
    scene: { objects, clips, nodes, warnings: [] },
    instants: instants.flatMap((instant) => [...passageInstants(instant, isKnown), pageInstant(instant, isKnown)]),
  };
}

/** What passed unseen on the way to an instant, each at its first touch. */
function passageInstants({ clip, passages = [] }: ReportInstant, isKnown: IsKnown): PageInstant[] {
  const times = [...new Set(passages.map(({ first }) => first.time))].sort((a, b) => a - b);
  return times.map((time) => {
    const pairs = passages.flatMap(({ first, trianglePairs = [] }) => (first.time === time ? trianglePairs : []));
    return pageInstant({ clip, time, trianglePairs: pairs }, isKnown);
  });
}

function pageInstant(
  { clip, time, trianglePairs = [] }: Pick<ReportInstant, 'clip' | 'time' | 'trianglePairs'>,
  isKnown: IsKnown,
): PageInstant {
  return {
    clip,
    time,
    pairs: Uint32Array.from(trianglePairs.flat()),
    known: Uint8Array.from(trianglePairs, (pair) => (isKnown(...pair) ? 1 : 0)),
  };
}
