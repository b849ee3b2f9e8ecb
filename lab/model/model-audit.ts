/** The audit of a model as the page runs it: clip by clip, in the background, until all are checked or it is called off. */
import type { AnimatedScene, FileReport, Finding } from 'pliant/audit';
import type { AuditOrder, AuditReply } from './audit-messages.js';
// oxlint-disable-next-line import/default -- Vite makes the module of such an import
import laneUrl from './audit-lane.ts?worker&url';
import { REST_CLIP } from './model-moment.js';

/** What is known of a clip, or of the rest pose. */
export interface ClipAudit {
  /** Index of the clip, or {@link REST_CLIP}. */
  readonly clip: number;
  /** Share that is done, from 0 to 1. */
  readonly share: number;
  /** What was found, once everything is. */
  readonly report: FileReport | undefined;
}

/** How it is going. */
export type AuditState = 'idle' | 'running' | 'stopped' | 'done' | 'failed';

/** A page that has less than this to do stays smooth; the audit takes the other threads. */
const MOST_THREADS = 8;

/** Audits one model. */
export class ModelAudit {
  /** Told whenever something has changed. */
  onChange: () => void = () => {};
  state: AuditState = 'idle';
  /** What went wrong, when it failed. */
  failure = '';
  readonly #scene: AnimatedScene;
  readonly #clips: ClipAudit[];
  #worker: Worker | undefined;

  constructor(scene: AnimatedScene) {
    this.#scene = scene;
    this.#clips = [REST_CLIP, ...scene.clips.keys()].map((clip) => ({ clip, share: 0, report: undefined }));
  }

  /** The rest pose first, then the clips in their order. */
  get clips(): readonly ClipAudit[] {
    return this.#clips;
  }

  /** All findings so far, new ones first. */
  get findings(): readonly Finding[] {
    const all = this.#clips.flatMap(({ report }) => report?.findings ?? []);
    return [...all.filter((finding) => finding.new), ...all.filter((finding) => !finding.new)];
  }

  /** Share of all clips that is done, by their durations. */
  get share(): number {
    const lengths = this.#clips.map(({ clip }) => 0.1 + (this.#scene.clips[clip]?.duration ?? 0));
    const total = lengths.reduce((sum, length) => sum + length, 0);
    return this.#clips.reduce((sum, { share }, i) => sum + share * lengths[i], 0) / total;
  }

  /** Begins, or goes on with what is left: with the given clip first, for it is the one that is looked at. */
  start(first: number): void {
    if (this.#worker !== undefined || this.state === 'done') return;
    const left = this.#clips.filter(({ report }) => report === undefined).map(({ clip }) => clip);
    const clips = [...left.filter((clip) => clip === first), ...left.filter((clip) => clip !== first)];
    const worker = new Worker(new URL('./audit-worker.ts', import.meta.url), { type: 'module' });
    const threads = Math.min(MOST_THREADS, Math.max(1, navigator.hardwareConcurrency - 1));
    worker.addEventListener('message', ({ data }: MessageEvent<AuditReply>) => this.#hear(data));
    worker.addEventListener('error', (event) => this.#fail(event.message || 'its worker was lost'));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
    worker.postMessage({ scene: this.#scene, clips, threads, laneUrl } satisfies AuditOrder);
    this.#worker = worker;
    this.#change('running');
  }

  /** Calls it off; what is known stays. */
  stop(): void {
    if (this.#worker === undefined) return;
    this.#end();
    this.#clips.forEach(({ clip, report }, i) => {
      if (report === undefined) this.#clips[i] = { clip, share: 0, report };
    });
    this.#change('stopped');
  }

  /** Ends it without a word. */
  dispose(): void {
    this.onChange = () => {};
    this.#end();
  }

  #hear(reply: AuditReply): void {
    if (reply.kind === 'failed') {
      this.#fail(reply.message);
      return;
    }
    const { clip } = reply;
    const at = this.#clips.findIndex((known) => known.clip === clip);
    if (reply.kind === 'progress') this.#clips[at] = { clip, share: reply.share, report: undefined };
    else this.#clips[at] = { clip, share: 1, report: reply.report };
    const isDone = this.#clips.every(({ report }) => report !== undefined);
    if (isDone) this.#end();
    this.#change(isDone ? 'done' : 'running');
  }

  #fail(message: string): void {
    this.failure = message;
    this.#end();
    this.#change('failed');
  }

  #end(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
  }

  #change(state: AuditState): void {
    this.state = state;
    this.onChange();
  }
}
