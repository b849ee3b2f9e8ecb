/** The objects of a scene on their way from one instant to the next. */
import { createMotion } from '../continuous.js';
import type { Motion } from '../continuous.js';
import type { Kernels } from '../index.js';
import type { Instant } from './instants.js';
import type { AuditPlan } from './plan.js';
import { SceneBodies } from './scene-bodies.js';
import { jumps } from './straight.js';

/** Motions of all objects. Holds memory: `dispose()` it when done. */
export class MovingBodies {
  readonly #plan: AuditPlan;
  readonly #kernels: Kernels;
  /** Where everything is when the step begins. */
  readonly #from: SceneBodies;
  /** Where everything is at the instant when it ends: those of the checker. */
  readonly #at: SceneBodies;
  /** The same just before, where something jumps at that instant. */
  #justBefore: SceneBodies | undefined;
  #to: SceneBodies;
  #motions: (Motion | undefined)[] = [];

  constructor(plan: AuditPlan, kernels: Kernels, at: SceneBodies) {
    this.#plan = plan;
    this.#kernels = kernels;
    this.#from = new SceneBodies(plan, kernels);
    this.#at = at;
    this.#to = at;
  }

  /** Goes to a step between two instants of a clip; the checker's bodies must be at its end. */
  goTo(from: Instant, to: Instant): void {
    this.#from.goTo(from);
    const bodies = jumps(this.#plan.scene.clips[to.clip]) ? this.#bodiesJustBefore(from, to) : this.#at;
    if (bodies === this.#to) return;
    this.#to = bodies;
    this.#motions = [];
  }

  /** An object on its way. */
  motionOf(object: number): Motion {
    // Both have to be posed.
    const from = this.#from.bodyOf(object);
    const to = this.#to.bodyOf(object);
    return (this.#motions[object] ??= createMotion(from, to));
  }

  /** Whether an object is hidden at either end, in one point: nobody has seen it go there. */
  isHidden(object: number): boolean {
    return this.#from.isPoint(object) || this.#to.isPoint(object);
  }

  /** Whether an object stands still. */
  isStill(object: number): boolean {
    return this.#from.isPosedAs(this.#to, object);
  }

  /** Gives all memory back but that of the checker. */
  dispose(): void {
    this.#from.dispose();
    this.#justBefore?.dispose();
  }

  #bodiesJustBefore(from: Instant, to: Instant): SceneBodies {
    this.#justBefore ??= new SceneBodies(this.#plan, this.#kernels);
    this.#justBefore.goTo(to, from.time);
    return this.#justBefore;
  }
}
