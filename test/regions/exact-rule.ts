/**
 * The rule that proves a region free of collisions, in whole numbers and by its definition: any set of triangles, any of the fourteen directions, borders that
 * touch in vertices. Float32 numbers become whole ones by a power of two.
 */

/** A direction: one of seven lines, seen along it or against it. */
export interface View {
  readonly line: number;
  readonly isAgainst: boolean;
}

type Point = readonly [bigint, bigint];
/** From one vertex to another. */
type Edge = readonly [number, number];

/** All directions. */
export const VIEWS: readonly View[] = Array.from({ length: 14 }, (_, i) => ({ line: i % 7, isAgainst: i >= 7 }));

/** Coordinates as whole numbers, all multiplied by the same power of two. */
export function wholeNumbers(positions: Float32Array): bigint[] {
  let factor = 1;
  for (const value of positions) while (!Number.isInteger(value * factor)) factor *= 2;
  return Array.from(positions, (value) => BigInt(value * factor));
}

/** Whether the rule holds for some triangles, seen from some direction. `corners` are those of all triangles. */
export function isFreeByRule(
  whole: readonly bigint[],
  corners: ArrayLike<number>,
  triangles: readonly number[],
  view: View,
): boolean {
  const at = (vertex: number): Point => see(whole, vertex, view);
  const edges = triangles.flatMap((triangle) => edgesOf(corners, triangle));
  if (!isOriented(edges)) return false;
  for (const triangle of triangles) {
    const [[a, b], [, c]] = edgesOf(corners, triangle);
    if (turn(at(a), at(b), at(c)) <= 0n) return false;
  }
  const border = borderOf(edges);
  return (
    doEdgesPart(border, at) && doAlternate(border, at) && piecesOf(border).every((edge) => windsOnce(border, edge, at))
  );
}

/** Whether two edges of the border of some triangles have nothing in common but a vertex that they share, as they are seen from a direction. */
export function isSimpleByRule(
  whole: readonly bigint[],
  corners: ArrayLike<number>,
  triangles: readonly number[],
  view: View,
): boolean {
  const border = borderOf(triangles.flatMap((triangle) => edgesOf(corners, triangle)));
  return doEdgesPart(border, (vertex) => see(whole, vertex, view));
}

/** The edges that are run through one way alone. */
function borderOf(edges: readonly Edge[]): Edge[] {
  const names = new Set(edges.map(([a, b]) => `${a} ${b}`));
  return edges.filter(([a, b]) => !names.has(`${b} ${a}`));
}

/** Whether all triangles face a direction. */
export function doAllFace(
  whole: readonly bigint[],
  corners: ArrayLike<number>,
  triangles: readonly number[],
  view: View,
): boolean {
  return triangles.every((triangle) => {
    const [[a, b], [, c]] = edgesOf(corners, triangle);
    return turn(see(whole, a, view), see(whole, b, view), see(whole, c, view)) > 0n;
  });
}

/** Where a vertex is as it is seen from a direction. */
export function see(whole: readonly bigint[], vertex: number, { isAgainst, line }: View): Point {
  const [x, y, z] = [whole[vertex * 3], whole[vertex * 3 + 1], whole[vertex * 3 + 2]];
  const plane: Point = [
    [y, z],
    [z, x],
    [x, y],
    [x - z, y - z],
    [x + z, y - z],
    [x - z, y + z],
    [x + z, y + z],
  ][line] as [bigint, bigint];
  return isAgainst ? [plane[1], plane[0]] : plane;
}

function edgesOf(corners: ArrayLike<number>, triangle: number): [Edge, Edge, Edge] {
  const [a, b, c] = [corners[triangle * 3], corners[triangle * 3 + 1], corners[triangle * 3 + 2]];
  return [
    [a, b],
    [b, c],
    [c, a],
  ];
}

/** Condition 1: no edge is run through twice in one direction. */
function isOriented(edges: readonly Edge[]): boolean {
  return new Set(edges.map(([a, b]) => `${a} ${b}`)).size === edges.length;
}

/** Twice the area of a triangle, positive where it is counter-clockwise. */
export function turn(a: Point, b: Point, c: Point): bigint {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/** Condition 3: two edges have nothing in common but a vertex that they share. */
function doEdgesPart(border: readonly Edge[], at: (vertex: number) => Point): boolean {
  for (let i = 0; i < border.length; i++) {
    for (let j = 0; j < i; j++) if (!doTwoPart(border[i], border[j], at)) return false;
  }
  return true;
}

function doTwoPart([a, b]: Edge, [c, d]: Edge, at: (vertex: number) => Point): boolean {
  const [p, q, r, s] = [at(a), at(b), at(c), at(d)];
  for (let axis = 0; axis < 2; axis++) {
    const [k, l, m, n] = [p[axis], q[axis], r[axis], s[axis]];
    if ((k < m && k < n && l < m && l < n) || (k > m && k > n && l > m && l > n)) return true;
  }
  if (a === c) return doPartFrom(p, q, s);
  if (a === d) return doPartFrom(p, q, r);
  if (b === c) return doPartFrom(q, p, s);
  if (b === d) return doPartFrom(q, p, r);
  const [ofR, ofS] = [turn(p, q, r), turn(p, q, s)];
  const [ofP, ofQ] = [turn(r, s, p), turn(r, s, q)];
  return isOneSide(ofR, ofS) || isOneSide(ofP, ofQ);
}

function isOneSide(a: bigint, b: bigint): boolean {
  return (a > 0n && b > 0n) || (a < 0n && b < 0n);
}

function doPartFrom(o: Point, a: Point, b: Point): boolean {
  const along = (a[0] - o[0]) * (b[0] - o[0]) + (a[1] - o[1]) * (b[1] - o[1]);
  return turn(o, a, b) !== 0n || along < 0n;
}

/** Condition 4: around each vertex, edges that leave it and edges that arrive come in turn. */
function doAlternate(border: readonly Edge[], at: (vertex: number) => Point): boolean {
  const around = new Map<number, { readonly to: Point; readonly leaves: boolean }[]>();
  const note = (vertex: number, other: number, leaves: boolean): void => {
    const list = around.get(vertex) ?? [];
    around.set(vertex, list);
    list.push({ to: at(other), leaves });
  };
  for (const [a, b] of border) {
    note(a, b, true);
    note(b, a, false);
  }
  for (const [vertex, list] of around) {
    const o = at(vertex);
    const half = (p: Point): number => (p[1] > o[1] || (p[1] === o[1] && p[0] > o[0]) ? 0 : 1);
    list.sort((a, b) => half(a.to) - half(b.to) || (turn(o, a.to, b.to) > 0n ? -1 : 1));
    if (list.some(({ leaves }, i) => leaves === list[(i + 1) % list.length].leaves)) return false;
  }
  return true;
}

/** One edge of each connected piece of a border. */
function piecesOf(border: readonly Edge[]): Edge[] {
  const leaving = new Map<number, Edge[]>();
  for (const edge of border) leaving.set(edge[0], [...(leaving.get(edge[0]) ?? []), edge]);
  const isSeen = new Set<Edge>();
  const firsts: Edge[] = [];
  for (const first of border) {
    if (isSeen.has(first)) continue;
    firsts.push(first);
    // A border leaves every vertex as often as it arrives there: so all of a piece is reached by going on.
    const waiting = [first];
    while (waiting.length > 0) {
      const edge = waiting.pop()!;
      if (isSeen.has(edge)) continue;
      isSeen.add(edge);
      waiting.push(...(leaving.get(edge[1]) ?? []));
    }
  }
  return firsts;
}

/** Condition 5: the border winds once around what lies left of an edge. */
function windsOnce(border: readonly Edge[], edge: Edge, at: (vertex: number) => Point): boolean {
  const isLevel = at(edge[0])[1] === at(edge[1])[1];
  // Twice as large, so that the middle is a whole number; turned by a right angle, so that the edge is not level.
  const place = (vertex: number): Point => {
    const [x, y] = at(vertex);
    return isLevel ? [2n * y, -2n * x] : [2n * x, 2n * y];
  };
  const [from, to] = [place(edge[0]), place(edge[1])];
  const middle: Point = [(from[0] + to[0]) / 2n, (from[1] + to[1]) / 2n];
  const isUp = to[1] > from[1];
  let winding = 0;
  for (const other of border) {
    if (other === edge) continue;
    const [p, q] = [place(other[0]), place(other[1])];
    if (p[1] > middle[1] === q[1] > middle[1]) continue;
    const leadsUp = q[1] > p[1];
    const isLeftOfOther = turn(p, q, middle) > 0n;
    // The ray leads to lower x from an edge that leads up, to higher x from one that leads down.
    const isAtHigherX = isLeftOfOther === leadsUp;
    if (isAtHigherX !== isUp) winding += leadsUp === isAtHigherX ? 1 : -1;
  }
  return winding === 1;
}
