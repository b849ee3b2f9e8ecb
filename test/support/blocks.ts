/** Blocks of tetrahedra, for tests of what solids do. */
import { createMaterial } from 'pliant/sim';
import type { Material } from 'pliant/sim';

/** Points and tetrahedra, all wound the same way. */
export interface Block {
  readonly points: Float32Array;
  readonly tetrahedra: Uint32Array;
}

/** A block of cells along each axis from the origin to `size`, each cell cut in six tetrahedra around its diagonal (Kuhn). */
export function createBlock(cells: readonly number[], size: readonly number[]): Block {
  const counts = cells.map((count) => count + 1);
  const points = new Float32Array(counts[0] * counts[1] * counts[2] * 3);
  const pointAt = (place: readonly number[]): number => (place[2] * counts[1] + place[1]) * counts[0] + place[0];
  const tetrahedra: number[] = [];
  for (let z = 0; z < counts[2]; z++) {
    for (let y = 0; y < counts[1]; y++) {
      for (let x = 0; x < counts[0]; x++) {
        const place = [x, y, z];
        place.forEach((step, axis) => (points[pointAt(place) * 3 + axis] = (size[axis] * step) / cells[axis]));
        if (place.some((step, axis) => step === cells[axis])) continue;
        for (const [a, b, c] of [
          [0, 1, 2],
          [1, 2, 0],
          [2, 0, 1],
          [0, 2, 1],
          [2, 1, 0],
          [1, 0, 2],
        ]) {
          const corners = [place, ahead(place, [a]), ahead(place, [a, b]), ahead(place, [a, b, c])].map(pointAt);
          // Odd orders of the axes are wound the other way.
          const isOdd = (b - a + 3) % 3 === 2;
          if (isOdd) [corners[2], corners[3]] = [corners[3], corners[2]];
          tetrahedra.push(...corners);
        }
      }
    }
  }
  return { points, tetrahedra: Uint32Array.from(tetrahedra) };
}

function ahead(place: readonly number[], axes: readonly number[]): number[] {
  return place.map((step, axis) => (axes.includes(axis) ? step + 1 : step));
}

/** Two blocks side by side that have no point in common. */
export function twice(block: Block, away: number): Block {
  const count = block.points.length / 3;
  return {
    points: Float32Array.of(...block.points, ...block.points.map((x, i) => (i % 3 === 0 ? x + away : x))),
    tetrahedra: Uint32Array.of(...block.tetrahedra, ...block.tetrahedra.map((point) => point + count)),
  };
}

/** A soft material for blocks of about a metre. */
export const RUBBER: Material = createMaterial({ young: 1e5, poisson: 0.3, density: 1000 });
