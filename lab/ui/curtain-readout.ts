/** The numbers of the present frame of the curtain, and how long it takes each way. */
import type { CurtainSimulation, FrameResult } from '../model/curtain-simulation.js';
import { formatCount, formatTime } from '../model/format.js';
import type { LabState } from '../model/state.js';
import { RecentTimes } from '../model/timing.js';
import { elementById } from './elements.js';
import { setLead, setText } from './text.js';

/** Frames that times are taken from: single ones jump too much to be read. */
const TIMED_FRAMES = 30;

/** Writes numbers into the page. */
export class CurtainReadout {
  readonly #lazyTimes = new RecentTimes(TIMED_FRAMES);
  readonly #refitTimes = new RecentTimes(TIMED_FRAMES);

  /** Shows what stays the same for a simulation, and forgets the times of the one before. */
  showSimulation({ scene, bounds, measure }: CurtainSimulation, { bound }: LabState): void {
    this.forgetTimes();
    const { triangleCount, vertexCount } = scene.mesh;
    setText('triangle-count', formatCount(triangleCount));
    setText('triangle-total', `of ${formatCount(triangleCount)}`);
    setText('vertex-total', `of ${formatCount(vertexCount)}`);
    setText('block-total', `of ${formatCount(bounds.blockCount)}`);
    setText('tree-depth', String(measure.depth));
    setText('bound-word', bound === 'box' ? 'boxes' : 'spheres');
  }

  /** Forgets all times: they were those of another strategy or another ball. */
  forgetTimes(): void {
    this.#lazyTimes.clear();
    this.#refitTimes.clear();
  }

  /** Takes the times of a frame into account. */
  record({ lazyMs, refitMs }: FrameResult): void {
    this.#lazyTimes.add(lazyMs);
    this.#refitTimes.add(refitMs);
  }

  /** Shows the numbers of a frame. */
  showFrame(result: FrameResult, frameCount: number): void {
    setLead('touched', formatCount(result.touched), result.touched > 0);
    setText('blocks-evaluated', formatCount(result.blocksEvaluated));
    setText('vertices-posed', formatCount(result.verticesPosed));
    setText('nodes-visited', formatCount(result.nodesVisited));
    setText('bound-tests', formatCount(result.boundTests));
    setText('triangle-tests', formatCount(result.triangleTests));
    setText('frame-number', String(result.frame + 1));
    setText('frame-count', `/ ${frameCount}`);
    this.#showRace(result);
  }

  /** Says the frame's result to those who do not see it; only when someone asked for this very frame. */
  announce({ frame, touched, nodesVisited }: FrameResult): void {
    setText('status', `Frame ${frame + 1}: ${touched} triangles touched, ${nodesVisited} nodes visited.`);
  }

  /** Both ways side by side: bars as long as their times. */
  #showRace({ isRefitted, strategy }: FrameResult): void {
    const lazy = this.#lazyTimes.typical;
    const refit = this.#refitTimes.typical;
    const isAdaptive = strategy === 'adaptive';
    const choice = isRefitted ? ' It refitted this frame.' : ' It stays lazy.';
    setText('race-lazy-name', isAdaptive ? 'adaptive' : 'lazy');
    setText('race-lazy-time', formatTime(lazy));
    setText('race-refit-time', formatTime(refit));
    setBar('race-lazy-bar', lazy / Math.max(lazy, refit));
    setBar('race-refit-bar', refit / Math.max(lazy, refit));
    elementById('race-lazy', HTMLElement).classList.toggle('chosen', strategy !== 'refit');
    elementById('race-refit', HTMLElement).classList.toggle('chosen', strategy === 'refit');
    setText('race-result', compare(isAdaptive ? 'Adaptive' : 'Lazy', lazy, refit) + (isAdaptive ? choice : ''));
  }
}

function compare(name: string, lazy: number, refit: number): string {
  const ratio = Math.max(lazy, refit) / Math.max(1e-6, Math.min(lazy, refit));
  if (ratio < 1.1) return `${name} and refit take about as long here.`;
  const times = ratio < 10 ? ratio.toFixed(1) : formatCount(Math.round(ratio));
  return lazy < refit ? `${name} is ${times} × faster than refit.` : `Refit is ${times} × faster here.`;
}

function setBar(id: string, share: number): void {
  elementById(id, HTMLElement).style.width = `${Math.max(0.4, Math.min(1, share) * 100)}%`;
}
