/**
 * A motion: two bodies of the same triangles, one as it is at the beginning of a step and one as it is at the end. In between every vertex moves straight from
 * where the one puts it to where the other does. That is all there is: what drives the bodies is not looked at, so every kind of body moves, and nothing is stored.
 */
import { requireBody } from '../body/body.js';
import type { Body } from '../body/body.js';
import { describe } from '../checks.js';
import { PliantError } from '../errors.js';

/** A body on its way through a step: at time 0 it is `from`, at time 1 it is `to`. Set the poses of both as those of any body. */
export interface Motion {
  /** The body at the beginning of the step. */
  from: Body;
  /** The body at its end; the same one, if it stands still. */
  to: Body;
  /**
   * The bounds of both as of the last time when their trees were compared.
   * @internal
   */
  readonly compared: [from: object | undefined, to: object | undefined];
}

/**
 * A motion between two bodies, which stay yours: create both from the same shape, or hand over one alone, which then stands still for as long as it is not posed anew. Of kinetic trees, cut
 * bodies and the like, both have to have the same triangles in the same tree; they may have different kernels.
 *
 * @throws PliantError `mismatch` when the bodies have different trees.
 */
export function createMotion(from: Body, to: Body = from): Motion {
  const motion: Motion = { from, to, compared: [undefined, undefined] };
  refreshMotion('createMotion', motion);
  return motion;
}

/**
 * Makes the end of a step the beginning of the next: exchanges both bodies, so that it takes no time. What the motion goes to is then the body that it came
 * from: pose it, all of it, for the end of the next step.
 */
export function nextStep(motion: Motion): void {
  const { compared, from } = motion;
  motion.from = motion.to;
  motion.to = from;
  compared.reverse();
}

/** Refuses what is no motion; returns it. */
export function requireMotion(caller: string, motion: Motion): Motion {
  if (!Array.isArray((motion as Motion | undefined)?.compared)) {
    throw new PliantError('bad-type', `${caller}: got ${describe(motion)}; pass a motion, made by createMotion`);
  }
  requireBody(caller, motion.from);
  requireBody(caller, motion.to);
  return motion;
}

/** Makes both bodies fresh, and refuses what is no motion. */
export function refreshMotion(caller: string, motion: Motion): void {
  const { from, to } = requireMotion(caller, motion);
  from.refresh();
  if (from === to) return;
  to.refresh();
  requireSameTree(caller, motion);
}

/** Bounds that are shared never change; those of bodies that are cut do, and are compared whenever they are asked for. */
function requireSameTree(caller: string, { compared, from, to }: Motion): void {
  const a = from.bounds;
  const b = to.bounds;
  if (a === b || (!a.isCuttable && !b.isCuttable && compared[0] === a && compared[1] === b)) return;
  const isSame =
    a.vertexCount === b.vertexCount &&
    isEqual(a.words, b.words) &&
    isEqual(a.triangles, b.triangles) &&
    isEqual(a.triangleOrder, b.triangleOrder);
  if (!isSame) {
    throw new PliantError(
      'mismatch',
      `${caller}: the bodies at both ends of the motion have different trees; create both from the same shape, and cut or change both alike`,
    );
  }
  compared[0] = a;
  compared[1] = b;
}

function isEqual(a: Uint32Array, b: Uint32Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
