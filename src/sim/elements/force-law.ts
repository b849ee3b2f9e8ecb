/** What pulls on the vertices of a solid that is not at rest. */
import { ELEMENT_VERTEX, createElementKernel } from '../../internals.js';
import type { ElementKernel } from '../../internals.js';
import type { ElementConstants } from './element-constants.js';
import type { Elements } from './elements.js';
import { measureReferenceForces } from './reference-forces.js';

/** Writes the forces of all elements on all vertices, three numbers each, in newtons; answers how stiff the stiffest element is (stable-step.ts). */
export type ForceLaw = (positions: Float64Array, velocities: Float64Array, out: Float64Array) => number;

/** The law in float64, in TypeScript: the reference. */
export function createReferenceLaw(elements: Elements, constants: ElementConstants): ForceLaw {
  return (positions, velocities, out) => measureReferenceForces(elements, constants, positions, velocities, out);
}

/** The law in float32. Places and velocities are taken relative to a vertex in the middle: how far away a body is, and how fast it flies, costs no digits. */
export function createKernelLaw(
  caller: string,
  backend: 'auto' | 'wasm' | 'typescript',
  elements: Elements,
  constants: ElementConstants,
  middle: number,
): { readonly law: ForceLaw; readonly kernel: ElementKernel; readonly backend: 'wasm' | 'typescript' } {
  const vertexCount = elements.masses.length;
  const kernel = createElementKernel(caller, backend, { ...elements, vertexCount, constants });
  const law: ForceLaw = (positions, velocities, out) => {
    writeVertices(kernel.vertices, positions, velocities, middle * 3);
    const stiffest = kernel.measure();
    readForces(kernel.vertices, out);
    return stiffest;
  };
  return { law, kernel, backend: kernel.backend };
}

function writeVertices(rows: Float32Array, positions: Float64Array, velocities: Float64Array, middle: number): void {
  const x = positions[middle];
  const y = positions[middle + 1];
  const z = positions[middle + 2];
  const vx = velocities[middle];
  const vy = velocities[middle + 1];
  const vz = velocities[middle + 2];
  for (let i = 0, row = 0; i < positions.length; i += 3, row += ELEMENT_VERTEX.wordCount) {
    rows[row] = positions[i] - x;
    rows[row + 1] = positions[i + 1] - y;
    rows[row + 2] = positions[i + 2] - z;
    rows[row + ELEMENT_VERTEX.velocity] = velocities[i] - vx;
    rows[row + ELEMENT_VERTEX.velocity + 1] = velocities[i + 1] - vy;
    rows[row + ELEMENT_VERTEX.velocity + 2] = velocities[i + 2] - vz;
  }
}

function readForces(rows: Float32Array, out: Float64Array): void {
  for (let i = 0, row: number = ELEMENT_VERTEX.force; i < out.length; i += 3, row += ELEMENT_VERTEX.wordCount) {
    out[i] = rows[row];
    out[i + 1] = rows[row + 1];
    out[i + 2] = rows[row + 2];
  }
}
