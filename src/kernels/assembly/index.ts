/** The exports of the WebAssembly module. Each has a twin of the same name in ../twin. */
export { composeBones } from './compose-bones';
export { deformLinear } from './deform-linear';
export { evaluateBlock } from './evaluate-block';
export { filterPairs } from './filter-pairs';
export { poseBlendVertices } from './pose-blend';
export { placeVertices, poseLeaf } from './pose-leaf';
export { refitBlocks } from './refit-blocks';
export { unfoldStars } from './unfold-stars';
export { walkPairs } from './walk-pairs';
export { walkRay } from './walk-ray';
export { walkSegment } from './walk-segment';
export { writeGovernors } from './write-governors';
export { writeWeights } from './write-weights';
