/**
 * The shared queries about touches in time with their exact answers: single ones, and the pairs of two scenes. See
 * `SOURCES.md` of the shared data for the formats. Whoever reads files says how.
 */
import { readPly } from 'pliant/parts';

/** Queries of one kind from one place. */
export interface TouchQueries {
  readonly name: string;
  readonly kind: 'vertex-face' | 'edge-edge';
  readonly count: number;
  /** Twelve numbers for each query. */
  readonly starts: Float64Array;
  readonly ends: Float64Array;
  /** The exact answers. */
  readonly hits: readonly boolean[];
}

/** The folder of the queries. */
export interface QueryFiles {
  /** The names in a folder, in any order that is the same each time. */
  readonly list: (folder: string) => readonly string[];
  readonly read: (path: string) => Uint8Array;
}

const SCENES = ['armadillo-rollers', 'cloth-ball'];
const KINDS = ['vertex-face', 'edge-edge'] as const;
/** A query has four points at time 0, then four at time 1, one in each row. */
const ROWS = 8;

/** The single queries. */
export function readSingleQueries({ list, read }: QueryFiles): TouchQueries[] {
  return list('queries').flatMap((name) =>
    KINDS.map((kind) => {
      const folder = `queries/${name}/${kind}`;
      const texts = list(folder).map((file) => textOf(read(`${folder}/${file}`)).trim());
      const rows = texts.flatMap((text) => text.split('\n')).map((row) => row.split(',').map(Number));
      const count = rows.length / ROWS;
      const points = (first: number): Float64Array =>
        Float64Array.from({ length: count * 12 }, (_, i) => {
          const row = rows[ROWS * Math.floor(i / 12) + first + Math.floor((i % 12) / 3)];
          // Numerators of 53 bits over powers of two.
          return row[2 * (i % 3)] / row[2 * (i % 3) + 1];
        });
      const hits = Array.from({ length: count }, (_, i) => rows[ROWS * i][6] === 1);
      return { name, kind, count, starts: points(0), ends: points(4), hits };
    }),
  );
}

/** The pairs of the scenes of two frames. */
export function readSceneQueries({ read }: QueryFiles): TouchQueries[] {
  return SCENES.flatMap((name) => {
    const [start, end] = ['t0', 't1'].map((frame) => readPly(read(`${name}/${frame}.ply`)));
    const vertexCount = start.positions.length / 3;
    const edges = edgesOf(start.triangles);
    // Ids run over vertices, then edges, then faces.
    const corners = (id: number): readonly number[] => {
      if (id < vertexCount) return [id];
      if (id < vertexCount + edges.length) return edges[id - vertexCount];
      const face = id - vertexCount - edges.length;
      return [...start.triangles.subarray(3 * face, 3 * face + 3)];
    };
    return KINDS.map((kind) => {
      const short = kind === 'vertex-face' ? 'vf' : 'ee';
      const pairs = JSON.parse(textOf(read(`${name}/pairs_${short}.json`))) as [number, number][];
      const hits = JSON.parse(textOf(read(`${name}/hit_${short}.json`))) as boolean[];
      const vertices = pairs.flatMap(([a, b]) => [...corners(a), ...corners(b)]);
      const points = (positions: Float32Array): Float64Array =>
        Float64Array.from(
          { length: vertices.length * 3 },
          (_, i) => positions[3 * vertices[Math.floor(i / 3)] + (i % 3)],
        );
      return { name, kind, count: pairs.length, starts: points(start.positions), ends: points(end.positions), hits };
    });
  });
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** The undirected edges, lower vertex first, in the order of the higher vertex, then the lower. */
function edgesOf(triangles: Uint32Array): (readonly [number, number])[] {
  const edges = new Map<number, readonly [number, number]>();
  for (let i = 0; i < triangles.length; i++) {
    const from = triangles[i];
    const to = triangles[i % 3 === 2 ? i - 2 : i + 1];
    const low = Math.min(from, to);
    const high = Math.max(from, to);
    edges.set(high * 2 ** 26 + low, [low, high]);
  }
  return [...edges].sort(([a], [b]) => a - b).map(([, edge]) => edge);
}
