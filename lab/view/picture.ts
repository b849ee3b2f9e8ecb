/** What a scene gives to be drawn. */
import type { Object3D, Vector3 } from 'three';

/** Where the eye is at first. */
export interface FirstView {
  /** What it looks at. */
  readonly target: Vector3;
  /** Where it is, as seen from there: a direction of length 1. */
  readonly direction: Vector3;
  /** Height and width, in metres, that are seen at least. */
  readonly height: number;
  readonly width: number;
  /** How large the whole is; about a metre where it is not said. Models come in all sizes. */
  readonly reach?: number;
}

/** Things to draw. They hold memory of the graphics card: `dispose()` of them. */
export interface Picture {
  readonly object: Object3D;
  readonly firstView: FirstView;
  dispose(): void;
}
