/** What the page and the worker of an audit say to each other. */
import type { AnimatedScene, FileReport } from 'pliant/audit';

/** A scene, and which clips to check, in this order; -1 is the rest pose. */
export interface AuditOrder {
  readonly scene: AnimatedScene;
  readonly clips: readonly number[];
  readonly threads: number;
  /** Where the script of further workers is: bundlers do not find workers that are made by workers. */
  readonly laneUrl: string;
}

/** How far the worker is with a clip, or what it found there. */
export type AuditReply =
  | { readonly kind: 'progress'; readonly clip: number; readonly share: number }
  | { readonly kind: 'checked'; readonly clip: number; readonly report: FileReport }
  | { readonly kind: 'failed'; readonly message: string };
