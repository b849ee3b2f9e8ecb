/** What to audit, against what, and how. */
import type { Backend } from '../parts.js';
import type { SearchWorker } from '../workers/search-worker.js';
import type { Report } from './report.js';

/** How far an audit is. */
export interface AuditProgress {
  /** What is being done: trees, then instants, then measuring what was found. */
  readonly stage: 'prepare' | 'search' | 'measure';
  /** How much of this stage is done. */
  readonly done: number;
  /** How much there is to do in this stage. */
  readonly total: number;
}

/** Options of {@link auditScene}. */
export interface AuditOptions {
  /** What the report calls the file; also how a baseline's file is found. By default empty. */
  readonly file?: string;
  /**
   * Clips by name, `#k` for the k-th of the file; `*` and `?` stand for any text and any character. By default the rest pose,
   * and every clip; when clips are named the rest pose is not among the instants.
   */
  readonly clips?: readonly string[] | undefined;
  /** Instants of each clip: k / fps from 0 on, and its end. Above 0. */
  readonly fps?: number;
  /** Instants of each clip in seconds, in place of `fps`. */
  readonly times?: readonly number[] | undefined;
  /**
   * Whether to look between instants as well, exactly: vertices go straight from each instant of a clip to the next. For recordings, and for
   * clips of morph weights and translations, whose keys become instants; others are refused.
   */
  readonly continuous?: boolean;
  /** Whether objects are checked against themselves. */
  readonly self?: boolean;
  /** Whether objects are checked against each other. */
  readonly pairs?: boolean;
  /**
   * What to check, by name: `Body` is Body against itself, `Body:Jacket` are these two, `Hair:*` is Hair against all others.
   * By default everything.
   */
  readonly only?: readonly string[] | undefined;
  /** What not to check, in the same way. */
  readonly ignore?: readonly string[];
  /** What does not count as new: what there is in the rest pose, nothing, or what an earlier report has seen. */
  readonly baseline?: 'rest' | 'none' | Report;
  /** Also report triangles of different objects that are closer than this, in metres. 0 for none. */
  readonly clearance?: number;
  /** Findings with fewer triangles are left out. */
  readonly minTriangles?: number;
  /** Findings with less depth are left out, in metres; those without a depth stay. */
  readonly minDepth?: number;
  /** Whether instants list their triangle pairs. */
  readonly listPairs?: boolean;
  /**
   * How many threads to work in, 64 at most: the calling one, which gives way to its events now and then, and workers for the
   * others.
   */
  readonly threads?: number;
  /** Stops the audit early: the report says what was not checked. */
  readonly signal?: AbortSignal | undefined;
  /** The same after so many seconds. */
  readonly budgetSeconds?: number;
  /** Called after every step. */
  readonly onProgress?: ((progress: AuditProgress) => void) | undefined;
  /** Which kernels to use. */
  readonly backend?: Backend | 'auto';
  /**
   * Makes a worker that calls `serveAudits()`. By default a worker is made from a file of this package, which bundlers find by
   * `new URL('…', import.meta.url)`; where they do not, write `import { serveAudits } from 'pliant/audit'; serveAudits();` to a
   * file of your own, and make the worker from it. Pass the same function to all audits: a worker that has not loaded when one
   * audit is over is then there for the next.
   */
  readonly createWorker?: (() => SearchWorker) | undefined;
}

/** Each thread has a copy of the scene: more than this is a mistake. */
export const MOST_THREADS = 64;

/** Defaults of {@link AuditOptions}. */
export const AUDIT_DEFAULTS: Required<AuditOptions> = {
  file: '',
  clips: undefined,
  fps: 30,
  times: undefined,
  continuous: false,
  self: true,
  pairs: true,
  only: undefined,
  ignore: [],
  baseline: 'rest',
  clearance: 0,
  minTriangles: 0,
  minDepth: 0,
  listPairs: false,
  threads: 1,
  signal: undefined,
  budgetSeconds: Infinity,
  onProgress: undefined,
  backend: 'auto',
  createWorker: undefined,
};
