/**
 * What a pool orders from its workers, and what they answer. A worker does its orders one after the other and answers each
 * exactly once, in the same order. It knows nothing of searches: only bodies, and tasks to be done in their present poses.
 */
import type { FirstTouch } from '../continuous.js';
import type { BodyOptions, SearchStatistics } from '../index.js';
import type { SharedSelfSearch } from '../internals.js';
import type { Backend } from '../parts.js';
import type { PliantErrorCode } from '../errors.js';

/** The numbers that drive a body, as they were at one moment. Each section may be empty. */
export interface SentPose {
  readonly body: number;
  readonly weights: Float32Array;
  readonly transforms: Float32Array;
  readonly points: Float32Array;
  /** Sixteen numbers, or none for a body that was never placed. */
  readonly placement: Float64Array;
}

/** Load the kernels: the first order of all. */
interface LoadOrder {
  readonly kind: 'load';
  readonly backend: Backend | 'auto';
}

/** Create a body. */
export interface AddOrder {
  readonly kind: 'add';
  readonly body: number;
  /** Meshes, models and bounds that the worker does not have yet, with the numbers they go by. */
  readonly records: readonly (readonly [number: number, record: object])[];
  readonly mesh: number;
  readonly model: number;
  readonly bounds: number;
  readonly options: BodyOptions;
}

/** Dispose of a body, and forget records that no other uses. What is not there is passed over. */
export interface RemoveOrder {
  readonly kind: 'remove';
  readonly body: number;
  readonly records: readonly number[];
}

/** What is searched, and in which poses. */
export interface SearchedBodies {
  /** Two bodies, or one for a search with itself; of a step, each as it is at the beginning and at the end. */
  readonly bodies: readonly number[];
  /** Poses that the worker has not been told yet, to be written first. */
  readonly poses: readonly SentPose[];
}

/** Take a search for what meets to pieces. */
export interface SplitOrder extends SearchedBodies {
  readonly kind: 'split';
  /** How many tasks are wanted at least. */
  readonly least: number;
}

/** Take a search for what meets within a step to pieces. */
interface SplitStepOrder extends SearchedBodies {
  readonly kind: 'split-step';
  /** How many tasks are wanted at least. */
  readonly least: number;
}

/** Do tasks of a search. */
export interface RunOrder extends SearchedBodies {
  readonly kind: 'run';
  readonly tasks: Uint32Array;
  /** Most pairs that anyone wants to see. */
  readonly room: number;
}

/** Do tasks of a search for all that meets within a step. */
interface RunStepOrder extends SearchedBodies {
  readonly kind: 'run-step';
  readonly tasks: Uint32Array;
  /** Most pairs that anyone wants to see. */
  readonly room: number;
}

/** Do tasks of a search for what meets first within a step. */
interface RunTouchOrder extends SearchedBodies {
  readonly kind: 'run-touch';
  readonly tasks: Uint32Array;
  /** The time behind which nothing needs to be looked for. */
  readonly last: number;
}

/** Remember what a search of a body with itself has shown, so that the next one is done in the cheaper way. */
export interface RememberOrder {
  readonly kind: 'remember';
  readonly body: number;
  readonly search: SharedSelfSearch;
}

/** All orders by kind. */
export interface Orders {
  readonly load: LoadOrder;
  readonly add: AddOrder;
  readonly remove: RemoveOrder;
  readonly split: SplitOrder;
  readonly 'split-step': SplitStepOrder;
  readonly run: RunOrder;
  readonly 'run-step': RunStepOrder;
  readonly 'run-touch': RunTouchOrder;
  readonly remember: RememberOrder;
}

/** Any order. */
export type Order = Orders[keyof Orders];

/** The pieces of a search, and what taking it to pieces took. */
export interface SplitSearch {
  readonly tasks: Uint32Array;
  /** Whether tasks are regions of a body that are to be proved free of collisions with themselves. */
  readonly isPruned: boolean;
  readonly statistics: SearchStatistics;
}

/** What some tasks found, in their order. */
export interface FoundPairs {
  /** Two triangle numbers per pair. */
  readonly pairs: Uint32Array;
  readonly meetings: Uint8Array;
  /** Found beyond the room that the order gave. */
  readonly dropped: number;
  /** Pairs of leaves that were looked at. */
  readonly leafPairs: number;
  readonly statistics: SearchStatistics;
}

/** What some tasks of a step found, in their order: see `MotionHits`. */
export interface FoundStepPairs {
  readonly pairs: Uint32Array;
  readonly times: Float64Array;
  readonly timesAbove: Float64Array;
  readonly features: Uint8Array;
  /** Found beyond the room that the order gave. */
  readonly dropped: number;
  readonly statistics: SearchStatistics;
}

/** What meets first of some tasks. */
export interface FoundTouch {
  readonly touch: FirstTouch;
  readonly statistics: SearchStatistics;
}

/** What an order of each kind is answered, when nothing fails. */
export interface Answers {
  readonly load: Backend;
  readonly add: true;
  readonly remove: true;
  readonly split: SplitSearch;
  readonly 'split-step': SplitSearch;
  readonly run: FoundPairs;
  readonly 'run-step': FoundStepPairs;
  readonly 'run-touch': FoundTouch;
  readonly remember: true;
}

/** What comes back: an answer, or why there is none. */
export type Reply =
  | { readonly answer: Answers[keyof Answers] }
  | { readonly failure: { readonly code: PliantErrorCode; readonly message: string } };
