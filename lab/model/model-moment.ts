/** A moment of a model: a clip, a time, and weights of morph targets that somebody has set by hand. */
import { evaluateClip, evaluateRest } from 'pliant/audit';
import type { AnimatedScene, SceneClip, SceneEvaluator } from 'pliant/audit';
import type { MorphWeight } from './model-choices.js';

/** Frames in a second: twice as many as an audit looks at, so that each of its instants is a frame. */
export const MODEL_RATE = 60;

/** Stands for the rest pose where a clip would be. */
export const REST_CLIP = -1;

/** When, and with which weights. Compared as text, it is the same or not. */
export interface ModelMoment {
  /** Index of a clip, or {@link REST_CLIP}. */
  readonly clip: number;
  /** Seconds. */
  readonly time: number;
  readonly weights: readonly MorphWeight[];
}

/** The clip that is played for a choice: the first one for a choice that the model has not. */
export function clipOf({ clips }: AnimatedScene, choice: number): number {
  if (clips.length === 0) return REST_CLIP;
  return choice < clips.length ? choice : 0;
}

/** Names for all clips, each different, as reports have them: `#k` without a name, `name#k` where an earlier one has the same. */
export function nameClips(clips: readonly SceneClip[]): string[] {
  const used = new Set<string>();
  return clips.map(({ index, name }) => {
    const free = name === null || name === '' || used.has(name) ? `${name ?? ''}#${index}` : name;
    used.add(free);
    return free;
  });
}

/** Frames of a clip, its end included; one for the rest pose. */
export function frameCountOfClip(clip: SceneClip | undefined): number {
  // A clip may be as long as a number can be; nobody looks at more than a day.
  return clip === undefined ? 1 : Math.min(Math.ceil(clip.duration * MODEL_RATE - 1e-9), 86_400 * MODEL_RATE) + 1;
}

/** When a frame is, in seconds. */
export function timeOfFrame(clip: SceneClip | undefined, frame: number): number {
  return clip === undefined ? 0 : Math.min(frame / MODEL_RATE, clip.duration);
}

/** The frame at a time, or the nearest to it. */
export function frameAtTime(clip: SceneClip | undefined, time: number): number {
  if (clip === undefined) return 0;
  const last = frameCountOfClip(clip) - 1;
  return time >= clip.duration ? last : Math.min(last, Math.round(time * MODEL_RATE));
}

/** Brings all nodes of the scene to a moment. */
export function goToMoment(evaluator: SceneEvaluator, { clip, time, weights }: ModelMoment): void {
  const { clips, objects } = evaluator.scene;
  if (clip === REST_CLIP) evaluateRest(evaluator);
  else evaluateClip(evaluator, clips[clip], time);
  for (const { object, target, value } of weights) {
    if (target >= (objects[object]?.defaultWeights.length ?? 0)) continue;
    evaluator.weights[evaluator.weightOffsets[objects[object].node] + target] = value;
  }
}
