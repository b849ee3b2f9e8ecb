/** Whether two boxes, lowest x, y, z, highest x, y, z, have nothing in common; those that touch have. NaN is apart from nothing. */
export function areApart(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  return a[0] > b[3] || a[1] > b[4] || a[2] > b[5] || b[0] > a[3] || b[1] > a[4] || b[2] > a[5];
}
