/** What packed data claims to be, against its size: primitives packed by Draco, buffer views packed by meshoptimizer. */
import { describe } from '../checks.js';
import type { JsonRecord } from './json-text.js';
import { indexOf, isRecord, recordsOf } from './json-text.js';
import { mostCompressedBytes, mostCompressedElements, mostExpandedBytes } from './limits.js';
import { refuseFor } from './refusal.js';

/** Names of the extension that packs buffer views with meshoptimizer; its data is the same under both. */
export const MESHOPT_EXTENSIONS = ['EXT_meshopt_compression', 'KHR_meshopt_compression'] as const;

/** Name of the extension that packs primitives with Draco. */
export const DRACO_EXTENSION = 'KHR_draco_mesh_compression';

/** The accessors that Draco fills, all counts of which must be in proportion to the compressed bytes. */
export function requireDracoPrimitives(json: JsonRecord): ReadonlySet<number> {
  const filled = new Set<number>();
  const views = recordsOf(json['bufferViews']);
  const accessors = recordsOf(json['accessors']);
  recordsOf(json['meshes']).forEach((mesh, m) => {
    recordsOf(mesh['primitives']).forEach((primitive, p) => {
      const draco = extensionOf(primitive, DRACO_EXTENSION);
      if (draco === undefined) return;
      const pointer = `/meshes/${m}/primitives/${p}/extensions/${DRACO_EXTENSION}`;
      const view = views[requireIndex(draco, 'bufferView', pointer)];
      if (view === undefined)
        refuseFor('UNRESOLVED_REFERENCE', `${pointer}/bufferView`, 'there is no such buffer view');
      const bytes = indexOf(view['byteLength']) ?? 0;
      const attributes = isRecord(primitive['attributes']) ? primitive['attributes'] : {};
      const packed = isRecord(draco['attributes']) ? draco['attributes'] : {};
      for (const semantic of Object.keys(packed)) {
        requireIndex(packed, semantic, `${pointer}/attributes`);
        if (attributes[semantic] !== undefined) continue;
        refuseFor('UNRESOLVED_REFERENCE', `${pointer}/attributes/${semantic}`, 'the primitive has no such attribute');
      }
      for (const value of [...Object.values(attributes), primitive['indices']]) {
        const index = indexOf(value);
        if (index === undefined) continue;
        const count = indexOf(accessors[index]?.['count']) ?? 0;
        if (count > mostCompressedElements(bytes)) {
          refuseFor('claim-count', pointer, `accessor ${index} claims ${count} elements in ${bytes} compressed bytes`);
        }
        filled.add(index);
      }
    });
  });
  return filled;
}

/** Refuses packed buffer views that claim too much. The validator does not know the extension: all of it is checked here. */
export function requirePackedViews(json: JsonRecord): void {
  const bufferCount = recordsOf(json['buffers']).length;
  let total = 0;
  let compressed = 0;
  recordsOf(json['bufferViews']).forEach((view, i) => {
    for (const name of MESHOPT_EXTENSIONS) {
      const packed = extensionOf(view, name);
      if (packed === undefined) continue;
      const pointer = `/bufferViews/${i}/extensions/${name}`;
      const buffer = requireIndex(packed, 'buffer', pointer);
      if (buffer >= bufferCount) refuseFor('UNRESOLVED_REFERENCE', `${pointer}/buffer`, `there is no buffer ${buffer}`);
      if (packed['byteOffset'] !== undefined) requireIndex(packed, 'byteOffset', pointer);
      requireMode(packed, pointer);
      const bytes = requireIndex(packed, 'byteLength', pointer);
      const size = requireIndex(packed, 'count', pointer) * requireIndex(packed, 'byteStride', pointer);
      total += size;
      compressed += bytes;
      if (size > mostCompressedBytes(bytes) || total > mostExpandedBytes(compressed)) {
        refuseFor('claim-size', pointer, `${bytes} compressed bytes claim to be ${size}`);
      }
    }
  });
}

/** Which strides the decoders and filters can work on; with others they would write where nothing is theirs. */
const STRIDES: Readonly<Record<string, (stride: number) => boolean>> = {
  ATTRIBUTES: (stride) => stride % 4 === 0 && stride > 0 && stride <= 256,
  TRIANGLES: (stride) => stride === 2 || stride === 4,
  INDICES: (stride) => stride === 2 || stride === 4,
  NONE: () => true,
  OCTAHEDRAL: (stride) => stride === 4 || stride === 8,
  QUATERNION: (stride) => stride === 8,
  EXPONENTIAL: (stride) => stride % 4 === 0,
  COLOR: (stride) => stride === 4 || stride === 8,
};
const MODES = new Set<unknown>(['ATTRIBUTES', 'TRIANGLES', 'INDICES']);
const FILTERS = new Set<unknown>(['NONE', 'OCTAHEDRAL', 'QUATERNION', 'EXPONENTIAL', 'COLOR']);

function requireMode(packed: JsonRecord, pointer: string): void {
  const { mode, filter = 'NONE' } = packed;
  const stride = requireIndex(packed, 'byteStride', pointer);
  const isKnown = MODES.has(mode) && FILTERS.has(filter) && (filter === 'NONE' || mode === 'ATTRIBUTES');
  if (isKnown && STRIDES[mode as string](stride) && STRIDES[filter as string](stride)) return;
  const message = `no data has mode ${describe(mode)}, filter ${describe(filter)} and a stride of ${stride}`;
  refuseFor('compressed-meshopt', pointer, message);
}

function requireIndex(owner: JsonRecord, name: string, pointer: string): number {
  const value = indexOf(owner[name]);
  if (value !== undefined) return value;
  return refuseFor('INVALID_INDEX', `${pointer}/${name}`, `${describe(owner[name])} is no whole number`);
}

/** An extension of an object, if that is an object too. */
function extensionOf(owner: JsonRecord, name: string): JsonRecord | undefined {
  const extensions = owner['extensions'];
  const extension = isRecord(extensions) ? extensions[name] : undefined;
  return isRecord(extension) ? extension : undefined;
}
