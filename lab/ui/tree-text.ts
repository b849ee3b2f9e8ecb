/** Says in words which boxes of a model's trees are shown. */
import { formatCount } from '../model/format.js';
import type { LabState } from '../model/state.js';
import { elementById } from './elements.js';
import { setText } from './text.js';

/** Shows the choice of boxes, and how many of them are drawn. */
export function showTreeText({ level, treeLook }: LabState, count: number): void {
  const boxes = `${formatCount(count)} ${count === 1 ? 'box' : 'boxes'}`;
  const shownLevel = Math.max(0, level);
  const hints = {
    off: 'Each object has a tree of boxes that follow its bones and morph targets.',
    level: `Level ${shownLevel} from the top: ${boxes}.`,
    visited: `What the ray looked at in this pose: ${boxes}. No others were computed.`,
    front: `Where the ray went no deeper: ${boxes}.`,
  };
  setText('tree-look-hint', hints[treeLook]);
  setText('tree-level-text', String(shownLevel));
  elementById('tree-level-row', HTMLElement).hidden = treeLook !== 'level';
  elementById('tree-level', HTMLInputElement).valueAsNumber = shownLevel;
  for (const item of document.querySelectorAll<HTMLElement>('.tree-item')) item.hidden = treeLook === 'off';
}
