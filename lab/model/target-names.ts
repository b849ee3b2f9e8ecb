/** What the morph targets of a model are called. The reader of models has no use for names; people have. */
import type { AnimatedScene } from 'pliant/audit';

interface NamedMeshes {
  readonly nodes?: readonly { readonly mesh?: number }[];
  readonly meshes?: readonly {
    readonly extras?: { readonly targetNames?: unknown };
    readonly primitives?: readonly { readonly extras?: { readonly targetNames?: unknown } }[];
  }[];
}

const GLB_MAGIC = 0x46546c67;
const GLB_JSON_AT = 20;
const LONGEST_NAME = 60;

/** The names for each object: those that the file has, and numbers for the others. The file has been read before. */
export function readTargetNames(bytes: Uint8Array, { objects }: AnimatedScene): string[][] {
  const json = readJson(bytes);
  return objects.map(({ defaultWeights, node }) => {
    const mesh = json.meshes?.[json.nodes?.[node]?.mesh ?? -1];
    const given = mesh?.extras?.targetNames ?? mesh?.primitives?.[0]?.extras?.targetNames;
    const names: readonly unknown[] = Array.isArray(given) ? given : [];
    return Array.from(defaultWeights, (_, target) => {
      const name = names[target];
      return typeof name === 'string' && name !== '' ? name.slice(0, LONGEST_NAME) : `target ${target}`;
    });
  });
}

function readJson(bytes: Uint8Array): NamedMeshes {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isBinary = bytes.length >= GLB_JSON_AT && view.getUint32(0, true) === GLB_MAGIC;
  const text = isBinary ? bytes.subarray(GLB_JSON_AT, GLB_JSON_AT + view.getUint32(12, true)) : bytes;
  try {
    return JSON.parse(new TextDecoder().decode(text)) as NamedMeshes;
  } catch {
    return {};
  }
}
