/** The exports of the WebAssembly module of the baseline. */
export { deformLinear } from './deform-linear';
export { refitBoxes } from './refit-boxes';
