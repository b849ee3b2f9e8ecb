/** Which parts of a surface are closed, so that they have an inside. */
import { markBorder } from '../../internals.js';
import { type Mesh, findComponents, weldVertices } from '../../parts.js';

/** Parts of a surface, and which triangles belong to open ones. */
export interface OpenParts {
  readonly closedParts: number;
  readonly openParts: number;
  readonly isOpen: (triangle: number) => boolean;
}

/** Tells parts with a border from those without. Vertices at the same place are one: files repeat them along seams. */
export function findOpenParts(mesh: Mesh): OpenParts {
  const welded = weldVertices(mesh).mesh;
  const { componentOf, count } = findComponents(welded);
  const border = markBorder(welded.triangles, welded.vertexCount);
  const isOpenPart = new Uint8Array(count);
  for (let i = 0; i < welded.triangles.length; i++) {
    if (border[welded.triangles[i]] === 1) isOpenPart[componentOf[Math.floor(i / 3)]] = 1;
  }
  const openParts = isOpenPart.reduce((sum, mark) => sum + mark, 0);
  return { closedParts: count - openParts, openParts, isOpen: (triangle) => isOpenPart[componentOf[triangle]] === 1 };
}
