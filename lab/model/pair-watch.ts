/** Looks at the separation list of two trees from moment to moment: how many pairs there are, which began and ended, and where they are. */
import { boxAt, readApartPairs, readLeafItems, readOverlaps } from 'pliant/kinetic';
import type { KineticTree, SeparationList } from 'pliant/kinetic';
import type { LabState } from './state.js';
import type { PairCounts } from './time-messages.js';

/** More lines than this would only hide each other. */
const MOST_LINES = 20_000;
const NONE = new Uint32Array(0);

/** Watches a list of two trees. */
export class PairWatch {
  readonly #list: SeparationList;
  /** Pairs of leaves that had begun and ended to overlap at the moment before. */
  #before: { readonly leafBegins: number; readonly leafEnds: number };

  constructor(list: SeparationList) {
    this.#list = list;
    this.#before = { ...list.counts };
  }

  /** Looks at the list as it is now. `isRebuilt` says that it was begun anew, so that nothing is known of how it came here. */
  look(wanted: LabState['pairLook'], isRebuilt: boolean): PairCounts {
    const { counts, trees } = this.#list;
    const [cloth, obstacle] = trees.map(({ tree }) => tree);
    const overlaps = new Uint32Array(readOverlaps(this.#list, NONE) * 2);
    readOverlaps(this.#list, overlaps);
    const { leafBegins, leafEnds } = this.#before;
    this.#before = { ...counts };
    const apartCount = readApartPairs(this.#list, NONE);
    const overlapping = overlaps.length / 2;
    const isAll = wanted === 'all';
    const apart = new Uint32Array(isAll ? Math.max(0, Math.min(apartCount, MOST_LINES - overlapping)) * 2 : 0);
    readApartPairs(this.#list, apart);
    return {
      overlapping,
      apart: apartCount,
      began: isRebuilt ? undefined : counts.leafBegins - leafBegins,
      ended: isRebuilt ? undefined : counts.leafEnds - leafEnds,
      clothTriangles: trianglesOf(cloth, overlaps, 0),
      obstacleTriangles: trianglesOf(obstacle, overlaps, 1),
      lines: this.#linesOf(isAll ? overlaps.subarray(0, MOST_LINES * 2) : NONE, apart),
      overlappingLines: isAll ? Math.min(overlapping, MOST_LINES) : 0,
    };
  }

  #linesOf(...lists: readonly Uint32Array[]): Float32Array {
    const ends = new Float32Array(lists.reduce((sum, { length }) => sum + length, 0) * 3);
    const box = new Float32Array(6);
    let at = 0;
    for (const nodes of lists) {
      for (let i = 0; i < nodes.length; i++) {
        boxAt(this.#list.trees[i % 2].tree, nodes[i], box);
        for (let axis = 0; axis < 3; axis++) ends[at++] = (box[axis] + box[axis + 3]) / 2;
      }
    }
    return ends;
  }
}

const items = new Uint32Array(1);

/** The triangles of leaves, each once: of the first leaf of each pair, or of the second. */
function trianglesOf(tree: KineticTree, pairs: Uint32Array, which: 0 | 1): Uint32Array {
  const triangles = new Set<number>();
  for (let i = which; i < pairs.length; i += 2) {
    readLeafItems(tree, pairs[i], items);
    triangles.add(items[0]);
  }
  return Uint32Array.from(triangles);
}
