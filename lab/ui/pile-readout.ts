/** The numbers of the present step of the pile. */
import { formatCount, formatTime } from '../model/format.js';
import type { PileSimulation, StepResult } from '../model/pile-simulation.js';
import { PILE_RATE } from '../model/pile-simulation.js';
import { RecentTimes } from '../model/timing.js';
import { setLead, setText } from './text.js';

/** Steps that times are taken from: single ones jump too much to be read. */
const TIMED_STEPS = 60;

/** Writes numbers into the page. */
export class PileReadout {
  readonly #findTimes = new RecentTimes(TIMED_STEPS);
  readonly #moveTimes = new RecentTimes(TIMED_STEPS);

  /** Shows what stays the same for a simulation, and forgets the times of the one before. */
  showSimulation({ scene }: PileSimulation): void {
    const { bodies, mesh, proxies } = scene;
    this.#findTimes.clear();
    this.#moveTimes.clear();
    setText('body-count', formatCount(bodies.length));
    setText('body-triangles', formatCount(mesh.triangleCount));
    setText('body-proxies', formatCount(proxies.proxyCount));
    setText('proxy-total', formatCount(bodies.length * proxies.proxyCount));
    setText('pair-total', `of ${formatCount((bodies.length * (bodies.length - 1)) / 2 + bodies.length * 5)}`);
  }

  /** Takes the times of a step into account. */
  record({ findMs, moveMs }: StepResult): void {
    this.#findTimes.add(findMs);
    this.#moveTimes.add(moveMs);
  }

  /** Shows the numbers of a step. */
  showStep(result: StepResult): void {
    setLead('pile-contacts', formatCount(result.contacts), result.contacts > 0);
    setText('pile-pairs', formatCount(result.pairs));
    setText('pile-began', `+${result.began} −${result.ended} now`);
    setText('pile-searches', formatCount(result.searches));
    setText('pile-nodes', formatCount(result.nodesVisited));
    setText('pile-boxes', formatCount(result.boxTests));
    setText('find-time', formatTime(this.#findTimes.typical));
    setText('move-time', formatTime(this.#moveTimes.typical));
    setText('frame-number', formatCount(result.step));
    setText('frame-count', `· ${(result.step / PILE_RATE).toFixed(2)} s`);
  }

  /** Says the step's result to those who do not see it; only when someone asked for this very step. */
  announce({ step, contacts, pairs }: StepResult): void {
    setText('status', `Step ${step}: ${contacts} contacts, ${pairs} pairs touch.`);
  }
}
