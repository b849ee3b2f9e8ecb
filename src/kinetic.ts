/**
 * Trees that live in time: vertices have flightplans, nodes keep the vertices that are farthest out instead of boxes, and nothing is written but when one vertex overtakes another.
 *
 * @packageDocumentation
 */

// Flightplans: where every vertex is at every time
export { planFlights, planKeyframes, planWeights } from './kinetic/flightplan.js';
export type { Flightplan, Flights, Keyframes } from './kinetic/flightplan.js';

// Kinetic trees: made once, then taken from time to time
export { KINETIC_DEFAULTS, createKineticPoints, createKineticTree } from './kinetic/kinetic-tree.js';
export type { KineticOptions } from './kinetic/kinetic-tree.js';
export type { KineticCounts, KineticNodes, KineticTree } from './kinetic/tree-record.js';
export {
  BOX_TREE_DEFAULTS,
  createKineticBoxPoints,
  createKineticBoxTree,
} from './kinetic/box-tree/kinetic-box-tree.js';
export type { BoxTreeOptions } from './kinetic/box-tree/kinetic-box-tree.js';
export type { AnyKineticTree, BoxTreeCounts, KineticBoxTree } from './kinetic/box-tree/box-tree-record.js';
export type { Agenda } from './kinetic/agenda/agenda-record.js';
export type { EventQueue } from './kinetic/event-queue.js';
export type { ChangeLog } from './kinetic/change-log.js';
export type { Paths } from './kinetic/paths.js';
export { advance } from './kinetic/advance.js';
export { rebuildAt } from './kinetic/rebuild.js';

// Boxes: what is where at the present time
export { boxPad } from './kinetic/box-pad.js';
export { boxAt, findLeavesInBox, readLeafItems, writeLeafPositions, writePositions } from './kinetic/boxes.js';

// Bodies: every question of `pliant`, asked of a tree at its present time
export { createKineticBody } from './kinetic/body/kinetic-body.js';

// Changes: other flights, and vertices and items that come and go
export { insertVertex, removeVertex, setFlight } from './kinetic/change-paths.js';
export type { Flight } from './kinetic/change-paths.js';
export { insertItem, removeItem } from './kinetic/change-items.js';

// Separation lists: which leaves of two trees overlap, from event to event
export { createSeparationList, releaseList } from './kinetic/separation/separation-list.js';
export type { SeparationOptions } from './kinetic/separation/separation-list.js';
export type { PosedLeaves, SeparationCounts, SeparationList, WatchedTree } from './kinetic/separation/list-record.js';
export type { FollowerLog } from './kinetic/follower-log.js';
export { advanceList } from './kinetic/separation/advance-list.js';
export { readApartPairs, readOverlaps } from './kinetic/separation/read-list.js';
export { findListHits } from './kinetic/separation/list-hits.js';
export { overlapPad } from './kinetic/separation/gap-margin.js';
export { clearOverlapStream, createOverlapStream } from './kinetic/separation/overlap-stream.js';
export type { OverlapStream } from './kinetic/separation/overlap-stream.js';
