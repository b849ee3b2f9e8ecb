/** The meshes that are asked as one, and which faces are theirs: those of a merged mesh, or one that is alone. */
import type { Mesh } from 'three';
import { PliantError } from '../errors.js';
import { hasWholeFaces } from './face-filter.js';
import type { MaterialOrSide } from './face-filter.js';

/** A face of one of the meshes that a merged mesh is made of. */
export interface PartFace {
  /** Whose face it is. */
  readonly mesh: Mesh;
  /** Its number there. */
  readonly faceIndex: number;
}

/** Faces of several meshes in a row. */
export class Parts {
  readonly meshes: readonly Mesh[];
  /** Of each mesh, which face and which vertex is its first; behind the last one, how many there are. */
  readonly firstFaces: readonly number[];
  readonly #firstVertices: readonly number[];

  constructor(meshes: readonly Mesh[], faceCounts: readonly number[], vertexCounts: readonly number[]) {
    this.meshes = meshes;
    this.firstFaces = sumsOf(faceCounts);
    this.#firstVertices = sumsOf(vertexCounts);
  }

  /** Number of all faces. */
  get faceCount(): number {
    return this.firstFaces[this.meshes.length];
  }

  /** Which mesh a face belongs to. They are few: looked through one by one. */
  indexAt(face: number): number {
    let part = this.meshes.length - 1;
    while (this.firstFaces[part] > face) part--;
    return part;
  }

  /** The number here of a face of one of the meshes; undefined where there is none. */
  find(mesh: unknown, faceIndex: number): number | undefined {
    const part = this.meshes.indexOf(mesh as Mesh);
    const face = this.firstFaces[part] + faceIndex;
    return part >= 0 && faceIndex >= 0 && face < this.firstFaces[part + 1] ? face : undefined;
  }

  /** Refuses a face of a merged mesh, `whole`, that its own mesh has changed since: three-mesh-bvh sorts them in place. */
  requireUnchanged(whole: Mesh, part: number, face: number): void {
    const { geometry, name } = this.meshes[part];
    const merged = whole.geometry.index!.array;
    const corners = geometry.index?.array;
    for (let k = 0; k < 3; k++) {
      const own = (face - this.firstFaces[part]) * 3 + k;
      if ((corners ? corners[own] : own) === merged[face * 3 + k] - this.#firstVertices[part]) continue;
      throw new PliantError(
        'mismatch',
        `MergedMesh: the faces of the mesh "${name}" are not those that were merged; make a new one whenever they change, ` +
          'and after three-mesh-bvh has sorted them',
      );
    }
  }
}

/** What whoever reads a merged mesh has to know of it. */
export interface Merged {
  readonly isMergedMesh: true;
  readonly parts: Parts;
  /** To be called before its bones are read. */
  readonly follow: () => void;
}

/** Whether a mesh is made of several. */
export function isMerged(mesh: Mesh): mesh is Mesh & Merged {
  return 'isMergedMesh' in mesh;
}

/** What a mesh is made of: itself, with all the faces that it may have, unless it is a merged one. */
export function partsOf(mesh: Mesh): Parts {
  return isMerged(mesh) ? mesh.parts : new Parts([mesh], [Infinity], [Infinity]);
}

/** See {@link hasWholeFaces}; without materials, those of each mesh. */
export function haveWholeFaces({ meshes }: Parts, materials: MaterialOrSide | undefined): boolean {
  for (let i = 0; i < meshes.length; i++) {
    if (!hasWholeFaces(meshes[i].geometry, materials ?? meshes[i].material)) return false;
  }
  return true;
}

/** Sums of all that come before; behind the last one, of all. */
function sumsOf(counts: readonly number[]): readonly number[] {
  const sums = [0];
  for (const count of counts) sums.push(sums.at(-1)! + count);
  return sums;
}
