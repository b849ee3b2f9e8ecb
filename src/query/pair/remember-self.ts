/** What a search of a body with itself has shown is remembered for the next ones, whether one has done all of it or several have done a share each. */
import { rememberTried } from '../../body/affine.js';
import type { Body } from '../../body/body.js';
import { goOnFitting } from '../../body/gradual-fit.js';
import { rememberPlainSearch, rememberPrunedSearch } from '../../body/pruning-rule.js';
import { createStatistics } from '../statistics.js';
import type { SearchStatistics } from '../statistics.js';

/** Where regions are left out, stars pay from so many pairs of leaves on, per triangle. */
const STARS_PAY = 0.25;

/** What several have found out together. */
export interface SharedSelfSearch {
  /** Whether regions were to be proved free. */
  readonly isPruned: boolean;
  /** Pairs of leaves that were looked at. */
  readonly leafPairs: number;
  /** Pairs of triangles that collide, also those for which there was no room. */
  readonly pairsFound: number;
  /** What all have done. */
  readonly statistics: SearchStatistics;
  /** How many there were, each with a body and regions of its own. */
  readonly workers: number;
}

/** Whether so many neighbours were looked at that it pays to decide them by their stars, though regions are left out. */
export function doStarsPay({ mesh }: Body, leafPairs: number): boolean {
  return leafPairs > mesh.triangleCount * STARS_PAY;
}

/** Remembers a search that looked at everything, or one that proved regions free: what it cost, and how many regions were tried. */
export function rememberSelf(
  body: Body,
  isPruned: boolean,
  leafPairs: number,
  pairsFound: number,
  work: SearchStatistics,
  tried = work,
): void {
  if (!isPruned) rememberPlainSearch(body, work, pairsFound);
  else {
    rememberPrunedSearch(body, work, doStarsPay(body, leafPairs));
    rememberTried(body, tried);
  }
}

/**
 * Remembers for one of several what they have done together, and goes on with the fit of its body. Each poses all of its body, lists its regions and fits it by itself; the rest is shared. So prices are counted as for one that
 * has done a share: what regions save has to pay for what each spends on them.
 */
export function rememberSharedSelf(body: Body, shared: SharedSelfSearch): void {
  const { isPruned, leafPairs, pairsFound, statistics, workers } = shared;
  const one = createStatistics();
  for (const name of Object.keys(one) as (keyof SearchStatistics)[]) one[name] = statistics[name] / workers;
  rememberSelf(body, isPruned, leafPairs, pairsFound, one, statistics);
  if (isPruned) goOnFitting(body);
}
