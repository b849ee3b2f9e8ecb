/** Constants of elements. */
import type { Material } from '../material.js';
import { responseOf } from './stable-step.js';

/** Constants of elements: those of the material, and what pushes an element back that is nearly turned inside out. */
export interface ElementConstants extends Material {
  /** In pascals. */
  readonly push: number;
  /** As a share of the largest stiffness. */
  readonly pushShare: number;
}

/**
 * Green strain does not tell an element from its mirror image, and resists less and less as it is pressed flat. So below `LEAST_VOLUME` of its volume it has the energy `push / 2 (limit - det F)²` beside.
 * At any even scaling by s of a mirror image, F = diag(-s, s, s), forces may balance; there the energy falls along some direction if push (s³ + limit) > μs. With a limit of 1/8 the left side is at least 0.47 push s, and
 * 2 (λ + 2μ) is more than 2.6 μ: so no such image is a place to rest.
 */
export function constantsOf(material: Material): ElementConstants {
  const push = 2 * (material.lambda + 2 * material.mu);
  return { ...material, push, pushShare: push / responseOf(material).stiffness };
}
