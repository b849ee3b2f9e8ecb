/**
 * What the AssemblyScript sources take from this folder: scripts/build-layout.mjs writes it to ../assembly/generated/layout.ts. There
 * `HEADER.stamp` is `HEADER_STAMP`, in bytes, and the size of a layout, its `wordCount` or its `count` of doubles, is `HEADER_BYTES`.
 */
import { FLOAT32_MAX, FLOAT32_ROUNDOFF, FLOAT64_ROUNDOFF } from '../../math/float.js';
import { BLEND_BOUND, BLEND_POSE, BLEND_RECORD, FIRST_OF_PATCH, PATCH_COUNTS_SHIFT } from './blend-body.js';
import {
  FIELD,
  FIELDS,
  GOVERNING,
  GOVERNOR,
  HULL_WIDENING,
  INFLUENCE,
  LIST,
  MATRIX,
  MATRIX64,
  NO_FIELDS,
  NO_OTHERS,
  NO_SLOT,
  POINT,
  TRANSFORM,
  VERTEX,
  WEIGHT_UNIT,
} from './blend.js';
import { BONE, BONES, BONE_COLUMN, BONE_ROW } from './bones.js';
import { LEAF_BIT, LEAF_COUNT_MASK, LEAF_FIRST_BITS, LEAF_FIRST_MASK, NO_CHILD } from './child-words.js';
import {
  CROSSES_BIT,
  FILTER,
  KEPT,
  KEPT_LEAF_COUNT,
  KEPT_SHIFT,
  LEAF_BOXES,
  LEAF_PAIR_CAPACITY,
  NEAR,
  NEAR_LIST_WORDS,
  SIDE,
  SIDE_CORNER,
} from './filter.js';
import {
  BLEND,
  HEADER,
  ORIENTED,
  PLACEMENT,
  POSE_BLEND,
  POSE_NOTHING,
  PLACEMENT64_ROW,
  PLACEMENT_ROW,
  SPHERES,
} from './header.js';
import { DISPLACEMENT, LINEAR_BOUND } from './linear.js';
import {
  AXES,
  AXIS,
  BOUNDS,
  CORNER_WORDS,
  EXACT_BOX,
  FIELD_STEP_WORDS,
  ORIENTED_BOX,
  POSITION_WORDS,
  RECORD,
  ROW_WORDS,
} from './record.js';
import { OWN_MARK, RING_POINT, STARS, STAR_LIST, STAR_GROUP, STRETCH_SHIFT } from './stars.js';
import { MOST_OPENED, PAIR_WALK, RAY_WALK, REST_AXIS, REST_RAY, SEGMENT_WALK, WALK } from './walk.js';

/** Layouts by name, in words of four bytes. */
export const WORD_LAYOUTS = {
  HEADER,
  DISPLACEMENT,
  LINEAR_BOUND,
  BLEND_POSE,
  BLEND_BOUND,
  PLACEMENT,
  PLACEMENT_ROW,
  BOUNDS,
  RECORD,
  BLEND_RECORD,
  AXES,
  AXIS,
  ORIENTED_BOX,
  EXACT_BOX,
  LIST,
  GOVERNOR,
  FIELDS,
  FIELD,
  VERTEX,
  INFLUENCE,
  MATRIX,
  TRANSFORM,
  POINT,
  WALK,
  PAIR_WALK,
  SEGMENT_WALK,
  RAY_WALK,
  FILTER,
  LEAF_BOXES,
  KEPT,
  NEAR,
  SIDE,
  SIDE_CORNER,
  STARS,
  STAR_LIST,
  STAR_GROUP,
  RING_POINT,
  BONES,
} as const;

/** Layouts by name, in doubles of eight bytes. */
export const DOUBLE_LAYOUTS = {
  GOVERNING,
  MATRIX64,
  REST_RAY,
  REST_AXIS,
  PLACEMENT64_ROW,
  BONE,
} as const;

/** Single numbers, by the type that they have in AssemblyScript. */
export const NUMBERS = {
  usize: {
    ROW_BYTES: ROW_WORDS * 4,
    POSITION_BYTES: POSITION_WORDS * 4,
    FIELD_STEP_BYTES: FIELD_STEP_WORDS * 4,
    TRIANGLE_BYTES: CORNER_WORDS * 4,
    NEAR_LIST_BYTES: NEAR_LIST_WORDS * 4,
    KEPT_LEAF_COUNT,
    BONE_COLUMN_BYTES: BONE_COLUMN * 8,
    BONE_ROW_BYTES: BONE_ROW * 8,
  },
  u32: {
    SPHERES,
    ORIENTED,
    BLEND,
    POSE_NOTHING,
    POSE_BLEND,
    LEAF_BIT,
    LEAF_FIRST_BITS,
    LEAF_FIRST_MASK,
    LEAF_COUNT_MASK,
    NO_CHILD,
    FIRST_OF_PATCH,
    NO_SLOT,
    PATCH_COUNTS_SHIFT,
    NO_FIELDS,
    NO_OTHERS,
    LEAF_PAIR_CAPACITY,
    KEPT_SHIFT,
    MOST_OPENED,
    CROSSES_BIT,
    STRETCH_SHIFT,
    OWN_MARK,
  },
  f32: { FLOAT32_MAX, FLOAT32_ROUNDOFF, HULL_WIDENING, WEIGHT_UNIT },
  f64: { FLOAT64_ROUNDOFF },
} as const;
