/** The exports of the WebAssembly module of regions. Each has a twin of the same name in ../twin. */
export { boundRegions } from './bound-regions';
export { clearRegion } from './clear-region';
export { walkRegions } from './walk-regions';
