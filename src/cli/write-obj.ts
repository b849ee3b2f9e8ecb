/** Posed meshes as Wavefront OBJ. */
import type { Mesh } from '../parts.js';
import { float32Text } from './float-text.js';

/** The lines of the triangles, which are the same at all instants; in the order in which reports count them. */
export function objFaces({ triangles }: Mesh): string {
  const lines: string[] = [];
  for (let i = 0; i < triangles.length; i += 3) {
    lines.push(`f ${triangles[i] + 1} ${triangles[i + 1] + 1} ${triangles[i + 2] + 1}\n`);
  }
  return lines.join('');
}

/** A whole file: a comment, the vertices, the triangles. */
export function objText(comment: string, positions: Float32Array, faces: string): string {
  const lines = [`# ${comment}\n`];
  for (let i = 0; i < positions.length; i += 3) {
    const x = float32Text(positions[i]);
    const y = float32Text(positions[i + 1]);
    lines.push(`v ${x} ${y} ${float32Text(positions[i + 2])}\n`);
  }
  return lines.join('') + faces;
}
