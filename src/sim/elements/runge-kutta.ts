/** Steps of the classical Runge-Kutta method of fourth order, for places whose accelerations depend on themselves and their velocities. */

/** How far steps reach: |R(z)| ≤ 1 for all z in the left half plane with |z| up to this. */
export const REACH_OF_STEPS = 2.5;

/** Where vertices are and how fast they move. */
export interface Motion {
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
}

/** Room for a step. After one, `positions` and `velocities` are those at its end. */
export interface Stages extends Motion {
  /** Accelerations at the beginning of the step, which the caller writes. */
  readonly accelerations: Float64Array;
  /** Accelerations at a place in between. */
  readonly trial: Float64Array;
  readonly velocitySum: Float64Array;
  readonly accelerationSum: Float64Array;
}

/** Writes accelerations; answers a number of which the largest is wanted. */
export type Accelerate = (positions: Float64Array, velocities: Float64Array, out: Float64Array) => number;

/** Room for as many numbers as there are coordinates. */
export function createStages(length: number): Stages {
  return {
    positions: new Float64Array(length),
    velocities: new Float64Array(length),
    accelerations: new Float64Array(length),
    trial: new Float64Array(length),
    velocitySum: new Float64Array(length),
    accelerationSum: new Float64Array(length),
  };
}

/** Writes to the stages where a motion is after a step; leaves the motion as it is. Answers the largest number that `accelerate` answered on the way. */
export function tryStep(
  { positions, velocities }: Motion,
  stages: Stages,
  seconds: number,
  accelerate: Accelerate,
): number {
  const { accelerationSum, accelerations, trial, velocitySum } = stages;
  const half = seconds / 2;
  const { length } = positions;
  for (let i = 0; i < length; i++) {
    velocitySum[i] = velocities[i];
    accelerationSum[i] = accelerations[i];
    stages.positions[i] = positions[i] + half * velocities[i];
    stages.velocities[i] = velocities[i] + half * accelerations[i];
  }
  let largest = accelerate(stages.positions, stages.velocities, trial);
  addStage(stages, positions, velocities, half);
  largest = Math.max(largest, accelerate(stages.positions, stages.velocities, trial));
  addStage(stages, positions, velocities, seconds);
  largest = Math.max(largest, accelerate(stages.positions, stages.velocities, trial));
  const sixth = seconds / 6;
  for (let i = 0; i < length; i++) {
    stages.positions[i] = positions[i] + sixth * (velocitySum[i] + stages.velocities[i]);
    stages.velocities[i] = velocities[i] + sixth * (accelerationSum[i] + trial[i]);
  }
  return largest;
}

/** Counts a stage twice, and goes on from the beginning by what it found. */
function addStage(stages: Stages, positions: Float64Array, velocities: Float64Array, seconds: number): void {
  const { accelerationSum, trial, velocitySum } = stages;
  for (let i = 0; i < positions.length; i++) {
    const velocity = stages.velocities[i];
    velocitySum[i] += 2 * velocity;
    accelerationSum[i] += 2 * trial[i];
    stages.positions[i] = positions[i] + seconds * velocity;
    stages.velocities[i] = velocities[i] + seconds * trial[i];
  }
}
