/**
 * Which few of many centres are best: each piece is to lie in a sphere that stands out as little as possible, so the largest of these costs is to be small. A greedy cover tells how
 * many centres do for a bound on it; bounds are tried from small to large.
 */

/** Centres chosen, and the largest cost of a piece with the best of them. */
export interface Choice {
  readonly centers: readonly number[];
  readonly cost: number;
}

/** Ways to choose centres, of which none that has more is worse. */
export type Choices = readonly Choice[];

const BOUND_STEP = 1.15;
const MOST_BOUNDS = 48;

/**
 * Chooses up to `most` of `centerCount` centres for `pieceCount` pieces; the cost of piece p with centre c is `costs[c * pieceCount + p]`. Returns a choice for each number that is
 * worth it, the fewest first.
 */
export function chooseCenters(costs: Float64Array, centerCount: number, pieceCount: number, most: number): Choices {
  const rows = new Uint32Array(centerCount * wordsOf(pieceCount));
  const best: (Choice | undefined)[] = Array.from({ length: most + 1 }, () => undefined);
  const one = cheapestSingle(costs, centerCount, pieceCount);
  best[1] = one;
  let bound = Math.max(leastCost(costs, centerCount, pieceCount), one.cost * 1e-3);
  for (let step = 0; step < MOST_BOUNDS && bound < one.cost; step++, bound *= BOUND_STEP) {
    fillRows(rows, costs, centerCount, pieceCount, bound);
    const centers = coverGreedily(rows, centerCount, pieceCount, most);
    if (centers === undefined) continue;
    const cost = costOf(costs, centers, pieceCount);
    const rival = best[centers.length];
    if (rival === undefined || cost < rival.cost) best[centers.length] = { centers, cost };
  }
  const choices: Choice[] = [];
  for (const choice of best) {
    if (choice !== undefined && (choices.length === 0 || choice.cost < choices.at(-1)!.cost)) choices.push(choice);
  }
  return choices;
}

function cheapestSingle(costs: Float64Array, centerCount: number, pieceCount: number): Choice {
  let cheapest: Choice = { centers: [0], cost: Infinity };
  for (let center = 0; center < centerCount; center++) {
    const cost = costOf(costs, [center], pieceCount);
    if (cost < cheapest.cost) cheapest = { centers: [center], cost };
  }
  return cheapest;
}

/** The largest cost of a piece with the best of some centres. */
function costOf(costs: Float64Array, centers: readonly number[], pieceCount: number): number {
  let largest = 0;
  for (let piece = 0; piece < pieceCount; piece++) {
    let least = Infinity;
    for (const center of centers) least = Math.min(least, costs[center * pieceCount + piece]);
    largest = Math.max(largest, least);
  }
  return largest;
}

/** What no choice can be better than: the same of all centres. */
function leastCost(costs: Float64Array, centerCount: number, pieceCount: number): number {
  let largest = 0;
  for (let piece = 0; piece < pieceCount; piece++) {
    let least = Infinity;
    for (let at = piece; at < centerCount * pieceCount; at += pieceCount) least = Math.min(least, costs[at]);
    largest = Math.max(largest, least);
  }
  return largest;
}

/** One row of bits a centre: the pieces whose cost is within the bound. */
function fillRows(
  rows: Uint32Array,
  costs: Float64Array,
  centerCount: number,
  pieceCount: number,
  bound: number,
): void {
  const words = wordsOf(pieceCount);
  rows.fill(0);
  for (let center = 0; center < centerCount; center++) {
    for (let piece = 0; piece < pieceCount; piece++) {
      if (costs[center * pieceCount + piece] <= bound) rows[center * words + (piece >>> 5)] |= 1 << (piece & 31);
    }
  }
}

/** Takes the centre that covers most of what is left, again and again; undefined when `most` do not do. */
function coverGreedily(rows: Uint32Array, centerCount: number, pieceCount: number, most: number): number[] | undefined {
  const words = wordsOf(pieceCount);
  const open = new Uint32Array(words).fill(0xffffffff);
  if (pieceCount % 32 !== 0) open[words - 1] = 0xffffffff >>> (32 - (pieceCount % 32));
  const centers: number[] = [];
  for (let left = pieceCount; left > 0;) {
    if (centers.length === most) return undefined;
    let best = 0;
    let largest = 0;
    for (let center = 0; center < centerCount; center++) {
      let count = 0;
      for (let word = 0; word < words; word++) count += bitCount(rows[center * words + word] & open[word]);
      if (count <= largest) continue;
      largest = count;
      best = center;
    }
    if (largest === 0) return undefined;
    centers.push(best);
    left -= largest;
    for (let word = 0; word < words; word++) open[word] &= ~rows[best * words + word];
  }
  return centers;
}

function wordsOf(pieceCount: number): number {
  return (pieceCount + 31) >>> 5;
}

function bitCount(word: number): number {
  let n = word - ((word >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
