/**
 * Encounters that touch by construction where no other test happens to look, each with a twin that misses by one unit in
 * the last place of one or two numbers.
 */
import type { Sample, Times } from './encounters.js';

/** One that touches, when it first does, and the twin. */
export interface Touch {
  readonly name: string;
  readonly touching: Sample;
  readonly times: Times;
  readonly missing: Sample;
}

type Point = readonly [number, number, number];

const SMALLEST = Number.MIN_VALUE;
const ABOVE_ONE = 1 + 2 ** -52;
const BELOW_ONE = 1 - 2 ** -53;
const HALF: Times = [0.5, 0.5];
const THIRD: Times = [0.3333333333333333, 0.33333333333333337];

function face(start: readonly Point[], end: readonly Point[] = start): Sample {
  return { kind: 'vertex-face', start: start.flat(), end: end.flat() };
}

function edges(start: readonly Point[], end: readonly Point[] = start): Sample {
  return { kind: 'edge-edge', start: start.flat(), end: end.flat() };
}

/** A face in the plane z = 0, at rest. */
const FACE: readonly Point[] = [
  [0, 0, 0],
  [4, 0, 0],
  [0, 4, 0],
];
/** An edge along x, at rest. */
const EDGE: readonly Point[] = [
  [0, 0, 0],
  [4, 0, 0],
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

/** An edge that moves against one at rest. */
function edgeTo(rest: readonly Point[], from: readonly [Point, Point], to: readonly [Point, Point]): Sample {
  return edges([...rest, ...from], [...rest, ...to]);
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

/** The same with edges. */
function grazingEdge(startHeight: number): Sample {
  return edges(
    [
      [0, 0, 0],
      [4, 0, -4],
      [0, -2, startHeight],
      [0, 2, startHeight],
    ],
    [
      [0, 0, 0],
      [4, 0, 4],
      [2, -2, 1],
      [2, 2, 1],
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

export const TOUCHES: readonly Touch[] = [
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
    name: 'an edge leaves an edge at 0',
    touching: edgeTo(
      EDGE,
      [
        [1, -1, 0],
        [1, 1, 0],
      ],
      [
        [1, -1, 1],
        [1, 1, 1],
      ],
    ),
    times: [0, 0],
    missing: edgeTo(
      EDGE,
      [
        [1, -1, SMALLEST],
        [1, 1, SMALLEST],
      ],
      [
        [1, -1, 1],
        [1, 1, 1],
      ],
    ),
  },
  {
    name: 'an edge arrives at an edge at 1',
    touching: edgeTo(
      EDGE,
      [
        [1, -1, 1],
        [1, 1, 1],
      ],
      [
        [1, -1, 0],
        [1, 1, 0],
      ],
    ),
    times: [1, 1],
    missing: edgeTo(
      EDGE,
      [
        [1, -1, 1],
        [1, 1, 1],
      ],
      [
        [1, -1, SMALLEST],
        [1, 1, SMALLEST],
      ],
    ),
  },
  {
    name: 'a vertex grazes a turning face, a double root',
    touching: grazingVertex(-1),
    times: HALF,
    missing: grazingVertex(-ABOVE_ONE),
  },
  {
    name: 'an edge grazes a turning edge, a double root',
    touching: grazingEdge(-1),
    times: HALF,
    missing: grazingEdge(-ABOVE_ONE),
  },
  {
    name: 'a vertex passes the border of a face at 1/3',
    touching: vertexTo(FACE, [1, 0, 1], [1, 0, -2]),
    times: THIRD,
    missing: vertexTo(FACE, [1, -SMALLEST, 1], [1, -SMALLEST, -2]),
  },
  {
    name: 'an edge passes the end of an edge at 1/3',
    touching: edgeTo(
      EDGE,
      [
        [4, -1, 1],
        [4, 1, 1],
      ],
      [
        [4, -1, -2],
        [4, 1, -2],
      ],
    ),
    times: THIRD,
    missing: edgeTo(
      EDGE,
      [
        [4 + 2 ** -50, -1, 1],
        [4 + 2 ** -50, 1, 1],
      ],
      [
        [4 + 2 ** -50, -1, -2],
        [4 + 2 ** -50, 1, -2],
      ],
    ),
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
    name: 'an edge without length passes an edge',
    touching: edgeTo(
      EDGE,
      [
        [1, 1, 1],
        [1, 1, 1],
      ],
      [
        [1, -1, -1],
        [1, -1, -1],
      ],
    ),
    times: HALF,
    missing: edgeTo(
      EDGE,
      [
        [1, 1, 1],
        [1, 1, 1],
      ],
      [
        [1, -1, -ABOVE_ONE],
        [1, -1, -ABOVE_ONE],
      ],
    ),
  },
  {
    name: 'two edges without length pass each other',
    touching: edgeTo(
      [
        [1, 0, 0],
        [1, 0, 0],
      ],
      [
        [2, 1, 1],
        [2, 1, 1],
      ],
      [
        [0, -1, -1],
        [0, -1, -1],
      ],
    ),
    times: HALF,
    missing: edgeTo(
      [
        [1, 0, 0],
        [1, 0, 0],
      ],
      [
        [2, 1, BELOW_ONE],
        [2, 1, BELOW_ONE],
      ],
      [
        [0, -1, -1],
        [0, -1, -1],
      ],
    ),
  },
  {
    name: 'a face has no area at the instant of contact alone',
    touching: shrinkingFace(-1),
    times: HALF,
    missing: shrinkingFace(-ABOVE_ONE),
  },
  {
    name: 'edges are parallel at the instant of contact alone',
    touching: edgeTo(
      EDGE,
      [
        [1, 1, 1],
        [2, 1, -1],
      ],
      [
        [1, -1, -1],
        [2, -1, 1],
      ],
    ),
    times: HALF,
    missing: edgeTo(
      EDGE,
      [
        [1, 1, ABOVE_ONE],
        [2, 1, -BELOW_ONE],
      ],
      [
        [1, -1, -1],
        [2, -1, 1],
      ],
    ),
  },
  {
    name: 'a vertex arrives at a face along the line that it is on',
    touching: vertexTo(SEGMENT_FACE, [-1, 0, 0], [0, 0, 0]),
    times: [1, 1],
    missing: vertexTo(SEGMENT_FACE, [-1, 0, 0], [-SMALLEST, 0, 0]),
  },
  {
    name: 'an edge arrives at an edge along their line',
    touching: edgeTo(
      [
        [0, 0, 0],
        [1, 1, 1],
      ],
      [
        [3, 3, 3],
        [5, 5, 5],
      ],
      [
        [1, 1, 1],
        [3, 3, 3],
      ],
    ),
    times: [1, 1],
    missing: edgeTo(
      [
        [0, 0, 0],
        [1, 1, 1],
      ],
      [
        [3, 3, 3],
        [5, 5, 5],
      ],
      [
        [ABOVE_ONE, ABOVE_ONE, ABOVE_ONE],
        [3, 3, 3],
      ],
    ),
  },
  {
    name: 'two vertices that come and go along a line, to the same place',
    touching: edgeTo(
      [
        [0, 0, 0],
        [-1, 0, 0],
      ],
      [
        [1, 0, 0],
        [2, 0, 0],
      ],
      [
        [0, 0, 0],
        [2, 0, 0],
      ],
    ),
    times: [1, 1],
    missing: edgeTo(
      [
        [0, 0, 0],
        [-1, 0, 0],
      ],
      [
        [1, 0, 0],
        [2, 0, 0],
      ],
      [
        [SMALLEST, 0, 0],
        [2, 0, 0],
      ],
    ),
  },
  {
    name: 'a vertex touches the corner of a face within its plane',
    touching: vertexTo(FACE, [-1, 1, 0], [1, -1, 0]),
    times: HALF,
    missing: vertexTo(FACE, [-1, BELOW_ONE, 0], [1, -1, 0]),
  },
  {
    name: 'an edge touches the end of an edge within their plane',
    touching: edgeTo(
      EDGE,
      [
        [-1, 1, 0],
        [-2, 0, 0],
      ],
      [
        [1, -1, 0],
        [0, -2, 0],
      ],
    ),
    times: HALF,
    missing: edgeTo(
      EDGE,
      [
        [-1, BELOW_ONE, 0],
        [-2, 0, 0],
      ],
      [
        [1, -1, 0],
        [0, -2, 0],
      ],
    ),
  },
  {
    name: 'a vertex at rest on a face at rest',
    touching: vertexTo(FACE, [2, 2, 0], [2, 2, 0]),
    times: [0, 0],
    missing: vertexTo(FACE, [2, 2 + 2 ** -51, 0], [2, 2 + 2 ** -51, 0]),
  },
  {
    name: 'edges at rest with an end in common',
    touching: edgeTo(
      EDGE,
      [
        [4, 0, 0],
        [5, 7, 9],
      ],
      [
        [4, 0, 0],
        [5, 7, 9],
      ],
    ),
    times: [0, 0],
    missing: edgeTo(
      EDGE,
      [
        [4 + 2 ** -50, 0, 0],
        [5, 7, 9],
      ],
      [
        [4 + 2 ** -50, 0, 0],
        [5, 7, 9],
      ],
    ),
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
];
