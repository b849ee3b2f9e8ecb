/**
 * Nodes and leaves of a moving body that a question has opened already, as it wants them: their boxes in both poses. A walk over pairs, and one in the order of time all the more, comes to each of them with many others. What a node is kept by follows from its id
 * alone; another one that falls there takes its place. All is valid while the pose stays: boxes that a refit makes smaller meanwhile are merely larger than they could be.
 */

/** Boxes of nodes or leaves at both ends of the step. */
export interface KeptBoxes {
  /** By place, whose boxes are there: an id, or 0 for nobody's. */
  readonly keys: Int32Array;
  /** Numbers of a place in each of the arrays of boxes. */
  readonly stride: number;
  /** Boxes at time 0, six numbers each. */
  readonly from: Float64Array;
  /** Boxes at time 1; the same array as `from` where the body stands still. */
  to: Float64Array;
  /** Where those of a body that moves are. */
  readonly moved: Float64Array;
}

/** So many places, a power of two, and for each so many numbers at each end. */
export function createKeptBoxes(places: number, stride: number): KeptBoxes {
  const from = new Float64Array(places * stride);
  return { keys: new Int32Array(places), stride, from, to: from, moved: new Float64Array(places * stride) };
}

/** Forgets all, for a body that moves or stands still. */
export function clearKeptBoxes(kept: KeptBoxes, isStill: boolean): void {
  kept.keys.fill(0);
  kept.to = isStill ? kept.from : kept.moved;
}

/** Where the boxes of an id are, a signed number, or would be. The odd factor spreads what is close together; of the product the high bits tell. */
export function placeOf({ keys }: KeptBoxes, id: number): number {
  return (Math.imul(id, 0x9e3779b1) >>> 16) & (keys.length - 1);
}
