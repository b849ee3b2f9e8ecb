/**
 * A figure that walks, like a tailor's dummy: trunk, head, arms and legs with hands and feet, each a closed surface of rings. It wears the garments. Every number follows from the time, bit for bit.
 */
import { PI, cos, sin } from 'pliant/exact';
import { ARM_GIRTH, LEG_GIRTH, walkAlongLimb } from './figure-limbs.js';
import type { Girth } from './figure-limbs.js';
import { RING, createTrunk } from './figure-trunk.js';
import { along } from './figure-walk.js';
import type { FigurePose, Limb, Turn, Vector } from './figure-walk.js';

/** A ring of a surface: its middle, and two axes at right angles, as long as it is wide. */
interface Ring {
  readonly middle: Vector;
  readonly left: Vector;
  readonly ahead: Vector;
}

/** Rings from one end of a part to the other. Ends are closed by a vertex in the middle. */
type Part = readonly Ring[];

/** The surface: the same triangles in every pose. */
export interface Figure {
  /** Vertices on each ring. */
  readonly around: number;
  readonly triangles: Uint32Array;
  readonly vertexCount: number;
}

/** How many rings a part has for each vertex on a ring. */
const ROWS = { trunk: 2, limb: 2, round: 0.5 } as const;

/** The figure with so many vertices on each ring, 8 at least: some 19 triangles for the square of it. */
export function createFigure(around: number, pose: FigurePose): Figure {
  const triangles: number[] = [];
  let first = 0;
  for (const part of partsOf(pose, around)) {
    const last = first + part.length * around;
    for (let k = 0; k < around; k++) {
      const next = (k + 1) % around;
      triangles.push(last, first + next, first + k);
      for (let at = first; at + around < last; at += around) {
        triangles.push(at + k, at + next, at + around + k, at + next, at + around + next, at + around + k);
      }
      triangles.push(last + 1, last - around + k, last - around + next);
    }
    first = last + 2;
  }
  return { around, triangles: Uint32Array.from(triangles), vertexCount: first };
}

/** Where its vertices are in a pose, moved ahead by so much. */
export function poseFigure({ around, vertexCount }: Figure, pose: FigurePose, ahead: number): Float32Array {
  const positions = new Float32Array(vertexCount * 3);
  const circle = Array.from({ length: around }, (_, k) => [sin((2 * PI * k) / around), cos((2 * PI * k) / around)]);
  let at = 0;
  const put = (x: number, y: number, z: number): void => {
    positions[at++] = x;
    positions[at++] = y;
    positions[at++] = z + ahead;
  };
  for (const part of partsOf(pose, around)) {
    for (const { middle, left, ahead: front } of part) {
      for (const [sine, cosine] of circle) {
        put(
          middle[0] + sine * left[0] + cosine * front[0],
          middle[1] + sine * left[1] + cosine * front[1],
          middle[2] + sine * left[2] + cosine * front[2],
        );
      }
    }
    put(...part[0].middle);
    put(...part[part.length - 1].middle);
  }
  return positions;
}

function partsOf(pose: FigurePose, around: number): Part[] {
  const head = along(pose.neck, [0, 1, 0], 0.185);
  const [sine, cosine] = [pose.shoulderTurn, pose.hipTurn].reduce(([x, y], [s, c]) => [x + s / 2, y + c / 2], [0, 0]);
  const rounds = Math.round(ROWS.round * around);
  return [
    trunkRings(pose, around),
    egg(head, [0, 0.118, 0.01], [0.078 * cosine, 0, -0.078 * sine], [0.094 * sine, 0, 0.094 * cosine], rounds),
    ...pose.arms.flatMap((arm) => [limbRings(arm, ARM_GIRTH, around), handOf(arm, rounds)]),
    ...pose.legs.flatMap((leg) => [limbRings(leg, LEG_GIRTH, around), footOf(leg, pose.hipTurn, rounds)]),
  ];
}

function trunkRings(pose: FigurePose, around: number): Ring[] {
  const { rings, rows } = createTrunk(pose);
  const count = Math.round(ROWS.trunk * around);
  return Array.from({ length: count }, (_, i) => {
    const at = Math.round((rows * (i + 0.5)) / count) * RING.stride;
    const [s, c] = [rings[at + RING.sine], rings[at + RING.cosine]];
    const [wide, deep] = [rings[at + RING.wide], rings[at + RING.deep]];
    return {
      middle: [rings[at], rings[at + 1], rings[at + 2]],
      left: [c * wide, 0, -s * wide],
      ahead: [s * deep, 0, c * deep],
    };
  });
}

/** A tube with half a ball at each end. */
function limbRings(limb: Limb, girth: Girth, around: number): Ring[] {
  const places = walkAlongLimb(limb, girth, Math.round(ROWS.limb * around));
  const rings = places.map(({ direction, middle, radius }) => ringAcross(middle, direction, radius));
  const caps = Math.max(Math.round(around / 6), 2);
  const cap = (end: number, sign: number): Ring[] =>
    Array.from({ length: caps }, (_, k) => {
      const angle = (PI / 2) * ((k + 0.5) / caps);
      const { direction, middle, radius } = places[end];
      return ringAcross(along(middle, direction, sign * radius * cos(angle)), direction, radius * sin(angle));
    });
  return [...cap(0, -1), ...rings, ...cap(places.length - 1, 1).reverse()];
}

/** A ring across a direction that is not sideways. */
function ringAcross(middle: Vector, direction: Vector, radius: number): Ring {
  const [x, y, z] = direction;
  const share = x / (x * x + y * y + z * z);
  const left = along([0, 0, 0], [1 - share * x, -share * y, -share * z], radius);
  const front: Vector = [y * left[2] - z * left[1], z * left[0] - x * left[2], x * left[1] - y * left[0]];
  return { middle, left, ahead: along([0, 0, 0], front, -radius) };
}

function handOf([, elbow, wrist]: Limb, count: number): Ring[] {
  const direction: Vector = [wrist[0] - elbow[0], wrist[1] - elbow[1], wrist[2] - elbow[2]];
  const { ahead, left } = ringAcross(wrist, direction, 1);
  const half = along([0, 0, 0], direction, 0.09);
  return egg(along(wrist, direction, 0.07), half, scale(left, 0.024), scale(ahead, 0.042), count);
}

/** Feet are level, but for heels that are lifted behind. */
function footOf([, knee, ankle]: Limb, [sine, cosine]: Turn, count: number): Ring[] {
  const behind = (knee[0] - ankle[0]) * sine + (knee[2] - ankle[2]) * cosine;
  const lifted = Math.min(Math.max(behind * 1.4, -0.3), 0.9);
  const half = along([0, 0, 0], [sine, -lifted, cosine], 0.125);
  const up = along([0, 0, 0], [lifted * sine, 1, lifted * cosine], 0.042);
  return egg(along(along(ankle, half, 0.075), up, -0.03), half, [-0.043 * cosine, 0, 0.043 * sine], up, count);
}

/** An ellipsoid by its middle and half axes; rings go along the first one. */
function egg(middle: Vector, half: Vector, left: Vector, ahead: Vector, count: number): Ring[] {
  return Array.from({ length: count }, (_, k) => {
    const angle = (PI * (k + 0.5)) / count;
    const [far, thick] = [-cos(angle), sin(angle)];
    const at: Vector = [middle[0] + far * half[0], middle[1] + far * half[1], middle[2] + far * half[2]];
    return { middle: at, left: scale(left, thick), ahead: scale(ahead, thick) };
  });
}

function scale([x, y, z]: Vector, by: number): Vector {
  return [x * by, y * by, z * by];
}
