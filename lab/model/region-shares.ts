/** How much of a surface is proved free of collisions by each rule. */
import { PROVED_BY_BORDER, PROVED_BY_GOVERNORS } from 'pliant/inspect';
import type { FreeRegions } from 'pliant/inspect';

/** Regions that a rule proves free, and the share of all triangles that they have. */
interface RuleShare {
  readonly count: number;
  readonly share: number;
}

/** What each rule proves, and the share that none does. */
export interface RegionShares {
  readonly byGovernors: RuleShare;
  readonly byBorder: RuleShare;
  readonly unproved: number;
}

/** Counts what each rule proves. */
export function measureShares({ count, countByGovernors, rules }: FreeRegions): RegionShares {
  let [governed, bordered] = [0, 0];
  for (const rule of rules) {
    if (rule === PROVED_BY_GOVERNORS) governed++;
    else if (rule === PROVED_BY_BORDER) bordered++;
  }
  const all = Math.max(1, rules.length);
  return {
    byGovernors: { count: countByGovernors, share: governed / all },
    byBorder: { count: count - countByGovernors, share: bordered / all },
    unproved: (rules.length - governed - bordered) / all,
  };
}
