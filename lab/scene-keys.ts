/** What has to be loaded anew when which choices change, how long that takes, and what is quickly there instead. */
import { CURTAIN_KEYS } from './curtain-show.js';
import { MODEL_CHOICES } from './model/state.js';
import type { LabState, SceneName } from './model/state.js';
import { changed } from './model/store.js';
import { PILE_KEYS } from './pile-show.js';
import { SURFACE_KEYS } from './surface-show.js';

const LOADED_KEYS: Readonly<Record<SceneName, readonly (keyof LabState)[]>> = {
  model: ['model', 'file'],
  curtain: CURTAIN_KEYS,
  pile: PILE_KEYS,
  surface: SURFACE_KEYS,
  time: ['film', 'fineness'],
};

/** The choices that need something else to be loaded when they change. */
export function loadedKeys({ scene }: LabState): readonly (keyof LabState)[] {
  return ['scene', ...LOADED_KEYS[scene]];
}

/** Whether a model is another one, and nothing about it came with it, as in a link. */
export function isOtherModel(state: LabState, previous: LabState): boolean {
  const about = Object.keys(MODEL_CHOICES) as (keyof typeof MODEL_CHOICES)[];
  return changed(state, previous, ['model', 'file']) && !changed(state, previous, about);
}

/** Whether what is to be loaded takes so long that someone may want to call it off. */
export function isHeavy({ animalSize, scene, size, subject }: LabState): boolean {
  if (scene === 'model' || scene === 'time') return true;
  if (scene === 'surface') return subject !== 'quadruped' || animalSize !== 'small';
  return scene === 'curtain' && size === 'large';
}

/** What is quickly there, for a choice that was not to be had. */
export function smallest({ model, scene }: LabState): Partial<LabState> {
  if (scene !== 'model') return { scene: 'curtain', size: 'small' };
  return model === 'sleeve' ? { scene: 'curtain', size: 'small' } : { model: 'sleeve', ...MODEL_CHOICES };
}
