/** A mesh with rigid links, as a surface that points carry: each vertex turns about a combination of three coarse vertices, at a distance that never changes. */
import { PliantError } from '../../errors.js';
import type { Links, Mesh } from '../../parts.js';
import type { CarriedSurface } from './carried-nodes.js';

/** A length grows by what rotations are rounded: 1.5 · 2^-24 of it (links.ts), and less than that again where it is computed. */
const ROUNDING = 1 + 4 / 16777216;

/**
 * What `createEnclosingFollower` takes for a linked mesh: the mesh at rest, and its links. The points are the coarse vertices.
 *
 * @throws PliantError `mismatch` where the mesh has another number of vertices than the links.
 */
export function carryByLinks(mesh: Mesh, links: Links): CarriedSurface {
  const { vertexCount } = mesh;
  if (links.joints.length !== 3 * vertexCount) {
    throw new PliantError(
      'mismatch',
      `carryByLinks: the mesh has ${vertexCount} vertices, the links ${links.joints.length / 3}; pass the mesh that was linked`,
    );
  }
  const lengths = new Float64Array(vertexCount);
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    let squared = 0;
    for (let axis = 0; axis < 3; axis++) {
      let way = mesh.positions[3 * vertex + axis];
      for (let i = 3 * vertex; i < 3 * vertex + 3; i++) {
        way -= links.weights[i] * links.points[3 * links.triples[links.joints[i]] + axis];
      }
      squared += way * way;
    }
    lengths[vertex] = Math.sqrt(squared) * ROUNDING;
  }
  return {
    vertexCount,
    governorCount: links.points.length / 3,
    influenceOffsets: Uint32Array.from({ length: vertexCount + 1 }, (_, vertex) => 3 * vertex),
    governors: links.joints.map((joint) => links.triples[joint]),
    weights: links.weights,
    rest: new Float32Array(3 * vertexCount),
    lengths,
  };
}
