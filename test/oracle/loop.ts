/**
 * Loop's subdivision of positions, one level at a time, straight from the definitions and in plain float64: no weights are kept, edges are found by
 * name, and every rule is written out for positions.
 */

/** A point in space. */
type Place = readonly number[];

/** A mesh with creases: names of edges with how many levels they stay sharp, and vertices that stay in place. */
export interface LoopMesh {
  readonly places: readonly Place[];
  readonly triangles: readonly (readonly number[])[];
  readonly sharpness: ReadonlyMap<string, number>;
  readonly corners: ReadonlySet<number>;
}

/** The name of an edge. */
export function edgeName(a: number, b: number): string {
  return `${Math.min(a, b)} ${Math.max(a, b)}`;
}

/** One level. Triangles are cut as (a, ab, ca), (b, bc, ab), (c, ca, bc), (ab, bc, ca); vertices on edges come in the order of triangles. */
export function oracleLoop(mesh: LoopMesh): LoopMesh {
  const { corners, places, triangles } = mesh;
  const oppositesOf = new Map<string, number[]>();
  const neighboursOf = places.map(() => new Set<number>());
  for (const [a, b, c] of triangles) {
    for (const [from, to, opposite] of [
      [a, b, c],
      [b, c, a],
      [c, a, b],
    ]) {
      const name = edgeName(from, to);
      oppositesOf.set(name, [...(oppositesOf.get(name) ?? []), opposite]);
      neighboursOf[from].add(to);
      neighboursOf[to].add(from);
    }
  }
  const sharpOf = (name: string): number =>
    oppositesOf.get(name)!.length === 1 ? Infinity : (mesh.sharpness.get(name) ?? 0);

  const smoothVertex = (v: number): Place => {
    const around = [...neighboursOf[v]];
    const n = around.length;
    const beta = (5 / 8 - (3 / 8 + Math.cos((2 * Math.PI) / n) / 4) ** 2) / n;
    return combine([[1 - n * beta, places[v]], ...around.map((u): [number, Place] => [beta, places[u]])]);
  };
  const creaseVertex = (v: number, ends: readonly number[]): Place =>
    ends.length > 2
      ? places[v]
      : ends.length === 2
        ? combine([[6 / 8, places[v]], ...ends.map((u): [number, Place] => [1 / 8, places[u]])])
        : smoothVertex(v);
  const moved = places.map((place, v) => {
    if (corners.has(v)) return place;
    const sharps = [...neighboursOf[v]]
      .map((u) => ({ u, sharp: sharpOf(edgeName(u, v)) }))
      .filter(({ sharp }) => sharp > 0);
    const lasting = sharps.filter(({ sharp }) => sharp > 1);
    const ending = sharps.filter(({ sharp }) => sharp <= 1);
    const now = creaseVertex(
      v,
      sharps.map(({ u }) => u),
    );
    if (ending.length === 0) return now;
    const later = creaseVertex(
      v,
      lasting.map(({ u }) => u),
    );
    const share = ending.reduce((sum, { sharp }) => sum + sharp, 0) / ending.length;
    // A crease that goes on beside one that ends is the same rule twice only if it has as many edges.
    const isSame = sharps.length > 2 && lasting.length > 2;
    return isSame
      ? now
      : combine([
          [share, now],
          [1 - share, later],
        ]);
  });

  const numberOf = new Map<string, number>();
  const sharpness = new Map<string, number>();
  const all = [...moved];
  const middle = (from: number, to: number): number => {
    const name = edgeName(from, to);
    const known = numberOf.get(name);
    if (known !== undefined) return known;
    const sharp = Math.min(sharpOf(name), 1);
    const half = combine([
      [1 / 2, places[from]],
      [1 / 2, places[to]],
    ]);
    const opposites = oppositesOf.get(name)!;
    const smooth =
      opposites.length === 1
        ? half
        : combine([
            [3 / 8, places[from]],
            [3 / 8, places[to]],
            ...opposites.map((u): [number, Place] => [1 / 8, places[u]]),
          ]);
    const vertex = all.length;
    all.push(
      combine([
        [sharp, half],
        [1 - sharp, smooth],
      ]),
    );
    numberOf.set(name, vertex);
    for (const end of [from, to]) sharpness.set(edgeName(end, vertex), Math.max(sharpOf(name) - 1, 0));
    return vertex;
  };
  const finer = triangles.flatMap(([a, b, c]) => {
    const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
    return [
      [a, ab, ca],
      [b, bc, ab],
      [c, ca, bc],
      [ab, bc, ca],
    ];
  });
  return { places: all, triangles: finer, sharpness, corners };
}

function combine(parts: readonly (readonly [number, Place])[]): Place {
  return [0, 1, 2].map((axis) => parts.reduce((sum, [weight, place]) => sum + weight * place[axis], 0));
}
