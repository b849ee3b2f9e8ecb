/** What the page needs to know of a scene in order to run it. */
import type { Backend } from 'pliant/parts';
import type { CurtainFacts, ModelFacts, PileFacts, SurfaceFacts, TimeFacts } from './hook.js';
import type { LabState, SceneName } from './model/state.js';
import type { DragTarget } from './view/drag-ball.js';

/** What is still being computed. */
export interface Progress {
  readonly what: string;
  /** From 0 to 1. */
  readonly share: number;
}

/** A scene that is on: its simulation, its picture, its numbers. */
export interface Show {
  readonly scene: SceneName;
  /** Frames or steps in a second at speed 1. */
  readonly rate: number;
  /** Most frames to go on at once, where frames may be passed over; a few by default. */
  readonly mostFrames?: number;
  /** Which backend really runs. */
  readonly backend: Backend;
  /** The frame that is so many after another, or before it. */
  frameAfter(frame: number, by: number): number;
  /** Hears of every change of the choices. */
  onChange(state: LabState, previous: LabState): void;
  /** Computes the frame that the choices ask for, and then so many more; returns the frame to go on from. */
  advance(state: LabState, due: number): number;
  /** What is left to be done before the frame that was asked for is there. */
  readonly progress: Progress | undefined;
  /** Whether that frame is still being searched: for so short a time that nobody need be told. */
  readonly isBusy: boolean;
  /** Whether something is made ready that frames do not wait for. */
  readonly isPreparing?: boolean;
  /** The frame that is there. */
  readonly frame: number;
  /** Brings picture, numbers and plots up to date. */
  present(state: LabState): void;
  /** The ball that can be dragged, if there is one. */
  readonly drag: DragTarget | undefined;
  /** Goes to the finding that is so many after the present one, where there are findings. */
  nextFinding?(by: number): void;
  /** What the scene has to tell tests. */
  facts(): Partial<
    CurtainFacts & PileFacts & SurfaceFacts & ModelFacts & TimeFacts & { readonly nodesVisited: number }
  >;
  /** Gives all memory back, that of the graphics card too. */
  dispose(): void;
}
