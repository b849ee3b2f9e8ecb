/** Stiffness and lumped mass of a solid, for the points that may move. */
import type { Material } from '../material.js';
import type { Elements } from './elements.js';

/** A symmetric matrix of 3 x 3 blocks, one row of blocks for each point that may move. */
export interface BlockMatrix {
  readonly rowCount: number;
  /** Where the blocks of each row begin, and behind the last row their number. */
  readonly starts: Uint32Array;
  /** Ascending in each row; the diagonal is always there. */
  readonly columns: Uint32Array;
  /** Nine numbers per block, row by row. */
  readonly blocks: Float64Array;
}

/** K and M of K x = w^2 M x. */
export interface System {
  readonly stiffness: BlockMatrix;
  /** The mass of each row. */
  readonly masses: Float64Array;
  /** The point of each row. */
  readonly points: Uint32Array;
}

/** What ties points together: tetrahedra, or rods. */
export interface Ties {
  readonly pointCount: number;
  /** Points per tie. */
  readonly width: number;
  /** The points of each tie. */
  readonly corners: Uint32Array;
  /** Adds to nine numbers, row by row, the force that a tie answers with at its corner `first` when its corner `second` moves. */
  readonly addBlock: (tie: number, first: number, second: number, blocks: Float64Array, at: number) => void;
}

const PINNED = -1;

/** Puts the system together. The rows are the points without those that are pinned, in their order. */
export function assembleSystem(ties: Ties, masses: Float64Array, isPinned: Uint8Array): System {
  const points = Uint32Array.from(isPinned.keys()).filter((point) => isPinned[point] === 0);
  return {
    stiffness: assembleStiffness(ties, points),
    masses: Float64Array.from(points, (point) => masses[point]),
    points,
  };
}

/** Tetrahedra of an elastic material. */
export function tieElements(elements: Elements, material: Material): Ties {
  return {
    pointCount: elements.pointCount,
    width: 4,
    corners: elements.corners,
    addBlock: (tie, first, second, blocks, at) => addElastic(elements, material, tie, first, second, blocks, at),
  };
}

/** The mass of each point: a quarter of each element around it. */
export function lumpMasses({ corners, pointCount, volumes }: Elements, { density }: Material): Float64Array {
  const masses = new Float64Array(pointCount);
  for (let i = 0; i < corners.length; i++) masses[corners[i]] += 0.25 * density * volumes[i >>> 2];
  return masses;
}

/** The ties at each point, as a list for each. */
function findTiesAt({ corners, pointCount, width }: Ties): { starts: Uint32Array; ties: Uint32Array } {
  const starts = new Uint32Array(pointCount + 1);
  for (const point of corners) starts[point + 1]++;
  for (let point = 0; point < pointCount; point++) starts[point + 1] += starts[point];
  const next = starts.slice();
  const ties = new Uint32Array(corners.length);
  for (let i = 0; i < corners.length; i++) ties[next[corners[i]]++] = Math.floor(i / width);
  return { starts, ties };
}

/** Row by row: the columns of a row are the points of the ties at its point. */
function assembleStiffness(tied: Ties, points: Uint32Array): BlockMatrix {
  const { addBlock, corners, width } = tied;
  const { starts: firstAt, ties } = findTiesAt(tied);
  const rowCount = points.length;
  const rowOf = new Int32Array(tied.pointCount).fill(PINNED);
  points.forEach((point, row) => (rowOf[point] = row));
  const starts = new Uint32Array(rowCount + 1);
  const columnLists: Uint32Array[] = [];
  const seenBy = new Int32Array(rowCount).fill(-1);
  for (let row = 0; row < rowCount; row++) {
    const found: number[] = [];
    for (let i = firstAt[points[row]]; i < firstAt[points[row] + 1]; i++) {
      for (let corner = 0; corner < width; corner++) {
        const column = rowOf[corners[ties[i] * width + corner]];
        if (column === PINNED || seenBy[column] === row) continue;
        seenBy[column] = row;
        found.push(column);
      }
    }
    columnLists.push(Uint32Array.from(found).sort());
    starts[row + 1] = starts[row] + found.length;
  }

  const columns = new Uint32Array(starts[rowCount]);
  const blocks = new Float64Array(starts[rowCount] * 9);
  const placeOf = new Uint32Array(rowCount);
  for (let row = 0; row < rowCount; row++) {
    columns.set(columnLists[row], starts[row]);
    for (let k = starts[row]; k < starts[row + 1]; k++) placeOf[columns[k]] = k;
    for (let i = firstAt[points[row]]; i < firstAt[points[row] + 1]; i++) {
      const tie = ties[i];
      const own = corners.indexOf(points[row], tie * width) - tie * width;
      for (let corner = 0; corner < width; corner++) {
        const column = rowOf[corners[tie * width + corner]];
        if (column !== PINNED) addBlock(tie, own, corner, blocks, placeOf[column] * 9);
      }
    }
  }
  return { rowCount, starts, columns, blocks };
}

/**
 * Adds the block of two corners with gradients a and b: V (lambda a b^T + mu b a^T + mu (a . b) I), from the energy
 * V (lambda/2 tr(e)^2 + mu e : e) of the strain e. The sum for (b, a) is the transpose to the last bit, so the matrix is symmetric.
 */
function addElastic(
  { gradients, volumes }: Elements,
  { lambda, mu }: Material,
  element: number,
  first: number,
  second: number,
  blocks: Float64Array,
  at: number,
): void {
  const a = element * 12 + first * 3;
  const b = element * 12 + second * 3;
  const volume = volumes[element];
  const both = gradients[a] * gradients[b] + gradients[a + 1] * gradients[b + 1] + gradients[a + 2] * gradients[b + 2];
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      const along = lambda * (gradients[a + i] * gradients[b + j]) + mu * (gradients[b + i] * gradients[a + j]);
      blocks[at + i * 3 + j] += volume * (i === j ? along + mu * both : along);
    }
  }
}

/** Writes the product of the matrix and a vector to `out`. */
export function multiply({ blocks, columns, rowCount, starts }: BlockMatrix, x: Float64Array, out: Float64Array): void {
  for (let row = 0; row < rowCount; row++) {
    let sumX = 0;
    let sumY = 0;
    let sumZ = 0;
    for (let k = starts[row]; k < starts[row + 1]; k++) {
      const at = k * 9;
      const c = columns[k] * 3;
      const a = x[c];
      const b = x[c + 1];
      const d = x[c + 2];
      sumX += blocks[at] * a + blocks[at + 1] * b + blocks[at + 2] * d;
      sumY += blocks[at + 3] * a + blocks[at + 4] * b + blocks[at + 5] * d;
      sumZ += blocks[at + 6] * a + blocks[at + 7] * b + blocks[at + 8] * d;
    }
    out[row * 3] = sumX;
    out[row * 3 + 1] = sumY;
    out[row * 3 + 2] = sumZ;
  }
}

/** |x|^T |K| |x|: the sum of the absolute values of all that x^T K x is a sum of, and so what its rounding is a share of. */
export function sumOfMagnitudes({ blocks, columns, rowCount, starts }: BlockMatrix, x: Float64Array): number {
  let sum = 0;
  for (let row = 0; row < rowCount; row++) {
    for (let k = starts[row]; k < starts[row + 1]; k++) {
      for (let i = 0; i < 9; i++) {
        const left = x[row * 3 + Math.floor(i / 3)];
        sum += Math.abs(left * blocks[k * 9 + i] * x[columns[k] * 3 + (i % 3)]);
      }
    }
  }
  return sum;
}
