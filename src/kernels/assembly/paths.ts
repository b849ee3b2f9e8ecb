/** The exports of the WebAssembly module of bodies that paths move. The first two are put into the table of the main module. Each has a twin of the same name in ../twin. */
export { boundPaths } from './bound-paths';
export { posePaths, poseAllPaths } from './pose-paths';
