/** The exports of the WebAssembly module. Each has a twin of the same name in ../twin. */
export { deformLinear } from './deform-linear';
export { refitBoxes } from './refit-boxes';
export { refitSpheres } from './refit-spheres';
