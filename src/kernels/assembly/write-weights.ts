/** The weights of a body that fields alone move, as everything that reads a pose wants them. Twin: ../twin/write-weights.ts, with what is where. */
import {
  DISPLACEMENT_ACTIVE_COUNT,
  DISPLACEMENT_ACTIVE_FIELDS,
  DISPLACEMENT_ACTIVE_WEIGHTS64,
  FIELD_STEP_BYTES,
  LINEAR_BOUND_ACTIVE_ROWS,
  LINEAR_BOUND_ACTIVE_ROW_COUNT,
  LINEAR_BOUND_ACTIVE_WEIGHTS,
  LINEAR_BOUND_ROW_BYTES,
  LINEAR_POSE_WEIGHING,
  LINEAR_POSE_WEIGHT_COUNT,
  REACH_SLACK,
  SMALLEST_FLOAT32,
  WEIGHING_FIELDS,
  WEIGHING_REACH,
  WEIGHING_REST_REACH,
} from './generated/layout';

/** Returns how many weights are not zero. */
export function writeWeights(body: usize): u32 {
  const weighing: usize = load<usize>(body, LINEAR_POSE_WEIGHING);
  const weightCount = load<u32>(body, LINEAR_POSE_WEIGHT_COUNT);
  const weights = weighing + WEIGHING_FIELDS + (<usize>weightCount << 3);
  const fields: usize = load<usize>(body, DISPLACEMENT_ACTIVE_FIELDS);
  const weights64: usize = load<usize>(body, DISPLACEMENT_ACTIVE_WEIGHTS64);
  const rows: usize = load<usize>(body, LINEAR_BOUND_ACTIVE_ROWS);
  const weights32: usize = load<usize>(body, LINEAR_BOUND_ACTIVE_WEIGHTS);
  const rowBytes = load<u32>(body, LINEAR_BOUND_ROW_BYTES);
  let reach = load<f64>(weighing, WEIGHING_REST_REACH);
  let count: usize = 0;
  for (let j: usize = 0; j < weightCount; j++) {
    const weight = load<f32>(weights + (j << 2));
    if (weight == 0) continue;
    store<u32>(fields + (count << 2), <u32>((j + 1) * FIELD_STEP_BYTES));
    store<f64>(weights64 + (count << 3), weight);
    store<u32>(rows + (count << 2), <u32>(j + 1) * rowBytes);
    store<f32>(weights32 + (count << 2), weight);
    reach += load<f64>(weighing + (j << 3), WEIGHING_FIELDS) * <f64>abs(weight);
    count++;
  }
  store<f64>(weighing, count > 0 ? reach * REACH_SLACK + SMALLEST_FLOAT32 : reach, WEIGHING_REACH);
  store<u32>(body, <u32>count, DISPLACEMENT_ACTIVE_COUNT);
  store<u32>(body, <u32>count, LINEAR_BOUND_ACTIVE_ROW_COUNT);
  return <u32>count;
}
