/** What an audit orders from whoever checks instants, and what it is answered. Each order is answered once, in order. */
import type { Backend } from '../parts.js';
import type { WorkerReply } from '../workers/worker-port.js';
import type { CheckedInstant } from './checker.js';
import type { Instant } from './instants.js';
import type { MeasureRequest, Measurement } from './measure.js';
import type { AuditPlan, PairSet } from './plan.js';

/** All orders by kind. */
export interface AuditOrders {
  /** Load the kernels, so that they are there when the plan comes. */
  readonly load: { readonly kind: 'load'; readonly backend: Backend | 'auto' };
  /** Make bodies of a scene. */
  readonly plan: { readonly kind: 'plan'; readonly plan: AuditPlan };
  /** Find out what there is at rest. */
  readonly rest: { readonly kind: 'rest' };
  /** Take this for what is not new. */
  readonly baseline: { readonly kind: 'baseline'; readonly sets: readonly PairSet[] };
  /** Check some instants, which follow each other, and the ways to them; that to the first is from `before`. */
  readonly check: {
    readonly kind: 'check';
    readonly instants: readonly Instant[];
    readonly before: Instant | undefined;
  };
  /** Measure some meetings. */
  readonly measure: { readonly kind: 'measure'; readonly requests: readonly MeasureRequest[] };
  /** List all pairs that were found in checks. */
  readonly seen: { readonly kind: 'seen' };
  /** Forget the scene, and wait for another. */
  readonly forget: { readonly kind: 'forget' };
}

/** What an order of each kind is answered. */
export interface AuditAnswers {
  readonly load: true;
  readonly plan: true;
  readonly rest: readonly PairSet[];
  readonly baseline: true;
  readonly check: readonly CheckedInstant[];
  readonly measure: readonly Measurement[];
  readonly seen: readonly PairSet[];
  readonly forget: true;
}

/** Any order. */
export type AuditOrder = AuditOrders[keyof AuditOrders];

/** Any answer. */
export type AuditAnswer = AuditAnswers[keyof AuditAnswers];

/** What comes back from a worker. */
export type AuditReply = WorkerReply<AuditAnswer>;
