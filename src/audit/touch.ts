/** Describes the first touch of two triangles on their way. */
import { EDGE, FACE } from '../continuous.js';
import type { MotionHits } from '../continuous.js';
import { TOUCH_FIRST, TOUCH_LENGTH, findEdgeEdgeTouch } from '../exact.js';
import { surfaceOf } from '../meaning.js';
import type { AnimatedScene, SceneObject } from '../gltf/scene.js';
import { frameNameAt } from './frames.js';
import type { Instant } from './instants.js';
import type { MovingBodies } from './moving-bodies.js';
import type { FirstTouch } from './passages.js';

/** Which touch. */
export interface TouchOfStep {
  readonly objectA: number;
  readonly objectB: number;
  readonly from: Instant;
  readonly to: Instant;
  readonly hits: MotionHits;
  /** Its number among the hits. It must not be at the very beginning, where triangles may be in each other already. */
  readonly hit: number;
}

/** Describes it. */
export function describeTouch(
  { clips, objects }: AnimatedScene,
  bodies: MovingBodies,
  { from, hit, hits, objectA, objectB, to }: TouchOfStep,
): FirstTouch {
  const [triangleA, triangleB] = hits.pairs.subarray(2 * hit, 2 * hit + 2);
  const [featureA, featureB] = hits.features.subarray(2 * hit, 2 * hit + 2);
  const verticesA = verticesOf(objects[objectA], triangleA, featureA);
  const verticesB = verticesOf(objects[objectB], triangleB, featureB);
  const share = [hits.times[hit], hits.timesAbove[hit]] as const;
  const sideA = waysOf(bodies, objectA, verticesA);
  const sideB = waysOf(bodies, objectB, verticesB);
  const frames = [frameNameAt(clips[to.clip], from.time), frameNameAt(clips[to.clip], to.time)];
  const isVertexFace = featureA === FACE || featureB === FACE;
  return {
    time: from.time + share[0] * (to.time - from.time),
    step: [from.time, to.time],
    ...(frames[0] === undefined || frames[1] === undefined ? {} : { frames: [frames[0], frames[1]] as const }),
    share,
    kind: isVertexFace ? 'vertex-face' : 'edge-edge',
    triangles: [triangleA, triangleB],
    vertices: [inFile(objects[objectA], verticesA), inFile(objects[objectB], verticesB)],
    point: isVertexFace
      ? pointOn(featureA === FACE ? sideB : sideA, 0, share[0])
      : pointOn(sideA, weightOnEdge(sideA, sideB), share[0]),
  };
}

/** Where points are at both ends. */
interface Ways {
  readonly start: readonly number[];
  readonly end: readonly number[];
}

function verticesOf({ mesh }: SceneObject, triangle: number, feature: number): readonly number[] {
  const corners = mesh.triangles.subarray(3 * triangle, 3 * triangle + 3);
  if (feature === FACE) return [...corners];
  if (feature < EDGE) return [corners[feature]];
  return [corners[feature - EDGE], corners[(feature - EDGE + 1) % 3]];
}

function inFile({ vertexNumbers }: SceneObject, vertices: readonly number[]): readonly number[] {
  return vertexNumbers === undefined ? vertices : vertices.map((vertex) => vertexNumbers[vertex]);
}

function waysOf(bodies: MovingBodies, object: number, vertices: readonly number[]): Ways {
  const { from, to } = bodies.motionOf(object);
  const [start, end] = [from, to].map((body) => {
    const { positions } = surfaceOf(body);
    return vertices.flatMap((vertex) => [...positions.subarray(3 * vertex, 3 * vertex + 3)]);
  });
  return { start, end };
}

function weightOnEdge(a: Ways, b: Ways): number {
  const out = new Float64Array(TOUCH_LENGTH);
  findEdgeEdgeTouch(Float64Array.from([...a.start, ...b.start]), Float64Array.from([...a.end, ...b.end]), out);
  return out[TOUCH_FIRST];
}

/** So far along the edge, or at the vertex, at a share of the way. */
function pointOn({ end, start }: Ways, weight: number, share: number): [number, number, number] {
  const at = (i: number): number => (1 - share) * start[i] + share * end[i];
  const along = (axis: number): number => (weight === 0 ? at(axis) : (1 - weight) * at(axis) + weight * at(3 + axis));
  return [along(0), along(1), along(2)];
}
