/** The words of a body that blended transforms move: how they pose vertices, and how they bound nodes. The arrays are those of blend.ts. */
import { BOUND_AREA, POSE_AREA } from './header.js';
import { DISPLACEMENT_WORDS } from './linear.js';
import { PATCHED_WORDS } from './patches.js';

/** How transforms pose vertices, which fields have displaced before. */
export const BLEND_POSE = {
  /** Vertices (`VERTEX`), and further influences of theirs (`INFLUENCE`). */
  vertices: POSE_AREA + DISPLACEMENT_WORDS,
  influences: POSE_AREA + DISPLACEMENT_WORDS + 1,
  /** The transforms of the present pose, placed, as float64 (`MATRIX64`). */
  matrices64: POSE_AREA + DISPLACEMENT_WORDS + 2,
  /**
   * The transforms of all governors as the pose has them, rows of float32, or the points; which governors move
   * anything, and how many; and the numbers that writing their matrices needs and leaves (`GOVERNING`).
   */
  transforms: POSE_AREA + DISPLACEMENT_WORDS + 3,
  usedGovernors: POSE_AREA + DISPLACEMENT_WORDS + 4,
  usedGovernorCount: POSE_AREA + DISPLACEMENT_WORDS + 5,
  governing: POSE_AREA + DISPLACEMENT_WORDS + 6,
  wordCount: 7,
} as const;

/** How transforms bound nodes, behind what all rules with patches have. */
export const BLEND_BOUND = {
  /** What the children of lazy blocks depend on (`LIST`); further governors (`GOVERNOR`) and fields (`FIELDS`, `FIELD`) of those lists. */
  lists: BOUND_AREA + PATCHED_WORDS,
  governors: BOUND_AREA + PATCHED_WORDS + 1,
  listFields: BOUND_AREA + PATCHED_WORDS + 2,
  /** The transforms of the present pose, placed, as float32 (`MATRIX`). */
  matrices: BOUND_AREA + PATCHED_WORDS + 3,
  /** The weights of all fields, zeros included. */
  fieldWeights: BOUND_AREA + PATCHED_WORDS + 4,
  wordCount: 5,
} as const;
