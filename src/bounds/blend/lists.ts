/** The governors and morph targets that a node depends on, and how much float32 makes it necessary to widen its bound. */
import { FLOAT32_ROUNDOFF as U } from '../../math/float.js';
import type { BlendModel } from '../../deform/blend.js';
import { fieldIndex } from '../../deform/linear.js';
import { FIELD, FIELDS, GOVERNOR, LIST, MATRIX, WEIGHT_UNIT, NO_FIELDS } from '../../kernels/layout/blend.js';
import { LANES } from '../../kernels/layout/child-words.js';
import { roundUp32 } from '../../math/round.js';
import { displacementSteps, halfSteps, middleStep } from './rest-grid.js';
import type { RestGrid } from './rest-grid.js';

/** Words that grow as they are written. */
interface GrowingWords {
  words: Uint32Array;
  length: number;
}

/** The lists of all nodes, and what is needed to make the next one. */
export interface BlendLists {
  readonly model: BlendModel;
  /** What boxes at rest are measured by. */
  readonly grid: RestGrid;
  /** As the kernels read them. */
  readonly lists: Uint32Array;
  /** Governors in all lists so far: one in each list itself, the others in `governors`. */
  governorCount: number;
  readonly governors: GrowingWords;
  readonly fields: GrowingWords;
  /** Of the node under way: the governors that move its vertices, and how many vertices each moves. */
  readonly found: number[];
  readonly moved: Uint32Array;
  /** Per governor: the sum of its weights, the least, the largest, and the box at rest of what it moves. */
  readonly measures: Float64Array;
}

const MEASURES = 9;
const SUM = 0;
const LEAST = 1;
const MOST = 2;
const LOW = 3;
const HIGH = 6;

const box = new Int32Array(6);
const interval = new Float64Array(2);
const float = new Float32Array(1);
const word = new Uint32Array(float.buffer);

/** Room for the lists of so many blocks, with boxes on a grid. */
export function createBlendLists(model: BlendModel, grid: RestGrid, blockCount: number): BlendLists {
  return {
    model,
    grid,
    lists: new Uint32Array(blockCount * LANES * LIST.wordCount),
    governorCount: 0,
    governors: { words: new Uint32Array(1024), length: 0 },
    fields: { words: new Uint32Array(1024), length: 0 },
    found: [],
    moved: new Uint32Array(model.governorCount),
    measures: new Float64Array(model.governorCount * MEASURES),
  };
}

/** Makes the list of a node from the vertices below it. */
export function addList(lists: BlendLists, list: number, vertices: Uint32Array, count: number): void {
  const { found } = lists;
  measureGovernors(lists, vertices, count);
  const at = list * LIST.wordCount;
  const words = lists.lists;
  words[at + LIST.firstOther] = lists.governors.length / GOVERNOR.wordCount;
  words[at + LIST.governorCount] = found.length;
  lists.governorCount += found.length;
  writeBox(lists, found[0], words, at + LIST.box);
  words[at + LIST.matrix] = found[0] * MATRIX.wordCount * 4;
  let mostSum = 0;
  for (let k = 1; k < found.length; k++) mostSum += addGovernor(lists, found[k], count);
  const firstField = lists.fields.length;
  const fieldCount = addFields(lists, vertices, count);
  words[at + LIST.firstField] = fieldCount === 0 ? NO_FIELDS : firstField;
  // e, H and F of the proof in kernels/twin/blend-block.ts.
  const error = fieldCount === 0 ? 7 : 7 + 2 * (fieldCount + 3);
  const sumError = error + mostSum * (2 * error + 4.2) + 1.01 * found.length * (1 + 2 * mostSum) + 8;
  words[at + LIST.sumWidening] = bitsOf(roundUp32(1.02 * sumError * U));
  if (fieldCount === 0) return;
  lists.fields.words[firstField + FIELDS.count] = fieldCount;
  lists.fields.words[firstField + FIELDS.hullWidening] = bitsOf(roundUp32(1.02 * (error + 8) * U));
}

/** Finds the governors of some vertices, the strongest first and the others ascending, and measures what they move. */
function measureGovernors(lists: BlendLists, vertices: Uint32Array, count: number): void {
  const { found, measures, moved } = lists;
  const { governors, influenceOffsets, rest, weights } = lists.model;
  for (const governor of found) moved[governor] = 0;
  found.length = 0;
  for (let i = 0; i < count; i++) {
    const vertex = vertices[i];
    for (let k = influenceOffsets[vertex]; k < influenceOffsets[vertex + 1]; k++) {
      const governor = governors[k];
      const at = governor * MEASURES;
      if (moved[governor]++ === 0) {
        found.push(governor);
        measures[at + SUM] = 0;
        measures.fill(Infinity, at + LEAST, at + MEASURES);
        measures[at + MOST] = 0;
        measures.fill(-Infinity, at + HIGH, at + HIGH + 3);
      }
      measures[at + SUM] += weights[k];
      measures[at + LEAST] = Math.min(measures[at + LEAST], weights[k]);
      measures[at + MOST] = Math.max(measures[at + MOST], weights[k]);
      for (let axis = 0; axis < 3; axis++) {
        const coordinate = rest[vertex * 3 + axis];
        measures[at + LOW + axis] = Math.min(measures[at + LOW + axis], coordinate);
        measures[at + HIGH + axis] = Math.max(measures[at + HIGH + axis], coordinate);
      }
    }
  }
  found.sort((a, b) => a - b);
  let strongest = 0;
  for (let k = 1; k < found.length; k++) {
    if (measures[found[k] * MEASURES + SUM] > measures[found[strongest] * MEASURES + SUM]) strongest = k;
  }
  if (strongest > 0) found.unshift(...found.splice(strongest, 1));
}

/** Appends one governor; returns its largest weight as written. */
function addGovernor(lists: BlendLists, governor: number, vertexCount: number): number {
  const at = extend(lists.governors, GOVERNOR.wordCount);
  const { words } = lists.governors;
  const { measures, moved } = lists;
  const from = governor * MEASURES;
  const least = moved[governor] < vertexCount ? 0 : Math.floor(measures[from + LEAST] / WEIGHT_UNIT);
  const most = Math.ceil(measures[from + MOST] / WEIGHT_UNIT);
  writeBox(lists, governor, words, at + GOVERNOR.box);
  words[at + GOVERNOR.matrix] = governor * MATRIX.wordCount * 4;
  words[at + GOVERNOR.weights] = least + (most << 16);
  return most * WEIGHT_UNIT;
}

/** Writes the box at rest of what a governor moves. */
function writeBox({ grid, measures }: BlendLists, governor: number, words: Uint32Array, at: number): void {
  const from = governor * MEASURES;
  for (let axis = 0; axis < 3; axis++) {
    const low = measures[from + LOW + axis];
    const high = measures[from + HIGH + axis];
    box[axis] = middleStep(grid, axis, low, high);
    box[axis + 3] = halfSteps(grid, axis, low, high, box[axis]);
  }
  for (let pair = 0; pair < 3; pair++) words[at + pair] = (box[pair * 2] & 0xffff) + (box[pair * 2 + 1] << 16);
}

/** Writes the morph targets that move any of the vertices; returns how many. */
function addFields(lists: BlendLists, vertices: Uint32Array, count: number): number {
  const { fieldCount, fields } = lists.model;
  const low = [0, 0, 0];
  const high = [0, 0, 0];
  let written = 0;
  for (let j = 0; j < fieldCount; j++) {
    let isMoving = false;
    for (let axis = 0; axis < 3; axis++) {
      low[axis] = Infinity;
      high[axis] = -Infinity;
      for (let i = 0; i < count; i++) {
        const displacement = fields[fieldIndex(fieldCount, j, vertices[i] * 3 + axis)];
        if (displacement < low[axis]) low[axis] = displacement;
        if (displacement > high[axis]) high[axis] = displacement;
      }
      isMoving ||= low[axis] !== 0 || high[axis] !== 0;
    }
    if (!isMoving) continue;
    if (written++ === 0) extend(lists.fields, FIELDS.wordCount);
    const at = extend(lists.fields, FIELD.wordCount);
    lists.fields.words[at + FIELD.weight] = j * 4;
    for (let axis = 0; axis < 3; axis++) {
      displacementSteps(lists.grid, low[axis], high[axis], interval);
      lists.fields.words[at + FIELD.center + axis] = bitsOf(interval[0]);
      lists.fields.words[at + FIELD.half + axis] = bitsOf(interval[1]);
    }
  }
  return written;
}

/** Makes room for so many words; returns where they begin. */
function extend(growing: GrowingWords, by: number): number {
  const at = growing.length;
  growing.length += by;
  if (growing.length > growing.words.length) {
    const words = new Uint32Array(growing.words.length * 2);
    words.set(growing.words);
    growing.words = words;
  }
  return at;
}

function bitsOf(value: number): number {
  float[0] = value;
  return word[0];
}
