/**
 * All pairs of boxes that overlap, touching included, by a uniform grid: for brute force over meshes where trying every
 * pair takes minutes. Two boxes that overlap have a point in common, so they are both listed in the cell of that point.
 * Which cell a coordinate is in never falls as the coordinate rises, rounding or not: none is missed.
 */

/** Cells along each axis, at most. */
const MOST_CELLS = 100;

/**
 * Calls `visit` once for each pair, the lower number first, in no order.
 *
 * @param boxes Six numbers per box: lowest x, y, z, highest x, y, z.
 */
export function forEachClosePair(boxes: Float32Array, visit: (a: number, b: number) => void): void {
  const count = boxes.length / 6;
  const { lowest, cellsPerUnit, cells } = layGrid(boxes);
  const cellOf = (value: number, axis: number): number =>
    Math.min(cells[axis] - 1, Math.max(0, Math.floor((value - lowest[axis]) * cellsPerUnit[axis])));
  const corners = new Uint8Array(boxes.length);
  for (let i = 0; i < boxes.length; i++) corners[i] = cellOf(boxes[i], i % 3);

  const forEachCell = (box: number, enter: (cell: number) => void): void => {
    const at = box * 6;
    for (let x = corners[at]; x <= corners[at + 3]; x++) {
      for (let y = corners[at + 1]; y <= corners[at + 4]; y++) {
        for (let z = corners[at + 2]; z <= corners[at + 5]; z++) enter((x * cells[1] + y) * cells[2] + z);
      }
    }
  };
  const cellCount = cells[0] * cells[1] * cells[2];
  const starts = new Uint32Array(cellCount + 1);
  for (let box = 0; box < count; box++) forEachCell(box, (cell) => starts[cell + 1]++);
  for (let cell = 0; cell < cellCount; cell++) starts[cell + 1] += starts[cell];
  const filled = starts.slice();
  const listed = new Uint32Array(starts[cellCount]);
  for (let box = 0; box < count; box++) forEachCell(box, (cell) => (listed[filled[cell]++] = box));

  for (let cell = 0; cell < cellCount; cell++) {
    for (let i = starts[cell]; i < starts[cell + 1]; i++) {
      for (let j = i + 1; j < starts[cell + 1]; j++) {
        // Boxes are listed in rising order. A pair that shares several cells is reported in the lowest of them.
        const a = listed[i] * 6;
        const b = listed[j] * 6;
        if (!overlap(boxes, a, b)) continue;
        const x = Math.max(corners[a], corners[b]);
        const y = Math.max(corners[a + 1], corners[b + 1]);
        const z = Math.max(corners[a + 2], corners[b + 2]);
        if ((x * cells[1] + y) * cells[2] + z === cell) visit(listed[i], listed[j]);
      }
    }
  }
}

function overlap(boxes: Float32Array, a: number, b: number): boolean {
  return (
    boxes[a] <= boxes[b + 3] &&
    boxes[b] <= boxes[a + 3] &&
    boxes[a + 1] <= boxes[b + 4] &&
    boxes[b + 1] <= boxes[a + 4] &&
    boxes[a + 2] <= boxes[b + 5] &&
    boxes[b + 2] <= boxes[a + 5]
  );
}

interface Grid {
  readonly lowest: readonly number[];
  readonly cellsPerUnit: readonly number[];
  readonly cells: readonly number[];
}

/** Cells about as large as a box is on average. */
function layGrid(boxes: Float32Array): Grid {
  const lowest = [Infinity, Infinity, Infinity];
  const highest = [-Infinity, -Infinity, -Infinity];
  let extents = 0;
  for (let i = 0; i < boxes.length; i += 6) {
    for (let axis = 0; axis < 3; axis++) {
      lowest[axis] = Math.min(lowest[axis], boxes[i + axis]);
      highest[axis] = Math.max(highest[axis], boxes[i + axis + 3]);
      extents += boxes[i + axis + 3] - boxes[i + axis];
    }
  }
  const size = (extents / boxes.length) * 2 * 1.5;
  const cells = lowest.map((low, axis) => {
    const wanted = Math.floor((highest[axis] - low) / size);
    return wanted >= 1 ? Math.min(MOST_CELLS, wanted) : 1;
  });
  return { lowest, cells, cellsPerUnit: cells.map((number, axis) => number / (highest[axis] - lowest[axis] || 1)) };
}
