/** The one place where the choices are kept: controls, keys and links write it, everything that shows them listens. */
import type { LabState } from './state.js';

/** Told the new and the old choices after a change. */
type StateListener = (state: LabState, previous: LabState) => void;

/** Holds the present choices. */
export interface Store {
  readonly state: LabState;
  /** Changes some of the choices. Listeners hear of it only when a value really differs. */
  set(patch: Partial<LabState>): void;
  subscribe(listener: StateListener): void;
}

/** A store that begins with the given choices. */
export function createStore(initial: LabState): Store {
  let state = initial;
  const listeners: StateListener[] = [];
  return {
    get state() {
      return state;
    },
    set(patch) {
      const previous = state;
      const next = { ...state, ...patch };
      if (!changed(next, previous, Object.keys(patch) as (keyof LabState)[])) return;
      state = next;
      for (const listener of listeners) listener(next, previous);
    },
    subscribe(listener) {
      listeners.push(listener);
    },
  };
}

/** Whether any of the named choices differs. */
export function changed(state: LabState, previous: LabState, keys: readonly (keyof LabState)[]): boolean {
  return keys.some((key) => state[key] !== previous[key]);
}
