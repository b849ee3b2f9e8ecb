/**
 * Forces of tetrahedral elements after O'Brien and Hodgins (1999), in float64: what the kernels are judged by, and the energy.
 *
 * With the edges of an element from its first corner as they are, and the gradients g of its linear functions at rest, F = Σ edge gᵀ says how it is stretched, and D, of velocities, how fast that changes. Green strain is
 * (FᵀF - 1) / 2, its rate (FᵀD + DᵀF) / 2; the authors leave out the half, so that their constants are a quarter of ours, which are those of engineers. Stress is S = λ tr(strain) + 2μ strain, plus φ and ψ times the same of the rate. A corner is pulled
 * with -V F S g. That is minus the gradient of the energy V(λ/2 tr(strain)² + μ |strain|²), but for damping. What is done where an element is nearly turned inside out, element-constants.ts says.
 */
import { LEAST_VOLUME, STRAIN_STIFFNESS } from '../../internals.js';
import type { ElementConstants } from './element-constants.js';
import type { Elements } from './elements.js';

/** Writes the forces of all elements on all vertices; answers how stiff the stiffest element is. */
export function measureReferenceForces(
  elements: Elements,
  constants: ElementConstants,
  positions: Float64Array,
  velocities: Float64Array,
  out: Float64Array,
): number {
  const { corners, count, gradients, volumes, weights } = elements;
  const { lambda, mu, phi, psi, push, pushShare } = constants;
  const isDamped = phi > 0 || psi > 0;
  let stiffest = 0;
  out.fill(0);
  for (let element = 0; element < count; element++) {
    const o = corners[element * 4] * 3;
    const a = corners[element * 4 + 1] * 3;
    const b = corners[element * 4 + 2] * 3;
    const c = corners[element * 4 + 3] * 3;
    const at = element * 9;
    const ax = gradients[at];
    const ay = gradients[at + 1];
    const az = gradients[at + 2];
    const bx = gradients[at + 3];
    const by = gradients[at + 4];
    const bz = gradients[at + 5];
    const cx = gradients[at + 6];
    const cy = gradients[at + 7];
    const cz = gradients[at + 8];

    let first = positions[o];
    let alongA = positions[a] - first;
    let alongB = positions[b] - first;
    let alongC = positions[c] - first;
    const f00 = alongA * ax + alongB * bx + alongC * cx;
    const f01 = alongA * ay + alongB * by + alongC * cy;
    const f02 = alongA * az + alongB * bz + alongC * cz;
    first = positions[o + 1];
    alongA = positions[a + 1] - first;
    alongB = positions[b + 1] - first;
    alongC = positions[c + 1] - first;
    const f10 = alongA * ax + alongB * bx + alongC * cx;
    const f11 = alongA * ay + alongB * by + alongC * cy;
    const f12 = alongA * az + alongB * bz + alongC * cz;
    first = positions[o + 2];
    alongA = positions[a + 2] - first;
    alongB = positions[b + 2] - first;
    alongC = positions[c + 2] - first;
    const f20 = alongA * ax + alongB * bx + alongC * cx;
    const f21 = alongA * ay + alongB * by + alongC * cy;
    const f22 = alongA * az + alongB * bz + alongC * cz;

    // Twice the strain
    const c00 = f00 * f00 + f10 * f10 + f20 * f20 - 1;
    const c11 = f01 * f01 + f11 * f11 + f21 * f21 - 1;
    const c22 = f02 * f02 + f12 * f12 + f22 * f22 - 1;
    const c01 = f00 * f01 + f10 * f11 + f20 * f21;
    const c02 = f00 * f02 + f10 * f12 + f20 * f22;
    const c12 = f01 * f02 + f11 * f12 + f21 * f22;
    const trace = c00 + c11 + c22;
    let even = (lambda / 2) * trace;
    let s00 = mu * c00;
    let s11 = mu * c11;
    let s22 = mu * c22;
    let s01 = mu * c01;
    let s02 = mu * c02;
    let s12 = mu * c12;
    if (isDamped) {
      first = velocities[o];
      alongA = velocities[a] - first;
      alongB = velocities[b] - first;
      alongC = velocities[c] - first;
      const d00 = alongA * ax + alongB * bx + alongC * cx;
      const d01 = alongA * ay + alongB * by + alongC * cy;
      const d02 = alongA * az + alongB * bz + alongC * cz;
      first = velocities[o + 1];
      alongA = velocities[a + 1] - first;
      alongB = velocities[b + 1] - first;
      alongC = velocities[c + 1] - first;
      const d10 = alongA * ax + alongB * bx + alongC * cx;
      const d11 = alongA * ay + alongB * by + alongC * cy;
      const d12 = alongA * az + alongB * bz + alongC * cz;
      first = velocities[o + 2];
      alongA = velocities[a + 2] - first;
      alongB = velocities[b + 2] - first;
      alongC = velocities[c + 2] - first;
      const d20 = alongA * ax + alongB * bx + alongC * cx;
      const d21 = alongA * ay + alongB * by + alongC * cy;
      const d22 = alongA * az + alongB * bz + alongC * cz;
      const n00 = f00 * d00 + f10 * d10 + f20 * d20;
      const n11 = f01 * d01 + f11 * d11 + f21 * d21;
      const n22 = f02 * d02 + f12 * d12 + f22 * d22;
      even += phi * (n00 + n11 + n22);
      s00 += 2 * psi * n00;
      s11 += 2 * psi * n11;
      s22 += 2 * psi * n22;
      s01 += psi * (f00 * d01 + f10 * d11 + f20 * d21 + d00 * f01 + d10 * f11 + d20 * f21);
      s02 += psi * (f00 * d02 + f10 * d12 + f20 * d22 + d00 * f02 + d10 * f12 + d20 * f22);
      s12 += psi * (f01 * d02 + f11 * d12 + f21 * d22 + d01 * f02 + d11 * f12 + d21 * f22);
    }
    s00 += even;
    s11 += even;
    s22 += even;

    // F S
    let p00 = f00 * s00 + f01 * s01 + f02 * s02;
    let p01 = f00 * s01 + f01 * s11 + f02 * s12;
    let p02 = f00 * s02 + f01 * s12 + f02 * s22;
    let p10 = f10 * s00 + f11 * s01 + f12 * s02;
    let p11 = f10 * s01 + f11 * s11 + f12 * s12;
    let p12 = f10 * s02 + f11 * s12 + f12 * s22;
    let p20 = f20 * s00 + f21 * s01 + f22 * s02;
    let p21 = f20 * s01 + f21 * s11 + f22 * s12;
    let p22 = f20 * s02 + f21 * s12 + f22 * s22;

    const squares = c00 * c00 + c11 * c11 + c22 * c22 + 2 * (c01 * c01 + c02 * c02 + c12 * c12);
    let stiff = 1 + STRAIN_STIFFNESS * Math.sqrt(squares);
    const k00 = f11 * f22 - f12 * f21;
    const k01 = f12 * f20 - f10 * f22;
    const k02 = f10 * f21 - f11 * f20;
    const volume = f00 * k00 + f01 * k01 + f02 * k02;
    if (volume < LEAST_VOLUME) {
      const k10 = f21 * f02 - f22 * f01;
      const k11 = f22 * f00 - f20 * f02;
      const k12 = f20 * f01 - f21 * f00;
      const k20 = f01 * f12 - f02 * f11;
      const k21 = f02 * f10 - f00 * f12;
      const k22 = f00 * f11 - f01 * f10;
      const pressure = push * (volume - LEAST_VOLUME);
      p00 += pressure * k00;
      p01 += pressure * k01;
      p02 += pressure * k02;
      p10 += pressure * k10;
      p11 += pressure * k11;
      p12 += pressure * k12;
      p20 += pressure * k20;
      p21 += pressure * k21;
      p22 += pressure * k22;
      const areas = k00 * k00 + k01 * k01 + k02 * k02 + k10 * k10 + k11 * k11 + k12 * k12;
      const length = Math.sqrt(Math.max(trace + 3, 0));
      stiff += pushShare * (areas + k20 * k20 + k21 * k21 + k22 * k22 + 2 * (LEAST_VOLUME - volume) * length);
    }
    stiffest = Math.max(stiffest, weights[element] * stiff);

    const scale = -volumes[element];
    const pullAx = scale * (p00 * ax + p01 * ay + p02 * az);
    const pullAy = scale * (p10 * ax + p11 * ay + p12 * az);
    const pullAz = scale * (p20 * ax + p21 * ay + p22 * az);
    const pullBx = scale * (p00 * bx + p01 * by + p02 * bz);
    const pullBy = scale * (p10 * bx + p11 * by + p12 * bz);
    const pullBz = scale * (p20 * bx + p21 * by + p22 * bz);
    const pullCx = scale * (p00 * cx + p01 * cy + p02 * cz);
    const pullCy = scale * (p10 * cx + p11 * cy + p12 * cz);
    const pullCz = scale * (p20 * cx + p21 * cy + p22 * cz);
    out[a] += pullAx;
    out[a + 1] += pullAy;
    out[a + 2] += pullAz;
    out[b] += pullBx;
    out[b + 1] += pullBy;
    out[b + 2] += pullBz;
    out[c] += pullCx;
    out[c + 1] += pullCy;
    out[c + 2] += pullCz;
    out[o] -= pullAx + pullBx + pullCx;
    out[o + 1] -= pullAy + pullBy + pullCy;
    out[o + 2] -= pullAz + pullBz + pullCz;
  }
  return stiffest;
}

/** The elastic energy of all elements, in joules, with that of elements which are nearly turned inside out. */
export function measureElasticEnergy(elements: Elements, constants: ElementConstants, positions: Float64Array): number {
  const { corners, count, gradients, volumes } = elements;
  const { lambda, mu, push } = constants;
  const f = new Float64Array(9);
  let energy = 0;
  for (let element = 0; element < count; element++) {
    const o = corners[element * 4] * 3;
    f.fill(0);
    for (let corner = 1; corner < 4; corner++) {
      const at = corners[element * 4 + corner] * 3;
      for (let i = 0; i < 9; i++) {
        const row = (i - (i % 3)) / 3;
        f[i] += (positions[at + row] - positions[o + row]) * gradients[element * 9 + (corner - 1) * 3 + (i % 3)];
      }
    }
    let trace = 0;
    let squares = 0;
    for (let i = 0; i < 9; i++) {
      const row = (i - (i % 3)) / 3;
      const column = i % 3;
      const product = f[row] * f[column] + f[3 + row] * f[3 + column] + f[6 + row] * f[6 + column];
      const strain = (product - (row === column ? 1 : 0)) / 2;
      if (row === column) trace += strain;
      squares += strain * strain;
    }
    const volume =
      f[0] * (f[4] * f[8] - f[5] * f[7]) + f[1] * (f[5] * f[6] - f[3] * f[8]) + f[2] * (f[3] * f[7] - f[4] * f[6]);
    const lack = Math.min(volume - LEAST_VOLUME, 0);
    energy += volumes[element] * ((lambda / 2) * trace * trace + mu * squares + (push / 2) * lack * lack);
  }
  return energy;
}
