/** Says in words which level of the tree is shown. */
import { formatCount } from '../model/format.js';
import { elementById } from './elements.js';

/** A level of the tree in the present frame. */
export interface ShownLevel {
  readonly level: number;
  readonly nodeCount: number;
  /** Nodes of the level that the search opened. */
  readonly openedCount: number;
}

/** Shows what is known of the level, and the colours that it is drawn in. */
export function showLevelText(shown: ShownLevel | undefined, depth: number): void {
  elementById('level-text', HTMLOutputElement).textContent =
    shown === undefined
      ? `None of ${depth} levels shown`
      : `Level ${shown.level} of 0–${depth - 1}: ${nodes(shown.nodeCount)}, ${formatCount(shown.openedCount)} opened`;
  for (const id of ['legend-level', 'legend-opened']) elementById(id, HTMLElement).hidden = shown === undefined;
}

function nodes(count: number): string {
  return count === 1 ? '1 node' : `${formatCount(count)} nodes`;
}
