/**
 * The quadruped's shape as an implicit function: tapered capsules, some of them flattened, run into one another by smooth
 * minima. The function is about the distance to the skin, negative inside; parts that lie apart do not know of each other.
 */
import { partScale, placePoint } from './quadruped-skeleton.js';
import type { Part, Physique, Point } from './quadruped-skeleton.js';

/** The shape, ready to be measured. */
export interface Flesh {
  /** {@link MUSCLE_STRIDE} numbers per capsule. */
  readonly muscles: Float64Array;
  /** First capsule of each group, and one more entry: groups are smooth in themselves, then joined. */
  readonly groupStarts: readonly number[];
  /** How smoothly a group joins those before it, in metres. */
  readonly groupBlends: readonly number[];
  /** Lowest and highest corner of each group. */
  readonly groupBoxes: Float64Array;
}

/** A place, and what {@link measureFlesh} finds there. */
export type Probe = Float64Array;

/** Where a probe has what: the place; about the distance to the skin; its gradient. */
export const PROBE_VALUE = 3;
export const PROBE_GRADIENT = 4;
export const PROBE_LENGTH = 7;

/** Start, end minus start, its squared length, radius, growth of the radius, flat direction, flatness, blend, farthest from its start. */
const MUSCLE_STRIDE = 15;
const ALONG = 3;
const LENGTH_SQUARED = 6;
const RADIUS = 7;
const GROWTH = 8;
const FLAT = 9;
const FLATNESS = 12;
const BLEND = 13;
const EXTENT = 14;

/** A tapered capsule: ends and radii. Along `flat` it is thinner by the factor `flatness`. */
interface Muscle {
  readonly from: Point;
  readonly to: Point;
  readonly radius: number;
  readonly toRadius: number;
  /** How smoothly it joins the muscles before it in its group, in metres. */
  readonly blend: number;
  readonly flat?: Point;
  readonly flatness?: number;
  /** There is one on either side. */
  readonly paired?: boolean;
}

/** A polygon in the plane between left and right: x, y and the radius there. */
type Curve = readonly Point[];

/** Muscles that run into one another. */
interface Group {
  readonly part: Part;
  readonly blend: number;
  readonly muscles: readonly Muscle[];
}

const SIDEWAYS: Point = [0, 0, 1];

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

/** Puts flesh on an animal. */
export function createFlesh(physique: Physique): Flesh {
  const groups = [TRUNK, HEAD_GROUP, TAIL_GROUP, ...[FORE_GROUP, HIND_GROUP].flatMap((leg) => [mirror(leg), leg])];
  const groupStarts = [0];
  const numbers: number[] = [];
  const boxes: number[] = [];
  for (const { part, muscles } of groups) {
    const scale = partScale(physique, part);
    const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
    for (const muscle of muscles.flatMap((muscle) =>
      muscle.paired === true ? [muscle, mirrorMuscle(muscle)] : [muscle],
    )) {
      const from = placePoint(physique, part, muscle.from);
      const to = placePoint(physique, part, muscle.to);
      const [radius, toRadius] = [muscle.radius * scale, muscle.toRadius * scale];
      const along = from.map((coordinate, axis) => to[axis] - coordinate);
      const lengthSquared = along[0] * along[0] + along[1] * along[1] + along[2] * along[2];
      const flat = unit(muscle.flat ?? SIDEWAYS);
      numbers.push(
        ...from,
        ...along,
        lengthSquared,
        radius,
        toRadius - radius,
        ...flat,
        muscle.flatness ?? 1,
        muscle.blend,
        Math.max(radius, Math.sqrt(lengthSquared) + toRadius),
      );
      for (let axis = 0; axis < 3; axis++) {
        box[axis] = Math.min(box[axis], from[axis] - radius, to[axis] - toRadius);
        box[3 + axis] = Math.max(box[3 + axis], from[axis] + radius, to[axis] + toRadius);
      }
    }
    groupStarts.push(numbers.length / MUSCLE_STRIDE);
    boxes.push(...box);
  }
  return {
    muscles: Float64Array.from(numbers),
    groupStarts,
    groupBlends: groups.map(({ blend }) => blend),
    groupBoxes: Float64Array.from(boxes),
  };
}

/** Fills in value and gradient at the probe's place. */
export function measureFlesh(flesh: Flesh, probe: Probe): void {
  const { groupStarts, groupBlends, groupBoxes, muscles } = flesh;
  const [x, y, z] = [probe[0], probe[1], probe[2]];
  let value = Infinity;
  let gradientX = 0;
  let gradientY = 0;
  let gradientZ = 0;
  for (let group = 0; group + 1 < groupStarts.length; group++) {
    const blend = groupBlends[group];
    const b = group * 6;
    const apartX = Math.max(groupBoxes[b] - x, x - groupBoxes[b + 3], 0);
    const apartY = Math.max(groupBoxes[b + 1] - y, y - groupBoxes[b + 4], 0);
    const apartZ = Math.max(groupBoxes[b + 2] - z, z - groupBoxes[b + 5], 0);
    // Twice as far as it could matter, since flattened capsules measure distance only about.
    const reach = 2 * (value + blend);
    if (reach > 0 && apartX * apartX + apartY * apartY + apartZ * apartZ > reach * reach) continue;
    let groupValue = Infinity;
    let groupX = 0;
    let groupY = 0;
    let groupZ = 0;
    for (let muscle = groupStarts[group]; muscle < groupStarts[group + 1]; muscle++) {
      const m = muscle * MUSCLE_STRIDE;
      const alongX = muscles[m + ALONG];
      const alongY = muscles[m + ALONG + 1];
      const alongZ = muscles[m + ALONG + 2];
      const lengthSquared = muscles[m + LENGTH_SQUARED];
      const fromX = x - muscles[m];
      const fromY = y - muscles[m + 1];
      const fromZ = z - muscles[m + 2];
      const muscleBlend = muscles[m + BLEND];
      const farthest = muscles[m + EXTENT] + 2 * (groupValue + muscleBlend);
      if (farthest > 0 && fromX * fromX + fromY * fromY + fromZ * fromZ > farthest * farthest) continue;
      const share = (fromX * alongX + fromY * alongY + fromZ * alongZ) / lengthSquared;
      const at = Math.min(Math.max(share, 0), 1);
      const flatX = muscles[m + FLAT];
      const flatY = muscles[m + FLAT + 1];
      const flatZ = muscles[m + FLAT + 2];
      const extra = muscles[m + FLATNESS] - 1;
      let offX = fromX - at * alongX;
      let offY = fromY - at * alongY;
      let offZ = fromZ - at * alongZ;
      const thin = extra * (offX * flatX + offY * flatY + offZ * flatZ);
      offX += thin * flatX;
      offY += thin * flatY;
      offZ += thin * flatZ;
      const length = Math.sqrt(offX * offX + offY * offY + offZ * offZ) + 1e-12;
      const stretched = length - muscles[m + RADIUS] - at * muscles[m + GROWTH];
      // The gradient in stretched space, drawn back; dividing by its length makes a distance of the value, to first order.
      const thinner = (extra * (offX * flatX + offY * flatY + offZ * flatZ)) / length;
      const slope = share === at ? muscles[m + GROWTH] / lengthSquared : 0;
      let towardsX = offX / length + thinner * flatX - slope * alongX;
      let towardsY = offY / length + thinner * flatY - slope * alongY;
      let towardsZ = offZ / length + thinner * flatZ - slope * alongZ;
      const steepness = Math.sqrt(towardsX * towardsX + towardsY * towardsY + towardsZ * towardsZ) + 1e-12;
      const distance = stretched / steepness;
      towardsX /= steepness;
      towardsY /= steepness;
      towardsZ /= steepness;
      const near = Math.max(muscleBlend - Math.abs(groupValue - distance), 0) / muscleBlend;
      const isNearest = distance < groupValue;
      const other = 0.5 * near * near;
      const mine = isNearest ? 1 - other : other;
      groupValue = (isNearest ? distance : groupValue) - (near * near * near * muscleBlend) / 6;
      groupX += mine * (towardsX - groupX);
      groupY += mine * (towardsY - groupY);
      groupZ += mine * (towardsZ - groupZ);
    }
    // The cubic smooth minimum: less than the smaller value by blend / 6 where both are equal, and twice differentiable.
    const near = blend > 0 ? Math.max(blend - Math.abs(value - groupValue), 0) / blend : 0;
    const isNearest = groupValue < value;
    const other = 0.5 * near * near;
    const mine = isNearest ? 1 - other : other;
    value = (isNearest ? groupValue : value) - (near * near * near * blend) / 6;
    gradientX += mine * (groupX - gradientX);
    gradientY += mine * (groupY - gradientY);
    gradientZ += mine * (groupZ - gradientZ);
  }
  probe[PROBE_VALUE] = value;
  probe[PROBE_GRADIENT] = gradientX;
  probe[PROBE_GRADIENT + 1] = gradientY;
  probe[PROBE_GRADIENT + 2] = gradientZ;
}

/** Muscles along a smooth curve: the corners of a polygon cut twice (Chaikin 1974). */
function growAlong(curve: Curve, blend: number, flatness: number): Muscle[] {
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
function toes(x: number, z: number): Muscle[] {
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

function mirror(group: Group): Group {
  return { ...group, muscles: group.muscles.map(mirrorMuscle) };
}

function mirrorMuscle(muscle: Muscle): Muscle {
  const across = ([x, y, z]: Point): Point => [x, y, -z];
  const flat = across(muscle.flat ?? SIDEWAYS);
  return { ...muscle, from: across(muscle.from), to: across(muscle.to), flat };
}

function unit(direction: Point): number[] {
  const length = Math.sqrt(direction.reduce((sum, coordinate) => sum + coordinate * coordinate, 0));
  return direction.map((coordinate) => coordinate / length);
}
