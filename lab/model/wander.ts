/** A ray that wanders over a model while nobody points at it. */
import type { Extent } from './model-extent.js';
import type { Ray } from './ray.js';

/** The ray at a share of its way around, from 0 to 1. */
export function wanderOver({ low, high }: Extent, share: number): Ray {
  const turn = 2 * Math.PI * share;
  const center = low.map((coordinate, axis) => (coordinate + high[axis]) / 2);
  const size = low.map((coordinate, axis) => high[axis] - coordinate);
  const reach = Math.hypot(...size);
  const target = [
    center[0] + 0.25 * size[0] * Math.cos(turn),
    center[1] + 0.2 * size[1] * Math.sin(2 * turn),
    center[2],
  ];
  const origin = [center[0] + 0.5 * reach, center[1] + 0.6 * reach, center[2] + reach];
  const way = target.map((coordinate, axis) => coordinate - origin[axis]);
  const length = Math.hypot(...way);
  return { origin, direction: way.map((coordinate) => coordinate / length) };
}
