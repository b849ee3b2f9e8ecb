/** The quadruped's muscles: the table of tapered capsules that its flesh is made of, in metres, in the pose of the skeleton. */
import { SIDEWAYS } from './flesh.js';
import type { Muscle } from './flesh.js';
import type { Part, Point } from './quadruped-skeleton.js';

/** A muscle of the table. */
interface TableMuscle extends Muscle {
  /** There is one on either side. */
  readonly paired?: boolean;
}

/** A polygon in the plane between left and right: x, y and the radius there. */
type Curve = readonly Point[];

/** Muscles of a part. */
interface Group {
  readonly part: Part;
  readonly blend: number;
  readonly muscles: readonly TableMuscle[];
}

/** Points in the middle of the animal, x, y and a radius each: back and belly, from behind to the chest. */
const BACK: Curve = [
  [-0.142, 0.219, 0.047],
  [-0.07, 0.228, 0.046],
  [-0.01, 0.222, 0.05],
  [0.045, 0.214, 0.0545],
  [0.09, 0.21, 0.047],
];
const TAIL: Curve = [
  [-0.145, 0.23, 0.021],
  [-0.197, 0.231, 0.0135],
  [-0.227, 0.214, 0.012],
  [-0.254, 0.19, 0.0115],
  [-0.28, 0.166, 0.011],
  [-0.309, 0.147, 0.0105],
  [-0.342, 0.139, 0.01],
  [-0.375, 0.144, 0.0095],
  [-0.4, 0.158, 0.0085],
];

const TRUNK: Group = {
  part: 'trunk',
  blend: 0,
  muscles: [
    ...growAlong(BACK, 0.004, 1.17),
    { from: [0.085, 0.21, 0], to: [0.12, 0.216, 0], radius: 0.046, toRadius: 0.036, blend: 0.025 },
    { from: [0.1, 0.23, 0], to: [0.172, 0.298, 0], radius: 0.041, toRadius: 0.03, blend: 0.035 },
  ],
};
const HEAD_GROUP: Group = {
  part: 'head',
  blend: 0.02,
  muscles: [
    { from: [0.182, 0.31, 0], to: [0.201, 0.308, 0], radius: 0.036, toRadius: 0.033, blend: 0.02 },
    {
      from: [0.2, 0.292, 0.019],
      to: [0.205, 0.291, 0.018],
      radius: 0.018,
      toRadius: 0.017,
      blend: 0.015,
      paired: true,
    },
    { from: [0.21, 0.299, 0], to: [0.231, 0.295, 0], radius: 0.018, toRadius: 0.012, blend: 0.014 },
    {
      from: [0.228, 0.289, 0.007],
      to: [0.231, 0.288, 0.008],
      radius: 0.0105,
      toRadius: 0.0095,
      blend: 0.008,
      paired: true,
    },
    { from: [0.205, 0.281, 0], to: [0.228, 0.279, 0], radius: 0.013, toRadius: 0.009, blend: 0.01 },
    { from: [0.2405, 0.2965, 0], to: [0.241, 0.2965, 0], radius: 0.005, toRadius: 0.005, blend: 0.006 },
    {
      from: [0.2155, 0.315, 0.017],
      to: [0.2165, 0.315, 0.0175],
      radius: 0.0095,
      toRadius: 0.0095,
      blend: 0.004,
      paired: true,
    },
    {
      from: [0.188, 0.33, 0.022],
      to: [0.185, 0.363, 0.033],
      radius: 0.021,
      toRadius: 0.006,
      blend: 0.012,
      flat: [0.92, 0.14, 0.36],
      flatness: 2,
      paired: true,
    },
  ],
};
const TAIL_GROUP: Group = { part: 'tail', blend: 0.025, muscles: growAlong(TAIL, 0.0004, 1) };
const FORE_GROUP: Group = {
  part: 'leg',
  blend: 0.022,
  muscles: [
    {
      from: [0.086, 0.242, 0.02],
      to: [0.11, 0.19, 0.03],
      radius: 0.028,
      toRadius: 0.029,
      blend: 0.02,
      flat: SIDEWAYS,
      flatness: 1.3,
    },
    {
      from: [0.11, 0.19, 0.032],
      to: [0.08, 0.143, 0.036],
      radius: 0.028,
      toRadius: 0.021,
      blend: 0.02,
      flat: SIDEWAYS,
      flatness: 1.25,
    },
    { from: [0.077, 0.139, 0.037], to: [0.088, 0.052, 0.035], radius: 0.02, toRadius: 0.0115, blend: 0.014 },
    { from: [0.089, 0.05, 0.035], to: [0.098, 0.022, 0.034], radius: 0.012, toRadius: 0.013, blend: 0.012 },
    ...toes(0.098, 0.034),
  ],
};
const HIND_GROUP: Group = {
  part: 'leg',
  blend: 0.024,
  muscles: [
    {
      from: [-0.122, 0.222, 0.02],
      to: [-0.136, 0.2, 0.03],
      radius: 0.036,
      toRadius: 0.037,
      blend: 0.02,
      flat: SIDEWAYS,
      flatness: 1.3,
    },
    {
      from: [-0.134, 0.2, 0.032],
      to: [-0.098, 0.142, 0.039],
      radius: 0.037,
      toRadius: 0.024,
      blend: 0.02,
      flat: SIDEWAYS,
      flatness: 1.35,
    },
    { from: [-0.094, 0.136, 0.041], to: [-0.16, 0.08, 0.038], radius: 0.023, toRadius: 0.011, blend: 0.016 },
    { from: [-0.162, 0.077, 0.038], to: [-0.148, 0.022, 0.036], radius: 0.0125, toRadius: 0.012, blend: 0.01 },
    ...toes(-0.148, 0.036),
  ],
};

/** All groups of muscles, of both sides. Muscles of a group run into one another, then the groups do. */
export function createMuscles(): Group[] {
  const legs = [FORE_GROUP, HIND_GROUP].flatMap((leg) => [{ ...leg, muscles: leg.muscles.map(mirror) }, leg]);
  return [TRUNK, HEAD_GROUP, TAIL_GROUP, ...legs].map((group) => {
    const muscles = group.muscles.flatMap((muscle) => (muscle.paired === true ? [muscle, mirror(muscle)] : [muscle]));
    return { ...group, muscles };
  });
}

/** Muscles along a smooth curve: the corners of a polygon cut twice (Chaikin 1974). */
function growAlong(curve: Curve, blend: number, flatness: number): TableMuscle[] {
  const points = cutCorners(cutCorners(curve));
  return points.slice(1).map(([x, y, toRadius], k) => {
    const [fromX, fromY, radius] = points[k];
    return { from: [fromX, fromY, 0], to: [x, y, 0], radius, toRadius, blend, flat: SIDEWAYS, flatness };
  });
}

function cutCorners(curve: Curve): Curve {
  const between = (k: number, share: number): Point => {
    const [x, y, radius] = curve[k];
    const [toX, toY, toRadius] = curve[k + 1];
    return [x + share * (toX - x), y + share * (toY - y), radius + share * (toRadius - radius)];
  };
  const cut = curve.slice(1).flatMap((_, k) => [between(k, 0.25), between(k, 0.75)]);
  return [curve[0], ...cut.slice(1, -1), curve[curve.length - 1]];
}

/** Four toes in front of a ball of the foot at `x`, the middle ones further out. */
function toes(x: number, z: number): TableMuscle[] {
  return [-1.5, -0.5, 0.5, 1.5].map((place) => {
    const out = 0.023 - 0.0022 * place * place;
    const [fromZ, toZ] = [z + 0.0042 * place, z + 0.0062 * place];
    return {
      from: [x + 0.004, 0.014, fromZ],
      to: [x + out, 0.0085, toZ],
      radius: 0.0085,
      toRadius: 0.0068,
      blend: 0.006,
    };
  });
}

function mirror(muscle: TableMuscle): TableMuscle {
  const across = ([x, y, z]: Point): Point => [x, y, -z];
  const flat = across(muscle.flat ?? SIDEWAYS);
  return { ...muscle, from: across(muscle.from), to: across(muscle.to), flat };
}
