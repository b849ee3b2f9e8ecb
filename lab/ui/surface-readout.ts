/** The numbers of the present frame of a surface: what the probe hits, and what collides with itself. */
import { formatCount, formatTime } from '../model/format.js';
import type { SelfResult } from '../model/self-collisions.js';
import type { Answer, SurfaceSimulation } from '../model/surface-simulation.js';
import type { LabState } from '../model/state.js';
import { RecentTimes } from '../model/timing.js';
import type { BlendModel } from 'pliant/parts';
import { Race } from './race.js';
import { setLead, setText } from './text.js';

/** Frames that times are taken from: single ones jump too much to be read. */
const TIMED_FRAMES = 30;

/** What moves each surface. */
export const GOVERNORS: Readonly<Record<LabState['subject'], string>> = {
  quadruped: 'bones',
  cloth: 'control points',
  teddy: 'particles',
};

/** Counts of a search with itself, and where the page has them. */
const SELF_COUNTS = [
  ['self-nodes', 'nodesVisited'],
  ['self-tests', 'triangleTests'],
  ['self-regions', 'regionsFree'],
  ['self-borders', 'bordersSeen'],
  ['self-edges', 'borderEdges'],
] as const satisfies readonly (readonly [id: string, key: keyof SelfResult])[];

/** Writes numbers into the page. */
export class SurfaceReadout {
  readonly #race = new Race();
  /** What moves the surface. */
  #governors = '';
  /** Of searches that prove regions free, and of those that look at all neighbours. */
  readonly #prunedTimes = new RecentTimes(TIMED_FRAMES);
  readonly #plainTimes = new RecentTimes(TIMED_FRAMES);

  /** Shows what stays the same for a simulation, and forgets the times of the one before. */
  showSimulation({ parts }: SurfaceSimulation): void {
    const { bounds, mesh, model, subject } = parts;
    const { triangleCount, vertexCount } = mesh;
    this.forgetTimes();
    this.#governors = GOVERNORS[subject.kind];
    this.#prunedTimes.clear();
    this.#plainTimes.clear();
    setText('skin-triangles', formatCount(triangleCount));
    setText('skin-governors', `${formatCount(model.governorCount)} ${this.#governors}`);
    setText('skin-influences', formatCount(mostInfluences(model)));
    setText('patch-total', `of ${formatCount(bounds.patchCount)}`);
    setText('skin-vertex-total', `of ${formatCount(vertexCount)}`);
    setText('skin-block-total', `of ${formatCount(bounds.blockCount)}`);
    setText('skin-test-total', `of ${formatCount(triangleCount)}`);
  }

  /** How many regions were proved free by what moves the surface, if that is asked. */
  #nameUnbent({ isFitted, regionsUnbent }: SelfResult): string {
    return !isFitted ? '' : `${formatCount(regionsUnbent)} by ${this.#governors}`;
  }

  /** Forgets the times of the probe: they were those of another strategy or another probe. */
  forgetTimes(): void {
    this.#race.forgetTimes();
  }

  /** Takes the times of a frame into account. */
  record(answer: Answer): void {
    this.#race.record(answer);
  }

  recordSelf({ isPruned, searchMs }: SelfResult): void {
    (isPruned ? this.#prunedTimes : this.#plainTimes).add(searchMs);
  }

  /** Shows the numbers of a frame. */
  showFrame(answer: Answer, triangle: number, frameCount: number): void {
    const isBall = answer.question.probe === 'ball';
    setLead('hit-lead', nameHit(answer), answer.hitCount > 0);
    const hit = answer.hitCount > 0 ? `to triangle ${formatCount(triangle)}` : 'nothing hit';
    setText('hit-what', isBall ? 'triangles touched' : hit);
    setText('patches-baked', formatCount(answer.patchesBaked));
    setText('skin-vertices', formatCount(answer.verticesPosed));
    setText('skin-tests', formatCount(answer.triangleTests));
    setText('skin-nodes', formatCount(answer.nodesVisited));
    setText('skin-blocks', formatCount(answer.blocksEvaluated));
    setText('skin-bounds', formatCount(answer.boundTests));
    setText('frame-number', String(answer.frame + 1));
    setText('frame-count', `/ ${frameCount}`);
    this.#race.show(answer);
  }

  /** Shows what collides with itself; undefined while nobody looks for it. */
  showSelf(result: SelfResult | undefined): void {
    setLead('self-pairs', result === undefined ? '–' : formatCount(result.pairCount), (result?.pairCount ?? 0) > 0);
    for (const [id, key] of SELF_COUNTS) setText(id, result === undefined ? '–' : formatCount(result[key]));
    setText('self-unbent', result === undefined ? '' : this.#nameUnbent(result));
    this.#showSelfTime(result);
  }

  /** The time of such searches, and that of the others, if there were any. */
  #showSelfTime(result: SelfResult | undefined): void {
    const [times, others] =
      result?.isPruned === true ? [this.#prunedTimes, this.#plainTimes] : [this.#plainTimes, this.#prunedTimes];
    setText('self-time', result === undefined ? '–' : formatTime(times.typical));
    const isKnown = result !== undefined && !others.isEmpty;
    setText('self-other-time', isKnown ? `${formatTime(others.typical)} ${result.isPruned ? 'without' : 'with'}` : '');
  }

  /** Says the frame's result to those who do not see it; only when someone asked for this very frame. */
  announce(answer: Answer, self: SelfResult | undefined): void {
    const isBall = answer.question.probe === 'ball';
    const hit = isBall ? `${answer.hitCount} triangles touched` : answer.hitCount > 0 ? 'a hit' : 'no hit';
    const pairs = self === undefined ? '' : `, ${self.pairCount} pairs of triangles collide`;
    setText('status', `Frame ${answer.frame + 1}: ${hit}, ${answer.patchesBaked} patches baked${pairs}.`);
  }
}

/** How many triangles the ball touches, or how far away the ray hits one: its direction has length 1. */
function nameHit({ hitCount, parameter, question }: Answer): string {
  if (question.probe === 'ball') return formatCount(hitCount);
  return hitCount > 0 ? `${parameter.toFixed(3)} m` : '–';
}

/** How many governors move a vertex, at most. */
function mostInfluences({ influenceOffsets, vertexCount }: BlendModel): number {
  let most = 0;
  for (let i = 0; i < vertexCount; i++) most = Math.max(most, influenceOffsets[i + 1] - influenceOffsets[i]);
  return most;
}
