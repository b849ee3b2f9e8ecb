/** What the user has chosen: everything that a link to the page can bring back. */
import type { Backend } from 'pliant';

/** How finely the curtain is woven. */
export const SIZES = ['small', 'large'] as const;
/** The ball glides along the cloth, passes through it, or is where the user put it. */
export const FLIGHTS = ['glide', 'pass', 'hand'] as const;
/** What the nodes of the tree are wrapped in. */
export const BOUNDS = ['box', 'sphere'] as const;
/** Where the hot loops run. */
export const BACKENDS = ['wasm', 'typescript'] as const satisfies readonly Backend[];
/** Most children of a node. */
export const ARITIES = [2, 4] as const;
/** Most triangles in a leaf. */
export const LEAF_SIZES = [1, 2, 4, 8, 16] as const;
/** Frames shown per frame of a film at 60 a second. */
export const SPEEDS = [0.125, 0.25, 0.5, 1, 2] as const;

/** Stands for "no level of the tree is shown". */
export const NO_LEVEL = -1;

/** A point in metres. */
export type Point = readonly [x: number, y: number, z: number];

/** One of the curtains. */
export type Size = (typeof SIZES)[number];

/** All choices. */
export interface LabState {
  readonly size: Size;
  readonly flight: (typeof FLIGHTS)[number];
  readonly bound: (typeof BOUNDS)[number];
  readonly backend: Backend;
  readonly arity: (typeof ARITIES)[number];
  readonly leafSize: (typeof LEAF_SIZES)[number];
  /** Level of the tree to show, the root's being 0, or {@link NO_LEVEL}. */
  readonly level: number;
  /** Show only those nodes of the level that the search opened. */
  readonly openedOnly: boolean;
  readonly wireframe: boolean;
  /** Keep the ball in the middle of the picture. */
  readonly follow: boolean;
  readonly speed: (typeof SPEEDS)[number];
  readonly playing: boolean;
  /** Counted from 0. */
  readonly frame: number;
  /** Where the ball is while it is moved by hand. */
  readonly ball: Point;
}

/** What the page shows to someone who comes without a link. */
export const STATE_DEFAULTS: LabState = {
  size: 'small',
  flight: 'glide',
  bound: 'box',
  backend: 'wasm',
  arity: 4,
  leafSize: 4,
  level: NO_LEVEL,
  openedOnly: false,
  wireframe: false,
  follow: false,
  speed: 0.5,
  playing: true,
  frame: 0,
  ball: [0.1, 1.3, 0.1],
};
