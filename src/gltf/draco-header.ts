/** How many triangles and vertices a Draco stream claims, read before the decoder makes room for them. */
import { mostCompressedElements } from './limits.js';
import { refuseFor } from './refusal.js';

const MAGIC = 'DRACO';
const HEADER_BYTES = 11;
const SEQUENTIAL = 0;
const HAS_METADATA = 0x8000;

/**
 * Refuses a stream whose counts are out of proportion to its length. Metadata in front of the counts hides them; Draco's glTF
 * encoders write none, and such streams are refused.
 */
export function requireDracoHeader(bytes: Uint8Array, pointer: string): void {
  const magic = String.fromCharCode(...bytes.subarray(0, MAGIC.length));
  if (bytes.length < HEADER_BYTES || magic !== MAGIC)
    refuseFor('compressed-draco', pointer, 'the data is no Draco stream');
  // The bitstream that the extension allows is 2.2; older ones count in other ways.
  if (bytes[5] !== 2) refuseFor('compressed-draco', pointer, `the Draco stream is of version ${bytes[5]}, not 2`);
  const method = bytes[8];
  const flags = bytes[9] | (bytes[10] << 8);
  if ((flags & HAS_METADATA) !== 0)
    refuseFor('compressed-draco', pointer, 'the Draco stream has metadata, which is not read');
  // Sequential: faces, points. Edgebreaker: kind of traversal, then vertices, faces.
  let at = method === SEQUENTIAL ? HEADER_BYTES : HEADER_BYTES + 1;
  for (let i = 0; i < 2; i++) {
    let count = 0;
    let factor = 1;
    for (let isMore = true; isMore && factor < 0x100000000; factor *= 128) {
      const byte = bytes[at++] ?? 0;
      count += (byte & 0x7f) * factor;
      isMore = byte >= 0x80;
    }
    if (count > mostCompressedElements(bytes.length)) {
      refuseFor('claim-count', pointer, `the Draco stream claims ${count} elements in ${bytes.length} bytes`);
    }
  }
}
