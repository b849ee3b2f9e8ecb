/**
 * A shape as an implicit function: tapered capsules, some of them flattened, run into one another by smooth
 * minima. The function is about the distance to the skin, negative inside; parts that lie apart do not know of each other.
 */

/** A place, in metres. */
export type Point = readonly [number, number, number];

/** A tapered capsule: ends and radii. Along `flat` it is thinner by the factor `flatness`. */
export interface Muscle {
  readonly from: Point;
  readonly to: Point;
  readonly radius: number;
  readonly toRadius: number;
  /** How smoothly it joins the muscles before it in its group, in metres. */
  readonly blend: number;
  readonly flat?: Point;
  readonly flatness?: number;
}

/** Muscles that run into one another, and how smoothly they join the groups before them. */
export interface MuscleGroup {
  readonly blend: number;
  readonly muscles: readonly Muscle[];
}

/** The direction in which flat muscles are thin that do not say. */
export const SIDEWAYS: Point = [0, 0, 1];

/** The shape, ready to be measured. */
export interface Flesh {
  /** A place deep inside, from which the skin is met on the way to lower z. */
  readonly inside: Point;
  /** About how many triangles a net has, times the square of its step: where the search for a step begins. */
  readonly netDensity: number;
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

/** Puts flesh together. */
export function layFlesh(groups: readonly MuscleGroup[], inside: Point, netDensity: number): Flesh {
  const groupStarts = [0];
  const numbers: number[] = [];
  const boxes: number[] = [];
  for (const { muscles } of groups) {
    const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
    for (const { from, to, radius, toRadius, blend, flat = SIDEWAYS, flatness = 1 } of muscles) {
      const along = from.map((coordinate, axis) => to[axis] - coordinate);
      const lengthSquared = along[0] * along[0] + along[1] * along[1] + along[2] * along[2];
      numbers.push(
        ...from,
        ...along,
        lengthSquared,
        radius,
        toRadius - radius,
        ...unit(flat),
        flatness,
        blend,
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
    inside,
    netDensity,
    muscles: Float64Array.from(numbers),
    groupStarts,
    groupBlends: groups.map(({ blend }) => blend),
    groupBoxes: Float64Array.from(boxes),
  };
}

/** Fills in value and gradient at the probe's place. */
export function measureFlesh(flesh: Flesh, probe: Probe): void {
  const { groupStarts, groupBlends, groupBoxes, muscles } = flesh;
  const x = probe[0];
  const y = probe[1];
  const z = probe[2];
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

function unit(direction: Point): number[] {
  const length = Math.sqrt(direction.reduce((sum, coordinate) => sum + coordinate * coordinate, 0));
  return direction.map((coordinate) => coordinate / length);
}
