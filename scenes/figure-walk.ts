/**
 * How a figure walks: where its joints are at every time. It walks on the spot, facing z, with y up; whoever wants it to get on adds the way. Angles follow sines of the phase of the stride, as those of
 * walking people do but for small parts, so the motion is smooth and repeats.
 */
import { PI, cos, sin } from 'pliant/exact';

/** A place or a direction: x to its left, y up, z ahead. In metres. */
export type Vector = readonly [x: number, y: number, z: number];

/** A turn to the left about the upright axis, by its sine and cosine. */
export type Turn = readonly [sine: number, cosine: number];

/** Shoulder, elbow and wrist, or hip, knee and ankle. */
export type Limb = readonly [Vector, Vector, Vector];

/** Where the joints are. */
export interface FigurePose {
  /** Where the trunk begins, between the legs, and where the neck begins. */
  readonly pelvis: Vector;
  readonly neck: Vector;
  /** By how much hips and shoulders are turned. */
  readonly hipTurn: Turn;
  readonly shoulderTurn: Turn;
  /** Left, then right. */
  readonly arms: readonly [Limb, Limb];
  readonly legs: readonly [Limb, Limb];
}

/** How somebody walks. Angles are in radians, each to either side. */
export interface Gait {
  /** Strides a second, of two steps each. */
  readonly strides: number;
  /** How fast it gets on, in metres per second. */
  readonly speed: number;
  /** By how much hips and shoulders turn, against each other. */
  readonly hips: number;
  readonly shoulders: number;
  /** How far hips go to the side, in metres. */
  readonly sway: number;
  /** By how much arms swing. */
  readonly arms: number;
  /** By how much it turns as a whole, once to each side in two strides. */
  readonly turns: number;
}

/** Who walks briskly, and who dances along. */
export const BRISK: Gait = {
  strides: 1.05,
  speed: 1.6,
  hips: 0.13,
  shoulders: 0.22,
  sway: 0.025,
  arms: 0.62,
  turns: 0,
};
export const DANCING: Gait = {
  strides: 1.15,
  speed: 1.4,
  hips: 0.35,
  shoulders: 0.15,
  sway: 0.05,
  arms: 0.45,
  turns: 0.95,
};

const HIP_HEIGHT = 0.9;
const HIP_WIDTH = 0.09;
const TRUNK = [-0.06, 0.56] as const;
const SHOULDER = [0.17, 0.45] as const;
const THIGH = 0.44;
const SHIN = 0.43;
const UPPER_ARM = 0.28;
const FOREARM = 0.26;
/** From the shoulder to the wrist, in metres. */
export const ARM_LENGTH = UPPER_ARM + FOREARM;
/** How far arms are held from the trunk, in radians. */
const SPREAD = 0.24;

/** The pose at a time, in seconds; `effort` from 0, where it stands, to 1, where it walks. */
export function walk(gait: Gait, time: number, effort = 1): FigurePose {
  const phase = 2 * PI * gait.strides * time;
  const swing = effort * sin(phase);
  const sway = gait.sway * effort * cos(phase);
  const hip = HIP_HEIGHT + effort * (0.018 * cos(2 * phase) - 0.02);
  const heading = gait.turns * effort * sin(phase / 2);
  const whole = turnBy(heading);
  const hipTurn = turnBy(heading + gait.hips * swing);
  const shoulderTurn = turnBy(heading - gait.shoulders * swing);
  const limbs = ([1, -1] as const).map((side) => {
    const joint = turn([side * HIP_WIDTH, 0, 0], hipTurn, turn([sway, hip, 0], whole, [0, 0, 0]));
    const shoulder = turn(
      [side * SHOULDER[0], 0, 0],
      shoulderTurn,
      turn([-0.3 * sway, hip + SHOULDER[1], 0.015], whole, [0, 0, 0]),
    );
    return {
      leg: bendLeg(joint, phase, side, effort, whole),
      arm: bendArm(shoulder, gait.arms * swing, side, shoulderTurn),
    };
  });
  return {
    pelvis: turn([sway, hip + TRUNK[0], 0], whole, [0, 0, 0]),
    neck: turn([-0.4 * sway, hip + TRUNK[1], 0.01], whole, [0, 0, 0]),
    hipTurn,
    shoulderTurn,
    arms: [limbs[0].arm, limbs[1].arm],
    legs: [limbs[0].leg, limbs[1].leg],
  };
}

function turnBy(angle: number): Turn {
  return [sin(angle), cos(angle)];
}

/** The knee bends most while the leg is brought forward. */
function bendLeg(hip: Vector, phase: number, side: number, effort: number, whole: Turn): Limb {
  const forward = 0.03 + 0.45 * effort * side * sin(phase);
  const lifted = 0.5 + 0.5 * side * cos(phase - 0.2);
  const bent = 0.06 + effort * (0.06 + 0.75 * lifted * lifted);
  const upper = turn([side * 0.02, -cos(forward), sin(forward)], whole, [0, 0, 0]);
  const lower = turn([0, -cos(forward - bent), sin(forward - bent)], whole, [0, 0, 0]);
  const knee = along(hip, upper, THIGH);
  return [hip, knee, along(knee, lower, SHIN)];
}

/** Arms swing against the legs, the elbow a little bent. */
function bendArm(shoulder: Vector, swing: number, side: number, shoulderTurn: Turn): Limb {
  const forward = -0.05 - side * swing;
  const bent = 0.3 - 0.35 * side * swing;
  const upper = turn([side * SPREAD, -cos(forward), sin(forward)], shoulderTurn, [0, 0, 0]);
  const lower = turn([side * SPREAD * 0.6, -cos(forward + bent), sin(forward + bent)], shoulderTurn, [0, 0, 0]);
  const elbow = along(shoulder, upper, UPPER_ARM);
  return [shoulder, elbow, along(elbow, lower, FOREARM)];
}

/** Turns a vector about the upright axis, and moves it. */
export function turn([x, y, z]: Vector, [sine, cosine]: Turn, to: Vector): Vector {
  return [to[0] + cosine * x + sine * z, to[1] + y, to[2] - sine * x + cosine * z];
}

/** From a place in a direction, so far. */
export function along(from: Vector, direction: Vector, far: number): Vector {
  const [x, y, z] = direction;
  const scale = far / Math.sqrt(x * x + y * y + z * z);
  return [from[0] + x * scale, from[1] + y * scale, from[2] + z * scale];
}
