/**
 * The pattern that a garment is sewn from: a front and a back, each shaped like a T of square cells. Trunk and sleeves are cut in one piece; both are joined along shoulders and sleeves, but for the neck, and along the sides.
 * A net over it can be as fine as wanted: `scale` nodes per cell. So the cloth that is simulated and the surface that is made of it are two nets over one pattern.
 */

/** How many cells a garment has, and how large it is. Lengths are in metres. */
export interface Pattern {
  /** Cells from the middle to a side, from the shoulders to the hem, and of these down to the armpit. */
  readonly half: number;
  readonly rows: number;
  readonly armhole: number;
  /** Cells along a sleeve, and from the middle to where the neck ends. */
  readonly sleeve: number;
  readonly neck: number;
  /** How wide the front is, from row 0 to the last, at equal distances. */
  readonly widths: readonly number[];
  /** From the shoulders to the hem. */
  readonly length: number;
  readonly sleeveLength: number;
  /** Half of the way around a sleeve, at the shoulder and at its end. */
  readonly sleeveWidths: readonly [number, number];
}

/** A net over a pattern: numbers of its nodes. Places are whole numbers of `1 / scale` cells: `column` from the middle to the left, `row` from the shoulders down, 0 for the front and 1 for the back. */
export interface PatternNet {
  readonly pattern: Pattern;
  readonly scale: number;
  readonly nodeCount: number;
  /** Column, row and panel of each node; of those on a seam, in front. */
  readonly nodes: Int32Array;
  /** Where in `numbers` a place is: rows of columns, of the front and then of the back. */
  readonly numbers: Int32Array;
  readonly triangles: Uint32Array;
}

/** Makes a net. */
export function createNet(pattern: Pattern, scale: number): PatternNet {
  const [reach, rows] = [(pattern.half + pattern.sleeve) * scale, pattern.rows * scale];
  const width = 2 * reach + 1;
  const numbers = new Int32Array(2 * width * (rows + 1)).fill(-1);
  const nodes: number[] = [];
  for (let panel = 0; panel < 2; panel++) {
    for (let row = 0; row <= rows; row++) {
      for (let column = -reach; column <= reach; column++) {
        if (!hasPlace(pattern, scale, column, row)) continue;
        const at = (panel * (rows + 1) + row) * width + column + reach;
        if (panel === 1 && isSeam(pattern, scale, column, row)) numbers[at] = numbers[row * width + column + reach];
        else {
          numbers[at] = nodes.length / 3;
          nodes.push(column, row, panel);
        }
      }
    }
  }
  const net = { pattern, scale, nodeCount: nodes.length / 3, nodes: Int32Array.from(nodes), numbers };
  return { ...net, triangles: netTriangles(net) };
}

/**
 * The node at a place, which may lie beyond the edge of the front or back: across a seam it is on the other one, and beyond hem, neck and sleeves the last one there is. Beyond an armpit there are two ways, and the one along the
 * sleeve is taken.
 */
export function nodeAt(net: Omit<PatternNet, 'triangles'>, column: number, row: number, panel: number): number {
  const { armhole, half, neck, rows, sleeve } = net.pattern;
  const { scale } = net;
  const reach = (half + sleeve) * scale;
  let [c, r, p] = [Math.min(Math.max(column, -reach), reach), Math.min(row, rows * scale), panel];
  if (r < 0) {
    if (Math.abs(c) < neck * scale) r = 0;
    else [r, p] = [-r, 1 - p];
  }
  const beyond = Math.abs(c) - half * scale;
  const below = r - armhole * scale;
  if (beyond > 0 && below > 0) {
    if (beyond >= below) [r, p] = [armhole * scale - below, 1 - p];
    else [c, p] = [(c < 0 ? -1 : 1) * (half * scale - beyond), 1 - p];
  }
  return net.numbers[(p * (rows * scale + 1) + r) * (2 * reach + 1) + c + reach];
}

/** Whether a place belongs to the pattern: to its trunk, or to a sleeve. */
function hasPlace({ armhole, half }: Pattern, scale: number, column: number, row: number): boolean {
  return Math.abs(column) <= half * scale || row <= armhole * scale;
}

function isSeam({ armhole, half, neck }: Pattern, scale: number, column: number, row: number): boolean {
  const out = Math.abs(column);
  if (row === 0) return out >= neck * scale;
  return (row === armhole * scale && out >= half * scale) || (row >= armhole * scale && out === half * scale);
}

/** Two for each square, seen from outside; diagonals of front and back, left and right mirror each other. */
function netTriangles(net: Omit<PatternNet, 'triangles'>): Uint32Array {
  const { armhole, half, rows, sleeve } = net.pattern;
  const { scale } = net;
  const triangles: number[] = [];
  for (let panel = 0; panel < 2; panel++) {
    for (let row = 0; row < rows * scale; row++) {
      const reach = (row < armhole * scale ? half + sleeve : half) * scale;
      for (let column = -reach; column < reach; column++) {
        const [a, b, c, d] = [
          nodeAt(net, column, row, panel),
          nodeAt(net, column + 1, row, panel),
          nodeAt(net, column, row + 1, panel),
          nodeAt(net, column + 1, row + 1, panel),
        ];
        const isRising = column < 0;
        const square = isRising ? [a, c, b, b, c, d] : [a, c, d, a, d, b];
        if (panel === 0) triangles.push(...square);
        else triangles.push(square[0], square[2], square[1], square[3], square[5], square[4]);
      }
    }
  }
  return Uint32Array.from(triangles);
}
