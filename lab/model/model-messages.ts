/** What the page and the worker of a model say to each other. */
import type { AnimatedScene } from 'pliant/audit';
import type { ExampleModel } from '../../scenes/example-names.js';
import type { DrawnSurface } from './drawn-surface.js';
import type { ModelMoment } from './model-moment.js';
import type { OpeningReply } from './open-worker.js';
import type { CollisionResult } from './scene-collisions.js';

/** A file that was dropped or chosen, with its path where a folder was. */
export interface DroppedFile {
  readonly path: string;
  readonly file: File;
}

/** Where a model comes from: made by the project, or a file, with those that were dropped beside it. */
export type ModelSource =
  | { readonly kind: 'example'; readonly name: ExampleModel }
  | { readonly kind: 'file'; readonly path: string; readonly files: readonly DroppedFile[] };

/** A model as the page has it. */
export interface OpenedModel {
  readonly scene: AnimatedScene;
  /** What is drawn of each object. */
  readonly surfaces: readonly DrawnSurface[];
  /** Names of the morph targets of each object. */
  readonly targetNames: readonly (readonly string[])[];
  readonly byteLength: number;
}

/** What the page asks for: a model first, then where it collides, any number of times. */
export type ModelOrder =
  | { readonly kind: 'open'; readonly source: ModelSource }
  | { readonly kind: 'search'; readonly moment: ModelMoment; readonly hidden: readonly number[] };

/** What the worker says. */
export type ModelReply = OpeningReply<OpenedModel> | { readonly kind: 'found'; readonly result: CollisionResult };
