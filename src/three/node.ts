/** Pliant for three.js in Node: what `web.ts` is in browsers, with the same names. */
export * from './web.js';
