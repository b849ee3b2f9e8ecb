/**
 * Vibration modes against those that come with the shared torus. That one is no solid: its masses are sums of lengths of edges, and its modes are those of springs along the edges
 * to seven digits. So there are two figures: our solid with Young's modulus and Poisson's ratio fitted, and our rods, whose one number is fitted too.
 */
import { createMaterial, findRodModes, findVibrationModes } from 'pliant/sim';
import { readReducedTorus } from './reduced-torus.js';
import type { ReducedTorus } from './reduced-torus.js';
import type { Figures, Print } from './report.js';
import { sharedData } from './shared-data.js';

const MODES = 20;
/** Poisson's ratios that the search is between, and how often it narrows them. */
const LOWEST = 0;
const HIGHEST = 0.49;
const NARROWINGS = 14;
/** The golden section. */
const SECTION = 0.6180339887498949;

/** Prints how far the first twenty eigenvalues are off, and how long they take. */
export function benchModes(print: Print): Figures {
  const folder = sharedData('tet/reduced_torus');
  if (folder === undefined) {
    print('modes: the shared torus is not there');
    return {};
  }
  const torus = readReducedTorus(folder);
  const solid = fitPoisson(torus);
  const length = torus.masses.reduce((sum, mass) => sum + mass, 0);
  const rods = findRodModes(torus, { stiffness: 1, density: 1 }, { modeCount: MODES });
  const density = length / rods.masses.reduce((sum, mass) => sum + mass, 0);
  const massError = rods.masses.reduce(
    (most, mass, p) => Math.max(most, Math.abs((mass * density) / torus.masses[p] - 1)),
    0,
  );
  const start = performance.now();
  findVibrationModes(torus, createMaterial(), { modeCount: MODES });
  const milliseconds = performance.now() - start;
  print(
    `\nmodes of the shared torus, ${torus.tetrahedra.length / 4} tetrahedra: ${milliseconds.toFixed(0)} ms for ${MODES}`,
  );
  print(`  as a solid, Poisson's ratio ${solid.poisson.toFixed(4)}: off by ${solid.error.toExponential(2)} at most`);
  print(
    `  as rods along its edges: off by ${missOf(rods.eigenvalues, torus).toExponential(2)}, masses by ${massError.toExponential(2)}`,
  );
  return { modes_vs_reference: solid.error, modes_vs_reference_rods: missOf(rods.eigenvalues, torus) };
}

/** The Poisson's ratio whose modes come nearest, by golden sections. Young's modulus scales all eigenvalues alike. */
function fitPoisson(torus: ReducedTorus): { readonly poisson: number; readonly error: number } {
  const errorAt = (poisson: number): number => {
    return missOf(findVibrationModes(torus, createMaterial({ poisson }), { modeCount: MODES }).eigenvalues, torus);
  };
  let low = LOWEST;
  let high = HIGHEST;
  let first = high - SECTION * (high - low);
  let second = low + SECTION * (high - low);
  let [atFirst, atSecond] = [errorAt(first), errorAt(second)];
  for (let round = 0; round < NARROWINGS; round++) {
    if (atFirst < atSecond) {
      high = second;
      [second, atSecond] = [first, atFirst];
      first = high - SECTION * (high - low);
      atFirst = errorAt(first);
    } else {
      low = first;
      [first, atFirst] = [second, atSecond];
      second = low + SECTION * (high - low);
      atSecond = errorAt(second);
    }
  }
  return atFirst < atSecond ? { poisson: first, error: atFirst } : { poisson: second, error: atSecond };
}

/** The largest relative error of the first eigenvalues, times the one factor that makes it smallest. */
function missOf(eigenvalues: Float64Array, torus: ReducedTorus): number {
  const ratios = eigenvalues.map((eigenvalue, mode) => eigenvalue / torus.eigenvalues[mode]);
  const low = ratios.reduce((least, ratio) => Math.min(least, ratio), Infinity);
  const high = ratios.reduce((most, ratio) => Math.max(most, ratio), 0);
  return (high - low) / (high + low);
}
