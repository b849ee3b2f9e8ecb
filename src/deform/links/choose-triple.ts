/**
 * Which three coarse vertices a dense one is linked to: the nearest three that are not in a line.
 *
 * The nearest 32 are candidates, ranked by distance, equally near ones by number. Of all triples of them that lie flat enough, the one is taken whose last rank is lowest, then its first, then its second: so the
 * three nearest, unless these are nearly in a line, and then the next nearest takes the place of one of them. Where no triple lies flat enough, as along a thin strap, the one that is least like a line is taken. Only
 * where all candidates are in a line, as beside a long straight border, is one looked for among all coarse vertices: the nearest that is flat with the nearest candidate and another, or else the one that is least like a line with
 * them.
 */
import { PliantError } from '../../errors.js';
import { flatnessOf } from './frame.js';
import { createNearestPoints, findNearest, squaredTo } from './nearest-points.js';
import type { NearestPoints } from './nearest-points.js';

/** Flat enough: with the height over the longest side a sixteenth of it, noise of a hundredth of that side turns a frame by ten degrees, and not about. */
const FLAT_ENOUGH = 1 / 16;
/** 2^-10: what is nearer to a line than this is in a line. */
const IN_A_LINE = 0.0009765625;
/** How many candidates are ranked: some at first, and more where those are not enough. */
const FIRST_CANDIDATES = 4;
const CANDIDATES = 32;

/** Coarse vertices to choose from, and the three that were chosen last. */
export interface TripleSearch {
  readonly nearest: NearestPoints;
  readonly numbers: Uint32Array;
  /** Ascending. */
  readonly triple: Uint32Array;
  /** How flat the next one has to be. */
  flattest: number;
}

/** Room to choose among the coarse vertices that `numbers` names. */
export function createTripleSearch(points: Float32Array, numbers: Uint32Array): TripleSearch {
  const nearest = createNearestPoints(points, numbers, CANDIDATES);
  return { nearest, numbers, triple: new Uint32Array(3), flattest: 0 };
}

/** Chooses three coarse vertices for the dense one, into `search.triple`. */
export function chooseTriple(caller: string, search: TripleSearch, positions: Float32Array, vertex: number): void {
  search.flattest = IN_A_LINE;
  findNearest(search.nearest, positions, vertex * 3, FIRST_CANDIDATES);
  if (takeFlat(search, 2)) return;
  findNearest(search.nearest, positions, vertex * 3, CANDIDATES);
  if (takeFlat(search, FIRST_CANDIDATES) || search.flattest > IN_A_LINE) return;
  takeFar(search, positions, vertex);
  if (search.flattest > IN_A_LINE) return;
  throw new PliantError(
    'bad-number',
    `${caller}: all coarse vertices that vertex ${vertex} could be linked to lie in a line; add some beside it`,
  );
}

/** Takes the first flat triple of candidates whose last one has this rank or a later one. */
function takeFlat(search: TripleSearch, firstRank: number): boolean {
  const { count, found } = search.nearest;
  for (let last = firstRank; last < count; last++) {
    for (let first = 0; first < last; first++) {
      for (let second = first + 1; second < last; second++) {
        if (take(search, found[first], found[second], found[last])) return true;
      }
    }
  }
  return false;
}

/** Takes the nearest point that is flat with the nearest candidate and another one, or else the one that is flattest. */
function takeFar(search: TripleSearch, positions: Float32Array, vertex: number): void {
  const { count, found, points } = search.nearest;
  let least = Infinity;
  for (const point of search.numbers) {
    const square = squaredTo(points, point * 3, positions, vertex * 3);
    if (square >= least) continue;
    for (let second = 1; second < count; second++) {
      if (!take(search, found[0], found[second], point)) continue;
      least = square;
      break;
    }
  }
}

/** Takes three points if they are flat enough, or, for the time being, flatter than any before. */
function take(search: TripleSearch, a: number, b: number, c: number): boolean {
  const flatness = flatnessOf(search.nearest.points, a, b, c);
  if (!(flatness > search.flattest)) return false;
  const isFlat = flatness > FLAT_ENOUGH;
  // Behind one that is flat enough, only such ones count.
  search.flattest = isFlat ? FLAT_ENOUGH : flatness;
  search.triple[0] = a;
  search.triple[1] = b;
  search.triple[2] = c;
  search.triple.sort();
  return isFlat;
}
