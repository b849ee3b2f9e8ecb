/** Which faces three.js would test against a ray, and from which side: draw range, groups, materials. */
import { BackSide, FrontSide } from 'three';
import type { BufferGeometry, Material, Side } from 'three';

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
 * Whether the draw range, and every group where there are several materials, begins with a face: from the middle of one,
 * three.js makes up faces of other corners than the tree was built over.
 */
export function hasWholeFaces({ drawRange, groups }: BufferGeometry, materials: MaterialOrSide | undefined): boolean {
  if (drawRange.start % 3 !== 0) return false;
  if (!isList(materials)) return true;
  for (let i = 0; i < groups.length; i++) if (groups[i].count > 0 && groups[i].start % 3 !== 0) return false;
  return true;
}

/**
 * Whether a face is hit from a side that counts; `facing` is the ray's direction times the face's normal. As three.js has it,
 * what is neither the front nor the back, or not said, is both.
 */
export function isSideHit(side: Side | undefined, facing: number): boolean {
  if (side === FrontSide) return facing < 0;
  if (side === BackSide) return facing > 0;
  return facing !== 0;
}

function isList(materials: MaterialOrSide | undefined): materials is readonly Material[] {
  return Array.isArray(materials);
}
