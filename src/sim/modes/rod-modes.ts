/** The vibration modes of a network of rods: point masses and springs along the edges of tetrahedra, as mass-spring bodies are made. */
import { requireNames } from '../../checks.js';
import { PliantError } from '../../errors.js';
import { runInSlices, runNow } from '../../long-work.js';
import type { LongWork, LongWorkOptions } from '../../long-work.js';
import type { TetrahedralMesh } from '../../parts.js';
import { measureElements } from './elements.js';
import type { VibrationModes } from './find-modes.js';
import { solveTied } from './solve-tied.js';
import type { TiedOptions } from './solve-tied.js';
import type { Ties } from './system.js';

/** What rods are made of. */
export interface RodMaterial {
  /** The force that would double a rod's length, in newtons, whatever its length. Above 0. */
  readonly stiffness: number;
  /** Mass by length, in kilograms per metre: half of each rod's mass is at either end. Above 0. */
  readonly density: number;
}

const NAMES = ['modeCount', 'pinned', 'signal', 'onProgress'];
const CALLER = 'findRodModes';

/**
 * The lowest vibration modes of rods along the edges of tetrahedra, one along each edge, that turn freely about their ends. Cheaper to think of than a solid and further from nature: how stiff it is in a
 * direction depends on how the mesh lies.
 *
 * @throws PliantError as `findVibrationModes` does.
 */
export function findRodModes(solid: TetrahedralMesh, material: RodMaterial, options: TiedOptions = {}): VibrationModes {
  return runNow(findSteps(solid, material, options));
}

/** The same in slices that leave the event loop free, with progress and a signal to call it off. */
export async function findRodModesAsync(
  solid: TetrahedralMesh,
  material: RodMaterial,
  options: TiedOptions & LongWorkOptions = {},
): Promise<VibrationModes> {
  return runInSlices(findSteps(solid, material, options), options);
}

function* findSteps(
  solid: TetrahedralMesh,
  { density, stiffness }: RodMaterial,
  options: TiedOptions,
): LongWork<VibrationModes> {
  requireNames(CALLER, options, NAMES);
  requirePositive('stiffness', stiffness);
  requirePositive('density', density);
  const { corners, pointCount } = measureElements(CALLER, solid);
  const edges = findEdges(corners);
  const { directions, lengths } = measureRods(solid.points, edges);
  const masses = new Float64Array(pointCount);
  edges.forEach((point, i) => (masses[point] += 0.5 * density * lengths[i >>> 1]));
  const ties: Ties = {
    pointCount,
    width: 2,
    corners: edges,
    addBlock: (rod, first, second, blocks, at) => {
      const rate = (first === second ? stiffness : -stiffness) / lengths[rod];
      for (let i = 0; i < 9; i++) {
        blocks[at + i] += rate * directions[rod * 3 + Math.floor(i / 3)] * directions[rod * 3 + (i % 3)];
      }
    },
  };
  const found = yield* solveTied(CALLER, solid.points, ties, masses, stiffness / density, options);
  const strains = Float64Array.from(found.shapes, (shape) => largestStretch(shape, edges, directions, lengths));
  return { ...found, strains, dampings: new Float64Array(found.modeCount) };
}

/** Every edge once: the lower point first, in rising order. */
function findEdges(corners: Uint32Array): Uint32Array {
  const ends: number[] = [];
  for (let at = 0; at < corners.length; at += 4) {
    for (let a = 0; a < 3; a++) {
      for (let b = a + 1; b < 4; b++) {
        const [low, high] = [corners[at + a], corners[at + b]].sort((x, y) => x - y);
        ends.push(low * 0x100000000 + high);
      }
    }
  }
  const sorted = Float64Array.from(ends).sort();
  const edges: number[] = [];
  sorted.forEach((edge, i) => {
    if (i === 0 || edge !== sorted[i - 1]) edges.push(Math.floor(edge / 0x100000000), edge % 0x100000000);
  });
  return Uint32Array.from(edges);
}

function measureRods(
  points: Float32Array,
  edges: Uint32Array,
): { readonly directions: Float64Array; readonly lengths: Float64Array } {
  const lengths = new Float64Array(edges.length / 2);
  const directions = new Float64Array(lengths.length * 3);
  for (let rod = 0; rod < lengths.length; rod++) {
    let square = 0;
    for (let axis = 0; axis < 3; axis++) {
      const along = points[edges[rod * 2 + 1] * 3 + axis] - points[edges[rod * 2] * 3 + axis];
      directions[rod * 3 + axis] = along;
      square += along * along;
    }
    lengths[rod] = Math.sqrt(square);
    for (let axis = 0; axis < 3; axis++) directions[rod * 3 + axis] /= lengths[rod];
  }
  return { directions, lengths };
}

function largestStretch(
  shape: Float64Array,
  edges: Uint32Array,
  directions: Float64Array,
  lengths: Float64Array,
): number {
  let largest = 0;
  for (let rod = 0; rod < lengths.length; rod++) {
    let longer = 0;
    for (let axis = 0; axis < 3; axis++) {
      longer += directions[rod * 3 + axis] * (shape[edges[rod * 2 + 1] * 3 + axis] - shape[edges[rod * 2] * 3 + axis]);
    }
    largest = Math.max(largest, Math.abs(longer) / lengths[rod]);
  }
  return largest;
}

function requirePositive(name: string, value: number): void {
  if (value > 0 && value < Infinity) return;
  throw new PliantError('bad-number', `${CALLER}: ${name} is ${String(value)}; pass a finite number above 0`);
}
