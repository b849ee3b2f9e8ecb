/** A ray, in numbers alone. */

/** A ray from a point in a direction. */
export interface Ray {
  readonly origin: readonly number[];
  readonly direction: readonly number[];
}
