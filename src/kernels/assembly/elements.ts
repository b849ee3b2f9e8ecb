/** The export of the WebAssembly module of bodies made of tetrahedral elements. Its twin is in ../twin. */
export { measureForces } from './element-forces';
