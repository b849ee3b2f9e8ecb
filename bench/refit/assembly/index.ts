/** The exports of the WebAssembly module of the baselines. */
export { deformLinear } from './deform-linear';
export { refitBoxes } from './refit-boxes';
export { boxTriangles, fillTable, findPairs } from './hash-triangles';
export { poseKeys } from './pose-keys';
