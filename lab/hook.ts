/**
 * `window.pliantLab`: what the page shows, as plain numbers, for tests and for the curious at the console. Reading it
 * changes nothing; there is nothing to write.
 */
import type { LabState } from './model/state.js';

/** A snapshot of the page. */
export interface LabSnapshot {
  readonly state: LabState;
  /** Whether something is being loaded. */
  readonly isLoading: boolean;
  readonly frameCount: number;
  readonly triangleCount: number;
  /** Which backend really runs. */
  readonly backend: string;
  /** Nodes of the tree on each level, from the root down. */
  readonly nodesOfLevel: readonly number[];
  /** The frame that the numbers below belong to. */
  readonly frame: number;
  /** Triangles that the ball touches, in rising order. */
  readonly touched: readonly number[];
  /** Triangles that the picture marks as touched, in rising order. */
  readonly marked: readonly number[];
  readonly nodesVisited: number;
  readonly boundTests: number;
  readonly triangleTests: number;
  /** Nodes of the shown level that the search opened. */
  readonly openedCount: number;
  /** Nodes of the tree that the picture shows. */
  readonly drawnNodes: number;
  /** Centre of the ball. */
  readonly ball: readonly number[];
  /** Where the picture shows it, in CSS pixels from the upper left corner of the canvas. */
  readonly ballOnScreen: readonly number[];
  /** Where the eye is. */
  readonly camera: readonly number[];
  /** WebGL objects that three.js holds: they must not grow when scenes are switched. */
  readonly geometries: number;
}

declare global {
  interface Window {
    /** Takes a snapshot; undefined until the first frame is shown. */
    readonly pliantLab: { readonly snapshot: () => LabSnapshot | undefined };
  }
}

/** Makes the hook available. */
export function provideHook(snapshot: () => LabSnapshot | undefined): void {
  Object.defineProperty(window, 'pliantLab', { value: Object.freeze({ snapshot }) });
}
