/**
 * Regions of a surface, as the kernels read them that prove them free of collisions. A *region* is a node of the tree, or two neighbours. There are regions down to
 * *tiles*, the smallest parts whose *border* is known. Nodes are numbered: tiles first, in the order of their triangles; then those above them, parents
 * first.
 */

/** Stands for a node that is not there. */
export const NO_NODE = 0xffffffff;

/** Stands for a number of turns around a point that rounding leaves open. */
export const UNDECIDED = 0x7fffffff;

/**
 * Words of what a body keeps of its regions, taken when a search with itself first needs it. What is shared by all bodies: regions ({@link REGION}); nodes
 * ({@link NODE}); of each point of all borders its vertex ({@link CORNER_BIT}), and what lies across the edge that begins there (a tile, {@link NOTHING_ACROSS} or {@link NO_EDGE});
 * of each node above the tiles the four below it; and where the triangles of each tile begin. What belongs to a pose: what is known of each node
 * ({@link FACING}), and for which pose; the coordinates of each point, as it is seen along some line; and room for as many words as a border has points.
 */
export const REGIONS = {
  regions: 0,
  nodes: 1,
  vertices: 2,
  across: 3,
  children: 4,
  tileStarts: 5,
  tileCount: 6,
  nodeCount: 7,
  facings: 8,
  facingsStamp: 9,
  x: 10,
  y: 11,
  room: 12,
  wordCount: 16,
} as const;

/**
 * Words of a region: its two nodes, or the same twice; which pairs of their children are regions too, a bit for each, four times the lane of the first plus the lane
 * of the second, and above them {@link IS_UNTESTED}, {@link HAS_LOOPS}, {@link ARE_TWO_LOOPS} and {@link IS_PINCHED}; and the first of those regions, which lie side by side.
 */
export const REGION = { nodeA: 0, nodeB: 1, children: 2, firstChild: 3, wordCount: 4 } as const;

/** Set where no proof is possible, or none that would pay: an edge has three triangles, there is no border, or a long one comes to a vertex twice. */
export const IS_UNTESTED = 0x10000;
/** Set where the border is more than one loop. */
export const HAS_LOOPS = 0x20000;
/** Set as well where those are the one loop of each of two nodes. */
export const ARE_TWO_LOOPS = 0x40000;
/** Set with {@link HAS_LOOPS} where the border comes to a vertex twice: nothing is known of one edge because it is known of another. */
export const IS_PINCHED = 0x80000;
/**
 * Words of a node: its slot; its first tile, and the one behind its last; and the points of its border, where they begin and how many there are: loop after loop, each
 * with its first point again at its end, and then as many as make whole rows of four, with room for one row more; and {@link IS_UNTESTED}, {@link HAS_LOOPS} and {@link IS_PINCHED}
 * of the node by itself.
 */
export const NODE = { slot: 0, firstTile: 1, endTile: 2, firstPoint: 3, pointCount: 4, bits: 5, wordCount: 6 } as const;

/** Set in the vertex of a point where borders of more than two tiles may come together. */
export const CORNER_BIT = 0x80000000;
/** Across the edge that begins at a point is nothing: the surface ends there. */
export const NOTHING_ACROSS = 0xfffffffe;
/** No edge begins at a point: it ends a loop. */
export const NO_EDGE = 0xffffffff;

/**
 * Words of what is known of a node in a pose: the directions that all its triangles face; the lines along which its border is known not to cross itself, and those
 * for which that has been tried, a bit each; the line along which its points were last seen, or {@link NO_LINE}; as float32, how far they are from the
 * first of them, at most, and their box, lowest corner first; for which pose that is, where nodes are looked at one by one; and the lowest and the highest corner of all that the node has, a row each, the last number of which
 * says nothing.
 */
export const FACING = {
  directions: 0,
  simple: 1,
  tried: 2,
  line: 3,
  box: 4,
  size: 8,
  stamp: 9,
  low: 12,
  high: 16,
  wordCount: 20,
} as const;

/** Stands for the line of points that have not been seen in the present pose. */
export const NO_LINE = 0xffffffff;

/**
 * Lines along which triangles are looked at: three axes and four diagonals of a cube. Of the directions that a triangle faces, the lowest seven bits are those along the
 * lines, the next seven those against them.
 */
export const LINE_COUNT = 7;
export const ALL_FACINGS = 0x3fff;

/** Set in an entry of a walk that is a region, and not the word of a leaf; below it the number of the region. */
export const REGION_BIT = 0x40000000;

/** Whether an entry of a walk is a region, by its first word, which may be signed: one without sign is put on the heap for a call that is not inlined. */
export function isRegion(entry: number): boolean {
  return entry >>> 30 === 1;
}
