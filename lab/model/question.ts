/** What a surface is asked: what a ray hits first, or what a ball touches. */
import type { Ray } from './ray.js';
import type { LabState, Point } from './state.js';
import { EXTENTS } from './subjects.js';
import type { Motion } from './subjects.js';
import { wanderOver } from './wander.js';

/** A question, in numbers alone, so that two can be compared. */
export type Question =
  | ({ readonly probe: 'ray' } & Ray)
  | { readonly probe: 'ball'; readonly center: Point; readonly radius: number };

/** Radius of the ball at its smallest, in metres: the animal is 66 cm long with its tail. */
const BALL_RADIUS = 0.016;

/** Where the ray comes from while nobody points at the animal, and the ellipse in the animal's midst that it wanders along. */
const LAMP = [0.34, 0.58, 0.62] as const;
const WANDER_CENTER = [-0.03, 0.215, 0] as const;
const WANDER_REACH = [0.17, 0.035] as const;

/** The question that the choices ask in a frame; `pointed` is the ray under the pointer, if there is one. */
export function askQuestion(state: LabState, motion: Motion, share: number, pointed: Ray | undefined): Question {
  if (state.probe === 'ball') return { probe: 'ball', center: state.place, radius: BALL_RADIUS * state.ballSize };
  if (pointed !== undefined) return { probe: 'ray', ...pointed };
  const isAnimal = motion === 'walk' || motion === 'jump';
  return { probe: 'ray', ...(isAnimal ? wander(share) : wanderOver(EXTENTS[motion], share)) };
}

/** Whether two questions are the same. */
export function isSameQuestion(a: Question, b: Question): boolean {
  if (a.probe === 'ray' && b.probe === 'ray') {
    return areEqual(a.origin, b.origin) && areEqual(a.direction, b.direction);
  }
  return a.probe === 'ball' && b.probe === 'ball' && areEqual(a.center, b.center) && a.radius === b.radius;
}

/** A ray that wanders over the animal once in a film. */
function wander(share: number): Ray {
  const turn = 2 * Math.PI * share;
  const [x, y, z] = WANDER_CENTER;
  const target = [x + WANDER_REACH[0] * Math.cos(turn), y + WANDER_REACH[1] * Math.sin(2 * turn), z];
  const way = target.map((coordinate, axis) => coordinate - LAMP[axis]);
  const length = Math.hypot(...way);
  return { origin: LAMP, direction: way.map((coordinate) => coordinate / length) };
}

function areEqual(a: readonly number[], b: readonly number[]): boolean {
  return a.every((value, i) => value === b[i]);
}
