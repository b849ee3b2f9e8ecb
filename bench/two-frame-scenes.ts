/**
 * The shared scenes of two frames, whose touches are known completely: every vertex and face, and every two edges, that meet on the way from one frame to the other. A body is asked which of its triangles meet within the step, and
 * their parts are compared with the lists. What is not found is missed; what is found beside is invented.
 */
import { createBody, createShape } from 'pliant';
import type { Kernels } from 'pliant';
import { createMotion, createMotionHits, findMotionSelfHits } from 'pliant/continuous';
import type { MotionHits } from 'pliant/continuous';
import { doEdgeEdgeMeet, doVertexFaceMeet } from 'pliant/exact';
import { readPly } from 'pliant/parts';
import type { QueryFiles } from '../scenes/touch-queries.js';

/** What was wrong in a scene. */
export interface SceneErrors {
  readonly name: string;
  /** Pairs of triangles that meet within the step. */
  readonly trianglePairs: number;
  /** Pairs of parts that meet. */
  readonly found: number;
  readonly missed: number;
  readonly invented: number;
}

interface Frames {
  readonly from: Float32Array;
  readonly to: Float32Array;
  readonly triangles: Uint32Array;
}

/** The scenes: 24 k and 92 k triangles. */
const SCENES = ['armadillo-rollers', 'cloth-ball'] as const;
const MOST_PAIRS = 1 << 21;

/** Asks both scenes, or some; `files` reads below the folder of the shared queries. */
export function checkTwoFrameScenes(
  kernels: Kernels,
  { read }: Pick<QueryFiles, 'read'>,
  names: readonly (typeof SCENES)[number][] = SCENES,
): SceneErrors[] {
  return names.map((name) => {
    const [start, end] = ['t0', 't1'].map((frame) => readPly(read(`${name}/${frame}.ply`)));
    const frames = { from: start.positions, to: end.positions, triangles: start.triangles };
    const ids = createIds(frames);
    const hits = findHits(kernels, frames);
    const found = new Set<number>();
    for (let i = 0; i < hits.count; i++) addParts(found, frames, ids, hits.pairs[i * 2], hits.pairs[i * 2 + 1]);
    const known = new Set<number>();
    for (const kind of ['vf', 'ee']) {
      const pairs = readJson<[number, number][]>(read(`${name}/pairs_${kind}.json`));
      const answers = readJson<boolean[]>(read(`${name}/hit_${kind}.json`));
      for (const [i, [a, b]] of pairs.entries()) if (answers[i]) known.add(keyOf(a, b));
    }
    const missed = [...known].filter((key) => !found.has(key)).length;
    const invented = [...found].filter((key) => !known.has(key)).length;
    return { name, trianglePairs: hits.count, found: found.size, missed, invented };
  });
}

/** Two fields lead from one frame exactly to the other: the difference, and what its rounding lost. */
function findHits(kernels: Kernels, { from, to, triangles }: Frames): MotionHits {
  const difference = from.map((value, k) => to[k] - value);
  const rest = from.map((value, k) => to[k] - value - difference[k]);
  const shape = createShape({ positions: from, triangles }, { fields: [difference, rest] });
  const motion = createMotion(createBody(kernels, shape), createBody(kernels, shape));
  motion.to.setWeights([1, 1]);
  motion.to.refit();
  if (motion.to.positions.some((value, k) => value !== to[k])) throw new Error('the fields do not lead to the frame');
  const hits = createMotionHits(MOST_PAIRS);
  findMotionSelfHits(motion, hits);
  if (hits.dropped > 0) throw new Error(`there is no room for ${hits.dropped} pairs`);
  motion.from.dispose();
  motion.to.dispose();
  return hits;
}

/** Ids run over vertices, then edges, which are sorted by their higher vertex, then the lower, then faces. */
interface Ids {
  readonly edges: ReadonlyMap<number, number>;
  readonly firstFace: number;
}

function createIds({ from, triangles }: Frames): Ids {
  const vertexCount = from.length / 3;
  const keys = new Set<number>();
  for (let i = 0; i < triangles.length; i++) {
    keys.add(edgeKey(triangles[i], triangles[i % 3 === 2 ? i - 2 : i + 1]));
  }
  const sorted = Float64Array.from(keys).sort();
  return {
    edges: new Map(Array.from(sorted, (key, i) => [key, vertexCount + i])),
    firstFace: vertexCount + sorted.length,
  };
}

function edgeKey(a: number, b: number): number {
  return Math.max(a, b) * 2 ** 26 + Math.min(a, b);
}

function keyOf(a: number, b: number): number {
  return Math.min(a, b) * 2 ** 26 + Math.max(a, b);
}

const start = new Float64Array(12);
const end = new Float64Array(12);

/** Adds all parts of two triangles that meet and have no vertex in common. */
function addParts(found: Set<number>, frames: Frames, { edges, firstFace }: Ids, a: number, b: number): void {
  const [first, second] = [a, b].map((triangle) => [...frames.triangles.subarray(triangle * 3, triangle * 3 + 3)]);
  for (const [vertices, face, triangle] of [
    [first, second, b],
    [second, first, a],
  ] as const) {
    for (const vertex of vertices) {
      if (!face.includes(vertex) && meets(frames, doVertexFaceMeet, [vertex, ...face])) {
        found.add(keyOf(vertex, firstFace + triangle));
      }
    }
  }
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      const points = [first[i], first[(i + 1) % 3], second[j], second[(j + 1) % 3]];
      if (new Set(points).size < 4 || !meets(frames, doEdgeEdgeMeet, points)) continue;
      found.add(keyOf(edges.get(edgeKey(points[0], points[1]))!, edges.get(edgeKey(points[2], points[3]))!));
    }
  }
}

function meets({ from, to }: Frames, test: typeof doVertexFaceMeet, points: readonly number[]): boolean {
  for (let k = 0; k < 12; k++) {
    const at = points[Math.floor(k / 3)] * 3 + (k % 3);
    start[k] = from[at];
    end[k] = to[at];
  }
  return test(start, end);
}

function readJson<Value>(bytes: Uint8Array): Value {
  return JSON.parse(new TextDecoder().decode(bytes)) as Value;
}
