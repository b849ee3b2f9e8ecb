/** What proofs by normals count. */

/** What a prune has done in the pose that it was last asked about. */
export interface NormalStatistics {
  /** Cones computed from what moves a node. */
  masks: number;
  /** Cones of tiles, the smallest nodes that have one, computed from their posed triangles. */
  tileMasks: number;
  /** Cones put together from those of the nodes below. */
  joinedMasks: number;
  /** Nodes at the front when the pose began. */
  frontSize: number;
  /** Nodes that the front rose to. */
  ascents: number;
  /** Nodes on trial that it did not rise to. */
  refusedAscents: number;
  /** Cones that were asked for below the front. */
  descents: number;
  /** Nodes that face one way. */
  nodesFacing: number;
  /** Pairs of neighbouring nodes that face one way. */
  pairsFacing: number;
  /** Nodes that were left out. */
  nodesPruned: number;
  /** Pairs of nodes that were left out. */
  pairsPruned: number;
  /** Contours looked at. */
  contours: number;
  /** How many of them turned a prune down. */
  contoursRefused: number;
  /** Edges of those contours, each border counted once for each line that it was seen along. */
  contourEdges: number;
}

/** Counters at zero. */
export function createNormalStatistics(): NormalStatistics {
  return {
    masks: 0,
    tileMasks: 0,
    joinedMasks: 0,
    frontSize: 0,
    ascents: 0,
    refusedAscents: 0,
    descents: 0,
    nodesFacing: 0,
    pairsFacing: 0,
    nodesPruned: 0,
    pairsPruned: 0,
    contours: 0,
    contoursRefused: 0,
    contourEdges: 0,
  };
}

/** Sets all counters to zero. */
export function resetNormalStatistics(statistics: NormalStatistics): void {
  statistics.masks = 0;
  statistics.tileMasks = 0;
  statistics.joinedMasks = 0;
  statistics.frontSize = 0;
  statistics.ascents = 0;
  statistics.refusedAscents = 0;
  statistics.descents = 0;
  statistics.nodesFacing = 0;
  statistics.pairsFacing = 0;
  statistics.nodesPruned = 0;
  statistics.pairsPruned = 0;
  statistics.contours = 0;
  statistics.contoursRefused = 0;
  statistics.contourEdges = 0;
}
