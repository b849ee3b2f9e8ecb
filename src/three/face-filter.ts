/** Which faces three.js would test against a ray, and from which side: draw range, groups, materials. */
import { BackSide, DoubleSide, FrontSide } from 'three';
import type { BufferGeometry, Material, Side } from 'three';
import { PliantError } from '../errors.js';

/** One material or several, or a side alone. */
export type MaterialOrSide = Side | Material | readonly Material[];

/** The next material that a face is drawn with. */
export interface FaceUse {
  /** Where to go on among the groups, or -1 when there is no further use. */
  next: number;
  side: Side;
  materialIndex: number;
}

/**
 * Finds how a face is drawn: with one material it is once, if it is in the draw range; with several it is once for each group
 * that it is in, and not at all outside of groups. Begin with `use.next` at 0; answers false when there is no further use.
 */
export function findFaceUse(geometry: BufferGeometry, materials: MaterialOrSide, face: number, use: FaceUse): boolean {
  const { drawRange, groups } = geometry;
  const corner = face * 3;
  if (use.next < 0 || !(corner >= drawRange.start && corner < drawRange.start + drawRange.count)) return false;
  if (!isList(materials)) {
    use.next = -1;
    use.materialIndex = 0;
    use.side = typeof materials === 'number' ? materials : materials.side;
    return true;
  }
  for (let i = use.next; i < groups.length; i++) {
    const { start, count, materialIndex = 0 } = groups[i];
    if (!(corner >= start && corner < start + count)) continue;
    const material = materials[materialIndex] as Material | undefined;
    // Not drawn either.
    if (material === undefined) continue;
    use.next = i + 1;
    use.materialIndex = materialIndex;
    use.side = material.side;
    return true;
  }
  use.next = -1;
  return false;
}

/**
 * Refuses a draw range, or a group where there are several materials, that begins in the middle of a face: three.js would make
 * up faces of other corners than the tree was built over.
 */
export function requireWholeFaces({ drawRange, groups }: BufferGeometry, materials: MaterialOrSide): void {
  requireWhole('draw range', drawRange.start);
  if (!isList(materials)) return;
  for (let i = 0; i < groups.length; i++) if (groups[i].count > 0) requireWhole(`start of group ${i}`, groups[i].start);
}

/** Whether a face is hit from a side that counts; `facing` is the ray's direction times the face's normal. */
export function isSideHit(side: Side, facing: number): boolean {
  switch (side) {
    case FrontSide:
      return facing < 0;
    case BackSide:
      return facing > 0;
    case DoubleSide:
      return facing !== 0;
  }
}

function isList(materials: MaterialOrSide): materials is readonly Material[] {
  return Array.isArray(materials);
}

function requireWhole(what: string, start: number): void {
  if (start % 3 === 0) return;
  throw new PliantError(
    'unsupported',
    `DeformTree: the ${what} is ${start}, in the middle of a face; begin at a multiple of 3, or dispose of the deform tree`,
  );
}
