/** What a row has of displacement fields: those that move a vertex of the node. */
import { roundUp32 } from '../../math/round.js';
import { extend } from './growing.js';
import type { GrowingNumbers } from './growing.js';
import { FIELD } from './layout.js';
import { fieldValue, putGradient } from './surface.js';
import type { NodeAtRest, RestSurface } from './surface.js';

const low = new Float64Array(3);
const high = new Float64Array(3);

/** Adds the fields of a node. */
export function addFields(
  surface: RestSurface,
  node: NodeAtRest,
  slack: number,
  ids: number[],
  list: GrowingNumbers,
): void {
  const { corners, model } = surface;
  for (let field = 0; field < model.fieldCount; field++) {
    const value = fieldValue(model, field);
    low.fill(Infinity);
    high.fill(-Infinity);
    for (let corner = node.first * 3; corner < node.end * 3; corner++) {
      for (let axis = 0; axis < 3; axis++) {
        const displacement = value(corners[corner], axis);
        if (displacement < low[axis]) low[axis] = displacement;
        if (displacement > high[axis]) high[axis] = displacement;
      }
    }
    if (low.every((least, axis) => least === 0 && high[axis] === 0)) continue;
    ids.push(field);
    const at = extend(list, FIELD.count);
    putGradient(surface, node, value, false, 0, slack, list.numbers, at + FIELD.gradient);
    for (let axis = 0; axis < 3; axis++) {
      const mean = Math.fround(0.5 * low[axis] + 0.5 * high[axis]);
      list.numbers[at + FIELD.mean + axis] = mean;
      // The differences of float32 numbers are right to 2^-53.
      const spread = Math.max(high[axis] - mean, mean - low[axis]);
      list.numbers[at + FIELD.spread + axis] = roundUp32(spread * (1 + slack));
    }
  }
}
