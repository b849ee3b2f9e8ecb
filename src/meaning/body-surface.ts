/** From bodies to what contours, regions and depth are computed from, and from regions to the joints that move them. */
import { strongestGovernors } from '../deform/governors.js';
import type { GovernorRanking } from '../deform/governors.js';
import type { Model } from '../deform/model.js';
import type { Mesh } from '../mesh/mesh.js';
import type { Body } from '../body/body.js';
import type { Regions } from './regions.js';
import type { PosedSurface } from './surface.js';

/**
 * The surface of a body in its present pose. A body has posed no more than what queries touched, hit triangles
 * among it: enough for contours and regions. For depth, which looks at whole surfaces, `refit()` the body first. Take it
 * anew after each search.
 */
export function surfaceOf(body: Body): PosedSurface {
  return { positions: body.positions, triangles: body.mesh.triangles };
}

/**
 * Who moves a region most: the governors — joints, points, displacement fields — with the largest weights over the corners
 * of its triangles, strongest first. Returns how many there are in the ranking.
 */
export function strongestGovernorsOfRegion(
  model: Model,
  mesh: Mesh,
  regions: Regions,
  region: number,
  ranking: GovernorRanking,
): number {
  const triangles = regions.triangles.subarray(regions.starts[region], regions.starts[region + 1]);
  const corners = new Uint32Array(triangles.length * 3);
  triangles.forEach((triangle, i) => corners.set(mesh.triangles.subarray(triangle * 3, triangle * 3 + 3), i * 3));
  return strongestGovernors(model, corners, corners.length, ranking);
}
