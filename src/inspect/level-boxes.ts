/** The bounds of one level of a body's tree, for pictures and measurements. */
import { requireInteger } from '../checks.js';
import { PliantError } from '../errors.js';
import { LANES, NO_CHILD } from '../kernels/layout/child-words.js';
import { HEADER, SPHERES } from '../kernels/layout/header.js';
import { RECORD, recordOf } from '../kernels/layout/record.js';
import { layOutLevels } from '../bounds/blocks/levels.js';
import type { BlockTree } from '../bounds/blocks/block-tree.js';
import type { MeshBody } from '../body/mesh-body.js';
import { wordAt } from '../kernels/units.js';

/** Boxes of one level. Create them once, and fill them as often as you like. */
export interface LevelBoxes {
  /** The tree that they belong to. */
  readonly tree: BlockTree;
  /** The level, the root's being 0. */
  readonly level: number;
  /** How many there are. */
  readonly count: number;
  /** Where the tree has each of them: four times a block, plus a place in it. */
  readonly slots: Uint32Array;
  /** Two numbers per box: where its triangles begin in the tree's `triangleOrder`, and how many there are. */
  readonly ranges: Uint32Array;
  /** Six numbers per box: lowest corner, then highest. */
  readonly corners: Float32Array;
  /** 1 for each that is evaluated in the present pose. */
  readonly evaluated: Uint8Array;
}

/** Room for the boxes of a level; a level below the tree has none. */
export function createLevelBoxes(tree: BlockTree, level: number): LevelBoxes {
  requireInteger('createLevelBoxes', 'level', level, 0, 0xffff);
  const { levels, ranges } = layOutLevels(tree);
  const slots: number[] = [];
  for (let slot = 0; slot < levels.length; slot++) {
    if (levels[slot] === level && tree.words[slot] !== NO_CHILD) slots.push(slot);
  }
  return {
    tree,
    level,
    count: slots.length,
    slots: Uint32Array.from(slots),
    ranges: Uint32Array.from(slots.flatMap((slot) => [ranges[slot * 2], ranges[slot * 2 + 1]])),
    corners: new Float32Array(slots.length * 6),
    evaluated: new Uint8Array(slots.length),
  };
}

/**
 * Reads the boxes that have been evaluated in the present pose, those of spheres being the boxes around them; marks them in
 * `out.evaluated` and returns their number. Nothing is evaluated: the corners of all others stay as they are.
 */
export function readLevelBoxes(body: MeshBody, out: LevelBoxes): number {
  refreshSame('readLevelBoxes', body, out);
  const { isRefitted } = body;
  const { u32 } = body.kernels.arena;
  const header = wordAt(body.header);
  let count = 0;
  for (let i = 0; i < out.count; i++) {
    const isEvaluated =
      isRefitted || u32[recordOf(u32, header, out.slots[i] >>> 2) + RECORD.stamp] === u32[header + HEADER.stamp];
    out.evaluated[i] = isEvaluated ? 1 : 0;
    if (!isEvaluated) continue;
    readBox(body, out, i);
    count++;
  }
  return count;
}

/** Evaluates and reads all boxes of the level. A search would have evaluated only those that it comes to. */
export function evaluateLevelBoxes(body: MeshBody, out: LevelBoxes): void {
  refreshSame('evaluateLevelBoxes', body, out);
  for (let i = 0; i < out.count; i++) body.kernels.run.evaluateBlock(body.header, out.slots[i] >>> 2);
  readLevelBoxes(body, out);
}

/** Refreshes a body, and refuses boxes of another tree: a kinetic body has another one once triangles came or went. */
function refreshSame(caller: string, body: MeshBody, { tree }: LevelBoxes): void {
  body.refresh();
  if (tree === body.bounds) return;
  throw new PliantError(
    'mismatch',
    `${caller}: the boxes are those of another tree; call createLevelBoxes with body.bounds as they are now`,
  );
}

/** Centre and size are float32, and so are the corners: rounded to nearest, for they are to be looked at. */
function readBox(body: MeshBody, out: LevelBoxes, i: number): void {
  const { arena } = body.kernels;
  const { f32 } = arena;
  const header = wordAt(body.header);
  const slot = out.slots[i];
  const cache = wordAt(body.kernels.run.evaluateBlock(body.header, slot >>> 2)) + (slot & 3);
  const sizeStep = arena.u32[header + HEADER.shape] === SPHERES ? 0 : LANES;
  for (let axis = 0; axis < 3; axis++) {
    const center = f32[cache + axis * LANES];
    const size = f32[cache + 3 * LANES + axis * sizeStep];
    out.corners[i * 6 + axis] = center - size;
    out.corners[i * 6 + 3 + axis] = center + size;
  }
}
