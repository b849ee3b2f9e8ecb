/**
 * Is a region of a fitted body free of collisions, for certain, by the pose alone: the reference for ../assembly/clear-fitted.ts, same words. No vertex is posed, and no border is looked at.
 *
 * The rule. Let F be the posed surface, linear on triangles, as a map from the surface at rest; x and y points of the latter, in any two triangles of the region, or where it is two nodes, one in each. For matrices M and Y let
 *
 *     |Y (F(x) - F(y) - M (x - y))| ≤ e |x - y|        |Y M - I| ≤ f        e + f < 1.
 *
 * If no two points of the region have the same place at rest, none have in the pose: F(x) = F(y) would give |x - y| ≤ |Y M (x - y)| + f |x - y| ≤ (e + f) |x - y|. So triangles that have no
 * vertex in common do not meet, others meet in what they share and do not overlap in a plane, and none has its corners in a line. ∎
 *
 * Each node has a matrix that is fitted to the pose; of two nodes, M is half the sum of both. Y is M inverted, whatever comes out. What e is depends on what moves vertices: governor-error.ts and field-error.ts have
 * it, as E + |Y| O, where O has what rounding makes of M and of what is added up.
 *
 * Rounding. Let ρ bound all coordinates, u = 2^-24. Vertices are computed in float64 and rounded once or twice to float32: they are off by less than η = k (u ρ + 2^-149), where k is 1.75 for governors and 3.5
 * for fields. That adds |Y| R η, R being the roughness of the region. Norms, sums of positive numbers and Y M - I lose less than 2^-20 of e, and 2^-45 |Y| |M|. Where anything overflows or is not a number, the last
 * comparison fails.
 */
import { FLOAT32_ROUNDOFF, SMALLEST_FLOAT32 } from '../../math/float.js';
import type { Arena } from '../arena.js';
import { AFFINE, AFFINE_LIST, AFFINE_TERM, NO_AFFINE, POSED_FRAME } from '../layout/affine.js';
import { BLEND, HEADER } from '../layout/header.js';
import { DISPLACED_ROUNDINGS, GOVERNED_ROUNDINGS, INVERSE_ROUNDING, LARGEST_FIT_ERROR } from '../layout/margins.js';
import { REGIONS } from '../layout/regions.js';
import { PAIR_WALK } from '../layout/walk.js';
import { doubleAt, follow, follow64, placeOf, wordAt } from '../units.js';
import type { ByteOffset, WordIndex } from '../units.js';
import { fieldOff, writeFieldMatrix } from './field-error.js';
import { governorError, governorOff, writeGovernorMatrix } from './governor-error.js';
import { invert, normOf, offIdentity, sizeOf } from './matrix.js';

const PRODUCT_ROUNDING = INVERSE_ROUNDING;
const LIMIT = LARGEST_FIT_ERROR;

const matrix = new Float64Array(9);
const inverse = new Float64Array(9);

/** Whether a region, of the nodes a and b or of one given twice, is free of collisions and defects. `state` is that of a walk, which counts. */
export function clearFitted(
  arena: Arena,
  body: ByteOffset,
  kept: WordIndex,
  affine: WordIndex,
  region: number,
  a: number,
  b: number,
  state: number,
): boolean {
  const { u32 } = arena;
  const list = u32[follow(u32, affine + AFFINE.lists) + region];
  if (list === NO_AFFINE) return false;
  u32[state + PAIR_WALK.tried]++;
  if (!(boundError(arena, body, kept, affine, list, a, b) < LIMIT)) return false;
  u32[state + PAIR_WALK.unbent]++;
  return true;
}

/** e + f of a region that has a list, but for its last bits; or infinity where that is not below the limit. */
export function boundError(
  arena: Arena,
  body: ByteOffset,
  kept: WordIndex,
  affine: WordIndex,
  list: number,
  a: number,
  b: number,
): number {
  const { f32, f64, u32 } = arena;
  const header = wordAt(body);
  const isSkin = u32[header + HEADER.boundRule] === BLEND;
  const tileCount = u32[kept + REGIONS.tileCount];
  const frameA = frameAt(u32, affine, a - tileCount);
  const frameB = frameAt(u32, affine, b - tileCount);
  const posedA = poseFrame(arena, header, affine, a - tileCount, frameA, isSkin);
  const posedB = poseFrame(arena, header, affine, b - tileCount, frameB, isSkin);
  let square = 0;
  for (let k = 0; k < 9; k++) {
    matrix[k] = (f64[posedA + k] + f64[posedB + k]) * 0.5;
    square += matrix[k] * matrix[k];
  }
  invert(matrix, inverse);
  const at = follow(u32, affine + AFFINE.words) + list;
  const terms = at + AFFINE_LIST.wordCount;
  const end = terms + u32[at + AFFINE_LIST.count] * AFFINE_TERM.wordCount;
  const error = isSkin ? governorError(arena, header, frameA, frameB, terms, end, inverse, LIMIT) : 0;
  if (!(error < LIMIT)) return Infinity;
  const size = isSkin ? sizeOf(inverse) : normOf(inverse);
  const reach = f64[doubleAt(placeOf(affine + AFFINE.reach))];
  const rough =
    f32[at + AFFINE_LIST.roughness] *
    ((isSkin ? GOVERNED_ROUNDINGS : DISPLACED_ROUNDINGS) * (FLOAT32_ROUNDOFF * reach + SMALLEST_FLOAT32));
  const off = isSkin
    ? governorOff(arena, header, frameA, frameB, terms, end, rough, reach)
    : fieldOff(arena, affine, terms, end, rough);
  return error + (size * (off + PRODUCT_ROUNDING * Math.sqrt(square)) + offIdentity(inverse, matrix));
}

function frameAt(u32: Uint32Array, affine: WordIndex, upper: number): number {
  return follow(u32, affine + AFFINE.words) + u32[follow(u32, affine + AFFINE.frames) + upper];
}

/** Sees to it that M of a frame is that of the present pose; returns where it is. */
function poseFrame(
  arena: Arena,
  header: WordIndex,
  affine: WordIndex,
  upper: number,
  frame: number,
  isSkin: boolean,
): number {
  const { u32 } = arena;
  const posed = follow64(u32, affine + AFFINE.posed) + upper * POSED_FRAME.count;
  const stamp = (posed + POSED_FRAME.stamp) * 2;
  if (u32[stamp] === u32[header + HEADER.stamp]) return posed;
  u32[stamp] = u32[header + HEADER.stamp];
  if (isSkin) writeGovernorMatrix(arena, header, frame, posed);
  else writeFieldMatrix(arena, affine, frame, posed);
  return posed;
}
