/** Recordings on disk: balls that fly along x, one mesh per frame. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mesh } from 'pliant/parts';
import { sphere } from '../meaning/surfaces.js';

/** A ball of radius 0.5 with 72 triangles. */
const BALL = sphere([0, 0, 0], 0.5, 3);

/** The text of an OBJ file with balls at some places along x, each an object. */
export function ballsObj(places: Readonly<Record<string, number>>, mesh: Mesh = BALL): string {
  const { positions, triangles, vertexCount } = mesh;
  return Object.entries(places)
    .map(([name, x], k) => {
      const lines = [`o ${name}`];
      for (let i = 0; i < vertexCount; i++) {
        lines.push(`v ${positions[i * 3] + x} ${positions[i * 3 + 1]} ${positions[i * 3 + 2]}`);
      }
      for (let i = 0; i < triangles.length; i += 3) {
        lines.push(`f ${[0, 1, 2].map((c) => triangles[i + c] + 1 + k * vertexCount).join(' ')}`);
      }
      return `${lines.join('\n')}\n`;
    })
    .join('');
}

/** The positions of all vertices of such a file, in its order. */
export function ballsFrame(places: readonly number[], mesh: Mesh = BALL): number[] {
  return places.flatMap((x) => Array.from(mesh.positions, (value, i) => value + (i % 3 === 0 ? x : 0)));
}

/** Writes frames to a folder below `parent`, named `name(0)`, `name(1)`, … Returns the folder. */
export async function writeFrames(
  parent: string,
  texts: readonly (string | Uint8Array)[],
  name = (frame: number): string => `frame${frame}.obj`,
  folderName = 'balls',
): Promise<string> {
  const folder = join(parent, folderName);
  await mkdir(folder, { recursive: true });
  for (const [frame, text] of texts.entries()) await writeFile(join(folder, name(frame)), text);
  return folder;
}
