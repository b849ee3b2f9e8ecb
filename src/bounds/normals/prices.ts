/**
 * Is it cheaper to bound a node's normals from what moves it, or to pose its triangles and look at them? In nanoseconds measured on one machine; only their ratios matter, and answers do not
 * depend on them.
 */
import type { Model } from '../../deform/model.js';
import { isBlend } from './surface.js';

const ROW_NS = 500;
const TRANSFORM_NS = 230;
const POINT_NS = 40;
const FIELD_NS = 20;
const TRIANGLE_NS = 15;
const VERTEX_NS = 10;
const INFLUENCE_NS = 4;
const VERTEX_FIELD_NS = 3;
/** Vertices per triangle of a small node, whose border counts. */
const VERTICES_PER_TRIANGLE = 0.7;

/** Whether so many triangles, which so many governors move, are cheaper to look at than to bound. */
export function isCheaperFromTriangles(model: Model, triangleCount: number, governorCount: number): boolean {
  const { fieldCount, vertexCount } = model;
  const influences = isBlend(model) ? model.weights.length / Math.max(1, vertexCount) : 0;
  const arePoints = model.poseLayout.pointCount > 0;
  const bound = ROW_NS + governorCount * (arePoints ? POINT_NS : TRANSFORM_NS) + fieldCount * FIELD_NS;
  const vertex = VERTEX_NS + influences * INFLUENCE_NS + fieldCount * VERTEX_FIELD_NS;
  return triangleCount * (TRIANGLE_NS + VERTICES_PER_TRIANGLE * vertex) < bound;
}
