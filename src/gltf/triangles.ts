/** Triangles of primitives: lists, strips and fans, indexed or not. */
import type { GLTF } from '@gltf-transform/core';
import type { GltfNumbers } from './accessors.js';
import type { GltfJson } from './needed.js';
import { modeOf, TRIANGLES, TRIANGLE_FAN } from './needed.js';
import { refuseFor } from './refusal.js';

/** How many triangles a primitive has; corners that are left over at the end do not count. */
export function countTriangles(json: GltfJson, primitive: GLTF.IMeshPrimitive): number {
  const { count } = json.accessors![primitive.indices ?? primitive.attributes['POSITION']];
  return modeOf(primitive) === TRIANGLES ? Math.floor(count / 3) : Math.max(0, count - 2);
}

/**
 * Writes the triangles of a primitive at `at`, and returns where the next begin. Corners run as glTF 2.0, section 3.7.2.1,
 * has them: strips turn every other triangle round, so that all face the same way.
 */
export function appendTriangles(
  out: Uint32Array,
  at: number,
  json: GltfJson,
  numbers: GltfNumbers,
  primitive: GLTF.IMeshPrimitive,
  vertices: { readonly first: number; readonly count: number },
  pointer: string,
): number {
  const mode = modeOf(primitive);
  const indices = primitive.indices === undefined ? undefined : numbers.integers(primitive.indices);
  const count = countTriangles(json, primitive);
  for (let t = 0; t < count; t++) {
    for (let corner = 0; corner < 3; corner++) {
      const slot = slotOf(mode, t, corner);
      const vertex = indices === undefined ? slot : indices[slot];
      if (vertex >= vertices.count) {
        const message = `index ${slot} is vertex ${vertex}, but there are ${vertices.count} vertices`;
        refuseFor('ACCESSOR_INDEX_OOB', `${pointer}/indices`, message, 'bad-index');
      }
      out[at++] = vertices.first + vertex;
    }
  }
  return at;
}

function slotOf(mode: number, triangle: number, corner: number): number {
  if (mode === TRIANGLES) return triangle * 3 + corner;
  // Triangle i is { v_0, v_{i+1}, v_{i+2} } of a fan, { v_i, v_{i+(1+i%2)}, v_{i+(2-i%2)} } of a strip.
  if (mode === TRIANGLE_FAN) return corner === 0 ? 0 : triangle + corner;
  if (corner === 0) return triangle;
  return triangle + (corner === 1 ? 1 + (triangle % 2) : 2 - (triangle % 2));
}
