/** Says in words which level of the tree is shown. */
import { formatCount } from '../model/format.js';
import { setText } from './text.js';

/** A level of the tree in the present frame. */
export interface ShownLevel {
  readonly level: number;
  readonly nodeCount: number;
  /** Nodes of the level that the search tested, or that were computed for it, and which of the two. */
  readonly markedCount: number;
  readonly mark: 'tested' | 'computed';
  /** Mean size of the level's bounds over their size at rest. */
  readonly growth: number;
}

/** Shows what is known of the level, and the colours that it is drawn in. */
export function showLevelText(shown: ShownLevel | undefined, depth: number): void {
  setText('level-text', shown === undefined ? `None of ${depth} levels shown` : describe(shown, depth));
  for (const item of document.querySelectorAll<HTMLElement>('.level-item')) item.hidden = shown === undefined;
}

function describe({ level, nodeCount, mark, markedCount, growth }: ShownLevel, depth: number): string {
  const nodes = nodeCount === 1 ? '1 node' : `${formatCount(nodeCount)} nodes`;
  const size = `${growth.toFixed(2)} × as large as at rest`;
  return `Level ${level} of 0–${depth - 1}: ${nodes}, ${formatCount(markedCount)} ${mark}, ${size}`;
}
