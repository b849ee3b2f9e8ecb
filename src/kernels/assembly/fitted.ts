/** The exports of the WebAssembly module of fitted bodies. Each has a twin of the same name in ../twin. */
export { walkFitted } from './walk-regions';
