/** The numbers of the present frame. */
import { BOX_BOUND } from 'pliant';
import { formatCount, formatTime } from '../model/format.js';
import type { FrameResult, Simulation } from '../model/simulation.js';
import { elementById } from './elements.js';

/** Frames over which times are medians: single ones jump too much to be read. */
const MEDIAN_FRAMES = 30;

/** Writes numbers into the page. */
export class Readout {
  readonly #refitTimes: number[] = [];
  readonly #queryTimes: number[] = [];

  /** Shows what stays the same for a simulation, and forgets the times of the one before. */
  showSimulation({ scene, tree, body, measure }: Simulation): void {
    this.#refitTimes.length = 0;
    this.#queryTimes.length = 0;
    const triangles = formatCount(scene.mesh.triangleCount);
    setText('triangle-count', triangles);
    setText('triangle-total', `of ${triangles}`);
    setText('node-count', `of ${formatCount(tree.nodeCount)}`);
    setText('tree-depth', String(measure.depth));
    setText('bound-word', body.boundKind === BOX_BOUND ? 'boxes' : 'spheres');
  }

  /** Takes the times of a frame into the medians. */
  record({ refitMs, queryMs }: FrameResult): void {
    remember(this.#refitTimes, refitMs);
    remember(this.#queryTimes, queryMs);
  }

  /** Shows the numbers of a frame. */
  showFrame(result: FrameResult, frameCount: number): void {
    const touched = elementById('touched', HTMLElement);
    touched.textContent = formatCount(result.touched);
    touched.classList.toggle('some', result.touched > 0);
    setText('nodes-visited', formatCount(result.nodesVisited));
    setText('bound-tests', formatCount(result.boundTests));
    setText('triangle-tests', formatCount(result.triangleTests));
    setText('refit-time', formatTime(median(this.#refitTimes)));
    setText('query-time', formatTime(median(this.#queryTimes)));
    setText('frame-number', String(result.frame + 1));
    setText('frame-count', `/ ${frameCount}`);
  }

  /** Says the frame's result to those who do not see it; only when someone asked for this very frame. */
  announce({ frame, touched, nodesVisited }: FrameResult): void {
    setText('status', `Frame ${frame + 1}: ${touched} triangles touched, ${nodesVisited} nodes visited.`);
  }
}

function setText(id: string, text: string): void {
  const element = elementById(id, HTMLElement);
  if (element.textContent !== text) element.textContent = text;
}

function remember(times: number[], time: number): void {
  times.push(time);
  if (times.length > MEDIAN_FRAMES) times.shift();
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;
}
