/** What is drawn at an instant: where the vertices are, the triangles that meet, and the lines in which they do. */
import { createContours, findContours } from '../../meaning.js';
import type { PosedSurface } from '../../meaning.js';
import type { PageFile, PageInstant } from '../page-data.js';
import { PAIR_STRIDE } from '../page-data.js';
import type { PosedScene } from '../posed-scene.js';
import { createPosedScene, poseScene } from '../posed-scene.js';

/** Corners of triangles: x, y, z each. */
interface MeetingTriangles {
  readonly known: number[];
  readonly added: number[];
}

/** A file that can be posed. */
export interface InstantShapes {
  readonly posed: PosedScene;
  /** Goes to an instant, and gives the triangles that meet there: all, or those of an object or a pair of objects. */
  goTo(index: number, only?: readonly number[]): MeetingTriangles;
  /** Ends of segments, x, y, z each, at the present instant: those of new pairs, or those of known ones. */
  segments(known: boolean): number[];
}

/** Prepares a file. */
export function createInstantShapes(file: PageFile): InstantShapes {
  const { scene, report, instants } = file;
  const posed = createPosedScene(scene);
  const surfaces = scene.objects.map(({ id, mesh }): PosedSurface => {
    return { positions: posed.positions[id], triangles: mesh.triangles };
  });
  const clipOf = new Map(report.clips.map(({ name }, i) => [name, scene.clips[i]]));
  const contours = createContours();
  let present: PageInstant | undefined;
  let wanted: readonly number[] | undefined;
  return {
    posed,
    goTo(index, only) {
      present = instants[index];
      if (present === undefined) return { known: [], added: [] };
      wanted = only;
      const { clip, time, pairs, known } = present;
      poseScene(posed, clip === null ? undefined : clipOf.get(clip), time);
      const drawn: MeetingTriangles = { known: [], added: [] };
      const done = new Set<string>();
      for (let at = 0; at < pairs.length; at += 2) {
        const pair = Math.floor(at / PAIR_STRIDE);
        if (!isWanted(pairs, pair, only)) continue;
        const isKnown = known[pair] === 1;
        const key = `${isKnown} ${pairs[at]} ${pairs[at + 1]}`;
        if (done.has(key)) continue;
        done.add(key);
        addTriangle(isKnown ? drawn.known : drawn.added, surfaces[pairs[at]], pairs[at + 1]);
      }
      return drawn;
    },
    segments(known) {
      const ends: number[] = [];
      for (const [a, b, pairs] of present === undefined ? [] : pairsByObjects(present, known, wanted)) {
        const count = pairs.length / 2;
        const hits = { pairs: Uint32Array.from(pairs), meetings: new Uint8Array(count), count, dropped: 0 };
        findContours(surfaces[a], surfaces[b], hits, contours);
        for (let line = 0; line < contours.count; line++) addSegments(ends, contours, line);
      }
      return ends;
    },
  };
}

function addTriangle(corners: number[], { positions, triangles }: PosedSurface, triangle: number): void {
  for (let corner = 0; corner < 3; corner++) {
    const at = triangles[triangle * 3 + corner] * 3;
    corners.push(positions[at], positions[at + 1], positions[at + 2]);
  }
}

function addSegments(
  ends: number[],
  { points, starts, closed }: ReturnType<typeof createContours>,
  line: number,
): void {
  const first = starts[line];
  const end = starts[line + 1];
  const push = (point: number): void => {
    ends.push(points[point * 3], points[point * 3 + 1], points[point * 3 + 2]);
  };
  for (let point = first; point + 1 < end; point++) {
    push(point);
    push(point + 1);
  }
  if (closed[line] === 1) {
    push(end - 1);
    push(first);
  }
}

function isWanted(pairs: Uint32Array, pair: number, only: readonly number[] | undefined): boolean {
  if (only === undefined) return true;
  const [a, b = a] = only;
  return pairs[pair * PAIR_STRIDE] === a && pairs[pair * PAIR_STRIDE + 2] === b;
}

/** The triangle pairs of each two objects. */
function pairsByObjects(
  { pairs, known }: PageInstant,
  ofBaseline: boolean,
  only: readonly number[] | undefined,
): [number, number, number[]][] {
  const groups = new Map<string, [number, number, number[]]>();
  for (let i = 0; i < known.length; i++) {
    if ((known[i] === 1) !== ofBaseline || !isWanted(pairs, i, only)) continue;
    const [a, triangleA, b, triangleB] = pairs.subarray(i * PAIR_STRIDE, (i + 1) * PAIR_STRIDE);
    const key = `${a} ${b}`;
    const group = groups.get(key) ?? [a, b, []];
    groups.set(key, group);
    group[2].push(triangleA, triangleB);
  }
  return [...groups.values()];
}
