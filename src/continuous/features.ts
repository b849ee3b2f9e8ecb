/** Names for the parts of a triangle. */

/** The corners of a triangle are 0, 1 and 2; behind them come its edges: this plus the number of the corner where the edge begins. */
export const EDGE = 3;
/** All of a triangle. */
export const FACE = 6;
