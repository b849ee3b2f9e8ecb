/** Beginning a list anew with its trees as they are: at first, and when one of them was built anew. */
import { NO_INDEX } from '../../mesh/mesh.js';
import { NO_NODE } from '../../tree/tree.js';
import { advance } from '../advance.js';
import { clearLog } from '../followers.js';
import { beginEpoch } from './epochs.js';
import { measureMargin } from './gap-margin.js';
import { CLOCK } from './layout.js';
import type { SeparationList, WatchedTree } from './list-record.js';
import { addItself, addNodes } from './look-at-pair.js';
import { dropPair } from './pairs.js';
import { takeTree } from './watched-tree.js';

/** Ends all overlaps at the list's time, and walks both trees at the later of theirs. */
export function restartList(list: SeparationList): void {
  const { a, b, clock, trees } = list;
  if (list.root !== NO_INDEX) dropPair(list, list.root);
  list.root = NO_INDEX;
  const time = Math.max(a.tree.paths.time, b.tree.paths.time);
  for (const watched of trees) {
    advance(watched.tree, time);
    takeTree(watched);
    emptyLog(watched);
  }
  clock[CLOCK.time] = time;
  beginEpoch(list);
  measureMargin(list);
  if (a.tree.root === NO_NODE || b.tree.root === NO_NODE) return;
  if (a === b) addItself(list, a.tree.root, NO_INDEX);
  else addNodes(list, a.tree.root, b.tree.root, NO_INDEX);
}

/** Notes that all that was written down up to the tree's time has been read. */
export function emptyLog(watched: WatchedTree): void {
  clearLog(watched.log);
  watched.log.time = watched.tree.paths.time;
  watched.read = 0;
}
