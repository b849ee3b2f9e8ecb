/**
 * The one door to internals: what the outer rooms — glTF, workers, audit, three, the command — need of the core beyond what it offers by name. It is not
 * published, and promises nothing. Each group says why it is here; whatever a user would want as well belongs to an entry point instead.
 */

// three: a walk that its caller steers is refused when a callback has posed the body anew
export { requireSameStamp } from './body/body.js';

// sim: walks over the nodes of proxies
export { requireProxyBody } from './body/body.js';

// workers: the owner of a pool checks placements before they are sent; sim: placed trees of spheres
export { createPlacement, setPlacement } from './body/placement.js';
export type { Placement } from './body/placement.js';

// three: stored deform trees are put together again without computing their coefficients
export { orderDisplacements } from './bounds/blocks/vertex-order.js';

// three: bones are read into the arena, and multiplied there
export type { Arena } from './kernels/arena.js';

// three: where the kernel finds bones
export { BONE, BONES } from './kernels/layout/bones.js';

// three: deform trees are computed without waiting; audit, workers: a worker is one file, with the twins in it
export { loadKernelsInWorker, loadKernelsNow } from './kernels/kernels-at-hand.js';

// three: helpers draw the boxes of a tree; sim: walks over the nodes of proxies
export { LANES, LEAF_BIT, NO_CHILD } from './kernels/layout/child-words.js';
export { BLEND } from './kernels/layout/header.js';

// sim: what is wrong with a solid in float64
export { TETRAHEDRA, requireCorners } from './mesh/corners.js';
export { findDuplicates } from './mesh/inspect-tetrahedra.js';
export { findTetrahedronFaces } from './mesh/tetrahedron-faces.js';

// sim: surfaces of which some parts are open; what hangs together in a lattice
export { markBorder } from './mesh/border.js';
export { findRoot, joinSets, separate } from './mesh/union-find.js';

// sim: trees within longer work
export { buildSteps } from './tree/build.js';

// audit: parts of a recorded mesh that are one surface; the command: frames and caches that are read piece by piece
export { joinTouchingParts } from './mesh/mesh-parts.js';
export { addFrame, createSequenceReader, finishSequence, requireSameTopology } from './mesh/read-sequence.js';
export { decodeFrame, readCacheHeader } from './mesh/point-cache.js';

// workers: hits that come in parts
export { clearHits } from './query/hits.js';

// three: shapecast walks nodes as its caller says
export { CHILD_STRIDE, TOP, createOpenedNode, openLeaf, openNode, stackCapacityOf } from './query/opened-node.js';
export type { OpenedLeaf, OpenedNode } from './query/opened-node.js';

// audit: what comes closer than the clearance
export { createNearPairs, createNearSearch, findNearPairs } from './query/pair/near.js';

// workers: what was fitted before it was sent is made use of at once
export { loadFitting } from './bounds/affine/at-hand.js';

// workers: what all of them did together decides what comes next
export { rememberSharedSelf } from './query/pair/remember-self.js';
export type { SharedSelfSearch } from './query/pair/remember-self.js';

// workers: searches taken to pieces
export { TASK_WORDS, beginPairTask, splitPairs } from './query/pair/tasks.js';

// workers: questions about steps, taken to pieces
export { beginTouchTasks } from './continuous/find-first.js';
export { beginMotionTasks } from './continuous/find-hits.js';
export { clearFirstTouch, keepEarlier, requireFirstTouch } from './continuous/first-touch.js';
export { clearMotionHits, requireMotionHits } from './continuous/motion-hits.js';
export { splitMotions } from './continuous/tasks.js';

// three: rays are written in numbers where the walk reads them
export { findHitsAhead, prepareRay } from './query/ray/find-ray-hits.js';

// three, workers: what several walks have done
export { addStatistics, createStatistics, resetStatistics } from './query/statistics.js';

// three: bones lie in the arena
export { behind, doubleAt, point, wordAt } from './kernels/units.js';
export type { ByteOffset, DoubleIndex } from './kernels/units.js';

// sim: modes of a small matrix, and the exponential of oscillators in closed form, with the same bits in every engine
export { symmetricEigensystem } from './math/eigen.js';
export { exp } from './math/exponential.js';

// sim: how far a point is from a surface, and trees over surfaces in slices
export { createNearest, findNearest } from './meaning/field-distance.js';
export type { Nearest } from './meaning/field-distance.js';

// sim: the directions in which points spread
export { principalAxes } from './bounds/bd/principal-axes.js';

// sim: elements in float32, where they are pushed back, and how much stiffer they become
export { createElementKernel } from './kernels/element-kernels.js';
export type { ElementKernel } from './kernels/element-kernels.js';
export { ELEMENT_VERTEX, LEAST_VOLUME, STRAIN_STIFFNESS } from './kernels/layout/elements.js';

// three, sim: how far distances may be off
export { FLOAT32_ROUNDOFF, FLOAT64_ROUNDOFF } from './math/float.js';
