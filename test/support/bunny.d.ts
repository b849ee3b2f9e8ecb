/** The npm package `bunny` has no types of its own. */
declare module 'bunny' {
  export const positions: number[][];
  export const cells: number[][];
}
