/** The nearest of some points, by a sweep along the axis on which they are spread the most. */

/** Points in the order of one axis, and what was found last. */
export interface NearestPoints {
  readonly points: Float32Array;
  readonly axis: number;
  /** Numbers of points, and their coordinates on the axis, ascending. */
  readonly order: Uint32Array;
  readonly places: Float64Array;
  /** The nearest ones, nearest first, and of equally near ones the lower number first; and their squared distances. */
  readonly found: Uint32Array;
  readonly squares: Float64Array;
  /** How many have been found. */
  count: number;
}

/** Room to find up to `most` of the points that `numbers` names. */
export function createNearestPoints(points: Float32Array, numbers: Uint32Array, most: number): NearestPoints {
  const axis = widestAxis(points, numbers);
  const order = numbers.slice().sort((a, b) => points[a * 3 + axis] - points[b * 3 + axis] || a - b);
  return {
    points,
    axis,
    order,
    places: Float64Array.from(order, (point) => points[point * 3 + axis]),
    found: new Uint32Array(most + 1),
    squares: new Float64Array(most + 1),
    count: 0,
  };
}

/** Finds the `count` points that are nearest to a place, or all there are. Distances are those that float64 has. */
export function findNearest(
  search: NearestPoints,
  positions: Readonly<ArrayLike<number>>,
  at: number,
  count: number,
): void {
  const { axis, found, order, places, points, squares } = search;
  const place = positions[at + axis];
  search.count = 0;
  let above = firstFrom(places, place);
  let below = above - 1;
  while (below >= 0 || above < places.length) {
    const down = below >= 0 ? place - places[below] : Infinity;
    const up = above < places.length ? places[above] - place : Infinity;
    const next = Math.min(down, up);
    // Those beyond are as far off as that, at least; an equally near one may have a lower number. Rounding keeps the order of squares.
    if (search.count === count && next * next > squares[count - 1]) return;
    const point = order[down <= up ? below-- : above++];
    const square = squaredTo(points, point * 3, positions, at);
    let rank = search.count;
    while (rank > 0 && (squares[rank - 1] > square || (squares[rank - 1] === square && found[rank - 1] > point))) {
      squares[rank] = squares[rank - 1];
      found[rank] = found[rank - 1];
      rank--;
    }
    squares[rank] = square;
    found[rank] = point;
    if (search.count < count) search.count++;
  }
}

/** The squared distance of two points, as all of these have it. */
export function squaredTo(
  points: Readonly<ArrayLike<number>>,
  p: number,
  positions: Readonly<ArrayLike<number>>,
  at: number,
): number {
  const x = points[p] - positions[at];
  const y = points[p + 1] - positions[at + 1];
  const z = points[p + 2] - positions[at + 2];
  return x * x + y * y + z * z;
}

function widestAxis(points: Float32Array, numbers: Uint32Array): number {
  let axis = 0;
  let widest = -1;
  for (let candidate = 0; candidate < 3; candidate++) {
    let low = Infinity;
    let high = -Infinity;
    for (const point of numbers) {
      low = Math.min(low, points[point * 3 + candidate]);
      high = Math.max(high, points[point * 3 + candidate]);
    }
    if (high - low > widest) {
      widest = high - low;
      axis = candidate;
    }
  }
  return axis;
}

/** How many places are below a number. */
function firstFrom(places: Float64Array, value: number): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (places[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
