/** Puts a run of triangles into an order in which those before a place lie on one side of those behind it, along the axis on which they reach farthest. */

/** Reorders `order[from]` to `order[to - 1]`, so that no centre before `middle` is beyond one behind it. `centers` has three numbers per triangle. (Hoare 1961: the part that has the middle is parted again.) */
export function halveRun(order: Uint32Array, centers: Float64Array, from: number, to: number, middle: number): void {
  const axis = longestAxis(order, centers, from, to);
  let low = from;
  let high = to - 1;
  while (low < high) {
    const pivot = centers[order[(low + high) >> 1] * 3 + axis];
    let left = low;
    let right = high;
    while (left <= right) {
      while (centers[order[left] * 3 + axis] < pivot) left++;
      while (pivot < centers[order[right] * 3 + axis]) right--;
      if (left > right) break;
      const kept = order[left];
      order[left++] = order[right];
      order[right--] = kept;
    }
    if (middle <= right) high = right;
    else if (middle >= left) low = left;
    else return;
  }
}

function longestAxis(order: Uint32Array, centers: Float64Array, from: number, to: number): number {
  let longest = 0;
  let most = -1;
  for (let axis = 0; axis < 3; axis++) {
    let low = Infinity;
    let high = -Infinity;
    for (let i = from; i < to; i++) {
      const at = centers[order[i] * 3 + axis];
      if (at < low) low = at;
      if (at > high) high = at;
    }
    if (!(high - low > most)) continue;
    most = high - low;
    longest = axis;
  }
  return longest;
}
