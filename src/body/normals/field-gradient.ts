/** The gradient of a node that fields alone move: R ([J_0] + Σ_j q_j [J_j]), as ../../bounds/normals/normal-bounds.ts has it. */
import { FIELD, ROW } from '../../bounds/normals/layout.js';
import { HEADER, PLACEMENT64_ROW } from '../../kernels/layout/header.js';
import { follow64, wordAt } from '../../kernels/units.js';
import { FLOAT64_ROUNDOFF } from '../../math/float.js';
import { ONCE, addIntervals, center, radius, roundingOfRow, widen } from './gradient.js';
import type { Gradient, GradientSource } from './gradient.js';

/** Bounds the gradient of a row. */
export function boundFieldGradient(source: GradientSource, row: number, out: Gradient): void {
  const { body, normals, weights } = source;
  const { fieldNumbers, fields, numbers, starts } = normals;
  const { f64, u32 } = body.kernels.arena;
  const header = wordAt(body.header);
  center.fill(0);
  radius.fill(0);
  addIntervals(center, radius, numbers, row * ROW.count + ROW.gradient, ONCE, 0);
  for (let i = starts[row * 2 + 1]; i < starts[row * 2 + 3]; i++) {
    if (weights[fields[i]] === 0) continue;
    addIntervals(center, radius, fieldNumbers, i * FIELD.count + FIELD.gradient, weights, fields[i]);
  }
  const units = roundingOfRow(normals, row);
  if (u32[header + HEADER.placed] === 0) {
    for (let i = 0; i < 9; i++) {
      const by = radius[i] + FLOAT64_ROUNDOFF * units * (Math.abs(center[i]) + radius[i]);
      out.low[i] = center[i] - by;
      out.high[i] = center[i] + by;
    }
  } else place(f64, follow64(u32, header + HEADER.placement64), units, out);
  widen(out, source, row);
}

/** Multiplies by the placement; products and sums are off by less than so many units of 2^-53 of their magnitudes. */
function place(f64: Float64Array, matrix: number, units: number, out: Gradient): void {
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) {
      let sum = 0;
      let by = 0;
      let size = 0;
      for (let k = 0; k < 3; k++) {
        const factor = f64[matrix + row * PLACEMENT64_ROW.count + k];
        const entry = k * 3 + column;
        sum += factor * center[entry];
        by += Math.abs(factor) * radius[entry];
        size += Math.abs(factor) * (Math.abs(center[entry]) + radius[entry]);
      }
      by += FLOAT64_ROUNDOFF * units * size;
      out.low[row * 3 + column] = sum - by;
      out.high[row * 3 + column] = sum + by;
    }
  }
}
