/** The pile: steps in, contacts and what they cost out. Draws nothing. */
import { loadKernels } from 'pliant';
import type { Kernels } from 'pliant';

import { PILE_TIME_STEP, createPileScene, disposePileScene, findPileContacts, movePile } from '../../scenes/pile.js';
import type { PileScene } from '../../scenes/pile.js';
import type { LabState } from './state.js';

/** What one step gave. */
export interface StepResult {
  readonly step: number;
  /** Contacts between proxies, and between proxies and the bin. */
  readonly contacts: number;
  /** Pairs of bodies, the sides of the bin among them, that touch; that began to; and that ended touching. */
  readonly pairs: number;
  readonly began: number;
  readonly ended: number;
  /** Pairs whose boxes were compared, and whose trees were searched. */
  readonly boxTests: number;
  readonly searches: number;
  readonly nodesVisited: number;
  /** Time for finding the contacts, and for pushing the bodies apart and moving them. */
  readonly findMs: number;
  readonly moveMs: number;
}

/** Steps in a second. */
export const PILE_RATE = 1 / PILE_TIME_STEP;

/** Room for contacts, per body. */
const MOST_CONTACTS = 4000;

/** A pile of bodies. The same choices give the same numbers at the same step, always. Holds memory: `dispose()` it. */
export class PileSimulation {
  readonly backend: Kernels['backend'];
  readonly #kernels: Kernels;
  readonly #state: LabState;
  #scene: PileScene;
  #result: StepResult;

  private constructor(kernels: Kernels, state: LabState) {
    this.backend = kernels.backend;
    this.#kernels = kernels;
    this.#state = state;
    this.#scene = this.#create();
    this.#result = this.#findContacts(0);
  }

  /** Hangs up the bodies that the choices ask for. */
  static async load(state: LabState, signal: AbortSignal): Promise<PileSimulation> {
    const kernels = await loadKernels({ backend: state.backend === 'wasm' ? 'auto' : 'typescript' });
    signal.throwIfAborted();
    return new PileSimulation(kernels, state);
  }

  /** The pile as it is now. */
  get scene(): PileScene {
    return this.#scene;
  }

  /** What there is at the present step. */
  get result(): StepResult {
    return this.#result;
  }

  /** Moves on by one step, and finds the contacts there: those that are shown belong to the bodies as they are shown. */
  step(): StepResult {
    const start = performance.now();
    movePile(this.#scene);
    this.#result = this.#findContacts(performance.now() - start);
    return this.#result;
  }

  /** Hangs all bodies up again, as they were at first. */
  reset(): void {
    disposePileScene(this.#scene);
    this.#scene = this.#create();
    this.#result = this.#findContacts(0);
  }

  /** Gives the memory back. */
  dispose(): void {
    disposePileScene(this.#scene);
  }

  #create(): PileScene {
    const { bodies, proxyLevel, morph } = this.#state;
    return createPileScene(this.#kernels, {
      bodyCount: bodies,
      level: proxyLevel,
      amplitude: morph,
      contactCapacity: bodies * MOST_CONTACTS,
    });
  }

  #findContacts(moveMs: number): StepResult {
    const start = performance.now();
    findPileContacts(this.#scene);
    const findMs = performance.now() - start;
    const { stepCount, world } = this.#scene;
    const { began, ended, statistics } = world;
    return {
      step: stepCount,
      contacts: statistics.contacts,
      pairs: statistics.touching,
      began: began.count,
      ended: ended.count,
      boxTests: statistics.boxTests,
      searches: statistics.searches,
      nodesVisited: statistics.nodesVisited,
      findMs,
      moveMs,
    };
  }
}
