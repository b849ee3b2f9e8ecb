/** Frames of a recording: where all vertices are, time after time. */
import { describe, withDefaults } from '../checks.js';
import { PliantError } from '../errors.js';

/** A recording of some vertices. `planKeyframes` of `pliant/kinetic` takes it as it is. */
export interface Recording {
  /** Seconds since the first frame, ascending. */
  readonly times: Float64Array;
  /** x, y and z of all vertices at each of these times. */
  readonly frames: readonly Float32Array[];
  /** What each frame is called: its file, or its number in the cache. */
  readonly names: readonly string[];
}

/** How recordings are read. */
export interface RecordingOptions {
  /** Frames per second, above 0, where files do not say when their frames are. */
  readonly fps?: number;
  /** Whether frames are kept in memory that workers share, so that they need no copies. Browsers have it on isolated pages alone. */
  readonly shared?: boolean;
}

/** Defaults of {@link RecordingOptions}. */
export const RECORDING_DEFAULTS: Required<RecordingOptions> = { fps: 24, shared: false };

/** The rate that was asked for. */
export function requireFps(caller: string, options: RecordingOptions): number {
  const { fps } = withDefaults(RECORDING_DEFAULTS, options);
  if (typeof fps === 'number' && fps > 0 && Number.isFinite(fps)) return fps;
  throw new PliantError('bad-number', `${caller}: fps is ${describe(fps)}; pass a number above 0`);
}

/** Room for so many coordinates. */
export function allocateFrame(length: number, shared: boolean): Float32Array {
  return shared ? new Float32Array(new SharedArrayBuffer(length * 4)) : new Float32Array(length);
}
