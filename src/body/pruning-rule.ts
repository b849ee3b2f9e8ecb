/**
 * Does it pay to prove regions of a body free? A search with itself counts what it has done, and so does one that looks at everything: once both are known, the cheaper way is
 * taken. Finding the regions of a shape has to pay first: they are found once searches without them are likely to have wasted as much. So all searches together never take
 * much more than twice as long as with the better choice from the beginning on, however many there will be. Poses change, so a way that was dearer is tried again, ever more seldom while it stays so.
 *
 * Prices are nanoseconds measured on one machine; only their ratios matter, and results do not depend on them. The exact tests cost the same both ways, and are left out.
 */
import type { MeshBody } from './mesh-body.js';
import { SELF_MEMORY, SHAPE_MEMORY, memoryOfBody, memoryOfShape } from './self-memory.js';

/** Posing and refitting a triangle, and unfolding the stars at its corners; posing it, and finding what it faces; and refitting it and unfolding stars where that is needed as well. */
const WHOLE_TRIANGLE_NS = 28;
const FACED_TRIANGLE_NS = 12;
const STARRED_TRIANGLE_NS = 20;
/** Comparing two triangles whose boxes meet, with all that leads to them. */
const TRIANGLE_PAIR_NS = 22;
/** Opening a pair of nodes, below which nothing is exact; looking at a border, and at an edge of it. */
const NODE_PAIR_NS = 15;
const BORDER_NS = 50;
const EDGE_NS = 20;
/** Pairs of triangles of a surface whose boxes meet, per triangle, where nobody has counted them. */
const USUAL_PAIRS = 6;
/** Finding the regions of a shape, per triangle, by code that has not been compiled yet. */
const LISTED_TRIANGLE_NS = 5000;
/**
 * What a search would have saved that looked at everything: so much of its price where nothing collides, and less by so much for each pair found per triangle, since what collides has to be looked at either way. Read
 * off fourteen animated characters: elephants with one pair in a hundred triangles save two fifths, robots with one in three nothing.
 */
const MOST_SAVED = 0.85;
const LOST_PER_PAIR = 20;
/** For how many searches a dearer way is left alone, at first and at most. */
const FIRST_WAIT = 4;
const LONGEST_WAIT = 256;

/** What a search has counted, as its statistics have it. */
export interface SelfWork {
  readonly nodesVisited: number;
  readonly triangleTests: number;
  readonly bordersSeen: number;
  readonly borderEdges: number;
}

/** Whether a search of a body with itself is likely to be cheaper where regions are proved free. Such a search is counted. */
export function doesPruningPay(body: MeshBody, areRegionsKnown: boolean): boolean {
  const shape = memoryOfShape(body);
  if (!areRegionsKnown && shape[SHAPE_MEMORY.missed] < body.mesh.triangleCount * LISTED_TRIANGLE_NS) return false;
  const memory = memoryOfBody(body);
  if (memory[SELF_MEMORY.pruned] === 0) return true;
  const plain =
    shape[SHAPE_MEMORY.plain] > 0 ? shape[SHAPE_MEMORY.plain] : plainPrice(body, body.mesh.triangleCount * USUAL_PAIRS);
  if (memory[SELF_MEMORY.pruned] <= plain) {
    memory[SELF_MEMORY.wait] = 0;
    return true;
  }
  if (memory[SELF_MEMORY.wait] === 0) memory[SELF_MEMORY.rest] = memory[SELF_MEMORY.wait] = FIRST_WAIT;
  if (memory[SELF_MEMORY.rest]-- > 0) return false;
  memory[SELF_MEMORY.rest] = memory[SELF_MEMORY.wait] = Math.min(2 * memory[SELF_MEMORY.wait], LONGEST_WAIT);
  return true;
}

/** Remembers what a search of a body with itself has done that looked at everything, and how many pairs it found. */
export function rememberPlainSearch(body: MeshBody, work: SelfWork, pairsFound: number): void {
  const memory = memoryOfShape(body);
  const price = plainPrice(body, work.triangleTests);
  const share = MOST_SAVED - (LOST_PER_PAIR * pairsFound) / body.mesh.triangleCount;
  memory[SHAPE_MEMORY.plain] = price;
  if (share > 0) memory[SHAPE_MEMORY.missed] += share * price;
}

/** Remembers what a search of a body with itself has done that proved regions free, and whether neighbours were decided by their stars. */
export function rememberPrunedSearch(body: MeshBody, work: SelfWork, hasStars: boolean): void {
  const memory = memoryOfBody(body);
  memory[SELF_MEMORY.pruned] = prunedPrice(body, work, hasStars);
  memory[SELF_MEMORY.proving] = hasStars ? 0 : memory[SELF_MEMORY.pruned] - work.triangleTests * TRIANGLE_PAIR_NS;
  memory[SELF_MEMORY.starred] = hasStars ? 1 : 0;
}

/** Whether it paid in the last search of a body with itself to decide neighbours by their stars, though regions were proved free. */
export function didStarsPay(body: MeshBody): boolean {
  return memoryOfBody(body)[SELF_MEMORY.starred] > 0;
}

function plainPrice({ mesh }: MeshBody, trianglePairs: number): number {
  return mesh.triangleCount * WHOLE_TRIANGLE_NS + trianglePairs * TRIANGLE_PAIR_NS;
}

function prunedPrice({ mesh }: MeshBody, work: SelfWork, hasStars: boolean): number {
  return (
    mesh.triangleCount * (FACED_TRIANGLE_NS + (hasStars ? STARRED_TRIANGLE_NS : 0)) +
    work.triangleTests * TRIANGLE_PAIR_NS +
    work.nodesVisited * NODE_PAIR_NS +
    work.bordersSeen * BORDER_NS +
    work.borderEdges * EDGE_NS
  );
}
