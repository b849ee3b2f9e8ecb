/** What floating-point numbers hold, and what rounding to them loses. */

/** Unit roundoff of float32, 2^-24: rounding to nearest is off by at most this share of a number that is not denormal. */
export const FLOAT32_ROUNDOFF = 5.960464477539063e-8;

/** Unit roundoff of float64, 2^-53. */
export const FLOAT64_ROUNDOFF = 1.1102230246251565e-16;

/** The largest number that float32 holds. */
export const FLOAT32_MAX = 3.4028234663852886e38;

/** The smallest positive float32: what rounding may add where numbers are denormal. */
export const SMALLEST_FLOAT32 = 1.401298464324817e-45;

/** Bounds on posed coordinates are widened by this factor: more than sums in float64 and rounding to float32 can add, which is 2^-24 and some 2^-50. */
export const REACH_SLACK = 1 + 1e-7;
