/** Tells shapes apart: normal bounds of one say nothing of another, whatever their counts. */
import { BLEND_MODEL } from '../../deform/blend.js';
import { requireUncut } from '../blocks/block-tree.js';
import type { Shape } from '../shape.js';

const known = new WeakMap<object, number>();

/** 32 bits that depend on every number that moves a vertex, and on the triangles in the order of the leaves. */
export function fingerprintOf({ bounds, model }: Pick<Shape, 'bounds' | 'model'>): number {
  requireUncut('createNormalBounds', bounds);
  let sum = known.get(bounds);
  if (sum === undefined) {
    sum = goOn(bounds.triangles.length, bounds.triangles, bounds.vertexOrder, model.rest, model.fields);
    if (model.kind === BLEND_MODEL) sum = goOn(sum, model.influenceOffsets, model.governors, model.weights);
    known.set(bounds, sum);
  }
  return sum;
}

/** Every step is one-to-one in the sum so far and in the word, so a single number that differs always changes the result. */
function goOn(start: number, ...lists: readonly (Uint32Array | Float32Array | Float64Array)[]): number {
  let sum = start | 0;
  for (const { buffer, byteLength, byteOffset } of lists) {
    const words = new Uint32Array(buffer, byteOffset, byteLength >>> 2);
    for (let i = 0; i < words.length; i++) {
      sum = Math.imul(sum ^ words[i], 0x9e3779b1);
      sum ^= sum >>> 15;
    }
  }
  return sum >>> 0;
}
