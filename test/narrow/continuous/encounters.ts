/** Encounters as tests write them down, what the library says about them, and ways to see the same encounter otherwise. */
import {
  TOUCH_FIRST,
  TOUCH_LENGTH,
  TOUCH_SECOND,
  TOUCH_TIME,
  TOUCH_TIME_ABOVE,
  doEdgeEdgeMeet,
  doVertexFaceMeet,
  findEdgeEdgeTouch,
  findVertexFaceTouch,
  type Random,
} from 'pliant/exact';
import { exactEdgeEdgeTouch, exactEdgeEdgeMeet, exactVertexFaceTouch, exactVertexFaceMeet } from 'pliant/oracle';
import { decideInDoubles } from '../../../src/narrow/continuous/filter.js';
import { APART, MEET } from '../../../src/narrow/continuous/look.js';
import { EDGE_EDGE, VERTEX_FACE } from '../../../src/narrow/continuous/motion.js';
import { exactIntegers } from '../../oracle/exact-integers.js';
import type { Encounter } from '../../oracle/first-touch.js';
import { bigVector } from '../../oracle/vectors.js';

/** Four points at time 0 and at time 1. */
export interface Sample {
  readonly kind: 'vertex-face' | 'edge-edge';
  readonly start: readonly number[];
  readonly end: readonly number[];
}

/** The doubles around the first time; undefined without a touch. */
export type Times = readonly [below: number, above: number] | undefined;

export const KINDS = ['vertex-face', 'edge-edge'] as const;

/** Whether the library says that they meet. */
export function meets({ kind, start, end }: Sample): boolean {
  const meet = kind === 'vertex-face' ? doVertexFaceMeet : doEdgeEdgeMeet;
  return meet(Float64Array.from(start), Float64Array.from(end));
}

/** The first time by the library. */
export function firstTimes({ kind, start, end }: Sample): Times {
  const find = kind === 'vertex-face' ? findVertexFaceTouch : findEdgeEdgeTouch;
  const out = new Float64Array(TOUCH_LENGTH);
  if (!find(Float64Array.from(start), Float64Array.from(end), out)) return undefined;
  return [out[TOUCH_TIME], out[TOUCH_TIME_ABOVE]];
}

/** How far apart the places are that the library gives, at the time that it gives; undefined without a touch. */
export function gapAtTouch({ kind, start, end }: Sample): number | undefined {
  const find = kind === 'vertex-face' ? findVertexFaceTouch : findEdgeEdgeTouch;
  const out = new Float64Array(TOUCH_LENGTH);
  if (!find(Float64Array.from(start), Float64Array.from(end), out)) return undefined;
  const time = out[TOUCH_TIME];
  const [s, t] = [out[TOUCH_FIRST], out[TOUCH_SECOND]];
  if (!(s >= 0 && t >= 0 && s <= 1 && t <= 1 && (kind === 'edge-edge' || s + t <= 1))) return Infinity;
  const weights = kind === 'vertex-face' ? [1, s + t - 1, -s, -t] : [1 - s, s, t - 1, -t];
  const gaps = [0, 1, 2].map((axis) =>
    weights.reduce((sum, weight, i) => sum + weight * ((1 - time) * start[3 * i + axis] + time * end[3 * i + axis]), 0),
  );
  return Math.hypot(...gaps);
}

/** The first time by big integers alone. */
export function exactTimes({ kind, start, end }: Sample): Times {
  const find = kind === 'vertex-face' ? exactVertexFaceTouch : exactEdgeEdgeTouch;
  const out = new Float64Array(TOUCH_LENGTH);
  if (!find(Float64Array.from(start), Float64Array.from(end), out)) return undefined;
  return [out[TOUCH_TIME], out[TOUCH_TIME_ABOVE]];
}

/** Whether big integers alone say that they meet. */
export function meetsExactly({ kind, start, end }: Sample): boolean {
  const meet = kind === 'vertex-face' ? exactVertexFaceMeet : exactEdgeEdgeMeet;
  return meet(Float64Array.from(start), Float64Array.from(end));
}

/** What doubles alone say; undefined where they cannot tell. */
export function filtered({ kind, start, end }: Sample): boolean | undefined {
  const encounter = kind === 'vertex-face' ? VERTEX_FACE : EDGE_EDGE;
  const verdict = decideInDoubles(encounter, Float64Array.from(start), Float64Array.from(end));
  return verdict === MEET ? true : verdict === APART ? false : undefined;
}

/** The same encounter in whole numbers, for the oracle. */
export function inIntegers({ kind, start, end }: Sample): Encounter {
  const integers = exactIntegers([...start, ...end]);
  const point = (i: number) => bigVector(integers, 3 * i);
  return { kind, start: [0, 1, 2, 3].map(point), end: [4, 5, 6, 7].map(point) };
}

const ORDERS = {
  'vertex-face': ['0123', '0132', '0213', '0231', '0312', '0321'].map(digits),
  'edge-edge': ['0123', '1023', '0132', '1032', '2301', '3201', '2310', '3210'].map(digits),
};

function digits(text: string): number[] {
  return Array.from(text, Number);
}

/** The corners of a face in every order; the ends of edges, and the edges, either way round. */
export function inEveryOrder(sample: Sample): Sample[] {
  return ORDERS[sample.kind].map((_, i) => inOrder(sample, i));
}

/** In one of these orders, by number. */
export function inOrder(sample: Sample, number: number): Sample {
  const orders = ORDERS[sample.kind];
  const order = orders[number % orders.length];
  const ordered = (points: readonly number[]): number[] => order.flatMap((i) => points.slice(3 * i, 3 * i + 3));
  return { ...sample, start: ordered(sample.start), end: ordered(sample.end) };
}

/** The motion backwards. */
export function backwards({ kind, start, end }: Sample): Sample {
  return { kind, start: end, end: start };
}

/** Each axis plus whole multiples of the others, one after the other: a map that keeps volumes. Small whole coordinates stay exact. */
export function sheared({ kind, start, end }: Sample, random: Random): Sample {
  const factors = Array.from({ length: 6 }, () => random.integer(5) - 2);
  const shear = (points: readonly number[]): number[] =>
    [0, 3, 6, 9].flatMap((i) => {
      let [x, y, z] = points.slice(i, i + 3);
      x += factors[0] * y + factors[1] * z;
      y += factors[2] * x + factors[3] * z;
      z += factors[4] * x + factors[5] * y;
      return [x, y, z];
    });
  return { kind, start: shear(start), end: shear(end) };
}

/** Makers of samples with whole coordinates from -3 to 3, in which everything that can degenerate does. */
export const WHOLE_MAKERS: Readonly<Record<string, (random: Random, kind: Sample['kind']) => Sample>> = {
  general: (random, kind) => ({ kind, start: whole(random, 3), end: whole(random, 3) }),
  small: (random, kind) => ({ kind, start: whole(random, 1), end: whole(random, 1) }),
  'some at rest': (random, kind) => {
    const start = whole(random, 3);
    return { kind, start, end: eachPoint(start, whole(random, 3), () => random.integer(2) === 0) };
  },
  coincident: (random, kind) => {
    const pick = [random.integer(3), random.integer(3), random.integer(3), random.integer(4)];
    const [start, end] = [whole(random, 2), whole(random, 2)].map((points) =>
      pick.flatMap((i) => points.slice(3 * i, 3 * i + 3)),
    );
    return { kind, start, end };
  },
  'in one plane': (random, kind) =>
    sheared(flat({ kind, start: whole(random, 3), end: whole(random, 3) }, [2]), random),
  'along one line': (random, kind) =>
    sheared(flat({ kind, start: whole(random, 3), end: whole(random, 3) }, [1, 2]), random),
  'shrunk to a line at a time': (random, kind) => {
    // At 1/2 all is on one line.
    const start = whole(random, 3);
    const end = start.map((value, k) => (k % 3 === 0 ? random.integer(7) - 3 : -value));
    return sheared({ kind, start, end }, random);
  },
};

function whole(random: Random, most: number): number[] {
  return Array.from({ length: 12 }, () => random.integer(2 * most + 1) - most);
}

function eachPoint(a: readonly number[], b: readonly number[], takesFirst: () => boolean): number[] {
  return [0, 3, 6, 9].flatMap((i) => (takesFirst() ? a : b).slice(i, i + 3));
}

function flat({ kind, start, end }: Sample, axes: readonly number[]): Sample {
  const flatten = (points: readonly number[]) => points.map((value, k) => (axes.includes(k % 3) ? 0 : value));
  return { kind, start: flatten(start), end: flatten(end) };
}
