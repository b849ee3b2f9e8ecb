/** The numbers of the present frame of the curtain, and how long it takes each way. */
import type { CurtainSimulation, FrameResult } from '../model/curtain-simulation.js';
import { formatCount } from '../model/format.js';
import type { LabState } from '../model/state.js';
import { Race } from './race.js';
import { setLead, setText } from './text.js';

/** Writes numbers into the page. */
export class CurtainReadout {
  readonly #race = new Race();

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
    this.#race.forgetTimes();
  }

  /** Takes the times of a frame into account. */
  record(result: FrameResult): void {
    this.#race.record(result);
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
    this.#race.show(result);
  }

  /** Says the frame's result to those who do not see it; only when someone asked for this very frame. */
  announce({ frame, touched, nodesVisited }: FrameResult): void {
    setText('status', `Frame ${frame + 1}: ${touched} triangles touched, ${nodesVisited} nodes visited.`);
  }
}
