/**
 * The shared queries of continuous contact with their exact answers: single ones, and the pairs of two scenes. See
 * `SOURCES.md` of the shared data for the formats.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sharedData } from './shared-data.js';
import { readMesh } from './sequences.js';

/** Queries of one kind from one place. */
export interface ContactQueries {
  readonly name: string;
  readonly kind: 'vertex-face' | 'edge-edge';
  readonly count: number;
  /** Twelve numbers for each query. */
  readonly starts: Float64Array;
  readonly ends: Float64Array;
  /** The exact answers. */
  readonly hits: readonly boolean[];
}

const ROOT = sharedData('ccd');
const SCENES = ['armadillo-rollers', 'cloth-ball'];
const KINDS = ['vertex-face', 'edge-edge'] as const;

/** Whether the data is there. */
export const hasContactQueries = ROOT !== undefined;

/** The single queries. */
export function readSingleQueries(): ContactQueries[] {
  const root = join(ROOT ?? '', 'queries');
  return readdirSync(root).flatMap((folder) =>
    KINDS.map((kind) => {
      const files = readdirSync(join(root, folder, kind)).map((file) => join(root, folder, kind, file));
      const rows = files.flatMap((file) => readFileSync(file, 'utf8').trim().split('\n'));
      const numbers = rows.map((row) => row.split(',').map(Number));
      const count = rows.length / 8;
      const point = (row: number): number[] => [0, 2, 4].map((k) => numbers[row][k] / numbers[row][k + 1]);
      const points = (first: number): Float64Array =>
        Float64Array.from(
          Array.from({ length: count * 4 }, (_, i) => point(8 * Math.floor(i / 4) + first + (i % 4))).flat(),
        );
      const hits = Array.from({ length: count }, (_, i) => numbers[8 * i][6] === 1);
      return { name: folder, kind, count, starts: points(0), ends: points(4), hits };
    }),
  );
}

/** The pairs of the scenes of two frames. */
export function readSceneQueries(): ContactQueries[] {
  return SCENES.flatMap((scene) => {
    const file = (name: string): string => join(ROOT ?? '', scene, name);
    const start = readMesh(file('t0.ply'));
    const end = readMesh(file('t1.ply'));
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
      const pairs = JSON.parse(readFileSync(file(`pairs_${short}.json`), 'utf8')) as [number, number][];
      const hits = JSON.parse(readFileSync(file(`hit_${short}.json`), 'utf8')) as boolean[];
      const vertices = pairs.flatMap(([a, b]) => [...corners(a), ...corners(b)]);
      const points = (positions: Float32Array): Float64Array =>
        Float64Array.from(
          { length: vertices.length * 3 },
          (_, i) => positions[3 * vertices[Math.floor(i / 3)] + (i % 3)],
        );
      const count = pairs.length;
      return { name: scene, kind, count, starts: points(start.positions), ends: points(end.positions), hits };
    });
  });
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
