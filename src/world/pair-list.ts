/** Lists of pairs of bodies, in rising order of their numbers, and what changed from one to the next. */

/** Pairs of bodies. */
export interface PairList {
  /** Two numbers per pair, the lower first, in rising order; the first `count` pairs are filled. Replaced as it grows. */
  ids: Uint32Array;
  /** How many pairs. */
  count: number;
}

/** Pairs of bodies that touch, with the contacts of each. */
export interface TouchingPairs extends PairList {
  /** Two entries per pair: its first contact in the buffer, and how many it has there. Replaced as it grows. */
  contactRanges: Uint32Array;
  /**
   * Two entries per pair: which bodies had those numbers, for a number may be given to another body.
   * @internal
   */
  serials: Float64Array;
}

/** No pairs. */
export function createPairList(): PairList {
  return { ids: new Uint32Array(0), count: 0 };
}

/** No touching pairs. */
export function createTouchingPairs(): TouchingPairs {
  return { ids: new Uint32Array(0), count: 0, contactRanges: new Uint32Array(0), serials: new Float64Array(0) };
}

/** Adds a pair behind the others. */
export function addTouchingPair(
  list: TouchingPairs,
  a: number,
  b: number,
  serialA: number,
  serialB: number,
  firstContact: number,
  contactCount: number,
): void {
  const at = list.count * 2;
  addPairOfIds(list, a, b);
  if (at >= list.serials.length) {
    list.contactRanges = grown(list.contactRanges, new Uint32Array(list.ids.length));
    list.serials = grown(list.serials, new Float64Array(list.ids.length));
  }
  list.contactRanges[at] = firstContact;
  list.contactRanges[at + 1] = contactCount;
  list.serials[at] = serialA;
  list.serials[at + 1] = serialB;
}

/** Sorts the pairs of two steps into those that began, stay and ended. A pair of other bodies is another pair. */
export function comparePairs(
  before: TouchingPairs,
  now: TouchingPairs,
  began: PairList,
  stays: PairList,
  ended: PairList,
): void {
  began.count = 0;
  stays.count = 0;
  ended.count = 0;
  let i = 0;
  let j = 0;
  while (i < before.count || j < now.count) {
    const order = i >= before.count ? 1 : j >= now.count ? -1 : comparePair(before.ids, i, now.ids, j);
    const isSame =
      order === 0 &&
      before.serials[i * 2] === now.serials[j * 2] &&
      before.serials[i * 2 + 1] === now.serials[j * 2 + 1];
    if (isSame) {
      addPairOfIds(stays, now.ids[j * 2], now.ids[j * 2 + 1]);
    } else {
      if (order <= 0) addPairOfIds(ended, before.ids[i * 2], before.ids[i * 2 + 1]);
      if (order >= 0) addPairOfIds(began, now.ids[j * 2], now.ids[j * 2 + 1]);
    }
    if (order <= 0) i++;
    if (order >= 0) j++;
  }
}

function comparePair(p: Uint32Array, i: number, q: Uint32Array, j: number): number {
  return p[i * 2] - q[j * 2] || p[i * 2 + 1] - q[j * 2 + 1];
}

function addPairOfIds(list: PairList, a: number, b: number): void {
  const at = list.count * 2;
  if (at >= list.ids.length) list.ids = grown(list.ids, new Uint32Array(Math.max(64, list.ids.length * 2)));
  list.ids[at] = a;
  list.ids[at + 1] = b;
  list.count++;
}

function grown<Numbers extends Uint32Array | Float64Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from);
  return to;
}
