/** What a continuous audit says: what meets on the way from one instant to the next, when first, and with which parts. */

/** Parts of two surfaces that touch first. */
export interface FirstTouch {
  /** When, since the beginning of the clip, to the last digit or so. */
  readonly time: number;
  /** The instants before and behind. */
  readonly step: readonly [before: number, behind: number];
  /** What the frames at these are called, where both are frames of a recording. */
  readonly frames?: readonly [before: string, behind: string];
  /**
   * Which share of the way from one to the other has been gone: the largest double that is not above the exact one, and the
   * smallest that is not below.
   */
  readonly share: readonly [below: number, above: number];
  /** What touches what. */
  readonly kind: 'vertex-face' | 'edge-edge';
  /** The triangle of the first object, and that of the second, or of the same. */
  readonly triangles: readonly [a: number, b: number];
  /** The vertices of both parts, as the file counts them: one of a vertex, two of an edge, three of a face. */
  readonly vertices: readonly [a: readonly number[], b: readonly number[]];
  /** Where: x, y, z. */
  readonly point: readonly [x: number, y: number, z: number];
}

/**
 * What one object, or a pair of objects, does between two instants in places where nothing meets at either: it passes unseen. A
 * place is a set of triangles that meet at any time of the step and are connected.
 */
export interface Passage {
  /** One id, or two in rising order. */
  readonly objects: readonly number[];
  /** Triangle pairs that meet there. */
  readonly pairs: number;
  /** Triangles in them, of both surfaces. */
  readonly triangles: number;
  /** How many such places there are. */
  readonly places: number;
  /** Whether they are pairs that are not in the baseline. */
  readonly new: boolean;
  /** The first of all touches there. */
  readonly first: FirstTouch;
  /** Every triangle pair, in rising order, if that was asked for; see `ReportInstant.trianglePairs`. */
  readonly trianglePairs?: readonly (readonly [
    objectA: number,
    triangleA: number,
    objectB: number,
    triangleB: number,
  ])[];
}

/** Triangles that meet at the end of a step, and did not at its beginning. */
export interface Arrival {
  readonly objectA: number;
  readonly objectB: number;
  /** The first touch of any of them; undefined where all that meets has met at the beginning. */
  readonly first: FirstTouch | undefined;
  /** The first touch of those that are not in the baseline. */
  readonly firstNew: FirstTouch | undefined;
}

/** What happens within a step. */
export interface CheckedStep {
  readonly passages: readonly Passage[];
  readonly arrivals: readonly Arrival[];
}
