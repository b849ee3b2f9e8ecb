/** A vertex and a face that touch by construction (touch.ts). */
import type { Sample } from './encounters.js';
import { ABOVE_ONE, BELOW_ONE, EDGE, HALF, SMALLEST, THIRD } from './touch.js';
import type { Point, Touch } from './touch.js';

function face(start: readonly Point[], end: readonly Point[] = start): Sample {
  return { kind: 'vertex-face', start: start.flat(), end: end.flat() };
}

/** A face in the plane z = 0, at rest. */
const FACE: readonly Point[] = [
  [0, 0, 0],
  [4, 0, 0],
  [0, 4, 0],
];
/** A face that is a segment, and one that is a point, at rest. */
const SEGMENT_FACE: readonly Point[] = [...EDGE, [2, 0, 0]];
const POINT_FACE: readonly Point[] = [
  [1, 0, 0],
  [1, 0, 0],
  [1, 0, 0],
];

/** A vertex against a face at rest. */
function vertexTo(corners: readonly Point[], from: Point, to: Point): Sample {
  return face([from, ...corners], [to, ...corners]);
}

/** With w = (2t, 1, 2t - 1), u = (4, 0, 4(2t - 1)), v = (0, 4, 0): the volume is -16 (2t - 1)², and zero at 1/2 alone. */
function grazingVertex(startHeight: number): Sample {
  return face(
    [
      [0, 1, startHeight],
      [0, 0, 0],
      [4, 0, -4],
      [0, 4, 0],
    ],
    [
      [2, 1, 1],
      [0, 0, 0],
      [4, 0, 4],
      [0, 4, 0],
    ],
  );
}

/** A face that is a segment at 1/2, when a vertex comes to it from the other side. */
function shrinkingFace(endHeight: number): Sample {
  return face(
    [
      [1, 1, 1],
      [0, 0, 0],
      [4, 0, 0],
      [0, -4, 0],
    ],
    [
      [1, -1, endHeight],
      [0, 0, 0],
      [4, 0, 0],
      [0, 4, 0],
    ],
  );
}

/** A vertex that is beside the middle of a face without area by so much, in the plane across an axis. */
function besideSegment(axis: number, height: number): Sample {
  const turned = (along: number, up: number): Point => {
    const point: [number, number, number] = [0, 0, 0];
    point[(axis + 1) % 3] = along;
    point[(axis + 2) % 3] = up;
    return point;
  };
  const vertex = turned(1, height);
  return vertexTo([turned(0, 0), turned(2, 0), turned(1, 0)], vertex, vertex);
}

/** All that a vertex and a face do. */
export const VERTEX_FACE_TOUCHES: readonly Touch[] = [
  {
    name: 'a vertex leaves a face at 0',
    touching: vertexTo(FACE, [1, 1, 0], [1, 1, 1]),
    times: [0, 0],
    missing: vertexTo(FACE, [1, 1, SMALLEST], [1, 1, 1]),
  },
  {
    name: 'a vertex arrives at a face at 1',
    touching: vertexTo(FACE, [1, 1, 1], [1, 1, 0]),
    times: [1, 1],
    missing: vertexTo(FACE, [1, 1, 1], [1, 1, SMALLEST]),
  },
  {
    name: 'a vertex grazes a turning face, a double root',
    touching: grazingVertex(-1),
    times: HALF,
    missing: grazingVertex(-ABOVE_ONE),
  },
  {
    name: 'a vertex passes the border of a face at 1/3',
    touching: vertexTo(FACE, [1, 0, 1], [1, 0, -2]),
    times: THIRD,
    missing: vertexTo(FACE, [1, -SMALLEST, 1], [1, -SMALLEST, -2]),
  },
  {
    name: 'a vertex passes a face without area',
    touching: vertexTo(SEGMENT_FACE, [3, 1, 1], [3, -1, -1]),
    times: HALF,
    missing: vertexTo(SEGMENT_FACE, [3, 1, 1], [3, -1, -ABOVE_ONE]),
  },
  {
    name: 'a vertex passes a face that is a point',
    touching: vertexTo(POINT_FACE, [1, 1, 1], [1, -1, -1]),
    times: HALF,
    missing: vertexTo(POINT_FACE, [1, 1, 1], [1, -1, -ABOVE_ONE]),
  },
  {
    name: 'a face has no area at the instant of the touch alone',
    touching: shrinkingFace(-1),
    times: HALF,
    missing: shrinkingFace(-ABOVE_ONE),
  },
  {
    name: 'a vertex arrives at a face along the line that it is on',
    touching: vertexTo(SEGMENT_FACE, [-1, 0, 0], [0, 0, 0]),
    times: [1, 1],
    missing: vertexTo(SEGMENT_FACE, [-1, 0, 0], [-SMALLEST, 0, 0]),
  },
  {
    name: 'a vertex touches the corner of a face within its plane',
    touching: vertexTo(FACE, [-1, 1, 0], [1, -1, 0]),
    times: HALF,
    missing: vertexTo(FACE, [-1, BELOW_ONE, 0], [1, -1, 0]),
  },
  {
    name: 'a vertex at rest on a face at rest',
    touching: vertexTo(FACE, [2, 2, 0], [2, 2, 0]),
    times: [0, 0],
    missing: vertexTo(FACE, [2, 2 + 2 ** -51, 0], [2, 2 + 2 ** -51, 0]),
  },
  {
    name: 'a face is a point at the instant when the vertex is there',
    touching: face(
      [
        [1, 1, 1],
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ],
      [
        [-1, -1, -1],
        [-1, 0, 0],
        [0, -1, 0],
        [0, 0, -1],
      ],
    ),
    // The vertex stays on one side of the face until all are at the origin.
    times: HALF,
    missing: face(
      [
        [1, 1, 1],
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ],
      [
        [-BELOW_ONE, -1, -1],
        [-1, 0, 0],
        [0, -1, 0],
        [0, 0, -1],
      ],
    ),
  },
  ...[0, 1, 2].map((axis) => ({
    name: `a vertex at rest on a face without area, which it can only leave along one axis: ${axis}`,
    touching: besideSegment(axis, 0),
    times: [0, 0] as const,
    missing: besideSegment(axis, SMALLEST),
  })),
];
