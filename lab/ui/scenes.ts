/** Shows the parts of the page that belong to a scene, and hides those of the others. */
import type { LabState, SceneName } from '../model/state.js';
import { elementById } from './elements.js';

const TITLES: Record<SceneName, string> = {
  model: 'Pliant lab: your model',
  curtain: 'Pliant lab: a curtain and a ball',
  pile: 'Pliant lab: a pile of bodies',
  surface: 'Pliant lab: a surface and itself',
  time: 'Pliant lab: continuous time',
};

/** Shows one scene's parts: elements that name scenes in `data-scene` belong to those alone. */
export function showScene(scene: SceneName): void {
  document.title = TITLES[scene];
  for (const part of document.querySelectorAll<HTMLElement>('[data-scene]')) {
    part.hidden = !part.dataset['scene']!.split(' ').includes(scene);
  }
  elementById('panel', HTMLElement).scrollTop = 0;
}

/** Shows the parts that belong to one of the surfaces: elements that name surfaces in `data-subject` belong to those alone. */
export function showSubject(subject: LabState['subject']): void {
  for (const part of document.querySelectorAll<HTMLElement>('[data-subject]')) {
    part.hidden = !part.dataset['subject']!.split(' ').includes(subject);
  }
}
