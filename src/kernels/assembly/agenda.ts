/** The exports of the WebAssembly module of large kinetic trees. */
export { makeAgenda } from './make-agenda';
export { takeFrame } from './take-frame';
