/** Parts of a mesh that a file tells apart by name: the body and its shirt. */
import type { Mesh } from './mesh.js';
import { findRoot, joinSets, separate } from './union-find.js';

/** The named parts of a mesh. */
export interface MeshParts {
  /** What each part is called, in the order of their first triangles; empty where the file has no name. */
  readonly names: readonly string[];
  /** For each triangle, its part. */
  readonly partOf: Uint32Array;
}

/** Names of a joined part that are told. */
const MOST_NAMES = 4;

/** From which triangle on each name holds. */
export interface NamedRuns {
  readonly names: string[];
  /** Triangles, ascending. */
  readonly starts: number[];
}

/** No name so far. */
export function createNamedRuns(): NamedRuns {
  return { names: [], starts: [] };
}

/** Lets a name hold from a triangle on. */
export function beginRun({ names, starts }: NamedRuns, name: string, triangle: number): void {
  names.push(name);
  starts.push(triangle);
}

/** A mesh that is one part. */
export function onePart({ triangleCount }: Mesh, name = ''): MeshParts {
  return { names: [name], partOf: new Uint32Array(triangleCount) };
}

/** The parts that runs of names make; a name that comes again is the same part. */
export function partsOfRuns({ names, starts }: NamedRuns, triangleCount: number): MeshParts {
  const parts = new Map<string, number>();
  const partOf = new Uint32Array(triangleCount);
  let run = -1;
  for (let triangle = 0; triangle < triangleCount; triangle++) {
    while (starts[run + 1] <= triangle) run++;
    const name = run < 0 ? '' : names[run];
    let part = parts.get(name);
    if (part === undefined) parts.set(name, (part = parts.size));
    partOf[triangle] = part;
  }
  return { names: [...parts.keys()], partOf };
}

/**
 * Makes one of parts that share a vertex, with their names joined by `+`: they are pieces of one surface, and would touch each other along their seam for ever.
 */
export function joinTouchingParts({ triangles, vertexCount, triangleCount }: Mesh, parts: MeshParts): MeshParts {
  const { names, partOf } = parts;
  if (names.length === 1) return parts;
  const sets = new Uint32Array(names.length);
  separate(sets, names.length);
  const partOfVertex = new Int32Array(vertexCount).fill(-1);
  for (let i = 0; i < triangleCount * 3; i++) {
    const part = partOf[Math.floor(i / 3)];
    const known = partOfVertex[triangles[i]];
    if (known < 0) partOfVertex[triangles[i]] = part;
    else joinSets(sets, known, part);
  }
  const joined = new Map<number, { readonly part: number; readonly members: string[] }>();
  const joinedOf = names.map((name, part) => {
    const root = findRoot(sets, part);
    const found = joined.get(root) ?? { part: joined.size, members: [] };
    joined.set(root, found);
    if (name !== '') found.members.push(name);
    return found.part;
  });
  if (joined.size === names.length) return parts;
  return {
    names: [...joined.values()].map(({ members }) => joinNames(members)),
    partOf: partOf.map((part) => joinedOf[part]),
  };
}

function joinNames(members: readonly string[]): string {
  if (members.length <= MOST_NAMES) return members.join('+');
  return `${members.slice(0, MOST_NAMES).join('+')}+${members.length - MOST_NAMES} more`;
}
