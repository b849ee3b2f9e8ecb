/**
 * What a pool orders from its workers, and what they answer. A worker does its orders one after the other and answers each
 * exactly once, in the same order. It knows nothing of searches: only bodies, and tasks to be done in their present poses.
 */
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

/** What is searched: two bodies, or one with itself. */
export interface SearchedBodies {
  readonly bodyA: number;
  readonly bodyB: number;
  /** Poses that the worker has not been told yet, to be written first. */
  readonly poses: readonly SentPose[];
}

/** Take a search to pieces. */
export interface SplitOrder extends SearchedBodies {
  readonly kind: 'split';
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
  readonly run: RunOrder;
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

/** What an order of each kind is answered, when nothing fails. */
export interface Answers {
  readonly load: Backend;
  readonly add: true;
  readonly remove: true;
  readonly split: SplitSearch;
  readonly run: FoundPairs;
  readonly remember: true;
}

/** What comes back: an answer, or why there is none. */
export type Reply =
  | { readonly answer: Answers[keyof Answers] }
  | { readonly failure: { readonly code: PliantErrorCode; readonly message: string } };
