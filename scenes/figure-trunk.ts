/** The trunk of the figure: ellipses, one above the other, whose middles and axes go from hips to neck. Its surface, and how to push a point out of it. */
import type { FigurePose, Vector } from './figure-walk.js';

/** From 0 at the bottom of the trunk to 1 at the neck: how far the surface is to the side, and ahead. The last ones are the neck. */
const SECTIONS = [
  [0, 0.02, 0.02],
  [0.05, 0.12, 0.09],
  [0.1, 0.152, 0.108],
  [0.17, 0.168, 0.118],
  [0.24, 0.166, 0.114],
  [0.32, 0.15, 0.102],
  [0.4, 0.138, 0.096],
  [0.5, 0.142, 0.1],
  [0.62, 0.156, 0.112],
  [0.74, 0.166, 0.117],
  [0.84, 0.17, 0.108],
  [0.9, 0.162, 0.094],
  [0.95, 0.13, 0.075],
  [0.985, 0.08, 0.06],
  [1.02, 0.056, 0.054],
  [1.08, 0.05, 0.052],
  [1.2, 0.05, 0.052],
] as const;

/** Numbers of a ring: middle, sine and cosine of its turn, half its width and half its depth. */
export const RING = { x: 0, y: 1, z: 2, sine: 3, cosine: 4, wide: 5, deep: 6, stride: 7 } as const;
const ROWS = 96;
const TOP = SECTIONS[SECTIONS.length - 1][0];

/** Rings of the trunk in a pose, from below upwards, at equal heights. */
export interface Trunk {
  readonly rings: Float64Array;
  readonly rows: number;
  readonly bottom: number;
  readonly height: number;
}

const profile = Float64Array.from({ length: (ROWS + 1) * 2 }, (_, i) =>
  sectionAt((TOP * (i >> 1)) / ROWS, 1 + (i % 2)),
);

/** The trunk in a pose. */
export function createTrunk({ hipTurn, neck, pelvis, shoulderTurn }: FigurePose): Trunk {
  const rings = new Float64Array((ROWS + 1) * RING.stride);
  for (let row = 0; row <= ROWS; row++) {
    const up = (TOP * row) / ROWS;
    // The back bends where the waist is, and a little everywhere.
    const turned = Math.min(up * up * (3 - 2 * up), 1);
    const at = (axis: 0 | 1 | 2): number => pelvis[axis] + up * (neck[axis] - pelvis[axis]);
    const sine = hipTurn[0] + turned * (shoulderTurn[0] - hipTurn[0]);
    const cosine = hipTurn[1] + turned * (shoulderTurn[1] - hipTurn[1]);
    const length = Math.sqrt(sine * sine + cosine * cosine);
    rings.set(
      [at(0), at(1), at(2), sine / length, cosine / length, profile[row * 2], profile[row * 2 + 1]],
      row * RING.stride,
    );
  }
  return { rings, rows: ROWS, bottom: pelvis[1], height: (neck[1] - pelvis[1]) * TOP };
}

/** A place on the trunk, or so far off it: how high from 0 to the neck at 1, and in which direction as sine to its left and cosine ahead. */
export function placeOnTrunk(trunk: Trunk, up: number, left: number, ahead: number, off: number): Vector {
  const at = Math.min(Math.max(Math.round((up / TOP) * ROWS), 0), ROWS) * RING.stride;
  const { rings } = trunk;
  const x = left * (rings[at + RING.wide] + off);
  const z = ahead * (rings[at + RING.deep] + off);
  const sine = rings[at + RING.sine];
  const cosine = rings[at + RING.cosine];
  return [
    rings[at] + cosine * x + sine * z,
    trunk.bottom + (up / TOP) * trunk.height,
    rings[at + 2] - sine * x + cosine * z,
  ];
}

/** Moves a point that is nearer to the trunk than `off` outwards. One step of Newton's along the gradient of how far out it is in its ellipse: up on shoulders, aside at the waist. */
export function pushOffTrunk(trunk: Trunk, places: Float64Array, p: number, off: number): void {
  const { bottom, height, rings } = trunk;
  const place = ((places[p + 1] - bottom) / height) * ROWS;
  if (!(place > 0 && place < ROWS)) return;
  const row = Math.floor(place);
  const share = place - row;
  const at = row * RING.stride;
  const next = at + RING.stride;
  const x = places[p] - rings[at] - share * (rings[next] - rings[at]);
  const z = places[p + 2] - rings[at + 2] - share * (rings[next + 2] - rings[at + 2]);
  const sine = rings[at + RING.sine];
  const cosine = rings[at + RING.cosine];
  const across = cosine * x - sine * z;
  const ahead = sine * x + cosine * z;
  const wider = rings[next + RING.wide] - rings[at + RING.wide];
  const deeper = rings[next + RING.deep] - rings[at + RING.deep];
  const wide = rings[at + RING.wide] + share * wider + off;
  const deep = rings[at + RING.deep] + share * deeper + off;
  const u = across / wide;
  const v = ahead / deep;
  const out = u * u + v * v;
  if (out >= 1 || out === 0) return;
  const radius = Math.sqrt(out);
  const perRow = ROWS / height;
  const du = u / (wide * radius);
  const dv = v / (deep * radius);
  const dy = (-((u * u * wider) / wide + (v * v * deeper) / deep) * perRow) / radius;
  const step = (1 - radius) / (du * du + dv * dv + dy * dy);
  places[p] += step * (cosine * du + sine * dv);
  places[p + 1] += step * dy;
  places[p + 2] += step * (cosine * dv - sine * du);
}

/** A number of the sections at a height, smoothly (Catmull and Rom 1974). */
function sectionAt(up: number, which: number): number {
  let k = 0;
  while (k + 2 < SECTIONS.length && SECTIONS[k + 1][0] <= up) k++;
  const [before, from, to, behind] = [-1, 0, 1, 2].map(
    (i) => SECTIONS[Math.min(Math.max(k + i, 0), SECTIONS.length - 1)],
  );
  const length = to[0] - from[0];
  const t = (up - from[0]) / length;
  const slope = (a: readonly number[], b: readonly number[]): number =>
    b[0] === a[0] ? 0 : ((b[which] - a[which]) / (b[0] - a[0])) * length;
  const [m0, m1] = [slope(before, to), slope(from, behind)];
  const s = 1 - t;
  return from[which] * s * s * (1 + 2 * t) + to[which] * t * t * (3 - 2 * t) + m0 * t * s * s - m1 * t * t * s;
}
