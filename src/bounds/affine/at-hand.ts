/** The code that fits skins, and that follows what was fitted, with a module of hot loops. Few programs need it: it is loaded by who fits shapes, or by the first search that has use for it. Until it is there, and where it cannot be had, searches do without. */
import type { Fitting } from './fitting.js';

let fitting: Fitting | undefined;
let loading: Promise<void> | undefined;

/** Has the code there from now on. */
export function haveFitting(loaded: Fitting): void {
  fitting = loaded;
}

/** Loads the code, if it can be had. */
export function loadFitting(): Promise<void> {
  return (loading ??= import('./fitting.js').then(
    ({ FITTING }) => haveFitting(FITTING),
    // What cannot be loaded is not needed for an answer.
    () => {},
  ));
}

/** The code, if it is there; else it is asked for. */
export function fittingAtHand(): Fitting | undefined {
  if (!fitting) void loadFitting();
  return fitting;
}
