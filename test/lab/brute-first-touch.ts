/** The first touch of a film by trying all vertices with all faces and all edges with all edges, in any order: neither trees nor sorted boxes. */
import { TOUCH_LENGTH, TOUCH_TIME, findEdgeEdgeTouch, findVertexFaceTouch } from 'pliant/exact';
import type { Film, MovingMesh } from '../../lab/model/film.js';

/** Vertices of what meets first, and when; of several at the same time, all. */
export interface BruteTouch {
  readonly key: number;
  readonly share: number;
  readonly features: readonly { readonly cloth: readonly number[]; readonly obstacle: readonly number[] }[];
}

/** Tries everything; what is apart on an axis at both keys cannot meet between, and is not tried; nor is what is left out. */
export function bruteFirstTouch(
  film: Film,
  isLeftOut: (cloth: readonly number[], obstacle: readonly number[]) => boolean = () => false,
): BruteTouch | undefined {
  const [cloth, obstacle] = [featuresOf(film.cloth), featuresOf(film.obstacle)];
  const touch = new Float64Array(TOUCH_LENGTH);
  for (let key = 0; key + 1 < film.times.length; key++) {
    let share = Infinity;
    let features: BruteTouch['features'] = [];
    const attempt = (a: readonly number[], b: readonly number[]): void => {
      const points = (at: number): Float64Array => {
        const ofCloth = a.flatMap((vertex) => [...film.cloth.frames[at].subarray(vertex * 3, vertex * 3 + 3)]);
        const ofObstacle = b.flatMap((vertex) => [...film.obstacle.frames[at].subarray(vertex * 3, vertex * 3 + 3)]);
        return Float64Array.from(a.length > b.length ? [...ofObstacle, ...ofCloth] : [...ofCloth, ...ofObstacle]);
      };
      const find = a.length === 2 ? findEdgeEdgeTouch : findVertexFaceTouch;
      if (!find(points(key), points(key + 1), touch) || touch[TOUCH_TIME] > share) return;
      if (touch[TOUCH_TIME] < share) features = [];
      share = touch[TOUCH_TIME];
      features = [...features, { cloth: a, obstacle: b }];
    };
    const attemptAll = (ofCloth: readonly number[][], ofObstacle: readonly number[][]): void => {
      const [boxes, others] = [waysOf(film.cloth, key, ofCloth), waysOf(film.obstacle, key, ofObstacle)];
      for (let i = 0; i < ofCloth.length; i++) {
        for (let k = 0; k < ofObstacle.length; k++) {
          if (areApart(boxes, i * 6, others, k * 6) || isLeftOut(ofCloth[i], ofObstacle[k])) continue;
          attempt(ofCloth[i], ofObstacle[k]);
        }
      }
    };
    attemptAll(cloth.vertices, obstacle.faces);
    attemptAll(cloth.faces, obstacle.vertices);
    attemptAll(cloth.edges, obstacle.edges);
    if (features.length > 0) return { key, share, features };
  }
  return undefined;
}

/** Boxes around where features are at a key and at the next. */
function waysOf({ frames }: MovingMesh, key: number, features: readonly number[][]): Float32Array {
  const boxes = features.flatMap((vertices) =>
    [Math.min, Math.max].flatMap((pick) =>
      [0, 1, 2].map((axis) =>
        vertices
          .map((v) => pick(frames[key][v * 3 + axis], frames[key + 1][v * 3 + axis]))
          .reduce((a, b) => pick(a, b)),
      ),
    ),
  );
  return Float32Array.from(boxes);
}

function areApart(a: Float32Array, i: number, b: Float32Array, k: number): boolean {
  for (let axis = 0; axis < 3; axis++) {
    if (a[i + axis] > b[k + 3 + axis] || b[k + axis] > a[i + 3 + axis]) return true;
  }
  return false;
}

/** A feature as text, whatever the order of its vertices. */
export function nameVertices(vertices: readonly number[]): string {
  return [...vertices].sort((a, b) => a - b).join(' ');
}

function featuresOf({ mesh }: MovingMesh): { vertices: number[][]; edges: number[][]; faces: number[][] } {
  const faces: number[][] = [];
  const edges = new Map<string, number[]>();
  for (let t = 0; t < mesh.triangles.length; t += 3) {
    const [a, b, c] = mesh.triangles.subarray(t, t + 3);
    faces.push([a, b, c]);
    for (const edge of [
      [a, b],
      [b, c],
      [c, a],
    ])
      edges.set(nameVertices(edge), edge);
  }
  const used = new Set(mesh.triangles);
  return { faces, edges: [...edges.values()], vertices: Array.from(used, (vertex) => [vertex]) };
}
