/**
 * What has been evaluated of a body, and in which pose. A node is bounded when a walk first reaches it and a vertex is posed when its triangle is
 * touched; both are kept under a stamp until the pose or the placement changes. When a walk has spent about what refitting
 * everything costs, that is done instead, once for the pose, and the walk goes on with exact boxes.
 */
import { hasPatches } from '../bounds/shape.js';
import type { BodyBounds } from '../bounds/shape.js';
import { requireReach } from '../deform/model.js';
import { PliantError } from '../errors.js';
import type { Kernels } from '../kernels/kernels.js';
import { BOXES, HEADER } from '../kernels/layout/header.js';
import { FLOAT32_MAX } from '../math/float.js';
import type { Bounder, Poser } from './driver.js';
import type { Strategy } from './options.js';
import { measureWorldReach } from './placement.js';
import type { Placement } from './placement.js';
import type { PoseInput } from './pose-input.js';
import { advanceStamp } from './stamps.js';
import { countWalks, createSwitchMemory, isRefitWorthwhile, takeStock, turnToPose } from './switch-rule.js';
import type { SwitchMemory } from './switch-rule.js';
import { follow, wordAt } from '../kernels/units.js';
import type { ByteOffset } from '../kernels/units.js';

/** No pose has this stamp. */
const STALE = -1;

/** Something that a question keeps with a body, under its stamps: it forgets when they begin anew, and is disposed of with the body. */
export interface KeptWithBody {
  forget(): void;
  dispose(): void;
}

/** How far the evaluation of a body is. */
export interface Evaluation {
  readonly kernels: Kernels;
  readonly header: ByteOffset;
  readonly bounds: BodyBounds;
  readonly poser: Poser;
  readonly bounder: Bounder;
  readonly input: PoseInput;
  readonly placement: Placement;
  readonly switchMemory: SwitchMemory;
  /**
   * A bound on the world coordinates as of the last refresh; in an array, since doubles that are returned may go to the heap.
   */
  readonly worldReach: Float64Array;
  readonly kept: KeptWithBody[];
  /** Forgets what is kept under stamps, which begin anew: made once, since closures would be made for every pose. */
  readonly forgetStamps: () => void;
  /** The stamp of the pose that the kernels have; {@link STALE} when they have none that is whole. */
  freshAt: number;
  /** Grows with every change of pose or placement that a query has seen. */
  stamp: number;
  /** The stamp under which all vertices were last posed; bounds may have been left as they were. */
  posedAt: number;
}

/** An evaluation of nothing yet. */
export function createEvaluation(
  parts: Pick<Evaluation, 'kernels' | 'header' | 'bounds' | 'poser' | 'bounder' | 'input' | 'placement'>,
): Evaluation {
  const kept: KeptWithBody[] = [];
  parts.poser.begin?.(parts.kernels, parts.header);
  return {
    ...parts,
    switchMemory: createSwitchMemory(),
    worldReach: new Float64Array(1),
    kept,
    forgetStamps: () => forgetStamps(parts, kept),
    freshAt: STALE,
    stamp: 0,
    posedAt: STALE,
  };
}

/** Whether the kernels have the present pose and placement. */
function isFresh({ freshAt, input, placement, poser }: Evaluation): boolean {
  return freshAt === input.pose.stamp && !placement.isMoved && !poser.isBehind?.();
}

/** Whether all vertices have been posed, and all bounds refitted, in the present pose. */
export function isRefitted(evaluation: Evaluation): boolean {
  if (!isFresh(evaluation)) return false;
  const { u32 } = evaluation.kernels.arena;
  const header = wordAt(evaluation.header);
  return u32[header + HEADER.wholeStamp] === u32[header + HEADER.stamp];
}

/** Forgets what was evaluated in another pose or placement. It takes the time to write the pose, however large the mesh is. */
export function refresh(evaluation: Evaluation, strategy: Strategy): void {
  if (isFresh(evaluation)) return;
  // From here on matrices may be those of a pose that is refused, whatever stamp a pose has afterwards.
  evaluation.freshAt = STALE;
  const { bounder, bounds, header, input, kernels, placement, poser, switchMemory, worldReach } = evaluation;
  const isCounted = switchMemory.walked > bounder.idleNs;
  if (isCounted) countUnits(evaluation);
  turnToPose(switchMemory, isCounted);
  poser.measureReach(kernels, header, input.pose, placement, input.areTransformsAhead);
  measureWorldReach(placement, worldReach);
  if (!(worldReach[0] <= FLOAT32_MAX)) refuseReach(placement, worldReach[0]);
  poser.writePose(kernels, header, input.pose, placement);
  const canBound = bounder.writePose(kernels, header, input.pose);
  const { u32 } = kernels.arena;
  const at = wordAt(header);
  advanceStamp(u32, at, bounds.blockCount, evaluation.forgetStamps);
  evaluation.stamp++;
  u32[at + HEADER.shape] = hasPatches(bounds) ? BOXES : bounds.shape;
  u32[at + HEADER.blocksEvaluated] = 0;
  u32[at + HEADER.verticesPosed] = 0;
  evaluation.freshAt = input.pose.stamp;
  placement.isMoved = false;
  if (strategy === 'refit' || !canBound || !(worldReach[0] <= bounder.largestReach)) refitAll(evaluation);
}

/** Whether all vertices have been posed in the present pose. */
export function arePosed(evaluation: Evaluation): boolean {
  return evaluation.posedAt === evaluation.stamp && isFresh(evaluation);
}

/** Poses all vertices, and leaves bounds as they are. The pose is fresh. */
export function poseAll(evaluation: Evaluation): void {
  evaluation.poser.poseAll(evaluation.kernels, evaluation.header);
  evaluation.posedAt = evaluation.stamp;
}

/** Poses all vertices and refits all bounds to exact boxes, for as long as the pose stays, which is fresh. */
export function refitAll(evaluation: Evaluation): void {
  const { bounds, header, kernels } = evaluation;
  if (!arePosed(evaluation)) poseAll(evaluation);
  kernels.run.refitBlocks(header, 0, bounds.blockCount);
  const { u32 } = kernels.arena;
  const at = wordAt(header);
  u32[at + HEADER.shape] = BOXES;
  u32[at + HEADER.wholeStamp] = u32[at + HEADER.stamp];
}

/** Adds what a walk has spent, in nanoseconds of the switch rule, and refits the body if that is now worthwhile. */
export function spend(evaluation: Evaluation, nanoseconds: number): void {
  const { bounder, header, kernels, switchMemory } = evaluation;
  switchMemory.walked += nanoseconds;
  if (switchMemory.walked <= bounder.idleNs) return;
  const isWhole = isRefitted(evaluation);
  countWalks(switchMemory, bounder.pricesOf(kernels.arena.u32, wordAt(header)), isWhole);
  if (isWhole) return;
  countUnits(evaluation);
  if (isRefitWorthwhile(switchMemory)) refitAll(evaluation);
}

/**
 * Refuses a pose or a placement that float32 cannot hold. The matrices that walks read are those of the refused pose by then, since one kernel measures and
 * writes them; but every walk begins, and goes on, with a refresh, and is refused as well until there is another pose, which writes them
 * anew. Bounds and vertices that were evaluated before are neither written nor taken for those of the new pose.
 */
function refuseReach({ reach }: Placement, worldReach: number): never {
  requireReach('Body.refresh', reach);
  throw new PliantError(
    'bad-number',
    `Body.refresh: the placement may move a vertex to ${worldReach}, beyond what a float32 can hold; keep the world smaller`,
  );
}

/** Takes stock of the pose that the kernels have. */
function countUnits({ bounder, header, kernels, switchMemory }: Evaluation): void {
  const { u32 } = kernels.arena;
  const at = wordAt(header);
  takeStock(switchMemory, bounder.pricesOf(u32, at), u32[at + HEADER.blocksEvaluated], bounder.unitsDone(u32, at));
}

/** Forgets whatever is kept under stamps, but for blocks. */
function forgetStamps(
  { bounder, bounds, header, kernels }: Pick<Evaluation, 'bounder' | 'bounds' | 'header' | 'kernels'>,
  kept: readonly KeptWithBody[],
): void {
  const { u32 } = kernels.arena;
  const at = wordAt(header);
  const vertexStamps = follow(u32, at + HEADER.vertexStamps);
  u32.fill(0, vertexStamps, vertexStamps + bounds.vertexCount);
  bounder.forgetStamps(kernels, header);
  u32[at + HEADER.wholeStamp] = 0;
  for (const thing of kept) thing.forget();
}
