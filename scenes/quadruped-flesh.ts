/** The quadruped's shape: its muscles, as large as its physique makes them. */
import { layFlesh } from './flesh.js';
import type { Flesh } from './flesh.js';
import { createMuscles } from './quadruped-muscles.js';
import { partScale, placePoint } from './quadruped-skeleton.js';
import type { Physique, Point } from './quadruped-skeleton.js';

/** The middle of the chest. */
const CHEST: Point = [0.03, 0.213, 0];
/** Of the animal with all factors 1, in square metres. */
const NET_DENSITY = 0.69;

/** Puts flesh on an animal. */
export function createFlesh(physique: Physique): Flesh {
  const groups = createMuscles().map(({ blend, muscles, part }) => {
    const scale = partScale(physique, part);
    return {
      blend,
      muscles: muscles.map((muscle) => ({
        ...muscle,
        from: placePoint(physique, part, muscle.from),
        to: placePoint(physique, part, muscle.to),
        radius: muscle.radius * scale,
        toRadius: muscle.toRadius * scale,
      })),
    };
  });
  return layFlesh(groups, CHEST, NET_DENSITY);
}
