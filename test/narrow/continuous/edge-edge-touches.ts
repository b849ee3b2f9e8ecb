/** Two edges that touch by construction (touch.ts). */
import type { Sample } from './encounters.js';
import { ABOVE_ONE, BELOW_ONE, EDGE, HALF, SMALLEST, THIRD } from './touch.js';
import type { Point, Touch } from './touch.js';

function edges(start: readonly Point[], end: readonly Point[] = start): Sample {
  return { kind: 'edge-edge', start: start.flat(), end: end.flat() };
}

/** An edge that moves against one at rest. */
function edgeTo(rest: readonly Point[], from: readonly [Point, Point], to: readonly [Point, Point]): Sample {
  return edges([...rest, ...from], [...rest, ...to]);
}

/** With w = (2t, 1, 2t - 1), u = (4, 0, 4(2t - 1)), v = (0, 4, 0): the volume is -16 (2t - 1)², and zero at 1/2 alone. */
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

/** All that two edges do. */
export const EDGE_EDGE_TOUCHES: readonly Touch[] = [
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
    name: 'an edge grazes a turning edge, a double root',
    touching: grazingEdge(-1),
    times: HALF,
    missing: grazingEdge(-ABOVE_ONE),
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
    name: 'edges are parallel at the instant of the touch alone',
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
];
