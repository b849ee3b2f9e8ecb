/**
 * By how much kernels round to the safe side. Each number stands here once, for both sides of a kernel; the proof that it is enough is at the
 * head of the twin that uses it. With u = 2^-24, a float32 operation is off by at most u of its result.
 */
import { FLOAT32_ROUNDOFF, FLOAT64_ROUNDOFF } from '../../math/float.js';

/** 2^-20: covers differences, products and sums of three in float32, as walks over pairs and segments add them up. */
export const WALK_ROUNDING = 16 * FLOAT32_ROUNDOFF;
/** 1 + 2^-20: the reach of two nodes, or of a node and a ball, times this leaves nothing out. */
export const WALK_SLACK = 1 + WALK_ROUNDING;

/** 2^-21: entries of rays into boxes are taken back by this share, and exits moved on. */
export const RAY_ROUNDING = 8 * FLOAT32_ROUNDOFF;
/** 2^-46: more than the determinants of a ray and a triangle are off by, in float64, as a share of squared reaches. */
export const RAY_SIGN_ERROR = 128 * FLOAT64_ROUNDOFF;
/** 2^-500: the same where those squares underflow. */
export const SMALLEST_SIGN_ERROR = 3.054936363499605e-151;
/** 2^-40: what float64 loses of where a ray begins when it is taken to where bones rest, and more. */
export const ORIGIN_SHARE = 9.094947017729282e-13;

/** 1 + 2^-22: makes up for the rounding of half extents. */
export const BOX_SLACK = 1 + 4 * FLOAT32_ROUNDOFF;
/** 2^-146: makes up for denormal numbers in half extents. */
export const SMALLEST_EXTENT = 1.1210387714598537e-44;

/** 2^-21: what heights of corners over a plane are off by, as a share of their reach; below that share of its size a triangle has no plane. */
export const HEIGHT_ROUNDING = 8 * FLOAT32_ROUNDOFF;
/** 2^-21: what a turn around a vertex is off by, as a share of four squared reaches. */
export const TURN_ROUNDING = 8 * FLOAT32_ROUNDOFF;
/** 2^-20: what the side of a line through the vertex is off by, as a share of the reach. */
export const LINE_SIDE_ROUNDING = 16 * FLOAT32_ROUNDOFF;
/** Where that line leads: its slope, with float32. Rings in regular grids have no vertices on it. */
export const LINE_SLOPE = Math.fround(0.381966);
/** 2^-20: what the normal of a triangle is off by along a direction, as a share of the squared size of its tile's box. */
export const FACING_ROUNDING = 16 * FLOAT32_ROUNDOFF;
/** 2^-19: what points of a border are off by, as it is seen along a line, as a share of its size. */
export const BORDER_ROUNDING = 32 * FLOAT32_ROUNDOFF;
/** 2^40: borders of a larger size are left undecided. */
export const LARGEST_BORDER = 1099511627776;
/** 2^-120: more than underflow adds to products of coordinates. */
export const SMALLEST_PRODUCT = 7.52316384526264e-37;
/** 2^-100: added to the sizes of triangles, beside which underflow is nothing. */
export const SMALLEST_SIZE = 7.888609052210118e-31;

/** 2^-16: how much of what float64 has to hold is in the reach of a governor. */
export const REACH_SHARE64 = 0.0000152587890625;
/** 2^-120: added to rest coordinates and to rows of matrices, so that what is denormal does not count. */
export const SMALLEST_FACTOR = 7.52316384526264e-37;
/** 2^-100: the least reach of a governor, for the same reason. */
export const SMALLEST_GOVERNOR_REACH = 7.888609052210118e-31;

/** 1 - 2^-19: the error of a fit has to be below this, so that its own rounding does not take it to 1. */
export const LARGEST_FIT_ERROR = 1 - 32 * FLOAT32_ROUNDOFF;
/** 2^-45: what the product of a matrix and its inverse is off by, as a share of both norms. */
export const INVERSE_ROUNDING = 2.842170943040401e-14;
/** 2^-40: what the matrix of displacement fields is off by, as a share of the magnitudes added up. */
export const FIELD_MATRIX_ROUNDING = 9.094947017729282e-13;
/** 2^-42: the same of governors. */
export const GOVERNOR_MATRIX_ROUNDING = 2.2737367544323206e-13;
/** By how many units of float32 a vertex is off, in each of three coordinates: under governors it is rounded once, under fields twice. */
export const GOVERNED_ROUNDINGS = 1.75;
export const DISPLACED_ROUNDINGS = 3.5;
/** A third, rounded up. */
export const THIRD = 0.33333333333333337;
