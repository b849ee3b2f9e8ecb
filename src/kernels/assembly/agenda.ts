/** The exports of the WebAssembly module of large kinetic trees. */
export { makeAgenda, takeFrame } from './make-agenda';
