/**
 * The rules of Loop's subdivision: what a vertex of the next level is made of. Loop 1987 for smooth surfaces; creases, darts and corners after
 * Hoppe et al. 1994; sharpness that lasts some levels after DeRose, Kass & Truong 1998. Every rule is a convex combination: weights are not
 * negative and sum to 1, and so do those of all levels together.
 *
 * Of the weights around a smooth vertex we take Loop's own, not Warren's simpler 3 / (8 n): they are those of the paper and of other tools, so
 * what is tested is what others draw. Warren's have the merit of needing no cosine; ours has the same bits in every engine.
 */
import { PI, cos } from '../../math/trigonometry.js';
import { isBorder, oppositeOf, otherEnd } from './level.js';
import type { LoopLevel } from './level.js';
import { addRow } from './rows.js';
import type { RowWriter, WeightRows } from './rows.js';

/** What governs a vertex: all its neighbours, the two along a crease or border, or nothing but itself. */
export type VertexRule = 'smooth' | 'crease' | 'corner';

/** Weight of each of n neighbours of a smooth vertex; what is left of 1 is its own. */
export function smoothWeight(neighbourCount: number): number {
  // Where the cosine is a fraction the weight has few digits, and is written out: sums over regular meshes are exact then.
  if (neighbourCount === 6) return 0.0625;
  if (neighbourCount === 4) return 0.12109375;
  if (neighbourCount === 3) return 0.1875;
  const root = 0.375 + 0.25 * cos((2 * PI) / neighbourCount);
  return (0.625 - root * root) / neighbourCount;
}

/** The rule of a vertex that counts edges as sharp if they last for more than `levels` levels. */
export function ruleOf(level: LoopLevel, vertex: number, levels: number): VertexRule {
  if (level.isCorner[vertex] === 1) return 'corner';
  let sharpCount = 0;
  for (let i = level.edgeStarts[vertex]; i < level.edgeStarts[vertex + 1]; i++) {
    if (level.sharpness[level.edgesAt[i]] > levels) sharpCount++;
  }
  // One sharp edge alone is a dart: it ends in a smooth vertex.
  return sharpCount > 2 ? 'corner' : sharpCount === 2 ? 'crease' : 'smooth';
}

/** Adds what a vertex of a level is in the next one. */
export function addVertexPoint(writer: RowWriter, rows: WeightRows, level: LoopLevel, vertex: number): void {
  const rule = ruleOf(level, vertex, 0);
  const later = ruleOf(level, vertex, 1);
  if (rule === later) addByRule(writer, rows, level, vertex, rule, 0, 1);
  else {
    const share = lastShare(level, vertex);
    addByRule(writer, rows, level, vertex, rule, 0, share);
    addByRule(writer, rows, level, vertex, later, 1, 1 - share);
  }
}

/** Adds the vertex that the next level has on an edge: its middle, drawn towards the triangles on both sides where it is smooth. */
export function addEdgePoint(writer: RowWriter, rows: WeightRows, level: LoopLevel, edge: number): void {
  const { edges, sharpness, triangles } = level;
  const smooth = Math.max(1 - sharpness[edge], 0);
  const [low, high] = [edges.vertices[edge * 2], edges.vertices[edge * 2 + 1]];
  addRow(writer, rows, low, 0.5 - 0.125 * smooth);
  addRow(writer, rows, high, 0.5 - 0.125 * smooth);
  if (isBorder(edges, edge)) return;
  for (let i = edges.starts[edge]; i < edges.starts[edge + 1]; i++) {
    addRow(writer, rows, oppositeOf(triangles, edges.sides[i]), 0.125 * smooth);
  }
}

/** The edges that are sharp now and not in the next level decide by their mean how much the rule of now still counts. */
function lastShare(level: LoopLevel, vertex: number): number {
  let sum = 0;
  let count = 0;
  for (let i = level.edgeStarts[vertex]; i < level.edgeStarts[vertex + 1]; i++) {
    const sharpness = level.sharpness[level.edgesAt[i]];
    if (sharpness <= 0 || sharpness > 1) continue;
    sum += sharpness;
    count++;
  }
  return sum / count;
}

function addByRule(
  writer: RowWriter,
  rows: WeightRows,
  level: LoopLevel,
  vertex: number,
  rule: VertexRule,
  levels: number,
  share: number,
): void {
  const { edges, edgeStarts, edgesAt, sharpness } = level;
  const [begin, end] = [edgeStarts[vertex], edgeStarts[vertex + 1]];
  if (rule === 'corner') addRow(writer, rows, vertex, share);
  else if (rule === 'crease') {
    addRow(writer, rows, vertex, 0.75 * share);
    for (let i = begin; i < end; i++) {
      if (sharpness[edgesAt[i]] > levels) addRow(writer, rows, otherEnd(edges, edgesAt[i], vertex), 0.125 * share);
    }
  } else {
    const weight = smoothWeight(end - begin);
    addRow(writer, rows, vertex, (1 - (end - begin) * weight) * share);
    for (let i = begin; i < end; i++) addRow(writer, rows, otherEnd(edges, edgesAt[i], vertex), weight * share);
  }
}
