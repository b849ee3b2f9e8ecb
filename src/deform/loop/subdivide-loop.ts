/**
 * Loop's subdivision surfaces with control points as governors. After some levels every vertex is a convex combination of control points, so
 * the surface deforms as a cage does: a pose is where the control points are, and nothing is ever subdivided again.
 */
import { requireInteger, requireNames, requireOneOf, withDefaults } from '../../checks.js';
import { PliantError } from '../../errors.js';
import { createMesh } from '../../mesh/mesh.js';
import type { Mesh, MeshData } from '../../mesh/mesh.js';
import { BLEND_MODEL, poseBlendVertex } from '../blend.js';
import type { BlendModel } from '../blend.js';
import { createPose, setPoints } from '../pose.js';
import { createControlLevel, requireSettled } from './control-mesh.js';
import type { Crease } from './control-mesh.js';
import { refineLevel } from './level.js';
import type { LoopLevel } from './level.js';
import { addLimitPoint, createLimitScratch } from './limit.js';
import { addEdgePoint, addVertexPoint } from './rules.js';
import { createRowWriter, endRow, identityRows, normalizeRows, rowsOf } from './rows.js';
import type { RowWriter, WeightRows } from './rows.js';

export type { Crease } from './control-mesh.js';

/** How a control mesh is subdivided. */
export interface LoopOptions {
  /** How often every triangle is cut into four: a whole number, 0 or more. */
  readonly levels?: number;
  /** Edges that stay sharp. Borders are sharp without being named. */
  readonly creases?: readonly Crease[];
  /** Control vertices that stay where they are, as those where more than two sharp edges meet do by themselves. */
  readonly corners?: Readonly<ArrayLike<number>>;
  /** Whether vertices are put where infinitely many levels would bring them. Triangles are as many. */
  readonly limit?: boolean;
}

/** What {@link subdivideLoop} does unless told otherwise. */
export const LOOP_DEFAULTS: Required<LoopOptions> = { levels: 2, creases: [], corners: [], limit: false };

/** A subdivided mesh that follows its control points. */
export interface LoopSurface {
  /**
   * The fine mesh at rest. Its first vertices are those of the control mesh, in their order, and after n levels the triangles from 4^n t on, 4^n
   * of them, are what control triangle t was cut into.
   */
  readonly mesh: Mesh;
  /** How it follows control points: {@link poseMesh} with the points of a pose, and nothing at rest beside them. */
  readonly model: BlendModel;
  /** The control points at rest: the pose in which the mesh is as it is. */
  readonly points: Float32Array;
}

/** So many triangles, or weights of their vertices, take about a gigabyte while they are made. */
const MOST_TRIANGLES = 4_194_304;
const MOST_WEIGHTS = 33_554_432;

/**
 * Subdivides a control mesh after Loop. `createShape(surface.mesh, surface.model)` makes a shape of it, and `body.setPoints(points)` moves the
 * control points; a new body has them all at the origin, so begin with `surface.points`. Weights are found in float64, with the same bits
 * everywhere; on a mesh with six triangles around every vertex they are exact.
 *
 * Borders and creases are cubic B-splines of their own control points. The mesh may be open, in several pieces, and oriented anyhow; a
 * Möbius strip is fine.
 *
 * @throws PliantError where an edge has more than two triangles, a vertex joins pieces of surface or belongs to none, a crease is no edge, or there
 *   would be more than 4,194,304 triangles or 33,554,432 weights.
 */
export function subdivideLoop(control: MeshData, options: LoopOptions = {}): LoopSurface {
  requireNames('subdivideLoop', options, Object.keys(LOOP_DEFAULTS));
  const { corners, creases, levels, limit } = withDefaults(LOOP_DEFAULTS, options);
  const coarse = createMesh(control);
  requireOneOf('subdivideLoop', 'limit', limit, [true, false]);
  requireLevels(levels, coarse.triangleCount);
  let level = createControlLevel(coarse, creases, corners);
  let rows = identityRows(coarse.vertexCount);
  for (let i = 0; i < levels; i++) {
    rows = refineRows(rows, level, coarse.vertexCount);
    level = refineLevel(level);
  }
  if (limit) {
    requireSettled(level, levels);
    rows = limitRows(rows, level, coarse.vertexCount);
  }
  const model = createLoopModel(rows, level.vertexCount, coarse.vertexCount);
  const positions = restPositions(model, coarse.positions);
  return {
    mesh: createMesh({ positions, triangles: level.triangles }),
    model,
    points: coarse.positions,
  };
}

function requireLevels(levels: number, triangleCount: number): void {
  requireInteger('subdivideLoop', 'levels', levels, 0, 32);
  let count = triangleCount;
  for (let i = 0; i < levels; i++) count *= 4;
  if (count <= MOST_TRIANGLES) return;
  throw new PliantError(
    'bad-count',
    `subdivideLoop: ${levels} levels make ${count} triangles of ${triangleCount}, and ${MOST_TRIANGLES} are the most; use fewer levels`,
  );
}

/** Vertices near one with thousands of neighbours depend on all of them: there may be many more weights than triangles. */
function requireRoom({ rowCount, starts }: RowWriter): void {
  if (starts[rowCount] <= MOST_WEIGHTS) return;
  throw new PliantError(
    'bad-count',
    `subdivideLoop: the first ${rowCount} vertices of a level have more than ${MOST_WEIGHTS} weights, since some control vertex has too many ` +
      'neighbours; use fewer levels, or divide the triangles around it otherwise',
  );
}

/** Vertices of the next level: those of this one, moved, then one for each edge. */
function refineRows(rows: WeightRows, level: LoopLevel, pointCount: number): WeightRows {
  const writer = createRowWriter(level.vertexCount + level.edges.edgeCount, pointCount);
  for (let vertex = 0; vertex < level.vertexCount; vertex++) {
    addVertexPoint(writer, rows, level, vertex);
    endRow(writer);
    requireRoom(writer);
  }
  for (let edge = 0; edge < level.edges.edgeCount; edge++) {
    addEdgePoint(writer, rows, level, edge);
    endRow(writer);
    requireRoom(writer);
  }
  return rowsOf(writer);
}

function limitRows(rows: WeightRows, level: LoopLevel, pointCount: number): WeightRows {
  const writer = createRowWriter(level.vertexCount, pointCount);
  const scratch = createLimitScratch(level);
  for (let vertex = 0; vertex < level.vertexCount; vertex++) {
    addLimitPoint(writer, rows, level, vertex, scratch);
    endRow(writer);
    requireRoom(writer);
  }
  return rowsOf(writer);
}

/** Nothing is at rest beside the points: a posed vertex is the combination of its points, rounded once. */
function createLoopModel(rows: WeightRows, vertexCount: number, pointCount: number): BlendModel {
  const largestError = normalizeRows(rows);
  return {
    kind: BLEND_MODEL,
    vertexCount,
    governorCount: pointCount,
    influenceOffsets: rows.starts,
    governors: rows.governors,
    weights: rows.weights,
    usedGovernors: Uint32Array.from(new Set(rows.governors)).sort(),
    normalized: { vertexCount: 0, largestError },
    rest: new Float32Array(vertexCount * 3),
    restReach: 0,
    fieldCount: 0,
    fields: new Float32Array(0),
    fieldReach: new Float64Array(0),
    poseLayout: { weightCount: 0, transformCount: 0, pointCount },
  };
}

function restPositions(model: BlendModel, points: Float32Array): Float32Array {
  const pose = createPose(model.poseLayout);
  setPoints(pose, points);
  const positions = new Float32Array(model.vertexCount * 3);
  for (let vertex = 0; vertex < model.vertexCount; vertex++)
    poseBlendVertex(model, pose, vertex, positions, vertex * 3);
  return positions;
}
