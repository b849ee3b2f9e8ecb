/**
 * How long a step may be. Fourth-order Runge-Kutta multiplies a mode e^(zt/h) by R(z) = 1 + z + z²/2 + z³/6 + z⁴/24 in each step h, and |R(z)| ≤ 1 for all z in the left half plane with |z| ≤ 2.5. So a step of
 * 2.5 / |s| is stable, where s is the fastest rate of the body: the root of s² + cs + k = 0 with the largest stiffness k and the largest damping c by mass, |s| ≤ (c + √(c² + 4k)) / 2.
 *
 * Bound on k. Lumped mass is a quarter of the mass of each element on each of its corners, so k is at most that of the stiffest element alone (Irons and Treharne 1971): uᵀKu / (ρV/4 |u|²). With H = Σ u gᵀ,
 * |H|² ≤ e|u|², where e is the largest eigenvalue of Σ g gᵀ over its four corners. The second derivative of the energy is V(Ė : C : Ė + H S : H) with Ė = sym(FᵀH); the largest eigenvalue of C is E = max(3λ + 2μ, 2μ), so
 * it is at most V(E|F|₂² + |S|₂)|H|², with |F|₂² ≤ 1 + 2|strain| and |S| ≤ E|strain|. Together k ≤ (4e/ρ) E (1 + 3|strain|). Likewise c ≤ (4e/ρ)(3φ + 2ψ)(1 + 2|strain|). Where a nearly flat element is pushed, with p/2 (limit - det F)² of energy,
 * k grows by no more than (4e/ρ) p (|cof F|² + 2 (limit - det F)|F|), since the second derivative of det F is at most √2|F|. The weight of an element is 4e/ρ, and the kernels find the largest product of it
 * with what is behind it. Planes add what they have of their own. What damping adds to k, stress by stress rate, is left out: it is c times the strain rate, and small beside c/h.
 */
import type { Material } from '../material.js';
import { REACH_OF_STEPS } from './runge-kutta.js';

/** How a body answers at most, from what is the same at all times. */
export interface Response {
  /** The largest stiffness of the material, in pascals. */
  readonly stiffness: number;
  /** Its largest damping, in pascal seconds. */
  readonly damping: number;
  /** What planes add to stiffness by mass, in 1/s², and to damping by mass, in 1/s. */
  readonly planeStiffness: number;
  readonly planeDamping: number;
}

/** What a material adds to it. */
export function responseOf({ lambda, mu, phi, psi }: Material): Pick<Response, 'stiffness' | 'damping'> {
  return { stiffness: Math.max(3 * lambda + 2 * mu, 2 * mu), damping: 3 * phi + 2 * psi };
}

/** The longest stable step, in seconds, for a body whose stiffest element has the given product. NaN where that is not a number. */
export function stableStep(response: Response, stiffest: number): number {
  const k = stiffest * response.stiffness + response.planeStiffness;
  const c = stiffest * response.damping + response.planeDamping;
  return REACH_OF_STEPS / ((c + Math.sqrt(c * c + 4 * k)) / 2);
}
