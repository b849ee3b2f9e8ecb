/** What the page and the worker of a film say to each other. */
import type { Film } from './film.js';
import type { FilmTouches } from './first-touch.js';
import type { OpeningReply } from './open-worker.js';
import type { LabState } from './state.js';

/** Which film, and how fine. */
export type FilmChoice = Pick<LabState, 'film' | 'fineness'>;

/** A film that is open. */
export interface OpenedFilm {
  readonly film: Film;
  readonly touches: FilmTouches;
}

/** Where to go, and what to show there. */
export interface TimeWish {
  /** A moment of the film; for the first touch, the last one before it. */
  readonly tick: number;
  /** Whether to go to the very instant of the first touch. */
  readonly isTouch: boolean;
  readonly framesPerKey: number;
  /** Level of the tree whose boxes are shown, or -1. */
  readonly level: number;
  /** Whether pairs of nodes are wanted as lines. */
  readonly pairs: LabState['pairLook'];
}

/** What a frame cost. */
export interface FrameCounts {
  readonly leafEvents: number;
  readonly treeEvents: number;
  readonly numbersWritten: number;
  /** Pairs of the separation list that were looked at. */
  readonly pairLooks: number;
  /** Pairs of leaves that overlap at the end of it. */
  readonly overlapping: number;
}

/** Boxes of one level of the cloth's tree. */
export interface KineticLevel {
  readonly level: number;
  readonly nodes: Uint32Array;
  /** Six numbers per node. */
  readonly corners: Float32Array;
  /** 1 for nodes that have another extreme than a frame before, or than at the moment before if that is later. */
  readonly written: Uint8Array;
}

/** What the separation list has. */
export interface PairCounts {
  readonly overlapping: number;
  readonly apart: number;
  /** Pairs of leaves that began and ended to overlap since the moment before, if time went on from there. */
  readonly began: number | undefined;
  readonly ended: number | undefined;
  /** Triangles of overlapping leaves. */
  readonly clothTriangles: Uint32Array;
  readonly obstacleTriangles: Uint32Array;
  /** From the middle of a box to that of the other, if wanted: six numbers per pair. Those of overlapping leaves come first. */
  readonly lines: Float32Array;
  /** Lines of overlapping leaves. */
  readonly overlappingLines: number;
}

/** Cloth, obstacle and trees at a moment. */
export interface TimeMoment {
  /** The moment, or the last one before the first touch. */
  readonly tick: number;
  readonly isTouch: boolean;
  readonly seconds: number;
  /** Where vertices are. */
  readonly cloth: Float32Array;
  readonly obstacle: Float32Array;
  /** Whether time went back, so that the trees were built anew. */
  readonly isRebuilt: boolean;
  /** Whole frames that were gone through on the way here. */
  readonly frames: readonly FrameCounts[];
  /** Events of each bin of the time line, as far as they are known. */
  readonly bins: Uint32Array;
  /** Levels of the cloth's tree, and events of it that are known to come. */
  readonly depth: number;
  readonly waiting: number;
  /** Numbers that a refit of it from the leaves up would write: six per node. */
  readonly refitNumbers: number;
  readonly level: KineticLevel | undefined;
  readonly pairs: PairCounts;
  /** How long it took. */
  readonly workMs: number;
}

/** What the page asks for: a film first, then moments of it. */
export type TimeOrder =
  | { readonly kind: 'open'; readonly choice: FilmChoice }
  | { readonly kind: 'go'; readonly wish: TimeWish };

/** What the worker says. */
export type TimeReply = OpeningReply<OpenedFilm> | { readonly kind: 'there'; readonly moment: TimeMoment };
