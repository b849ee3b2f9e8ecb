/**
 * Embedding in a tetrahedral mesh: a fine surface carried by a coarse solid, as simulations of soft bodies draw it. Each
 * vertex keeps its place in the tetrahedron around it; outside, it keeps its way from the nearest place of the solid.
 */

import { PliantError } from '../errors.js';
import { type Mesh, NO_INDEX } from '../mesh/mesh.js';
import { requireTetrahedra } from '../mesh/require-tetrahedra.js';
import type { TetrahedralMesh } from '../mesh/tetrahedral-mesh.js';
import type { BlendModel } from './blend.js';
import { createCarriedModel, requirePoints } from './cage.js';
import { closestInTetrahedron, isSolid } from './closest-in-tetrahedron.js';
import { gatherInfluences } from './influences.js';
import { buildTetrahedronTree, createTetrahedronSearch, findTetrahedron } from './tetrahedron-tree.js';

/** Weights this small move a vertex by less than float32 shows: they are noise around a corner, an edge or a face. */
const NEGLIGIBLE_WEIGHT = 9.094947017729282e-13; // 2^-40

/**
 * A mesh embedded in a tetrahedral mesh. The points of the tetrahedra are the points of the pose: write their rest
 * positions to it to have the mesh at rest, because a new pose has all points at the origin. A vertex belongs to the
 * tetrahedron that contains it or comes nearest, of the lowest number among several; tetrahedra without a volume are left
 * out. {@link BlendModel.rest} is zero where a vertex lies inside.
 *
 * `solid.tetrahedronOf`, where it is there, says otherwise of each vertex: a lattice knows.
 *
 * @throws PliantError `bad-type`, `bad-count`, `bad-number`, `bad-index` or `mismatch`, naming the place and the value.
 */
export function createTetEmbedding(mesh: Mesh, solid: TetrahedralMesh): BlendModel {
  const pointCount = requirePoints('createTetEmbedding', '{ points, tetrahedra }', solid);
  const corners = requireTetrahedra('createTetEmbedding', solid.tetrahedra, pointCount);
  const { tetrahedronOf } = solid;
  if (tetrahedronOf !== undefined && tetrahedronOf.length !== mesh.vertexCount) {
    refuseHomes(`has ${tetrahedronOf.length} numbers`, mesh);
  }
  const tree = buildTetrahedronTree(solid.points, corners, findSolid(solid.points, corners));
  const search = createTetrahedronSearch(tree);
  const governors = new Uint32Array(mesh.vertexCount * 4);
  const weights = new Float64Array(mesh.vertexCount * 4);
  for (let vertex = 0; vertex < mesh.vertexCount; vertex++) {
    const home = tetrahedronOf === undefined ? NO_INDEX : tetrahedronOf[vertex];
    if (home === NO_INDEX) findTetrahedron(tree, mesh.positions, vertex, search);
    else {
      if (!isSolid(solid.points, corners, home * 4)) refuseHomes(`[${vertex}] is ${home}`, mesh);
      search.tetrahedron = home;
      closestInTetrahedron(solid.points, corners, home * 4, mesh.positions, vertex, search.closest);
    }
    for (let corner = 0; corner < 4; corner++) {
      const weight = search.closest[corner];
      governors[vertex * 4 + corner] = corners[search.tetrahedron * 4 + corner];
      weights[vertex * 4 + corner] = weight < NEGLIGIBLE_WEIGHT ? 0 : weight;
    }
  }
  const influences = gatherInfluences({
    caller: 'createTetEmbedding',
    noun: 'point',
    vertexCount: mesh.vertexCount,
    perVertex: 4,
    governors,
    weights,
    governorCount: pointCount,
  });
  return createCarriedModel('createTetEmbedding', mesh, solid.points, influences);
}

function refuseHomes(found: string, mesh: Mesh): never {
  const remedy = `pass a tetrahedron with a volume, or NO_INDEX, for each of ${mesh.vertexCount} vertices`;
  throw new PliantError('mismatch', `createTetEmbedding: tetrahedronOf ${found}; ${remedy}`);
}

function findSolid(points: Float32Array, corners: Uint32Array): Uint32Array {
  const solid = new Uint32Array(corners.length / 4);
  let count = 0;
  for (let tetrahedron = 0; tetrahedron < solid.length; tetrahedron++) {
    if (isSolid(points, corners, tetrahedron * 4)) solid[count++] = tetrahedron;
  }
  if (count === 0) {
    throw new PliantError(
      'bad-number',
      `createTetEmbedding: none of ${solid.length} tetrahedra has a volume; check the points`,
    );
  }
  return solid.subarray(0, count);
}
