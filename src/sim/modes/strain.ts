/** What modes do inside: how far they strain the material, and how much its own damping takes. */
import type { Material } from '../material.js';
import type { Elements } from './elements.js';

/** For each shape, the largest strain of any element, and the rate at which the material's viscosity takes energy at velocity 1. */
export function measureStrains(
  elements: Elements,
  { phi, psi }: Material,
  shapes: readonly Float64Array[],
): { readonly strains: Float64Array; readonly dampings: Float64Array } {
  const strains = new Float64Array(shapes.length);
  const dampings = new Float64Array(shapes.length);
  const growth = new Float64Array(9);
  shapes.forEach((shape, mode) => {
    for (let element = 0; element < elements.volumes.length; element++) {
      writeGrowth(elements, element, shape, growth);
      const trace = growth[0] + growth[4] + growth[8];
      let squares = 0;
      for (let i = 0; i < 3; i++) {
        for (let j = 0; j < 3; j++) {
          const strain = 0.5 * (growth[i * 3 + j] + growth[j * 3 + i]);
          squares += strain * strain;
        }
      }
      strains[mode] = Math.max(strains[mode], Math.sqrt(squares));
      dampings[mode] += elements.volumes[element] * (phi * trace * trace + 2 * psi * squares);
    }
  });
  return { strains, dampings };
}

/** How the displacement grows along each axis, the same everywhere in the element: row by row. */
function writeGrowth(
  { corners, gradients }: Elements,
  element: number,
  shape: Float64Array,
  growth: Float64Array,
): void {
  growth.fill(0);
  for (let corner = 0; corner < 4; corner++) {
    const at = corners[element * 4 + corner] * 3;
    const gradient = element * 12 + corner * 3;
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) growth[i * 3 + j] += shape[at + i] * gradients[gradient + j];
    }
  }
}
