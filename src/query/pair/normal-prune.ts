/**
 * Parts of a surface that cannot collide with themselves, told by their normals: the BN-Tree of Schvartzman, Gascón & Otaduy 2009. Whether a node, or two that have a vertex in common, faces one way is told by
 * bounds on normals that follow from governors alone, kept at a front from pose to pose (../../body/normals/).
 *
 * That alone proves nothing: a ramp that winds over itself faces one way. The paper leaves the second condition out, that the contour does not cross itself as it is seen from there, and with it collisions. Here
 * it is looked at, unless told otherwise.
 */
import { requireBody } from '../../body/body.js';
import type { Body } from '../../body/body.js';
import { isContourClear } from '../../body/normals/contours.js';
import { askForCone, updateFront } from '../../body/normals/front.js';
import type { NormalStatistics } from '../../body/normals/statistics.js';
import { NO_REGION, createNormalProofs, nodeOf, regionOf } from '../../body/normals/proofs.js';
import type { NormalBounds, NormalProofs } from '../../body/normals/proofs.js';
import { requireOneOf, withDefaults } from '../../checks.js';
import { IS_UNTESTED, NO_NODE, REGION } from '../../kernels/layout/regions.js';
import type { Prune } from './walk.js';

/** How to prune by normals. */
export interface NormalPruneOptions {
  /**
   * Whether contours are looked at, so that no collision is missed. Without, a search is the paper's: it leaves out nodes in one piece that face one way, and with them collisions that some
   * of them have.
   */
  readonly conservative?: boolean;
}

/** Defaults of {@link NormalPruneOptions}. */
export const NORMAL_PRUNE_DEFAULTS: Required<NormalPruneOptions> = { conservative: true };

/** A prune by normals of one body; it says no of any other. */
export interface NormalPrune extends Prune {
  /** Of the pose that it was last asked about. */
  readonly statistics: Readonly<NormalStatistics>;
}

/**
 * A prune of a body by bounds on its normals, for `beginPrunedSelf`. It remembers from pose to pose down to which nodes cones are worth computing.
 *
 * @throws PliantError `mismatch` when the bounds were made for another shape.
 */
export function createNormalPrune(body: Body, normals: NormalBounds, options: NormalPruneOptions = {}): NormalPrune {
  requireBody('createNormalPrune', body);
  const { conservative } = withDefaults(NORMAL_PRUNE_DEFAULTS, options);
  requireOneOf('createNormalPrune', 'conservative', conservative, [true, false]);
  return new PruneByNormals(body, createNormalProofs('createNormalPrune', body, normals, conservative));
}

class PruneByNormals implements NormalPrune {
  readonly statistics: NormalStatistics;
  readonly #body: Body;
  readonly #proofs: NormalProofs;

  constructor(body: Body, proofs: NormalProofs) {
    this.statistics = proofs.front.cones.statistics;
    this.#body = body;
    this.#proofs = proofs;
  }

  clearsNode(body: Body, id: number): boolean {
    if (body !== this.#body) return false;
    const { index } = this.#proofs;
    const node = nodeOf(index, id);
    return node !== NO_NODE && this.#clears(node, node);
  }

  clearsPair(body: Body, idA: number, idB: number): boolean {
    if (body !== this.#body) return false;
    const { index } = this.#proofs;
    const a = nodeOf(index, idA);
    if (a === NO_NODE) return false;
    const b = nodeOf(index, idB);
    return b !== NO_NODE && this.#clears(a, b);
  }

  /** Two nodes that are no region have no vertex in common: they are left to their boxes. */
  #clears(a: number, b: number): boolean {
    const { contours, front, index, isConnected } = this.#proofs;
    const region = regionOf(index, a, b);
    if (region === NO_REGION) return false;
    const { statistics } = this;
    updateFront(front);
    if (contours) {
      if ((index.regions.regions[region * REGION.wordCount + REGION.children] & IS_UNTESTED) !== 0) return false;
    } else if (isConnected[a] + isConnected[b] < 2) return false;
    let directions = askForCone(front, a);
    if (directions !== 0 && a !== b) directions &= askForCone(front, b);
    let isClear = directions !== 0;
    if (isClear) {
      if (a === b) statistics.nodesFacing++;
      else statistics.pairsFacing++;
      if (contours) isClear = isContourClear(contours, front.cones, region);
    }
    if (isClear && a === b) statistics.nodesPruned++;
    else if (isClear) statistics.pairsPruned++;
    return isClear;
  }
}
