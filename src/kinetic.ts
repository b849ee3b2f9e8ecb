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
export type { KineticCounts, KineticTree } from './kinetic/tree-record.js';
export type { EventQueue } from './kinetic/event-queue.js';
export type { Paths } from './kinetic/paths.js';
export { advance } from './kinetic/advance.js';
export { rebuildAt } from './kinetic/rebuild.js';

// Boxes: what is where at the present time
export { boxAt, boxPad, findLeavesInBox, readLeafItems, writePositions } from './kinetic/boxes.js';

// Changes: other flights, and vertices and items that come and go
export { insertVertex, removeVertex, setFlight } from './kinetic/change-paths.js';
export type { Flight } from './kinetic/change-paths.js';
export { insertItem, removeItem } from './kinetic/change-items.js';
