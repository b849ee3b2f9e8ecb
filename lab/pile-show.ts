/** The pile, as the page runs it. */
import type { Backend } from 'pliant/parts';
import type { PileFacts } from './hook.js';
import { formatCount } from './model/format.js';
import { PILE_RATE } from './model/pile-simulation.js';
import type { PileSimulation } from './model/pile-simulation.js';
import type { LabState } from './model/state.js';
import type { Progress, Show } from './show.js';
import { BandPlot } from './ui/band-plot.js';
import { elementById } from './ui/elements.js';
import { PileReadout } from './ui/pile-readout.js';
import { PilePicture } from './view/pile-picture.js';
import type { Stage } from './view/stage.js';

/** The choices that need another simulation when they change. */
export const PILE_KEYS = ['bodies', 'proxyLevel', 'morph', 'backend'] as const satisfies readonly (keyof LabState)[];

const BANDS = [
  { title: 'contacts', scale: 'count', lines: [{ color: '#ffb340' }] },
  { title: 'pairs that touch', scale: 'count', lines: [{ color: '#9dff8a' }] },
  { title: 'nodes visited', scale: 'count', lines: [{ color: '#3fb6c9' }] },
  {
    title: 'time per step:',
    scale: 'time',
    lines: [
      { name: 'find contacts', color: '#c79bff' },
      { name: 'push apart', color: '#8592a8' },
    ],
  },
] as const;

/** How long the page may be busy with steps before it draws again. */
const LONGEST_MS = 24;

/** Runs one pile after the other. Steps can only be made forward, so an earlier one is reached from the beginning. */
export class PileShow implements Show {
  readonly scene = 'pile';
  readonly rate = PILE_RATE;
  readonly drag = undefined;
  readonly isBusy = false;
  readonly #stage: Stage | undefined;
  readonly #readout = new PileReadout();
  readonly #plot = new BandPlot(elementById('pile-plot', HTMLElement), BANDS);
  #simulation: PileSimulation;
  #picture: PilePicture | undefined;
  /** The step that was asked for, where the way there began. */
  #target = 0;
  #start = 0;

  constructor(stage: Stage | undefined, simulation: PileSimulation) {
    this.#stage = stage;
    this.#simulation = simulation;
    this.#begin();
  }

  get backend(): Backend {
    return this.#simulation.backend;
  }

  get frame(): number {
    return this.#simulation.result.step;
  }

  /** Goes over to another simulation. */
  adopt(simulation: PileSimulation): void {
    this.#simulation.dispose();
    this.#simulation = simulation;
    this.#begin();
  }

  frameAfter(frame: number, by: number): number {
    return Math.max(0, frame + by);
  }

  onChange(): void {
    // Everything is looked up when it is drawn.
  }

  get progress(): Progress | undefined {
    if (this.frame >= this.#target) return undefined;
    const share = (this.frame - this.#start) / (this.#target - this.#start);
    return { what: `Dropping ${this.#simulation.scene.bodies.length} bodies: step ${formatCount(this.frame)}`, share };
  }

  advance({ frame }: LabState, due: number): number {
    const end = performance.now() + LONGEST_MS;
    if (frame < this.frame) this.#restart();
    if (frame !== this.#target) this.#start = this.frame;
    this.#target = frame;
    while (this.frame < frame && performance.now() < end) this.#step();
    if (this.frame < frame) return frame;
    // Played slower rather than falling behind.
    for (let i = 0; i < due && performance.now() < end; i++) this.#step();
    this.#target = this.frame;
    return this.frame;
  }

  present(state: LabState): void {
    const { result, scene } = this.#simulation;
    this.#readout.showStep(result);
    if (!state.playing) this.#readout.announce(result);
    this.#plot.draw();
    this.#picture?.update(scene, state);
    elementById('legend-contact', HTMLElement).hidden = !state.contacts;
    elementById('legend-proxy', HTMLElement).hidden = state.look === 'bodies';
  }

  facts(): PileFacts & { nodesVisited: number } {
    const { result, scene } = this.#simulation;
    const { bodies, motion, proxies, world } = scene;
    return {
      bodyCount: bodies.length,
      proxyCount: proxies.proxyCount,
      contacts: result.contacts,
      pairs: [...world.touching.ids.subarray(0, world.touching.count * 2)],
      searches: result.searches,
      boxTests: result.boxTests,
      nodesVisited: result.nodesVisited,
      centers: [...motion.centers],
      drawnContacts: this.#picture?.contacts.drawnCount ?? 0,
      touchingProxies: this.#picture?.proxies.touchingCount ?? 0,
    };
  }

  dispose(): void {
    this.#simulation.dispose();
    this.#picture?.dispose();
    this.#plot.dispose();
  }

  #begin(): void {
    this.#target = this.#start = 0;
    this.#plot.clear();
    this.#readout.showSimulation(this.#simulation);
    if (this.#stage === undefined) return;
    this.#picture?.dispose();
    this.#picture = new PilePicture(this.#simulation.scene);
    this.#stage.show(this.#picture);
  }

  #restart(): void {
    this.#simulation.reset();
    this.#start = 0;
    this.#plot.clear();
  }

  #step(): void {
    const result = this.#simulation.step();
    this.#readout.record(result);
    this.#plot.record([[result.contacts], [result.pairs], [result.nodesVisited], [result.findMs, result.moveMs]]);
  }
}
