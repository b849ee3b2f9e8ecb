/** The meshes and recorded sequences of the shared data. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Mesh, readObj, readPly, weldVertices } from 'pliant/parts';

/** The mesh in a file. */
export function readMesh(path: string): Mesh {
  const bytes = new Uint8Array(readFileSync(path));
  return path.endsWith('.ply') ? readPly(bytes) : readObj(bytes);
}

/** The first frame, with vertices joined that are at one place in every frame, and the ways to the other frames. */
export function readSequence(folder: string): { readonly mesh: Mesh; readonly fields: readonly Float32Array[] } {
  const [first, ...others] = readdirSync(folder)
    .sort()
    .map((file) => readMesh(join(folder, file)));
  const ways = others.map(({ positions }) => positions.map((value, k) => value - first.positions[k]));
  const { mesh, originalOf } = weldVertices(
    first,
    ways.map((array) => ({ array, itemSize: 3 })),
  );
  const fields = ways.map((way) =>
    Float32Array.from(mesh.positions, (_, k) => way[originalOf[Math.floor(k / 3)] * 3 + (k % 3)]),
  );
  return { mesh, fields };
}
