/**
 * The weights of a body that fields alone move, as everything that reads a pose wants them: those that are not zero, with where their fields are in the record of a vertex and
 * where their rows are in a block; and a bound on every posed coordinate, as `measureLinearReach` of ../../deform/linear.ts has it. One kernel, because a query on a large
 * mesh that finds nothing in the caches waits for code as well as for data. The reference for ../assembly/write-weights.ts, same words.
 */
import type { Arena } from '../arena.js';
import { DISPLACEMENT, LINEAR_BOUND, LINEAR_POSE, WEIGHING } from '../layout/linear.js';
import { FIELD_STEP_BYTES } from '../layout/record.js';
import { REACH_SLACK, SMALLEST_FLOAT32 } from '../../math/float.js';
import { follow, follow64, wordAt } from '../units.js';
import type { ByteOffset } from '../units.js';

/** Returns how many weights are not zero. */
export function writeWeights({ f32, f64, u32 }: Arena, body: ByteOffset): number {
  const header = wordAt(body);
  const weighing = follow64(u32, header + LINEAR_POSE.weighing);
  const weightCount = u32[header + LINEAR_POSE.weightCount];
  const weights = (weighing + WEIGHING.fields + weightCount) * 2;
  const fields = follow(u32, header + DISPLACEMENT.activeFields);
  const weights64 = follow64(u32, header + DISPLACEMENT.activeWeights64);
  const rows = follow(u32, header + LINEAR_BOUND.activeRows);
  const weights32 = follow(u32, header + LINEAR_BOUND.activeWeights);
  const rowBytes = u32[header + LINEAR_BOUND.rowBytes];
  let reach = f64[weighing + WEIGHING.restReach];
  let count = 0;
  for (let j = 0; j < weightCount; j++) {
    const weight = f32[weights + j];
    if (weight === 0) continue;
    // The place at rest comes before the fields in the record of a vertex, and before their rows in a block.
    u32[fields + count] = (j + 1) * FIELD_STEP_BYTES;
    f64[weights64 + count] = weight;
    u32[rows + count] = (j + 1) * rowBytes;
    f32[weights32 + count] = weight;
    reach += f64[weighing + WEIGHING.fields + j] * Math.abs(weight);
    count++;
  }
  f64[weighing + WEIGHING.reach] = count > 0 ? reach * REACH_SLACK + SMALLEST_FLOAT32 : reach;
  u32[header + DISPLACEMENT.activeCount] = count;
  u32[header + LINEAR_BOUND.activeRowCount] = count;
  return count;
}
